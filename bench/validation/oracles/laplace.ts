/**
 * Numerical inverse Laplace transform and the exact response of one line in time. A response is a sum of reflections e^(-(T s) k) G_k(s); each G_k has
 * its singularities on the negative real axis only, so that Talbot's contour inverts it to ten digits at every time, at fronts too.
 */
import { scaledBesselI } from './bessel.js';
import { add, type Complex, complex, divide, exp, multiply, scale, sqrt } from './complex.js';

/**
 * f(t), t > 0, of a transform real on the real axis, by Talbot's contour s = (2M/5t) θ(cot θ + i) and the trapezoidal rule:
 * Abate, Valkó, Int. J. Numer. Meth. Eng. 60 (2004) 979. All singularities must lie on the negative real axis or near the origin.
 * Error about 10^(-0.57 M) of the largest |f| until rounding, e^(2M/5) 1e-16, has it: M = 24 gives ten to eleven digits.
 */
export function invertLaplace(transform: (s: Complex) => Complex, t: number, nodes = 24): number {
  const rate = (2 * nodes) / (5 * t);
  let sum = 0.5 * exp(complex(rate * t)).re * transform(complex(rate)).re;
  for (let k = 1; k < nodes; k++) {
    const angle = (k * Math.PI) / nodes;
    const cotangent = 1 / Math.tan(angle);
    const s = complex(rate * angle * cotangent, rate * angle);
    const slope = complex(1, angle + (angle * cotangent - 1) * cotangent);
    sum += multiply(multiply(exp(scale(s, t)), transform(s)), slope).re;
  }
  return (rate / nodes) * sum;
}

/** A line without unit but time: impedance 1, delay T [s], and its loss. */
export interface ExactLine {
  readonly delay: number;
  /** R/Z of the steady laminar flow, R = 8μL/(πr⁴): N(s) = 1 + (R/Z)/(Ts) by 'distributed'; ν/r² = (R/Z)/(8T). */
  readonly resistance: number;
  /** 'distributed': the resistance of steady flow at every place; 'dependent': N(s) = I_0(z)/I_2(z), z = r √(s/ν), laminar flow as it is. */
  readonly law: 'lossless' | 'distributed' | 'dependent';
}

/**
 * What is asked of it. 'closure': pressure [Zq] at an end where a flow q is stopped (or given) at t = 0, constant pressure at the other end, tanh Γ.
 * 'arrived': the flow [q] that then moves at the other end, 1/cosh Γ; also the pressure at a closed end after a step of pressure [step] at the other.
 * 'filled': pressure [Zq] at the end where a flow is given, the other closed, coth Γ; 'far': the pressure [Zq] at that closed end, 1/sinh Γ.
 */
export type Response = 'closure' | 'arrived' | 'filled' | 'far';

/** Whether the characteristic impedance Z√N stands before the response, the first reflection and the sign that each next one takes. */
const reflections = {
  closure: { impedance: true, first: 0, sign: -1 },
  arrived: { impedance: false, first: 1, sign: -1 },
  filled: { impedance: true, first: 0, sign: 1 },
  far: { impedance: true, first: 1, sign: 1 },
} as const;

/** N(s) - 1, N being the loss function of a line: its series impedance over that of the oil's mass alone. I_0/I_2 = 1 + 2 I_1/(z I_2). */
export function lossExcess({ delay, resistance, law }: ExactLine, s: Complex): Complex {
  if (law === 'lossless' || resistance === 0) return complex(0);
  if (law === 'distributed') return divide(complex(resistance / delay), s);
  const z = sqrt(scale(s, (8 * delay) / resistance));
  const [, one, two] = scaledBesselI(z) as [Complex, Complex, Complex];
  return divide(scale(one, 2), multiply(z, two));
}

/**
 * Response to a step at t = 0, at the times asked for (at a front: just after it). Γ = Ts√N; Z√N tanh Γ = Z√N (1 - 2e^(-2Γ) + 2e^(-4Γ) - …) and so on,
 * and of the k-th passage e^(-kΓ) the delay kT is taken out exactly. Error some 1e-10 of the step a reflection. Times that lie as far behind their
 * fronts have the same N(s), which is kept: times on a grid of which 2T is a multiple cost their Bessel functions once.
 */
export function stepResponse(line: ExactLine, response: Response, times: readonly number[], nodes = 24): number[] {
  const { impedance, first, sign } = reflections[response];
  const kept = new Map<number, Complex[]>();
  return times.map((t) => {
    let sum = 0;
    for (let index = 0; ; index++) {
      const passage = first + 2 * index;
      const since = t - passage * line.delay;
      // A front that t is to meet may be a rounding late.
      if (since < -1e-12 * t) return sum;
      // Far finer than anything that is resolved, far coarser than the rounding of t - kT.
      const place = Math.round((since / line.delay) * 1e12);
      const losses = kept.get(place) ?? [];
      kept.set(place, losses);
      sum += (passage === 0 ? 1 : 2) * sign ** index * passed(line, passage, impedance, Math.max(since, 1e-9 * line.delay), nodes, losses);
    }
  });
}

/** Step seen `since` the front of the passage: the inverse of √N e^(-kTs(√N - 1))/s. `losses` keeps N - 1 at the nodes of that time, in their order. */
function passed(line: ExactLine, passage: number, impedance: boolean, since: number, nodes: number, losses: Complex[]): number {
  let node = 0;
  const transform = (s: Complex): Complex => {
    losses[node] ??= lossExcess(line, s);
    const excess = losses[node++] as Complex;
    const root = sqrt(add(complex(1), excess));
    // s (√N - 1) without cancellation.
    const lost = divide(multiply(s, excess), add(root, complex(1)));
    const decay = exp(scale(lost, -passage * line.delay));
    return divide(impedance ? multiply(root, decay) : decay, s);
  };
  return invertLaplace(transform, since, nodes);
}

export interface WaterHammer {
  /** Characteristic impedance ρc/A [Pa·s/m³] and delay L/c [s]. */
  readonly impedance: number;
  readonly delay: number;
  /** 8μL/(πr⁴) [Pa·s/m³]. */
  readonly resistance: number;
  readonly law: ExactLine['law'];
  readonly times: readonly number[];
}

/** Pressure rise at a valve that closes at t = 0 over Joukowsky's Zq; constant pressure at the other end. It tends to R/Z, the loss that is no more. */
export function waterHammer({ impedance, delay, resistance, law, times }: WaterHammer): number[] {
  return stepResponse({ delay, resistance: resistance / impedance, law }, 'closure', times);
}

/** Resistance 8μL/(πr⁴) over impedance ρc/(πr²): 8νT/r². */
export const resistanceRatio = (viscosity: number, radius: number, delay: number): number => (8 * viscosity * delay) / radius ** 2;

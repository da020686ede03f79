/** Two pipe systems by hand: a valve at the end of one lossless pipe, step by step, and a row of pipes with laminar flow at one frequency. */
import { add, type Complex, complex, divide, exp, multiply, scale, sqrt } from './complex.js';
import { lossExcess } from './laplace.js';

/** Flow through a square-law valve, Q = K √p, to tank at the end of a line, p = C - Z Q: the root of Q² + K² Z Q - K² C = 0. */
export function valveFlow(conductance: number, impedance: number, characteristic: number): number {
  const half = (conductance ** 2 * impedance) / 2;
  return (conductance ** 2 * characteristic) / (half + Math.sqrt(half ** 2 + conductance ** 2 * characteristic)) || 0;
}

export interface ValveLine {
  /** Pa: of the reservoir, and of the whole pipe in steady flow. */
  readonly pressure: number;
  /** m3/s: steady until the valve changes. */
  readonly flow: number;
  /** ρc/A, Pa s/m3 */
  readonly impedance: number;
  /** Steps to a delay. */
  readonly steps: number;
  /** K of the valve in step n = 1, 2 …, m3/s/√Pa. */
  readonly conductance: (n: number) => number;
}

/**
 * Allievi's chain: pressure at the valve in steps 1 … count, from steady flow. What leaves the valve, w = p - Z Q, comes back from the reservoir after 2T with its
 * difference from the reservoir's pressure reversed: C(t) = 2 p_R - w(t - 2T). Allievi 1925, Theory of Water Hammer.
 */
export function allieviChain({ pressure, flow: steady, impedance, steps, conductance }: ValveLine, count: number): number[] {
  const leaving: number[] = [];
  return Array.from({ length: count }, (_, k) => {
    const characteristic = 2 * pressure - (leaving[k - 2 * steps] ?? pressure - impedance * steady);
    const flow = valveFlow(conductance(k + 1), impedance, characteristic);
    leaving.push(characteristic - 2 * impedance * flow);
    return characteristic - impedance * flow;
  });
}

export interface ForkedPipe {
  /** Pa: of the reservoir, and everywhere in steady flow. */
  readonly pressure: number;
  /** m3/s: from the reservoir to the valve, steady until that changes. */
  readonly flow: number;
  /** ρc/A, Pa s/m3, and steps to a delay, of the pipe from the reservoir, the blind one and the one with the valve. */
  readonly pipes: readonly [FullPipe, FullPipe, FullPipe];
  readonly conductance: (n: number) => number;
}
interface FullPipe {
  readonly impedance: number;
  readonly steps: number;
}

/**
 * Pressure at the fork and at the valve in steps 1 … count, from steady flow, by fronts f that travel either way: p - p_R = f_in + f_out, Z q = f_out - f_in. A front
 * that comes in by pipe i makes 2Y_i/ΣY of itself at the fork, Y = 1/Z; the reservoir reverses it, the blind end sends it back, the valve less by Z Q.
 */
export function forkedPipe(
  { pressure, flow: steady, pipes, conductance }: ForkedPipe,
  count: number,
): { readonly fork: number[]; readonly valve: number[] } {
  const [main, spur, branch] = pipes;
  const sum = pipes.reduce((all, { impedance }) => all + 1 / impedance, 0);
  const passed = pipes.map(({ impedance }) => 2 / impedance / sum);
  /** Fronts on their way to the fork, by pipe, and out of it. */
  const [inward, outward]: [number[][], number[][]] = [
    [[], [], []],
    [[], [], []],
  ];
  const [fork, valve]: [number[], number[]] = [[], []];
  // Steady flow is two fronts of ±½ Z q without end, here those towards the fork.
  const before = [(main.impedance * steady) / 2, 0, (-branch.impedance * steady) / 2] as const;
  for (let k = 0; k < count; k++) {
    const sent = (rows: readonly number[], { steps }: FullPipe, steadily: number): number => rows[k - steps] ?? steadily;
    const arrived = pipes.map((pipe, i) => sent(inward[i] as number[], pipe, before[i] as number));
    const together = arrived.reduce((all, e, i) => all + (passed[i] as number) * e, 0);
    fork.push(pressure + together);
    arrived.forEach((e, i) => (outward[i] as number[]).push(together - e));
    const atValve = sent(outward[2] as number[], branch, -before[2]);
    const flow = valveFlow(conductance(k + 1), branch.impedance, pressure + 2 * atValve);
    valve.push(pressure + 2 * atValve - branch.impedance * flow);
    (inward[0] as number[]).push(-sent(outward[0] as number[], main, -before[0]));
    (inward[1] as number[]).push(sent(outward[1] as number[], spur, 0));
    (inward[2] as number[]).push(atValve - branch.impedance * flow);
  }
  return { fork, valve };
}

/** A pipe with laminar flow: Z = ρc/A [Pa s/m3], T = L/c [s], R/Z of its steady flow. */
export interface LaminarPipe {
  readonly impedance: number;
  readonly delay: number;
  readonly resistance: number;
}

/**
 * Pressures, Pa, at the beginning of a row of pipes, at each joint and at its end, under a flow q e^(jωt) into the beginning and p = R q at the end:
 * p₁ = cosh Γ p₂ + Z√N sinh Γ q₂, q₁ = sinh Γ/(Z√N) p₂ + cosh Γ q₂, Γ = jωT √N, N = I₀/I₂ (Zielke 1968), from the end to the beginning.
 */
export function ripple(pipes: readonly LaminarPipe[], load: number, flow: number, frequency: number): Complex[] {
  const s = complex(0, 2 * Math.PI * frequency);
  let [p, q] = [complex(load), complex(1)];
  const found = [p];
  for (const { impedance, delay, resistance } of [...pipes].reverse()) {
    const root = sqrt(add(complex(1), lossExcess({ delay, resistance, law: 'dependent' }, s)));
    const gamma = scale(multiply(s, root), delay);
    const [up, down] = [exp(gamma), exp(scale(gamma, -1))];
    const [cosh, sinh] = [scale(add(up, down), 0.5), scale(add(up, scale(down, -1)), 0.5)];
    const surge = scale(root, impedance);
    [p, q] = [add(multiply(cosh, p), multiply(multiply(surge, sinh), q)), add(divide(multiply(sinh, p), surge), multiply(cosh, q))];
    found.unshift(p);
  }
  return found.map((one) => scale(divide(one, q), flow));
}

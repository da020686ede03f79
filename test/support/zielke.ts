/** Zielke's weighting function of laminar pipe flow: as it is, and as he gave it. Zielke, J. Basic Eng. 90 (1968) 109. τ = νt/r². */

import { scaledBesselI, zerosOfJ2 } from '../../dist/bench/validation/oracles/bessel.js';
import { add, type Complex, complex, divide, multiply, sqrt } from '../../dist/bench/validation/oracles/complex.js';
import { invertLaplace } from '../../dist/bench/validation/oracles/laplace.js';
import type { Weighting } from '../../dist/circuit/lines/weights.js';

const squares = zerosOfJ2(80).map((zero) => zero * zero);

/** W(τ) = Σ e^(-j² τ) over the positive zeros of J_2: 80 of them give τ ≥ 6e-4 to rounding. */
export const weightFromZeros = (tau: number): number => squares.reduceRight((sum, square) => sum + Math.exp(-square * tau), 0);

/** Transform of W: Σ 1/(s + j²) = I_3(z)/(2 z I_2(z)), z = √s. */
export function weightTransform(s: Complex): Complex {
  const z = sqrt(s);
  const [, , two, three] = scaledBesselI(z, 3) as [Complex, Complex, Complex, Complex];
  return divide(three, multiply(complex(2), multiply(z, two)));
}

/** W(τ) to nine digits or better at every τ > 0. */
export const exactWeight = (tau: number): number => (tau < 1e-3 ? invertLaplace(weightTransform, tau) : weightFromZeros(tau));

/** W as published: a series of roots up to τ = 0.02, five exponentials from there on. */
export function publishedWeight(tau: number): number {
  if (tau > 0.02) return [26.3744, 70.8493, 135.0198, 218.9216, 322.5544].reduce((sum, rate) => sum + Math.exp(-rate * tau), 0);
  const series = [0.282095, -1.25, 1.057855, 0.9375, 0.396696, -0.351563];
  return series.reduce((sum, coefficient, power) => sum + coefficient * tau ** ((power - 1) / 2), 0);
}

/** Σ m e^(-nτ). */
export const weightOf = ({ rates, coefficients }: Weighting, tau: number): number =>
  rates.reduce((sum, rate, i) => sum + (coefficients[i] as number) * Math.exp(-rate * tau), 0);

/** N(s) = 1 + 8/s + 4 Σ m/(s + n), s in units of ν/r²: what a sum of exponentials makes of I_0(√s)/I_2(√s). */
export function lossOf({ rates, coefficients }: Weighting, s: Complex): Complex {
  const start = add(complex(1), divide(complex(8), s));
  return rates.reduce((sum, rate, i) => add(sum, divide(complex(4 * (coefficients[i] as number)), add(s, complex(rate)))), start);
}

/** count values from low to high in equal ratios. */
export const spread = (low: number, high: number, count: number): number[] =>
  Array.from({ length: count }, (_, i) => low * (high / low) ** (i / (count - 1)));

/**
 * Frequency-dependent friction as sums of exponentials: W(τ) ≈ Σ m_i e^(-n_i τ), τ = νt/r² without unit, for the pressure gradient of unsteady pipe flow
 *   dp/dx = (8μ/r²) v + (4μ/r²) ∫ W(ν(t - u)/r²) v'(u) du                       Zielke, J. Basic Eng. 90 (1968) 109
 * With a sum the integral is Σ y_i, and a step from t to t + Δ, δ = νΔ/r², costs one multiplication and one addition a term, v rising straight:
 *   y_i(t+Δ) = e^(-n_i δ) y_i(t) + m_i (1 - e^(-n_i δ))/(n_i δ) [v(t+Δ) - v(t)]
 * Laminar: W(τ) = Σ e^(-j² τ) over the positive zeros j of J_2, so n_1 = 26.37, m_1 = 1; W → 1/(2√(πτ)) as τ → 0, whatever the flow.
 */

import { elementary } from '../../equations/kernel/elementary.js';
import { power } from '../../equations/language/functions.js';

/** W(τ) ≈ Σ coefficients_i · e^(-rates_i τ), τ = νt/r². All are positive, rates rise. */
export interface Weighting {
  readonly source: string;
  /** Smallest τ at which the sum is as good as `error`; take it at or below νΔ/r² of a step Δ. Below it the sum stays finite, W does not. */
  readonly from: number;
  /** Largest relative error against W from `from` on. */
  readonly error: number;
  readonly rates: readonly number[];
  readonly coefficients: readonly number[];
}

/** Laminar flow: our own fit, least largest relative error; the first term is that of the exact series, so that the tail is exact. */
export const laminarWeights: Weighting = {
  source: 'fit of 16 terms to Zielke, J. Basic Eng. 90 (1968) 109',
  from: 1e-7,
  error: 0.000105,
  rates: [
    26.374616, 71.203655, 149.116, 331.59671, 801.88157, 2017.5892, 5162.3779, 13272, 34132.698, 87929.598, 227770.16, 593445.17, 1548759.2,
    4022983.2, 10378133, 27225384,
  ],
  coefficients: [
    1, 1.0310473, 1.4313411, 2.4491107, 4.083863, 6.6684704, 10.782545, 17.31742, 27.779077, 44.765304, 72.545867, 117.627, 189.74272,
    303.42491, 485.96142, 830.71396,
  ],
};

/** 1/√τ ≈ Σ m e^(-n τ), 1e-7 ≤ τ ≤ 0.2, largest relative error 0.0172 %; later the sum falls short. */
const inverseRoot = {
  rates: [
    1.706588, 16.68236, 56.54641, 157.6937, 426.8389, 1153.915, 3121.903, 8446.868, 22846.61, 61771.02, 166963.2, 451141, 1218517, 3291671,
    8926434, 24796210,
  ],
  coefficients: [
    2.97646, 3.378518, 4.55241, 7.089546, 11.5874, 19.06933, 31.37931, 51.60459, 84.8346, 139.4482, 229.1951, 376.6009, 618.7274, 1017.994,
    1691.106, 2968.742,
  ],
};

/** Rate at which eddies damp the memory of turbulent flow in a smooth pipe: C = Re^κ/12.86, κ = log10(15.29/Re^0.0567); 2e3 < Re < 1e8. */
export function turbulentDecay(reynolds: number): number {
  const exponent = elementary.log10(15.29 / power(reynolds, 0.0567));
  return power(reynolds, exponent) / 12.86;
}

/** Re below which a flow has the weights of laminar flow. */
export const turbulentReynolds = 2300;

/**
 * Turbulent flow in a smooth pipe: W(τ) = e^(-Cτ) / (2√(πτ)), C of `turbulentDecay` at the Reynolds number |v|·2r/ν of the flow before the
 * disturbance; 16 terms, 0.02 % for 1e-7 ≤ τ ≤ 0.2, where e^(-Cτ) is 2e-15 at Re 2300 and less above. One sum serves all Reynolds numbers, since
 * e^(-Cτ) only raises its rates. It stands beside the steady friction of the turbulent flow, not beside 8μv/r².
 *                                                                                          Vardy, Brown, J. Sound Vib. 259 (2003) 1011
 */
export function turbulentWeights(reynolds: number): Weighting {
  const decay = turbulentDecay(reynolds);
  const scale = 1 / (2 * Math.sqrt(Math.PI));
  return {
    source: 'Vardy, Brown, J. Sound Vib. 259 (2003) 1011',
    from: 1e-7,
    error: 0.000172,
    rates: inverseRoot.rates.map((rate) => rate + decay),
    coefficients: inverseRoot.coefficients.map((coefficient) => coefficient * scale),
  };
}

/** Weights for a Reynolds number: below `turbulentReynolds` those of laminar flow. */
export const weightsFor = (reynolds: number): Weighting => (reynolds < turbulentReynolds ? laminarWeights : turbulentWeights(reynolds));

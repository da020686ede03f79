/**
 * Frequency-dependent friction as sums of exponentials: W(τ) ≈ Σ m_i e^(-n_i τ), τ = νt/r² without unit, for the pressure gradient of unsteady pipe flow
 *   dp/dx = (8μ/r²) v + (4μ/r²) ∫ W(ν(t - u)/r²) v'(u) du                       Zielke, J. Basic Eng. 90 (1968) 109
 * With a sum the integral is Σ y_i, and a step from t to t + Δ, δ = νΔ/r², costs one multiplication and one addition a term, v rising straight:
 *   y_i(t+Δ) = e^(-n_i δ) y_i(t) + m_i (1 - e^(-n_i δ))/(n_i δ) [v(t+Δ) - v(t)]
 * Laminar: W(τ) = Σ e^(-j² τ) over the positive zeros j of J_2, so n_1 = 26.37, m_1 = 1; W → 1/(2√(πτ)) as τ → 0, whatever the flow.
 */

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

/** Laminar flow. The fits are our own: least largest relative error, first term that of the exact series, so that the tail is exact. */
export const laminarWeights = {
  trikha: {
    source: 'Trikha, J. Fluids Eng. 97 (1975) 97',
    from: 4e-5,
    error: 0.39,
    rates: [26.4, 200, 8000],
    coefficients: [1, 8.1, 40],
  },
  kagawa: {
    source: 'Kagawa, Lee, Kitagawa, Takenaka, Trans. JSME B 49 (1983) 2638',
    from: 7e-6,
    error: 0.0031,
    rates: [26.3744, 72.8033, 187.424, 536.626, 1570.6, 4618.13, 13601.1, 40082.5, 118153, 348316],
    coefficients: [1, 1.16725, 2.20064, 3.92861, 6.78788, 11.6761, 20.0612, 34.4541, 59.1642, 101.59],
  },
  fit8: {
    source: 'fit of 8 terms',
    from: 1e-5,
    error: 0.0024,
    rates: [26.374616, 74.730834, 209.0008, 693.85372, 2529.5912, 9728.0932, 38369.93, 152048.66],
    coefficients: [1, 1.2617375, 2.57524, 5.2500378, 10.601121, 21.408911, 42.916584, 85.902854],
  },
  fit12: {
    source: 'fit of 12 terms',
    from: 1e-7,
    error: 0.00145,
    rates: [
      26.374616, 73.788121, 195.69857, 606.85028, 2035.6647, 7117.25, 25364.075, 91475.773, 332235.94, 1208525.6, 4389607.5, 16114706,
    ],
    coefficients: [
      1, 1.2067171, 2.3516269, 4.6135379, 8.8652878, 16.958042, 32.391162, 61.919567, 118.53873, 225.68401, 430.49663, 845.67488,
    ],
  },
  fit16: {
    source: 'fit of 16 terms',
    from: 1e-7,
    error: 0.000105,
    rates: [
      26.374616, 71.203655, 149.116, 331.59671, 801.88157, 2017.5892, 5162.3779, 13272, 34132.698, 87929.598, 227770.16, 593445.17,
      1548759.2, 4022983.2, 10378133, 27225384,
    ],
    coefficients: [
      1, 1.0310473, 1.4313411, 2.4491107, 4.083863, 6.6684704, 10.782545, 17.31742, 27.779077, 44.765304, 72.545867, 117.627, 189.74272,
      303.42491, 485.96142, 830.71396,
    ],
  },
} as const satisfies Record<string, Weighting>;

/** 1/√τ ≈ Σ m e^(-n τ), 1e-7 ≤ τ ≤ 0.05, largest relative error 0.088 %; later the sum falls short. */
const inverseRoot = {
  rates: [8.81425, 91.2365, 351.146, 1171.62, 3898.91, 13123.6, 44414.2, 150138, 506094, 1706930, 5750490, 19360500],
  coefficients: [6.80746, 8.39743, 13.0162, 23.114, 42.5772, 78.7045, 144.986, 265.888, 487.656, 896.326, 1640.74, 3045.8],
};

/** Rate at which eddies damp the memory of turbulent flow in a smooth pipe: C = Re^κ/12.86, κ = log10(15.29/Re^0.0567); 2e3 < Re < 1e8. */
export function turbulentDecay(reynolds: number): number {
  const exponent = Math.log10(15.29 / reynolds ** 0.0567);
  return reynolds ** exponent / 12.86;
}

/**
 * Turbulent flow in a smooth pipe: W(τ) = e^(-Cτ) / (2√(πτ)), C of `turbulentDecay` at the Reynolds number |v|·2r/ν of the flow before the
 * disturbance; 12 terms, 0.09 % for 1e-7 ≤ τ ≤ 0.05, where e^(-Cτ) is 5e-4 at Re 2000 and less above.
 * It stands beside the steady friction of the turbulent flow, not beside 8μv/r².       Vardy, Brown, J. Sound Vib. 259 (2003) 1011
 */
export function turbulentWeights(reynolds: number): Weighting {
  const decay = turbulentDecay(reynolds);
  const scale = 1 / (2 * Math.sqrt(Math.PI));
  return {
    source: 'Vardy, Brown, J. Sound Vib. 259 (2003) 1011',
    from: 1e-7,
    error: 0.0009,
    rates: inverseRoot.rates.map((rate) => rate + decay),
    coefficients: inverseRoot.coefficients.map((coefficient) => coefficient * scale),
  };
}

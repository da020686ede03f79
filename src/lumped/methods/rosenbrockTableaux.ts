/** Coefficients of Rosenbrock methods, as the stepper uses them and as the papers' theory writes them. */

/**
 * Production form: with E = M/(hγ) - J,
 *   E K_i = f(t + α_i h, y + Σ a_ij K_j) + M Σ (c_ij/h) K_j + h γ_i ∂f/∂t,   y₊ = y + Σ m_j K_j,   error = Σ e_j K_j.
 * Hairer and Wanner, Solving Ordinary Differential Equations II, (IV.7.25). Rows of a and c are strictly lower.
 */
export interface RosenbrockTableau {
  readonly gamma: number;
  readonly a: readonly (readonly number[])[];
  readonly c: readonly (readonly number[])[];
  readonly m: readonly number[];
  /** e = m - m̂; null: no error estimate, fixed steps only. */
  readonly error: readonly number[] | null;
  /** α_i = Σ a_ij of the standard form */
  readonly nodes: readonly number[];
  /** γ_i = Σ γ_ij, the diagonal included */
  readonly gammas: readonly number[];
  readonly order: number;
  /** Order of the error estimate, for the controller. */
  readonly q: number;
  /**
   * Whether the next step is foreseen from two errors (stepControl.ts): where that rejects less. At 1e-4 rodas4 has 18 rejections for 177 on Van der Pol's oscillator, rodas3 16 for
   * 186; ros4 has more than before at tight tolerances, as its errors do not go on from step to step.
   */
  readonly predictive: boolean;
  /** Weights of θ(1-θ) and of θ²(1-θ) in the interpolation, if published; null: from order conditions (continuousExtension.ts). */
  readonly dense: readonly (readonly number[])[] | null;
}

/** Standard form: (I - hγJ) k_i = h f(t + α_i h, y + Σ a_ij k_j) + h J Σ γ_ij k_j + h² γ_i ∂f/∂t, y₊ = y + Σ b_j k_j; Γ holds γ on its diagonal. */
export interface StandardForm {
  readonly gamma: number;
  readonly a: readonly (readonly number[])[];
  readonly gammaMatrix: readonly (readonly number[])[];
  readonly b: readonly number[];
}

/** Standard from production form: Γ⁻¹ = diag(1/γ) - C, A = A'Γ, b = m Γ. */
export function standardForm({ gamma, a, c, m }: RosenbrockTableau): StandardForm {
  const stages = m.length;
  // Γ = γ (I - γ C)⁻¹ by rows: Γ_i = γ (1_i + Σ c_ij Γ_j).
  const gammaMatrix: number[][] = [];
  for (let i = 0; i < stages; i++) {
    const row = new Array<number>(stages).fill(0);
    row[i] = gamma;
    for (let j = 0; j < i; j++) for (let k = 0; k <= j; k++) row[k] = row[k] + gamma * c[i]?.[j] * gammaMatrix[j]?.[k];
    gammaMatrix.push(row);
  }
  return { gamma, a: a.map((row) => timesMatrix(row, gammaMatrix)), gammaMatrix, b: timesMatrix(m, gammaMatrix) };
}

/** weights · matrix, for a row of weights that may end before the matrix does. */
export function timesMatrix(weights: readonly number[], matrix: readonly (readonly number[])[]): number[] {
  const sums = new Array<number>(matrix[0]?.length ?? 0).fill(0);
  weights.forEach((weight, j) => {
    for (let k = 0; k < sums.length; k++) sums[k] = sums[k] + weight * matrix[j]?.[k];
  });
  return sums;
}

/** Inverse of a lower triangular matrix. */
export function inverseOfLower(matrix: readonly (readonly number[])[]): number[][] {
  const inverse: number[][] = [];
  for (let i = 0; i < matrix.length; i++) {
    const row = new Array<number>(matrix.length).fill(0);
    row[i] = 1;
    for (let j = 0; j < i; j++) for (let k = 0; k <= j; k++) row[k] = row[k] - matrix[i]?.[j] * inverse[j]?.[k];
    inverse.push(row.map((entry) => entry / matrix[i]?.[i]));
  }
  return inverse;
}

/** ROS2 of Verwer, Spee, Blom and Hundsdorfer, A second-order Rosenbrock method applied to photochemical dispersion problems, SIAM J. Sci. Comput. 20, 1999. */
function verwer(gamma: number): RosenbrockTableau {
  return {
    gamma,
    a: [[], [1 / gamma]],
    c: [[], [-2 / gamma]],
    m: [1.5 / gamma, 0.5 / gamma],
    error: [0.5 / gamma, 0.5 / gamma],
    nodes: [0, 1],
    gammas: [gamma, -gamma],
    order: 2,
    q: 2,
    predictive: false,
    dense: null,
  };
}

export const ros2Tableau = verwer(1 + Math.SQRT1_2);
export const ros2mTableau = verwer(1 - Math.SQRT1_2);

/** 1 - 1/√2, and (√2 - 1)/2 = 1/2 - γ. */
const gammaTwo = 1 - Math.SQRT1_2;

/** ROS2P of Piché and Ellman: two stages that share no γ_ij. */
export const ros2pTableau: RosenbrockTableau = {
  gamma: gammaTwo,
  a: [[], [(0.5 - gammaTwo) / gammaTwo]],
  c: [[], [0]],
  m: [0, 1 / gammaTwo],
  error: null,
  nodes: [0, 0.5 - gammaTwo],
  gammas: [gammaTwo, gammaTwo],
  order: 2,
  q: 2,
  predictive: false,
  dense: null,
};

/**
 * ODE23s of Shampine and Reichelt, The MATLAB ODE suite, SIAM J. Sci. Comput. 18, 1997, with K1 = hd k1, K2 = hd (k2 - k1) and
 * K3 = hd (k3 - e32 (k2 - k1) - 2 k1): its third stage stands at y₊ and serves the error alone.
 */
export const ode23sTableau: RosenbrockTableau = {
  gamma: gammaTwo,
  a: [[], [0.5 / gammaTwo], [1 / gammaTwo, 1 / gammaTwo]],
  c: [[], [-1 / gammaTwo], [-2 / gammaTwo, -(6 + Math.SQRT2) / gammaTwo]],
  m: [1 / gammaTwo, 1 / gammaTwo, 0],
  error: [-1 / (6 * gammaTwo), -(4 + Math.SQRT2) / (6 * gammaTwo), -1 / (6 * gammaTwo)],
  nodes: [0, 0.5, 1],
  gammas: [gammaTwo, 0, -gammaTwo],
  order: 2,
  q: 3,
  predictive: true,
  dense: null,
};

/**
 * ROS3P of Lang and Verwer, BIT 41, 2001, for fixed steps. Both published solutions have one stability function, and every solution of order 2 on these
 * stages differs from the one of order 3 by a multiple of their difference: on linear autonomous systems such an estimate is zero whatever the step.
 */
export const ros3pTableau: RosenbrockTableau = {
  gamma: 0.7886751345948129,
  a: [[], [1.267949192431123], [1.267949192431123, 0]],
  c: [[], [-1.607695154586736], [-3.464101615137755, -1.732050807568877]],
  m: [2, 0.5773502691896258, 0.4226497308103742],
  error: null,
  nodes: [0, 1, 1],
  gammas: [0.7886751345948129, -0.2113248654051871, -1.077350269189626],
  order: 3,
  q: 3,
  predictive: false,
  dense: null,
};

/** RODAS3 of Sandu, Verwer, Blom, Spee, Carmichael and Potra, Benchmarking stiff ODE solvers for atmospheric chemistry problems II, Atmos. Environ. 31, 1997. */
export const rodas3Tableau: RosenbrockTableau = {
  gamma: 0.5,
  a: [[], [0], [2, 0], [2, 0, 1]],
  c: [[], [4], [1, -1], [1, -1, -8 / 3]],
  m: [2, 0, 1, 1],
  error: [0, 0, 0, 1],
  nodes: [0, 0, 1, 1],
  gammas: [0.5, 1.5, 0, 0],
  order: 3,
  q: 3,
  predictive: true,
  dense: null,
};

/** ROS4, the L-stable method of Hairer and Wanner, Solving Ordinary Differential Equations II, table IV.7.2. */
export const ros4Tableau: RosenbrockTableau = {
  gamma: 0.57282,
  a: [[], [2], [1.867943637803922, 0.2344449711399156], [1.867943637803922, 0.2344449711399156, 0]],
  c: [[], [-7.13761503641231], [2.580708087951457, 0.6515950076447975], [-2.137148994382534, -0.3214669691237626, -0.6949742501781779]],
  m: [2.255570073418735, 0.2870493262186792, 0.435317943184018, 1.093502252409163],
  error: [-0.2815431932141155, -0.0727619912493492, -0.1082196201495311, -1.093502252409163],
  nodes: [0, 1.14564, 0.65521686381559, 0.65521686381559],
  gammas: [0.57282, -1.769193891319233, 0.7592633437920482, -0.104902108710045],
  order: 4,
  q: 4,
  predictive: false,
  dense: null,
};

/**
 * GRK4T of Kaps and Rentrop, Generalized Runge-Kutta methods of order four with stepsize control for stiff ordinary differential equations, Numer. Math. 33, 1979:
 * A(89.3°)-stable, with small constants of the error. In the digits of ROS4 of Hairer and Wanner (METH = 3).
 */
export const grk4tTableau: RosenbrockTableau = {
  gamma: 0.231,
  a: [[], [2], [4.524708207373116, 4.163528788597648], [4.524708207373116, 4.163528788597648, 0]],
  c: [[], [-5.071675338776316], [6.020152728650786, 0.1597506846727117], [-1.856343618686113, -8.505380858179826, -2.084075136023187]],
  m: [3.957503746640777, 4.624892388363313, 0.6174772638750108, 1.282612945269037],
  error: [2.302155402932996, 3.073634485392623, -0.8732808018045032, -1.282612945269037],
  nodes: [0, 0.462, 0.8802083333333333, 0.8802083333333333],
  gammas: [0.231, -0.039629667752443, 0.5507789395789127, -0.05535098457052776],
  order: 4,
  q: 4,
  predictive: false,
  dense: null,
};

/** RODAS of Hairer and Wanner, Solving Ordinary Differential Equations II, section VI.4, with the digits and the interpolation of their program (METH = 1). */
export const rodas4Tableau: RosenbrockTableau = {
  gamma: 0.25,
  a: [
    [],
    [1.544],
    [0.9466785280815826, 0.2557011698983284],
    [3.314825187068521, 2.896124015972201, 0.9986419139977817],
    [1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895],
    [1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1],
  ],
  c: [
    [],
    [-5.6688],
    [-2.430093356833875, -0.2063599157091915],
    [-0.1073529058151375, -9.594562251023355, -20.47028614809616],
    [7.496443313967647, -10.24680431464352, -33.99990352819905, 11.7089089320616],
    [8.083246795921522, -7.981132988064893, -31.52159432874371, 16.31930543123136, -6.058818238834054],
  ],
  m: [1.221224509226641, 6.019134481288629, 12.53708332932087, -0.687886036105895, 1, 1],
  error: [0, 0, 0, 0, 0, 1],
  nodes: [0, 0.386, 0.21, 0.63, 1, 1],
  gammas: [0.25, -0.1043, 0.1035, -0.03620000000000023, 0, 0],
  order: 4,
  q: 4,
  predictive: true,
  dense: [
    [10.12623508344586, -7.487995877610167, -34.80091861555747, -7.992771707568823, 1.025137723295662],
    [-0.6762803392806898, 6.087714651680015, 16.43084320892478, 24.76722511418386, -6.594389125716872],
  ],
};

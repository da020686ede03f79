/**
 * The position servo of circuits/servo-drive-sampled.yaml as a linear sampled system, written by hand: relief and check valves shut, no dry friction.
 *
 *     x = (angle of the load [°], speed of the motor [rad/s], forward and return pressure [Pa], swash, integral of the controller)
 *     x' = A x + b f + e d between samples,   f = c x held over a period T,   d the demand [°]
 *     x(k+1) = (Φ + Γ c) x(k) + E d        (Φ, Γ, E) from the exponential of [[A, b, e], [0, 0, 0]] T
 *
 * Source of the equations and values: Burton 1994, appended paper on the electro-hydraulic position servo, (13)-(17), (21)-(27) and appendix 1.
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

const degree = Math.PI / 180;

export interface SampledLoop {
  /** Φ + Γ c */
  readonly map: Matrix;
  /** E */
  readonly drive: Matrix;
}

/** The map of one period, s. */
export function sampledServo(period: number): SampledLoop {
  const viscosity = 890 * 60e-6;
  const [pump, motor] = [100e-6 / (2 * Math.PI), 50e-6 / (2 * Math.PI)];
  const capacitance = (14 * Math.PI * 0.0254 ** 2) / 4 / 8900e5;
  const leakage = (1e-8 * pump + 2e-8 * motor) / viscosity;
  const inertia = 15 / 20 ** 2;
  const friction = (50 * 60) / (2 * Math.PI) / 20 ** 2 + 8.4e5 * motor * viscosity;
  const flow = pump * 2 * Math.PI * 25;
  // Columns: the six states, the held feedback, the demand.
  const rates = new Matrix([
    [0, 1 / 20 / degree, 0, 0, 0, 0, 0, 0],
    [0, -friction / inertia, motor / inertia, -motor / inertia, 0, 0, 0, 0],
    [0, -motor / capacitance, -leakage / capacitance, leakage / capacitance, flow / capacitance, 0, 0, 0],
    [0, motor / capacitance, leakage / capacitance, -leakage / capacitance, -flow / capacitance, 0, 0, 0],
    [0, 0, 0, 0, -1 / 0.075, 1 / 0.075, -1 / 180 / 0.075, 1 / 180 / 0.075],
    [0, 0, 0, 0, 0, 0, -2 / 180, 2 / 180],
    [0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 0, 0, 0],
  ]);
  const flown = exponential(Matrix.mul(rates, period));
  const feedback = new Matrix([[1, 0.8333 / 20 / degree, 0, 0, 0, 0]]);
  const map = flown.subMatrix(0, 5, 0, 5).add(flown.subMatrix(0, 5, 6, 6).mmul(feedback));
  return { map, drive: flown.subMatrix(0, 5, 7, 7) };
}

/** States after 0, 1 … periods of a step of the demand, °, from rest. */
export function sampledStep(period: number, demand: number, periods: number): Matrix[] {
  const { map, drive } = sampledServo(period);
  const found = [Matrix.zeros(6, 1)];
  for (let k = 0; k < periods; k++) found.push(map.mmul(found[k] as Matrix).add(Matrix.mul(drive, demand)));
  return found;
}

/** Its oscillation, ln z/T of the pair of eigenvalues z between 1 and 9 Hz: rate of growth, 1/s, and frequency, Hz. */
export function sampledOscillation(period: number): { readonly rate: number; readonly frequency: number } {
  const { realEigenvalues: re, imaginaryEigenvalues: im } = new EigenvalueDecomposition(sampledServo(period).map);
  const modes = re.map((x, k) => ({
    rate: Math.log(Math.hypot(x, im[k] as number)) / period,
    frequency: Math.atan2(im[k] as number, x) / (2 * Math.PI * period),
  }));
  const [mode] = modes.filter(({ frequency }) => frequency > 1 && frequency < 9);
  if (!mode) throw new Error(`no oscillation between 1 and 9 Hz at a period of ${period} s`);
  return mode;
}

/** By its series at a 2^-20th, squared 20 times. */
function exponential(matrix: Matrix): Matrix {
  const small = Matrix.mul(matrix, 2 ** -20);
  let sum = Matrix.eye(matrix.rows, matrix.rows);
  let term = sum;
  for (let n = 1; n < 12; n++) {
    term = term.mmul(small).div(n);
    sum = Matrix.add(sum, term);
  }
  for (let n = 0; n < 20; n++) sum = sum.mmul(sum);
  return sum;
}

/** What Ustinov, LUT 2023 (D), and the papers in it (P1: Trans. Mechatronics 2021, P2: IEEE Access 2020) print of their cures, and with what inputs ours are run beside. */

/** One tolerance of a single-criterion sweep: s of run time, and the error of the position in the unit of its table. */
type SweepRow = readonly [tolerance: number, seconds: number, position: number];

export interface PublishedCylinder {
  /** Of circuits/. */
  readonly name: string;
  readonly source: string;
  /** s, simulated */
  readonly end: number;
  /** s: of RK4 at 10 µs, and of the advanced pseudo-dynamic solver at 100 µs. */
  readonly seconds: readonly [rk4: number, advanced: number];
  /** As printed. */
  readonly errors: string;
  /** Pa */
  readonly tolerances: readonly [tolerance: number, lowTolerance: number];
  readonly sweep: readonly SweepRow[];
}

export const publishedCylinders: readonly PublishedCylinder[] = [
  {
    ...{ name: 'cylinder-drive-2021', source: 'P1', end: 10, seconds: [200.35, 27.572], tolerances: [300, 20] },
    errors: 'pressure 1.89 bar RMSE, position 0.42 mm RMSE',
    // Position: 1e-4 m.
    sweep: [
      [10, 115.593, 4.295],
      [20, 101.847, 4.3251],
      [50, 63.766, 4.3554],
      [70, 46.558, 4.372],
      [100, 27.546, 4.3939],
      [200, 25.222, 4.4529],
      [300, 24.307, 4.5051],
      [400, 23.609, 4.548],
      [500, 22.815, 4.5897],
      [600, 22.638, 4.6339],
      [700, 21.829, 4.6704],
      [800, 22.084, 4.7151],
      [900, 22.4, 4.7496],
      [1000, 21.043, 4.7881],
    ],
  },
  {
    ...{ name: 'cylinder-drive-2023', source: 'D', end: 20, seconds: [202.99, 24.3], tolerances: [200, 50] },
    errors: 'pressure 4.68 %, position 0.21 % RRMSE',
    // Position: RRMSE, %.
    sweep: [
      [10, 167.63, 0.2099],
      [20, 157.09, 0.212],
      [50, 95.94, 0.2136],
      [100, 27.57, 0.2155],
      [200, 24.6, 0.2185],
      [300, 23.9, 0.2213],
      [400, 23.5, 0.2239],
      [500, 23.94, 0.2263],
      [600, 23.13, 0.2289],
      [700, 24.27, 0.2313],
      [800, 23.4, 0.2334],
      [900, 23.81, 0.2358],
      [1000, 22.8, 0.2379],
    ],
  },
];

/** P1: of 0.05 to 5 l only 5 l visibly spoils the pressure. m3 */
export const pseudoVolumes = [5e-3, 1e-3, 5e-4, 1e-4, 5e-5];

export interface PublishedScales {
  /** As printed. */
  readonly input: string;
  /** In place of the voltage of cylinder-drive-2020. */
  readonly voltage: object;
  /** s, and the published error of the position over 200 s, % of the stroke. */
  readonly quasiSteady: readonly [step: number, error: number];
  readonly multipleScales: readonly (readonly [step: number, error: number])[];
}

const sine = (frequency: number): object => ({ kind: 'sine', amplitude: 1, frequency: `${frequency / (2 * Math.PI)} Hz` });
// The times of the published pulses are not told: ours are 2 s on and 2 s off, to both sides.
const pulses = `0 s, 1|2 s, 1|2 s, 0|4 s, 0|4 s, -1|6 s, -1|6 s, 0|8 s, 0`.split('|').map((point) => point.split(', '));

/** P2 table 2, which D repeats. */
export const publishedScales: readonly PublishedScales[] = [
  {
    input: 'sin 0.25 t',
    voltage: sine(0.25),
    quasiSteady: [1e-4, 10.9],
    multipleScales: [
      [4e-4, 1],
      [5e-4, 1.64],
    ],
  },
  { input: 'sin 0.75 t', voltage: sine(0.75), quasiSteady: [1e-4, 10.6], multipleScales: [[4e-4, 0.6]] },
  {
    input: 'pulses of ±10 V',
    voltage: { kind: 'cyclicDutyCycle', period: '8 s', points: pulses.map(([time, value]) => [time, Number(value)]) },
    quasiSteady: [1e-4, 13.2],
    multipleScales: [[1e-3, 0.09]],
  },
];

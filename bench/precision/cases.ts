/** What is compared: circuits, methods and what each is asked for, from loose to tight. */
import type { Aside } from './error.js';

export interface PrecisionCase {
  readonly circuit: string;
  /** Of a generated ring, seed 1; absent: a file of circuits/. */
  readonly stations?: number;
  /** Overrides, as `--set` of the command line. */
  readonly set?: readonly string[];
  readonly aside?: readonly Aside[];
  readonly asideReason?: string;
  /** Fixed steps, s, and relative tolerances; default: those below. */
  readonly steps?: readonly number[];
  readonly tolerances?: readonly number[];
  /** Whether two versions of the program are compared by it. */
  readonly versions?: boolean;
}

/** Pressure errors of variable steps, Pa. */
export const pressureErrors: readonly number[] = [3e5, 1e5, 3e4, 1e4, 3e3, 1e3, 3e2];
export const fixedSteps: readonly number[] = [1e-3, 5e-4, 2.5e-4, 1e-4, 5e-5, 2.5e-5, 1e-5];
export const tolerances: readonly number[] = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6];
export const integrators: readonly string[] = ['rodas4', 'radau5', 'lsoda'];

const ring = (stations: number, limits: Pick<PrecisionCase, 'steps' | 'tolerances'> = {}): PrecisionCase => ({
  circuit: `ring-${stations}`,
  stations,
  ...limits,
});

export const cases: readonly PrecisionCase[] = [
  {
    circuit: 'two-actuator',
    aside: [
      { quantities: ['p1.out.p', 'prv.in.p'], from: 0.044, to: 0.06 },
      { quantities: ['p1.out.p', 'prv.in.p'], from: 1.3, to: 1.75 },
    ],
    asideReason:
      'the pressure of pump 1 from 44 to 60 ms and from 1.3 to 1.75 s, where the unloading valve chatters: it jumps between its extremes, and no solution tells when',
    versions: true,
  },
  { circuit: 'two-actuator-real-valve' },
  { circuit: 'controlled-two-actuator', versions: true },
  { circuit: 'ring-main', versions: true },
  { circuit: 'marine', versions: true },
  // Its file limits steps to 100 us, after which no pressure error is asked; integrators have the limit that they have elsewhere, a tenth of the run.
  { circuit: 'servo-drive', set: ['run.maximumStep=5 ms', 'run.integratorMaximumStep=600 ms'], versions: true },
  ring(10),
  ring(30),
  ring(100),
  ring(300, { steps: fixedSteps.filter((step) => step >= 2.5e-5), tolerances: tolerances.filter((one) => one >= 1e-5) }),
  // Looser and tighter ones take minutes, and what is asked here lies between.
  ring(1000, { steps: fixedSteps.filter((step) => step >= 5e-5), tolerances: [1e-2, 1e-3, 1e-4] }),
];

/** The published tests: circuits, methods and settings of Esqué 2008, chapter 5, closed where something is not printed as the independent program closes it. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { evenTimes } from '#ringmain/results/evenTimes.js';
import { type IndependentCell, independentCell } from './independentProgram.js';
import type { ReferenceSolution } from './referenceSolution.js';
import { type Form, type Jumps, type Measured, measureRun, type RunPlan, type Yardstick } from './runs.js';

export interface Suite {
  readonly name: string;
  readonly title: string;
  /** A circuit that comes with ringmain, and what is set in it. */
  readonly circuit: string;
  readonly set: readonly string[];
  readonly methods: readonly string[];
  /** s; null: by tolerance. */
  readonly steps: readonly number[] | null;
  readonly tolerances: readonly number[];
  readonly forms: readonly Form[];
  readonly jumps: readonly Jumps[];
  /** Jacobians by other means; absent: from the equations. */
  readonly jacobians?: readonly Pick<RunPlan, 'jacobian' | 'increment' | 'label'>[];
  readonly yardstick: Yardstick;
  /** What its one error is. */
  readonly error: string;
  readonly errorOf: (measured: Measured) => number;
}

/** One run of a suite. */
export interface Cell extends RunPlan, Pick<Measured, 'accepted' | 'rejected' | 'evaluations' | 'differences' | 'factorizations'> {
  readonly ended: Measured['ended'];
  /** s */
  readonly reached: number;
  /** Infinity where the run did not reach its end. */
  readonly error: number;
  readonly ringing: number;
  readonly window: Measured['window'];
  readonly peaks: readonly number[];
  readonly far: Measured['far'];
  /** Of the first unknown: highest and last value. */
  readonly highest: number;
  readonly final: number;
  readonly independent: IndependentCell | null;
}

/** A run that is not usable: more than 100 % off, or not at its end. */
export const fails = ({ error }: Pick<Cell, 'error'>): boolean => !(error <= 1);

const rosenbrocks = ['ode23s', 'ros2m', 'ros2', 'ros2p', 'ros3p', 'rodas3', 'ros4', 'rodas4'];
const explicit = ['rk23', 'dopri5'];
const offline = ['ode23s', 'ros3p', 'rodas3', 'ros4', 'rodas4', 'lsoda', 'bdf'];
const tolerances = [1e-1, 1e-2, 1e-3, 1e-4];
const steps = [0.25e-3, 0.5e-3, 1e-3, 4e-3, 10e-3];

/** No cavitation in the published models: pressures fall as far as their bulk modulus goes. And steps as short as the error asks. */
const asPublished = ['fluid.vapourPressure=-1200 bar', 'run.minimumStep=1e-14 s'];
const circuit2Sizes: Readonly<Record<string, number>> = { Pa: 1e5, m: 1e-2, 'm/s': 1e-2, 'm3/s': 1e-5 };
const circuit2Absolute = (tolerance: number, unit: string): number => tolerance * (circuit2Sizes[unit] ?? 1e-9);

const common = { times: null, window: null, period: null, attempts: 2e6 } as const;
const bothPressures = {
  error: '(5.1), both pressures, at its own steps',
  errorOf: ({ rootMeanSquare }: Measured): number => Math.hypot(...rootMeanSquare),
};
const realTime = {
  methods: [...explicit, ...rosenbrocks],
  steps,
  tolerances: [],
  forms: ['published', 'exact'],
  jumps: ['stepped over', 'landed on'],
} as const;
const byTolerance = { methods: [...explicit, ...offline], steps: null, tolerances } as const;
const pressures: Yardstick = { ...common, absolute: (tolerance) => tolerance };
/** Place of the piston's position among circuit 2's unknowns. */
const position = 11;
const piston = {
  error: 'largest relative error of x, at its own steps',
  errorOf: ({ largest }: Measured): number => largest[position] as number,
};

/** Increments of 'differences' follow the unknowns; the others are the same for a pressure in Pa and a position in m. */
const jacobianLabels = [
  { label: 'from the equations' },
  { label: 'differences', jacobian: 'differences' },
  { label: 'adaptive differences', jacobian: 'adaptive differences' },
  ...[1e-8, 1e-6, 1e-4, 1e-2, 1].map((increment) => ({ label: `increments of ${increment.toExponential()}`, increment })),
] as const;

export const suites: readonly Suite[] = [
  {
    name: 'rt-1',
    title: 'real time, RT-1',
    circuit: 'orifices-rt-1',
    set: asPublished,
    ...realTime,
    yardstick: pressures,
    ...bothPressures,
  },
  {
    name: 'rt-2',
    title: 'real time, RT-2',
    circuit: 'orifices-rt-2',
    set: asPublished,
    ...realTime,
    yardstick: pressures,
    ...bothPressures,
  },
  {
    ...{ name: 'circuit-2', title: 'real time, circuit 2', circuit: 'servo-cylinder', set: asPublished },
    ...{ ...realTime, yardstick: { ...common, absolute: circuit2Absolute }, ...piston },
  },
  {
    ...{ name: 'off-1', title: 'offline, OFF-1', circuit: 'orifices-off-1', set: asPublished },
    ...{ ...byTolerance, forms: ['published', 'exact'], jumps: ['stepped over', 'landed on'] },
    ...{ yardstick: { ...pressures, window: [2, 3] }, ...bothPressures },
  },
  {
    ...{ name: 'off-2', title: 'offline, OFF-2', circuit: 'orifices-off-2', set: asPublished },
    ...{ ...byTolerance, forms: ['published', 'exact'], jumps: ['stepped over'] },
    ...{ yardstick: { ...pressures, period: 0.25 }, ...bothPressures },
  },
  {
    ...{ name: 'circuit-2-offline', title: 'offline, circuit 2', circuit: 'servo-cylinder', set: asPublished },
    ...{ ...byTolerance, forms: ['published', 'exact'], jumps: ['stepped over', 'landed on'] },
    ...{ yardstick: { ...common, absolute: circuit2Absolute }, ...piston },
  },
  {
    ...{
      name: 'jacobians',
      title: 'Jacobians of circuit 2',
      circuit: 'servo-cylinder',
      set: asPublished,
      methods: ['rodas3'],
      steps: null,
    },
    ...{ tolerances: [1e-1, 1e-2], forms: ['published', 'exact'], jumps: ['stepped over'], jacobians: jacobianLabels },
    ...{ yardstick: { ...common, absolute: circuit2Absolute }, ...piston },
  },
  {
    ...{ name: 'hires', title: 'HIRES', circuit: 'hires', set: ['run.maximumStep=370 s'] },
    ...{ ...byTolerance, forms: ['exact'], jumps: ['stepped over'] },
    yardstick: { ...common, absolute: (tolerance) => 1e-4 * tolerance, times: evenTimes(1, 370, 370) },
    error: 'largest relative error of any of the eight, at every second from 1 s on',
    errorOf: ({ largest }) => Math.max(...largest),
  },
  vanDerPol('van-der-pol', "Van der Pol's oscillator, μ = 1e6", [], [...explicit, ...offline]),
  vanDerPol('van-der-pol-1e4', "Van der Pol's oscillator, μ = 1e4", ['osc.epsilon=1e-4'], explicit),
];

function vanDerPol(name: string, title: string, set: readonly string[], own: readonly string[]): Suite {
  return {
    ...{
      name,
      title,
      circuit: 'van-der-pol',
      set: ['run.maximumStep=12 s', ...set],
      ...byTolerance,
      methods: own,
      forms: ['exact'],
      jumps: ['stepped over'],
    },
    yardstick: { ...common, absolute: (tolerance) => tolerance, times: evenTimes(0.01, 12, 1200), attempts: 5e5 },
    error: 'mean relative error of y1 at every hundredth of a second',
    errorOf: ({ mean }) => mean[0] as number,
  };
}

/** The runs of a suite in the order in which they are printed. Only Rosenbrock methods have two forms. */
export function plansOf({ methods: names, steps: lengths, tolerances: loose, forms, jumps, jacobians = [{}] }: Suite): RunPlan[] {
  const settings = lengths ? lengths.map((step) => ({ step, tolerance: null })) : loose.map((tolerance) => ({ step: null, tolerance }));
  return jumps.flatMap((at) =>
    names.flatMap((method) => {
      const own: readonly Form[] = rosenbrocks.includes(method) ? forms : ['exact'];
      return own.flatMap((form) =>
        jacobians.flatMap((jacobian) => settings.map((setting) => ({ method, form, jumps: at, ...setting, ...jacobian }))),
      );
    }),
  );
}

/** One run of a suite, beside the independent program's numbers. */
export function runCell(suite: Suite, circuit: Circuit, reference: ReferenceSolution, plan: RunPlan): Cell {
  const measured = measureRun(circuit, reference, plan, suite.yardstick);
  const place = suite.steps ? suite.steps.indexOf(plan.step as number) : suite.tolerances.indexOf(plan.tolerance as number);
  const { rootMeanSquare, largest, largestAt, mean, highest, final, ...kept } = measured;
  const error = measured.ended === 'done' ? suite.errorOf(measured) : Number.POSITIVE_INFINITY;
  return {
    ...kept,
    error: Number.isNaN(error) ? Number.POSITIVE_INFINITY : error,
    highest: highest[0] as number,
    final: final[0] as number,
    independent: plan.jumps === 'stepped over' && !plan.jacobian ? independentCell(suite.name, plan.method, plan.form, place) : null,
  };
}

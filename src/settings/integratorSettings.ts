/** Settings of integrators. */
import type { Setting } from './setting.js';

const positive = { above: 0 } as const;
/** Bound of an integrator's own steps in a file: those of TLM are shorter by far. */
const ownStep = { form: 'quantity', unit: 's', bounds: positive, program: false, engine: 'integrators', changes: 'results' } as const;

/** Names of integrators, in the order in which they are listed. */
export const integratorNames = [
  ...['rodas4', 'rodas3', 'ros4', 'grk4t', 'ros3p', 'ros2', 'ros2m', 'ros2p', 'ode23s', 'radau5', 'sdirk4', 'bdf', 'adams', 'lsoda'],
  ...['euler', 'trapezoid', 'dopri5', 'rkf45', 'rk23', 'rkc', 'rk4', 'forwardEuler'],
] as const;

export const integratorSettings = {
  /** Name of an integrator; default 'rodas4'. Of files: what `ringmain run` takes, 'tlm' where nothing is given. */
  solver: {
    form: 'name',
    each: 'the name of a method',
    known: ['tlm', 'auto', ...integratorNames],
    about:
      "'tlm' (lines, on all cores), an integrator of the lumped equations (rodas4, radau5, bdf, lsoda and others), or 'auto', which tries some of them and takes the one that is predicted to be fastest",
    usual: 'tlm',
    file: 'run.solver',
    option: 'solver',
    engine: 'integrators',
    changes: 'results',
  },
  /** Error that `solver: 'auto'` asks of whatever it takes, in parts of the range of what is recorded; default: the circuit's. */
  accuracy: {
    form: 'quantity',
    unit: '1',
    bounds: { above: 0, below: 1 },
    about: "of solver 'auto': error to aim at, in parts of the range of each recorded quantity, such as 1%; no promise",
    usual: '0.3%',
    file: 'run.accuracy',
    option: 'accuracy',
    engine: 'choice',
    changes: 'results',
  },
  /** rtol; default: the circuit's. */
  relativeTolerance: {
    form: 'quantity',
    unit: '1',
    bounds: { above: 0, below: 1 },
    about: 'relative tolerance of an integrator',
    usual: '1e-5',
    file: 'run.tolerance',
    option: 'tolerance',
    engine: 'integrators',
    changes: 'results',
  },
  /** Absolute tolerances; programs may give a function too (LumpedOptions). */
  absoluteTolerance: {
    form: 'list',
    each: "tolerances, such as ['0.01 bar', 'act1.x=1 um']",
    given: 'once',
    about:
      "of an integrator: '0.01bar' for all unknowns of that quantity, 'act1.x=1um' for those of a name or glob; with commas, the last that fits counts",
    usually: 'the relative tolerance times a usual size',
    file: 'run.absoluteTolerance',
    option: 'absolute-tolerance',
    program: false,
    engine: 'integrators',
    changes: 'results',
  },
  /** s; null: found by the method. */
  integratorInitialStep: {
    ...ownStep,
    about: 'of integrators: first of the variable steps',
    file: 'run.integratorInitialStep',
  },
  /** s; null: 1e-14 s. */
  integratorMinimumStep: {
    ...ownStep,
    about: 'of integrators: shortest of the variable steps, 1e-14 s where nothing is given',
    file: 'run.integratorMinimumStep',
  },
  /** s; null: a tenth of the run. */
  integratorMaximumStep: {
    ...ownStep,
    about: 'of integrators: longest of the variable steps, a tenth of the run where nothing is given',
    file: 'run.integratorMaximumStep',
  },
  /** Error, in parts of the rise behind a valve that shuts at once, for which wave lines have modes; null: one section each, without waves. Default: the circuit's. */
  lineTolerance: {
    form: 'quantity',
    unit: '1',
    bounds: { above: 0, below: 1 },
    about: 'of an integrator: error for which wave lines have modes, such as 2%; without it each is one section, without waves',
    file: 'run.lineTolerance',
    option: 'line-tolerance',
    engine: 'integrators',
    changes: 'results',
  },
  /** Rows at accepted steps, all of them, in place of `every`; default: the circuit's. */
  everyStep: {
    form: 'flag',
    about: 'of integrators: a row at every accepted step, in place of every',
    usual: false,
    file: 'record.everyStep',
    engine: 'integrators',
    changes: 'results',
  },
  /** 'locate': steps end where a switch changes (valves, stops, sticking); 'step over': whatever a step has passed is taken note of at its end. Default 'locate'. */
  events: {
    form: 'choice',
    choices: ['locate', 'step over'],
    about: "of an integrator: 'locate' ends steps where a valve or stop switches, 'step over' does not",
    usual: 'locate',
    option: 'events',
    engine: 'integrators',
    changes: 'results',
  },
  /** Where slopes come from; default 'analytic'. */
  jacobian: {
    form: 'choice',
    choices: ['analytic', 'differences', 'adaptive differences'],
    about: "of an integrator: 'analytic', 'differences' or 'adaptive differences'",
    usual: 'analytic',
    option: 'jacobian',
    engine: 'integrators',
    changes: 'results',
  },
  /** False: h γ_i ∂f/∂t left out of Rosenbrock methods, as published. */
  timeDerivative: {
    form: 'flag',
    about: 'Rosenbrock methods have the term of the time derivative',
    usual: true,
    engine: 'integrators',
    changes: 'results',
  },
  /** How linear equations are solved; default 'auto', by size and sparsity. */
  algebra: {
    form: 'choice',
    choices: ['auto', 'dense', 'sparse'],
    about: 'how linear equations are solved',
    usual: 'auto',
    engine: 'integrators',
    changes: 'results',
  },
  /** Pressure difference below which a square root becomes the polynomial of Ellman and Piché 1999, Pa; default 1000. */
  transitionPressure: {
    form: 'quantity',
    unit: 'Pa',
    bounds: positive,
    about: 'of an integrator: pressure difference below which orifices are laminar',
    usual: '0.01 bar',
    option: 'transition-pressure',
    engine: 'integrators',
    changes: 'results',
  },
  /** Keeps every accepted step: `IntegratorResults.trace`. */
  trace: { form: 'flag', about: 'keeps every accepted step', engine: 'integrators', changes: 'nothing' },
  /** Times every attempt against `step`, as a real-time run would: `cost.realTime` of its results. */
  realTime: {
    form: 'flag',
    about: 'time every step of an integrator against --step',
    option: 'real-time',
    engine: 'integrators',
    changes: 'nothing',
  },
  /** Simulated times at which the account so far is kept: `cost.intervals` of its results. */
  intervals: {
    form: 'quantities',
    unit: 's',
    bounds: { atLeast: 0 },
    about: 'simulated times at which the account so far is kept',
    engine: 'integrators',
    changes: 'nothing',
  },
} as const satisfies Readonly<Record<string, Setting>>;

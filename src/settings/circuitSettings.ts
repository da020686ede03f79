/** Settings that circuits have, in the order in which a circuit holds them: how to run, where to start, what to record. */
import type { Setting } from './setting.js';

const positive = { above: 0 } as const;
/** Time that is above zero. */
const time = { form: 'quantity', unit: 's', bounds: positive } as const;

export const circuitSettings = {
  /** Simulated time to end at, s; default: the circuit's. */
  until: {
    ...time,
    about: 'simulated time to stop at, such as 2.5s',
    usual: '1 s',
    file: 'run.end',
    option: 'end',
    engine: 'both',
    changes: 'results',
  },
  /** Fixed step, s; null for variable steps; default: the circuit's, of integrators null. */
  step: {
    ...time,
    words: { variable: null },
    about: "fixed step, such as 10us, or 'variable'",
    file: 'run.step',
    fileOfLines: true,
    option: 'step',
    engine: 'both',
    changes: 'results',
  },
  /** How variable steps are steered (blocks/step/controller.ts); default: the circuit's. */
  law: {
    form: 'choice',
    choices: ['standard', 'thesis', 'thesisStrict'],
    about:
      "how variable steps are steered: 'standard', 'thesis' (Burton 1994, rejecting above ten times the pressure error) or 'thesisStrict' (above the pressure error)",
    usual: 'standard',
    file: 'run.law',
    fileOfLines: true,
    option: 'law',
    engine: 'lines',
    changes: 'results',
  },
  /** A cavity larger than its line ends the run, as no oil is left around it, or is reported in its account. */
  overfullCavity: {
    form: 'choice',
    choices: ['end', 'report'],
    about: 'end the run at a cavity larger than its line, or report it',
    usual: 'end',
    file: 'run.overfullCavity',
    program: false,
    engine: 'both',
    changes: 'results',
  },
  /** Equations of capacitive lines: of second order, or as printed in Burton 1994 (blocks/lines/capacitiveLines.step.ts); default: the circuit's. */
  line: {
    form: 'choice',
    choices: ['secondOrder', 'thesis'],
    about: "equations of capacitive lines: 'secondOrder' or 'thesis' (as printed in Burton 1994: of first order)",
    usual: 'secondOrder',
    file: 'run.line',
    fileOfLines: true,
    option: 'line',
    engine: 'lines',
    changes: 'results',
  },
  /** Pa; a run in which a pressure exceeds it ends as failed: it diverges. */
  pressureLimit: {
    form: 'quantity',
    unit: 'Pa',
    bounds: positive,
    about: 'a pressure above it ends the run, which diverges',
    usual: '1e6 bar',
    file: 'run.pressureLimit',
    program: false,
    engine: 'both',
    changes: 'results',
  },
  /** Pa: largest pressure difference along a line that a variable step may make; force and torque errors go with it. Default: the circuit's. */
  pressureError: {
    form: 'quantity',
    unit: 'Pa',
    bounds: positive,
    about:
      'largest pressure difference along a line that a variable step may make, such as 0.1bar; force and torque errors of springs go with it',
    usual: '0.1 bar',
    file: 'run.pressureError',
    fileOfLines: true,
    option: 'pressure-error',
    engine: 'lines',
    changes: 'results',
  },
  /** N: the same for lines between translational ports; the default is 0.1 bar on a piston of 10 cm2. */
  forceError: {
    form: 'quantity',
    unit: 'N',
    bounds: positive,
    about: 'largest difference of force along a translational line that a variable step may make',
    usual: '10 N',
    file: 'run.forceError',
    fileOfLines: true,
    program: false,
    engine: 'lines',
    changes: 'results',
  },
  /** Nm: the same for lines between rotational ports; the default is 0.1 bar in a motor of 63 cc/rev. */
  torqueError: {
    form: 'quantity',
    unit: 'Nm',
    bounds: positive,
    about: 'largest difference of torque along a rotational line that a variable step may make',
    usual: '0.1 Nm',
    file: 'run.torqueError',
    fileOfLines: true,
    program: false,
    engine: 'lines',
    changes: 'results',
  },
  /** First of the variable steps, s; default: the circuit's, of integrators found by the method. */
  initialStep: {
    ...time,
    about: 'first of the variable steps',
    usual: '10 us',
    file: 'run.initialStep',
    fileOfLines: true,
    setToo: 'integratorInitialStep',
    option: 'initial-step',
    engine: 'both',
    changes: 'results',
  },
  /** Shortest of the variable steps but those that end at an event, s; default: the circuit's, of integrators 1e-14 s. */
  minimumStep: {
    ...time,
    about: 'shortest of the variable steps but those that end at an event',
    usual: '1 us',
    file: 'run.minimumStep',
    fileOfLines: true,
    setToo: 'integratorMinimumStep',
    option: 'minimum-step',
    engine: 'both',
    changes: 'results',
  },
  /** Longest of the variable steps, s; default: the circuit's, of integrators a tenth of the run. */
  maximumStep: {
    ...time,
    about: 'longest of the variable steps',
    usual: '5 ms',
    file: 'run.maximumStep',
    fileOfLines: true,
    setToo: 'integratorMaximumStep',
    option: 'maximum-step',
    engine: 'both',
    changes: 'results',
  },
  /** Whether to start at the operating point; default: the circuit's. */
  steadyStart: {
    form: 'flag',
    about: 'start at the operating point, with signals as they are at t = 0',
    usual: false,
    file: 'initial.steady',
    option: 'steady',
    engine: 'both',
    changes: 'results',
  },
  /** Line or junction of a small volume → what gives its pressure to integrators, as `--treat` has it. */
  treat: {
    form: 'map',
    about: 'of integrators: line or junction of a small volume, and what gives its pressure, as of --treat: { V1: quasi-steady }',
    file: 'run.treat',
    program: false,
    engine: 'integrators',
    changes: 'results',
  },
  /** Conditions on states alone are solved by their rates. */
  reduce: {
    form: 'flag',
    about: 'conditions on states alone (index 2 and above) are solved by their rates instead of being refused',
    usual: false,
    file: 'run.reduce',
    builds: true,
    program: false,
    engine: 'both',
    changes: 'results',
  },
  /** m3 of oil at every joint whose pressure nothing sets; null: none. */
  jointVolume: {
    form: 'quantity',
    unit: 'm3',
    bounds: positive,
    about: 'a volume of oil at every joint without a line, to study the effect of leaving it out',
    file: 'run.jointVolume',
    builds: true,
    program: false,
    engine: 'both',
    changes: 'results',
  },
  /** kg, kg m2: in the place of a mass of 0; null: none. */
  smallMass: {
    form: 'quantity',
    unit: 'kg',
    bounds: positive,
    about: 'mass in the place of every mass of 0, to study the effect of leaving it out',
    file: 'run.smallMass',
    builds: true,
    program: false,
    engine: 'both',
    changes: 'results',
  },
  /** Pa: pressure of every line at t = 0 that gives none of its own. */
  initialPressure: {
    form: 'quantity',
    unit: 'Pa',
    bounds: {},
    about: 'of every line at t = 0',
    usually: 'that of the open air',
    file: 'initial.pressure',
    builds: true,
    program: false,
    engine: 'both',
    changes: 'results',
  },
  /** s between recorded rows; default: the circuit's. */
  every: {
    ...time,
    about: "time between recorded rows, such as 5ms; of an integrator also 'step', a row at every accepted step",
    usually: 'end/500',
    file: 'record.every',
    option: 'every',
    engine: 'both',
    changes: 'results',
  },
  /** Rows at the first step at or after each multiple of `every`, or at the multiple itself, interpolated; default: the circuit's. */
  grid: {
    form: 'choice',
    choices: ['steps', 'exact'],
    about: "where rows stand: 'steps', at the first step at or after each multiple of --every, or 'exact', at the multiple, interpolated",
    usual: 'steps',
    file: 'record.grid',
    fileOfLines: true,
    option: 'grid',
    engine: 'lines',
    changes: 'results',
  },
  /** Names or globs of what to record; default: the circuit's. */
  record: {
    form: 'list',
    each: "names or globs, such as ['act1.x', 'prv.*']",
    given: 'once',
    about: "names or globs of the quantities to record, such as 'act*.x,p2.out.p'",
    file: 'record.signals',
    option: 'record',
    engine: 'both',
    changes: 'results',
  },
  /** Names or globs of quantities whose smallest and largest values are kept at every accepted step, with their times: of the run, and in four columns of every row. Default: the circuit's. */
  envelope: {
    form: 'list',
    each: "names or globs, such as ['r*.p']",
    given: 'once',
    about: 'names or globs whose smallest and largest values are kept at every step, with their times: of the run, and in every row',
    file: 'record.envelope',
    option: 'envelope',
    engine: 'both',
    changes: 'results',
  },
  /** Conditions that are judged at every accepted step, such as 'c*.in.p < 60 bar'. Default: the circuit's. */
  watch: {
    form: 'list',
    each: "conditions, such as ['c*.in.p < 60 bar']",
    given: 'repeatedly',
    about: "condition that is judged at every step, 'c*.in.p < 60 bar': first and last time, total time, extreme",
    file: 'record.watch',
    option: 'watch',
    engine: 'both',
    changes: 'results',
  },
} as const satisfies Readonly<Record<string, Setting>>;

/** Settings of one run by lines: threads, partitions, their steps and exchange, back ends. */
import type { Setting } from './setting.js';

const positive = { above: 0 } as const;
/** Time that is above zero. */
const time = { form: 'quantity', unit: 's', bounds: positive } as const;

export const engineSettings = {
  /**
   * How many threads share the circuit; default: one for each partition of `plan`, else 'auto'. That is the number that is predicted to be fastest on the cores
   * that there are, from the first slices of the run by one worker or from counted costs; with `ownSteps` one for each core. A number is cut to the cores
   * (`oversubscribe`) and to the parts that only lines join. The bits are the same for all numbers, with `ownSteps` and `exchangeEvery` for those of one plan.
   */
  workers: {
    form: 'count',
    least: 1,
    most: 256,
    words: { auto: 'auto' },
    about: "'auto', or how many threads to share the circuit among; 1 is the serial engine",
    option: 'workers',
    engine: 'lines',
    changes: 'nothing',
  },
  /** How to partition where there is no plan, see partition/methods; default: multilevel. */
  method: {
    form: 'name',
    each: 'the name of a method',
    about: 'how to partition the circuit, by default greedy or multilevel',
    option: 'method',
    engine: 'lines',
    changes: 'nothing',
  },
  /** 'serial' has no Atomics and no threads, 'mpi' ranks without a memory in common (run/ranks/); default: serial for one worker, parallel for more. */
  driver: {
    form: 'choice',
    choices: ['serial', 'parallel', 'mpi'],
    about:
      "'serial', 'parallel' (with one worker: measures the cost of threads) or 'mpi' (under mpirun or srun: over hosts, a partition for each rank, or for each of its --workers); the results are the same",
    option: 'driver',
    engine: 'lines',
    changes: 'nothing',
  },
  /**
   * Back end of the equations; 'js' is the reference, 'native' C that is compiled for the run. Default: 'auto', which begins by 'wasm' and goes over to 'native' where the run
   * is long enough. The bits are the same.
   */
  kernels: {
    form: 'choice',
    choices: ['auto', 'native', 'wasm', 'js'],
    about:
      "'native' (C, by the compiler of this machine, for the vectors of its processor), 'wasm' (WebAssembly, two instances at a time) or 'js' (JavaScript); 'auto' takes native for long runs where there is gcc or clang, and says so; the results are the same",
    option: 'kernels',
    engine: 'both',
    changes: 'nothing',
  },
  /** At most so many steps between synchronisations, where wave lines of fixed steps allow partitions to meet less often; false: 1. The bits are the same. */
  lookAhead: {
    form: 'count',
    least: 1,
    words: { off: false, on: true },
    about:
      "steps between synchronisations at most, where wave lines of a fixed step let partitions meet less often; 'off' is 1; the results are the same",
    option: 'look-ahead',
    engine: 'lines',
    changes: 'nothing',
  },
  /** s between exchanges of partitions at a fixed step; what came across is held meanwhile: an approximation. Default: every step. */
  exchangeEvery: {
    ...time,
    about: 'of fixed steps: time between exchanges of partitions, such as 100us; the exchanged waves are held meanwhile, an approximation',
    option: 'exchange-every',
    engine: 'lines',
    changes: 'results',
  },
  /** Fixed steps of the plan's partitions in their order, s, in place of `step`; whole parts of `exchangeEvery`, by default the longest. */
  steps: {
    form: 'quantities',
    unit: 's',
    bounds: positive,
    about: "fixed steps of the plan's partitions in their order, such as 10us,100us; they exchange every longest step by default",
    option: 'steps',
    engine: 'lines',
    changes: 'results',
  },
  /** Each partition takes its own variable steps between synchronisations, where only wave lines are cut: results then depend on the plan (program/ownSteps.ts). */
  ownSteps: {
    form: 'flag',
    about: 'each partition takes its own variable steps between synchronisations; only wave lines are cut, and results depend on the plan',
    option: 'own-steps',
    engine: 'lines',
    changes: 'results',
  },
  /** Cut the circuit in more partitions than threads and let them change hands during the run, as their times ask for; the bits are the same, but where results depend on the plan (`ownSteps`, `exchangeEvery`) and none is given. */
  balance: {
    form: 'flag',
    about: 'several partitions a thread, which change hands during the run as their times ask for; the results are the same',
    option: 'balance',
    engine: 'lines',
    changes: 'nothing',
  },
  /** More threads than cores rather than folding partitions on fewer threads. */
  oversubscribe: {
    form: 'flag',
    about: 'more threads than cores rather than several partitions a thread',
    option: 'oversubscribe',
    engine: 'lines',
    changes: 'nothing',
  },
  /** Turns that a thread waits for the others in before it sleeps; default: measured. The bits are the same. */
  spin: { form: 'count', least: 0, about: 'turns for which a thread spins before it sleeps', engine: 'lines', changes: 'nothing' },
  /** Times one slice of so many: `cost.timeline` of its results; default: none. */
  timeline: { form: 'count', least: 1, about: 'times one slice of so many', engine: 'lines', changes: 'nothing' },
  /** Seconds without a new attempt after which the run is ended as failed; default 30. */
  deadline: {
    ...time,
    about: 'give up when no step was tried for so long',
    usual: '30 s',
    option: 'deadline',
    engine: 'lines',
    changes: 'nothing',
  },
} as const satisfies Readonly<Record<string, Setting>>;

import type { ControlLaw, LineEquations, RecordGrid } from '../circuit/circuit.js';
import type { Plan } from '../partition/plan.js';

/** What of a run's options says how its partitions step. */
export interface StepOptions {
  /** Which component is in which partition; `workers` must be as many, with `balance` at most so many. Default: made by `method`. */
  readonly plan?: Plan;
  /** s between exchanges of partitions at a fixed step; what came across is held meanwhile: an approximation. Default: every step. */
  readonly exchangeEvery?: number;
  /** Fixed steps of the plan's partitions in their order, s, in place of `step`; whole parts of `exchangeEvery`, by default the longest. */
  readonly steps?: readonly number[];
  /** Each partition takes its own variable steps between synchronisations, where only wave lines are cut: results then depend on the plan (program/ownSteps.ts). */
  readonly ownSteps?: boolean;
}

/** What of a run's options its program is made for. */
export interface ProgramOptions extends StepOptions {
  /** Simulated time to end at, s; default: the circuit's. */
  readonly until?: number;
  /** Fixed step, s; null for variable steps; default: the circuit's. */
  readonly step?: number | null;
  /** Variable steps, s: the first one, and the bounds of all but those that end at an event; default: the circuit's. */
  readonly initialStep?: number;
  readonly minimumStep?: number;
  readonly maximumStep?: number;
  /** How variable steps are steered; default: the circuit's. */
  readonly law?: ControlLaw;
  /** Equations of capacitive lines; default: the circuit's. */
  readonly line?: LineEquations;
  /** Pa: largest pressure difference along a line that a variable step may make; force and torque errors go with it. Default: the circuit's. */
  readonly pressureError?: number;
  /** Names or globs of what to record; default: the circuit's. */
  readonly record?: readonly string[];
  /** Names or globs of quantities whose smallest and largest values are kept at every accepted step, with their times: of the run, and in four columns of every row. Default: the circuit's. */
  readonly envelope?: readonly string[];
  /** Conditions that are judged at every accepted step, such as 'c*.in.p < 60 bar'. Default: the circuit's. */
  readonly watch?: readonly string[];
  /** s between recorded rows */
  readonly every?: number;
  /** Where rows stand; default: the circuit's. */
  readonly grid?: RecordGrid;
  /** Times one slice of so many: see `Results.timeline`; default: none. */
  readonly timeline?: number;
  /** Names of parameters, 'prv.crackingPressure', that are to be set: those that all components of a kind share are constants else. */
  readonly tunable?: readonly string[];
  /** Names or globs of quantities that are looked at while it runs (`HeldRun.look`), recorded or not. */
  readonly look?: readonly string[];
}

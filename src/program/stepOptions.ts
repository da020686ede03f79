import type { Plan } from '../partition/plan.js';

/** What of a run's options says how its partitions step. */
export interface StepOptions {
  /** Which component is in which partition; `workers` must be as many, with `balance` at most so many. Default: made by `method`. */
  readonly plan?: Plan;
  /** s between exchanges of partitions at a fixed step; what came across is held meanwhile: an approximation. Default: every step. */
  readonly exchangeEvery?: number;
  /** Fixed steps of the plan's partitions in their order, s, in place of `step`; whole parts of `exchangeEvery`, which is the longest unless told. */
  readonly steps?: readonly number[];
  /** Each partition takes its own variable steps between synchronisations, where only wave lines are cut: results then depend on the plan (program/ownSteps.ts). */
  readonly ownSteps?: boolean;
}

import type { ControllerSettings } from '../blocks/step/controller.js';
import type { Plan } from '../partition/plan.js';
import type { OptionsOf } from '../settings/settings.js';
import type { SettledOf } from '../settings/settled.js';

/** Options that the program of a run is made for: its settings (settings/settings.ts), and what only a program can give. */
export interface ProgramOptions extends OptionsOf<'lines'> {
  /** Which component is in which partition; `workers` must be as many, with `balance` at most so many. Default: made by `method`. */
  readonly plan?: Plan;
  /** Names of parameters, 'prv.crackingPressure', that are to be set: those that all components of a kind share are constants else. */
  readonly tunable?: readonly string[];
  /** Names or globs of quantities that are looked at while it runs (`HeldRun.look`), recorded or not. */
  readonly look?: readonly string[];
}

/** Options that control how partitions step. */
export type StepOptions = Pick<ProgramOptions, 'plan' | 'exchangeEvery' | 'steps' | 'ownSteps'>;

/** Values of the run that its steps take, and how far it goes. */
export interface StepControllerSettings
  extends Omit<ControllerSettings, 'law' | 'grid'>,
    Pick<SettledOf<'lines'>, 'law' | 'line' | 'overfullCavity' | 'pressureLimit' | 'initialStep' | 'grid'> {}

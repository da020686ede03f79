/** Options and results of a lumped solution. */

import type { NativeOptions } from '../native/host.js';
import type { Cavitation } from '../results/cavities.js';
import type { Extremes } from '../results/extremes.js';
import type { Progress } from '../results/progress.js';
import type { Account, CommonResults, Cost, Discontinuities, RunFacts } from '../results/results.js';
import type { OptionsOf } from '../settings/settings.js';
import type { Counts } from './method.js';
import type { TreatmentAccount } from './treatments/treatedSystem.js';
import type { TreatmentChoice } from './treatments/treatment.js';

/** Options of an integrator: its settings (settings/settings.ts), and those that only a program can give. */
export interface LumpedOptions extends OptionsOf<'integrators'> {
  /**
   * atol: by unit of the unknown ('Pa', 'm', '1', …), in that unit; or '0.01 bar' for all unknowns of a quantity and 'act1.x=1 um' for those of a name or
   * glob, the last that fits. Default: the circuit's; of unknowns that nothing fits: relativeTolerance times a usual size of such a quantity (scales.ts).
   */
  readonly absoluteTolerance?: ((unit: string) => number) | readonly string[];
  /** Small volumes whose pressure something else than their rate equation gives (treatments/registry.ts); default: the circuit's. */
  readonly treat?: readonly TreatmentChoice[];
  /** How native kernels are made: compiler, checks, cache. */
  readonly native?: NativeOptions;
  readonly signal?: AbortSignal;
  /** Called before the first step with what speaks against the method: an explicit one on a stiff circuit. The notes of the results have it too. */
  readonly onNote?: (note: string) => void;
  /** Called about ten times a second. */
  readonly onProgress?: (progress: Progress) => void;
}

/** Options of a held run by an integrator. */
export interface HeldLumpedOptions extends Omit<LumpedOptions, 'trace' | 'realTime' | 'intervals'> {
  /** Parameters that are to be set between two steps ('prv.crackingPressure'); inputs always can be. */
  readonly tunable?: readonly string[];
  /** Quantities to be sampled on demand, beside recorded ones: names or globs. */
  readonly look?: readonly string[];
  /** A checkpoint of `save`, of a run of the same circuit: goes on from there. Omitted options come from the checkpoint. */
  readonly resume?: Uint8Array;
}

/** One accepted step of a trace. */
export interface TraceStep {
  readonly t: number;
  readonly y: Float64Array;
  readonly step: number;
  readonly error: number;
  readonly order: number;
  /** Attempts rejected since the step before. */
  readonly rejected: number;
}

/** The circuit as differential equations, and how exactly they were to be solved. */
export interface IntegratorFacts extends RunFacts {
  readonly relativeTolerance: number;
  /** Whether steps end where a switch changes. */
  readonly events: 'locate' | 'step over';
  /** Pressure difference below which a square root is a polynomial, Pa. */
  readonly transitionPressure: number;
  /** Unknowns, and how many of them are algebraic. */
  readonly size: number;
  readonly algebraic: number;
  /** Places of the Jacobian that may differ from zero, the diagonal included. */
  readonly entries: number;
  /** Names of the unknowns in the order of y: component.state, or a volume by the lines that make it; with their absolute tolerances. */
  readonly unknowns: readonly { readonly name: string; readonly unit: string; readonly absoluteTolerance: number }[];
}

/** How often f jumped or bent, and why. */
export interface Jumps extends Discontinuities {
  /** Points in time: corners of duty cycles, samples. */
  readonly time: number;
  /** Switches along which the solution slid, as either side of each sent it to the other, and from when to when, s: from then on their surfaces held, with a mean of both sides. */
  readonly slides: readonly { readonly what: string; readonly from: number; readonly to: number }[];
}

/** Events of a run. */
export interface IntegratorAccount extends Account {
  /** Volumes of oil below the vapour pressure, of all accepted steps. */
  readonly cavitation: Cavitation;
  /** Joints without volume below the vapour pressure, of recorded rows and every eighth accepted step; the lowest first. */
  readonly joints: Account['joints'];
  /** Of all accepted steps, recorded or not; null without a volume of oil whose pressure is an unknown. */
  readonly pressures: Extremes | null;
  readonly discontinuities: Jumps;
  /** Costs of the treatments of small volumes, in the order of the options. */
  readonly treatments: readonly TreatmentAccount[];
}

/** Cost of a run. */
export interface IntegratorCost extends Cost {
  /** Attempts and evaluations; rejected and failed attempts are both `rejected` of `account.steps`. */
  readonly counts: Readonly<Counts>;
  /** Times of all attempts against the fixed step; null unless `LumpedOptions.realTime` asked for it. */
  readonly realTime: {
    /** s */
    readonly step: number;
    readonly median: number;
    readonly largest: number;
    /** Attempts that took longer than the step. */
    readonly missed: number;
    /** s of each attempt */
    readonly times: Float64Array;
  } | null;
  /** Account at each of `LumpedOptions.intervals`. */
  readonly intervals: readonly { readonly t: number; readonly wallSeconds: number; readonly counts: Readonly<Counts> }[];
}

/** Recorded rows and the account of a run by an integrator; partial if `ending` is not null. */
export interface IntegratorResults extends CommonResults {
  readonly engine: 'integrators';
  readonly run: IntegratorFacts;
  readonly account: IntegratorAccount;
  readonly cost: IntegratorCost;
  /** Every accepted step, where `LumpedOptions.trace` asked for them. */
  readonly trace: readonly TraceStep[];
}

/** A held run with all that it was opened by, so that it can be opened again: with other settings, or at a checkpoint. */
import type { Circuit } from '../../circuit/circuit.js';
import { describePlan } from '../../partition/describePlan.js';
import type { Plan } from '../../partition/plan.js';
import type { Held } from '../../results/held.js';
import { changedAccuracy, changedCheckpoint, savedBy } from '../../run/held/checkpoint.js';
import type { HeldRun } from '../../run/held/heldRun.js';
import type { ThreadHost } from '../../run/threads/threadHost.js';
import type { HeldOptions, LineResults } from '../../run/types.js';
import { lines } from '../../session/engine.js';
import { type HeldIntegratorOptions, openRun } from '../../session/openRun.js';
import type { Results } from '../../session/types.js';
import { settled } from '../../settings/settled.js';
import type { Settings } from './liveRun.js';
import { isTunable, lookedPatterns, tunableNames } from './tunables.js';

/** Settings that a page begins with. */
export const firstSettings: Settings = {
  solver: lines,
  tolerance: null,
  workers: 'auto',
  method: 'multilevel',
  plan: '',
  pressureError: null,
  until: null,
};

/** A run to be opened. */
interface Asked {
  readonly settings: Settings;
  /** Parameters that can be set, beside those that runs by lines have as columns from the beginning. */
  readonly more: readonly string[];
  readonly threads: ThreadHost | undefined;
  /** Notes beside those of the run. */
  readonly notes: readonly string[];
}

/** Choices of a page that results follow from. */
export const chosenOf = ({ pressureError, until }: Settings): Pick<HeldOptions, 'pressureError' | 'until'> => ({
  ...(pressureError === null ? {} : { pressureError }),
  ...(until === null ? {} : { until }),
});

/** Those of an integrator. */
export const chosenOfIntegrator = ({ tolerance, until }: Settings): Pick<HeldIntegratorOptions, 'relativeTolerance' | 'until'> => ({
  ...(tolerance === null ? {} : { relativeTolerance: tolerance }),
  ...(until === null ? {} : { until }),
});

/** Options of a run by lines; those in a checkpoint are left out. */
function optionsOf(circuit: Circuit, { settings, threads }: Asked, tunable: readonly string[], resume: Uint8Array | null): HeldOptions {
  const { workers, method, plan } = settings;
  const result: HeldOptions = { tunable, ...chosenOf(settings) };
  const { pressureError, until } = settled('lines', circuit, result);
  const changes = { tunable, pressureError, until };
  return {
    ...(plan ? { plan: JSON.parse(plan) as Plan } : { workers, method }),
    ...(threads ? { threads } : {}),
    look: lookedPatterns(circuit),
    ...(resume ? { resume: changedCheckpoint(resume, changes) } : result),
  };
}

/** Options of a run by an integrator. */
function integratorOptions(
  circuit: Circuit,
  settings: Settings,
  tunable: readonly string[],
  resume: Uint8Array | null,
): HeldIntegratorOptions {
  const { solver } = settings;
  const chosen = chosenOfIntegrator(settings);
  const { relativeTolerance, until } = settled('integrators', circuit, chosen);
  return {
    ...{ solver, look: lookedPatterns(circuit) },
    ...(resume ? { resume: changedAccuracy(resume, { relativeTolerance, until }) } : { ...chosen, tunable }),
  };
}

/**
 * Parameters that a run has as columns. Those of integrators are simplified with literals further than rounding goes unseen: a run begins with none, so that it has the bits of
 * `ringmain run`, and one whose parameters are set has all. A checkpoint of theirs has the ones that it was saved with.
 */
function tunableOf(circuit: Circuit, { settings: { solver }, more }: Asked, resume: Uint8Array | null): readonly string[] {
  if (solver === lines) return [...tunableNames(circuit), ...more];
  if (resume) return savedBy(resume).tunable;
  return more.length === 0 ? [] : [...tunableNames(circuit), ...more];
}

export class RunHolder {
  private constructor(
    readonly circuit: Circuit,
    private readonly asked: Asked,
    private readonly tunable: readonly string[],
    readonly run: Held<Results>,
    /** The run, where it is by lines. */
    private readonly byLines: HeldRun | null,
  ) {}

  /** Opens a run at its beginning, by the solver of the file where `first` has none. */
  static open(circuit: Circuit, threads: ThreadHost | undefined, first: Partial<Settings>): Promise<RunHolder> {
    const { solver } = circuit.run;
    const isChosen = solver === 'auto' && first.solver === undefined;
    const notes = isChosen
      ? [`The file leaves the solver to be chosen, and a run that is held has one from its beginning: it is ${lines}.`]
      : [];
    const settings = { ...firstSettings, solver: isChosen ? lines : solver, ...first };
    return RunHolder.opened(circuit, { settings, more: [], threads, notes }, null);
  }

  /** A checkpoint goes on by the solver that saved it. */
  private static async opened(circuit: Circuit, given: Asked, resume: Uint8Array | null): Promise<RunHolder> {
    const solver = resume ? savedBy(resume).solver : given.settings.solver;
    const notes = [...given.notes];
    const asked = { ...given, notes, settings: { ...given.settings, solver } };
    const tunable = tunableOf(circuit, asked, resume);
    if (solver === lines) {
      const run = await openRun(circuit, optionsOf(circuit, asked, tunable, resume));
      return new RunHolder(circuit, asked, tunable, run, run);
    }
    const onNote = (note: string): number => notes.push(note);
    const run = await openRun(circuit, { ...integratorOptions(circuit, asked.settings, tunable, resume), onNote });
    return new RunHolder(circuit, asked, tunable, run, null);
  }

  get settings(): Settings {
    return this.asked.settings;
  }

  /** Threads, partitions, and notes. */
  get choice(): { readonly workers: number; readonly parts: number; readonly notes: readonly string[] } {
    const { workers, parts, notes } = this.byLines?.choice ?? { workers: 1, parts: 1, notes: [] };
    return { workers, parts, notes: [...this.asked.notes, ...notes] };
  }

  /** Whether a value can be set as the run is. Throws RunError for a name that the run lacks. */
  lets(name: string): boolean {
    return isTunable(this.circuit, this.tunable, name);
  }

  /**
   * The run with other settings, or with one more parameter to be set: from where it stands, from a checkpoint, or from the beginning; values that are set
   * stay. This one is let go of when that has succeeded.
   */
  async reopened(
    changes: Partial<Pick<Asked, 'settings' | 'notes'>> & { readonly tunable?: string },
    resume: Uint8Array | null,
  ): Promise<RunHolder> {
    const { settings = this.settings, notes = [], tunable } = changes;
    const set = [...this.run.values.keys(), ...(tunable === undefined ? [] : [tunable])];
    const more = [...new Set([...this.asked.more, ...set.filter((name) => !isTunable(this.circuit, [], name))])];
    const other = await RunHolder.opened(this.circuit, { ...this.asked, settings, notes, more }, resume);
    if (!resume) for (const [name, value] of this.run.values) other.run.set(name, value);
    await this.run.release();
    return other;
  }

  /** The run with one more parameter to be set: by lines from where it stands, by an integrator anew. */
  settable(tunable: string, hasEnded: boolean): Promise<RunHolder> {
    if (this.byLines) return this.reopened({ tunable }, hasEnded ? null : this.run.save());
    const notes = [`The run began anew: ${tunable} was a constant of it. From now on parameters are set where it stands.`];
    return this.reopened({ tunable, notes }, null);
  }

  /** With other settings from where it stands; by another solver from the beginning. */
  changed(settings: Settings, hasEnded: boolean): Promise<RunHolder> {
    return this.reopened({ settings }, hasEnded || settings.solver !== this.settings.solver ? null : this.run.save());
  }

  /** A twin that goes on from here with a look at the clock in one of so many slices. Throws Error where one thread has all, and waits for nobody. */
  async timed(timeline: number): Promise<HeldRun> {
    if (!this.byLines) throw new Error(`${this.settings.solver} has one thread, which waits for nobody; take solver ${lines}`);
    return openRun(this.circuit, { ...optionsOf(this.circuit, this.asked, this.tunable, this.run.save()), timeline });
  }

  /** By partition: its work over the mean of all, by counted costs. */
  load(): readonly number[] {
    if (!this.byLines) return [1];
    const { owner, parts } = this.byLines.choice;
    if (parts === 1) return [1];
    return describePlan(this.circuit, owner, parts, { method: 'live', source: 'a page' }).load;
  }
}

/** Who limited or rejected most steps of a run by lines; integrators know nobody. */
export const limitedBy = ({ account }: Results): LineResults['account']['limitedBy'] => ('limitedBy' in account ? account.limitedBy : []);

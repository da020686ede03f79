/** A held run with all that it was opened by, so that it can be opened again: with other settings, or at a checkpoint. */
import type { Circuit } from '../../circuit/circuit.js';
import { describePlan } from '../../partition/describePlan.js';
import type { Plan } from '../../partition/plan.js';
import { changedCheckpoint } from '../../run/held/checkpoint.js';
import type { HeldRun } from '../../run/held/heldRun.js';
import { openRun } from '../../run/openRun.js';
import type { ThreadHost } from '../../run/threads/threadHost.js';
import type { HeldOptions } from '../../run/types.js';
import { settled } from '../../settings/settled.js';
import type { Settings } from './session.js';
import { isTunable, lookedPatterns, tunableNames } from './tunables.js';

/** What a page begins with. */
export const firstSettings: Settings = { workers: 'auto', method: 'multilevel', plan: '', pressureError: null, until: null };

/** What a run is opened by. */
interface Asked {
  readonly settings: Settings;
  /** Parameters that can be set. */
  readonly tunable: readonly string[];
  readonly threads: ThreadHost | undefined;
}

/** What a page has chosen that results follow from. */
export const chosenOf = ({ pressureError, until }: Settings): Pick<HeldOptions, 'pressureError' | 'until'> => ({
  ...(pressureError === null ? {} : { pressureError }),
  ...(until === null ? {} : { until }),
});

/** Options of such a run; what comes from a checkpoint is not told again. */
function optionsOf(circuit: Circuit, { settings, tunable, threads }: Asked, resume: Uint8Array | null): HeldOptions {
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

export class RunHolder {
  private constructor(
    readonly circuit: Circuit,
    private readonly asked: Asked,
    readonly run: HeldRun,
  ) {}

  /** Opens a run at its beginning. */
  static open(circuit: Circuit, threads: ThreadHost | undefined): Promise<RunHolder> {
    return RunHolder.opened(circuit, { settings: firstSettings, tunable: tunableNames(circuit), threads }, null);
  }

  private static async opened(circuit: Circuit, asked: Asked, resume: Uint8Array | null): Promise<RunHolder> {
    return new RunHolder(circuit, asked, await openRun(circuit, optionsOf(circuit, asked, resume)));
  }

  get settings(): Settings {
    return this.asked.settings;
  }

  /** Whether a value can be set as the run is. Throws RunError for what there is none of. */
  lets(name: string): boolean {
    return isTunable(this.circuit, this.asked.tunable, name);
  }

  /**
   * The same run with other settings, or with one more parameter to be set: from where it stands, from a checkpoint, or from the beginning; values that are set
   * stay. This one is let go of when that has succeeded.
   */
  async reopened(changes: { readonly settings?: Settings; readonly tunable?: string }, resume: Uint8Array | null): Promise<RunHolder> {
    const { settings = this.settings, tunable } = changes;
    const asked = { ...this.asked, settings, tunable: [...this.asked.tunable, ...(tunable === undefined ? [] : [tunable])] };
    const other = await RunHolder.opened(this.circuit, asked, resume);
    if (!resume) for (const [name, value] of this.run.tuner.values) other.run.set(name, value);
    await this.run.release();
    return other;
  }

  /** A twin that goes on from here with a look at the clock in one of so many slices. */
  async timed(timeline: number): Promise<HeldRun> {
    return openRun(this.circuit, { ...optionsOf(this.circuit, this.asked, this.run.save()), timeline });
  }

  /** By partition: its work over the mean of all, by counted costs. */
  load(): readonly number[] {
    const { owner, parts } = this.run.choice;
    if (parts === 1) return [1];
    return describePlan(this.circuit, owner, parts, { method: 'live', source: 'a page' }).load;
  }
}

/** A held run with all that it was opened by, so that it can be opened again: with other settings, or at a checkpoint. */
import type { Circuit } from '../../circuit/circuit.js';
import { describePlan } from '../../partition/describePlan.js';
import type { Plan } from '../../partition/plan.js';
import { changedCheckpoint } from '../../run/held/checkpoint.js';
import type { HeldRun } from '../../run/held/heldRun.js';
import { openRun } from '../../run/openRun.js';
import type { ThreadHost } from '../../run/threads/threadHost.js';
import type { HeldOptions } from '../../run/types.js';
import type { Settings } from './session.js';
import { lookedPatterns, tunableNames } from './tunables.js';

/** What a page begins with. */
export const firstSettings: Settings = { workers: 'auto', method: 'multilevel', plan: '', pressureError: null, until: null };

/** Options of a run with these settings; what comes from a checkpoint is not told again. */
function optionsOf(circuit: Circuit, settings: Settings, threads: ThreadHost | undefined, resume: Uint8Array | null): HeldOptions {
  const { workers, method, plan, pressureError, until } = settings;
  const result: HeldOptions = {
    tunable: tunableNames(circuit),
    ...(pressureError === null ? {} : { pressureError }),
    ...(until === null ? {} : { until }),
  };
  return {
    ...(plan ? { plan: JSON.parse(plan) as Plan } : { workers, method }),
    ...(threads ? { threads } : {}),
    look: lookedPatterns(circuit),
    ...(resume ? { resume: withSettings(circuit, resume, settings) } : result),
  };
}

function withSettings({ run }: Circuit, resume: Uint8Array, { pressureError, until }: Settings): Uint8Array {
  return changedCheckpoint(resume, { pressureError: pressureError ?? run.pressureError, until: until ?? run.end });
}

export class RunHolder {
  private constructor(
    readonly circuit: Circuit,
    readonly settings: Settings,
    readonly run: HeldRun,
    private readonly threads: ThreadHost | undefined,
  ) {}

  /** Opens a run at its beginning, or where it was when it was saved. */
  static async open(
    circuit: Circuit,
    settings: Settings,
    threads: ThreadHost | undefined,
    resume: Uint8Array | null = null,
  ): Promise<RunHolder> {
    return new RunHolder(circuit, settings, await openRun(circuit, optionsOf(circuit, settings, threads, resume)), threads);
  }

  /** The same run with other settings: from where it stands, from a checkpoint, or from the beginning; values that are set stay. This one is let go of when that has succeeded. */
  async reopened(settings: Settings, resume: Uint8Array | null): Promise<RunHolder> {
    const other = await RunHolder.open(this.circuit, settings, this.threads, resume);
    if (!resume) for (const [name, value] of this.run.tuner.values) other.run.set(name, value);
    await this.run.release();
    return other;
  }

  /** A twin that goes on from here with a look at the clock in one of so many slices. */
  async timed(timeline: number): Promise<HeldRun> {
    return openRun(this.circuit, { ...optionsOf(this.circuit, this.settings, this.threads, this.run.save()), timeline });
  }

  /** By partition: its work over the mean of all, by counted costs. */
  load(): readonly number[] {
    const { owner, parts } = this.run.choice;
    return describePlan(this.circuit, owner, parts, { method: 'live', source: 'a page' }).load;
  }
}

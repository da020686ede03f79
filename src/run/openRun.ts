/** Circuit + options → a run that is held; or a checkpoint → the run, as it stood. */
import type { Circuit } from '../circuit/circuit.js';
import { ownersOf } from '../partition/checkPlan.js';
import { describePlan } from '../partition/describePlan.js';
import { RunError } from '../results/runError.js';
import { checkHeldOptions } from './checkOptions.js';
import { availableCores } from './choice.js';
import { type Checkpoint, checkCircuit, decodeCheckpoint, resultOptions, type SavedOptions } from './held/checkpoint.js';
import { type HeldRun, openPrepared } from './held/heldRun.js';
import { prepareRun } from './held/prepare.js';
import { putState } from './held/state.js';
import { Tuner } from './held/tunable.js';
import type { Session } from './session.js';
import type { HeldOptions } from './types.js';

/**
 * Opens a run that goes on by orders. Threads are started with the first order; `close` ends them. Rejects with RunError or PlanError for a run that cannot
 * begin, and for a checkpoint that is not this circuit's.
 */
export async function openRun(circuit: Circuit, options: HeldOptions = {}): Promise<HeldRun> {
  checkHeldOptions(circuit, options);
  const saved = options.resume ? decodeCheckpoint(options.resume) : null;
  if (saved) checkCircuit(circuit, saved);
  const asked: HeldOptions = { lookAhead: false, tunable: [], ...(saved ? withSaved(circuit, options, saved) : options) };
  const known = saved ? { start: saved.start } : {};
  const prepared = await prepareRun(circuit, asked, [], availableCores(asked), known);
  const run = openPrepared(prepared, asked);
  if (!saved) return run;
  putCheckpoint(prepared.session, saved, run.tuner);
  return run;
}

/** Puts a checkpoint into a session of its circuit and options. Throws RunError where it does not fit. */
export function putCheckpoint(session: Session, { state, mark, set }: Checkpoint, tuner = new Tuner(session)): void {
  if (!putState(session, state, mark))
    throw new RunError(
      'RUN403',
      'the checkpoint does not hold what this run needs',
      'run from the start; it was written by another version',
    );
  for (const [name, value] of set) tuner.set(name, value);
}

/** Omitted options come from the checkpoint; one that would change results is refused. */
export function withSavedOptions<Options extends Omit<HeldOptions, 'resume'>>(options: Options, saved: SavedOptions): Options {
  for (const name of resultOptions) {
    if (options[name] === undefined || JSON.stringify(options[name]) === JSON.stringify(saved[name])) continue;
    const was = saved[name] === undefined ? 'the default' : JSON.stringify(saved[name]);
    throw new RunError(
      'RUN407',
      `${name} is ${JSON.stringify(options[name])}, and was ${was} when the run was saved`,
      `leave ${name} out: what results depend on is as it was`,
    );
  }
  return { ...options, ...saved };
}

/** With the plan too, where results depend on it. */
export function withSaved<Options extends HeldOptions>(circuit: Circuit, options: Options, { options: saved, owner }: Checkpoint): Options {
  const merged = withSavedOptions(options, saved);
  if (!owner) return merged;
  const parts = owner.reduce((most, p) => Math.max(most, p), 0) + 1;
  if (options.plan && ownersOf(circuit, options.plan).some((p, c) => p !== owner[c]))
    throw new RunError(
      'RUN408',
      'the results of this run depend on its plan, and the plan is another',
      'leave the plan out: it was saved too',
    );
  return { ...merged, plan: describePlan(circuit, owner, parts, { method: 'saved', source: 'a checkpoint' }) };
}

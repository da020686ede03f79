/** Circuit + options → Results: opens a run, has it go on to its end, closes it. */
import type { Circuit } from '../circuit/circuit.js';
import { resultsOf } from './account/results.js';
import { type Attempt, type AutomaticRun, driveAutomatic, isPlain } from './automatic.js';
import { checkRunOptions } from './checkOptions.js';
import { automaticRun, availableCores, isAutomatic } from './choice.js';
import { hooksOf, openPrepared } from './held/heldRun.js';
import { driverOf, prepareRun } from './held/prepare.js';
import type { Session } from './session.js';
import { driveThrough } from './threads/driver.js';
import type { Fault } from './threads/faults.js';
import type { Results, RunOptions } from './types.js';

/**
 * Runs a circuit. Resolves with partial results and an `ending` when the run is interrupted or fails;
 * rejects with RunError or PlanError for what cannot begin, with Interrupted before the first step. `faults` are for tests.
 */
export async function simulate(circuit: Circuit, options: RunOptions = {}, faults: readonly Fault[] = []): Promise<Results> {
  checkRunOptions(circuit, options);
  const cores = availableCores(options);
  const automatic = isAutomatic(circuit, options, faults) && cores > 1 ? automaticRun(circuit, options, cores) : null;
  if (automatic && !isPlain(automatic)) return simulateAutomatic(circuit, { ...options, workers: 1 }, cores, automatic);
  const run = openPrepared(await prepareRun(circuit, options, faults, cores), options, faults);
  try {
    await run.advance();
  } finally {
    await run.release();
  }
  return run.close();
}

/** The first slices of a run of one worker choose how it goes on. */
async function simulateAutomatic(circuit: Circuit, options: RunOptions, cores: number, automatic: AutomaticRun): Promise<Results> {
  const prepared = await prepareRun(circuit, options, [], cores);
  const { session, choice, searchSeconds } = prepared;
  const { start } = session;
  // More workers begin at the operating point that has been found: their set-up has no search in it.
  const driven = await driveAutomatic(
    automatic,
    session,
    hooksOf(session, options),
    prepared.setupSeconds - searchSeconds,
    (workers, attempt) => tryParallel(circuit, { ...options, workers }, cores, attempt, start),
  );
  if (!('ended' in driven)) return Object.assign(driven, { setupSeconds: driven.setupSeconds + searchSeconds });
  choice.notes.unshift(driven.note);
  return resultsOf(session, choice, driven.ended, prepared.setupSeconds + driven.planning);
}

/** The same run by several workers; null where the attempt's `isSlower`, asked now and then, said so. */
async function tryParallel(
  circuit: Circuit,
  options: RunOptions,
  cores: number,
  { owner, isSlower }: Attempt,
  start: Session['start'],
): Promise<Results | null> {
  const prepared = await prepareRun(circuit, options, [], cores, { owner, start });
  const { session, choice, setupSeconds } = prepared;
  const hooks = hooksOf(session, options);
  let gaveUp = false;
  const isAborted = (): boolean => {
    gaveUp ||= isSlower?.(session) ?? false;
    return gaveUp || hooks.isAborted();
  };
  const ended = await driveThrough(await driverOf(prepared, options, []), { ...hooks, isAborted });
  if (!gaveUp || ended.end !== 'aborted' || hooks.isAborted()) return resultsOf(session, choice, ended, setupSeconds);
  session.rows?.discard();
  return null;
}

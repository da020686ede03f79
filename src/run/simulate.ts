/** Circuit + options → Results: opens a run, has it go on to its end, closes it. */
import type { Circuit } from '../circuit/circuit.js';
import { MachineRefusal } from '../results/machineRefusal.js';
import { resultsOf } from './account/results.js';
import { type Attempt, type AutomaticRun, driveAutomatic, isPlain } from './automatic.js';
import { checkRunOptions } from './checkOptions.js';
import { automaticRun, availableCores, isAutomatic, mayBeSerial } from './choice.js';
import { hooksOf, openPrepared } from './held/heldRun.js';
import { besideOf, driverOf, prepareRun } from './held/prepare.js';
import type { Session } from './session.js';
import { driveThrough } from './threads/driver.js';
import type { Fault } from './threads/faults.js';
import type { LineResults, RunOptions } from './types.js';

/**
 * Runs a circuit. Resolves with partial results and an `ending` when the run is interrupted or fails;
 * rejects with RunError or PlanError for what cannot begin, with MachineRefusal where the machine refuses memory or the threads that were asked for, with
 * Interrupted before the first step. `faults` are for tests.
 */
export async function simulate(circuit: Circuit, options: RunOptions = {}, faults: readonly Fault[] = []): Promise<LineResults> {
  checkRunOptions(circuit, options);
  const cores = availableCores(options);
  const automatic = isAutomatic(circuit, options, faults) && cores > 1 ? automaticRun(circuit, options, cores) : null;
  if (automatic && !isPlain(automatic)) return simulateAutomatic(circuit, { ...options, workers: 1 }, cores, automatic);
  try {
    return await simulateAs(circuit, options, faults, cores);
  } catch (error) {
    if (!(error instanceof MachineRefusal && mayBeSerial(options))) throw error;
    const results = await simulateAs(circuit, { ...options, workers: 1 }, faults, cores);
    return Object.assign(results, { notes: [`1 worker: ${error.message}`, ...results.notes] });
  }
}

/** By the workers that the options ask for, or that counted costs choose. */
async function simulateAs(circuit: Circuit, options: RunOptions, faults: readonly Fault[], cores: number): Promise<LineResults> {
  const prepared = await prepareRun(circuit, options, faults, cores);
  const run = openPrepared(prepared, options, faults);
  try {
    await run.advance();
  } catch (error) {
    if (error instanceof MachineRefusal) prepared.session.rows?.discard();
    throw error;
  } finally {
    await run.release();
  }
  return run.close();
}

/** The first slices of a run of one worker choose how it goes on. */
async function simulateAutomatic(circuit: Circuit, options: RunOptions, cores: number, automatic: AutomaticRun): Promise<LineResults> {
  const prepared = await prepareRun(circuit, options, [], cores);
  const { session, plan, searchSeconds } = prepared;
  const { start } = session;
  // More workers begin at the operating point that has been found: their set-up has no search in it.
  const driven = await driveAutomatic(
    automatic,
    session,
    hooksOf(session, options),
    prepared.setupSeconds - searchSeconds,
    (workers, attempt) => tryParallel(circuit, { ...options, workers }, cores, attempt, start),
    () => besideOf(session, options),
  );
  if (!('ended' in driven))
    return Object.assign(driven, { cost: { ...driven.cost, setupSeconds: driven.cost.setupSeconds + searchSeconds } });
  plan.notes.unshift(driven.note);
  return resultsOf(session, plan, driven.ended, prepared.setupSeconds + driven.planning);
}

/** The run by several workers; null where the attempt's `isSlower`, asked now and then, said so. */
async function tryParallel(
  circuit: Circuit,
  options: RunOptions,
  cores: number,
  { owner, isSlower }: Attempt,
  start: Session['start'],
): Promise<LineResults | null> {
  const prepared = await prepareRun(circuit, options, [], cores, { owner, start });
  const { session, plan, setupSeconds } = prepared;
  const hooks = hooksOf(session, options);
  let gaveUp = false;
  const isAborted = (): boolean => {
    gaveUp ||= isSlower?.(session) ?? false;
    return gaveUp || hooks.isAborted();
  };
  const driver = await driverOf(prepared, options, []).catch((error: unknown) => {
    session.rows?.discard();
    throw error;
  });
  const ended = await driveThrough(driver, { ...hooks, isAborted });
  if (!gaveUp || ended.end !== 'aborted' || hooks.isAborted()) return resultsOf(session, plan, ended, setupSeconds);
  session.rows?.discard();
  return null;
}

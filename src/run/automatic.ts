/**
 * `workers: 'auto'`: the run begins with the serial engine; what its first slices show decides whether it ends with it too. The choice changes no result,
 * as the bits are the same for every number of workers.
 */

import { outcomes } from '../blocks/step/outcomes.js';
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import { PlanError } from '../partition/checkPlan.js';
import { type Costs, countedCosts } from '../partition/costs.js';
import { type CutOptions, cutCircuit } from '../partition/cutCircuit.js';
import { workOfPlan } from '../partition/planWork.js';
import { predictStep } from '../partition/prediction.js';
import { longestWindow, lookAheadWindow } from '../program/lookAhead.js';
import { MachineRefusal } from '../results/machineRefusal.js';
import { stepCounts } from './account/account.js';
import {
  type Candidate,
  chooseWorkers,
  isTooShort,
  machineOf,
  probation,
  type SerialTrial,
  startSeconds,
  threadsCompared,
  type WorkersChoice,
} from './chooseWorkers.js';
import type { Session } from './session.js';
import { type DriverHooks, driveThrough, type RunEnd } from './threads/driver.js';
import type { NativeBeside } from './threads/nativeBeside.js';
import { makeAttempts, SerialDriver } from './threads/serial.js';
import type { LineResults } from './types.js';

/** Options of a run that a choice depends on. */
export interface AutomaticRun {
  readonly circuit: Circuit;
  readonly cores: number;
  /** s; null for variable steps. */
  readonly fixedStep: number | null;
  /** Simulated time to end at, s. */
  readonly end: number;
  /** Most steps between synchronisations. */
  readonly mostAhead: number;
  readonly method: string | undefined;
}

/** s of the run that tell its speed: compiled code is slow for some 10 ms. */
const trialSeconds = 0.025;
/** s of a run that seems long, before plans are made: they take some 10 ms, and with variable steps a run often begins with shorter ones than it goes on with. */
const longTrialSeconds = 0.075;
/** s: shortest slice that a speed is taken from; the fastest of so many at least counts, as other programs come between. */
const sliceSeconds = 0.001;
const fewestSlices = 4;
/** s: slices grow no longer than this, twice. */
const longestSlice = 0.01;
/** components */
const mostTried = 20_000;
/** Share of the serial engine's time that plans may take beyond the first one. */
const planningShare = 0.02;

/** A run of several workers that is tried. */
export interface Attempt {
  /** By component. */
  readonly owner: Int32Array;
  /** Whether it is to be ended as it is slower than the serial engine; null where that is no question. */
  readonly isSlower: ((session: Session) => boolean) | null;
}

/** A run that the serial engine made. */
export interface SerialDriven {
  readonly ended: RunEnd;
  /** s that were spent on plans. */
  readonly planning: number;
  readonly note: string;
}

/** Counted costs were 0.4 to 2.2 times those measured in circuits of 300 components and more: these take as little as can be. */
const leastOfCounted = 0.4;

/** Components of the smallest circuit that is judged so; ns that a component's attempt takes at most. */
const fewestPlain = 200;
const largestCost = 50;

/** Whether counted costs leave no doubt that threads pay: then nothing is tried first. Only where the number of steps is known. */
export function isPlain(run: AutomaticRun): boolean {
  // Plans for all numbers of threads are felt by a small circuit or a short run.
  const { count } = tablesOf(run.circuit).components;
  if (run.fixedStep === null || count < fewestPlain || (count * largestCost * run.end) / run.fixedStep < 1e9 * startSeconds(2))
    return false;
  const { threads, sure } = chooseByCounts(run, leastOfCounted);
  return threads > 1 && sure;
}

/**
 * By counted costs alone, or so many times those, for circuits that are not tried. At variable steps such a circuit is taken to be run for long.
 * `owner`: of the plan for so many; null for one.
 */
export function chooseByCounts(run: AutomaticRun, times = 1): WorkersChoice & { readonly owner: Int32Array | null } {
  const costs = countedCosts(run.circuit);
  const counted = workOfPlan(run.circuit, new Int32Array(tablesOf(run.circuit).components.count), 1, costs, {
    serial: null,
    fixedStep: run.fixedStep !== null,
    window: 1,
  }).serial;
  const step = times * counted;
  const steps = run.fixedStep === null ? Number.POSITIVE_INFINITY : run.end / run.fixedStep;
  const trial = { step, counted: true, steps: Math.min(steps, 1e12), setup: 0, longestWindow: longestOf(run) };
  // Results may depend on this choice: no clock bounds it.
  return chosen(run, trial, isTooShort(trial, run.cores) ? noPlans : plansOf(run, costs, step, Number.POSITIVE_INFINITY));
}

function chosen(run: AutomaticRun, trial: SerialTrial, { planned, refused }: Plans): ReturnType<typeof chooseByCounts> {
  const choice = chooseWorkers(trial, planned, run.cores);
  const owner = planned.find(({ threads }) => threads === choice.threads)?.owner ?? null;
  return { ...choice, owner, note: refused !== null && planned.length === 0 ? `1 worker: ${refused}` : choice.note };
}

/**
 * Runs a session of the serial engine to its end, or, where its first slices say so, the same run anew by `parallel`. That gives its results, or null where
 * the attempt's `isSlower` ended it: then, and where workers were lost or refused, the serial engine goes on. `setup`: s that opening the session took, and another one will.
 */
export async function driveAutomatic(
  run: AutomaticRun,
  session: Session,
  hooks: DriverHooks,
  setup: number,
  parallel: (workers: number, attempt: Attempt) => Promise<LineResults | null>,
  beside: () => NativeBeside | null = () => null,
): Promise<SerialDriven | LineResults> {
  const { ended, wall, trial, slice } = trySerial(session, hooks, run.cores, {
    setup,
    longestWindow: longestOf(run),
  });
  if (ended) return { ended, planning: 0, note: `1 worker: the run ended within ${Number((1000 * wall).toPrecision(2))} ms` };
  const began = performance.now();
  const isOver = hooks.isAborted();
  const most = (planningShare * trial.step * trial.steps) / 1e9;
  const choice = chosen(
    run,
    trial,
    isOver || isTooShort(trial, run.cores) ? noPlans : plansOf(run, countedCosts(run.circuit), trial.step, most),
  );
  const planning = (performance.now() - began) / 1000;
  let [note, before] = [isOver ? '1 worker: interrupted before there was a choice' : choice.note, wall];
  if (choice.owner) {
    const tried = performance.now();
    let refused: string | null = null;
    const results = await parallel(choice.threads, {
      owner: choice.owner,
      isSlower: choice.onProbation ? slowerThan(trial.step) : null,
    }).catch((error: unknown) => {
      if (!(error instanceof MachineRefusal)) throw error;
      refused = error.message;
      return null;
    });
    const lost = results?.ending?.kind === 'failed' && results.ending.code === 'RUN302' ? results.ending.message : null;
    if (results && lost === null) {
      session.rows?.discard();
      const cost = { ...results.cost, setupSeconds: results.cost.setupSeconds + setup + wall + planning };
      return Object.assign(results, { cost, notes: [note, ...results.notes] });
    }
    note = `1 worker: ${choice.threads} were tried and ${refused ? `refused (${refused})` : lost ? `lost (${lost})` : 'slower'}; ${note.replace(/^\d+ workers: /, '')}`;
    before += (performance.now() - tried) / 1000;
  }
  const rest = await driveThrough(new SerialDriver(session, slice, beside()), hooks);
  return { ended: { ...rest, wallSeconds: rest.wallSeconds + before }, planning, note };
}

/** Attempts from synchronisation to synchronisation that some plan might allow. */
const longestOf = ({ fixedStep, mostAhead }: AutomaticRun): number => (fixedStep === null ? 1 : Math.min(mostAhead, longestWindow));

/** Plans for numbers of threads. */
interface Plans {
  readonly planned: readonly (Candidate & Pick<Attempt, 'owner'>)[];
  /** Why the method has none for one of the numbers. */
  readonly refused: string | null;
}

const noPlans: Plans = { planned: [], refused: null };
/** Numbers of threads in a row that are no better than a smaller one, before no more are planned. */
const worseInARow = 2;

/** Plans for the numbers of threads that are compared, by counted costs; after `most` s no more than there are then. */
function plansOf({ circuit, cores, fixedStep, mostAhead, method }: AutomaticRun, costs: Costs, serial: number, most: number): Plans {
  const options: CutOptions = { costs, preferWaves: fixedStep !== null && mostAhead > 1, ...(method === undefined ? {} : { method }) };
  const planned: Plans['planned'][number][] = [];
  const began = performance.now();
  let refused: string | null = null;
  let [best, worse] = [Number.POSITIVE_INFINITY, 0];
  for (const wanted of threadsCompared(cores)) {
    if (worse === worseInARow || (wanted > 2 && performance.now() - began > 1000 * most)) break;
    worse++;
    const cut = cutOrRefusal(circuit, wanted, options);
    if (typeof cut === 'string') {
      refused ??= cut;
      continue;
    }
    const { owner, parts } = cut;
    if (parts < wanted) break;
    const window = Math.min(mostAhead, lookAheadWindow(circuit, owner, fixedStep));
    const work = workOfPlan(circuit, owner, parts, costs, { serial, fixedStep: fixedStep !== null, window });
    planned.push({ threads: parts, work, owner });
    const { attempt } = predictStep(work, parts, machineOf(cores));
    if (attempt < best) [best, worse] = [attempt, 0];
  }
  return { planned, refused };
}

/** Nobody asked for this number of parts: a method that has none for it ends no run. */
function cutOrRefusal(circuit: Circuit, wanted: number, options: CutOptions): ReturnType<typeof cutCircuit> | string {
  try {
    return cutCircuit(circuit, wanted, options);
  } catch (error) {
    if (error instanceof PlanError) return error.reasons[0] ?? error.message;
    throw error;
  }
}

/** First slices of the run, each twice as long as the one before, until they tell the speed. */
function trySerial(
  session: Session,
  hooks: DriverHooks,
  cores: number,
  known: Pick<SerialTrial, 'setup' | 'longestWindow'>,
): { readonly ended: RunEnd | null; readonly wall: number; readonly trial: SerialTrial; readonly slice: number } {
  const { end, fixedStep } = session.program.controller.settings;
  const longest = fixedStep === null ? longTrialSeconds : trialSeconds;
  let [wall, attempts, slices, step] = [0, 2, 0, Number.POSITIVE_INFINITY];
  for (;;) {
    const before = stepCounts(session);
    const began = performance.now();
    const outcome = makeAttempts(session, attempts);
    const took = (performance.now() - began) / 1000;
    wall += took;
    const after = stepCounts(session);
    const made = after.accepted + after.rejected - before.accepted - before.rejected;
    const left =
      fixedStep === null
        ? ((end - after.time) * made) / Math.max(after.time - before.time, Number.MIN_VALUE)
        : (end - after.time) / fixedStep;
    if (took >= sliceSeconds) {
      slices++;
      step = Math.min(step, (1e9 * took) / Math.max(1, made));
    }
    const trial = { step, steps: after.accepted + after.rejected + left, ...known };
    if (outcome !== outcomes.goOn) {
      const end = outcome === outcomes.failed ? 'failed' : 'finished';
      return { ended: { end, wallSeconds: wall, timed: [], barrier: null }, wall, trial, slice: attempts };
    }
    hooks.onSlice();
    // Variable steps may become shorter than the first: a run that seems too short has the time that two threads take to start, to end in.
    const enough = isTooShort(trial, cores) ? (fixedStep === null ? startSeconds(2) + known.setup : trialSeconds) : longest;
    if (hooks.isAborted() || (wall >= enough && slices >= fewestSlices)) return { ended: null, wall, trial, slice: attempts };
    attempts = took < longestSlice ? 2 * attempts : attempts;
  }
}

/** Whether a run's attempts take longer than `step` ns, from looks at it at any times; true once at most, and not before its threads are at their speed. */
function slowerThan(step: number): (session: Session) => boolean {
  let [began, from, before, judged] = [-1, -1, 0, false];
  return (session) => {
    const now = performance.now() / 1000;
    const { accepted, rejected } = stepCounts(session);
    if (judged || accepted + rejected === 0) return false;
    if (began < 0) began = now;
    if (from < 0 && now - began >= probation.from) [from, before] = [now, accepted + rejected];
    if (from < 0 || now - from < probation.seconds) return false;
    judged = true;
    return (1e9 * (now - from)) / Math.max(1, accepted + rejected - before) > step;
  };
}

/** Whether the first slices of a circuit are worth trying: opening a very large one twice would cost more than a wrong choice. */
export const isTried = (circuit: Circuit): boolean => tablesOf(circuit).components.count <= mostTried;

/**
 * `workers: 'auto'`: the run begins with the serial engine; what its first slices show decides whether it ends with it too. The choice changes no result,
 * as the bits are the same for every number of workers.
 */
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import type { KernelFunction } from '../equations/unit.js';
import { countedCosts } from '../partition/costs.js';
import { cutCircuit } from '../partition/cutCircuit.js';
import { workOfPlan } from '../partition/planWork.js';
import { stepCounts } from './account/account.js';
import {
  type Candidate,
  chooseWorkers,
  isTooShort,
  probation,
  type SerialTrial,
  startSeconds,
  threadsCompared,
  type WorkersChoice,
} from './chooseWorkers.js';
import { longestWindow, lookAheadWindow } from './loop/lookAhead.js';
import { outcomes } from './loop/outcomes.js';
import type { Session } from './session.js';
import { type DriverHooks, runSerial, type SerialEnd } from './threads/serial.js';
import type { Results } from './types.js';

/** What the run is asked for that a choice depends on. */
export interface AutomaticRun {
  readonly circuit: Circuit;
  readonly cores: number;
  /** s; null for variable steps. */
  readonly fixedStep: number | null;
  /** Simulated time to end at, s. */
  readonly end: number;
  /** Most steps between meetings. */
  readonly mostAhead: number;
  readonly method: string | undefined;
}

/** s of the run that tell its speed: compiled code is slow for some 10 ms. */
const trialSeconds = 0.025;
/** s of a run that seems long, before plans are made: they take some 10 ms, and a run often begins with shorter steps than it goes on with. */
const longTrialSeconds = 0.075;
/** s: shortest slice that a speed is taken from; the fastest of so many at least counts, as other programs come between. */
const sliceSeconds = 0.001;
const fewestSlices = 4;
/** s: slices grow no longer than this, twice. */
const longestSlice = 0.01;
/** components */
const mostTried = 20_000;
/** A run that the serial engine made. */
export interface SerialDriven {
  readonly ended: SerialEnd;
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

/** By counted costs alone, or so many times those, for circuits that are not tried. At variable steps such a circuit is taken to be run for long. */
export function chooseByCounts(run: AutomaticRun, times = 1): WorkersChoice {
  const costs = countedCosts(run.circuit);
  const counted = workOfPlan(run.circuit, new Int32Array(run.circuit.components.length), 1, costs, {
    serial: null,
    fixedStep: run.fixedStep !== null,
    window: 1,
  }).serial;
  const step = times * counted;
  const steps = run.fixedStep === null ? Number.POSITIVE_INFINITY : run.end / run.fixedStep;
  const trial = { step, steps: Math.min(steps, 1e12), setup: 0, longestWindow: longestOf(run) };
  return chooseWorkers(trial, isTooShort(trial, run.cores) ? [] : candidatesOf(run, step), run.cores);
}

/**
 * Runs a session of the serial engine to its end, or, where its first slices say so, the same run anew by `parallel`. That gives its results, or null where
 * `isSlower` ended it: then the serial engine goes on. `setup`: s that opening the session took.
 */
export async function driveAutomatic(
  run: AutomaticRun,
  session: Session,
  hooks: DriverHooks,
  setup: number,
  parallel: (workers: number, isSlower: ((session: Session) => boolean) | null) => Promise<Results | null>,
): Promise<SerialDriven | Results> {
  const { ended, wall, trial } = trySerial(session, hooks, run.cores, {
    setup,
    longestWindow: longestOf(run),
  });
  if (ended) return { ended, planning: 0, note: `1 worker: the run ended within ${Number((1000 * wall).toPrecision(2))} ms` };
  const began = performance.now();
  const candidates = isTooShort(trial, run.cores) ? [] : candidatesOf(run, trial.step);
  const choice = chooseWorkers(trial, candidates, run.cores);
  const planning = (performance.now() - began) / 1000;
  let [note, before] = [choice.note, wall];
  if (choice.threads > 1 && !hooks.isAborted()) {
    const tried = performance.now();
    const results = await parallel(choice.threads, choice.onProbation ? slowerThan(trial.step) : null);
    if (results) return { ...results, setupSeconds: results.setupSeconds + setup + wall + planning, notes: [note, ...results.notes] };
    note = `1 worker: ${choice.threads} were tried and slower; ${note.replace(/^\d+ workers: /, '')}`;
    before += (performance.now() - tried) / 1000;
  }
  const rest = await runSerial(session, hooks);
  return { ended: { ...rest, wallSeconds: rest.wallSeconds + before }, planning, note };
}

/** Attempts from meeting to meeting that some plan might allow. */
const longestOf = ({ fixedStep, mostAhead }: AutomaticRun): number => (fixedStep === null ? 1 : Math.min(mostAhead, longestWindow));

/** Plans for the numbers of threads that are compared, by counted costs. */
function candidatesOf({ circuit, cores, fixedStep, mostAhead, method }: AutomaticRun, serial: number): Candidate[] {
  const costs = countedCosts(circuit);
  const preferWaves = fixedStep !== null && mostAhead > 1;
  const candidates: Candidate[] = [];
  for (const wanted of threadsCompared(cores)) {
    const { owner, parts } = cutCircuit(circuit, wanted, { costs, preferWaves, ...(method === undefined ? {} : { method }) });
    if (parts < wanted) break;
    const window = Math.min(mostAhead, lookAheadWindow(circuit, owner, fixedStep));
    candidates.push({ threads: parts, work: workOfPlan(circuit, owner, parts, costs, { serial, fixedStep: fixedStep !== null, window }) });
  }
  return candidates;
}

/** First slices of the run, each twice as long as the one before, until they tell the speed. */
function trySerial(
  session: Session,
  hooks: DriverHooks,
  cores: number,
  known: Pick<SerialTrial, 'setup' | 'longestWindow'>,
): { readonly ended: SerialEnd | null; readonly wall: number; readonly trial: SerialTrial } {
  const [rounds, finish] = ['rounds_0', 'finish_0'].map((name) => session.functions.get(name)) as [KernelFunction, KernelFunction];
  const { end, fixedStep } = session.program.master.settings;
  let [wall, attempts, slices, step] = [0, 2, 0, Number.POSITIVE_INFINITY];
  for (;;) {
    const before = stepCounts(session);
    const began = performance.now();
    const outcome = rounds(attempts);
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
    if (outcome === outcomes.failed) return { ended: { end: 'failed', wallSeconds: wall, timed: [] }, wall, trial };
    if (outcome !== outcomes.goOn) {
      finish();
      return { ended: { end: 'finished', wallSeconds: wall, timed: [] }, wall, trial };
    }
    hooks.onSlice();
    const told = wall >= trialSeconds && slices >= fewestSlices;
    if (hooks.isAborted() || (told && (wall >= longTrialSeconds || isTooShort(trial, cores)))) return { ended: null, wall, trial };
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

/** Circuit + options → Results: opens a session for what was chosen, and drives it to its end. */
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import { clusters } from '../partition/clusters.js';
import { groupPartitions, partitionGraph } from '../partition/group.js';
import { stepCounts } from './account/account.js';
import { resultsOf } from './account/results.js';
import { type Attempt, type AutomaticRun, driveAutomatic, isPlain } from './automatic.js';
import { checkRunOptions } from './checkOptions.js';
import { automaticRun, availableCores, type Choice, choose, isAutomatic, mostAhead } from './choice.js';
import { lookAheadWindow } from './loop/lookAhead.js';
import { checkOwnSteps, type OwnSteps, ownSteps } from './loop/ownSteps.js';
import { rateNotes, ratesOf } from './loop/rates.js';
import { openSession, settingsOf } from './openSession.js';
import type { Session } from './session.js';
import type { Fault } from './threads/faults.js';
import { foldPartitions } from './threads/folding.js';
import type { ParallelEnd } from './threads/host.js';
import { runSerial } from './threads/serial.js';
import type { ThreadPlan } from './threads/threads.js';
import type { Results, RunOptions } from './types.js';

/**
 * Runs a circuit. Resolves with partial results and an `ending` when the run is interrupted or fails;
 * rejects with RunError or PlanError for what cannot begin, with Interrupted before the first step. `faults` are for tests.
 */
export async function simulate(circuit: Circuit, options: RunOptions = {}, faults: readonly Fault[] = []): Promise<Results> {
  checkRunOptions(circuit, options);
  const cores = await availableCores();
  const asked = isAutomatic(circuit, options, faults) && cores > 1 ? automaticRun(circuit, options, cores) : null;
  const automatic = asked && !isPlain(asked) ? asked : null;
  return (await run(circuit, automatic ? { ...options, workers: 1 } : options, faults, cores, automatic)) as Results;
}

/** One run; `automatic`: the first slices of a run of one worker choose how it goes on. Null where the attempt's `isSlower`, asked now and then, said so. */
async function run(
  circuit: Circuit,
  options: RunOptions,
  faults: readonly Fault[],
  cores: number,
  automatic: AutomaticRun | null,
  attempt: (Attempt & Pick<Session, 'start'>) | null = null,
): Promise<Results | null> {
  const began = performance.now();
  const fixedStep = options.step === undefined ? circuit.run.step : options.step;
  checkOwnSteps(options);
  const choice = choose(circuit, options, cores, fixedStep, attempt?.owner ?? null);
  if (fixedStep === null && tablesOf(circuit).lines.count === 0)
    choice.notes.push('no lines: TLM judges its steps by pressure differences along lines, so only maximumStep keeps them short here');
  const rates = ratesOf(circuit, choice.owner, choice.parts, options, fixedStep);
  const window = rates ? Math.max(...rates.counts) : Math.min(mostAhead(options), lookAheadWindow(circuit, choice.owner, fixedStep));
  choice.notes.push(...rateNotes(circuit, choice.owner, options, rates));
  const parallel = choice.driver === 'parallel';
  const balance = options.balance && parallel && choice.workers > 1 ? balanced(circuit, choice) : null;
  if (options.balance && !balance) choice.notes.push('balance: one thread runs all partitions, none can change hands');
  const own = options.ownSteps ? ownSteps(circuit, choice.owner, choice.parts, settingsOf(circuit, options, rates)) : null;
  if (options.ownSteps) choice.notes.push(ownStepsNote(circuit, choice.parts, own));
  const inStep = window === 1 && !rates && !own && !balance;
  const folding =
    inStep && parallel && choice.workers < choice.parts ? foldPartitions(circuit, choice.owner, choice.parts, choice.workers) : null;
  const shared = { ...(balance ? { balance } : {}), ...(folding ? { folded: folding.groups } : {}) };
  const threads = { threads: choice.workers, parallel, spins: choice.workers <= cores, window, rates, own, ...shared };
  // Faults are put around JavaScript functions.
  const kernels = options.kernels ?? (faults.length > 0 ? 'js' : 'wasm');
  const searched = performance.now();
  const start = attempt ? attempt.start : await startOf(circuit, options);
  const searchSeconds = (performance.now() - searched) / 1000;
  if (start?.notes) choice.notes.push(...start.notes);
  const session = openSession(
    circuit,
    folding?.owner ?? choice.owner,
    folding?.groups.length ?? choice.parts,
    options,
    threads,
    kernels,
    start,
  );
  let setupSeconds = (performance.now() - began) / 1000;
  const end = session.program.master.settings.end;
  const hooks = {
    isAborted: () => options.signal?.aborted ?? false,
    onSlice: () => {
      if (!options.onProgress) return;
      const { time, accepted, rejected, step } = stepCounts(session);
      options.onProgress({ time, end, accepted, rejected, step });
    },
  };
  let ended: ParallelEnd;
  if (automatic) {
    // More workers begin at the operating point that has been found: their set-up has no search in it.
    const driven = await driveAutomatic(automatic, session, hooks, setupSeconds - searchSeconds, (workers, tried) =>
      run(circuit, { ...options, workers }, faults, cores, null, { ...tried, start }),
    );
    if (!('ended' in driven)) return { ...driven, setupSeconds: driven.setupSeconds + searchSeconds };
    ended = { ...driven.ended, barrier: null };
    setupSeconds += driven.planning;
    choice.notes.unshift(driven.note);
  } else if (choice.driver === 'serial') {
    ended = { ...(await runSerial(session, hooks)), barrier: null };
  } else {
    // Loaded when it is needed: the host of worker threads is the one part that a browser does not have.
    const { runParallel } = await import('./threads/host.js');
    let gaveUp = false;
    const isAborted = (): boolean => {
      gaveUp ||= attempt?.isSlower?.(session) ?? false;
      return gaveUp || hooks.isAborted();
    };
    ended = await runParallel(session, { deadline: options.deadline ?? 30, hooks: { ...hooks, isAborted }, spin: options.spin, faults });
    if (gaveUp && ended.end === 'aborted' && !hooks.isAborted()) return null;
  }
  return resultsOf(session, choice, ended, setupSeconds);
}

/** Where the run starts, if not at what the circuit's file says. */
async function startOf(circuit: Circuit, { steadyStart, signal, onProgress, until }: RunOptions): Promise<Session['start']> {
  if (!(steadyStart ?? circuit.run.steadyStart)) return null;
  const { steadyState } = await import('../lumped/steady.js');
  const end = until ?? circuit.run.end;
  return steadyState(circuit, {
    signal,
    onProgress: (starting) => onProgress?.({ time: 0, end, accepted: 0, rejected: 0, step: 0, starting }),
  });
}

function ownStepsNote(circuit: Circuit, parts: number, own: OwnSteps | null): string {
  if (own) return 'own steps: results depend on the plan, but not on the number of threads';
  return parts === 1 && clusters(circuit, true).count > 1
    ? 'own steps: all components are in one partition and take the same steps; --workers or --plan gives more partitions'
    : 'own steps: there is no wave line to cut, so all components take the same steps';
}

/** Which thread runs which partition at first. */
function balanced(circuit: Circuit, { owner, parts, workers }: Choice): Required<ThreadPlan>['balance'] {
  const graph = partitionGraph(circuit, owner, parts);
  return { owners: groupPartitions(graph, workers), neighbours: graph };
}

/** Circuit + options → Results: chooses the driver, runs it, takes the account. */
import type { Circuit } from '../circuit/circuit.js';
import { didYouMean } from '../circuit/closest.js';
import { hasOil } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import type { Layout } from '../network/layout.js';
import { springMasses } from '../network/springMasses.js';
import { ownersOf } from '../partition/checkPlan.js';
import { clusters } from '../partition/clusters.js';
import { cutCircuit } from '../partition/cutCircuit.js';
import { groupPartitions, partitionGraph } from '../partition/group.js';
import { digests } from '../results/digest.js';
import type { Ending } from '../results/ending.js';
import { RunError } from '../results/runError.js';
import {
  acceptedPlanes,
  acceptedState,
  attemptsOf,
  limiters,
  massBalance,
  ownStepsOf,
  reportSlowest,
  stepCounts,
  together,
} from './account/account.js';
import { cavitationOf } from './account/cavityReport.js';
import { failureMessage } from './account/diagnose.js';
import { collectTimeline } from './account/timeline.js';
import { type Attempt, type AutomaticRun, chooseByCounts, driveAutomatic, isPlain, isTried } from './automatic.js';
import { lookAheadWindow } from './loop/lookAhead.js';
import { checkOwnSteps, type OwnSteps, ownSteps } from './loop/ownSteps.js';
import { rateNotes, ratesOf } from './loop/rates.js';
import { openSession, recordedRows, recordLast, settingsOf } from './openSession.js';
import type { Session } from './session.js';
import { balancingOf, partitionsPerThread } from './threads/balance.js';
import type { Fault } from './threads/faults.js';
import { foldedShares, foldPartitions } from './threads/folding.js';
import type { ParallelEnd } from './threads/host.js';
import { runSerial } from './threads/serial.js';
import type { ThreadPlan } from './threads/threads.js';
import type { Results, RunOptions } from './types.js';

interface Choice {
  readonly workers: number;
  readonly owner: Int32Array;
  readonly parts: number;
  readonly driver: 'serial' | 'parallel';
  readonly notes: string[];
}

/**
 * Runs a circuit. Resolves with partial results and an `ending` when the run is interrupted or fails;
 * rejects with RunError or PlanError for what cannot begin. `faults` are for tests.
 */
export async function simulate(circuit: Circuit, options: RunOptions = {}, faults: readonly Fault[] = []): Promise<Results> {
  const cores = await availableCores();
  const asked = isAutomatic(circuit, options, faults) && cores > 1 ? automaticRun(circuit, options, cores) : null;
  const automatic = asked && !isPlain(asked) ? asked : null;
  return (await run(circuit, automatic ? { ...options, workers: 1 } : options, faults, cores, automatic)) as Results;
}

/** Whether the number of workers is ours to choose, and the first slices of the serial engine may show it: not where results depend on the plan. */
function isAutomatic(circuit: Circuit, options: RunOptions, faults: readonly Fault[]): boolean {
  const { workers = 'auto', plan, driver, timeline, balance, exchangeEvery, ownSteps: own } = options;
  const plain = !plan && !driver && !timeline && !balance && !exchangeEvery && !own && faults.length === 0;
  return workers === 'auto' && plain && isTried(circuit);
}

function automaticRun(circuit: Circuit, options: RunOptions, cores: number): AutomaticRun {
  const fixedStep = options.step === undefined ? circuit.run.step : options.step;
  return { circuit, cores, fixedStep, end: options.until ?? circuit.run.end, mostAhead: mostAhead(options), method: options.method };
}

/** One run; `automatic`: the first slices of a run of one worker choose how it goes on. Null where the attempt's `isSlower`, asked now and then, said so. */
async function run(
  circuit: Circuit,
  options: RunOptions,
  faults: readonly Fault[],
  cores: number,
  automatic: AutomaticRun | null,
  attempt: Attempt | null = null,
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
  const start = (options.steadyStart ?? circuit.run.steadyStart) ? (await import('../lumped/steady.js')).steadyState(circuit) : null;
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
    const driven = await driveAutomatic(automatic, session, hooks, setupSeconds, (workers, tried) =>
      run(circuit, { ...options, workers }, faults, cores, null, tried),
    );
    if (!('ended' in driven)) return driven;
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
  return account(session, choice, ended, setupSeconds);
}

function ownStepsNote(circuit: Circuit, parts: number, own: OwnSteps | null): string {
  if (own) return 'own steps: results depend on the plan, but not on the number of threads';
  return parts === 1 && clusters(circuit, true).count > 1
    ? 'own steps: all components are in one partition and take the same steps; --workers or --plan gives more partitions'
    : 'own steps: there is no wave line to cut, so all components take the same steps';
}

/** Steps between meetings that the options allow. */
function mostAhead({ lookAhead = true }: RunOptions): number {
  if (typeof lookAhead === 'boolean') return lookAhead ? Number.POSITIVE_INFINITY : 1;
  if (!Number.isInteger(lookAhead) || lookAhead < 1)
    throw new RunError('RUN220', `look-ahead of ${lookAhead} steps`, 'give a whole number of steps from 1 on, or false');
  return lookAhead;
}

/** Which thread runs which partition at first. */
function balanced(circuit: Circuit, { owner, parts, workers }: Choice): Required<ThreadPlan>['balance'] {
  const graph = partitionGraph(circuit, owner, parts);
  return { owners: groupPartitions(graph, workers), neighbours: graph };
}

/** `planned`: owners for as many workers as are asked for, where they have been made already. */
function choose(circuit: Circuit, options: RunOptions, cores: number, fixedStep: number | null, planned: Int32Array | null): Choice {
  const notes: string[] = [];
  const asked = options.workers ?? (options.plan ? options.plan.parts : 'auto');
  const fewer = options.balance === true && typeof asked === 'number' && asked >= 1 && asked < (options.plan?.parts ?? 0);
  if (options.plan && typeof asked === 'number' && asked !== options.plan.parts && !fewer) {
    throw new RunError(
      'RUN205',
      `the plan has ${options.plan.parts} partitions, --workers is ${asked}`,
      'leave --workers away: the plan says how many there are',
    );
  }
  let wanted: number;
  let made = planned;
  if (options.plan) wanted = options.plan.parts;
  else if (asked === 'auto') {
    wanted = options.ownSteps && options.driver !== 'serial' ? cores : 1;
    if (!options.ownSteps && options.driver !== 'serial') {
      const choice = chooseByCounts(automaticRun(circuit, options, cores));
      notes.push(choice.note);
      wanted = choice.threads;
      made = choice.owner;
    }
  } else {
    if (!Number.isInteger(asked) || asked < 1 || asked > 256)
      throw new RunError('RUN206', `${asked} workers`, 'give a whole number from 1 to 256, or auto');
    wanted = asked;
  }
  // Partitions that change hands must be more than threads.
  const finely = options.balance && wanted > 1 && !options.plan && options.driver !== 'serial';
  const cuts = finely ? wanted * partitionsPerThread : wanted;
  // What depends on the plan must not depend on the number of cores.
  const ofPlan = options.ownSteps || options.exchangeEvery !== undefined;
  const folds = cuts > cores && !finely && !ofPlan && !options.oversubscribe && options.driver !== 'serial';
  const cut = (): { owner: Int32Array; parts: number } =>
    cutCircuit(circuit, cuts, {
      preferWaves: fixedStep !== null && mostAhead(options) > 1,
      onlyWaves: options.ownSteps ?? false,
      ...(finely ? { threads: wanted } : {}),
      ...(folds ? { shares: foldedShares(cuts, cores) } : {}),
      ...(options.method === undefined ? {} : { method: options.method }),
    });
  const given = options.plan ? ownersOf(circuit, options.plan) : finely ? null : made;
  const { owner, parts } = given ? { owner: given, parts: wanted } : cut();
  if (parts < cuts) {
    const joining = options.ownSteps ? 'wave lines' : 'lines';
    notes.push(`${parts} partition${parts === 1 ? '' : 's'} instead of ${cuts}: the circuit has no more parts that only ${joining} join`);
  }
  const isStrict = !options.ownSteps && options.exchangeEvery === fixedStep;
  if (ofPlan && !options.plan && !isStrict)
    notes.push(...planNotes(wanted, parts, asked === 'auto' && options.driver !== 'serial', finely === true));
  const driver = options.driver ?? (parts === 1 ? 'serial' : 'parallel');
  const threads = finely ? wanted : fewer ? Number(asked) : parts;
  let workers = driver === 'serial' ? 1 : Math.min(parts, threads);
  if (workers > cores && !options.oversubscribe) {
    notes.push(
      `${parts} partitions on ${cores} thread${cores === 1 ? '' : 's'}: there are no more cores (--oversubscribe starts ${parts})`,
    );
    workers = cores;
  }
  return { workers, owner, parts, driver, notes };
}

/** Where results depend on the plan and none was given: what it was made for. */
function planNotes(wanted: number, parts: number, isOfMachine: boolean, finely: boolean): string[] {
  const some = `${parts} partition${parts === 1 ? '' : 's'}`;
  return [
    // A circuit that cannot be cut has the same one everywhere.
    ...(isOfMachine && (parts > 1 || wanted === 1)
      ? [`${some} on this machine, and results depend on how many: --workers ${wanted} or --plan gives the same ones on any machine`]
      : []),
    ...(finely && parts > wanted
      ? [`balance: ${some} for ${wanted} threads, and results depend on the plan: without --balance they differ`]
      : []),
  ];
}

/** Where Node's modules are missing, as in a browser, there are no worker threads. */
async function availableCores(): Promise<number> {
  try {
    return (await import('./threads/hostCores.js')).hostCores();
  } catch {
    return 1;
  }
}

function account(session: Session, choice: Choice, ended: ParallelEnd, setupSeconds: number): Results {
  const { circuit, columns, memory, layout } = session;
  const [planes, attempts] = [acceptedPlanes(session), attemptsOf(session)];
  const [components, lines] = [layout.network.tables.components.count, layout.network.tables.lines.count];
  const own = ownStepsOf(session);
  reportSlowest(session);
  if (ended.end === 'aborted') recordLast(session);
  const counts = { ...stepCounts(session), ...together(own) };
  const rows = recordedRows(session);
  const work = workOf(layout, attempts);
  const timeline = collectTimeline(session, ended.timed);
  const balancing = ended.balanced && balancingOf(ended.balanced, ended.wallSeconds);
  const index = new Map(columns.map(({ name }, k) => [name, k]));
  return {
    circuit: circuit.name,
    components,
    lines,
    workers: choice.workers,
    partitions: choice.parts,
    driver: choice.driver,
    kernels: session.kernels,
    lookAhead: session.threads.window,
    meetings: session.F[layout.meetings] as number,
    barrier: ended.barrier,
    end: counts.time,
    ending: endingOf(session, ended, counts.time),
    steps: {
      accepted: counts.accepted,
      rejected: counts.rejected,
      rejectedInARow: counts.rejectedInARow,
      smallest: counts.smallest,
      largest: counts.largest,
    },
    ownSteps: own,
    limitedBy: limiters(session),
    balance: { mass: massBalance(session, planes) },
    hasOil: hasOil(layout.network.tables.components),
    cavitation: cavitationOf(session),
    wallSeconds: ended.wallSeconds,
    setupSeconds,
    nsPerComponentStep: (ended.wallSeconds * 1e9) / Math.max(1, work.evaluations),
    nsPerLineEndStep: (ended.wallSeconds * 1e9) / Math.max(1, work.lineEnds),
    evaluations: work.evaluations,
    exchange: layout.rates && { every: layout.rates.interval, steps: layout.partitions.map(({ step }) => step as number) },
    memoryBytes: memory.buffer.byteLength,
    ...digests({ t: rows.t, columns: rows.columns, state: acceptedState(session, planes) }),
    columns: columns.map(({ name, unit }) => ({ name, unit })),
    t: rows.t,
    series(name) {
      const k = index.get(name);
      if (k === undefined)
        throw new RunError(
          'RUN207',
          `'${name}' was not recorded${didYouMean(name, index.keys())}; recorded: ${[...index.keys()].slice(0, 20).join(', ')}`,
          'add it to record.signals',
        );
      return { t: rows.t, y: rows.columns[k] as Float64Array, unit: columns[k]?.unit ?? '' };
    },
    ...(balancing ? { balancing } : {}),
    ...(timeline ? { timeline } : {}),
    notes: [...choice.notes, ...springNotes(circuit, counts.largest)],
  };
}

/** How often components and ends of lines were evaluated, from the attempts of each partition. */
function workOf({ owner, endPartition }: Layout, attempts: readonly number[]): { evaluations: number; lineEnds: number } {
  const sum = (partitions: Int32Array): number => partitions.reduce((all, p) => all + (attempts[p] as number), 0);
  return { evaluations: sum(owner), lineEnds: sum(endPartition) };
}

/** What springs weighed in the longest step that was taken. */
function springNotes(circuit: Circuit, longest: number): string[] {
  const masses = springMasses(circuit, longest);
  if (masses.length === 0) return [];
  const each = masses.map(({ line, mass, unit }) => `${Number(mass.toPrecision(3))} ${unit} ('${line}')`);
  return [
    `in the longest step, of ${Number(longest.toPrecision(3))} s, springs had up to ${each.join(' and ')} of their own; it falls with the square of the step`,
  ];
}

function endingOf({ layout, F }: Session, { end, message }: ParallelEnd, time: number): Ending | null {
  switch (end) {
    case 'finished':
      return null;
    case 'aborted':
      return { kind: 'interrupted', message: `interrupted at t = ${time} s; what was computed until then is kept` };
    case 'failed':
      return {
        kind: 'failed',
        code: 'RUN301',
        message: failureMessage(layout, F),
        remedy: 'check the component named and its neighbours; a smaller --step or minimumStep may help',
      };
    default:
      return {
        kind: 'failed',
        code: 'RUN302',
        message: message ?? 'a worker was lost',
        remedy: 'run again; with --workers 1 the run does not depend on worker threads',
      };
  }
}

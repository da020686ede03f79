/** Opens a session: lays the network out, fills the memory, makes the programs, sets the state at t = 0. */
import type { Circuit } from '../circuit/circuit.js';
import { formatQuantity } from '../circuit/text/units.js';
import { tablesOf } from '../circuit/views.js';
import { network as buildNetwork } from '../network/network.js';
import type { StartState } from '../network/startState.js';
import { checkWatched, keptBy, observedPatterns } from '../program/kept.js';
import { fill, fillStates, tableSize } from '../program/layout/fill.js';
import { layOut } from '../program/layout/layoutBuilder.js';
import { ownStep, type Rates } from '../program/layout/rates.js';
import { runModule, threadSources } from '../program/link.js';
import type { OwnSteps } from '../program/ownSteps.js';
import { judgesStates, type StepControllerSettings } from '../program/phases/stepController.js';
import { runProgram } from '../program/program.js';
import { checkRecorded, recordedBy, recordedKinds, recordedOutputs } from '../program/recorder.js';
import { startPlane } from '../program/startPlane.js';
import { threadWord } from '../program/synchronisation/barrier.js';
import { ownershipTable, writeOwners } from '../program/synchronisation/ownership.js';
import type { ThreadPlan } from '../program/threadPlan.js';
import type { RowStorage } from '../results/rows.js';
import { RunError } from '../results/runError.js';
import { moduleOf, moduleSoon } from '../wasm/moduleCache.js';
import { oilContent } from './account/oilBalance.js';
import { rowRoom } from './account/rows.js';
import { timelineSize } from './account/timeline.js';
import { inputCount, tunableOf } from './held/tunable.js';
import { withWaveStep } from './lines/waveStep.js';
import type { OpenedSession, Session } from './session.js';
import { startState } from './start.js';
import { longestWay } from './threads/course.js';
import { allocate, pageBytes } from './threads/memory.js';
import { instantiate, instantiateSoon, linkSources } from './threads/threads.js';
import type { HeldOptions, KernelsName, RunOptions } from './types.js';

/** Slices of marks that are kept of a run: 160 kB for each thread. */
const timedSlices = 64;

/** What is known of a run before it has its memory. */
export interface Prepared extends Pick<Session, 'layout' | 'columns' | 'cells' | 'kept' | 'record' | 'program' | 'timing' | 'overrides'> {
  /** Where table points go, doubles; where the lists go, Int32 words. */
  readonly tables: number;
  readonly lists: number;
  readonly bytes: number;
}

const alone: Pick<ThreadPlan, 'threads' | 'window' | 'balance' | 'own'> & { readonly rates?: Rates | null } = { threads: 1, window: 1 };

/**
 * Lays the network out and writes the program; `tunable`: parameters that stand in memory whatever their values; `storage`: where
 * recorded rows go that leave the memory (account/rows.ts), null: all stand there.
 */
export function prepare(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  options: HeldOptions & { readonly tunableColumns?: ReadonlySet<string> },
  { window, threads, balance, rates = null, own = null } = alone,
  start: StartState | null = null,
  storage: Pick<RowStorage, 'rowsInMemory'> | null = null,
): Prepared {
  const fitting = withWaveStep(
    circuit,
    settingsOf(circuit, options, rates),
    (line) => rates && ownStep(rates, ownerOf(circuit, owner, line)),
  );
  const settings = withWindows(fitting, own);
  const recorded = options.record ?? circuit.record.signals;
  // The circuit's own have been checked with it.
  for (const patterns of [options.record, options.envelope]) if (patterns) checkRecorded(circuit, patterns);
  if (options.watch) checkWatched(circuit, options.watch);
  const observed = observedPatterns(circuit, recorded, options);
  // The step controller asks for all pressures; at a fixed step only the record does.
  const stored = {
    flows: recordedKinds(circuit, observed, 'q'),
    pressures: settings.fixedStep === null ? null : recordedKinds(circuit, observed, 'p'),
    judgesStates: judgesStates(settings),
    outputs: recordedOutputs(circuit, observed),
    tunable: new Set([...(options.tunableColumns ?? []), ...tunableOf(circuit, options.tunable ?? [])]),
  };
  const layout = layOut(buildNetwork(circuit, stored), {
    owner,
    parts,
    step: settings.fixedStep,
    window,
    shortest: settings.fixedStep ?? settings.minimumStep,
    flow: start?.flow ?? null,
    rates,
    ahead: own?.synchroniseEvery ?? 0,
  });
  const kept = keptBy(layout, options, layout.size + Math.ceil(tableSize(layout.network) / 8) * 8);
  const { columns, cells } = recordedBy(layout, recorded, kept.columns);
  const all = Math.floor(settings.end / settings.every + 1e-9) + 3;
  const { rows, most, room } = rowRoom(all, cells.length, rowsOfCall(settings, { window, rates, own }), storage);
  const tables = layout.size;
  const times = Math.ceil(kept.end / 8) * 8;
  const at = times + Math.ceil(rows / 8) * 8;
  const before = at + rows * cells.length;
  // Of exact rows, what every cell was a step before.
  const overrides = Math.ceil((before + (settings.grid === 'exact' ? cells.length : 0)) / 8) * 8;
  const behind = overrides + (options.tunable ? Math.ceil(inputCount(circuit) / 8) * 8 : 0);
  const ownership = balance ? ownershipTable(behind, parts, threads) : { table: null, end: behind };
  const lists = 2 * ownership.end;
  const record = { times, at, rows, before, most, room };
  const program = runProgram({ layout, cells, kept, record, listsAt: lists, settings, window, ownership: ownership.table, own });
  const listsEnd = Math.ceil((lists + program.lists.length) / 2);
  const timing = options.timeline === undefined ? null : { at: listsEnd, slices: timedSlices, every: options.timeline };
  const bytes = 8 * (listsEnd + (timing ? timelineSize(threads, timedSlices) : 0));
  return { layout, columns, cells, kept, record, program, timing, overrides, tables, lists, bytes };
}

/** Rows that a call of the loop records at most: one for each multiple of `every` on its longest way, and the last of the run; of the steps' grid, one a step. */
function rowsOfCall(settings: StepControllerSettings, { window, rates, own }: Pick<typeof alone, 'window' | 'own' | 'rates'>): number {
  const ways = Math.floor((longestWay(settings, rates ?? null, window) / settings.every) * (1 + 1e-9)) + 2;
  return settings.grid === 'steps' && !rates && !own ? Math.min(ways, window) : ways;
}

/** Bytes of memory that a serial run of a circuit takes. Throws RunError where it cannot be run as it is. */
export function runBytes(circuit: Circuit): number {
  const { bytes } = prepare(circuit, new Int32Array(tablesOf(circuit).components.count), 1, {}, alone, null, {});
  return Math.ceil(bytes / pageBytes) * pageBytes;
}

type SessionThreads = ThreadPlan & { readonly rates?: Rates | null };

/**
 * Builds the session; its memory is shared where `threads` are parallel; without `storage` it holds all rows of the run. Throws RunError for what the memory cannot
 * hold.
 */
export function openSession(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  options: HeldOptions,
  threads: SessionThreads,
  kernels: KernelsName,
  start: StartState | null = null,
  storage: RowStorage | null = null,
): Session {
  const laid = layMemory(circuit, owner, parts, options, threads, start, storage);
  const module = kernels === 'wasm' ? moduleOf(moduleBytes(laid)) : null;
  return opened(laid, kernels, module, module ? instantiate(module, laid.memory) : linkedHere(laid));
}

/** The same, with its module compiled beside this thread. */
export async function openSessionSoon(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  options: HeldOptions,
  threads: SessionThreads,
  kernels: KernelsName,
  start: StartState | null = null,
  storage: RowStorage | null = null,
): Promise<Session> {
  const laid = layMemory(circuit, owner, parts, options, threads, start, storage);
  const module = kernels === 'wasm' ? await moduleSoon(moduleBytes(laid)) : null;
  return opened(laid, kernels, module, module ? await instantiateSoon(module, laid.memory) : linkedHere(laid));
}

/** A session without its functions. */
type Laid = Omit<OpenedSession, 'kernels' | 'module' | 'functions'>;

function layMemory(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  options: HeldOptions,
  threads: SessionThreads,
  start: StartState | null,
  storage: RowStorage | null,
): Laid {
  const prepared = prepare(circuit, owner, parts, options, threads, start, storage);
  const { layout, columns, cells, kept, record, program, timing, overrides } = prepared;
  const memory = allocate(prepared.bytes, threads.parallel);
  const { F, I } = viewsOf(memory);
  fillMemory(prepared, F, I, threads, start);
  const rows =
    storage?.open({
      circuit: circuit.name,
      // Made of the whole circuit, and asked for by files only.
      get hash() {
        return circuit.hash;
      },
      columns: columns.map(({ name, unit }) => ({ name, unit })),
    }) ?? null;
  return { circuit, layout, memory, F, I, program, threads, start, columns, cells, kept, record, timing, overrides, rows };
}

const moduleBytes = ({ program, threads, memory }: Laid): Uint8Array<ArrayBuffer> =>
  runModule(program, threads, { pages: memory.buffer.byteLength / pageBytes, shared: threads.parallel });

/** Phases of all partitions in JavaScript, for one thread. */
function linkedHere({ program, threads, F, I }: Laid): Session['functions'] {
  const whole = { threads: 1, parallel: false, spins: false, window: threads.window, own: threads.own ?? null };
  return linkSources(threadSources(program, 0, whole), F, I);
}

function opened(laid: Laid, kernels: KernelsName, module: Session['module'], functions: Session['functions']): Session {
  const session = { ...laid, kernels, module, functions };
  startState(session);
  return { ...session, oilAtStart: oilContent(session) };
}

/** A memory as doubles and as Int32 words. */
export function viewsOf({ buffer }: WebAssembly.Memory): Pick<Session, 'F' | 'I'> {
  const F = new Float64Array(buffer);
  return { F, I: new Int32Array(buffer, 0, Math.min(2 * F.length, 2 ** 31 - 1)) };
}

/** Puts into a memory of zeros what does not change during a run, and the states that it starts with. */
export function fillMemory(
  { layout, program, tables, lists }: Prepared,
  F: Float64Array,
  I: Int32Array,
  threads: ThreadPlan,
  start: StartState | null,
): void {
  fill(layout, F, I, tables);
  I.set(program.lists, lists);
  if (program.ownership && threads.balance) writeOwners(program.ownership, I, threads.balance.owners, threads.threads);
  if (start) fillStates(layout, F, start);
  for (let thread = 0; thread < threads.threads; thread++) I[threadWord(thread, 'plane')] = startPlane;
}

/** Partition of a line's `from` end. */
function ownerOf(circuit: Circuit, owner: Int32Array, line: number): number {
  return owner[tablesOf(circuit).lines.from[line] as number] as number;
}

/** Numbers of the run: the options where given, else the circuit's; `rates`: where partitions take steps of their own. */
export function settingsOf({ run, record }: Circuit, options: RunOptions, rates: Rates | null = null): StepControllerSettings {
  const end = options.until ?? run.end;
  const every = options.every ?? record.every;
  const fixedStep = rates ? rates.interval / Math.max(...rates.counts) : options.step === undefined ? run.step : options.step;
  const synchronisations = Math.round(end / (rates?.interval ?? end));
  if (rates && (synchronisations < 1 || Math.abs(synchronisations * rates.interval - end) > 1e-9 * end)) {
    throw new RunError(
      'RUN225',
      `${end} s is not a whole number of the ${formatQuantity(rates.interval, 's')} from synchronisation to synchronisation`,
      `end at ${Math.max(1, synchronisations) * rates.interval} s, or meet every ${end / Math.max(1, synchronisations)} s`,
    );
  }
  const pressureError = options.pressureError ?? run.pressureError;
  const steps = Math.max(1, Math.round(end / (fixedStep ?? end)));
  if (fixedStep !== null && Math.abs(steps * fixedStep - end) > 1e-9 * end) {
    throw new RunError(
      'RUN209',
      `${end} s is not a whole number of fixed steps of ${fixedStep} s`,
      `take a step of ${end / steps} s, or end at ${steps * fixedStep} s`,
    );
  }
  const { initialStep, minimumStep, maximumStep, forceError, torqueError } = run;
  for (const [name, value] of Object.entries({ end, every, pressureError, step: fixedStep ?? 1 })) {
    if (!(value > 0) || !Number.isFinite(value))
      throw new RunError('RUN202', `${name} is ${value}; it must be a positive number`, `give ${name} a positive value`);
  }
  return {
    end,
    every,
    grid: options.grid ?? record.grid,
    fixedStep,
    pressureError,
    // An option for the pressure error means the accuracy of the whole circuit.
    forceError: (forceError * pressureError) / run.pressureError,
    torqueError: (torqueError * pressureError) / run.pressureError,
    initialStep,
    minimumStep,
    maximumStep,
    law: options.law ?? run.law,
    line: options.line ?? run.line,
    overfullCavity: run.overfullCavity,
    synchroniseEvery: null,
  };
}

/** The first step ends no later than the first synchronisation. */
function withWindows(settings: StepControllerSettings, own: OwnSteps | null): StepControllerSettings {
  if (!own) return settings;
  return { ...settings, synchroniseEvery: own.synchroniseEvery, initialStep: Math.min(settings.initialStep, ...own.longest) };
}

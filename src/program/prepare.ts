/** Network + partitions + settings → program: where everything lies in the memory of a run, and what its threads are sent. */
import { type PlacedRows, placeRows } from '../blocks/kept/rows.js';
import { judgesStates } from '../blocks/step/controller.js';
import { timelineSize } from '../blocks/step/marks.js';
import { ownershipTable, type PartitionRange } from '../blocks/step/ownership.js';
import { areFreeRunning } from '../blocks/step/threadLoops.js';
import { runWords } from '../blocks/step/words.js';
import type { Circuit } from '../circuit/circuit.js';
import { defaultPatterns, nothing } from '../circuit/recordables.js';
import { tablesOf } from '../circuit/views.js';
import { network as buildNetwork } from '../network/network.js';
import type { StartState } from '../network/startState.js';
import type { RowStorage } from '../results/rows.js';
import { settled } from '../settings/settled.js';
import { type Beyond, type PlacedBeyond, placeBeyond, placePublished } from './beyond.js';
import { Allocator, type Placed, shared } from './layout/allocator.js';
import type { Layout } from './layout/layout.js';
import { layOut } from './layout/layoutBuilder.js';
import { ownStep, type Rates } from './layout/rates.js';
import type { PlacedMessages, placeMessages, RankMessages } from './messages.js';
import { checkAsked, type ObserverRows, observedPatterns, placeObservers } from './observed.js';
import type { ProgramOptions, StepControllerSettings } from './options.js';
import { type RunProgram, runProgram } from './program.js';
import { checkRecorded, type Recorded, recordedBy, recordedKinds, recordedOutputs } from './recorder.js';
import { type RowRoom, rowRoom, rowsOfCall } from './rowRoom.js';
import { inputCount, tunableOf } from './settable.js';
import { settingsOf, withWindows } from './settings.js';
import type { ThreadPlan } from './threadPlan.js';
import { withWaveStep } from './waveStep.js';

/** Slices of marks that are kept of a run at most, and one of how many is timed at first (account/timeline.ts). Each takes 3 kB a thread. */
interface Timing {
  readonly slices: number;
  readonly every: number;
}

/** Where somebody asked for them; of ranks, which are sampled always. When there is no more room every second one is dropped, and fewer are timed from then on: a long run times few. */
const timingOf = (timeline: number | undefined, rank: OfRank | null): Timing | null =>
  timeline !== undefined ? { slices: 64, every: timeline } : rank?.isSampled ? { slices: 16, every: 64 } : null;

/** A run before it has its memory. */
export interface PreparedProgram extends Recorded {
  readonly layout: Layout;
  /** Observers of every accepted step. */
  readonly observers: ObserverRows;
  /** Sampled on demand, not recorded. */
  readonly looked: Recorded;
  readonly program: RunProgram;
  /** Where recorded rows stand: times at `times`, cell k at `at + k·rows`; of exact rows its value a step before at `before + k`. How many there is room for. */
  readonly record: PlacedRows & RowRoom;
  /** Of a run that is held: first of the cells for inputs that are set, a double for each input of the circuit. */
  readonly overrides: number;
  /** Where marks of timed slices go (doubles), for how many slices of a thread there is room, and which of them are timed; null: none. */
  readonly timing: (Timing & { readonly at: number }) | null;
  /** Where the lists go, Int32 words. */
  readonly lists: number;
  /** All that stands in the memory. */
  readonly placed: readonly Placed[];
  readonly bytes: number;
  /** Of a layout of one rank's part; null: it has all partitions. */
  readonly beyond: PlacedBeyond | null;
  /** Of a rank; null: there are no others. */
  readonly messages: PlacedMessages | null;
}

/** What is of a rank: the parts that it has not, where it has the layout of its part only, and what it tells the others. */
export interface OfRank {
  readonly beyond: Beyond | null;
  /** Its own partitions, where others than neighbours tell each other no more than published words together; null: all tell all. */
  readonly gathers: PartitionRange | null;
  /** Whether slices of it are timed though nobody asked. */
  readonly isSampled: boolean;
  messages(layout: Layout, beyond: PlacedBeyond | null): RankMessages;
  /** Comes with a rank: pages, which have none, do not carry it. */
  readonly place: typeof placeMessages;
}

/** How the partitions of a program are run. */
export interface Ways extends Pick<ThreadPlan, 'threads' | 'window' | 'balance' | 'own'> {
  readonly rates?: Rates | null;
}

/** By one thread, which synchronises at every step. */
export const oneThread: Ways = { threads: 1, window: 1 };

/**
 * Lays the network out and writes the program; `tunable`: parameters that stand in memory whatever their values; `storage`: where
 * recorded rows go that leave the memory (account/rows.ts), null: all stand there; `rank`: of one rank of several.
 */
export function prepare(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  options: ProgramOptions & { readonly tunableColumns?: ReadonlySet<string> },
  { window, threads, balance, rates = null, own = null }: Ways = oneThread,
  start: StartState | null = null,
  storage: Pick<RowStorage, 'rowsInMemory'> | null = null,
  rank: OfRank | null = null,
): PreparedProgram {
  const settings = withWindows(fittingSettings(circuit, owner, options, rates), own);
  const recorded = settled('lines', circuit, options).record;
  checkOwnRecord(circuit, options, rank);
  checkAsked(circuit, options);
  const look = options.look ?? [];
  checkRecorded(circuit, look);
  const asked = observedPatterns(circuit, recorded, options);
  const observed = look.length === 0 ? asked : [...(asked.length > 0 ? asked : defaultPatterns(circuit)), ...look];
  // The step controller asks for all pressures; at a fixed step only the record does.
  const stored = {
    flows: recordedKinds(circuit, observed, 'q'),
    pressures: settings.fixedStep === null ? null : recordedKinds(circuit, observed, 'p'),
    judgesStates: judgesStates(settings),
    withoutInertances: settings.line === 'secondOrder',
    outputs: recordedOutputs(circuit, observed),
    tunable: new Set([...(options.tunableColumns ?? []), ...tunableOf(circuit, options.tunable ?? [])]),
  };
  const posts = mayPost(rank, { window, own, rates });
  const layout = layOut(buildNetwork(circuit, stored), {
    owner,
    parts,
    step: settings.fixedStep,
    window,
    shortest: settings.fixedStep ?? settings.minimumStep,
    flow: start?.flow ?? null,
    rates,
    ahead: own?.synchroniseEvery ?? 0,
    outerFirst: posts,
  });
  const memory = new Allocator(layout);
  const gathering = rank?.gathers ? { own: rank.gathers, together: placePublished(memory), posts } : null;
  const beyond = rank?.beyond ? { ...rank.beyond, ...placeBeyond(rank.beyond, layout, memory, gathering?.together ?? null) } : null;
  const observers = placeObservers(layout, options, memory);
  const { columns, cells } = recordedBy(layout, recorded, observers.columns);
  const looked: Recorded = look.length === 0 ? { columns: [], cells: [] } : recordedBy(layout, look);
  const all = Math.floor(settings.end / settings.every + 1e-9) + 3;
  const { rows, most, room } = rowRoom(all, cells.length, rowsOfCall(settings, { window, rates, own }), storage);
  const record = { ...placeRows(memory, rows, cells, settings.grid === 'exact'), most, room };
  const overrides = memory.column(runWords, 'overrides', shared, options.tunable ? inputCount(circuit) : 0);
  const owners = balance && ownershipTable(memory.size, parts, threads);
  if (owners) memory.words(runWords, 'owners', shared, 2 * (owners.end - memory.size));
  const lists = 2 * memory.size;
  const { condensed, ...written } = runProgram({
    layout,
    cells,
    lookedCells: looked.cells,
    observers: observers.rows,
    record,
    listsAt: lists,
    settings,
    window,
    ownership: owners?.table ?? null,
    own,
    beyond,
    gathering,
  });
  memory.words(runWords, 'lists', shared, written.lists.length);
  const timed = timingOf(options.timeline, rank);
  const marksAt = memory.column(runWords, 'marks', shared, timed ? timelineSize(threads, timed.slices) : 0);
  const timing = timed && { ...timed, at: marksAt };
  // Last, as no other rank has the same.
  const messages = rank?.place(rank.messages(layout, beyond), condensed, memory) ?? null;
  const program: RunProgram = { ...written, messages: messages?.offsets ?? null, gathered: messages?.gathered?.offsets ?? null };
  const made = { layout, columns, cells, observers, looked, record, program, timing, overrides, lists };
  return { ...made, placed: memory.placed, bytes: 8 * memory.size, beyond, messages };
}

/**
 * Whether a rank may post its messages to neighbours before all of an attempt is computed. Not where ranks tell each other everything: published words need all of it, so that nothing would be
 * gained. Of several threads one would have to wait for what the others have at lines to other ranks; partitions that run by themselves meet once in many steps as it is.
 */
const mayPost = (rank: OfRank | null, { window, own = null, rates = null }: Pick<Ways, 'window' | 'own' | 'rates'>): boolean =>
  rank?.gathers?.count === 1 && !areFreeRunning({ window, own }) && rates === null;

/** Refuses names of a run's own record that choose nothing; the circuit's have been checked with it. A share that has none of what the run records says so by a name. */
function checkOwnRecord(circuit: Circuit, { record = [] }: ProgramOptions, rank: OfRank | null): void {
  checkRecorded(circuit, rank?.beyond ? record.filter((name) => name !== nothing) : record);
}

/** Settings that suit the wave lines; a line takes the step of the partition of its `from` end. */
function fittingSettings(circuit: Circuit, owner: Int32Array, options: ProgramOptions, rates: Rates | null): StepControllerSettings {
  const { from } = tablesOf(circuit).lines;
  return withWaveStep(circuit, settingsOf(circuit, options, rates), (line) => rates && ownStep(rates, owner[from[line]]));
}

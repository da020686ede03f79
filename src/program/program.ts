/** A run as sources (equations/kernel/kernelSource.ts) and lists in memory: what a worker can be sent; no circuit, no parser. */

import type { LineChoices, List, LoopSetting, PhaseLoops } from '../blocks/family.js';
import { type ObserverName, observerNames, observerOf } from '../blocks/kept/registry.js';
import { type PlacedRows, type RecordedCell, rowEntries } from '../blocks/kept/rows.js';
import type { Loop } from '../blocks/loop.js';
import { lineTypes } from '../blocks/site.js';
import { type ControllerInputs, cutOffsets, decideLoop, judgesStates } from '../blocks/step/controller.js';
import { decisionOffsets, publishedPlaces, publishedStride } from '../blocks/step/decision.js';
import { verdicts } from '../blocks/step/outcomes.js';
import { isAmong, type OwnershipTable, type PartitionRange } from '../blocks/step/ownership.js';
import { freeRunningLoop, phaseLoops } from '../blocks/step/partitionLoops.js';
import { areFreeRunning, type ThreadProgram } from '../blocks/step/threadLoops.js';
import { wordOffsets } from '../blocks/step/words.js';
import { elementarySources } from '../code/elementarySources.js';
import { linearSolvesOf } from '../code/linearSolveSources.js';
import { sourceOfLoop } from '../code/stepSource.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import type { Crossings, PlacedBeyond } from './beyond.js';
import { familiesOf } from './families.js';
import type { Layout, PartitionLayout } from './layout/layout.js';
import { Lists } from './lists.js';
import type { Condensing } from './messages.js';
import type { ObserverRows } from './observed.js';
import type { StepControllerSettings } from './options.js';
import type { OwnSteps } from './ownSteps.js';

export interface RunProgram extends ThreadProgram {
  /** Functions that kernels, phases and decisions call. */
  readonly shared: readonly KernelSource[];
  /**
   * By partition: kernels, loops over lines, phases; the phases are called attempt_P, decide_P, accept_P, receiveAndRecord_P, reject_P, components_P, and, where
   * partitions run by themselves between synchronisations, freeRunning_P.
   */
  readonly partitions: readonly (readonly KernelSource[])[];
  readonly controller: Controller;
  /** Int32 words to be put into memory from `listsAt` on. */
  readonly lists: readonly number[];
}

type Controller = ControllerInputs<StepControllerSettings>;

const errorScale = ({ pressureError, forceError, torqueError }: StepControllerSettings): LineChoices['scale'] => ({
  hydraulic: 1,
  translational: pressureError / forceError,
  rotational: pressureError / torqueError,
});

/** The special counters stand behind those of the lines. */
const countersOf = ({ network }: Layout, lines: number): Controller['counters'] => ({
  lines,
  specials: lines + 2 * network.tables.lines.count,
});

/** Of cut lines that are judged: number, both ends in the exchange, type; where there are `ends`, those that end at these partitions; those of a rank's part that are its own, then those of others. */
function cutLines(layout: Layout, beyond: PlacedBeyond | null, ends: PartitionRange | null): number[][] {
  const { endPartition, typeOf } = layout.site;
  const here = familiesOf(layout).flatMap(([family, placed]) => family.cut?.(placed) ?? []);
  const range = ends ?? beyond?.own;
  const isJudged = (line: number): boolean =>
    !range || beyond?.judged.has(line) === true || [2 * line, 2 * line + 1].some((end) => isAmong(range, endPartition[end]));
  const own = here.filter(({ line }) => isJudged(line));
  const others = beyond
    ? beyond.cut.map(({ number, type }, k) => [number, ...(beyond.ends[k] as [number, number]), lineTypes.indexOf(type)])
    : [];
  return [...own.map(({ line, slotA, slotB }) => [line, slotA, slotB, lineTypes.indexOf(typeOf(line))]), ...others];
}

/** Whether an attempt of a partition has crossings, and whether any acts in the step after only. */
const crossingsOf = (partitions: readonly PartitionLayout[]): Crossings => ({
  some: partitions.length > 0,
  late: partitions.some(({ batches }) => batches.some(({ kind }) => kind.kernel.crossings.some((one) => one.late))),
});

/** Crossings of all ranks: a rank without crossings publishes none. `published`: where they publish. */
function publishingTogether(
  { partitions }: Layout,
  beyond: PlacedBeyond | null,
  published: readonly number[],
  lists: Lists,
): Controller['crossings'] {
  const here = crossingsOf(
    partitions.filter(({ index, crossings }) => (beyond === null || isAmong(beyond.own, index)) && crossings.count > 0),
  );
  const { some, late } = beyond?.crossings(here) ?? here;
  return some ? { list: lists.put(published.map((at) => [at])), late } : null;
}

/** What a rank finds for all others of its own partitions, and of cut lines that end at them. */
function condensedOf(
  { layout, beyond, settings }: ProgramInputs,
  { own, together }: Gathering,
  lists: Pick<Lists, 'put'>,
): ReturnType<Condensing> {
  const judged = lists.put(cutLines(layout, beyond, own));
  const here = layout.partitions.filter(({ index }) => isAmong(own, index));
  const put = (some: readonly PartitionLayout[]): List => lists.put(some.map(({ published }) => [published]));
  const [publishing, crossing] = [put(here), put(here.filter(({ crossings }) => crossings.count > 0))];
  return {
    ...publishedPlaces,
    ...cutOffsets(judged, settings),
    ...{ publishedStride, together, cutCount: judged.count },
    ...{ partitions: publishing.at, partitionCount: publishing.count, crossings: crossing.at, crossingCount: crossing.count },
  };
}

/** Inputs of the program of a run. */
export interface ProgramInputs {
  readonly layout: Layout;
  readonly cells: readonly RecordedCell[];
  /** Cells that are looked at beside the rows. */
  readonly lookedCells: readonly RecordedCell[];
  readonly observers: ObserverRows['rows'];
  readonly record: PlacedRows;
  /** First Int32 word of the lists. */
  readonly listsAt: number;
  readonly settings: StepControllerSettings;
  /** Steps between synchronisations. */
  readonly window: number;
  /** Null where partitions keep their threads. */
  readonly ownership: OwnershipTable | null;
  /** Null where partitions take no variable steps of their own. */
  readonly own: OwnSteps | null;
  /** Of a layout of one rank's part; null: it has all partitions. */
  readonly beyond: PlacedBeyond | null;
  /** Of a rank that gathers published words of all: its own partitions, and where those of all are published together. */
  readonly gathering: Gathering | null;
}

/** Partitions of a rank, and where the published words of all partitions of the run stand together. */
export interface Gathering {
  readonly own: PartitionRange;
  readonly together: number;
  /** Whether messages to neighbours are posted before all components are computed, where families allow it. */
  readonly posts: boolean;
}

/** The program of a run, without what a rank tells others. */
export function runProgram(inputs: ProgramInputs): Omit<RunProgram, 'messages' | 'gathered'> & { readonly condensed: Condensing | null } {
  const { layout, record, listsAt, settings, window, ownership, own, beyond, gathering } = inputs;
  const lists = new Lists(listsAt);
  const { elementary } = layout.site;
  const published = gathering ? [gathering.together] : (beyond?.published ?? layout.partitions.map((partition) => partition.published));
  const deciding = lists.put(published.map((at) => [at]));
  const judged = lists.put(gathering ? [] : cutLines(layout, beyond, null));
  const choices: LineChoices = {
    ...{ judgesMeans: judgesStates(settings), pressureError: settings.pressureError, form: settings.line, scale: errorScale(settings) },
  };
  const publishing = (partitions: readonly PartitionLayout[]): Controller['crossings'] => {
    const crossing = partitions.filter(({ crossings }) => crossings.count > 0);
    const { some, late } = crossingsOf(crossing);
    return some ? { list: lists.put(crossing.map(({ published }) => [published])), late } : null;
  };
  const controller: Controller = {
    decision: decisionOffsets(layout),
    partitions: deciding,
    cut: judged,
    counters: countersOf(layout, layout.counters),
    crossings: beyond || gathering ? publishingTogether(layout, beyond, published, lists) : publishing(layout.partitions),
    times: record.times,
    settings,
  };
  const recordOf = (partition: number): RecordLists => recordListsOf(inputs, partition);
  /** The decision for all, which every partition takes for itself; the first one counts. */
  const together = ({ index, decision }: PartitionLayout): Loop[] => {
    const itself = {
      ...controller,
      decision: decisionOffsets({ decision }),
      counters: index === (beyond?.own.first ?? 0) ? controller.counters : null,
    };
    return [decideLoop(itself, elementary, `decide_${index}`)];
  };
  /** Decision and steps of a partition by itself. */
  const { rates } = layout;
  const posts = (partition: number): boolean =>
    Boolean(gathering?.posts) && !familiesOf(layout).some(([family, placed]) => family.needsAll?.(placed, partition));
  const kernels = layout.partitions.flatMap(({ batches }) => batches.flatMap(({ kind }) => [kind.kernel.body, kind.earlyBody ?? '']));
  const freeRunning = (partition: PartitionLayout): Loop[] => {
    const { index, published, decision, step, counters } = partition;
    const steps = rates?.counts[index] ?? window;
    const itself: Controller = {
      ...controller,
      decision: decisionOffsets({ decision }),
      partitions: lists.put([[published]]),
      crossings: publishing([partition]),
      cut: { at: 0, count: 0 },
      counters: countersOf(layout, counters),
      settings: { ...settings, fixedStep: step, maximumStep: own?.longest[index] ?? settings.maximumStep },
      synchronisation: rates && { interval: rates.interval, steps },
    };
    return [decideLoop(itself, elementary, `decide_${index}`), freeRunningLoop(index, itself.decision, own ? null : steps, rates !== null)];
  };
  return {
    shared: [...elementarySources, ...linearSolvesOf(kernels), ...(layout.network.fluidLaw?.sources ?? [])],
    partitions: layout.partitions.map((partition) => [
      ...partitionSources(layout, partition, lists, recordOf(partition.index), settings, choices, posts(partition.index)),
      ...(areFreeRunning({ window, own }) ? freeRunning(partition) : together(partition)).map(sourceOfLoop),
    ]),
    controller,
    verdicts: layout.partitions.map(({ decision }) => decisionOffsets({ decision }).verdict),
    synchronisations: layout.synchronisations,
    exchanges: rates !== null,
    keepsLater: settings.fixedStep !== null,
    ownership,
    posts: gathering !== null && posts(gathering.own.first),
    condensed: gathering && ((own) => condensedOf(inputs, gathering, own)),
    lists: lists.values,
  };
}

/** Lists of recorded rows in a partition. */
function recordListsOf({ cells, lookedCells, observers, record, settings }: ProgramInputs, partition: number): RecordLists {
  return {
    entries: rowEntries(cells, record, settings.grid === 'exact', partition),
    times: record.times,
    means: cells.some((cell) => cell.ofWave && cell.partition === partition),
    lookedMeans: lookedCells.some((cell) => cell.ofWave && cell.partition === partition),
    ...observedBy(observers, partition),
  };
}

/** Lists of observers in a partition. */
function observedBy(observers: ObserverRows['rows'], partition: number): Pick<RecordLists, 'observed' | 'observedMeans'> {
  const own = observerNames.map((name) => [name, observers[name].filter(({ row }) => row.partition === partition)] as const);
  return {
    observed: own.map(([name, rows]) => [name, rows.map(({ row, at }) => observerOf(name).entry(row, at))]),
    observedMeans: own.some(([, rows]) => rows.some(({ row }) => row.quantity?.ofWave)),
  };
}

interface RecordLists {
  /** Offset of the times of rows. */
  readonly times: number;
  readonly entries: readonly (readonly number[])[];
  /** Whether mean pressures of wave lines are among them. */
  readonly means: boolean;
  /** Whether they are looked at: there is a function then, which the step does not call. */
  readonly lookedMeans: boolean;
  /** Entries of each observer, and whether they need mean pressures of wave lines. */
  readonly observed: readonly (readonly [observer: ObserverName, entries: readonly (readonly number[])[]])[];
  readonly observedMeans: boolean;
}

/** Columns of what a recorded row judges. */
function judgedColumns({ batches }: PartitionLayout): number[][] {
  return batches.flatMap(({ kind, offsets, components }) =>
    kind.kernel.columns.flatMap(({ key, role, planes }) => {
      if (role !== 'state' && role !== 'hold' && role !== 'output' && role !== 'endOutput') return [];
      const [plane0, plane1] = (planes === 2 ? [`${key}_0`, `${key}_1`] : [key, key]).map((name) => offsets[name]);
      return [[plane0 as number, plane1 as number, components.length]];
    }),
  );
}

/** Phases by the sources that they are made of, in their order. */
const inOrder: readonly (readonly (keyof PhaseLoops)[])[] = [
  ['errors'],
  ['stateErrors'],
  ['crossings'],
  ['accept', 'acceptHeld', 'keep', 'reject'],
  ['publish', 'publishOuter', 'receive', 'soften', 'means'],
  ['hold', 'sendMeans', 'exchange'],
  ['extremes'],
];

function partitionSources(
  layout: Layout,
  partition: PartitionLayout,
  lists: Lists,
  record: RecordLists,
  settings: StepControllerSettings,
  lines: LineChoices,
  posts: boolean,
): KernelSource[] {
  const { index, batches } = partition;
  const decision = decisionOffsets(partition);
  const words = wordOffsets(partition);
  const families = familiesOf(layout);
  const setting: LoopSetting = {
    ...{ partition: index, decision, words, accept: verdicts.accept, fixedStep: settings.fixedStep !== null, posts },
    // Partitions that take their own steps have made other numbers of attempts when they meet.
    turn: settings.synchroniseEvery === null ? decision.attempts : decision.synchronisations,
    lines,
    steps: layout.rates?.counts[index] ?? 1,
    pressures: () => families.flatMap(([family, placed]) => family.pressures?.(placed, layout.site, setting) ?? []),
    put: (entries) => lists.put(entries),
  };
  const loops = families.flatMap(([family, placed]) => family.loops(placed, layout.site, setting));
  const loopsOf = (phase: keyof PhaseLoops): Loop[] => loops.flatMap((own) => own[phase]);
  const numbered = batches.map((batch, number) => [batch, number] as const);
  const texts = [true, false].flatMap((outer) => {
    const some = numbered.filter(([one]) => one.outer === outer);
    return [
      ...some.flatMap(([{ kind, early, constants }, batch]) =>
        early && kind.earlyBody ? [{ text: kind.earlyBody, constants, batch, idle: false, outer }] : [],
      ),
      ...some.map(([{ kind, constants }, batch]) => ({ text: kind.kernel.body, constants, batch, idle: kind.idle, outer })),
    ];
  });
  const kernels = texts.map(({ text, constants, ...rest }, k) => ({
    source: { text, constants, name: 'kernel', as: `kernel_${index}_${k}` },
    ...rest,
  }));
  const phases = phaseLoops(
    partition,
    { words, decision, settings, times: record.times },
    {
      record: lists.put(record.entries),
      judged: lists.put(judgedColumns(partition)),
      observed: record.observed.map(([name, entries]) => [name, lists.put(entries)] as const),
    },
    {
      loops: loopsOf,
      kernels: kernels.map(({ source: { as }, batch, idle, outer }) => ({ kernel: as, batch, idle, outer })),
      // Those of a step that has kept them are there.
      recordsMeans: record.means && !record.observedMeans,
      observesMeans: record.observedMeans,
      posts,
    },
  );
  const hasMeans = record.means || record.observedMeans || record.lookedMeans;
  const sources = inOrder.flatMap((together) =>
    loops.flatMap((own) => together.flatMap((phase) => (phase === 'means' && !hasMeans ? [] : own[phase]))),
  );
  return [...kernels.map((k) => k.source), ...[...sources, ...phases].map(sourceOfLoop)];
}

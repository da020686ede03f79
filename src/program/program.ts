/** A run as sources (equations/kernel/kernelSource.ts) and lists in memory: what a worker can be sent; no circuit, no parser. */
import { type DecisionWord, decisionWords, type PartitionWord, partitionWords } from '../blocks/decision.js';
import { timings } from '../blocks/exactRows.js';
import type { LineChoices, Loop, LoopSetting, PhaseLoops } from '../blocks/family.js';
import { type ObserverName, observerNames, observerOf } from '../blocks/kept/registry.js';
import type { BoundaryEnd } from '../blocks/lines/lineTables.js';
import { type LineTable, lineType, lineValue } from '../circuit/tables.js';
import { elementarySources } from '../code/elementarySources.js';
import { linearSolvesOf } from '../code/linearSolveSources.js';
import { stepSource } from '../code/stepSource.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { familiesOf, type Layout, type PartitionLayout } from './layout/layout.js';
import type { ObserverRows } from './observed.js';
import type { OwnSteps } from './ownSteps.js';
import { cavityColumns } from './phases/cavityColumns.js';
import { extremesSource } from './phases/extremes.js';
import { Lists } from './phases/lists.js';
import { verdicts } from './phases/outcomes.js';
import { crossingsSource, freeRunningSource, heldSources, phaseSources, stateErrorsSource } from './phases/phaseSources.js';
import { cutTypes, decideSource, judgesStates, type StepControllerProgram, type StepControllerSettings } from './phases/stepController.js';
import type { RecordedCell } from './recorder.js';
import type { OwnershipTable } from './synchronisation/ownership.js';
import { areFreeRunning } from './threadPlan.js';

export interface RunProgram {
  /** What kernels, phases and decisions call. */
  readonly shared: readonly KernelSource[];
  /**
   * By partition: kernels, loops over lines, phases; the phases are called attempt_P, decide_P, accept_P, receiveAndRecord_P, reject_P, components_P, and, where
   * partitions run by themselves between synchronisations, freeRunning_P.
   */
  readonly partitions: readonly (readonly KernelSource[])[];
  readonly controller: StepControllerProgram;
  /** By partition: where the verdict of its decision stands. */
  readonly verdicts: readonly number[];
  /** Offset of the count of synchronisations. */
  readonly synchronisations: number;
  /** Whether cut lines hold what came across between synchronisations (hold_P, sendMeans_P, exchange_P). */
  readonly exchanges: boolean;
  /** Null where partitions keep their threads. */
  readonly ownership: OwnershipTable | null;
  /** Int32 words to be put into memory from `listsAt` on. */
  readonly lists: readonly number[];
}

const errorScale = ({ pressureError, forceError, torqueError }: StepControllerSettings): LineChoices['scale'] => ({
  hydraulic: 1,
  translational: pressureError / forceError,
  rotational: pressureError / torqueError,
});

/** Offsets of the decision words. */
export function decisionOffsets(layout: Pick<Layout, 'decision'>): Record<DecisionWord, number> {
  return Object.fromEntries(decisionWords.map((word, k) => [word, layout.decision + k])) as Record<DecisionWord, number>;
}

/** Offsets of one partition's words. */
export function wordOffsets(partition: Pick<PartitionLayout, 'words'>): Record<PartitionWord, number> {
  return Object.fromEntries(partitionWords.map((word, k) => [word, partition.words + k])) as Record<PartitionWord, number>;
}

/** The special counters stand behind those of the lines. */
const countersOf = ({ network }: Layout, lines: number): StepControllerProgram['counters'] => ({
  lines,
  specials: lines + 2 * network.tables.lines.count,
});

/** What the program of a run is made of. */
export interface ProgramParts {
  readonly layout: Layout;
  readonly cells: readonly RecordedCell[];
  /** Cells that are looked at beside the rows. */
  readonly lookedCells: readonly RecordedCell[];
  readonly observers: ObserverRows['rows'];
  /** Where recorded rows stand: offsets of the times and of the first cell; rows that there is place for. */
  readonly record: { readonly times: number; readonly at: number; readonly rows: number; readonly before: number };
  /** First Int32 word of the lists. */
  readonly listsAt: number;
  readonly settings: StepControllerSettings;
  /** Steps between synchronisations. */
  readonly window: number;
  /** Null where partitions keep their threads. */
  readonly ownership: OwnershipTable | null;
  /** Null where partitions take no variable steps of their own. */
  readonly own: OwnSteps | null;
}

/** The program of a run. */
export function runProgram({
  layout,
  cells,
  lookedCells,
  observers,
  record,
  listsAt,
  settings,
  window,
  ownership,
  own,
}: ProgramParts): RunProgram {
  const lists = new Lists(listsAt);
  const scale = errorScale(settings);
  const publishing = (partitions: readonly PartitionLayout[]): StepControllerProgram['crossings'] => {
    const crossing = partitions.filter(({ crossings }) => crossings.count > 0);
    if (crossing.length === 0) return null;
    const late = crossing.some(({ batches }) => batches.some(({ kind }) => kind.kernel.crossings.some((one) => one.late)));
    return { list: lists.put(crossing.map(({ published }) => [published])), late };
  };
  const controller: StepControllerProgram = {
    decision: decisionOffsets(layout),
    partitions: lists.put(layout.partitions.map(({ published }) => [published])),
    cut: lists.put(
      layout.cut.map(({ line, slotA, slotB }) => [line, slotA, slotB, cutTypes.indexOf(lineType(layout.network.tables.lines, line))]),
    ),
    counters: countersOf(layout, layout.counters),
    crossings: publishing(layout.partitions),
    times: record.times,
    settings,
  };
  const recordOf = (partition: number): Recorded => ({
    entries: cells.flatMap(({ partition: owner, plane0, plane1, timing }, k) =>
      owner === partition
        ? [[plane0, plane1, record.at + k * record.rows, ...(settings.grid === 'exact' ? [timings[timing], record.before + k] : [])]]
        : [],
    ),
    times: record.times,
    means: cells.some((cell) => cell.ofWave && cell.partition === partition),
    lookedMeans: lookedCells.some((cell) => cell.ofWave && cell.partition === partition),
    ...observedBy(observers, partition),
  });
  /** The decision for all, which every partition takes for itself; the first one counts. */
  const together = ({ index, decision }: PartitionLayout): KernelSource[] => {
    const itself = { ...controller, decision: decisionOffsets({ decision }), counters: index === 0 ? controller.counters : null };
    return [decideSource(itself, `decide_${index}`)];
  };
  /** Decision and steps of a partition by itself. */
  const { rates } = layout;
  const kernels = layout.partitions.flatMap(({ batches }) => batches.flatMap(({ kind }) => [kind.kernel.body, kind.earlyBody ?? '']));
  const freeRunning = (partition: PartitionLayout): KernelSource[] => {
    const { index, published, decision, step, counters } = partition;
    const steps = rates?.counts[index] ?? window;
    const itself: StepControllerProgram = {
      ...controller,
      decision: decisionOffsets({ decision }),
      partitions: lists.put([[published]]),
      crossings: publishing([partition]),
      cut: { at: 0, count: 0 },
      counters: countersOf(layout, counters),
      settings: { ...settings, fixedStep: step, maximumStep: own?.longest[index] ?? settings.maximumStep },
      synchronisation: rates && { interval: rates.interval, steps },
    };
    return [decideSource(itself, `decide_${index}`), freeRunningSource(index, itself.decision, own ? null : steps, rates !== null)];
  };
  return {
    shared: [...elementarySources, ...linearSolvesOf(kernels), ...(layout.network.fluidLaw?.sources ?? [])],
    partitions: layout.partitions.map((partition) => [
      ...partitionSources(layout, partition, lists, recordOf(partition.index), settings, scale),
      ...(areFreeRunning({ window, own }) ? freeRunning(partition) : together(partition)),
    ]),
    controller,
    verdicts: layout.partitions.map(({ decision }) => decisionOffsets({ decision }).verdict),
    synchronisations: layout.synchronisations,
    exchanges: rates !== null,
    ownership,
    lists: lists.values,
  };
}

/** Lists of what observers keep in a partition. */
function observedBy(observers: ObserverRows['rows'], partition: number): Pick<Recorded, 'observed' | 'observedMeans'> {
  const own = observerNames.map((name) => [name, observers[name].filter(({ row }) => row.partition === partition)] as const);
  return {
    observed: own.map(([name, rows]) => [name, rows.map(({ row, at }) => observerOf(name).entry(row, at))]),
    observedMeans: own.some(([, rows]) => rows.some(({ row }) => row.quantity?.ofWave)),
  };
}

interface Recorded {
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

/** Runs of direct connections whose ports follow each other. */
function directRuns({ direct, q }: PartitionLayout): [number, number, number][] {
  const runs: [number, number, number][] = [];
  for (const { end, net } of direct) {
    const last = runs.at(-1);
    if (last && last[0] + last[2] === q + end && last[1] + last[2] === net) last[2]++;
    else runs.push([q + end, net, 1]);
  }
  return runs;
}

/** Cells of what is expected of a line's mean and of its α. */
function expectedOf(tables: PartitionLayout['tables'], line: number): [number, number] {
  for (const { lines, expected, filter } of tables) {
    const row = lines.indexOf(line);
    if (row >= 0) return [expected + row, filter + row];
  }
  throw new Error(`line ${line} is in no table`);
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

/** α, where all capacitive lines have the same. */
function sharedFilterOf(lines: LineTable): number | null {
  let shared: number | null = null;
  for (let line = 0; line < lines.count; line++) {
    if (!Number.isNaN(lineValue(lines, line, 'delay'))) continue;
    const filter = lineValue(lines, line, 'filter');
    if (shared !== null && filter !== shared) return null;
    shared = filter;
  }
  return shared;
}

function partitionSources(
  layout: Layout,
  partition: PartitionLayout,
  lists: Lists,
  record: Recorded,
  settings: StepControllerSettings,
  scale: LineChoices['scale'],
): KernelSource[] {
  const { index, p, w, batches, tables, boundary, zero } = partition;
  const decision = decisionOffsets(partition);
  const fixedStep = settings.fixedStep !== null;
  const judges = judgesStates(settings);
  // Partitions that take their own steps have made other numbers of attempts when they meet.
  const turn = settings.synchroniseEvery === null ? decision.attempts : decision.synchronisations;
  const words = wordOffsets(partition);
  const lines = { sharedFilter: sharedFilterOf(layout.network.tables.lines), judgesMeans: judges, form: settings.line, scale };
  const setting: LoopSetting = { partition: index, decision, words, accept: verdicts.accept, turn, fixedStep, lines };
  const loops = familiesOf(layout).flatMap(([family, placed]) => family.loops(placed, layout.site, setting));
  const inPhase = (...phases: readonly (keyof PhaseLoops)[]): string[] =>
    phases.flatMap((phase) => loops.flatMap((own) => own[phase].map(({ name }) => name)));
  const sourcesOf = (made: readonly Loop[]): KernelSource[] =>
    made.map(({ name, step, offsets, pieces, called }) => stepSource(step, offsets, name, pieces, called));
  const texts = [
    ...batches.flatMap(({ kind, early, constants }, batch) =>
      early && kind.earlyBody ? [{ text: kind.earlyBody, constants, batch, idle: false }] : [],
    ),
    ...batches.map(({ kind, constants }, batch) => ({ text: kind.kernel.body, constants, batch, idle: kind.idle })),
  ];
  const kernels = texts.map(({ text, constants, ...rest }, k) => ({
    source: { text, constants, name: 'kernel', as: `kernel_${index}_${k}` },
    ...rest,
  }));
  const extremes = extremesSource(
    layout,
    partition,
    { ...words, acceptedTime: decision.acceptedTime },
    layout.network.circuit.fluid.vapourPressure,
    (entries) => lists.put(entries),
  );
  const ghostLent = ({ ghostVolume }: BoundaryEnd): number => (ghostVolume === zero ? -1 : ghostVolume);
  const inStep = layout.rates ? [] : boundary;
  const { rates } = layout;
  const exchange = rates
    ? heldSources(
        index,
        lists.put(boundary.map((b) => [w + b.own, w + b.ghost, b.ownVolume, ghostLent(b), b.send, b.receive, b.sum])),
        rates.counts[index],
        inPhase('acceptHeld'),
      )
    : [];
  const hasMeans = record.means || record.observedMeans || record.lookedMeans;
  const judged = judges && partition.judged.count > 0 ? [stateErrorsSource(partition, words)] : [];
  const crossing = partition.crossings.count > 0 ? [crossingsSource(partition)] : [];
  const phases = phaseSources(
    partition,
    { words, decision, settings, times: record.times },
    {
      sends: lists.put(inStep.map((b) => [p + b.own, w + b.own, b.ownVolume, b.send, ...expectedOf(tables, b.line)])),
      receives: lists.put(inStep.map((b) => [p + b.ghost, w + b.ghost, ghostLent(b), b.receive])),
      direct: lists.put(directRuns(partition)),
      cavities: lists.put(cavityColumns(layout, partition, (entries) => lists.put(entries))),
      record: lists.put(record.entries),
      judged: lists.put(judgedColumns(partition)),
      observed: record.observed.map(([name, entries]) => [name, lists.put(entries)] as const),
    },
    {
      kernels: kernels.map(({ source: { as }, batch, idle }) => ({ kernel: as, batch, idle })),
      errors: inPhase('errors'),
      publish: inPhase('publish'),
      receive: inPhase('receive', 'soften'),
      // Those of a step that has kept them are there.
      means: record.means && !record.observedMeans ? inPhase('means') : [],
      observedMeans: record.observedMeans ? inPhase('means') : [],
      stateErrors: judged.map(({ as }) => as),
      crossings: crossing.map(({ as }) => as),
      acceptLines: inPhase('accept'),
      rejectLines: inPhase('reject'),
      extremes: extremes === null ? [] : [`extremes_${index}`],
    },
  );
  return [
    ...kernels.map((k) => k.source),
    ...sourcesOf(loops.flatMap(({ errors }) => errors)),
    ...judged,
    ...crossing,
    ...sourcesOf(loops.flatMap(({ accept, acceptHeld, reject }) => [...accept, ...acceptHeld, ...reject])),
    ...sourcesOf(loops.flatMap(({ publish, receive, soften, means }) => [...publish, ...receive, ...soften, ...(hasMeans ? means : [])])),
    ...exchange,
    ...(extremes === null ? [] : [extremes]),
    ...phases,
  ];
}

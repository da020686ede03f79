/** Sources of one partition's phases (blocks/partitionPhases.ts) and of its run by itself (blocks/freeRunning.ts): where their lists stand, and what they call. */
import { type BoundaryOffsets, receiveBoundary, sendBoundary } from '../../blocks/boundaryExchange.js';
import { reportCavities } from '../../blocks/cavityReports.js';
import { crossings } from '../../blocks/crossings.js';
import { type DecisionWord, type PartitionWord, publishedPlaces, publishedStride, slotPlaces } from '../../blocks/decision.js';
import { integrateDirect } from '../../blocks/directFlows.js';
import { recordExact, timings } from '../../blocks/exactRows.js';
import { runSteps, runToSynchronisation } from '../../blocks/freeRunning.js';
import { exchange, hold, sendMeans } from '../../blocks/heldExchange.js';
import type { ObserverLoops } from '../../blocks/kept/observer.js';
import { type ObserverName, observerOf } from '../../blocks/kept/registry.js';
import { accept, attempt, components, type PartitionOffsets, receiveAndRecord, reject, runKernel } from '../../blocks/partitionPhases.js';
import { judgeRow, type RecordOffsets, recordCells } from '../../blocks/record.js';
import { stateErrors } from '../../blocks/stateErrors.js';
import { type Made, type Part, part, stepSource } from '../../code/stepSource.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { crossed } from '../../equations/solve/crossings.js';
import { judgedRows, type PartitionLayout, startPlane } from '../layout/layout.js';
import { stepsApart } from './extremes.js';
import type { List } from './lists.js';
import { outcomes, verdicts } from './outcomes.js';
import { judgesStates, type StepControllerSettings } from './stepController.js';

type Words = Readonly<Record<PartitionWord, number>>;
type Decision = Readonly<Record<DecisionWord, number>>;

/** What the phases of a partition call, by their sources' names. */
export type PhaseCalls = Readonly<
  Record<
    'errors' | 'publish' | 'receive' | 'means' | 'observedMeans' | 'stateErrors' | 'crossings' | 'acceptLines' | 'rejectLines' | 'extremes',
    readonly string[]
  >
> & {
  /** Kernels in their order, with the number that goes to the phase word. */
  readonly kernels: readonly { readonly kernel: string; readonly batch: number; readonly idle: boolean }[];
};

/** Lists of a partition, as the blocks that go through them say. */
export type PhaseLists = Readonly<Record<'sends' | 'receives' | 'direct' | 'cavities' | 'record' | 'judged', List>> & {
  readonly observed: readonly (readonly [observer: ObserverName, list: List])[];
};

export interface PhaseSettings {
  readonly words: Words;
  readonly decision: Decision;
  readonly settings: Pick<StepControllerSettings, 'fixedStep' | 'law' | 'grid' | 'overfullCavity' | 'pressureLimit'>;
  /** Offset of the times of rows. */
  readonly times: number;
}

/** What stands in place of the phases' calls, of what a partition has. */
function phaseParts({ words, decision, settings, times }: PhaseSettings, lists: PhaseLists) {
  const { sends, receives, direct, cavities, record, judged } = lists;
  const boundary: BoundaryOffsets = {
    ...slotPlaces,
    sends: sends.at,
    sendCount: sends.count,
    receives: receives.at,
    receiveCount: receives.count,
    judgesStates: judgesStates(settings),
  };
  const isExact = settings.grid === 'exact';
  const cells = { record: record.at, recordCount: record.count, recordWords: isExact ? 5 : 3 };
  const rows: RecordOffsets = { ...cells, judged: judged.at, judgedCount: judged.count, broken: words.broken };
  const exact = { ...decision, ...cells, times, atEnd: timings.end, inMiddle: timings.middle, isHeld: timings.held };
  const { hasCavity, overfull } = words;
  const { lastStep, acceptedTime, rowFrom } = decision;
  const observing = lists.observed.flatMap(([name, list]) =>
    list.count > 0 ? [observerOf(name).loops(list, { acceptedTime, lastStep, rows: decision.rows, rowFrom, isExact })] : [],
  );
  const at = (point: keyof ObserverLoops): Part[] =>
    observing.flatMap(({ [point]: loop }) => (loop ? [part(loop.step, loop.offsets)] : []));
  const some = (list: List, one: Part): Part[] => (list.count > 0 ? [one] : []);
  return {
    send: some(sends, part(sendBoundary, boundary)),
    fetch: some(receives, part(receiveBoundary, boundary)),
    integrate: some(direct, part(integrateDirect, { direct: direct.at, directCount: direct.count, lastStep })),
    reportCavities: some(
      cavities,
      part(reportCavities, { cavities: cavities.at, cavityCount: cavities.count, hasCavity, overfull, acceptedTime }),
    ),
    record: [isExact ? part(recordExact, exact) : part(recordCells, rows)],
    judge: [part(judgeRow, rows)],
    observes: at('receive').length > 0,
    observeLook: at('look'),
    observeAccept: at('accept'),
    observeReceive: at('receive'),
    observeRow: at('row'),
  };
}

/** What the phases are made for. */
export function phaseOffsets(
  { index, published }: Pick<PartitionLayout, 'index' | 'published'>,
  settings: PhaseSettings,
  lists: PhaseLists,
  { kernels: _, ...calls }: PhaseCalls,
): Made<PartitionOffsets> {
  const { event, failed, notFinite, error, errorLine, broken, overfull, highest } = settings.words;
  const { accepted, recordRow, verdict } = settings.decision;
  const parts = phaseParts(settings, lists);
  return {
    ...{ event, failed, notFinite, error, errorLine, broken, overfull, highest, accepted, recordRow, verdict, publishedStride },
    acceptVerdict: verdicts.accept,
    toError: published + publishedPlaces.errorAt,
    toErrorLine: published + publishedPlaces.errorLineAt,
    toBad: published + publishedPlaces.badAt,
    toEvent: published + publishedPlaces.eventAt,
    pressureLimit: settings.settings.pressureLimit,
    endsOverfull: settings.settings.overfullCavity === 'end',
    looks: calls.extremes.length + parts.observeLook.length > 0,
    lookEvery: stepsApart,
    components: `components_${index}`,
    ...parts,
    ...calls,
  };
}

/** Sources `components_P`, `attempt_P`, `accept_P`, `receiveAndRecord_P` and `reject_P`. */
export function phaseSources(
  partition: Pick<PartitionLayout, 'index' | 'published'>,
  settings: PhaseSettings,
  lists: PhaseLists,
  calls: PhaseCalls,
): KernelSource[] {
  const { index } = partition;
  const o = phaseOffsets(partition, settings, lists, calls);
  const { event, failed, notFinite, hasCavity, phase } = settings.words;
  const kernels = calls.kernels.map((one) => part(runKernel, { phase, ...one }));
  return [
    stepSource(components, { event, failed, notFinite, hasCavity, kernels }, `components_${index}`),
    stepSource(attempt, o, `attempt_${index}`),
    stepSource(accept, o, `accept_${index}`),
    stepSource(receiveAndRecord, o, `receiveAndRecord_${index}`),
    stepSource(reject, o, `reject_${index}`),
  ];
}

/** KernelSource `stateErrors_P`. */
export function stateErrorsSource({ index, judged }: Pick<PartitionLayout, 'index' | 'judged'>, { error, errorLine }: Words): KernelSource {
  const { changes, count, codes, maxima } = judged;
  const chunkCount = Math.ceil(count / judgedRows);
  return stepSource(
    stateErrors,
    { changes, count, codes, maxima, chunkRows: judgedRows, chunkCount, error, errorLine },
    `stateErrors_${index}`,
  );
}

/** KernelSource `crossings_P`. */
export function crossingsSource({
  index,
  crossings: { at, count },
  published,
}: Pick<PartitionLayout, 'index' | 'crossings' | 'published'>): KernelSource {
  const { crossingAt, againAt } = publishedPlaces;
  const offsets = { crossings: at, count, none: crossed.none, first: published + crossingAt, again: published + againAt };
  return stepSource(crossings, offsets, `crossings_${index}`);
}

/** Sources `hold_P`, `sendMeans_P` and `exchange_P`; `acceptHeld`: the loops over the lines that are cut. */
export function heldSources(index: number, held: List, steps: number, acceptHeld: readonly string[]): KernelSource[] {
  const o = { held: held.at, heldCount: held.count, steps, ...slotPlaces, acceptHeld };
  return [
    stepSource(hold, o, `hold_${index}`),
    stepSource(sendMeans, o, `sendMeans_${index}`),
    stepSource(exchange, o, `exchange_${index}`),
  ];
}

/** KernelSource `freeRunning_P`. `steps`: to the synchronisation, null where they are the partition's own; `holds`: whether lines to others hold what came across meanwhile. */
export function freeRunningSource(
  index: number,
  { accepted, synchronisations, verdict }: Decision,
  steps: number | null,
  holds: boolean,
): KernelSource {
  const { goOn, failed } = outcomes;
  const phases = Object.fromEntries(
    (['receiveAndRecord', 'attempt', 'decide', 'accept', 'reject', 'hold', 'sendMeans'] as const).map((phase) => [
      phase,
      `${phase}_${index}`,
    ]),
  ) as Record<'receiveAndRecord' | 'attempt' | 'decide' | 'accept' | 'reject' | 'hold' | 'sendMeans', string>;
  const o = {
    startPlane,
    steps: steps ?? 0,
    holds,
    accepted,
    synchronisations,
    verdict,
    acceptVerdict: verdicts.accept,
    goOn,
    failed,
    ...phases,
  };
  return stepSource(steps === null ? runToSynchronisation : runSteps, o, `freeRunning_${index}`);
}

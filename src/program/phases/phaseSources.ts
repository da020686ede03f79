/** Sources of one partition's phases (blocks/step/phases.step.ts) and of its run by itself (blocks/step/freeRunning.step.ts): where their lists stand, and what they call. */

import type { List, Loop, PhaseLoops } from '../../blocks/family.js';
import { recordExact, timings } from '../../blocks/kept/exactRows.step.js';
import { stepsApart } from '../../blocks/kept/extremes.js';
import type { ObserverLoops } from '../../blocks/kept/observer.js';
import { type ObserverName, observerOf } from '../../blocks/kept/registry.js';
import { judgeRow, type RecordOffsets, recordCells } from '../../blocks/kept/rows.step.js';
import { type DecisionWord, publishedPlaces, publishedStride } from '../../blocks/step/decision.js';
import { runSteps, runToSynchronisation } from '../../blocks/step/freeRunning.step.js';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import {
  accept,
  attempt,
  components,
  keep,
  type PartitionOffsets,
  receiveAndRecord,
  reject,
  runKernel,
} from '../../blocks/step/phases.step.js';
import type { PartitionWord } from '../../blocks/step/words.js';
import { type Made, type StepCall, stepCall, stepSource } from '../../code/stepSource.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { type PartitionLayout, startPlane } from '../layout/layout.js';
import type { StepControllerSettings } from './stepController.js';

type Words = Readonly<Record<PartitionWord, number>>;
type Decision = Readonly<Record<DecisionWord, number>>;

/** Loops and kernels that the phases of a partition call. */
export interface PhaseCalls {
  readonly loops: (phase: keyof PhaseLoops) => readonly Loop[];
  /** Kernels in their order, with the number that goes to the phase word. */
  readonly kernels: readonly { readonly kernel: string; readonly batch: number; readonly idle: boolean }[];
  /** Whether rows, and observers, need mean pressures of wave lines. */
  readonly recordsMeans: boolean;
  readonly observesMeans: boolean;
}

/** Lists of a partition. */
export interface PhaseLists {
  readonly record: List;
  readonly judged: List;
  readonly observed: readonly (readonly [observer: ObserverName, list: List])[];
}

export interface PhaseSettings {
  readonly words: Words;
  readonly decision: Decision;
  readonly settings: Pick<StepControllerSettings, 'fixedStep' | 'law' | 'grid' | 'overfullCavity' | 'pressureLimit'>;
  /** Offset of the times of rows. */
  readonly times: number;
}

/** Of rows, and of what is kept of every accepted step. */
function rowCalls({ words, decision, settings, times }: PhaseSettings, { record, judged, observed }: PhaseLists) {
  const isExact = settings.grid === 'exact';
  const cells = { record: record.at, recordCount: record.count, recordWords: isExact ? 5 : 3 };
  const rows: RecordOffsets = { ...cells, judged: judged.at, judgedCount: judged.count, broken: words.broken };
  const exact = { ...decision, ...cells, times, atEnd: timings.end, inMiddle: timings.middle, isHeld: timings.held };
  const { lastStep, acceptedTime, rowFrom } = decision;
  const observing = observed.flatMap(([name, list]) =>
    list.count > 0 ? [observerOf(name).loops(list, { acceptedTime, lastStep, rows: decision.rows, rowFrom, isExact })] : [],
  );
  const at = (point: keyof ObserverLoops): StepCall[] =>
    observing.flatMap(({ [point]: loop }) => (loop ? [stepCall(loop.step, loop.offsets)] : []));
  return {
    record: [isExact ? stepCall(recordExact, exact) : stepCall(recordCells, rows)],
    judge: [stepCall(judgeRow, rows)],
    observes: at('receive').length > 0,
    observeLook: at('look'),
    observeAccept: at('accept'),
    observeReceive: at('receive'),
    observeRow: at('row'),
  };
}

/** Offsets of the phases. */
export function phaseOffsets(
  { index, published }: Pick<PartitionLayout, 'index' | 'published'>,
  settings: PhaseSettings,
  lists: PhaseLists,
  { loops, recordsMeans, observesMeans }: Omit<PhaseCalls, 'kernels'>,
): Made<PartitionOffsets> {
  const { event, failed, notFinite, error, errorLine, broken, overfull, highest } = settings.words;
  const { accepted, recordRow, verdict } = settings.decision;
  const rows = rowCalls(settings, lists);
  const called = (...phases: readonly (keyof PhaseLoops)[]): string[] => phases.flatMap((phase) => loops(phase).map(({ name }) => name));
  const inPlace = (phase: keyof PhaseLoops): StepCall[] => loops(phase).map(({ step, offsets, pieces }) => stepCall(step, offsets, pieces));
  return {
    ...{ event, failed, notFinite, error, errorLine, broken, overfull, highest, accepted, recordRow, verdict, publishedStride },
    acceptVerdict: verdicts.accept,
    toError: published + publishedPlaces.errorAt,
    toErrorLine: published + publishedPlaces.errorLineAt,
    toBad: published + publishedPlaces.badAt,
    toEvent: published + publishedPlaces.eventAt,
    pressureLimit: settings.settings.pressureLimit,
    endsOverfull: settings.settings.overfullCavity === 'end',
    looks: loops('extremes').length + rows.observeLook.length > 0,
    lookEvery: stepsApart,
    components: `components_${index}`,
    ...rows,
    ...{ send: inPlace('send'), fetch: inPlace('fetch'), integrate: inPlace('integrate'), reportCavities: inPlace('reportCavities') },
    ...{ errors: called('errors'), stateErrors: called('stateErrors'), crossings: called('crossings'), extremes: called('extremes') },
    ...{ acceptLines: called('accept'), rejectLines: called('reject'), publish: called('publish'), receive: called('receive', 'soften') },
    means: recordsMeans ? called('means') : [],
    observedMeans: observesMeans ? called('means') : [],
  };
}

/** Sources `components_P`, `attempt_P`, `accept_P`, `receiveAndRecord_P` and `reject_P`; at fixed steps `keep_P`. */
export function phaseSources(
  partition: Pick<PartitionLayout, 'index' | 'published'>,
  settings: PhaseSettings,
  lists: PhaseLists,
  calls: PhaseCalls,
): KernelSource[] {
  const { index } = partition;
  const o = phaseOffsets(partition, settings, lists, calls);
  const { event, failed, notFinite, hasCavity, phase } = settings.words;
  const kernels = calls.kernels.map((one) => stepCall(runKernel, { phase, ...one }));
  return [
    stepSource(components, { event, failed, notFinite, hasCavity, kernels }, `components_${index}`),
    stepSource(attempt, o, `attempt_${index}`),
    stepSource(accept, o, `accept_${index}`),
    stepSource(receiveAndRecord, o, `receiveAndRecord_${index}`),
    stepSource(reject, o, `reject_${index}`),
    ...(settings.settings.fixedStep === null
      ? []
      : [stepSource(keep, { keepLines: calls.loops('keep').map(({ name }) => name) }, `keep_${index}`)]),
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
    (['receiveAndRecord', 'attempt', 'decide', 'accept', 'reject', 'keep', 'hold', 'sendMeans'] as const).map((phase) => [
      phase,
      `${phase}_${index}`,
    ]),
  ) as Record<'receiveAndRecord' | 'attempt' | 'decide' | 'accept' | 'reject' | 'keep' | 'hold' | 'sendMeans', string>;
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

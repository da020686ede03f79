/** Settings of the step controller (blocks/step/controller.step.ts) in one run. */

import { slotPlaces } from '../../blocks/exchange/slots.js';
import type { List } from '../../blocks/family.js';
import { type ControllerOffsets, clips, lawNumbers } from '../../blocks/step/controller.js';
import { decide, decisionPieces } from '../../blocks/step/controller.step.js';
import { type DecisionWord, publishedPlaces, publishedStride } from '../../blocks/step/decision.js';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import { stepSource } from '../../code/stepSource.js';
import { elementary } from '../../equations/kernel/elementary.js';
import type { KernelSource } from '../../equations/kernel/kernelSource.js';
import { crowd, leastDistance } from '../../results/crowded.js';
import type { SettledOf } from '../../settings/settled.js';

export interface StepControllerInputs {
  readonly decision: Readonly<Record<DecisionWord, number>>;
  /** Where partitions publish. */
  readonly partitions: List;
  /** Where partitions that have crossings publish, and whether any acts in the step after only; null where steps end at none. */
  readonly crossings: { readonly list: List; readonly late: boolean } | null;
  /** Cut lines: number, p of both ends in the exchange, which type of port they join (`cutTypes`). */
  readonly cut: List;
  /** Offsets of the counters, limited and rejected by line, and of those of `specialCounters`; null where another partition counts. */
  readonly counters: { readonly lines: number; readonly specials: number } | null;
  /** Offset of the recorded times. */
  readonly times: number;
  readonly settings: StepControllerSettings;
  /** Of a partition that takes `steps` steps of its own from synchronisation to synchronisation, `interval` apart, s; rows are recorded at synchronisations only. */
  readonly synchronisation?: { readonly interval: number; readonly steps: number } | null;
}

/** Values of the run that the step controller takes, and how far it goes. */
export interface StepControllerSettings
  extends Pick<
    SettledOf<'lines'>,
    | ('law' | 'line' | 'overfullCavity' | 'pressureLimit' | 'pressureError' | 'forceError' | 'torqueError')
    | ('initialStep' | 'minimumStep' | 'maximumStep' | 'every' | 'grid')
  > {
  readonly end: number;
  /** s; null for variable steps. */
  readonly fixedStep: number | null;
  /** Where partitions take their own steps: time between their synchronisations, s; else null. */
  readonly synchroniseEvery: number | null;
}

/** Whether a step is judged by line means and component states too: the printed laws know pressure differences only, and a fixed step is not judged. */
export const judgesStates = ({ fixedStep, law }: Pick<StepControllerSettings, 'fixedStep' | 'law'>): boolean =>
  fixedStep === null && law === 'standard';

/** Limits and rejections of steps beside lines, in the order of their counters, from 1; one that clips has that number among `clips`. */
export const specialCounters = ['event', 'maximum step', 'synchronisation', 'failed solve', 'crossing'] as const;

/** Offset from the counters of `specialCounters` to the one that counts what it rejected. */
const rejectedBy = (what: (typeof specialCounters)[number]): number => 2 * specialCounters.indexOf(what) + 1;

/** Types of ports as lists of cut lines have them. */
export const cutTypes = ['hydraulic', 'translational', 'rotational'] as const;

/** Offsets of a decision. */
export function controllerOffsets({
  decision,
  partitions,
  crossings,
  cut,
  counters,
  times,
  settings,
  synchronisation,
}: StepControllerInputs): ControllerOffsets {
  const { end, every, grid, law, fixedStep, synchroniseEvery, pressureError, forceError, torqueError, minimumStep, maximumStep } = settings;
  const specials = counters?.specials ?? 0;
  return {
    ...decision,
    ...lawNumbers,
    ...publishedPlaces,
    ...slotPlaces,
    publishedStride,
    acceptVerdict: verdicts.accept,
    rejectVerdict: verdicts.reject,
    goOn: outcomes.goOn,
    finished: outcomes.finished,
    failed: outcomes.failed,
    noneClip: clips.none,
    eventClip: clips.event,
    maximumClip: clips.maximum,
    synchronisationClip: clips.synchronisation,
    crossingClip: clips.crossing,
    partitions: partitions.at,
    partitionCount: partitions.count,
    crossings: crossings?.list.at ?? 0,
    crossingCount: crossings?.list.count ?? 0,
    cut: cut.at,
    cutCount: cut.count,
    forceType: cutTypes.indexOf('translational'),
    torqueType: cutTypes.indexOf('rotational'),
    forceScale: pressureError / forceError,
    torqueScale: pressureError / torqueError,
    counts: counters !== null,
    lineCounters: counters?.lines ?? 0,
    specialCounters: specials,
    rejectedBySolve: specials + rejectedBy('failed solve'),
    rejectedByCrossing: specials + rejectedBy('crossing'),
    times,
    end,
    every,
    minimumStep,
    maximumStep,
    fixedStep: fixedStep ?? 0,
    fixedSteps: fixedStep === null ? 0 : Math.round(end / fixedStep),
    pressureError,
    rejectsAbove: law === 'thesis' ? 10 : 1,
    fixed: fixedStep !== null,
    standard: law === 'standard',
    judgesStates: judgesStates(settings),
    exactRows: grid === 'exact',
    crosses: crossings !== null,
    late: crossings?.late ?? false,
    meets: synchroniseEvery !== null,
    synchroniseEvery: synchroniseEvery ?? 0,
    inIntervals: synchronisation !== null && synchronisation !== undefined,
    interval: synchronisation?.interval ?? 0,
    intervalSteps: synchronisation?.steps ?? 1,
    crowd,
    leastDistance: leastDistance(end),
    log10: elementary.log10,
    power: (x, y) => elementary.exp(y * elementary.log(x)),
  };
}

/** The source of `decide(parity)`. */
export const decideSource = (program: StepControllerInputs, as: string): KernelSource =>
  stepSource(decide, controllerOffsets(program), as, decisionPieces);

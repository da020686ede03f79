/** The step controller (controller.step.ts) in one run: its inputs, and its offsets. */
import { slotPlaces } from '../exchange/slots.js';
import type { List } from '../family.js';
import { type Loop, loop } from '../loop.js';
import { type Elementary, lineTypes } from '../site.js';
import { type ControllerOffsets, type CutOffsets, clips, decide, decisionPieces, lawNumbers } from './controller.step.js';
import { type DecisionWord, publishedPlaces, publishedStride } from './decision.js';
import { outcomes, verdicts } from './outcomes.js';

/** Inputs of a decision. */
export interface ControllerInputs<Settings extends ControllerSettings = ControllerSettings> {
  readonly decision: Readonly<Record<DecisionWord, number>>;
  /** Where partitions publish. */
  readonly partitions: List;
  /** Where partitions that have crossings publish, and whether any acts in the step after only; null where steps end at none. */
  readonly crossings: { readonly list: List; readonly late: boolean } | null;
  /** Cut lines: number, p of both ends in the exchange, which type of port they join (site.ts). */
  readonly cut: List;
  /** Offsets of the counters, limited and rejected by line, and of those of `specialCounters`; null where another partition counts. */
  readonly counters: { readonly lines: number; readonly specials: number } | null;
  /** Offset of the recorded times. */
  readonly times: number;
  readonly settings: Settings;
  /** Of a partition that takes `steps` steps of its own from synchronisation to synchronisation, `interval` apart, s; rows are recorded at synchronisations only. */
  readonly synchronisation?: { readonly interval: number; readonly steps: number } | null;
}

/** Settings of the step (settings/circuitSettings.ts). */
export interface ControllerSettings {
  /** s */
  readonly end: number;
  readonly every: number;
  readonly grid: string;
  readonly law: string;
  /** s; null for variable steps. */
  readonly fixedStep: number | null;
  readonly minimumStep: number;
  readonly maximumStep: number;
  /** Pa, N, Nm */
  readonly pressureError: number;
  readonly forceError: number;
  readonly torqueError: number;
  /** Where partitions take their own steps: time between their synchronisations, s; else null. */
  readonly synchroniseEvery: number | null;
}

/** Whether a step is judged by line means and component states too: the printed laws know pressure differences only, and a fixed step is not judged. */
export const judgesStates = ({ fixedStep, law }: Pick<ControllerSettings, 'fixedStep' | 'law'>): boolean =>
  fixedStep === null && law === 'standard';

/** Limits and rejections of steps beside lines, in the order of their counters, from 1; one that clips has that number among `clips`. */
export const specialCounters = ['event', 'maximum step', 'synchronisation', 'failed solve', 'crossing'] as const;

/** Offset from the counters of `specialCounters` to the one that counts what it rejected. */
const rejectedBy = (what: (typeof specialCounters)[number]): number => 2 * specialCounters.indexOf(what) + 1;

/** Of a run to `end`, s: mean distance of events below which they creep, s; over so many events (results/crowded.ts). */
export const crowd = 10_000;
export const leastDistance = (end: number): number => end / 1e9;

/** Offsets of what judges cut lines. */
export function cutOffsets(
  cut: List,
  settings: Pick<ControllerSettings, 'fixedStep' | 'law' | 'pressureError' | 'forceError' | 'torqueError'>,
): CutOffsets {
  const { pressureError, forceError, torqueError } = settings;
  return {
    ...slotPlaces,
    cut: cut.at,
    forceType: lineTypes.indexOf('translational'),
    torqueType: lineTypes.indexOf('rotational'),
    forceScale: pressureError / forceError,
    torqueScale: pressureError / torqueError,
    judgesStates: judgesStates(settings),
    meanWeight: lawNumbers.meanWeight,
  };
}

/** Offsets of a decision. */
export function controllerOffsets(
  { decision, partitions, crossings, cut, counters, times, settings, synchronisation }: ControllerInputs,
  elementary: Elementary,
): ControllerOffsets {
  const { end, every, grid, law, fixedStep, synchroniseEvery, pressureError, minimumStep, maximumStep } = settings;
  const specials = counters?.specials ?? 0;
  return {
    ...decision,
    ...lawNumbers,
    ...publishedPlaces,
    ...cutOffsets(cut, settings),
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
    cutCount: cut.count,
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

/** `decide(parity)`. */
export const decideLoop = (inputs: ControllerInputs, elementary: Elementary, name: string): Loop =>
  loop(name, decide, controllerOffsets(inputs, elementary), decisionPieces);

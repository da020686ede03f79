/** The parts of the serial attempt, and what several threads could make of it: for tables of `ringmain bench step`. */

import type { StepTimes } from '#ringmain/cli/measure/stepParts.js';
import {
  aloneTimes,
  type CutFacts,
  measuredWork,
  partitionParts,
  partNames,
  type StepPart,
  sumOf,
} from '#ringmain/cli/measure/stepShares.js';
import { type PredictedStep, predictStep } from '#ringmain/partition/prediction.js';
import { machineOf } from '#ringmain/run/chooseWorkers.js';

/** The serial attempt: phases of its one partition, the decision, and what the measured loop takes beyond them, below zero where noise makes it so. */
export function serialParts({ partitions, decision, loop }: StepTimes): StepPart[] {
  const parts = [
    ...partitions.flatMap(({ phases }) => partitionParts(phases)),
    { name: partNames.decision, median: decision.median, fastest: decision.lowest },
  ];
  const rest = { name: partNames.rest, median: loop.median - sumOf(parts, 'median'), fastest: loop.lowest - sumOf(parts, 'fastest') };
  return [...parts, rest];
}

export interface Prediction {
  /** Thread that takes longest. */
  readonly slowest: number;
  /** ns an attempt by partition, each alone, over and over. */
  readonly partitions: readonly number[];
  /** Null where the barrier was not measured. */
  readonly step: PredictedStep | null;
}

/** Attempt of a thread for each partition; `barrier`: ns of a synchronisation of two threads that do nothing else. */
export function predict(serial: StepTimes, cut: StepTimes, facts: CutFacts, barrier: number | null, cores: number): Prediction {
  const work = measuredWork(serial, cut, facts);
  return {
    slowest: work.partitions.indexOf(Math.max(...work.partitions)),
    partitions: aloneTimes(cut),
    step: barrier === null ? null : predictStep(work, cut.partitions.length, machineOf(cores, barrier)),
  };
}

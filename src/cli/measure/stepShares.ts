/** From times of phases to parts that add up: where the time of an attempt goes, and the work of a plan for its prediction. */
import type { Circuit } from '../../circuit/circuit.js';
import { waveTransfers } from '../../partition/planWork.js';
import type { StepWork } from '../../partition/prediction.js';
import { lookAheadWindow } from '../../program/lookAhead.js';
import type { Spread } from '../../results/statistics.js';
import type { PhaseTimes, StepTimes } from './stepParts.js';

export interface StepPart {
  readonly name: string;
  /** ns an attempt: from medians, and from fastest samples. */
  readonly median: number;
  readonly fastest: number;
}

/** Names of parts, as they are shown. */
export const partNames = {
  components: 'components',
  errors: 'line errors',
  exchange: 'exchange',
  beside: 'exchange between partitions, waves, record',
  decision: 'decision',
  rest: 'rest of the loop',
  barrier: 'barrier',
} as const;

const medianOf = ({ median }: Spread): number => median;
const lowestOf = ({ lowest }: Spread): number => lowest;

/** A part of a single spread, or of several added and subtracted. */
function part(name: string, value: (pick: (spread: Spread) => number) => number): StepPart {
  return { name, median: value(medianOf), fastest: value(lowestOf) };
}

/** A partition's own phases: components, line errors, exchange, and what attempt, accept and receiveAndRecord take beyond those. */
export function partitionParts({ components, errors, exchange, attempt, accept, receiveAndRecord }: PhaseTimes): StepPart[] {
  return [
    part(partNames.components, (of) => of(components)),
    part(partNames.errors, (of) => of(errors)),
    part(partNames.exchange, (of) => of(exchange)),
    part(partNames.beside, (of) => of(attempt) - of(components) - of(errors) + (of(accept) - of(exchange)) + of(receiveAndRecord)),
  ];
}

/** ns an attempt by partition, each alone, over and over: medians, the decision apart. */
export const aloneTimes = (cut: StepTimes): number[] => cut.partitions.map(({ phases }) => sumOf(partitionParts(phases), 'median'));

/** Facts of a plan that no timing in one thread shows. */
export interface CutFacts {
  /** Attempts from synchronisation to synchronisation. */
  readonly window: number;
  /** By partition, ns an attempt: waves on their way from another core (partition/planWork.ts); null at variable steps. */
  readonly transfers: Float64Array | null;
  /** Share of the heaviest cluster in all work. */
  readonly largestBlock?: number;
}

/** Of owners at a fixed step, or at variable ones: null. */
export const cutFacts = (circuit: Circuit, owner: Int32Array, parts: number, step: number | null): CutFacts => ({
  window: lookAheadWindow(circuit, owner, step),
  transfers: step === null ? null : waveTransfers(circuit, owner, parts, true),
});

/**
 * Work of a plan from what was timed in one thread. Phases that are repeated from one state have their branches foretold and their code and data in the
 * nearest cache: in the serial loop they take `inLoop` times as long, and so they are taken to do in the loop of a partition. The loop over all partitions
 * in one thread would not tell it, as their kernels throw each other out of the caches, which they do not on cores of their own.
 */
export function measuredWork(serial: StepTimes, cut: StepTimes, { window, transfers, largestBlock = 0 }: CutFacts): StepWork {
  const work = serial.loop.median - serial.decision.median;
  const inLoop = work / aloneTimes(serial).reduce((sum, time) => sum + time, 0);
  return {
    serial: serial.loop.median,
    decision: cut.decision.median,
    partitions: aloneTimes(cut).map((time, p) => time * inLoop + (transfers?.[p] ?? 0)),
    largestBlock: largestBlock * work,
    window,
    bytes: 0,
  };
}

/** Sum of parts. */
export function sumOf(parts: readonly StepPart[], which: 'median' | 'fastest'): number {
  return parts.reduce((sum, one) => sum + one[which], 0);
}

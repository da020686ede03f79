/** From times of phases to parts that add up: where the time of an attempt goes, and what two workers could make of it. */
import type { Spread } from './spread.js';
import type { PhaseTimes, StepTimes } from './stepParts.js';

export interface Part {
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
  beside: 'mail, waves, settle, record',
  decision: 'decision',
  rest: 'rest of the loop',
  barrier: 'barrier',
} as const;

const medianOf = ({ median }: Spread): number => median;
const lowestOf = ({ lowest }: Spread): number => lowest;

/** Part of a single spread, or of several added and subtracted. */
function part(name: string, value: (pick: (spread: Spread) => number) => number): Part {
  return { name, median: value(medianOf), fastest: value(lowestOf) };
}

/** A partition's own phases: components, line errors, exchange, and what attempt, accept and settle take beyond those. */
export function partitionParts({ components, errors, exchange, attempt, accept, settle }: PhaseTimes): Part[] {
  return [
    part(partNames.components, (of) => of(components)),
    part(partNames.errors, (of) => of(errors)),
    part(partNames.exchange, (of) => of(exchange)),
    part(partNames.beside, (of) => of(attempt) - of(components) - of(errors) + (of(accept) - of(exchange)) + of(settle)),
  ];
}

/** The serial attempt: phases of its one partition, the decision, and what the measured loop takes beyond them, below zero where noise makes it so. */
export function serialParts({ partitions, decision, loop }: StepTimes): Part[] {
  const parts = [...partitions.flatMap(({ phases }) => partitionParts(phases)), part(partNames.decision, (of) => of(decision))];
  const rest = { name: partNames.rest, median: loop.median - sumOf(parts, 'median'), fastest: loop.lowest - sumOf(parts, 'fastest') };
  return [...parts, rest];
}

export interface Prediction {
  /** Thread that takes longest, and ns an attempt by thread; partition p runs on thread p mod `threads`. */
  readonly slowest: number;
  readonly threads: readonly number[];
  /** ns an attempt by partition. */
  readonly partitions: readonly number[];
  /** ns an attempt; null where the barrier was not measured. */
  readonly barrier: number | null;
  readonly attempt: number | null;
  /** Serial attempt over that one. */
  readonly limit: number | null;
}

/**
 * Attempt of so many threads: the slowest of them, the decision, and a barrier (ns a meeting) every `window` steps. Medians of phases that were timed
 * alone, where code and data are warmer than in the loop: what threads cannot be faster than.
 */
export function predict(
  serial: StepTimes,
  cut: StepTimes,
  barrier: number | null,
  window: number,
  threads = cut.partitions.length,
): Prediction {
  const partitions = cut.partitions.map(({ phases }) => sumOf(partitionParts(phases), 'median'));
  const each = new Array<number>(threads).fill(0);
  partitions.forEach((time, p) => {
    each[p % threads] = (each[p % threads] as number) + time;
  });
  const longest = Math.max(...each);
  const meeting = barrier === null ? null : barrier / window;
  const attempt = meeting === null ? null : longest + cut.decision.median + meeting;
  return {
    slowest: each.indexOf(longest),
    threads: each,
    partitions,
    barrier: meeting,
    attempt,
    limit: attempt === null ? null : serial.loop.median / attempt,
  };
}

/** How much longer the parts of a serial attempt take in the loop than each alone, over and over. */
export function coldness(serial: StepTimes): number {
  const parts = serialParts(serial).filter(({ name }) => name !== partNames.rest);
  return Math.max(1, serial.loop.median / sumOf(parts, 'median'));
}

/** Sum of parts. */
export function sumOf(parts: readonly Part[], which: 'median' | 'fastest'): number {
  return parts.reduce((sum, one) => sum + one[which], 0);
}

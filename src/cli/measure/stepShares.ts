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
  readonly slowest: number;
  /** ns an attempt by partition. */
  readonly partitions: readonly number[];
  /** ns an attempt; null where the barrier was not measured. */
  readonly barrier: number | null;
  readonly attempt: number | null;
  /** Serial attempt over that one. */
  readonly limit: number | null;
}

/** Two workers: the slowest partition, the decision, and a barrier every `window` steps. Medians. */
export function predict(serial: StepTimes, cut: StepTimes, barrier: Spread | null, window: number): Prediction {
  const partitions = cut.partitions.map(({ phases }) => sumOf(partitionParts(phases), 'median'));
  const longest = Math.max(...partitions);
  const meeting = barrier && barrier.median / window;
  const attempt = meeting === null ? null : longest + cut.decision.median + meeting;
  return {
    slowest: partitions.indexOf(longest),
    partitions,
    barrier: meeting,
    attempt,
    limit: attempt === null ? null : serial.loop.median / attempt,
  };
}

/** Sum of parts. */
export function sumOf(parts: readonly Part[], which: 'median' | 'fastest'): number {
  return parts.reduce((sum, one) => sum + one[which], 0);
}

/** Whole runs that are measured: all to their end, with the same results, and one way against another. */
import type { Circuit } from '../../circuit/circuit.js';
import { simulate } from '../../run/simulate.js';
import type { Fault } from '../../run/threads/faults.js';
import type { LineResults, RunOptions } from '../../run/types.js';

/** A measured run did not reach its end, or ended with other results than it must have: no times are reported. */
export class RunFault extends Error {}

/** A run to its end. Throws RunFault. */
export async function finished(circuit: Circuit, options: RunOptions, faults: readonly Fault[] = []): Promise<LineResults> {
  const results = await simulate(circuit, options, faults);
  if (results.ending) throw new RunFault(`${circuit.name}: ${results.ending.message}`);
  return results;
}

/** Throws RunFault where results differ, which are given by their digests; `of`: whose they are, such as 'ring main by one thread and by two'. */
export function expectSame(of: string, digests: readonly string[]): void {
  const differ = new Set(digests).size > 1;
  if (differ) throw new RunFault(`${of}: results differ (${digests.join(' ')}); this is a fault of ringmain, please report it`);
}

/** Samples of two ways, round by round. */
export interface Alternated {
  readonly ones: readonly number[];
  readonly others: readonly number[];
  /** The mean of the one before and after, and the other between them; ratios of such pairs have no drift of the machine. */
  readonly pairs: readonly (readonly [one: number, other: number])[];
  /** The one before and after: ratios of these are the machine's noise. */
  readonly again: readonly (readonly [before: number, after: number])[];
}

/** One, other, one, again and again; `afterRound` is done between rounds. */
export async function alternate(
  rounds: number,
  one: () => Promise<number>,
  other: () => Promise<number>,
  afterRound?: () => Promise<void>,
): Promise<Alternated> {
  const [others, pairs, again]: [number[], [number, number][], [number, number][]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const before = await one();
    const between = await other();
    const after = await one();
    others.push(between);
    pairs.push([(before + after) / 2, between]);
    again.push([before, after]);
    await afterRound?.();
  }
  return { ones: again.flat(), others, pairs, again };
}

/** Times in turn: how all that is compared here is timed. */
import { type Spread, spreadOf, sum } from '#ringmain/results/statistics.js';
import { inTurn } from '../protocol/turns.js';

export interface Turns {
  /** How often all are run, at most. */
  readonly rounds: number;
  /** s: who has taken so long is not run again. */
  readonly seconds: number;
}

export interface Timing extends Spread {
  readonly runs: number;
}

/**
 * Runs all, forwards in one round and backwards in the next, so that a slow spell of the machine meets neighbours alike; `lowest` is what they are compared by,
 * as other programs can only slow one down. `run` gives the time of a run, s.
 */
export async function timeInTurn(runs: readonly (() => Promise<number>)[], { rounds, seconds }: Turns): Promise<Timing[]> {
  const all = runs.map((run) => ({ run, times: [] as number[] }));
  for (const { run, times } of inTurn(all, rounds)) if (times.length === 0 || sum(times) < seconds) times.push(await run());
  return all.map(({ times }) => ({ ...spreadOf(times), runs: times.length }));
}

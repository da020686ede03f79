/** Times in turn: how all that is compared here is timed. */
import { type Spread, spreadOf } from '#ringmain/cli/measure/spread.js';

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
  const samples = runs.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (let n = 0; n < runs.length; n++) {
      const k = round % 2 === 0 ? n : runs.length - 1 - n;
      const own = samples[k] as number[];
      if (own.length > 0 && own.reduce((sum, time) => sum + time, 0) >= seconds) continue;
      own.push(await (runs[k] as () => Promise<number>)());
    }
  }
  return samples.map((own) => ({ ...spreadOf(own), runs: own.length }));
}

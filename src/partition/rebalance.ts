/**
 * Which thread should run which partition, from what each took a little while ago. Partitions change hands where the slowest thread becomes faster by more
 * than what the measurement may be wrong by, and by more than the change costs.
 *
 * Two ways are tried and the better is taken: moves and swaps at the borders from what is (few changes, neighbours stay together), and the heaviest
 * partition first to the thread with the least (Graham, SIAM J. Appl. Math. 17 (1969) 416), evened out in the same way.
 */
import type { PartitionGraph } from './graph.js';
import { evenOut } from './multilevel/evenOut.js';
import { qualityOf } from './quality.js';

/** Neighbours of partitions; what a cut line between two threads costs either of them, ns. */
export type Neighbours = Pick<PartitionGraph, 'start' | 'to' | 'cut'>;

/** ns by partition: mean time of a synchronisation, and its standard error. */
export interface PartitionTimes {
  readonly mean: Float64Array;
  readonly error: Float64Array;
}

export interface Reassignment {
  /** By partition: its thread. */
  readonly owner: Int32Array;
  readonly moved: number;
  /** Slowest thread over the mean of all: as it was, and as it should become. */
  readonly before: number;
  readonly after: number;
}

/** A gain of less is not worth the caches that must be filled anew: of the slowest thread's time. */
const leastGain = 0.02;
/** Standard errors of the moved load that the gain must exceed. */
const certainty = 1;
/** A way with more moves must be better by so much. */
const clearlyBetter = 0.99;
/** ns: a partition that took no measurable time still has its place. */
const leastTime = 1;

/** A better assignment of partitions to `threads` threads of the same speed; null where none pays. Every thread keeps at least one partition. */
export function rebalance(neighbours: Neighbours, owner: Int32Array, times: PartitionTimes, threads: number): Reassignment | null {
  const weight = times.mean.map((time) => Math.max(leastTime, time));
  const graph: PartitionGraph = { ...neighbours, count: owner.length, weight };
  const shares = new Float64Array(threads).fill(1 / threads);
  const slowest = (candidate: Int32Array): number => qualityOf(graph, candidate, shares).slowest;
  const now = slowest(owner);
  const near = Int32Array.from(owner);
  evenOut(graph, near, shares);
  const fresh = heaviestFirst(weight, threads);
  evenOut(graph, fresh, shares);
  const best = slowest(fresh) < clearlyBetter * slowest(near) ? renamed(fresh, owner, weight, threads) : near;
  const then = slowest(best);
  let [moved, variance] = [0, 0];
  for (let p = 0; p < owner.length; p++) {
    if (best[p] === owner[p]) continue;
    moved++;
    variance += times.error[p] ** 2;
  }
  if (now - then <= leastGain * now + certainty * Math.sqrt(variance)) return null;
  const mean = weight.reduce((a, b) => a + b, 0) / threads;
  return { owner: best, moved, before: now / mean, after: then / mean };
}

function heaviestFirst(weight: Float64Array, threads: number): Int32Array {
  const order = Array.from(weight.keys()).sort((a, b) => weight[b] - weight[a] || a - b);
  const load = new Float64Array(threads);
  const owner = new Int32Array(weight.length);
  for (const p of order) {
    const least = load.indexOf(Math.min(...load));
    owner[p] = least;
    load[least] = load[least] + weight[p];
  }
  return owner;
}

/** The division, its threads named so that as much as possible stays where it is. */
function renamed(division: Int32Array, owner: Int32Array, weight: Float64Array, threads: number): Int32Array {
  const shared = new Float64Array(threads * threads);
  for (let p = 0; p < owner.length; p++) {
    const pair = division[p] * threads + owner[p];
    shared[pair] = shared[pair] + weight[p];
  }
  const name = new Int32Array(threads).fill(-1);
  const taken = new Uint8Array(threads);
  for (let n = 0; n < threads; n++) {
    let best = -1;
    for (let pair = 0; pair < shared.length; pair++) {
      if (name[Math.floor(pair / threads)] >= 0 || taken[pair % threads] === 1) continue;
      if (best < 0 || shared[pair] > shared[best]) best = pair;
    }
    name[Math.floor(best / threads)] = best % threads;
    taken[best % threads] = 1;
  }
  return division.map((part) => name[part]);
}

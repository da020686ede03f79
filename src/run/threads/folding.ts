/**
 * Partitions beyond the cores. Those that one thread would run in turn are made one, as all partitions of a run in step do the same at the same time: the
 * bits are those of any other plan. In turn, each has kernels and loops of its own over few rows, and code that the others have thrown out of the cache
 * before its turn comes again: 16 partitions of 63 components took 1.8 times as long on two threads as the two that they make.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { groupPartitions, partitionGraph } from '../../partition/group.js';

export interface Folding {
  /** By component: its thread. */
  readonly owner: Int32Array;
  /** By thread: the partitions it was given, of about equal cost. */
  readonly groups: readonly (readonly number[])[];
}

/** Spreads partitions over fewer threads. */
export function foldPartitions(circuit: Circuit, owner: Int32Array, parts: number, threads: number): Folding {
  const thread = groupPartitions(partitionGraph(circuit, owner, parts), threads);
  const groups = Array.from({ length: threads }, (_, t) => Array.from(thread.keys()).filter((p) => thread[p] === t));
  return { owner: owner.map((p) => thread[p]), groups };
}

/** Shares of parts that can be spread evenly over fewer threads: three on two are a quarter, a half and a quarter. */
export function foldedShares(parts: number, threads: number): number[] {
  const beside = (thread: number): number => Math.ceil((parts - thread) / threads);
  return Array.from({ length: parts }, (_, part) => 1 / beside(part % threads));
}

/** A way to partition: the graph of clusters in, a part for every cluster out. */
import type { PartitionGraph } from '../graph.js';

export interface PartitionTask {
  readonly graph: PartitionGraph;
  /** By part: the share of the whole that it should carry; above zero, together 1. */
  readonly shares: Float64Array;
  /** Largest load over its share that is sought, such as 1.03; where clusters are too heavy for that, the best balance is sought. */
  readonly tolerance: number;
  /**
   * What is made small: 'step', the time of the slowest part, load and exchange together, or 'cut', the cost of all cut lines, as partitioners of
   * graphs do. Methods that know one goal only have that one.
   */
  readonly aim: 'step' | 'cut';
  /** Chooses the draws of methods that draw: the same seed, the same plan. */
  readonly seed: number;
}

export interface PartitionMethod {
  readonly name: string;
  readonly about: string;
  /** The most clusters that it takes, where there is a limit. */
  readonly most?: number;
  /** Part of every cluster, all from 0 on. Parts may be left empty: who calls fills them. */
  readonly partition: (task: PartitionTask) => Int32Array;
}

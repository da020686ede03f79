/** A plan: which partition owns which component. Lines between partitions are cut. */
export interface Plan {
  readonly ringmain: 1;
  readonly circuit: string;
  /** `Circuit.hash` of the circuit it was made for. */
  readonly hash: string;
  readonly parts: number;
  readonly method: string;
  /** Partition of every component, by name; junctions are components. Where `starts` says it, of those that are of no instance. */
  readonly owner: Readonly<Record<string, number>>;
  /** Of a circuit that repeats instances, by group: the instance with which each partition begins, rising from 0; last how many there are. */
  readonly starts?: Readonly<Record<string, readonly number[]>>;
  /** Other partitions that hold it for themselves, by name: a fixed pressure or a signal of time that they use. It is reported by its owner. */
  readonly copies?: Readonly<Record<string, readonly number[]>>;
  readonly cut: readonly string[];
  /** ns an attempt by partition: its components with their line ends, and signals that it holds copies of. */
  readonly cost: readonly number[];
  /** Whether costs were counted from the compiled equations or measured, and where. */
  readonly costs?: 'counted' | 'measured';
  readonly machine?: string;
  /** Shares of the partitions, together 1; absent where all should carry the same. */
  readonly shares?: readonly number[];
  /** cost / (share · sum of `cost`) */
  readonly load: readonly number[];
  /** largest load */
  readonly imbalance: number;
  readonly source: string;
}

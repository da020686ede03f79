/** A plan: which partition owns which component. Lines between partitions are cut. */
export interface Plan {
  readonly ringmain: 1;
  readonly circuit: string;
  /** `Circuit.hash` of the circuit it was made for. */
  readonly hash: string;
  readonly parts: number;
  readonly method: string;
  /** Partition of every component, by name; junctions are components. */
  readonly owner: Readonly<Record<string, number>>;
  readonly cut: readonly string[];
  /** Estimated or measured cost by partition. */
  readonly cost: readonly number[];
  /** cost / mean cost */
  readonly load: readonly number[];
  /** largest load */
  readonly imbalance: number;
  readonly source: string;
}

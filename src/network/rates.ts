/** Steps of their own that partitions take between common meetings. */

export interface Rates {
  /** H: from meeting to meeting, s. */
  readonly interval: number;
  /** By partition: how many steps it takes in H. */
  readonly counts: readonly number[];
}

/** Step of a partition, s. */
export const ownStep = ({ interval, counts }: Rates, partition: number): number => interval / (counts[partition] as number);

/** Steps of their own that partitions take between common synchronisations. */

export interface Rates {
  /** H: from synchronisation to synchronisation, s. */
  readonly interval: number;
  /** By partition: how many steps it takes in H. */
  readonly counts: readonly number[];
}

/** Step of a partition, s. */
export const ownStep = ({ interval, counts }: Rates, partition: number): number => interval / counts[partition];

/** Highest and lowest pressure of a run. */

/** One of them. */
export interface Extreme {
  /** Pa */
  readonly pressure: number;
  /** s, when it was first there */
  readonly time: number;
  /**
   * Whose it is: the mean of a capacitive line, from which its ports differ by the error of a step; that of a port at the end of a wave line, or the initial pressure of one;
   * or, of integrators, that of a volume, in which all ports have the same.
   */
  readonly of: 'mean' | 'port' | 'initial' | 'volume';
  /** The line; of a volume that several make all of them: 'L1+L3+L7'. */
  readonly line: string;
  /** 'pump.out', or a junction's name: the port that had it, or all of the line or volume. */
  readonly ports: readonly string[];
}

export interface Extremes {
  readonly highest: Extreme;
  readonly lowest: Extreme;
  /** Accepted steps from look to look: 1 for integrators, which see them all. */
  readonly stepsApart: number;
}

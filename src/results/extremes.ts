/** Highest and lowest pressure of a run. */

/** One of them. */
export interface Extreme {
  /** Pa */
  readonly pressure: number;
  /** s, when it was first there */
  readonly time: number;
  /** The line; of a volume that several make, of an integrator, all of them: 'L1+L3+L7'. */
  readonly line: string;
  /** 'pump.out', or a junction's name: of a wave line the end that had it, of any other, whose oil all has the same pressure, both. */
  readonly ports: readonly string[];
}

export interface Extremes {
  readonly highest: Extreme;
  readonly lowest: Extreme;
}

/** Why P processors are not P times as fast as one: factors of the efficiency, from run times and the times that components take by partition. */

export interface RunTimes {
  /** T1: run on one processor. */
  readonly one: number;
  /** L1: what its components take of that. */
  readonly components: number;
  /** TP: run on a processor for each partition. */
  readonly run: number;
  /** By partition: what its components take. One that is longer than the run that it is part of cannot be right, and is not used. */
  readonly loads: readonly number[];
}

export interface EfficiencyFactors {
  /** T1/(P·TP), the product of the others. */
  readonly efficiency: number;
  /** L1/(P·max L): what the plan allows, the product of balance and growth. */
  readonly plan: number;
  /** Mean load over the largest; null where a load is not to be used. */
  readonly balance: number | null;
  /** L1/ΣL: components take longer apart than together; null as balance. */
  readonly growth: number | null;
  /** (max L/TP)/(L1/T1): what synchronisations, and line ends that are cut, leave; 1 where all else of a run divides as its components do. */
  readonly overhead: number;
  /** TP - max L·T1/L1: time of the run that is lost so, in the unit of the times. */
  readonly lost: number;
}

/** The factors: T1/(P·TP) = [ΣL/(P·max L)] · [L1/ΣL] · [(max L/TP)/(L1/T1)], an identity. Times in any one unit, all above zero. */
export function efficiencyFactors({ one, components, run, loads }: RunTimes): EfficiencyFactors {
  const sound = loads.filter((load) => load <= run);
  const largest = Math.max(...sound);
  const sum = sound.length === loads.length ? sound.reduce((a, b) => a + b, 0) : null;
  return {
    efficiency: one / (loads.length * run),
    plan: components / (loads.length * largest),
    balance: sum === null ? null : sum / (loads.length * largest),
    growth: sum === null ? null : components / sum,
    overhead: (largest * one) / (run * components),
    lost: run - (largest * one) / components,
  };
}

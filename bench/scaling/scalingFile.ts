/**
 * What `ringmain bench scaling` keeps: every sample, and what it was measured on; and what follows from the samples. Times of samples are s of the
 * step loop, without set-up.
 */

import type { PortableKernels } from '#ringmain/equations/kernel/kernelSource.js';
import { ratios, type Spread, spreadOf } from '#ringmain/results/statistics.js';
import type { CoreShares } from './coreShares.js';

/** First key of the file, by which it is known to be ours. */
export const scalingMark = 'ringmain bench scaling';

export interface ScalingFile {
  readonly what: typeof scalingMark;
  /** The command line that measured it. */
  readonly command: string;
  /** ISO 8601 */
  readonly date: string;
  /** Of the program, with '+' where files had changed since; null outside a checkout. */
  readonly commit: string | null;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryBytes: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly seed: number;
  /** Who else had the cores meanwhile; null where the system does not say, absent in files that were kept before it was counted. */
  readonly shares?: CoreShares | null;
  readonly rows: readonly ScalingRow[];
  /** Circuits that were left out, and why. */
  readonly skipped: readonly string[];
}

export interface ScalingRow {
  /** 'strong': the same circuit for all numbers of workers; 'weak': as many components for each worker. */
  readonly mode: 'strong' | 'weak';
  readonly family: string;
  /** Components asked for; of weak rows for each worker. */
  readonly size: number;
  readonly serial: SerialSamples;
  readonly runs: readonly ParallelSamples[];
}

export interface SerialSamples {
  readonly components: number;
  readonly lines: number;
  /** A sample's attempts, and the simulated time at which it ends, s. */
  readonly attempts: number;
  readonly end: number;
  /** Of the run's memory. */
  readonly bytes: number;
  /** s: the circuit made and checked; the run set up. */
  readonly readSeconds: number;
  readonly setupSeconds: number;
  /** Samples by back end; the baseline is the faster one. */
  readonly js: readonly number[];
  readonly wasm: readonly number[];
  readonly kernels: PortableKernels;
  /** The baseline against itself: pairs, one behind the other. */
  readonly again: readonly number[];
}

export interface ParallelSamples {
  readonly workers: number;
  readonly components: number;
  readonly attempts: number;
  readonly setupSeconds: number;
  /** ns of a synchronisation of two threads that do nothing else, just before, in the fastest burst; null for one worker, and where others had a core in every burst. */
  readonly synchronisation: number | null;
  readonly cutLines: number;
  /** Counted cost of the slowest partition, its cut lines with it, over the mean of all. */
  readonly slowest: number;
  /** Share of the counted cost that the largest block has which cannot be divided. */
  readonly largestBlock: number;
  /** Two for each of `parallel`: before it and after it. */
  readonly serial: readonly number[];
  readonly parallel: readonly number[];
  /** Where threads lost time; null where nothing was timed. */
  readonly losses: LossShares | null;
  /** As many serial engines at once. Absent of one worker, of weak rows, and in files that were kept before it was measured. */
  readonly ceiling?: CeilingSamples;
}

/**
 * As many serial engines as workers, each over a circuit of the same family of a worker's share of components, with a thread and a memory of its own: one
 * alone, all at once, all at once with synchronisations, one alone in every round.
 */
export interface CeilingSamples {
  /** Of one engine's circuit; attempts of a sample. */
  readonly components: number;
  readonly attempts: number;
  /** Two for each of the others: before them and after them. */
  readonly alone: readonly number[];
  /** From the first engine's begin to the last one's end. */
  readonly together: readonly number[];
  /** The same, where they meet at the barrier of a run after every attempt, though none needs the others. */
  readonly met: readonly number[];
}

/** Shares of the threads' time: `interruptions` of all of it, the others of what was not interrupted. */
export interface LossShares {
  readonly exchange: number;
  readonly imbalance: number;
  readonly decision: number;
  readonly barrier: number;
  readonly interruptions: number;
}

/** What follows from the samples of one number of workers. */
export interface ScalingFigures {
  /** ns per component and attempt. */
  readonly serial: Spread;
  readonly parallel: Spread;
  /**
   * Serial over parallel, pair by pair; and the fastest of each. Of weak rows the scaled one: ns per component of the small serial run over those of
   * the large parallel one.
   */
  readonly speedUp: Spread;
  readonly fastest: number;
  /** Speed-up over workers. */
  readonly efficiency: number;
}

/** Figures of a run over those of the serial samples between which it stood. Every pair is a parallel sample and the mean of the serial ones on both sides of it. */
export function figuresOf(base: Pick<SerialSamples, 'components' | 'attempts'>, run: ParallelSamples): ScalingFigures {
  const { serial, parallel } = unitTimes(base, run);
  const [one, many] = [spreadOf(serial), spreadOf(parallel)];
  const speedUp = spreadOf(speedUpsOf(base, run));
  return { serial: one, parallel: many, speedUp, fastest: one.lowest / many.lowest, efficiency: speedUp.median / run.workers };
}

/** Speed-up of every round. */
function speedUpsOf(base: Pick<SerialSamples, 'components' | 'attempts'>, run: ParallelSamples): number[] {
  const { serial, parallel } = unitTimes(base, run);
  return parallel.map((own, k) => pairMean(serial, k) / own);
}

/** Mean of the two samples of a round. */
const pairMean = (samples: readonly number[], round: number): number =>
  ((samples[2 * round] as number) + (samples[2 * round + 1] as number)) / 2;

/** Samples in ns per component and attempt. */
function unitTimes({ components, attempts }: Pick<SerialSamples, 'components' | 'attempts'>, run: ParallelSamples) {
  const serialUnit = 1e9 / (components * attempts);
  const parallelUnit = 1e9 / (run.components * run.attempts);
  return { serial: run.serial.map((time) => time * serialUnit), parallel: run.parallel.map((time) => time * parallelUnit) };
}

/** What independent engines gain, and what a run gains of that: round by round, and the fastest sample of each. */
export interface CeilingFigures {
  /** All at once over one alone, of the same work: how much the machine slows them down. */
  readonly slowed: Spread;
  /** ns a component and attempt of the serial samples of a round over those of all engines at once. */
  readonly ceiling: Spread;
  /** The same of all at once with synchronisations. */
  readonly met: Spread;
  /** Speed-up over ceiling. */
  readonly reached: Spread;
  readonly fastest: { readonly speedUp: number; readonly ceiling: number };
}

/** Figures of a run that has a ceiling. */
export function ceilingOf(base: SerialSamples, run: ParallelSamples): CeilingFigures | null {
  if (!run.ceiling) return null;
  const { components, attempts, alone, together, met } = run.ceiling;
  const { serial } = unitTimes(base, run);
  const unit = 1e9 / (run.workers * components * attempts);
  const gains = (samples: readonly number[]): number[] => samples.map((all, k) => pairMean(serial, k) / (all * unit));
  const ceilings = gains(together);
  const speedUps = speedUpsOf(base, run);
  return {
    slowed: spreadOf(together.map((all, k) => all / pairMean(alone, k))),
    ceiling: spreadOf(ceilings),
    met: spreadOf(gains(met)),
    reached: spreadOf(ceilings.map((ceiling, k) => (speedUps[k] as number) / ceiling)),
    fastest: { speedUp: figuresOf(base, run).fastest, ceiling: Math.min(...serial) / (Math.min(...together) * unit) },
  };
}

/** The baseline over itself. */
export function noiseOf({ again }: SerialSamples): Spread {
  return ratios(Array.from({ length: again.length / 2 }, (_, k) => [again[2 * k] as number, again[2 * k + 1] as number]));
}

/** Fastest sample of the back end that is not the baseline, over the baseline's. */
export function otherBackEnd({ js, wasm, kernels }: SerialSamples): number {
  const [javascript, assembly] = [Math.min(...js), Math.min(...wasm)];
  return kernels === 'wasm' ? javascript / assembly : assembly / javascript;
}

/** Five digits are more than what a clock of µs and a busy machine can tell; files stay small. */
export function rounded(times: readonly number[]): number[] {
  return times.map((time) => Number(time.toPrecision(5)));
}

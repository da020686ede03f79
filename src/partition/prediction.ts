/**
 * How long an attempt of so many threads takes, before it is run: one model for plans, studies, `--workers auto` and machines of more cores than are here.
 *
 *     attempt = work of the slowest thread + decision + synchronisation / window
 *
 * Work: an equal share of the serial work; exchange, what partitions do beyond it (both sides of cut lines, shorter batches); imbalance of the plan, of which
 * the part that the heaviest cluster causes is no plan's fault; unevenness, as the longest of several works that vary from attempt to attempt is longer
 * than their mean; memory, where all threads together ask for more than the machine moves.
 */

export interface StepWork {
  /** ns an attempt of the serial engine, the decision with it: what speed-up is over. */
  readonly serial: number;
  /** ns an attempt of the decision, in one thread. */
  readonly decision: number;
  /** ns an attempt by partition, without the decision, on a core of its own. Partition p runs on thread p mod threads. */
  readonly partitions: readonly number[];
  /** ns an attempt of the heaviest cluster; 0 where it is not known. */
  readonly largestBlock: number;
  /** Attempts from synchronisation to synchronisation. */
  readonly window: number;
  /** Bytes that an attempt moves beyond the caches; 0 where they hold all. */
  readonly bytes: number;
}

export interface MachineModel {
  readonly cores: number;
  /** ns of a synchronisation of two threads that do nothing else, as `ringmain study` and `bench auto` measure it. */
  readonly synchronisation: number;
  /** Standard deviation of a thread's work from attempt to attempt, over its mean. */
  readonly unevenness: number;
  /** Bytes a ns of all cores together; infinite where it does not limit. */
  readonly bandwidth: number;
}

/** Why an attempt of several threads takes longer than its share of the serial one. */
const predictedLosses = ['exchange', 'imbalance', 'uncut block', 'unevenness', 'memory', 'decision', 'barrier'] as const;
export type PredictedLoss = (typeof predictedLosses)[number];

export interface PredictedStep {
  readonly threads: number;
  /** ns an attempt: `share` and all losses together. */
  readonly attempt: number;
  /** Serial attempt over this one. */
  readonly speedUp: number;
  /** ns an attempt of the slowest thread's work. */
  readonly slowest: number;
  /** ns an attempt: serial work over threads. */
  readonly share: number;
  /** ns an attempt; exchange is below zero where partitions take less than their share. */
  readonly losses: Readonly<Record<PredictedLoss, number>>;
  /** The largest of them; null for one thread. */
  readonly limitedBy: PredictedLoss | null;
  /** Whether the machine has fewer cores than that. */
  readonly simulated: boolean;
}

/**
 * An attempt on `threads` threads, for 1 that of the serial engine. The boundary exchange of cut lines and what all publish come over beside the words of the barrier, so
 * that a synchronisation in a run takes no longer than a bare one: runs of two threads less slowest partition and decision were -120 to 190 ns, median 88, in 14
 * circuits of 4 to 85 components where a bare one took 91 (two cores of an AMD EPYC; 33 to 105 as the host moves them about). Beyond two threads a synchronisation is an extrapolation: each thread writes one word and reads
 * those of T - 1 others, which would take T - 1 times as long one after the other; cores fetch several at once, and T/2 is taken. Times in ns.
 */
export function predictStep(work: StepWork, threads: number, machine: MachineModel): PredictedStep {
  const { serial, decision, partitions, largestBlock, window, bytes } = work;
  const none = Object.fromEntries(predictedLosses.map((name) => [name, 0])) as Record<PredictedLoss, number>;
  if (threads === 1) {
    const own = serial - decision;
    return {
      threads,
      attempt: serial,
      speedUp: 1,
      slowest: own,
      share: own,
      losses: { ...none, decision },
      limitedBy: null,
      simulated: false,
    };
  }
  const each = new Array<number>(threads).fill(0);
  partitions.forEach((time, p) => {
    each[p % threads] = each[p % threads] + time;
  });
  const mean = each.reduce((sum, time) => sum + time, 0) / threads;
  const longest = Math.max(...each);
  const share = (serial - decision) / threads;
  const uncut = Math.min(longest - mean, Math.max(0, largestBlock - mean));
  // Independent from attempt to attempt: over a window the deviation grows with its root only.
  const uneven = (longest * machine.unevenness * largestOf(threads)) / Math.sqrt(window);
  const losses: Record<PredictedLoss, number> = {
    exchange: mean - share,
    imbalance: longest - mean - uncut,
    'uncut block': uncut,
    unevenness: uneven,
    memory: Math.max(0, bytes / machine.bandwidth - longest - uneven),
    decision,
    barrier: (machine.synchronisation * threads) / 2 / window,
  };
  const attempt = predictedLosses.reduce((sum, name) => sum + losses[name], share);
  return {
    threads,
    attempt,
    speedUp: serial / attempt,
    slowest: longest + uneven + losses.memory,
    share,
    losses,
    limitedBy: predictedLosses.reduce((most, name) => (losses[name] > losses[most] ? name : most)),
    simulated: threads > machine.cores,
  };
}

/** Mean of the largest of n values drawn from the standard normal distribution: ∫ 1 - Φ(x)^n - Φ(-x)^n over x > 0, by Simpson's rule. */
function largestOf(n: number): number {
  const [step, end] = [0.05, 8];
  let sum = 0;
  // Φ by its own integral on the same points.
  const density = (x: number): number => Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
  let below = 0.5;
  const points = Math.round(end / step);
  for (let k = 0; k <= points; k++) {
    const x = k * step;
    if (k > 0) below += (step / 6) * (density(x - step) + 4 * density(x - step / 2) + density(x));
    const value = 1 - below ** n - (1 - below) ** n;
    sum += value * (k === 0 || k === points ? 1 : k % 2 === 1 ? 4 : 2);
  }
  return (sum * step) / 3;
}

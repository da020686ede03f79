/**
 * How long an attempt of so many threads takes, on one host or several, before it is run: one model for plans, studies, `--workers auto` and machines of more cores than are here.
 *
 *     attempt = work of the slowest thread + decision + (synchronisation of a host's threads + exchange of hosts) / window
 *
 * Work: an equal share of the serial work; exchange, what partitions do beyond it (both sides of cut lines, shorter batches); imbalance of the plan, of which
 * the part that the heaviest cluster causes is no plan's fault; unevenness, as the longest of several works that vary from attempt to attempt is longer
 * than the longest mean; memory, as threads that work at once slow each other down (caches, memory, clocks, two threads of one core). Hosts send a message each to each other: latency once, since all
 * are under way together, what a message takes its sender, and bytes over the bandwidth. Where they gather words of all, messages to neighbours are under way while components are computed: of that
 * latency what is longer than these counts.
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
  /** By how much a thread's work differs from its mean, over that mean, from attempt to attempt: quantiles from the least to the largest, evenly spaced; mean 0. None: it does not. */
  readonly deviations: ArrayLike<number>;
  /** How many times as long a thread works where so many of a host work at once: from few threads to many; between two by logarithms, beyond the last as that. None: as alone. */
  readonly slowing: readonly (readonly [threads: number, factor: number])[];
  /** Bytes a ns of all cores together; infinite where it does not limit. */
  readonly bandwidth: number;
}

/** What lies between hosts: one way of a message, ns; bytes a ns in and out of a host; ns that a host is busy with a message, sent or received. */
export interface Network {
  readonly latency: number;
  readonly bandwidth: number;
  readonly message: number;
}

/** What hosts exchange: messages that each sends, of which so many wait for each other, and most bytes that one sends or receives. */
export interface HostExchange {
  readonly hosts: number;
  readonly rounds: number;
  readonly messages: number;
  readonly bytes: number;
  /** Share of a partition's work that is done while the messages of the first round are under way; 0: none. */
  readonly behind: number;
  readonly network: Network;
}

/** Why an attempt of several threads takes longer than its share of the serial one. */
const predictedLosses = ['exchange', 'imbalance', 'uncut block', 'unevenness', 'memory', 'decision', 'barrier', 'network'] as const;
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
 * An attempt on `threads` threads, for 1 that of the serial engine; where there are several hosts, as many threads on each. The boundary exchange of cut lines and what all publish come over beside the words of the barrier, so
 * that a synchronisation in a run takes no longer than a bare one: runs of two threads less slowest partition and decision were -120 to 190 ns, median 88, in 14
 * circuits of 4 to 85 components where a bare one took 91 (two cores of an AMD EPYC; 33 to 105 as the host moves them about). Beyond two threads a synchronisation is an extrapolation: each thread writes one word and reads
 * those of T - 1 others, which would take T - 1 times as long one after the other; cores fetch several at once, and T/2 is taken. Times in ns.
 */
export function predictStep(work: StepWork, threads: number, machine: MachineModel, between: HostExchange | null = null): PredictedStep {
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
  const longest = each.reduce((most, time) => Math.max(most, time), 0);
  const share = (serial - decision) / threads;
  const uncut = Math.min(longest - mean, Math.max(0, largestBlock - mean));
  // Independent from attempt to attempt: over a window deviations grow with its root only.
  const uneven = meanOfLargest(each, machine.deviations, 1 / Math.sqrt(window)) - longest;
  const onHost = threads / (between?.hosts ?? 1);
  const slower = (slowingOf(machine.slowing, onHost) - 1) * (longest + uneven + decision);
  const losses: Record<PredictedLoss, number> = {
    exchange: mean - share,
    imbalance: longest - mean - uncut,
    'uncut block': uncut,
    unevenness: uneven,
    memory: slower + Math.max(0, bytes / machine.bandwidth - longest - uneven - slower),
    decision,
    // Threads of a rank meet before and behind its exchange.
    barrier: onHost > 1 ? ((between ? 2 : 1) * machine.synchronisation * onHost) / 2 / window : 0,
    network: between ? exchangeTime(between, longest) / window : 0,
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

/** ns that hosts wait for what all others sent: latencies, but for what is computed meanwhile, the messages sent and received one after the other, the bytes. `work`: ns of the slowest thread. */
const exchangeTime = ({ rounds, messages, bytes, behind, network: { latency, bandwidth, message } }: HostExchange, work: number): number =>
  rounds * latency - Math.min(latency, behind * work) + 2 * messages * message + bytes / bandwidth;

/** The factor of so many threads. */
export function slowingOf(slowing: MachineModel['slowing'], threads: number): number {
  let [before, factor] = [1, 1];
  for (const [count, next] of slowing) {
    if (threads <= count) return factor + (next - factor) * (count > before ? Math.log(threads / before) / Math.log(count / before) : 1);
    [before, factor] = [count, next];
  }
  return factor;
}

/** Points of the integral, and classes of works that are told apart: 0.1 % of the result. */
const [points, classes] = [40, 24] as const;

/**
 * Mean of the largest of works w(1 + v), v drawn for each by itself from `deviations` times `scale`: the integral of 1 - Π F(x/w - 1) from the least that the longest can take on, F the distribution of
 * the deviations, straight between their quantiles. Its points lie by the chance that the largest of equal works is below them, closer where that nears 0 and 1: long works are rare.
 */
export function meanOfLargest(works: readonly number[], deviations: MachineModel['deviations'], scale = 1): number {
  const longest = works.reduce((most, one) => Math.max(most, one), 0);
  const last = deviations.length - 1;
  if (last < 1 || longest === 0 || works.length === 0) return longest;
  const least = longest * (1 + scale * deviations[0]);
  const most = longest * (1 + scale * deviations[last]);
  // Works that can be the largest, in classes of about equal ones: sum and number.
  const [sums, counts] = [new Float64Array(classes), new Float64Array(classes)];
  for (const work of works) {
    if (work * (1 + scale * deviations[last]) <= least) continue;
    // Narrow ones for the longest.
    const k = Math.min(classes - 1, Math.floor(classes * Math.sqrt((longest - work) / (longest - (longest * least) / most))));
    sums[k] = sums[k] + work;
    counts[k] = counts[k] + 1;
  }
  const below = (x: number): number => {
    let log = 0;
    for (let k = 0; k < classes; k++)
      if (counts[k] > 0) log += counts[k] * Math.log(shareBelow(deviations, ((x * counts[k]) / sums[k] - 1) / scale));
    return Math.exp(log);
  };
  let [mean, from, missed] = [least, least, 1 - below(least)];
  for (let k = 1; k <= points; k++) {
    const level = ((1 - Math.cos((Math.PI * k) / points)) / 2) ** (1 / works.length) * last;
    const lower = Math.min(last - 1, Math.floor(level));
    const deviation = deviations[lower] + (level - lower) * (deviations[lower + 1] - deviations[lower]);
    const x = longest * (1 + scale * deviation);
    const here = 1 - below(x);
    // Simpson's rule.
    mean += ((missed + 4 * (1 - below((from + x) / 2)) + here) / 6) * (x - from);
    [from, missed] = [x, here];
  }
  return mean;
}

/** Share of what is drawn that is at most `value`. */
function shareBelow(deviations: MachineModel['deviations'], value: number): number {
  const last = deviations.length - 1;
  if (value >= deviations[last]) return 1;
  if (value <= deviations[0]) return 0;
  let [low, high] = [0, last];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (deviations[middle] <= value) low = middle;
    else high = middle;
  }
  return (low + (value - deviations[low]) / (deviations[high] - deviations[low])) / last;
}

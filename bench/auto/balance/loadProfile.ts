/** What partitions take along a run, all in one thread, so that no other waits: how a load moves, and what assignments to threads would make of it. */
import { decisionOffsets, startPlane } from '#ringmain/blocks/step/decision.js';
import { outcomes, verdicts } from '#ringmain/blocks/step/outcomes.js';
import { timedSynchronisations } from '#ringmain/blocks/step/ownership.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import type { KernelFunction } from '#ringmain/equations/kernel/kernelSource.js';
import { type Neighbours, type PartitionTimes, rebalance } from '#ringmain/partition/rebalance.js';
import { openSession } from '#ringmain/run/openSession.js';

/** By stretch of the run, all of about as many attempts: ns of an attempt by partition, and what on-line balance sees of it, its last few attempts. */
export type LoadProfile = readonly { readonly mean: Float64Array; readonly seen: PartitionTimes }[];

/** An attempt that took a partition so many times its median was not its own: another program had the core. */
const strayed = 4;

/** Runs the circuit to `until` in the WebAssembly kernels, in step. Partitions' times are told apart by the clock, attempt by attempt. */
export function loadProfile(circuit: Circuit, owner: Int32Array, parts: number, until: number, stretches: number): LoadProfile {
  const threads = { threads: 1, parallel: false, spins: false, window: 1 };
  const { functions, layout, F } = openSession(circuit, owner, parts, { record: [], every: until, until }, threads, 'wasm');
  const phase = (name: string): KernelFunction[] =>
    Array.from({ length: parts }, (_, p) => functions.get(`${name}_${p}`) as KernelFunction);
  const [receiveAndRecord, attempt, accept, reject] = [phase('receiveAndRecord'), phase('attempt'), phase('accept'), phase('reject')];
  const decide = phase('decide');
  const { verdict } = decisionOffsets(layout);
  const rows: Float64Array[] = [];
  let [plane, parity, outcome] = [startPlane as number, 0, outcomes.goOn as number];
  while (outcome === outcomes.goOn) {
    const row = new Float64Array(parts);
    const timed = (call: (p: number) => void): void => {
      for (let p = 0; p < parts; p++) {
        const began = performance.now();
        call(p);
        row[p] = (row[p] as number) + 1e6 * (performance.now() - began);
      }
    };
    timed((p) => {
      receiveAndRecord[p]?.(plane);
      attempt[p]?.(plane, parity);
    });
    for (const each of decide) outcome = each(parity) as number;
    if (outcome === outcomes.failed) break;
    const accepted = F[verdict] === verdicts.accept;
    if (accepted) plane = 1 - plane;
    timed((p) => (accepted ? accept[p]?.(plane, parity) : reject[p]?.()));
    parity = 1 - parity;
    rows.push(row);
  }
  const length = Math.max(1, Math.ceil(rows.length / stretches));
  return Array.from({ length: Math.ceil(rows.length / length) }, (_, k) => {
    const own = rows.slice(k * length, (k + 1) * length);
    return { mean: meansOf(own, parts).mean, seen: meansOf(own.slice(-timedSynchronisations), parts) };
  });
}

function meansOf(rows: readonly Float64Array[], parts: number): PartitionTimes {
  const [mean, error] = [new Float64Array(parts), new Float64Array(parts)];
  for (let p = 0; p < parts; p++) {
    const all = Float64Array.from(rows, (row) => row[p] as number).sort();
    const own = all.filter((time) => time <= strayed * (all[all.length >> 1] as number));
    const average = own.reduce((a, b) => a + b, 0) / own.length;
    mean[p] = average;
    error[p] = Math.sqrt(own.reduce((sum, time) => sum + (time - average) ** 2, 0) / own.length / Math.max(1, own.length - 1));
  }
  return { mean, error };
}

/** ns of an attempt, mean over the run: the slower of two threads where `threadOf` says who runs what in each stretch. */
export function slowest(profile: LoadProfile, threadOf: (stretch: number, partition: number) => number): number {
  let sum = 0;
  profile.forEach(({ mean }, k) => {
    const loads = [0, 0];
    mean.forEach((time, p) => {
      const thread = threadOf(k, p);
      loads[thread] = (loads[thread] as number) + time;
    });
    sum += Math.max(...loads);
  });
  return sum / profile.length;
}

/** The assignment of partitions to two threads that is best for the whole run, of all there are; 20 partitions at most. */
export function bestAssignment(profile: LoadProfile): Int32Array {
  const parts = profile[0]?.mean.length ?? 0;
  if (parts > 20) throw new Error(`${parts} partitions: there are too many ways to try`);
  const total = profile.map(({ mean }) => mean.reduce((a, b) => a + b, 0));
  const load = profile.map(() => 0);
  const here = new Int32Array(parts);
  let [best, least] = [here.slice(), Number.POSITIVE_INFINITY];
  // A Gray code: from one way to the next one partition moves. The last stays where it is, since the threads are alike.
  for (let n = 1; n < 2 ** (parts - 1); n++) {
    const p = 31 - Math.clz32(n & -n);
    const sign = here[p] === 1 ? -1 : 1;
    here[p] = 1 - (here[p] as number);
    let sum = 0;
    for (let k = 0; k < profile.length; k++) {
      load[k] = (load[k] as number) + sign * (profile[k]?.mean[p] as number);
      sum += Math.max(load[k] as number, (total[k] as number) - (load[k] as number));
    }
    if (sum < least) [best, least] = [here.slice(), sum];
  }
  return best;
}

/** Who runs what by stretch, where every stretch is run as on-line balance decides after the one before. */
export function balancedOwners(profile: LoadProfile, neighbours: Neighbours, first: Int32Array): Int32Array[] {
  const owners = [first];
  for (const { seen } of profile.slice(0, -1)) {
    const now = owners.at(-1) as Int32Array;
    owners.push(rebalance(neighbours, now, seen, 2)?.owner ?? now);
  }
  return owners;
}

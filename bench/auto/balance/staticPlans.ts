/** Plans for two threads that do not change: what a run with on-line balance is held against. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { type Costs, countedCosts } from '#ringmain/partition/costs.js';
import { cutCircuit } from '#ringmain/partition/cutCircuit.js';
import { describePlan } from '#ringmain/partition/describePlan.js';
import type { Plan } from '#ringmain/partition/plan.js';
import { bestAssignment, type LoadProfile, loadProfile, slowest } from './loadProfile.js';

export interface StaticPlan {
  readonly name: string;
  readonly plan: Plan;
  /** ns of an attempt by the slower thread, mean over the run, from times of its two partitions one after the other. */
  readonly computed: number;
}

export interface FineCut {
  readonly owner: Int32Array;
  readonly parts: number;
  readonly profile: LoadProfile;
}

/** Blocks that are dealt to the two threads in turn. */
const dealt = [16, 64];

/**
 * By counted costs first; by the run's own mean costs, in two connected parts; blocks along the circuit dealt in turn; and the best of all ways to give
 * the partitions of the fine cut to two threads, for the whole run.
 */
export function staticPlans(circuit: Circuit, fine: FineCut, until: number, stretches: number): StaticPlan[] {
  const counted = countedCosts(circuit);
  const best = bestAssignment(fine.profile);
  const owners: [string, Int32Array][] = [
    ['counted costs', cutCircuit(circuit, 2, { costs: counted }).owner],
    ['mean costs', cutCircuit(circuit, 2, { costs: meanCosts(counted, fine) }).owner],
    ...dealt.map((blocks): [string, Int32Array] => [`${blocks} blocks in turn`, inTurn(circuit, blocks, counted)]),
    ['best of all', fine.owner.map((part) => best[part] as number)],
  ];
  return owners.map(([name, owner]) => {
    const profile = loadProfile(circuit, owner, 2, until, stretches);
    const plan = describePlan(circuit, owner, 2, { method: name, source: 'ringmain bench auto balance', costs: counted });
    return { name, plan, computed: slowest(profile, (_, p) => p) };
  });
}

/** Counted costs, those of every fine partition scaled to what it took in the mean of the run. */
function meanCosts(counted: Costs, { owner, parts, profile }: FineCut): Costs {
  const factor = new Float64Array(parts);
  owner.forEach((part, c) => {
    factor[part] = (factor[part] as number) + (counted.component[c] as number);
  });
  for (let p = 0; p < parts; p++) {
    const mean = profile.reduce((sum, stretch) => sum + (stretch.mean[p] as number), 0) / profile.length;
    factor[p] = mean / (factor[p] as number);
  }
  return { ...counted, how: 'measured', component: counted.component.map((cost, c) => cost * (factor[owner[c] as number] as number)) };
}

/** Parts in the order of their first components, dealt to two threads. */
function inTurn(circuit: Circuit, blocks: number, costs: Costs): Int32Array {
  const { owner, parts } = cutCircuit(circuit, blocks, { costs });
  const rank = new Int32Array(parts).fill(-1);
  let next = 0;
  for (const part of owner) if (rank[part] === -1) rank[part] = next++;
  return owner.map((part) => (rank[part] as number) % 2);
}

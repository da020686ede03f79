/** All methods by name, and how one is called. */
import { PlanError } from '../checkPlan.js';
import { type PartitionGraph, totalWeight } from '../graph.js';
import { annealing } from './annealing.js';
import { exhaustive } from './exhaustive.js';
import { greedy } from './greedy.js';
import type { PartitionMethod, PartitionTask } from './method.js';
import { multilevel } from './multilevel.js';
import { spectral } from './spectral.js';

const all = [greedy, spectral, multilevel, annealing, exhaustive] as const;

/** Ways to partition; plan files are another. */
export const partitionMethods: ReadonlyMap<string, PartitionMethod> = new Map(all.map((method) => [method.name, method]));

/** The method of a name. Throws PlanError. */
export function methodNamed(name: string): PartitionMethod {
  const method = partitionMethods.get(name);
  if (!method) throw new PlanError([`no method '${name}'; there are ${[...partitionMethods.keys()].join(', ')}`]);
  return method;
}

/** Part of every cluster; no part is empty. Throws PlanError where the graph is too large for the method or has fewer clusters than parts. */
export function partitioned(method: PartitionMethod, task: PartitionTask): Int32Array {
  const { graph, shares } = task;
  const { most = Number.POSITIVE_INFINITY } = method;
  if (graph.count > most)
    throw new PlanError([`${method.name} takes at most ${most} clusters, this circuit has ${graph.count}; take multilevel`]);
  if (graph.count < shares.length) throw new PlanError([`${shares.length} parts of ${graph.count} clusters`]);
  const part = method.partition(task);
  fillEmpty(graph, part, shares);
  return part;
}

/** Gives every empty part the cluster that divides the slowest part of several clusters most evenly. */
function fillEmpty(graph: PartitionGraph, part: Int32Array, shares: Float64Array): void {
  const members = new Int32Array(shares.length);
  const load = new Float64Array(shares.length);
  for (let v = 0; v < graph.count; v++) {
    const own = part[v] as number;
    members[own] = (members[own] as number) + 1;
    load[own] = (load[own] as number) + (graph.weight[v] as number);
  }
  const total = totalWeight(graph);
  for (let empty = members.indexOf(0); empty >= 0; empty = members.indexOf(0)) {
    let from = -1;
    const over = (k: number): number => (load[k] as number) / ((shares[k] as number) * total);
    for (let k = 0; k < shares.length; k++) if ((members[k] as number) > 1 && (from < 0 || over(k) > over(from))) from = k;
    let best = -1;
    for (let v = 0; v < graph.count; v++) {
      const larger = (u: number): number => Math.max(graph.weight[u] as number, (load[from] as number) - (graph.weight[u] as number));
      if (part[v] === from && (best < 0 || larger(v) < larger(best))) best = v;
    }
    part[best] = empty;
    members[from] = (members[from] as number) - 1;
    members[empty] = 1;
    load[from] = (load[from] as number) - (graph.weight[best] as number);
    load[empty] = graph.weight[best] as number;
  }
}

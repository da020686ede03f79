/** All methods by name, and how one is called. */
import { PlanError } from '../checkPlan.js';
import { fillEmpty } from '../fillEmpty.js';
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

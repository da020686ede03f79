/** The proven optimum, or the best plan found and a time that no plan can go below. */
import { PlanError } from '../checkPlan.js';
import { branchAndPrice, type Proof } from '../exact/branchAndPrice.js';
import type { PartitionMethod, PartitionTask } from './method.js';
import { multilevel } from './multilevel.js';

/** Clusters at most: more are beyond proof, or would take minutes. */
const mostClusters = 80;
/** States looked at before it gives up, and as many again for the bound: about a minute. */
const mostStates = 1e8;

export const exhaustive: PartitionMethod = {
  name: 'exhaustive',
  about: 'the proven optimum, by branch and price: small circuits only',
  most: mostClusters,
  partition: (task) => {
    const { part, slowest, bound, states } = provenBest(task);
    if (bound === slowest) return part;
    const why =
      states === 0
        ? 'no proof, clusters are joined too closely to look at their states'
        : `no proof after ${states.toExponential(1)} states`;
    throw new PlanError([
      `exhaustive: ${task.graph.count} clusters in ${task.shares.length} parts: ${why}`,
      `    no plan takes less than ${bound.toFixed(2)} ns an attempt; the best that was found takes ${slowest.toFixed(2)} ns, ${(100 * (slowest / bound - 1)).toFixed(1)} % more`,
      '    take fewer parts, or --method multilevel, from whose plan the search began',
    ]);
  },
};

/** The best plan for short steps that branch and price finds from multilevel's, and the bound that it proves. */
export const provenBest = (task: PartitionTask): Proof => branchAndPrice(task, multilevel.partition({ ...task, aim: 'step' }), mostStates);

/** Partitions as a graph of their own: the cost of each, cuts between them, and how they are first spread over threads. */
import type { Circuit } from '../circuit/circuit.js';
import { beyondClusters, clusterGraph, partOfClusters } from './clusterGraph.js';
import { type Costs, countedCosts } from './costs.js';
import { contracted, type PartitionGraph } from './graph.js';
import { provenBest } from './methods/exhaustive.js';
import { multilevel } from './methods/multilevel.js';
import { partitioned } from './methods/registry.js';

/** The graph whose vertices are the partitions of a plan, weighted with what their components cost. */
export function partitionGraph(circuit: Circuit, owner: Int32Array, parts: number, costs: Costs = countedCosts(circuit)): PartitionGraph {
  const clusters = clusterGraph(circuit, costs);
  const graph = contracted(clusters.graph, partOfClusters(clusters, owner), parts);
  const beyond = beyondClusters(circuit, clusters, owner, parts, costs);
  return { ...graph, weight: graph.weight.map((weight, p) => weight + beyond[p]) };
}

/** Divisions up to which the best is looked for: some ms. */
const fewDivisions = 1e5;

/** By partition: its thread, neighbours together, threads of the same speed; the best division of few partitions. */
export function groupPartitions(graph: PartitionGraph, threads: number): Int32Array {
  const shares = new Float64Array(threads).fill(1 / threads);
  const task = { graph, shares, tolerance: 1.03, aim: 'step', seed: 1 } as const;
  return threads ** graph.count <= fewDivisions ? provenBest(task).part : partitioned(multilevel, task);
}

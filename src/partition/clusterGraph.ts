/** Circuit and costs → graph of clusters. */
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import { clusters } from './clusters.js';
import type { Costs } from './costs.js';
import { graphOf, type PartitionGraph } from './graph.js';

export interface ClusterGraph {
  readonly graph: PartitionGraph;
  /** By component: its cluster. */
  readonly of: Int32Array;
}

/** What must stay together as one vertex, lines between as edges. `onlyWaves`: capacitive lines are not cut. */
export function clusterGraph(circuit: Circuit, { component, cutLine }: Costs, onlyWaves = false): ClusterGraph {
  const { of, count } = clusters(circuit, onlyWaves);
  const { lines } = tablesOf(circuit);
  const weight = new Float64Array(count);
  for (let c = 0; c < of.length; c++) weight[of[c] as number] = (weight[of[c] as number] as number) + (component[c] as number);
  const ends = (column: Int32Array): Int32Array => Int32Array.from({ length: lines.count }, (_, l) => of[column[l] as number] as number);
  return { graph: graphOf(weight, ends(lines.from), ends(lines.to), cutLine), of };
}

/** From components to clusters: the part of each cluster, whose components all have the same. */
export function partOfClusters({ graph, of }: ClusterGraph, owner: Int32Array): Int32Array {
  const part = new Int32Array(graph.count);
  for (let c = 0; c < of.length; c++) part[of[c] as number] = owner[c] as number;
  return part;
}

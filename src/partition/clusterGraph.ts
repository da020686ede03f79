/** Circuit and costs → graph of clusters. */
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import { copiesOf } from '../network/copies.js';
import { type Clusters, clusters } from './clusters.js';
import type { Costs } from './costs.js';
import { graphOf, type PartitionGraph } from './graph.js';

export interface ClusterGraph extends Pick<Clusters, 'of' | 'free'> {
  readonly graph: PartitionGraph;
}

/** Graphs by their costs, as long as somebody has these: plans for several numbers of parts, and their work, ask for the same. */
const made = new WeakMap<Costs, { circuit: Circuit; onlyWaves: boolean; graph: ClusterGraph }[]>();

/** Clusters that stay together as one vertex, lines between as edges. `onlyWaves`: capacitive lines are not cut. */
export function clusterGraph(circuit: Circuit, costs: Costs, onlyWaves = false): ClusterGraph {
  const known = made.get(costs) ?? [];
  made.set(costs, known);
  const before = known.find((one) => one.circuit === circuit && one.onlyWaves === onlyWaves);
  const graph = before?.graph ?? graphOfClusters(circuit, costs, onlyWaves);
  if (!before) known.push({ circuit, onlyWaves, graph });
  return graph;
}

function graphOfClusters(circuit: Circuit, { component, cutLine }: Costs, onlyWaves: boolean): ClusterGraph {
  const { of, count, free } = clusters(circuit, onlyWaves);
  const { lines } = tablesOf(circuit);
  const weight = new Float64Array(count);
  for (let c = 0; c < of.length; c++) weight[of[c]] = weight[of[c]] + component[c];
  const ends = (column: Int32Array): Int32Array => column.map((c) => of[c]);
  return { graph: graphOf(weight, ends(lines.from), ends(lines.to), cutLine), of, free };
}

/** From components to clusters: the part of each cluster, whose components all have the same, but for free ones. */
export function partOfClusters({ graph, of, free }: ClusterGraph, owner: Int32Array): Int32Array {
  const part = new Int32Array(graph.count);
  // Those that are bound come last: they decide.
  for (const bound of [false, true]) for (let c = 0; c < of.length; c++) if (!bound || free[c] === 0) part[of[c]] = owner[c];
  return part;
}

/**
 * By part, ns an attempt beyond the weights of its clusters: copies that it holds of signals that others own, and what is free and owned away from its
 * cluster.
 */
export function beyondClusters(
  circuit: Circuit,
  clusters: ClusterGraph,
  owner: Int32Array,
  parts: number,
  { component }: Pick<Costs, 'component'>,
): Float64Array {
  const { of, free } = clusters;
  const beyond = new Float64Array(parts);
  const add = (part: number, cost: number): void => {
    beyond[part] = beyond[part] + cost;
  };
  for (const [part, copies] of copiesOf(tablesOf(circuit), owner, parts).entries()) for (const c of copies) add(part, component[c]);
  const part = partOfClusters(clusters, owner);
  for (let c = 0; c < of.length; c++) {
    const home = part[of[c]];
    if (free[c] === 0 || home === owner[c]) continue;
    add(owner[c], component[c]);
    add(home, -component[c]);
  }
  return beyond;
}

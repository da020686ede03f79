/** Predictions of a plan before it is run. */
import type { Circuit } from '../circuit/circuit.js';
import { lineValue } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { copiesOf } from '../network/copies.js';
import { beyondClusters, clusterGraph, partOfClusters } from './clusterGraph.js';
import type { Costs } from './costs.js';
import { sharesOf } from './cutCircuit.js';
import { totalWeight } from './graph.js';
import { piecesOf, qualityOf } from './quality.js';

export interface PartAccount {
  readonly components: number;
  /** ns an attempt: components with line ends and copies, and this side of cut lines. */
  readonly cost: number;
  readonly exchange: number;
  readonly share: number;
  /** cost / (share · costs of all parts) */
  readonly load: number;
}

export interface PlanAccount {
  readonly clusters: number;
  readonly parts: readonly PartAccount[];
  /** Capacitive and wave lines that are cut. */
  readonly cut: { readonly capacitive: number; readonly wave: number };
  /** Copies of signals of time in parts that do not own them, and their cost together, ns an attempt. */
  readonly copies: { readonly count: number; readonly cost: number };
  readonly imbalance: number;
  /** Connected pieces that the parts consist of. */
  readonly pieces: number;
  /** ns an attempt in one thread, and of the slowest part, barrier apart. */
  readonly total: number;
  readonly slowest: number;
  /** total / slowest: what no run of the plan can exceed. */
  readonly speedUp: number;
  /** The heaviest cluster: nothing that it consists of can be divided, so total / cost is the limit of any plan. */
  readonly largestBlock: {
    readonly names: readonly string[];
    readonly components: number;
    readonly cost: number;
    readonly speedUp: number;
  };
}

/** Names of the largest block that are listed. */
const namesTold = 6;

/** Account of owners. `shares` by part, in any unit. */
export function planAccount(circuit: Circuit, owner: Int32Array, parts: number, costs: Costs, shares?: readonly number[]): PlanAccount {
  const clusters = clusterGraph(circuit, costs);
  const { graph, of } = clusters;
  const part = partOfClusters(clusters, owner);
  const portions = sharesOf(parts, shares);
  const { load, exchange, imbalance, slowest } = qualityOf(graph, part, portions, beyondClusters(circuit, clusters, owner, parts, costs));
  const total = totalWeight(graph);
  const allLoads = load.reduce((sum, cost) => sum + cost, 0);
  const copies = copiesOf(tablesOf(circuit), owner, parts).flat();
  const components = new Int32Array(parts);
  for (const k of owner) components[k] = components[k] + 1;
  const { lines } = tablesOf(circuit);
  const cut = { capacitive: 0, wave: 0 };
  for (let l = 0; l < lines.count; l++)
    if (owner[lines.from[l]] !== owner[lines.to[l]]) cut[Number.isNaN(lineValue(lines, l, 'delay')) ? 'capacitive' : 'wave']++;
  let heaviest = 0;
  for (let v = 1; v < graph.count; v++) if (graph.weight[v] > graph.weight[heaviest]) heaviest = v;
  const names: string[] = [];
  let inBlock = 0;
  for (let c = 0; c < of.length; c++) {
    if (of[c] !== heaviest) continue;
    if (inBlock++ < namesTold) names.push(tablesOf(circuit).components.nameOf(c));
  }
  const block = graph.weight[heaviest];
  return {
    clusters: graph.count,
    parts: Array.from(load, (cost, k) => ({
      components: components[k],
      cost,
      exchange: exchange[k],
      share: portions[k],
      load: cost / (portions[k] * allLoads),
    })),
    cut,
    copies: { count: copies.length, cost: copies.reduce((sum, c) => sum + costs.component[c], 0) },
    imbalance,
    pieces: piecesOf(graph, part),
    total,
    slowest,
    speedUp: total / slowest,
    largestBlock: { names, components: inBlock, cost: block, speedUp: total / block },
  };
}

/** Circuit → owners: by a method, on costs, in parts of given shares. */
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import { PlanError } from './checkPlan.js';
import { beyondClusters, clusterGraph } from './clusterGraph.js';
import { type Costs, countedCosts } from './costs.js';
import { subgraph, totalWeight } from './graph.js';
import { groupPartitions, partitionGraph } from './group.js';
import { greedy } from './methods/greedy.js';
import type { PartitionMethod, PartitionTask } from './methods/method.js';
import { multilevel } from './methods/multilevel.js';
import { methodNamed, partitioned } from './methods/registry.js';
import { type Quality, qualityOf } from './quality.js';

export interface CutOptions {
  /** Name of a method; default: greedy where no plan can be much better than its own, else multilevel. */
  readonly method?: string;
  /** Default: counted. */
  readonly costs?: Costs;
  /** By part: what its core does in a time, in any unit; default: all the same. */
  readonly shares?: readonly number[];
  /** Default 1.03. */
  readonly tolerance?: number;
  readonly aim?: PartitionTask['aim'];
  readonly seed?: number;
  /** Cut wave lines only where that leaves parts of about equal cost: partitions can then look ahead at fixed steps. */
  readonly preferWaves?: boolean;
  /** Hosts that have as many of the parts each, with numbers that follow each other: the circuit is cut among them first. Default: 1. */
  readonly hosts?: number;
  /** Threads that the parts are for, where they are more: groups of parts are to be of about equal cost, not every part. */
  readonly threads?: number;
  /** Cut wave lines only, whatever parts that leaves: partitions can then take their own steps. */
  readonly onlyWaves?: boolean;
}

export interface Cut {
  /** By component. */
  readonly owner: Int32Array;
  readonly parts: number;
  /** The one that was taken. */
  readonly method: string;
  /** Whether only wave lines are cut because that was asked for. */
  readonly onlyWaves: boolean;
}

export const defaultTolerance = 1.03;

/**
 * A plan whose slowest part takes at most this share of the mean is good enough: nothing that takes longer to find can gain more than the rest. The
 * ladder of 1000 components, 1.012 by greedy and 1.005 by multilevel, takes 1 to 2 % less time by the latter.
 */
const goodEnough = 1.01;

/** A part heavier than this share of the mean costs more than what synchronisation less often saves. */
const tolerable = 1.15;

/** Cuts made before, by what was asked for: a circuit that is run again, held and resumed is not divided anew. */
const made = new WeakMap<Circuit, Map<string, Cut>>();

/**
 * Partition of every component. `parts` is smaller than `wanted` where the circuit has fewer clusters. Throws PlanError for a method that is not there
 * or does not take the circuit, and for shares that are not `wanted` numbers above zero.
 */
export function cutCircuit(circuit: Circuit, wanted: number, options: CutOptions = {}): Cut {
  const { method } = options;
  if (method !== undefined) methodNamed(method);
  const { count } = tablesOf(circuit).components;
  if (options.shares) checkShares(options.shares, wanted);
  if (wanted % (options.hosts ?? 1) !== 0) throw new PlanError([`${wanted} parts on ${options.hosts} hosts; each host has as many`]);
  if (wanted === 1) return { owner: new Int32Array(count), parts: 1, method: method ?? greedy.name, onlyWaves: false };
  if (options.costs) return cutBy(circuit, options.costs, wanted, options);
  const known = made.get(circuit) ?? new Map<string, Cut>();
  made.set(circuit, known);
  const key = JSON.stringify([wanted, options]);
  const cut = known.get(key) ?? cutBy(circuit, countedCosts(circuit), wanted, options);
  known.set(key, cut);
  return { ...cut, owner: cut.owner.slice() };
}

function cutBy(circuit: Circuit, costs: Costs, wanted: number, options: CutOptions): Cut {
  if (options.onlyWaves) return cutOf(circuit, costs, wanted, options, true);
  if (options.preferWaves) {
    const cut = cutOf(circuit, costs, wanted, options, true);
    if (cut.parts === wanted && imbalanceOf(circuit, cut, costs, options.threads) <= tolerable) return cut;
  }
  return cutOf(circuit, costs, wanted, options, false);
}

/** Of the parts, or of their groups. */
function imbalanceOf(circuit: Circuit, { owner, parts, imbalance }: Cut & { imbalance: number }, costs: Costs, threads?: number): number {
  if (threads === undefined) return imbalance;
  const graph = partitionGraph(circuit, owner, parts, costs);
  return qualityOf(graph, groupPartitions(graph, threads), sharesOf(threads)).imbalance;
}

function cutOf(circuit: Circuit, costs: Costs, wanted: number, options: CutOptions, onlyWaves: boolean): Cut & { imbalance: number } {
  const { tolerance = defaultTolerance, aim = 'step', seed = 1 } = options;
  const clusters = clusterGraph(circuit, costs, onlyWaves);
  const { graph, of } = clusters;
  const parts = Math.max(1, Math.min(wanted, graph.count));
  const shares = sharesOf(parts, options.shares);
  const task: PartitionTask = { graph, shares, tolerance, aim, seed };
  const hosts = parts === wanted ? (options.hosts ?? 1) : 1;
  const cut = (method: PartitionMethod): Cut & { quality: Quality } => {
    const part = hosts > 1 ? partitionedByHosts(method, task, hosts) : partitioned(method, task);
    const owner = of.map((cluster) => part[cluster]);
    const quality = qualityOf(graph, part, shares, beyondClusters(circuit, clusters, owner, parts, costs));
    return { owner, parts, method: method.name, onlyWaves, quality };
  };
  const first = cut(methodNamed(options.method ?? greedy.name));
  const isGoodEnough = options.method !== undefined || first.quality.slowest <= (goodEnough * totalWeight(graph)) / parts;
  const { quality, ...made } = isGoodEnough ? first : cut(multilevel);
  return { ...made, imbalance: quality.imbalance };
}

/**
 * ns that a line between two hosts costs either of them beside its exchange: the 32 bytes of its end go out and those of the other come in, at a byte a ns (a network of 8 Gbit/s).
 */
const networkCost = 64;

/** In two levels: hosts, then the parts of each; in one where a host would have fewer clusters than parts. */
function partitionedByHosts(method: PartitionMethod, task: PartitionTask, hosts: number): Int32Array {
  const { graph, shares } = task;
  const each = shares.length / hosts;
  const sharesOfHost = (host: number): Float64Array => shares.subarray(host * each, (host + 1) * each);
  const sum = (some: Float64Array): number => some.reduce((a, b) => a + b, 0);
  const between = { ...graph, cut: graph.cut.map((cost) => cost + networkCost) };
  const hostOf = partitioned(method, {
    ...task,
    graph: between,
    shares: Float64Array.from({ length: hosts }, (_, h) => sum(sharesOfHost(h))),
  });
  const part = new Int32Array(graph.count);
  const place = new Int32Array(graph.count);
  for (let host = 0; host < hosts; host++) {
    const own = sharesOfHost(host);
    const clusters = Int32Array.from(graph.weight.keys()).filter((v) => hostOf[v] === host);
    if (clusters.length < each) return partitioned(method, task);
    const inside = partitioned(method, { ...task, graph: subgraph(graph, clusters, place), shares: own.map((share) => share / sum(own)) });
    for (let k = 0; k < clusters.length; k++) part[clusters[k]] = host * each + inside[k];
  }
  return part;
}

/** Shares that sum to 1, of the first `parts` of those given; default: all the same. */
export function sharesOf(parts: number, given?: readonly number[]): Float64Array {
  const some = Float64Array.from({ length: parts }, (_, k) => given?.[k] ?? 1);
  const sum = some.reduce((a, b) => a + b, 0);
  return some.map((share) => share / sum);
}

function checkShares(shares: readonly number[], parts: number): void {
  if (shares.length !== parts) throw new PlanError([`${shares.length} shares for ${parts} parts; give one for each part`]);
  for (const share of shares)
    if (!(share > 0 && Number.isFinite(share))) throw new PlanError([`share ${share}: must be a number above zero`]);
}

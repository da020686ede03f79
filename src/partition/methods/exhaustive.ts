/**
 * The proven optimum: every division is looked at, those apart that cannot be better than the best one known (branch and bound), and those that differ
 * by the numbers of equal parts only. Clusters are taken one by one, always the one most strongly joined to those taken before.
 *
 * Bound: with a slowest part of time T, part k may carry T·share_k·parts. What the parts have room for must be enough for the clusters that are left,
 * and for both sides of the lines that those must cut: a cluster joined to several parts keeps at most the dearest of its joints.
 */
import { PlanError } from '../checkPlan.js';
import type { PartitionGraph } from '../graph.js';
import { qualityOf } from '../quality.js';
import type { PartitionMethod, PartitionTask } from './method.js';
import { multilevel } from './multilevel.js';

/** Clusters at most: beyond, not even small numbers of parts can be proven. */
const mostClusters = 80;
/** Assignments tried before it gives up: some tens of seconds. */
const mostTried = 3e8;

export const exhaustive: PartitionMethod = {
  name: 'exhaustive',
  about: 'the proven optimum, by branch and bound: small circuits only',
  most: mostClusters,
  partition: (task) => {
    const best = provenOptimum(task, multilevel.partition({ ...task, aim: 'step' }));
    if (best) return best;
    throw new PlanError([
      `exhaustive: ${task.graph.count} clusters in ${task.shares.length} parts: no proof after ${mostTried.toExponential(0)} assignments`,
      '    take fewer parts, or --method multilevel, from whose plan the search began',
    ]);
  },
};

/** The plan whose slowest part is fastest; null where the proof would take too long. The better `start`, the sooner it is found. */
export function provenOptimum(task: PartitionTask, start: Int32Array): Int32Array | null {
  const search = new Search(task, start);
  return search.run() ? search.best : null;
}

class Search {
  readonly best: Int32Array;
  private least: number;
  private tried = 0;
  private readonly order: Int32Array;
  private readonly part: Int32Array;
  /** By part: load and exchange of what is assigned, and what a time of 1 allows. */
  private readonly cost: Float64Array;
  private readonly allowance: Float64Array;
  private readonly members: Int32Array;
  /** By cluster and part: cost of the edges to what is assigned there. */
  private readonly links: Float64Array;
  /** By depth: weight of the clusters still to come. */
  private readonly rest: Float64Array;

  constructor(
    private readonly task: PartitionTask,
    start: Int32Array,
  ) {
    const { graph, shares } = task;
    const parts = shares.length;
    this.best = start.slice();
    const empty = new Set(start).size < parts;
    this.least = empty ? Number.POSITIVE_INFINITY : qualityOf(graph, start, shares).slowest;
    this.order = byJoints(graph);
    this.part = new Int32Array(graph.count).fill(-1);
    this.cost = new Float64Array(parts);
    this.allowance = shares.map((share) => share * parts);
    this.members = new Int32Array(parts);
    this.links = new Float64Array(graph.count * parts);
    this.rest = new Float64Array(graph.count + 1);
    for (let k = graph.count - 1; k >= 0; k--)
      this.rest[k] = (this.rest[k + 1] as number) + (graph.weight[this.order[k] as number] as number);
  }

  /** Whether the best is proven. */
  run(): boolean {
    return this.assign(0, 0, this.task.shares.length);
  }

  /** Tries all parts for the cluster at `depth`; `forced` is what the clusters to come must cut, `empty` the number of parts without a cluster. */
  private assign(depth: number, forced: number, empty: number): boolean {
    const { graph, shares } = this.task;
    const { part, cost, members, links } = this;
    const parts = shares.length;
    if (depth === graph.count) {
      this.keep();
      return true;
    }
    if (++this.tried > mostTried) return false;
    const v = this.order[depth] as number;
    const weight = graph.weight[v] as number;
    const row = v * parts;
    let [joined, dearest] = [0, 0];
    for (let k = 0; k < parts; k++) {
      const link = links[row + k] as number;
      joined += link;
      if (link > dearest) dearest = link;
    }
    const mayFill = graph.count - depth > empty;
    for (let choice = 0; choice < parts; choice++) {
      const p = choice;
      if (members[p] === 0) {
        if (this.hasEqualBefore(p)) continue;
      } else if (!mayFill) continue;
      const away = joined - (links[row + p] as number);
      // What v cuts is now certain: it is charged to v's part and to the others.
      cost[p] = (cost[p] as number) + weight + away;
      for (let k = 0; k < parts; k++) if (k !== p) cost[k] = (cost[k] as number) + (links[row + k] as number);
      let next = forced - 2 * (joined - dearest);
      part[v] = p;
      members[p] = (members[p] as number) + 1;
      next += this.join(v, p, 1);
      const complete = !this.mayBeBetter(depth + 1, next) || this.assign(depth + 1, next, members[p] === 1 ? empty - 1 : empty);
      this.join(v, p, -1);
      members[p] = (members[p] as number) - 1;
      part[v] = -1;
      for (let k = 0; k < parts; k++) if (k !== p) cost[k] = (cost[k] as number) - (links[row + k] as number);
      cost[p] = (cost[p] as number) - weight - away;
      if (!complete) return false;
    }
    return true;
  }

  /** Adds (or with -1 takes away) v's edges to the links of its unassigned neighbours; returns by how much their certain cuts grow, both sides. */
  private join(v: number, p: number, sign: 1 | -1): number {
    const { graph, shares } = this.task;
    const parts = shares.length;
    let grown = 0;
    for (let e = graph.start[v] as number; e < (graph.start[v + 1] as number); e++) {
      const u = graph.to[e] as number;
      if ((this.part[u] as number) >= 0) continue;
      if (sign > 0) grown -= this.certainCut(u * parts, parts);
      this.links[u * parts + p] = (this.links[u * parts + p] as number) + sign * (graph.cut[e] as number);
      if (sign > 0) grown += this.certainCut(u * parts, parts);
    }
    return grown;
  }

  private certainCut(row: number, parts: number): number {
    let [sum, most] = [0, 0];
    for (let k = row; k < row + parts; k++) {
      const link = this.links[k] as number;
      sum += link;
      if (link > most) most = link;
    }
    return 2 * (sum - most);
  }

  private hasEqualBefore(p: number): boolean {
    for (let k = 0; k < p; k++) if (this.members[k] === 0 && this.task.shares[k] === this.task.shares[p]) return true;
    return false;
  }

  private mayBeBetter(depth: number, forced: number): boolean {
    const limit = this.least * (1 - 1e-9);
    let room = 0;
    for (let k = 0; k < this.cost.length; k++) {
      const left = limit * (this.allowance[k] as number) - (this.cost[k] as number);
      if (left < 0) return false;
      room += left;
    }
    return room >= (this.rest[depth] as number) + forced;
  }

  private keep(): void {
    let slowest = 0;
    for (let k = 0; k < this.cost.length; k++) slowest = Math.max(slowest, (this.cost[k] as number) / (this.allowance[k] as number));
    if (slowest >= this.least) return;
    this.least = slowest;
    this.best.set(this.part);
  }
}

/** Heaviest cluster first, then always the one most strongly joined to those before, the heavier of equals. */
function byJoints({ count, weight, start, to, cut }: PartitionGraph): Int32Array {
  const order = new Int32Array(count);
  const joint = new Float64Array(count);
  const taken = new Uint8Array(count);
  for (let k = 0; k < count; k++) {
    let next = -1;
    for (let v = 0; v < count; v++) {
      if (taken[v]) continue;
      if (
        next < 0 ||
        (joint[v] as number) > (joint[next] as number) ||
        (joint[v] === joint[next] && (weight[v] as number) > (weight[next] as number))
      )
        next = v;
    }
    taken[next] = 1;
    order[k] = next;
    for (let e = start[next] as number; e < (start[next + 1] as number); e++)
      joint[to[e] as number] = (joint[to[e] as number] as number) + (cut[e] as number);
  }
  return order;
}

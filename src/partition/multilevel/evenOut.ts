/**
 * What a step takes is what its slowest part takes: its load and its side of the cut lines. Clusters at the border of the slowest part are moved to, or
 * swapped with one of, another part as long as the two slowest of them become faster, or stay as fast with less cut.
 */
import type { PartitionGraph } from '../graph.js';

/** Moves, at most; each costs a look at all clusters of the slowest part. */
const mostMoves = (count: number): number => Math.min(2000, Math.ceil(1e7 / count));
/** Graphs up to this size may also swap two clusters: every pair of clusters at borders is tried. */
const mostToSwap = 300;

/** Changes `part`; `shares` sum to 1. */
export function evenOut(graph: PartitionGraph, part: Int32Array, shares: Float64Array): void {
  const state = new State(graph, part, shares);
  for (let n = 0; n < mostMoves(graph.count) && state.improve(); n++);
}

type Worth = readonly [slowest: number, squares: number];

class State {
  /** By part: (load + exchange)/(share · parts). */
  private readonly time: Float64Array;
  private readonly scale: Float64Array;
  private readonly members: Int32Array;
  /** By cluster: 1 if it has a neighbour in another part; brought up to date where swaps are looked for. */
  private readonly atBorder: Uint8Array;
  /** Best change found: its gain, the cluster that moves, where to, and the one that comes back (-1: none). */
  private best: Worth = [0, 0];
  private cluster = -1;
  private target = -1;
  private other = -1;

  constructor(
    private readonly graph: PartitionGraph,
    private readonly part: Int32Array,
    shares: Float64Array,
  ) {
    const parts = shares.length;
    this.time = new Float64Array(parts);
    this.scale = shares.map((share) => 1 / (share * parts));
    this.members = new Int32Array(parts);
    this.atBorder = new Uint8Array(graph.count);
    for (let v = 0; v < graph.count; v++) {
      const own = part[v];
      this.members[own] = this.members[own] + 1;
      this.add(own, graph.weight[v] + this.outside(v, own));
    }
  }

  /** Makes the best single move or swap; whether there was one. */
  improve(): boolean {
    const { graph, part, time } = this;
    let slow = 0;
    for (let k = 1; k < time.length; k++) if (time[k] > time[slow]) slow = k;
    this.best = this.worth();
    this.cluster = -1;
    for (let v = 0; v < graph.count; v++) if (part[v] === slow) this.tryMoves(v);
    if (graph.count <= mostToSwap) this.tryMore(slow);
    if (this.cluster < 0) return false;
    const from = part[this.cluster];
    this.move(this.cluster, this.target);
    if (this.other >= 0) this.move(this.other, from);
    return true;
  }

  /** Swaps with the slowest part; where no move from it and no swap helped, moves between other parts: they make room for later ones. */
  private tryMore(slow: number): void {
    const { graph, part, atBorder } = this;
    for (let v = 0; v < graph.count; v++) atBorder[v] = this.outside(v, part[v]) > 0 ? 1 : 0;
    for (let v = 0; v < graph.count; v++) if (part[v] === slow && atBorder[v] === 1) this.trySwaps(v);
    if (this.cluster < 0) for (let v = 0; v < graph.count; v++) if (part[v] !== slow) this.tryMoves(v);
  }

  private tryMoves(v: number): void {
    const { graph, part } = this;
    const from = part[v];
    if (this.members[from] === 1) return;
    for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
      const to = part[graph.to[e]];
      if (to === from) continue;
      this.move(v, to);
      this.consider(v, to, -1);
      this.move(v, from);
    }
  }

  private trySwaps(v: number): void {
    const { graph, part } = this;
    const from = part[v];
    for (let u = 0; u < graph.count; u++) {
      const to = part[u];
      if (to === from || this.atBorder[u] === 0) continue;
      this.move(v, to);
      this.move(u, from);
      this.consider(v, to, u);
      this.move(u, to);
      this.move(v, from);
    }
  }

  private consider(cluster: number, target: number, other: number): void {
    const worth = this.worth();
    if (isLess(worth, this.best)) [this.best, this.cluster, this.target, this.other] = [worth, cluster, target, other];
  }

  /** The objective: time of the slowest part, then the sum of the squares of all. */
  private worth(): Worth {
    let [most, squares] = [0, 0];
    for (const time of this.time) {
      most = Math.max(most, time);
      squares += time * time;
    }
    return [most, squares];
  }

  private add(part: number, cost: number): void {
    this.time[part] = this.time[part] + cost * this.scale[part];
  }

  /** Cost of a cluster's edges to other parts. */
  private outside(v: number, own: number): number {
    const { start, to, cut } = this.graph;
    let sum = 0;
    for (let e = start[v]; e < start[v + 1]; e++) if (this.part[to[e]] !== own) sum += cut[e];
    return sum;
  }

  private move(v: number, to: number): void {
    const { graph, part } = this;
    const from = part[v];
    const weight = graph.weight[v];
    let [own, there, all] = [0, 0, 0];
    for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
      const other = part[graph.to[e]];
      const cost = graph.cut[e];
      all += cost;
      if (other === from) own += cost;
      else if (other === to) there += cost;
    }
    // From: the cluster's weight and cut edges leave, edges to its own part become cut.
    this.add(from, -weight - (all - own) + own);
    this.add(to, weight + (all - there) - there);
    part[v] = to;
    this.members[from] = this.members[from] - 1;
    this.members[to] = this.members[to] + 1;
  }
}

function isLess([a, b]: Worth, [c, d]: Worth): boolean {
  const slack = 1e-9 * c;
  return a < c - slack || (a <= c + slack && b < d * (1 - 1e-9));
}

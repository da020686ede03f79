/**
 * All parts made better at once by moving single clusters, as in refineTwo.ts: a pass moves clusters at borders to the neighbouring part that gains most
 * and has room, each at most once, also downhill for a while, and keeps the best state seen. After Karypis, Kumar, J. Parallel Distrib. Comput. 48
 * (1998) 96, with the hill climbing of Fiduccia and Mattheyses. Then searches from one cluster at a time, which see only what is near: Sanders, Schulz,
 * Engineering multilevel graph partitioning algorithms, ESA 2011.
 */

import { type Random, shuffled } from '../../circuit/text/random.js';
import type { PartitionGraph } from '../graph.js';
import { GainHeap } from '../heap.js';

/** Changes `part`; `most` is what each part may weigh. */
export function refineMany(graph: PartitionGraph, part: Int32Array, most: Float64Array, passes: number, random: Random): void {
  const pass = new ManyWayPass(graph, part, most);
  for (let n = 0; n < passes && pass.run(); n++);
  for (let n = 0; n < passes && pass.runLocally(random); n++);
}

/** Moves in a row without a better state after which a pass, or a local search, gives up. */
const localPatience = 25;
const patience = (count: number): number => Math.min(500, Math.max(50, Math.ceil(count / 20)));

class ManyWayPass {
  private cut = 0;
  private overload = 0;
  private readonly load: Float64Array;
  private readonly heap: GainHeap;
  private readonly locked: Uint8Array;
  private readonly moved: Int32Array;
  private readonly cameFrom: Int32Array;
  /** By part: cost of the edges from the cluster that is looked at; zero between looks. */
  private readonly links: Float64Array;
  private readonly touched: Int32Array;
  private bestPart = -1;
  private bestGain = 0;

  constructor(
    private readonly graph: PartitionGraph,
    private readonly part: Int32Array,
    private readonly most: Float64Array,
  ) {
    const { count, weight, start, to, cut } = graph;
    this.load = new Float64Array(most.length);
    this.heap = new GainHeap(count);
    this.locked = new Uint8Array(count);
    this.moved = new Int32Array(count);
    this.cameFrom = new Int32Array(count);
    this.links = new Float64Array(most.length);
    this.touched = new Int32Array(most.length);
    for (let v = 0; v < count; v++) {
      const own = part[v];
      this.load[own] = this.load[own] + weight[v];
      for (let e = start[v]; e < start[v + 1]; e++) if (part[to[e]] !== own) this.cut += cut[e] / 2;
    }
    for (let k = 0; k < most.length; k++) this.overload += this.overOf(k);
  }

  /** One pass over all borders; whether it has found something better. */
  run(): boolean {
    const { graph, heap, locked } = this;
    heap.clear();
    locked.fill(0);
    for (let v = 0; v < graph.count; v++) this.enter(v);
    return this.climb(patience(graph.count));
  }

  /** A search from every cluster at a border, in random order, that none before has moved; whether one has found something better. */
  runLocally(random: Random): boolean {
    const { graph, heap, locked } = this;
    locked.fill(0);
    let better = false;
    const order = shuffled(graph.count, random);
    for (const v of order) {
      if (locked[v]) continue;
      heap.clear();
      this.enter(v);
      if (!heap.isEmpty && this.climb(localPatience)) better = true;
    }
    return better;
  }

  /** Moves the vertices in the heap, and their neighbours as they become worth it, until `limit` moves in a row were for nothing; keeps the best state. */
  private climb(limit: number): boolean {
    const { graph, heap, locked, moved, part } = this;
    let [bestCut, bestOverload, bestMoves, moves] = [this.cut, this.overload, 0, 0];
    const [cutBefore, overloadBefore] = [bestCut, bestOverload];
    while (!heap.isEmpty && moves - bestMoves < limit) {
      const v = heap.top;
      const known = heap.topGain;
      heap.remove(v);
      this.look(v);
      if (this.bestPart < 0) continue;
      // Loads have changed since: a cluster whose best move is gone waits for its turn.
      if (this.bestGain < known - 1e-9) {
        heap.set(v, this.bestGain);
        continue;
      }
      this.cameFrom[moves] = part[v];
      moved[moves++] = v;
      locked[v] = 1;
      this.cut -= this.bestGain;
      this.move(v, this.bestPart);
      for (let e = graph.start[v]; e < graph.start[v + 1]; e++) {
        const u = graph.to[e];
        if (!locked[u]) this.enter(u);
      }
      if (this.overload < bestOverload - 1e-9 || (this.overload <= bestOverload + 1e-9 && this.cut < bestCut - 1e-9))
        [bestCut, bestOverload, bestMoves] = [this.cut, this.overload, moves];
    }
    while (moves > bestMoves) {
      moves--;
      this.move(moved[moves], this.cameFrom[moves]);
    }
    [this.cut, this.overload] = [bestCut, bestOverload];
    return bestOverload < overloadBefore - 1e-9 || bestCut < cutBefore - 1e-9;
  }

  private overOf(part: number): number {
    return Math.max(0, this.load[part] - this.most[part]);
  }

  private move(v: number, to: number): void {
    const from = this.part[v];
    const weight = this.graph.weight[v];
    this.overload -= this.overOf(from) + this.overOf(to);
    this.load[from] = this.load[from] - weight;
    this.load[to] = this.load[to] + weight;
    this.overload += this.overOf(from) + this.overOf(to);
    this.part[v] = to;
  }

  /** Puts a cluster that has a neighbour elsewhere into the heap. */
  private enter(v: number): void {
    this.look(v);
    if (this.bestPart >= 0) this.heap.set(v, this.bestGain);
    else this.heap.remove(v);
  }

  /** The best move of a cluster: `bestPart`, -1 if there is none, and `bestGain`. A part that is too heavy may give to any that takes it with less harm. */
  private look(v: number): void {
    const { part, links, touched, load, most } = this;
    const { start, to, cut } = this.graph;
    const own = part[v];
    const [first, last] = [start[v], start[v + 1]];
    this.bestPart = -1;
    this.bestGain = Number.NEGATIVE_INFINITY;
    // Most clusters are in the midst of their part.
    let border = first;
    while (border < last && part[to[border]] === own) border++;
    if (border === last) return;
    const weight = this.graph.weight[v];
    let count = 0;
    for (let e = first; e < last; e++) {
      const other = part[to[e]];
      if (links[other] === 0) touched[count++] = other;
      links[other] = links[other] + cut[e];
    }
    const inside = links[own];
    const isOver = load[own] > most[own];
    for (let k = 0; k < count; k++) {
      const other = touched[k];
      const gain = links[other] - inside;
      links[other] = 0;
      if (other === own) continue;
      const room = most[other] - load[other] - weight;
      if (room < 0 && !(isOver && load[other] + weight - most[other] < load[own] - most[own])) continue;
      if (gain > this.bestGain || (gain === this.bestGain && room > most[this.bestPart] - load[this.bestPart] - weight))
        [this.bestPart, this.bestGain] = [other, gain];
    }
  }
}

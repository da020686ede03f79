/**
 * Two sides made better by moving one cluster at a time: Fiduccia, Mattheyses, DAC 1982, with heaps in place of buckets, as costs are no whole numbers.
 * A pass moves clusters at the border, each at most once, also where that makes the cut worse, and keeps the best state it has seen: least overload
 * first, then least cut.
 */
import type { PartitionGraph } from '../graph.js';
import { GainHeap } from '../heap.js';

/** Moves in a row without a better state after which a pass gives up. */
const patience = (count: number): number => Math.min(400, Math.max(60, Math.ceil(count / 20)));

/** Changes `side` (0 or 1 by cluster); `most` is what each side may weigh. Returns the cost of the cut, and what the sides weigh too much. */
export function refineTwo(
  graph: PartitionGraph,
  side: Uint8Array,
  most: readonly [number, number],
  passes: number,
): { readonly cut: number; readonly overload: number } {
  const pass = new TwoWayPass(graph, side, most);
  for (let n = 0; n < passes && pass.run(); n++);
  return { cut: pass.cut, overload: pass.overload };
}

class TwoWayPass {
  cut = 0;
  private readonly load: [number, number] = [0, 0];
  /** By cluster: cost of its edges to the other side, less that of those to its own. */
  private readonly gain: Float64Array;
  private readonly heaps: readonly [GainHeap, GainHeap];
  private readonly locked: Uint8Array;
  private readonly moved: Int32Array;

  constructor(
    private readonly graph: PartitionGraph,
    private readonly side: Uint8Array,
    private readonly most: readonly [number, number],
  ) {
    const { count, weight, start, to, cut } = graph;
    this.gain = new Float64Array(count);
    this.heaps = [new GainHeap(count), new GainHeap(count)];
    this.locked = new Uint8Array(count);
    this.moved = new Int32Array(count);
    for (let v = 0; v < count; v++) {
      const own = side[v] as 0 | 1;
      this.load[own] += weight[v];
      let gain = 0;
      for (let e = start[v]; e < start[v + 1]; e++) {
        const cost = cut[e];
        if (side[to[e]] === own) gain -= cost;
        else {
          gain += cost;
          this.cut += cost / 2;
        }
      }
      this.gain[v] = gain;
    }
  }

  get overload(): number {
    return Math.max(0, this.load[0] - this.most[0]) + Math.max(0, this.load[1] - this.most[1]);
  }

  /** One pass; whether it has found something better. */
  run(): boolean {
    const { heaps, locked, moved } = this;
    for (const heap of heaps) heap.clear();
    locked.fill(0);
    this.fill(this.overload > 0);
    let [bestCut, bestOverload, bestMoves, moves] = [this.cut, this.overload, 0, 0];
    const [cutBefore, overloadBefore] = [bestCut, bestOverload];
    const limit = patience(this.graph.count);
    while (moves - bestMoves < limit) {
      const v = this.next();
      if (v < 0) break;
      this.move(v);
      moved[moves++] = v;
      const overload = this.overload;
      if (overload < bestOverload - 1e-9 || (overload <= bestOverload + 1e-9 && this.cut < bestCut - 1e-9))
        [bestCut, bestOverload, bestMoves] = [this.cut, overload, moves];
    }
    while (moves > bestMoves) this.move(moved[--moves]);
    return bestOverload < overloadBefore - 1e-9 || bestCut < cutBefore - 1e-9;
  }

  /** Clusters at the border; all of them where a side is too heavy, as the border alone may be made of clusters too heavy to move. */
  private fill(all: boolean): void {
    const { count, start, to } = this.graph;
    for (let v = 0; v < count; v++) {
      const own = this.side[v] as 0 | 1;
      let border = all;
      for (let e = start[v]; !border && e < start[v + 1]; e++) border = this.side[to[e]] !== own;
      if (border) this.heaps[own].set(v, this.gain[v]);
    }
  }

  /** The cluster to move: from the side that is too heavy, else of the larger gain among those that the other side can take; -1 if there is none. */
  private next(): number {
    const { heaps, load, most } = this;
    const over = [load[0] - most[0], load[1] - most[1]] as const;
    if (over[0] > 0 || over[1] > 0) {
      const from = over[0] > over[1] ? 0 : 1;
      return this.take(from, true);
    }
    const [a, b] = [this.fitting(0), this.fitting(1)];
    if (a < 0 && b < 0) return -1;
    if (b < 0 || (a >= 0 && this.gain[a] >= this.gain[b])) return this.take(0, false);
    return heaps[1].isEmpty ? -1 : this.take(1, false);
  }

  /** Top of a side's heap that the other side can take; those that it cannot are put aside for this pass. */
  private fitting(from: 0 | 1): number {
    const heap = this.heaps[from];
    const to = (1 - from) as 0 | 1;
    while (!heap.isEmpty) {
      const v = heap.top;
      if (this.load[to] + this.graph.weight[v] <= this.most[to]) return v;
      heap.remove(v);
    }
    return -1;
  }

  private take(from: 0 | 1, force: boolean): number {
    const heap = this.heaps[from];
    if (heap.isEmpty) return -1;
    const v = force ? heap.top : this.fitting(from);
    if (v >= 0) heap.remove(v);
    return v;
  }

  private move(v: number): void {
    const { start, to, cut, weight } = this.graph;
    const own = this.side[v] as 0 | 1;
    const other = (1 - own) as 0 | 1;
    this.side[v] = other;
    this.load[own] -= weight[v];
    this.load[other] += weight[v];
    this.cut -= this.gain[v];
    this.gain[v] = -this.gain[v];
    this.locked[v] = 1;
    for (let e = start[v]; e < start[v + 1]; e++) {
      const u = to[e];
      const change = 2 * cut[e];
      this.gain[u] = this.gain[u] + (this.side[u] === own ? change : -change);
      if (this.locked[u]) continue;
      this.heaps[this.side[u] as 0 | 1].set(u, this.gain[u]);
    }
  }
}

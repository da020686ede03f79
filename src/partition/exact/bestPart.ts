/**
 * The most valuable single part: clusters have prices, a part takes time, that of its clusters and its side of the lines that it cuts, and may take so
 * much. Exact: clusters are decided one by one, and of all choices that look alike from the frontier only those are kept that no other beats in both
 * time and price.
 */
import { type Frontier, type FrontierStep, frontierOf, type Relation } from './frontier.js';

export interface Part {
  /** Sum of the prices. */
  readonly price: number;
  /** Its cost. */
  readonly time: number;
  /** 1 by cluster that belongs to it. */
  readonly members: Uint8Array;
}

/** Wider frontiers have no room in a mask, one bit of which says that the part is not empty. */
const widest = 29;

/** Masks of a layer at most: the next may have twice as many, each with a list of its own, and a Map takes 2^24. */
const mostMasks = 1 << 20;

/** States of one frontier mask before a step: a range of the arrays, and the increment of one choice for the next cluster. */
interface Source {
  at: number;
  readonly end: number;
  readonly time: number;
  readonly price: number;
  readonly taken: 0 | 1;
}

export class BestPart {
  /** States kept by the last search: a measure of work that is the same on every machine. */
  get states(): number {
    return this.size;
  }

  /** Whether the last search was given up, as it would have kept more states than it was allowed, or more masks than there is room for. */
  isSpent = false;
  private readonly frontier: Frontier;
  private size = 0;
  private time = new Float64Array(1 << 12);
  private price = new Float64Array(1 << 12);
  /** By state: twice the one that it came from, and 1 if its cluster is taken. */
  private from = new Int32Array(1 << 12);

  constructor(
    private readonly weight: Float64Array,
    relations: readonly Relation[],
  ) {
    this.frontier = frontierOf(weight.length, relations);
  }

  get isTooWide(): boolean {
    return this.frontier.width > widest;
  }

  /** The part of highest price of all that take at most `most` and are not empty; null if there is none, or it took more than `mostStates` states. */
  find(prices: Float64Array, most: number, mostStates = Number.POSITIVE_INFINITY): Part | null {
    const { steps, width } = this.frontier;
    this.size = 0;
    this.isSpent = false;
    this.push(0, 0, -1);
    let layer = new Map<number, readonly [number, number]>([[0, [0, 1]]]);
    for (const step of steps) {
      const next = new Map<number, readonly [number, number]>();
      for (const [mask, sources] of this.sources(step, layer, prices, 1 << width)) {
        const first = this.size;
        this.merge(sources, most);
        this.isSpent ||= this.size > mostStates;
        if (this.isSpent) return null;
        if (this.size > first) next.set(mask, [first, this.size]);
      }
      this.isSpent = next.size > mostMasks;
      if (this.isSpent) return null;
      layer = next;
    }
    const last = layer.get(1 << width);
    if (!last) return null;
    const found = last[1] - 1;
    const members = new Uint8Array(this.weight.length);
    for (let k = steps.length - 1, state = found; k >= 0; k--, state = this.from[state] >> 1)
      members[(steps[k] as FrontierStep).cluster] = this.from[state] & 1;
    return { price: this.price[found], time: this.time[found], members };
  }

  /** By mask after the step: what leads to it. */
  private sources(
    { cluster, slot, earlier, leaving }: FrontierStep,
    layer: ReadonlyMap<number, readonly [number, number]>,
    prices: Float64Array,
    notEmpty: number,
  ): ReadonlyMap<number, Source[]> {
    const found = new Map<number, Source[]>();
    for (const [mask, [at, end]] of layer) {
      for (const taken of [0, 1] as const) {
        let time = taken * this.weight[cluster];
        for (const { slot: other, ifDiffering, ifBoth } of earlier) {
          const before = (mask >> other) & 1;
          if (before !== taken) time += ifDiffering;
          else if (taken) time += ifBoth;
        }
        const after = taken ? (mask | (1 << slot) | notEmpty) & ~leaving : mask & ~leaving;
        const source = { at, end, time, price: taken * prices[cluster], taken };
        const list = found.get(after);
        if (list) list.push(source);
        else found.set(after, [source]);
      }
    }
    return found;
  }

  /** Adds the states of all sources in the order of their time, those apart that cost as much or more than a quicker one brings. */
  private merge(sources: readonly Source[], most: number): void {
    let highest = Number.NEGATIVE_INFINITY;
    for (;;) {
      let best: Source | null = null;
      let [time, price] = [Number.POSITIVE_INFINITY, 0];
      for (const source of sources) {
        if (source.at === source.end) continue;
        const [t, p] = [this.time[source.at] + source.time, this.price[source.at] + source.price];
        if (t < time || (t === time && p > price)) [best, time, price] = [source, t, p];
      }
      if (!best || time > most) return;
      const state = best.at++;
      if (price <= highest) continue;
      highest = price;
      this.push(time, price, 2 * state + best.taken);
    }
  }

  private push(time: number, price: number, from: number): void {
    if (this.size === this.time.length) {
      this.time = enlarged(this.time, new Float64Array(2 * this.size));
      this.price = enlarged(this.price, new Float64Array(2 * this.size));
      this.from = enlarged(this.from, new Int32Array(2 * this.size));
    }
    this.time[this.size] = time;
    this.price[this.size] = price;
    this.from[this.size++] = from;
  }
}

function enlarged<A extends Float64Array | Int32Array>(array: A, room: A): A {
  room.set(array);
  return room;
}

/**
 * The best plan, with proof. For a time T the question is whether the clusters can be covered by parts that take no longer than T each. Prices of clusters
 * say no where all parts together are worth more than the dearest part that T allows, times their number (Farley, Oper. Res. 38 (1990) 922). Such
 * prices come from a linear programme over the parts found so far, to which the dearest one is added each time: Johnson, Mehrotra, Nemhauser, Min-cut
 * clustering, Math. Programming 62 (1993) 133. Where it covers by shares of parts only, two clusters are kept together in one branch and apart in the
 * other (Ryan, Foster 1981, as in Barnhart et al., Branch-and-price, Oper. Res. 46 (1998) 316).
 */
import { type PartitionGraph, totalWeight } from '../graph.js';
import type { PartitionTask } from '../methods/method.js';
import { qualityOf } from '../quality.js';
import { BestPart, type Part } from './bestPart.js';
import type { Relation } from './frontier.js';
import { ShareProgramme } from './shareProgramme.js';

export interface Proof {
  /** The best plan that was found; of no use where `slowest` is infinite. */
  readonly part: Int32Array;
  /** Time of its slowest part, in the unit of qualityOf. */
  readonly slowest: number;
  /** No plan is quicker, up to `exactness`: the same as `slowest` where that is proven to be the optimum. */
  readonly bound: number;
  /** States of bestPart.ts that were looked at for the proof; 0 where the graph is too closely joined to look at any. */
  readonly states: number;
}

/** Share of its time by which a plan must be quicker to count as better. */
const exactness = 1e-9;
/** Where the optimum cannot be proven, its bound is sought to this share. */
const boundExactness = 1e-3;
/** Of the best prices so far in those that are tried next: Wentges, Int. Trans. Oper. Res. 4 (1997) 151. */
const memory = 0.5;

/** Searches from a plan, whose parts may be empty, until its work is `mostStates` states of bestPart.ts: some 5e6 of them take a second. */
export function branchAndPrice(task: PartitionTask, start: Int32Array, mostStates: number): Proof {
  const search = new Search(task, start, mostStates);
  const { best: part } = search;
  const isProven = search.isClosed([]);
  const { states } = search;
  return { part, slowest: search.least, bound: isProven ? search.least : search.bound(), states };
}

/** Cores of equal speed, and the parts that are known for them. */
interface Sort {
  /** Cost that a part may have in a time of 1. */
  readonly allowance: number;
  readonly number: number;
  readonly parts: Part[];
}

interface Share extends Part {
  readonly share: number;
}

/** 'none': no plan within the limit. 'unknown': the work that is allowed was not enough. */
type Cover = readonly Share[] | 'none' | 'unknown';

class Search {
  readonly best: Int32Array;
  least: number;
  states = 0;
  private readonly sorts: readonly Sort[];
  private readonly relations: readonly Relation[];

  constructor(
    private readonly task: PartitionTask,
    start: Int32Array,
    private readonly mostStates: number,
  ) {
    const { graph, shares } = task;
    this.best = start.slice();
    this.least = new Set(start).size < shares.length ? Number.POSITIVE_INFINITY : qualityOf(graph, start, shares).slowest;
    const speeds = [...new Set(shares)].sort((a, b) => b - a);
    this.sorts = speeds.map((speed) => ({
      allowance: speed * shares.length,
      number: shares.filter((share) => share === speed).length,
      parts: [],
    }));
    this.relations = relationsOf(graph);
  }

  /** Whether no plan that keeps to the rules is better than the best, which may have become better. */
  isClosed(rules: readonly Relation[]): boolean {
    for (;;) {
      const cover = this.cover(rules, this.least * (1 - exactness));
      if (cover === 'none') return true;
      if (cover === 'unknown') return false;
      const pair = this.undecided(cover);
      if (pair) {
        const [a, b] = pair;
        const together = { a, b, ifDiffering: Number.POSITIVE_INFINITY, ifBoth: 0 };
        const apart = { a, b, ifDiffering: 0, ifBoth: Number.POSITIVE_INFINITY };
        return this.isClosed([...rules, together]) && this.isClosed([...rules, apart]);
      }
      if (!this.keep(cover)) return false;
    }
  }

  /** A time that no plan is quicker than. */
  bound(): number {
    const { graph, shares } = this.task;
    let below = totalWeight(graph) / shares.length;
    let above = this.least;
    this.states = 0;
    while (above > below * (1 + boundExactness)) {
      const middle = (below + above) / 2;
      const cover = this.cover([], middle);
      if (cover === 'unknown') break;
      if (cover === 'none') below = middle;
      else above = middle;
    }
    return below;
  }

  /** Shares of parts that cover all clusters within a time, if there are any. */
  private cover(rules: readonly Relation[], time: number): Cover {
    const { weight } = this.task.graph;
    const bestPart = new BestPart(weight, [...this.relations, ...rules]);
    if (bestPart.isTooWide) return 'unknown';
    const numbers = this.sorts.map(({ number }) => number);
    const programme = new ShareProgramme(weight, numbers);
    const known: Part[] = [];
    const add = (part: Part, sort: number): void => {
      known.push(part);
      programme.add(part.members, sort);
    };
    this.sorts.forEach(({ parts, allowance }, s) => {
      for (const part of parts) if (part.time <= time * allowance && keepsTo(rules, part.members)) add(part, s);
    });
    const enough = 1e-7 * totalWeight(this.task.graph);
    const best = { prices: weight.slice(), margin: Number.NEGATIVE_INFINITY };
    let prices = weight.slice();
    for (;;) {
      const before = known.length;
      let margin = prices.reduce((a, b) => a + b, 0);
      for (let s = 0; s < this.sorts.length; s++) {
        const { allowance, number, parts } = this.sorts[s] as Sort;
        const found = bestPart.find(prices, time * allowance, this.mostStates - this.states);
        this.states += bestPart.states;
        if (bestPart.isSpent) return 'unknown';
        if (!found) return 'none';
        margin -= number * found.price;
        if (parts.some(({ members }) => isSame(members, found.members))) continue;
        parts.push(found);
        add(found, s);
      }
      if (margin > enough) return 'none';
      const isExact = isSame(prices, programme.prices);
      if (margin > best.margin) [best.prices, best.margin] = [prices.slice(), margin];
      programme.solve();
      if (programme.missing < enough || (isExact && known.length === before))
        return programme.shares().map(({ index, share }) => ({ ...(known[index] as Part), share }));
      // Prices of which nothing new came are followed by those of the programme alone.
      const kept = known.length === before ? 0 : memory;
      prices = best.prices.map((price, v) => kept * price + (1 - kept) * programme.prices[v]);
    }
  }

  /** Two clusters that are together in some of the parts only, those of a line before others; null where every part is whole. */
  private undecided(cover: readonly Share[]): readonly [number, number] | null {
    const { graph } = this.task;
    const together = (a: number, b: number): number => {
      let sum = 0;
      for (const { members, share } of cover) if (members[a] && members[b]) sum += share;
      return sum;
    };
    const among = (pairs: Iterable<readonly [number, number]>): readonly [number, number] | null => {
      let [found, nearest]: [readonly [number, number] | null, number] = [null, 0.5 - 1e-5];
      for (const [a, b] of pairs) {
        const distance = Math.abs(together(a, b) - 0.5);
        if (distance < nearest) [found, nearest] = [[a, b], distance];
      }
      return found;
    };
    return among(this.relations.map(({ a, b }) => [a, b])) ?? among(allPairs(graph.count));
  }

  /** Takes whole parts as the best plan: the longest to the fastest core. False where they are none, or no better. */
  private keep(cover: readonly Share[]): boolean {
    const { graph, shares } = this.task;
    const different: Share[] = [];
    for (const one of cover) if (!different.some(({ members }) => isSame(members, one.members))) different.push(one);
    if (different.length !== shares.length) return false;
    different.sort((a, b) => b.time - a.time);
    const cores = Array.from(shares.keys()).sort((a, b) => shares[b] - shares[a]);
    const part = new Int32Array(graph.count).fill(-1);
    different.forEach(({ members }, k) => {
      members.forEach((is, v) => {
        if (is) part[v] = cores[k];
      });
    });
    if (part.includes(-1)) return false;
    const { slowest } = qualityOf(graph, part, shares);
    if (!(slowest < this.least)) return false;
    this.least = slowest;
    this.best.set(part);
    return true;
  }
}

/** Lines between clusters: their cost where one end is in the part. */
function relationsOf({ count, start, to, cut }: PartitionGraph): Relation[] {
  const relations: Relation[] = [];
  for (let a = 0; a < count; a++)
    for (let e = start[a]; e < start[a + 1]; e++) {
      const b = to[e];
      if (a < b) relations.push({ a, b, ifDiffering: cut[e], ifBoth: 0 });
    }
  return relations;
}

function keepsTo(rules: readonly Relation[], members: Uint8Array): boolean {
  return rules.every(({ a, b, ifDiffering, ifBoth }) => {
    if (members[a] !== members[b]) return ifDiffering === 0;
    return members[a] === 0 || ifBoth === 0;
  });
}

function* allPairs(count: number): Generator<readonly [number, number]> {
  for (let a = 0; a < count; a++) for (let b = a + 1; b < count; b++) yield [a, b];
}

function isSame(a: Uint8Array | Float64Array, b: Uint8Array | Float64Array): boolean {
  for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return false;
  return true;
}

/**
 * Partitions of a circuit that repeats instances, as ranks have them that lay out their part only: of each group instances one behind the other (circuit/entries/share.ts). Where instances cost
 * different times, as many of them are not the same work.
 */
import type { Circuit } from '../circuit/circuit.js';
import { instanceOf, type Share, type Starts } from '../circuit/entries/share.js';
import { tablesOf } from '../circuit/views.js';
import type { Costs } from './costs.js';
import { sharesOf } from './cutCircuit.js';

/** Halvings of what the slowest partition is sought between: to rounding. */
const halvings = 50;

/**
 * Starts of the partitions; each has at least one instance of each group, of which there are as many at least. Groups are divided in turn, those of the heaviest instances first, each so that
 * the largest load over its share is the least that blocks of its instances leave, beside what the partitions have of those before.
 */
export function startsOf(
  circuit: Circuit,
  groups: Share['groups'],
  parts: number,
  { component }: Pick<Costs, 'component'>,
  shares?: readonly number[],
): Starts {
  const { components } = tablesOf(circuit);
  const all = groups.reduce((sum, { count }) => sum + count, 0);
  const cost = new Float64Array(all);
  const beside = groups[0]?.beside;
  for (let c = 0; c < components.count; c++) {
    const own = instanceOf({ groups }, components.nameOf(c));
    // What stands beside the groups is run where it leads to.
    const instance = beside && own < beside.hosts.length ? beside.hosts[own] : own;
    cost[instance] = cost[instance] + component[c];
  }
  const heaviest = ({ first, count }: Share['groups'][number]): number =>
    cost.subarray(first, first + count).reduce((a, b) => Math.max(a, b), 0);
  const loads = new Float64Array(parts);
  const portions = sharesOf(parts, shares);
  const made = new Map<string, number[]>();
  const repeated = groups.filter((group) => !group.beside);
  for (const group of [...repeated].sort((a, b) => heaviest(b) - heaviest(a))) {
    const own = cost.subarray(group.first, group.first + group.count);
    const starts = dividedInOrder(own, loads, portions);
    made.set(group.name, starts);
    for (let part = 0; part < parts; part++) loads[part] = loads[part] + sum(own, starts[part] as number, starts[part + 1] as number);
  }
  // In the order of the file.
  return Object.fromEntries(repeated.map(({ name }) => [name, made.get(name) as number[]]));
}

function sum(cost: Float64Array, from: number, end: number): number {
  let all = 0;
  for (let k = from; k < end; k++) all += cost[k];
  return all;
}

/** Blocks beside loads that are there: the least of the largest, by halving what is allowed. */
function dividedInOrder(cost: Float64Array, loads: Float64Array, shares: Float64Array): number[] {
  const parts = loads.length;
  /** Each takes what it may; null where that is not all. */
  const within = (most: number): number[] | null => {
    const starts = [0];
    let k = 0;
    for (let part = 0; part < parts; part++) {
      const behind = cost.length - (parts - 1 - part);
      let load = loads[part] + cost[k++];
      while (k < behind && load + cost[k] <= most * shares[part]) load += cost[k++];
      if (load > most * shares[part]) return null;
      starts.push(k);
    }
    return k === cost.length ? starts : null;
  };
  let low = 0;
  let high = (sum(loads, 0, parts) + sum(cost, 0, cost.length)) / shares.reduce((a, b) => Math.min(a, b), 1);
  // The sum above may be rounded below that of who takes all.
  let best = within(Number.POSITIVE_INFINITY);
  for (let turn = 0; turn < halvings; turn++) {
    const middle = (low + high) / 2;
    const starts = within(middle);
    if (starts) [best, high] = [starts, middle];
    else low = middle;
  }
  if (!best) throw new Error('one partition may have all, and there are fewer instances than partitions');
  return best;
}

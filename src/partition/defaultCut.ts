/**
 * The default cut: clusters in a line, cut into pieces of equal counted cost. Two lines are tried, circuit-file order and breadth-first order
 * from a cluster far from the middle, and the one that cuts fewer lines is taken. Simple and linear in size; better methods are plans.
 */
import type { Circuit } from '../circuit/circuit.js';
import { kindAt } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { clusters } from './clusters.js';
import { describePlan } from './describePlan.js';
import type { Plan } from './plan.js';
import { countedCost } from './weights.js';

/** A piece heavier than this share of the mean costs more than what meeting less often saves. */
const tolerable = 1.15;

/**
 * Partition of every component; `parts` may be smaller than asked for where the circuit has fewer clusters. `preferWaves`: wave lines only are cut
 * where that leaves pieces of about equal cost.
 */
export function defaultCut(circuit: Circuit, wanted: number, preferWaves = false): { owner: Int32Array; parts: number } {
  if (preferWaves && wanted > 1) {
    const cut = cutClusters(circuit, wanted, true);
    if (cut.parts === wanted && cut.imbalance <= tolerable) return cut;
  }
  return cutClusters(circuit, wanted, false);
}

function cutClusters(circuit: Circuit, wanted: number, onlyWaves: boolean): { owner: Int32Array; parts: number; imbalance: number } {
  const { of, count } = clusters(circuit, onlyWaves);
  const parts = Math.max(1, Math.min(wanted, count));
  if (parts === 1) return { owner: new Int32Array(of.length), parts, imbalance: 1 };
  const { components, lines } = tablesOf(circuit);
  const lineCount = new Int32Array(of.length);
  const neighbours: number[][] = Array.from({ length: count }, () => []);
  for (let l = 0; l < lines.count; l++) {
    const [from, to] = [lines.from[l] as number, lines.to[l] as number];
    lineCount[from] = (lineCount[from] as number) + 1;
    lineCount[to] = (lineCount[to] as number) + 1;
    const [a, b] = [of[from] as number, of[to] as number];
    if (a === b) continue;
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  }
  const weight = new Float64Array(count);
  for (let c = 0; c < of.length; c++)
    weight[of[c] as number] = (weight[of[c] as number] as number) + countedCost({ kind: kindAt(components, c) }, lineCount[c] as number);
  const orders = [Int32Array.from({ length: count }, (_, k) => k), breadthFirst(neighbours, farthest(neighbours, 0))];
  const pieces = orders.map((order) => cutOrder(order, weight, parts));
  const owners = pieces.map((part) => of.map((k) => part[k] as number));
  const cuts = owners.map((owner) => {
    let cut = 0;
    for (let l = 0; l < lines.count; l++) if (owner[lines.from[l] as number] !== owner[lines.to[l] as number]) cut++;
    return cut;
  });
  const best = (cuts[1] as number) < (cuts[0] as number) ? 1 : 0;
  const load = new Float64Array(parts);
  pieces[best]?.forEach((part, cluster) => {
    load[part] = (load[part] as number) + (weight[cluster] as number);
  });
  const total = load.reduce((a, b) => a + b, 0);
  return { owner: owners[best] as Int32Array, parts, imbalance: (load.reduce((a, b) => Math.max(a, b), 0) * parts) / total };
}

/** The default cut as a plan. */
export function defaultPlan(circuit: Circuit, parts: number): Plan {
  const { owner, parts: made } = defaultCut(circuit, parts);
  return describePlan(circuit, owner, made, 'default', 'default cut: equal counted cost along circuit-file or breadth-first order');
}

/** Pieces of equal weight; every piece gets at least one cluster. */
function cutOrder(order: Int32Array, weight: Float64Array, parts: number): Int32Array {
  const total = weight.reduce((a, b) => a + b, 0);
  const part = new Int32Array(order.length);
  let piece = 0;
  let sum = 0;
  let inPiece = 0;
  for (let k = 0; k < order.length; k++) {
    const cluster = order[k] as number;
    const w = weight[cluster] as number;
    const left = order.length - k;
    const full = sum + w / 2 > ((piece + 1) * total) / parts;
    if (piece < parts - 1 && inPiece > 0 && (full || left <= parts - 1 - piece)) {
      piece++;
      inPiece = 0;
    }
    part[cluster] = piece;
    sum += w;
    inPiece++;
  }
  return part;
}

/** Breadth-first order from `start`, then from the first cluster not reached yet. */
function breadthFirst(neighbours: readonly (readonly number[])[], start: number): Int32Array {
  const order: number[] = [];
  const seen = new Uint8Array(neighbours.length);
  const visit = (from: number): void => {
    seen[from] = 1;
    const first = order.push(from) - 1;
    for (let k = first; k < order.length; k++) {
      for (const next of neighbours[order[k] as number] as readonly number[]) {
        if (seen[next]) continue;
        seen[next] = 1;
        order.push(next);
      }
    }
  };
  visit(start);
  for (let k = 0; k < neighbours.length; k++) if (!seen[k]) visit(k);
  return Int32Array.from(order);
}

function farthest(neighbours: readonly (readonly number[])[], start: number): number {
  const order = breadthFirst(neighbours, start);
  return order[order.length - 1] as number;
}

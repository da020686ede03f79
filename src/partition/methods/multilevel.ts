/**
 * Multilevel: coarser graphs by matching, a small one cut by growing a region, refined on the way back; many parts by bisection, then all parts at once
 * in further cycles that coarsen within the parts (Sanders, Schulz, ESA 2011). Small graphs are tried more often; the best try is taken.
 */
import { byBisection } from '../bisection.js';
import { type PartitionGraph, totalWeight } from '../graph.js';
import { type Level, levelsOf } from '../multilevel/coarsen.js';
import { evenOut } from '../multilevel/evenOut.js';
import { grownSides, isBetter as isSideBetter, type Sides } from '../multilevel/grow.js';
import { refineMany } from '../multilevel/refineMany.js';
import { refineTwo } from '../multilevel/refineTwo.js';
import { qualityOf } from '../quality.js';
import { type Random, seeded } from '../random.js';
import type { PartitionMethod, PartitionTask } from './method.js';

/** Clusters of the graph that is cut in two first, by coarsening of a bisection; and how many regions are grown in it. */
const coarsest = [80, 40, 80] as const;
const growths = 8;
/** Clusters of the graph that is tried again and again. */
const tried = (parts: number): number => Math.max(2500, 300 * parts);
/** Tries: as many as make up about so many clusters, within bounds. */
const effort = 30_000;
const tries = { least: 6, most: 24 } as const;
/** Cycles of a try, and of the whole graph. */
const cycles = 2;
/**
 * Room of the bisections over that of the parts, by try: much is mended afterwards, and less cut; with none, what is regular is divided regularly.
 */
const rooms = [2, 1] as const;
/** Graphs up to this size are also shaken where steps are to be short: kicks, and clusters that one moves. */
const shaken = { most: 400, kicks: 60, moves: 6, tolerances: [1.1, 1.25] } as const;

export const multilevel: PartitionMethod = {
  name: 'multilevel',
  about: 'coarsen by heavy-edge matching, grow, refine by moves (Fiduccia-Mattheyses), best of several tries',
  partition: (task) => {
    const { graph, shares, tolerance, aim, seed } = task;
    const random = seeded(seed);
    const levels = levelsOf(graph, tried(shares.length), random);
    const coarse = levels.at(-1) as Level;
    let part = bestTry({ ...task, graph: coarse.graph }, random);
    const most = shares.map((share) => share * totalWeight(graph) * (aim === 'step' ? closer(tolerance) : tolerance));
    for (let l = levels.length - 2; l >= 0; l--) {
      part = projected(part, (levels[l + 1] as Level).of as Int32Array);
      refineMany((levels[l] as Level).graph, part, most, 3, random);
    }
    if (levels.length > 1) {
      for (let n = 0; n < cycles; n++) cycle(graph, part, most, random);
      if (aim === 'step') evenOut(graph, part, shares);
    }
    return part;
  },
};

/** The best of several divisions of a graph of moderate size. */
function bestTry(task: PartitionTask, random: Random): Int32Array {
  const { graph, shares, tolerance, aim } = task;
  const number = Math.max(tries.least, Math.min(tries.most, Math.round(effort / graph.count)));
  let best = new Int32Array(graph.count);
  let bestWorth: Worth = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const consider = (part: Int32Array<ArrayBuffer>): void => {
    if (aim === 'step') evenOut(graph, part, shares);
    const worth = worthOf(task, part);
    if (isBetter(worth, bestWorth)) [best, bestWorth] = [part, worth];
  };
  // Where steps are to be short, evenness and cut are traded for each other: tries are held to a closer balance and, in small graphs, to looser ones.
  const close = closer(tolerance);
  const tolerances =
    aim === 'cut' ? [tolerance] : graph.count > shaken.most ? [tolerance, close] : [tolerance, close, ...shaken.tolerances];
  for (let n = 0; n < number; n++)
    consider(oneTry(graph, shares, tolerances[n % tolerances.length] as number, rooms[n % rooms.length] as number, random));
  if (aim === 'step' && graph.count <= shaken.most && graph.to.length > 0)
    for (let n = 0; n < shaken.kicks; n++) consider(kicked(graph, best, random));
  return best;
}

/** Some clusters moved to a neighbour's part. */
function kicked({ count, start, to }: PartitionGraph, part: Int32Array, random: Random): Int32Array<ArrayBuffer> {
  const other = Int32Array.from(part);
  const wanted = 1 + Math.floor(random() * shaken.moves);
  for (let moves = 0, draws = 0; moves < wanted && draws < 100; draws++) {
    const v = Math.floor(random() * count);
    const [first, last] = [start[v] as number, start[v + 1] as number];
    if (last === first) continue;
    const target = other[to[first + Math.floor(random() * (last - first))] as number] as number;
    if (target === other[v]) continue;
    other[v] = target;
    moves++;
  }
  return other;
}

/** Parts of a finer graph. */
function projected(part: Int32Array, of: Int32Array): Int32Array<ArrayBuffer> {
  const fine = new Int32Array(of.length);
  for (let v = 0; v < fine.length; v++) fine[v] = part[of[v] as number] as number;
  return fine;
}

/** The balance that large graphs are held to where steps are to be short: there it costs little cut. */
const closer = (tolerance: number): number => 1 + (tolerance - 1) / 6;

type Worth = readonly [number, number];

/** What is to be small, and what decides between equals. */
function worthOf({ graph, shares, tolerance, aim }: PartitionTask, part: Int32Array): Worth {
  const { slowest, cut, imbalance } = qualityOf(graph, part, shares);
  return aim === 'step' ? [slowest, cut] : [Math.max(tolerance, imbalance), cut];
}

const isBetter = ([a, b]: Worth, [c, d]: Worth): boolean => a < c * (1 - 1e-9) || (a <= c * (1 + 1e-9) && b < d);

function oneTry(graph: PartitionGraph, shares: Float64Array, tolerance: number, room: number, random: Random): Int32Array<ArrayBuffer> {
  const part = byBisection(graph, shares, 1 + room * (tolerance - 1), (sub, wanted, most) => bisected(sub, wanted, most, random));
  const total = totalWeight(graph);
  const most = shares.map((share) => share * total * tolerance);
  refineMany(graph, part, most, 3, random);
  for (let n = 0; n < cycles; n++) cycle(graph, part, most, random);
  return part;
}

/** Two sides of one graph: the best of several coarsenings. */
function bisected(graph: PartitionGraph, wanted: number, most: readonly [number, number], random: Random): Uint8Array {
  const [first, ...others] = coarsest;
  let best = bisectedOnce(graph, wanted, most, first, random);
  for (const target of others) {
    const found = bisectedOnce(graph, wanted, most, target, random);
    if (isSideBetter(found, best)) best = found;
  }
  return best.side;
}

function bisectedOnce(graph: PartitionGraph, wanted: number, most: readonly [number, number], target: number, random: Random): Sides {
  const levels = levelsOf(graph, target, random);
  let found = grownSides((levels.at(-1) as Level).graph, wanted, most, growths, random);
  for (let l = levels.length - 2; l >= 0; l--) {
    const { of } = levels[l + 1] as { of: Int32Array };
    const fine = new Uint8Array(of.length);
    for (let v = 0; v < fine.length; v++) fine[v] = found.side[of[v] as number] as number;
    found = { side: fine, ...refineTwo((levels[l] as Level).graph, fine, most, 3) };
  }
  return found;
}

/** Coarsens within the parts, and refines them all on every level on the way back. */
function cycle(graph: PartitionGraph, part: Int32Array, most: Float64Array, random: Random): void {
  const levels = levelsOf(graph, coarsest[0] + 15 * most.length, random, part);
  // Parts of the coarser levels: all clusters that went together are of one part.
  const parts: Int32Array[] = [part];
  for (let l = 1; l < levels.length; l++) {
    const { of, graph: coarse } = levels[l] as { of: Int32Array; graph: PartitionGraph };
    const own = new Int32Array(coarse.count);
    const finer = parts[l - 1] as Int32Array;
    for (let v = 0; v < of.length; v++) own[of[v] as number] = finer[v] as number;
    parts.push(own);
  }
  for (let l = levels.length - 1; l >= 0; l--) {
    const own = parts[l] as Int32Array;
    const { graph: here, of } = levels[l] as Level;
    refineMany(here, own, most, 3, random);
    if (l === 0 || !of) continue;
    (parts[l - 1] as Int32Array).set(projected(own, of));
  }
}

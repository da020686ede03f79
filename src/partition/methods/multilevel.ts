/**
 * Multilevel: coarser graphs by matching, a small one cut by growing a region, refined on the way back; many parts by bisection, then all parts at once
 * in further cycles that coarsen within the parts (Sanders, Schulz, ESA 2011). Small graphs are tried more often; then a few parts of the best try at a
 * time are divided anew.
 */

import { type Random, seeded } from '../../circuit/text/random.js';
import { byBisection } from '../bisection.js';
import { fillEmpty } from '../fillEmpty.js';
import { type PartitionGraph, totalWeight } from '../graph.js';
import { bisected } from '../multilevel/bisected.js';
import { type Level, levelsOf } from '../multilevel/coarsen.js';
import { evenOut } from '../multilevel/evenOut.js';
import { refineMany } from '../multilevel/refineMany.js';
import { kicked, redivided, redividedParts, reseeded } from '../multilevel/shake.js';
import { qualityOf } from '../quality.js';
import type { PartitionMethod, PartitionTask } from './method.js';

/** Clusters of the graph at which a cycle turns back: so many, and for each part. */
const turning = { clusters: 80, perPart: 15 } as const;
/** Clusters of the graph that is tried again and again. */
const tried = (parts: number): number => Math.max(2500, 300 * parts);
/** Tries, and times that a few parts of the best one are divided anew: as many as make up about so many clusters, within bounds. */
const tries = { clusters: 30_000, least: 4, most: 16, mostOfTwo: 24 } as const;
const redivisions = { clusters: 20_000, least: 6, most: 90 } as const;
/** Cycles of a try, and of the whole graph. */
const cycles = 2;
/**
 * Room of the bisections over that of the parts, by try: much is mended afterwards, and less cut; with none, a regular graph is divided regularly.
 */
const rooms = [2, 1] as const;
/** Graphs up to this size are also shaken where steps are to be short: kicks, and clusters that one moves. */
const shaken = { most: 400, kicks: 90, tolerances: [1.1, 1.25] } as const;

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
  const isMany = shares.length > 2;
  const number = (bounds: { clusters: number; least: number; most: number }, each: number): number =>
    Math.max(bounds.least, Math.min(bounds.most, Math.round(bounds.clusters / each)));
  let best = new Int32Array(graph.count);
  let bestWorth: Worth = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const consider = (part: Int32Array<ArrayBuffer>): void => {
    if (graph.count >= shares.length) fillEmpty(graph, part, shares);
    if (aim === 'step') evenOut(graph, part, shares);
    const worth = worthOf(task, part);
    if (!isBetter(bestWorth, worth)) [best, bestWorth] = [part, worth];
  };
  // Where steps are to be short, evenness and cut are traded for each other: tries are held to a closer balance and, in small graphs, to looser ones.
  const close = closer(tolerance);
  const tolerances =
    aim === 'cut' ? [tolerance] : graph.count > shaken.most ? [tolerance, close] : [tolerance, close, ...shaken.tolerances];
  for (let n = 0; n < number(isMany ? tries : { ...tries, most: tries.mostOfTwo }, graph.count); n++)
    consider(oneTry(graph, shares, tolerances[n % tolerances.length], rooms[n % rooms.length], random));
  if (isMany && graph.to.length > 0)
    for (let n = 0; n < number(redivisions, (graph.count * redividedParts) / shares.length); n++)
      consider(redivided(graph, best, shares, tolerances[n % tolerances.length], rooms[n % rooms.length], random));
  if (aim === 'step' && graph.count <= shaken.most && graph.to.length > 0)
    for (let n = 0; n < shaken.kicks; n++)
      consider(n % 3 === 2 ? reseeded(graph, best, shares.length, random) : kicked(graph, best, random));
  return best;
}

/** Parts of a finer graph. */
function projected(part: Int32Array, of: Int32Array): Int32Array<ArrayBuffer> {
  const fine = new Int32Array(of.length);
  for (let v = 0; v < fine.length; v++) fine[v] = part[of[v]];
  return fine;
}

/** The balance that large graphs are held to where steps are to be short: there it costs little cut. */
const closer = (tolerance: number): number => 1 + (tolerance - 1) / 6;

type Worth = readonly [number, number];

/** The objective, and the tie-breaker. */
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

/** Coarsens within the parts, and refines them all on every level on the way back. */
function cycle(graph: PartitionGraph, part: Int32Array, most: Float64Array, random: Random): void {
  const levels = levelsOf(graph, turning.clusters + turning.perPart * most.length, random, part);
  // Parts of the coarser levels: all clusters that went together are of one part.
  const parts: Int32Array[] = [part];
  for (let l = 1; l < levels.length; l++) {
    const { of, graph: coarse } = levels[l] as { of: Int32Array; graph: PartitionGraph };
    const own = new Int32Array(coarse.count);
    const finer = parts[l - 1] as Int32Array;
    for (let v = 0; v < of.length; v++) own[of[v]] = finer[v];
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

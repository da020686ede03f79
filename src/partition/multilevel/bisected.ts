/** Two sides of a graph: coarsened, grown, refined on the way back; the best of several coarsenings. */

import type { Random } from '../../circuit/text/random.js';
import type { PartitionGraph } from '../graph.js';
import { type Level, levelsOf } from './coarsen.js';
import { grownSides, isBetter, type Sides } from './grow.js';
import { refineTwo } from './refineTwo.js';

/** Clusters of the graph that is cut in two first, by coarsening, and how many regions are grown in it. */
const coarsest = [80, 40, 80] as const;
const growths = 8;

/** 1 by cluster of the side that should weigh `wanted`; `most` is what each may weigh. */
export function bisected(graph: PartitionGraph, wanted: number, most: readonly [number, number], random: Random): Uint8Array {
  const [first, ...others] = coarsest;
  let best = bisectedOnce(graph, wanted, most, first, random);
  for (const target of others) {
    const found = bisectedOnce(graph, wanted, most, target, random);
    if (isBetter(found, best)) best = found;
  }
  return best.side;
}

function bisectedOnce(graph: PartitionGraph, wanted: number, most: readonly [number, number], target: number, random: Random): Sides {
  const levels = levelsOf(graph, target, random);
  let found = grownSides((levels.at(-1) as Level).graph, wanted, most, growths, random);
  for (let l = levels.length - 2; l >= 0; l--) {
    const { of } = levels[l + 1] as { of: Int32Array };
    const fine = new Uint8Array(of.length);
    for (let v = 0; v < fine.length; v++) fine[v] = found.side[of[v]];
    found = { side: fine, ...refineTwo((levels[l] as Level).graph, fine, most, 3) };
  }
  return found;
}

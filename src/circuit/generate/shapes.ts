/** `ringmain generate ladder|tree|planar`: what connects the nodes of network.ts. */
import { CircuitError } from '../file/diagnostic.js';
import type { RawCircuit } from '../file/raw.js';
import { Sets } from '../sets.js';
import { numberAt } from '../text/known.js';
import { seeded } from '../text/random.js';
import { circuitFileText } from './fileText.js';
import { type NetworkGraph, networkCircuit } from './network.js';

export const networkShapes = ['ladder', 'tree', 'planar'] as const;
export type NetworkShape = (typeof networkShapes)[number];

export interface NetworkOptions {
  /** Nodes: 3 to 1 000 000; of a ladder its two rails have half of them each, an odd one is dropped. */
  readonly stations: number;
  readonly seed?: number;
}

const fewest = 3;
const most = 1_000_000;
/** Pipes that leave a node of a tree downwards, at most. */
const mostBranches = 3;
/** Share of the pipes of a grid with diagonals that a planar circuit has beside those that hold it together. */
const planarDensity = 0.4;

const titles: Readonly<Record<NetworkShape, string>> = {
  ladder: 'Two mains with rungs between them',
  tree: 'Main that branches at random',
  planar: 'Meshed main in a plane, drawn at random',
};

const graphs: Readonly<Record<NetworkShape, (nodes: number, random: () => number) => NetworkGraph>> = {
  ladder: (nodes) => {
    const rungs = Math.floor(nodes / 2);
    const edges: [number, number][] = [];
    for (let i = 0; i < rungs; i++) {
      edges.push([2 * i, 2 * i + 1]);
      if (i + 1 < rungs) edges.push([2 * i, 2 * i + 2], [2 * i + 1, 2 * i + 3]);
    }
    return { nodes: 2 * rungs, edges };
  },

  // Every node hangs on one drawn from those before it that have a branch left.
  tree: (nodes, random) => {
    const open: number[] = [0];
    const branches = new Uint8Array(nodes);
    const edges: [number, number][] = [];
    for (let i = 1; i < nodes; i++) {
      const place = Math.floor(random() * open.length);
      const parent = numberAt(open, place);
      edges.push([parent, i]);
      branches[parent] = numberAt(branches, parent) + 1;
      if (branches[parent] === mostBranches) {
        open[place] = numberAt(open, open.length - 1);
        open.pop();
      }
      open.push(i);
    }
    return { nodes, edges };
  },

  // A square grid with one diagonal in every cell, planar; a random spanning tree of it, and a share of the other edges.
  planar: (nodes, random) => {
    const width = Math.ceil(Math.sqrt(nodes));
    const candidates: [number, number][] = [];
    for (let i = 0; i < nodes; i++) {
      const right = i % width < width - 1;
      const add = (a: number, b: number): void => {
        if (b < nodes) candidates.push([a, b]);
      };
      if (right) add(i, i + 1);
      add(i, i + width);
      if (right && random() < 0.5) add(i, i + width + 1);
      else if (right && i + width < nodes) candidates.push([i + 1, i + width]);
    }
    for (let k = candidates.length - 1; k > 0; k--) {
      const other = Math.floor(random() * (k + 1));
      [candidates[k], candidates[other]] = [candidates[other] as [number, number], candidates[k] as [number, number]];
    }
    const joined = new Sets(nodes);
    return { nodes, edges: candidates.filter(([a, b]) => joined.join(a, b) || random() < planarDensity) };
  },
};

/** A ladder, tree or planar circuit as a plain object, for those who build circuits in code. */
export function shapeCircuit(shape: NetworkShape, { stations, seed = 1 }: NetworkOptions): RawCircuit {
  const mistake = (message: string, remedy: string): never => {
    throw new CircuitError(`generate ${shape}`, [{ code: 'CIR610', severity: 'error', message, remedy }]);
  };
  if (!Number.isInteger(stations) || stations < fewest || stations > most)
    mistake(`${stations} stations`, `give a whole number from ${fewest} to ${most}`);
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) mistake(`seed ${seed}`, 'give a whole number from 0 to 4294967295');
  return networkCircuit(graphs[shape](stations, seeded(seed)), {
    name: `${shape}-${stations}`,
    title: titles[shape],
    source: `ringmain generate ${shape} --stations ${stations} --seed ${seed}`,
    seed,
  });
}

/** Text of such a circuit, every component written out. */
export function generateShape(shape: NetworkShape, options: NetworkOptions): string {
  const circuit = shapeCircuit(shape, options);
  return circuitFileText(circuit, [`${titles[shape]}, written by '${circuit.source}'.`], true);
}

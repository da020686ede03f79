/**
 * Which switches need not be found: x |x|, or the two regimes of an orifice, where value and slope agree on both sides of the surface. Looked at
 * numerically at points of the surface, as no simplification sees it; one that cannot be judged counts as not smooth.
 */
import { differentiate } from './differentiate.js';
import { evaluate } from './evaluate.js';
import { type Graph, type Node, symbolsOf } from './graph.js';
import { isContinuous, type Switch } from './switches.js';

const wanted = 3;
const draws = 12;
/** Magnitudes at which a quantity is tried. */
const magnitudes = [1e-6, 1e-4, 1e-2, 0.1, 0.3, 1, 3, 10, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8];
const grid = [...magnitudes.map((m) => -m).reverse(), ...magnitudes];
const tolerance = 1e-6;

/** Whether flows, rates and outputs (`roots`, with modes) and their slopes are the same on both sides of a switch. */
export function isSmooth(graph: Graph, switches: readonly Switch[], index: number, roots: readonly Node[]): boolean {
  const own = roots.filter((root) => symbolsOf(root).has(`mode:${index}`));
  const { value } = switches[index] as Switch;
  const moving = [...reach(switches, value)].filter(isContinuous);
  let judged = 0;
  for (let draw = 0; draw < draws && judged < wanted; draw++) {
    const point = new Map<string, number>();
    const known = (name: string): number => {
      let x = point.get(name);
      if (x === undefined) {
        x = drawn(name, draw, point.size);
        point.set(name, x);
      }
      return x;
    };
    const along = moving[draw % moving.length];
    if (along === undefined) return false;
    const at = crossing((x) => valueAt(switches, value, -1, 0, at_(known, along, x)));
    if (at === null) continue;
    judged++;
    const there = at_(known, along, at);
    for (const root of own) {
      const slope = differentiate(graph, root, along);
      const [a, b] = [0, 1].map((mode) => valueAt(switches, root, index, mode, there)) as [number, number];
      const [da, db] = [0, 1].map((mode) => valueAt(switches, slope, index, mode, there)) as [number, number];
      // x |x| has no slope on its surface, and rounding leaves two of either sign: what counts is how steep it is some way off.
      const span = 0.1 * Math.max(Math.abs(at), Math.abs(known(along)));
      const off = [at - span, at + span].map((x) => Math.abs(valueAt(switches, slope, -1, 0, at_(known, along, x))));
      const steep = Math.abs(da) + Math.abs(db) + Math.max(0, ...off.filter(Number.isFinite));
      const size = Math.abs(a) + Math.abs(b) + Math.abs(at) * (Math.abs(da) + Math.abs(db));
      if (!(Math.abs(a - b) <= tolerance * size) || !(Math.abs(da - db) <= tolerance * steep)) return false;
    }
  }
  return judged >= 2;
}

const at_ =
  (known: (name: string) => number, along: string, x: number) =>
  (name: string): number =>
    name === along ? x : known(name);

/** Symbols of an expression, those behind its modes included. */
function reach(switches: readonly Switch[], node: Node): Set<string> {
  const found = new Set<string>();
  for (const name of symbolsOf(node)) {
    if (!name.startsWith('mode:')) found.add(name);
    else for (const inner of reach(switches, (switches[Number(name.slice(5))] as Switch).value)) found.add(inner);
  }
  return found;
}

/** Value with every mode as its switch says, but that of `index`. */
function valueAt(switches: readonly Switch[], node: Node, index: number, mode: number, known: (name: string) => number): number {
  const value = (name: string): number => {
    if (!name.startsWith('mode:')) return known(name);
    const k = Number(name.slice(5));
    return k === index ? mode : evaluate((switches[k] as Switch).value, value, table) < 0 ? 1 : 0;
  };
  return evaluate(node, value, table);
}

const table = (): { x: number[]; y: number[] } => ({ x: [0, 1], y: [0.3, 0.7] });

/** Where a function of one quantity changes sign; null if that is not seen. */
function crossing(f: (x: number) => number): number | null {
  let before = f(grid[0] as number);
  for (let k = 1; k < grid.length; k++) {
    let [low, high] = [grid[k - 1] as number, grid[k] as number];
    const after = f(high);
    if (before < 0 !== after < 0 && Number.isFinite(before) && Number.isFinite(after)) {
      for (let round = 0; round < 70; round++) {
        const middle = (low + high) / 2;
        if (f(middle) < 0 === before < 0) low = middle;
        else high = middle;
      }
      return high;
    }
    before = after;
  }
  return null;
}

/** Fixed, well spread values: parameters of the order of one, quantities of all sizes and signs. */
function drawn(name: string, draw: number, k: number): number {
  const spread = ((k * 7 + draw * 13) % 17) / 17;
  if (!isContinuous(name)) return name.startsWith('pre:') ? ([-1, 0, 1][(k + draw) % 3] as number) : 0.4 + spread;
  const size = name.startsWith('p:') ? 10 ** (3 + 4 * spread) : 0.1 + spread;
  return (k + draw) % 2 === 0 ? size : -size;
}

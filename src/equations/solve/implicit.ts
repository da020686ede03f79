/**
 * Blocks that hold unknowns of the equations 0 = e. An unknown stands among the tears with its equation as it is. What follows from the others explicitly (max, if,
 * products) is put into the equations and computed behind them, so that Newton's method is left with the unknowns, signed roots and what depends on itself:
 *
 *     0 = e            for an unknown
 *     0 = y|y| - x     for a root y of x: its inverse, of finite slope at zero flow, where the equation itself is regular too unless nothing moves at all
 *     0 = y - v,       where another law v(x) holds near x = 0, to |v| = v_e; beyond it (y|y| - x)/(|y| + v_e), which is the same at that end. The search takes steps that
 *                      make less of all residuals: it would not pass from a number of roots to one of pressures
 *
 * Such a system may have no rank: shut valves on both sides of a passage leave its pressure open. Then it stays where it was found last (blocks/kinds/linearSolve.step.ts).
 */
import { type Linearizer, type Tear, withArguments } from '../graph/affine.js';
import { differentiate } from '../graph/differentiate.js';
import { dependsOn, type Graph, type Node } from '../graph/graph.js';
import type { TearBlock } from './solution.js';

/** Of an unknown, by its symbol: the start of its search, and its absolute tolerance, in its unit. */
export type Starts = ReadonlyMap<string, { readonly start: Node; readonly floor: number }>;

/** Another law of a root y of x near x = 0: where it holds, the y that it gives, and |y| where it ends. */
export type NearZero = (x: Node) => { readonly holds: Node; readonly value: Node; readonly edge: Node } | null;

/** The order of magnitude of such a quantity, by SI unit; 1e-11 of it is nothing. */
const scales: Readonly<Record<string, number>> = {
  Pa: 1e5,
  'm3/s': 1e-4,
  m: 1e-2,
  'm/s': 0.1,
  N: 100,
  Nm: 1,
  'rad/s': 10,
  rad: 1,
  m3: 1e-4,
  m2: 1e-6,
};

/** Absolute tolerance of a quantity of a unit; one of an unlisted unit is taken to be of the order of 1. */
export const floorOf = (unit: string): number => 1e-11 * (scales[unit] ?? 1);

/** Doubles that the solution of a system of m such equations works in (linearSolveRanked). */
export const rankedRoom = (m: number): number => m * m + 3 * m + 2;

/** Whether a block holds an unknown. */
export const hasUnknown = (block: readonly Tear[]): boolean => block.some(({ type }) => type === 'implicit');

/** Solves a block with unknowns: by Newton's method, then what follows from it, in order. */
export function solveImplicit(block: readonly Tear[], linear: Linearizer, starts: Starts, nearZero: NearZero = () => null): TearBlock[] {
  const g = linear.graph;
  const written = block.map(({ shape, args }) =>
    withArguments(
      g,
      shape,
      args.map((a) => linear.node(a)),
    ),
  );
  const explicit = explicitOf(g, block, written);
  const iterated = block.filter(({ name }) => !explicit.has(name));
  const inIterated = (node: Node): Node => g.substitute(node, explicit);
  const residuals = iterated.map((tear): Node => {
    const own = inIterated(written[block.indexOf(tear)] as Node);
    if (tear.type === 'implicit') return own;
    const y = g.symbol(tear.name);
    return tear.type === 'root' ? rootResidual(g, y, own.args[0] as Node, nearZero) : g.sub(y, own);
  });
  const areRoots = iterated.map(({ type }) => type === 'root');
  const names = iterated.map(({ name }) => name);
  const jacobian = slopesOf(g, residuals, names, areRoots);
  const sizes = iterated.map(({ name }) => {
    const floor = starts.get(name)?.floor;
    return floor === undefined ? null : g.add(g.apply('abs', g.symbol(name)), g.number(1e11 * floor));
  });
  const newton: TearBlock = {
    type: 'newton',
    tears: names,
    residuals,
    jacobian,
    starts: iterated.map((t) => (t.type === 'root' ? inIterated(written[block.indexOf(t)] as Node) : null)),
    implicit: iterated.map(({ name, type }, i) => ({
      start: starts.get(name)?.start ?? null,
      // Others are roots of pressure differences, laws of them without their factors, or these themselves.
      size: g.number(type === 'implicit' ? 1e11 * (starts.get(name)?.floor ?? 0) : 1),
      floor:
        type === 'root'
          ? rootFloor(g, jacobian[i] as Node[], sizes)
          : g.number(type === 'implicit' ? (starts.get(name)?.floor ?? 0) : 1e-16),
    })),
    areRoots,
    piecewise: false,
    tolerance: 1e-8,
    decoupled: null,
  };
  return [newton, ...[...explicit].map(([tear, value]): TearBlock => ({ type: 'closed', tear, form: 'explicit', value }))];
}

/**
 * Slopes that the iteration goes by: exact but for a root of next to nothing, 5e-4 √Pa, which has none of its own. With what it has the next step would hold what
 * is under the root at zero, whatever the other equations say.
 */
export function slopesOf(g: Graph, residuals: readonly Node[], tears: readonly string[], areRoots: readonly boolean[]): Node[][] {
  return residuals.map((r, i) =>
    tears.map((tear, k) => {
      const slope = differentiate(g, r, tear);
      if (i !== k || !areRoots[i]) return slope;
      const isSmall = g.condition('lt', g.apply('abs', g.symbol(tear)), g.number(5e-4));
      return g.add(slope, g.select(isSmall, g.number(1e-3), g.zero));
    }),
  );
}

/** Unknowns that follow explicitly from the others, by name, in order. */
function explicitOf(g: Graph, block: readonly Tear[], written: readonly Node[]): Map<string, Node> {
  const explicit = new Map<string, Node>();
  block.forEach(({ name, type }, k) => {
    if (type === 'implicit' || (type === 'root' && block.length > 1)) return;
    const value = g.substitute(written[k] as Node, explicit);
    if (dependsOn(value, (symbol) => symbol === name)) return;
    const own = new Map([[name, value]]);
    for (const [other, before] of explicit) explicit.set(other, g.substitute(before, own));
    explicit.set(name, value);
  });
  return explicit;
}

/** `under`: what stands under the root, max(0, x) where it opens one way. */
function rootResidual(g: Graph, y: Node, under: Node, nearZero: NearZero): Node {
  const isOneWay = under.op === 'max' && under.args.includes(g.zero);
  const x = isOneWay ? (under.args.find((n) => n !== g.zero) as Node) : under;
  const near = nearZero(x);
  const far = g.sub(g.mul(y, g.apply('abs', y)), x);
  const open = near ? g.select(near.holds, g.sub(y, near.value), g.div(far, g.add(g.apply('abs', y), near.edge))) : far;
  return isOneWay ? g.select(g.condition('lt', g.zero, x), open, y) : open;
}

/** The root of what rounding leaves of the unknowns under it. */
function rootFloor(g: Graph, slopes: readonly Node[], sizes: readonly (Node | null)[]): Node {
  const terms = slopes.flatMap((slope, k) => (sizes[k] && slope !== g.zero ? [g.mul(g.apply('abs', slope), sizes[k])] : []));
  if (terms.length === 0) return g.number(1e-10);
  return g.mul(
    g.number(4e-8),
    g.apply(
      'sqrt',
      terms.reduce((a, b) => g.add(a, b)),
    ),
  );
}

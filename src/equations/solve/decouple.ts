/**
 * Coupled signed roots that decouple where some of them are closed: a valve of four edges (P-A, P-B, A-T, B-T) couples all four, yet in nearly every
 * position of the spool two edges have no opening at all, and each of the other two is then alone at its ports.
 *
 * The block: y_i |y_i| = a_i + Σ M_ij y_j. Two tears are coupled if one stands in the other's equation. A tear is *closed* where every coefficient that
 * it has in anything (the M_ij, the flows, the rates, later blocks) is exactly 0; its value reaches nothing then, and is 0 by definition. Where the
 * tears that are not closed form an independent set of the coupling graph, each of them has the closed form of a single root.
 *
 * Tears that are all coupled with each other make one slot: at most one of them is open, so the inputs of one closed form are selected, not the
 * results of several; four edges cost two square roots and two divisions.
 */
import type { Affine, Linearizer, Tear } from '../graph/affine.js';
import { dependsOn, type Graph, isZero, type Node, topological } from '../graph/graph.js';

export interface Decoupled {
  /** Whether the open tears are independent; otherwise `values` mean nothing and the block is solved as a whole. */
  readonly applies: Node;
  /** The closed form of each slot, as the symbol that `values` call it by: a select on its own inputs' condition would take it apart again. */
  readonly slots: readonly { readonly symbol: string; readonly value: Node }[];
  /** Of each tear of the block, in terms of the slots. */
  readonly values: readonly Node[];
}

/** Larger blocks of roots have too many independent sets to be worth a test in every step. */
const most = 6;

/** y of y|y| = a - 2 b y, without a difference of nearly equal numbers. */
export function signedRoot(g: Graph, a: Node, b: Node): Node {
  const denominator = g.add(b, g.apply('sqrt', g.add(g.mul(b, b), g.apply('abs', a))));
  return g.select(g.condition('eq', denominator, g.zero), g.zero, g.div(a, denominator));
}

/** The argument under the root of a tear: itself, or max(0, argument). */
export function underRoot(g: Graph, { shape }: Tear, argument: Node): Node {
  return g.substitute(shape.args[0] as Node, new Map([['arg:0', argument]]));
}

/** A product with one signed root as its factor and the argument under the root; null for anything else. */
export function rootFactor(g: Graph, n: Node): { factor: Node; under: Node } | null {
  const [a, b] = n.args as [Node, Node];
  switch (n.op) {
    case 'ssqrt':
      return { factor: g.one, under: a };
    case 'sqrt':
      return a.op === 'max' && a.args.some(isZero) ? { factor: g.one, under: a } : null;
    case 'neg': {
      const inner = rootFactor(g, a);
      return inner && { ...inner, factor: g.neg(inner.factor) };
    }
    case 'mul': {
      const [left, right] = [rootFactor(g, a), rootFactor(g, b)];
      if (!left === !right) return null;
      return left ? { ...left, factor: g.mul(left.factor, b) } : right && { ...right, factor: g.mul(a, right.factor) };
    }
    case 'div': {
      const inner = rootFactor(g, a);
      return inner && !rootFactor(g, b) ? { ...inner, factor: g.div(inner.factor, b) } : null;
    }
    default:
      return null;
  }
}

/**
 * How a block decouples, or null if the equations do not show that it ever would. `forms` is everything that is affine in tears: a coefficient that
 * were left out could give a closed tear an effect.
 */
export function decouple(linear: Linearizer, block: readonly Tear[], forms: readonly Affine[]): Decoupled | null {
  const g = linear.graph;
  if (block.length < 2 || block.length > most || block.some((t) => t.type !== 'root')) return null;
  const argument = (t: Tear): Affine => t.args[0] as Affine;
  const coupled = block.map((a) => block.map((b) => a !== b && (argument(a).terms.has(b.name) || argument(b).terms.has(a.name))));
  const closed: Node[] = [];
  for (const { name } of block) {
    const factor = closingFactor(forms.flatMap((f) => f.terms.get(name) ?? []));
    // One that never closes keeps its neighbours from ever being open in a case: the block is better solved as a whole at once.
    if (!factor) return null;
    closed.push(g.condition('eq', factor, g.zero));
  }
  const cases = independentSets(coupled).map((set) => new Set(closed.filter((_, i) => !set.includes(i))));
  // A case that asks for all that another asks for, and more, adds nothing.
  const needed = cases.filter((a, i) => !cases.some((b, k) => k !== i && [...b].every((c) => a.has(c)) && (b.size < a.size || k < i)));
  const applies = needed.map((all) => [...all].reduce((x, y) => g.condition('and', x, y))).reduce((x, y) => g.condition('or', x, y));

  const slots: { symbol: string; value: Node }[] = [];
  const values: Node[] = [];
  for (const members of cliques(coupled)) {
    // Of the one that is open; of the last where all are closed.
    const select = (of: (i: number) => Node): Node =>
      members
        .map((i) => ({ i, value: of(i) }))
        .reduceRight((rest, { i, value }) => ({ i, value: g.select(closed[i] as Node, rest.value, value) })).value;
    const free = (i: number): Node => {
      const tear = block[i] as Tear;
      const names = new Set(block.map((t) => t.name));
      const { constant, terms } = argument(tear);
      return underRoot(g, tear, linear.node({ constant, terms: new Map([...terms].filter(([name]) => !names.has(name))) }));
    };
    const slope = (i: number): Node => g.neg(argument(block[i] as Tear).terms.get((block[i] as Tear).name) ?? g.zero);
    const symbol = `slot:${(block[members[0] as number] as Tear).name}`;
    slots.push({ symbol, value: signedRoot(g, select(free), g.mul(g.number(0.5), select(slope))) });
    for (const i of members) values[i] = g.select(closed[i] as Node, g.zero, g.symbol(symbol));
  }
  return { applies, slots, values };
}

/** The largest expression that all coefficients are products with, if it is one that may be 0 over a whole range of what varies. */
function closingFactor(coefficients: readonly Node[]): Node | null {
  const [first, ...others] = coefficients.map(factors) as [Set<Node>, ...Set<Node>[]];
  const common = [...first].filter((n) => others.every((set) => set.has(n)));
  const size = (n: Node): number => topological([n]).length;
  const largest = common.filter(mayClose).sort((a, b) => size(b) - size(a))[0];
  return largest ?? null;
}

/**
 * Holds a max, min or if of 0 and something that varies, or a table of it. All else is 0 at single values at the most, or, being of parameters only,
 * for a whole run: neither is worth a test.
 */
function mayClose(node: Node): boolean {
  const varies = (name: string): boolean => !name.startsWith('parameter:') && !name.startsWith('fluid:');
  const clips = (n: Node): boolean => n.op === 'table' || (['max', 'min', 'select'].includes(n.op) && n.args.some(isZero));
  return topological([node]).some((n) => clips(n) && dependsOn(n, varies));
}

/** Expressions whose being 0 makes the node 0 to the bit (all other quantities being finite), itself included. */
function factors(node: Node): Set<Node> {
  const [a, b, c] = node.args as [Node, Node, Node];
  const both = (x: Node, y: Node): Set<Node> => {
    // 0 is a product with anything.
    if (isZero(x)) return factors(y);
    if (isZero(y)) return factors(x);
    const other = factors(y);
    return new Set([...factors(x)].filter((n) => other.has(n)));
  };
  switch (node.op) {
    case 'mul':
      return new Set([node, ...factors(a), ...factors(b)]);
    case 'div':
    case 'neg':
      return new Set([node, ...factors(a)]);
    case 'add':
    case 'sub':
      return new Set([node, ...both(a, b)]);
    case 'select':
      return new Set([node, ...both(b, c)]);
    default:
      return new Set([node]);
  }
}

/** Maximal independent sets of a graph, as indices. */
function independentSets(coupled: readonly (readonly boolean[])[]): number[][] {
  const all = coupled.map((_, i) => i);
  const sets = Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((i) => bits & (1 << i))).filter((set) =>
    set.every((i) => set.every((k) => !coupled[i]?.[k])),
  );
  return sets.filter((set) => all.every((i) => set.includes(i) || set.some((k) => coupled[i]?.[k])));
}

/** Vertices in groups that are all coupled with each other, in order of the vertices. */
function cliques(coupled: readonly (readonly boolean[])[]): number[][] {
  const groups: number[][] = [];
  coupled.forEach((row, i) => {
    const group = groups.find((g) => g.every((k) => row[k]));
    if (group) group.push(i);
    else groups.push([i]);
  });
  return groups;
}

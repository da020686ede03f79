/** Tears that depend on each other → how they are solved: a closed form of one, Newton's method for several, unknowns of the equations among them or not. */
import { type Affine, type Linearizer, type Tear, withArguments } from '../graph/affine.js';
import { differentiate } from '../graph/differentiate.js';
import type { Node } from '../graph/graph.js';
import { decouple, rootFactor, signedRoot, underRoot } from './decouple.js';
import { hasUnknown, type Starts, solveImplicit } from './implicit.js';
import type { Class, TearBlock } from './solution.js';

/** Solves a block of tears, in order; `forms`: everything that is affine in tears (decouple.ts), `unknowns`: where the search for them begins. */
export function solveBlock(block: readonly Tear[], linear: Linearizer, forms: readonly Affine[], unknowns: Starts): TearBlock[] {
  if (hasUnknown(block)) return solveImplicit(block, linear, unknowns);
  const [tear] = block as [Tear];
  if (block.length === 1) {
    const value = closedForm(tear, linear, unknowns.size > 0);
    if (value) return [value];
  }
  const g = linear.graph;
  const residuals = block.map(({ name, type, shape, args }) => {
    const y = g.symbol(name);
    const nodes = args.map((a) => linear.node(a));
    // The inverse of the signed root has a finite slope at zero.
    if (type === 'root') {
      const [x] = nodes as [Node];
      const open = g.sub(g.mul(y, g.apply('abs', y)), x);
      // One that opens one way is exactly zero where it is closed.
      return shape.args[0]?.op === 'max' ? g.select(g.condition('lt', g.zero, x), open, y) : open;
    }
    // So has that of a product with a root, y|y| = F|F| x; where the product is nothing at all, y itself is what is left. One tear alone is held in
    // a bracket instead, whatever its slopes are.
    const product = block.length > 1 ? rootFactor(g, shape) : null;
    if (product) {
      const [factor, under] = [product.factor, product.under].map((n) => withArguments(g, n, nodes)) as [Node, Node];
      const x = g.mul(g.mul(factor, g.apply('abs', factor)), under);
      return g.select(g.condition('eq', x, g.zero), y, g.sub(g.mul(y, g.apply('abs', y)), x));
    }
    return g.sub(y, withArguments(g, shape, nodes));
  });
  const jacobian = residuals.map((r, i) =>
    block.map((t, k) => {
      const slope = differentiate(g, r, t.name);
      // A closed one-way root has no slope of its own: a tiny one keeps the matrix regular and moves nothing, as its residual is zero.
      return i === k && t.type === 'root' ? g.add(slope, g.number(1e-9)) : slope;
    }),
  );
  const starts = block.map((t) =>
    t.type === 'root' || (block.length > 1 && rootFactor(g, t.shape))
      ? withArguments(
          g,
          t.shape,
          t.args.map((a) => linear.node(a)),
        )
      : null,
  );
  return [
    {
      type: 'newton',
      implicit: [],
      starts,
      areRoots: block.map((t) => t.type === 'root'),
      tears: block.map((t) => t.name),
      residuals,
      jacobian,
      piecewise: block.every((t) => t.type === 'relu' || t.type === 'choice'),
      // A law put together of several is curved within small pressure differences of large pressures.
      tolerance: block.some((t) => t.type === 'composed') ? 1e-12 : 1e-8,
      decoupled: decouple(linear, block, forms),
    },
  ];
}

/** `judges`: whether it is told where an `if` has no solution; other components jump there, as ideal switches do, and chatter. */
function closedForm(tear: Tear, linear: Linearizer, judges: boolean): TearBlock | null {
  const g = linear.graph;
  const { name, type, shape, args } = tear;
  const nodes = args.map((a) => linear.node(a));
  if (args.every((a) => !a.terms.has(name))) return { type: 'closed', tear: name, form: 'explicit', value: withArguments(g, shape, nodes) };
  // y = f(a + k y) with a and k free of y
  const split = (arg: Affine): { a: Node; k: Node } => {
    const terms = new Map(arg.terms);
    terms.delete(name);
    return { a: linear.node({ constant: arg.constant, terms }), k: arg.terms.get(name) ?? g.zero };
  };
  if (type === 'relu') {
    const { a, k } = split(args[0] as Affine);
    return { type: 'closed', tear: name, form: type, value: g.div(g.apply('max', g.zero, a), g.sub(g.one, k)) };
  }
  if (type === 'root') {
    const { a: free, k } = split(args[0] as Affine);
    const a = underRoot(g, tear, free);
    return { type: 'closed', tear: name, form: type, value: signedRoot(g, a, g.mul(g.number(-0.5), k)) };
  }
  if (type === 'choice') {
    const [whenTrue, whenFalse] = (shape.args.slice(1) as [Node, Node]).map((argument) => {
      const { a, k } = split(args[Number(argument.name.slice(4))] as Affine);
      return g.div(a, g.sub(g.one, k));
    }) as [Node, Node];
    const condition = withArguments(g, shape.args[0] as Node, nodes);
    const [holds, stays] = [whenTrue, whenFalse].map((value) => g.substitute(condition, new Map([[name, value]]))) as [Node, Node];
    const value = g.select(holds, whenTrue, whenFalse);
    if (!judges) return { type: 'closed', tear: name, form: type, value };
    // Where the two meet it is either, but for rounding.
    const sizes = g.add(g.apply('abs', whenTrue), g.apply('abs', whenFalse));
    const jumps = g.condition('lt', g.mul(g.number(1e-8), sizes), g.apply('abs', g.sub(whenTrue, whenFalse)));
    const none = g.condition('and', g.condition('and', g.condition('not', holds), stays), jumps);
    return { type: 'closed', tear: name, form: type, value, none };
  }
  return null;
}

/** The class of a solution, by its hardest block. */
export function classOf(blocks: readonly TearBlock[]): Class {
  const iterated = blocks.flatMap((b) => (b.type === 'newton' && !b.piecewise ? b : []));
  if (iterated.some((b) => !b.decoupled)) return 'Newton';
  if (iterated.length > 0) return 'signed roots, or Newton';
  if (blocks.some((b) => b.type === 'closed' && b.form === 'root')) return 'signed root';
  return blocks.length > 0 ? 'piecewise affine' : 'affine';
}

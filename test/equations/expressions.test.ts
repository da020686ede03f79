/** Properties of expressions drawn at random: derivatives, simplification, the same bits from interpreter and kernel. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { differentiate } from '../../dist/equations/graph/differentiate.js';
import { evaluate } from '../../dist/equations/graph/evaluate.js';
import { Graph, type Node, topological } from '../../dist/equations/graph/graph.js';
import { emitKernel } from '../../dist/equations/kernel/emit.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import { kernelConstants } from '../../dist/equations/kernel/kernel.js';
import { modelOf } from '../../dist/equations/language/build.js';
import { type OperationName, operations } from '../../dist/equations/language/functions.js';
import { solve } from '../../dist/equations/solve/solve.js';
import { kernelHelpers } from '../support/kernelBench.js';

/** An expression as a tree, so that it can be built with and without simplification. */
type Tree =
  | { readonly op: 'x' | 'y' }
  | { readonly op: 'number'; readonly value: number }
  | { readonly op: string; readonly args: readonly Tree[] };

const smooth = ['add', 'sub', 'mul', 'div', 'neg', 'sin', 'cos', 'tanh', 'atan', 'exp', 'abs', 'min', 'max'];
const rough = [...smooth, 'sign', 'floor', 'ceil', 'sqrt', 'ssqrt', 'log', 'pow'];

function trees(names: readonly string[]): fc.Arbitrary<Tree> {
  const leaf: fc.Arbitrary<Tree> = fc.oneof(
    fc.constantFrom<Tree>({ op: 'x' }, { op: 'y' }),
    fc.constantFrom(0, 1, -1, 2, 3, 0.5, -0.5, 1e3).map((value): Tree => ({ op: 'number', value })),
  );
  return fc.letrec<{ tree: Tree }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'medium', withCrossShrink: true },
      { arbitrary: leaf, weight: 2 },
      {
        weight: 5,
        arbitrary: fc
          .constantFrom(...names)
          .chain((op) =>
            fc
              .tuple(tie('tree'), tie('tree'))
              .map(([a, b]): Tree => ({ op, args: operations[op as OperationName].arity === 1 ? [a] : [a, b] })),
          ),
      },
      { weight: 1, arbitrary: fc.tuple(tie('tree'), tie('tree'), tie('tree'), tie('tree')).map((args): Tree => ({ op: 'if', args })) },
    ),
  })).tree;
}

/** The expression in the graph, simplified by its constructors. */
function build(g: Graph, tree: Tree): Node {
  if ('value' in tree) return g.number(tree.value);
  if (!('args' in tree)) return g.symbol(tree.op);
  const [a, b, c, d] = tree.args.map((t) => build(g, t)) as [Node, Node, Node, Node];
  return tree.op === 'if'
    ? g.select(g.condition('lt', a, b), c, d)
    : g.apply(tree.op as OperationName, ...tree.args.map((_, k) => [a, b][k] as Node));
}

/** Its value, computed straight from the tree. */
function plain(tree: Tree, x: number, y: number): number {
  if ('value' in tree) return tree.value;
  if (!('args' in tree)) return tree.op === 'x' ? x : y;
  const [a, b, c, d] = tree.args.map((t) => plain(t, x, y)) as [number, number, number, number];
  return tree.op === 'if' ? (a < b ? c : d) : operations[tree.op as OperationName].evaluate(a, b);
}

/** The same in the language of equations. */
function text(tree: Tree): string {
  if ('value' in tree) return tree.value < 0 ? `(${tree.value})` : String(tree.value);
  if (!('args' in tree)) return tree.op;
  const [a, b, c, d] = tree.args.map(text) as [string, string, string, string];
  const infix = ({ add: '+', sub: '-', mul: '*', div: '/', pow: '^' } as Record<string, string>)[tree.op];
  return infix
    ? `(${a} ${infix} ${b})`
    : tree.op === 'if'
      ? `if(${a} < ${b}, ${c}, ${d})`
      : tree.op === 'neg'
        ? `(-${a})`
        : `${tree.op}(${tree.args.map(text).join(', ')})`;
}

/** Off the round numbers where expressions of round numbers have their kinks. */
const coordinate = (least: number): fc.Arbitrary<number> => fc.integer({ min: least, max: 3000 }).map((k) => k / 1000 + 0.000123456789);
const point = fc.tuple(coordinate(-3000), coordinate(100));
const settings = { numRuns: 2000, seed: 7 };
const at = (node: Node, x: number, y: number): number => evaluate(node, (name) => (name === 'x' ? x : y));

test('simplification does not change a finite value: bits but for the sign of zero and rounding of a^2, a^3, a^0.5, 1/a', () => {
  let compared = 0;
  fc.assert(
    fc.property(trees(rough), point, (tree, [x, y]) => {
      const before = plain(tree, x, y);
      // x·0 = 0 and 0/x = 0 are structural, so a tree with infinities inside may get a value; only trees finite throughout are judged.
      if (!finiteThroughout(tree, x, y)) return;
      compared++;
      const after = at(build(new Graph(), tree), x, y);
      if (!hasPower(tree))
        expect(after === before || (after === 0 && before === 0), `${text(tree)} at ${x}, ${y}: ${after}, ${before}`).toBe(true);
    }),
    settings,
  );
  expect(compared).toBeGreaterThan(800);
});

const hasPower = (tree: Tree): boolean => 'args' in tree && (tree.op === 'pow' || tree.args.some(hasPower));
const finiteThroughout = (tree: Tree, x: number, y: number): boolean =>
  Number.isFinite(plain(tree, x, y)) && (!('args' in tree) || tree.args.every((t) => finiteThroughout(t, x, y)));

test.each([0, 1, 2, 3, 0.5, -1, 2.5])('x^%d by its short form', (exponent) => {
  const g = new Graph();
  for (const x of [0.3, 1, 7.1]) {
    // exp(b log a) and products: some units in the last place off Math.pow. exp(b log a) |b log a| < 5 more.
    expect(Math.abs(at(g.pow(g.symbol('x'), g.number(exponent)), x, 0) / x ** exponent - 1)).toBeLessThan(7 * 2 ** -53);
  }
});

test('equal expressions are the same object; no node is built twice', () => {
  fc.assert(
    fc.property(trees(rough), (tree) => {
      const g = new Graph();
      expect(build(g, tree)).toBe(build(g, tree));
      const nodes = topological([build(g, tree)]);
      expect(new Set(nodes.map((n) => n.id)).size).toBe(nodes.length);
    }),
    { numRuns: 300, seed: 7 },
  );
});

test('derivatives agree with central differences', () => {
  let compared = 0;
  fc.assert(
    fc.property(trees(smooth), point, (tree, [x, y]) => {
      if (!finiteThroughout(tree, x, y)) return;
      const g = new Graph();
      const f = build(g, tree);
      const slope = at(differentiate(g, f, 'x'), x, y);
      const difference = (h: number): number => (at(f, x + h, y) - at(f, x - h, y)) / (2 * h);
      const [fine, coarse] = [difference(1e-5), difference(2e-5)];
      const size = Math.max(1, Math.abs(fine), Math.abs(at(f, x, y)));
      // Kinks, poles and huge values near by show in the two differences, which then disagree; there is no derivative to compare.
      if (!Number.isFinite(fine) || size > 1e4 || Math.abs(fine - coarse) > 1e-7 * size) return;
      compared++;
      // Central differences: h² times the third derivative, which their disagreement bounds, and rounding of 1e-16/1e-5.
      expect(Math.abs(slope - fine), `${text(tree)} at ${x}, ${y}: ${slope}, ${fine}`).toBeLessThan(1e-6 * size);
    }),
    settings,
  );
  expect(compared).toBeGreaterThan(1000);
});

describe('derivatives of the remaining operations', () => {
  test.each<[string, (g: Graph, x: Node) => Node, number, number]>([
    ['sqrt', (g, x) => g.apply('sqrt', x), 4, 0.25],
    ['ssqrt', (g, x) => g.apply('ssqrt', x), -4, 0.25],
    ['log', (g, x) => g.apply('log', x), 4, 0.25],
    ['x^2.5', (g, x) => g.pow(x, g.number(2.5)), 4, 2.5 * 8],
    ['2^x', (g, x) => g.pow(g.number(2), x), 3, 8 * Math.log(2)],
    ['x^x', (g, x) => g.pow(x, x), 2, 4 * (Math.log(2) + 1)],
    ['floor', (g, x) => g.apply('floor', x), 1.5, 0],
    ['sign', (g, x) => g.apply('sign', x), 1.5, 0],
  ])('%s', (_, make, x, expected) => {
    const g = new Graph();
    expect(at(differentiate(g, make(g, g.symbol('x')), 'x'), x, 0)).toBeCloseTo(expected, 12);
  });
});

test('interpreter and kernel give the same bits, for the expression written in the language', () => {
  const view = new DataView(new ArrayBuffer(8));
  const bits = (x: number): string => {
    view.setFloat64(0, Number.isNaN(x) ? Number.NaN : x);
    return view.getBigUint64(0).toString(16);
  };
  const quantity = { unit: '1', about: 'a quantity' };
  fc.assert(
    fc.property(trees(rough), fc.array(point, { minLength: 3, maxLength: 3 }), (tree, points) => {
      const definition = {
        kind: 'tried',
        about: '',
        source: '',
        group: '',
        ports: {},
        parameters: {},
        inputs: { x: quantity, y: quantity },
        outputs: { out: quantity },
        equations: `out = ${text(tree)}`,
      };
      const model = modelOf(definition);
      const kernel = emitKernel(solve(model), { fluid: {}, exported: [], countsOil: false, storesFlow: false });
      // step, half, time, event, failed, then columns of three rows; the inputs' cells come last.
      const offsets: Record<string, number> = {
        rows: 3,
        batch: 1,
        step: 1,
        half: 2,
        time: 3,
        lastStep: 4,
        event: 5,
        failed: 6,
        cavities: 8,
      };
      let size = 10;
      for (const { key } of kernel.columns) {
        offsets[key] = size;
        size += 3;
      }
      const F = new Float64Array(size + 6);
      const I = new Int32Array(F.buffer);
      for (const { key, role, node } of kernel.columns)
        if (role === 'derived')
          F.fill(
            evaluate(node as Node, () => Number.NaN),
            offsets[key],
            (offsets[key] as number) + 3,
          );
      points.forEach(([x, y], row) => {
        F.set([x, y], size + 2 * row);
        if (offsets['input_x'] !== undefined) I[2 * offsets['input_x'] + row] = size + 2 * row;
        if (offsets['input_y'] !== undefined) I[2 * offsets['input_y'] + row] = size + 2 * row + 1;
      });
      const unit = { text: kernel.body, constants: kernelConstants(offsets), name: 'kernel', as: 'kernel' };
      linkJavascript([...kernelHelpers, unit], F, I).get('kernel')?.(0);
      const value = model.outputs[0]?.value as Node;
      points.forEach(([x, y], row) => {
        const expected = evaluate(value, (name) => (name === 'input:x' ? x : y));
        expect(bits(F[(offsets['output_out'] as number) + row] as number), definition.equations).toBe(bits(expected));
      });
    }),
    { numRuns: 500, seed: 7 },
  );
});

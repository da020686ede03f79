/**
 * Model → the solution of one TLM step. At every port p = C + Z q is substituted, der(x) = f becomes x = pre(x) + d with the increment d = β + γ f
 * (β = 0, γ = Δ; a reset state: β = its value - pre(x), γ = 0), and the equations are solved symbolically for q and d
 * (the increment, not x: in a short step x - pre(x) would have lost its digits, and der(x) as a value is d/Δ).
 *
 * Rates, port quantities and outputs are those of the middle of the step: there p and q of a TLM line belong, time is t - Δ/2 and a state is pre(x) + d/2.
 * So this is the implicit midpoint rule. What a component takes from its line in a step is exactly what it has moved, Δ q = A d, whatever the steps; the energy
 * that it takes is that which it keeps, Δ p q = ½ M (v'² - v²): with a passive line it is stable at every step; and no rate of an earlier step, of before an event or a stop, is in it. Holds, resets,
 * lent volumes and the next event are those of the end of the step:
 *
 *  1. what is nonlinear is taken out as tears y (affine.ts); the rest is eliminated: each unknown = constant + Σ coefficient·y;
 *  2. the tears are ordered in blocks that depend on earlier blocks only; a block of one tear has a closed form
 *     (max(0, ·), signed root, if), coupled ones are solved by Newton with the exact Jacobian (for max and if: an active-set search);
 *     coupled roots have their closed forms where enough of them are closed (decouple.ts).
 *
 * Symbols beside those of the model: 'c:PORT', 'z:PORT' (characteristic and impedance that the component sees), 'beta:x', 'gamma:x', 'y:n', 'mid:x' (a state
 * in the middle of the step), 'middle' (its time), 'perStep' (1/Δ), 'endInput:u' (an input at
 * its end).
 */
import { type Affine, Linearizer, type Tear, withArguments } from './affine.js';
import { decouple, rootFactor, signedRoot, underRoot } from './decouple.js';
import { differentiate } from './differentiate.js';
import { dependsOn, type Graph, isZero, type Node } from './graph.js';
import { inBlocks } from './inBlocks.js';
import type { Model } from './model.js';
import type { Block, Class, Solution } from './solution.js';
import { bounded, undetermined } from './solveMistakes.js';
import { endOfStep, inTheMiddle } from './stepTimes.js';

const solutions = new WeakMap<Model, Solution>();

/** The solution of a model's step, made once per model. Throws EquationError if the equations do not determine their unknowns, or grow beyond bounds. */
export function solve(model: Model): Solution {
  let solution = solutions.get(model);
  if (!solution) {
    const middle = inTheMiddle(model);
    solution = bounded(middle, () => new Solver(middle).solve());
    // A spool that no pressure moves, solved first, makes products with its position affine.
    if (solution.class === 'Newton') solution = bounded(middle, () => new Solver(middle).solve('independent states first'));
    // A law of one pressure difference or velocity, however it is put together, is one tear: its root can be held in a bracket.
    if (solution.class === 'Newton' && coupled(solution) > 1) {
      const composed = bounded(middle, () => new Solver(middle, true).solve('independent states first'));
      if (coupled(composed) < coupled(solution)) solution = composed;
    }
    const atEnd = endOfStep(model);
    solution = { ...solution, endOutputs: model.outputs.map((o) => ({ ...o, value: atEnd(o.value) })) };
    solutions.set(model, solution);
  }
  return solution;
}

/** Tears of the largest block that is left to Newton's method alone. */
const coupled = ({ blocks }: Solution): number =>
  Math.max(0, ...blocks.map((b) => (b.type === 'newton' && !b.piecewise && !b.decoupled ? b.tears.length : 0)));

/** An expression that is zero, and the unknown that it is for. */
interface Equation {
  readonly unknown: string;
  readonly zero: Node;
}

interface Row {
  readonly unknown: string;
  form: Affine;
}

class Solver {
  private readonly graph: Graph;
  private readonly unknownNames: Set<string>;
  /** Of a flow that ports share, one of them. */
  private readonly sharers = new Map<string, string>();

  constructor(
    private readonly model: Model,
    private readonly composes = false,
  ) {
    this.graph = model.graph;
    this.unknownNames = new Set([...model.ports.map((p) => `q:${p.name}`), ...model.states.map((s) => `increment:${s.name}`)]);
  }

  solve(order?: 'independent states first'): Solution {
    const { graph: g, model } = this;
    const known = new Map<string, Node>();
    this.findKnown(known);
    if (order && this.solveIndependentStates(known)) this.findKnown(known);
    const linear = new Linearizer(g, (name) => this.unknownNames.has(name), this.composes);
    const rows = this.equations(known).map(({ unknown, zero }): Row => ({ unknown, form: linear.of(zero) }));
    const eliminated = this.eliminate(linear, rows);
    const inTears = (a: Affine): Affine => {
      let sum = linear.known(a.constant);
      for (const [name, coefficient] of a.terms) {
        const form = eliminated.get(name) ?? { constant: g.zero, terms: new Map([[name, g.one]]) };
        sum = linear.add(
          sum,
          linear.map(form, (x) => g.mul(coefficient, x)),
        );
      }
      return sum;
    };
    const tears = linear.tears.map((t): Tear => ({ ...t, args: t.args.map(inTears) }));
    const forms = [...tears.flatMap((t) => t.args), ...eliminated.values()];
    const blocks = inBlocks(tears).map((block) => this.solveBlock(block, linear, forms));
    const unknowns = [...this.unknownNames].map((name) => ({ name, value: linear.node(eliminated.get(name) as Affine) }));
    return {
      model,
      class: classOf(blocks),
      blocks,
      unknowns: [...known].map(([name, value]) => ({ name, value })).concat(unknowns),
      endOutputs: [],
    };
  }

  private equations(known: ReadonlyMap<string, Node>): Equation[] {
    const { graph: g, model } = this;
    const sums = this.sharedFlows(known);
    const all = [
      ...[...sums].map(([node, unknown]) => ({ unknown, zero: g.sub(g.symbol(unknown), node) })),
      ...model.ports.map((port) => {
        const q = g.symbol(`q:${port.name}`);
        const [flow, sign] = port.value.op === 'neg' ? [port.value.args[0] as Node, -1] : [port.value, 1];
        const shared = sums.get(flow);
        const value = shared ? (sign < 0 ? g.neg(g.symbol(shared)) : g.symbol(shared)) : port.value;
        const zero =
          port.assigns === 'q' ? g.sub(q, value) : g.sub(g.add(this.wave(port.name), g.mul(g.symbol(`z:${port.name}`), q)), port.value);
        return { unknown: `q:${port.name}`, zero };
      }),
      ...this.stateEquations(),
    ];
    return this.withKnown(all, known);
  }

  private stateEquations(): Equation[] {
    const g = this.graph;
    return this.model.states.map(({ name, rate }) => ({
      unknown: `increment:${name}`,
      zero: g.sub(g.symbol(`increment:${name}`), g.add(g.symbol(`beta:${name}`), g.mul(g.symbol(`gamma:${name}`), rate))),
    }));
  }

  /** Those that are left to be solved, in terms of what is not known. */
  private withKnown(equations: readonly Equation[], known: ReadonlyMap<string, Node>): Equation[] {
    return equations
      .filter(({ unknown }) => !known.has(unknown))
      .map(({ unknown, zero }) => ({ unknown, zero: this.lineEnds(zero, known) }));
  }

  /** A flow that enters at one port and leaves at another is an unknown of its own: both ports then follow from it without a division. */
  private sharedFlows(known: ReadonlyMap<string, Node>): Map<Node, string> {
    const seen = new Set<Node>();
    const shared = new Map<Node, string>();
    for (const { name, assigns, value } of this.model.ports) {
      if (assigns !== 'q' || known.has(`q:${name}`)) continue;
      const flow = value.op === 'neg' ? (value.args[0] as Node) : value;
      if (seen.has(flow) && !shared.has(flow)) {
        this.sharers.set(`sum:${shared.size}`, `q:${name}`);
        shared.set(flow, `sum:${shared.size}`);
      }
      seen.add(flow);
    }
    for (const unknown of shared.values()) this.unknownNames.add(unknown);
    return shared;
  }

  private wave(port: string): Node {
    return this.graph.symbol(`c:${port}`);
  }

  /** Substitutes p = C + Z q (or the assigned pressure), pre(x) + d/2 for x in the middle, der(x) = d/Δ, and unknowns that are known already. */
  private lineEnds(node: Node, known: ReadonlyMap<string, Node>): Node {
    const { graph: g, model } = this;
    const values = new Map<string, Node>(known);
    for (const { name } of model.states) {
      const increment = known.get(`increment:${name}`) ?? g.symbol(`increment:${name}`);
      values.set(`mid:${name}`, g.add(g.symbol(`pre:${name}`), g.mul(g.number(0.5), increment)));
      values.set(`der:${name}`, g.mul(increment, g.symbol('perStep')));
    }
    for (const { name, assigns, value } of model.ports) {
      const q = known.get(`q:${name}`) ?? g.symbol(`q:${name}`);
      values.set(`p:${name}`, assigns === 'p' ? value : g.add(this.wave(name), g.mul(g.symbol(`z:${name}`), q)));
    }
    let result = node;
    for (let before: Node | null = null; before !== result; ) {
      before = result;
      result = g.substitute(result, values);
      if (!dependsOn(result, (s) => values.has(s))) break;
    }
    return result;
  }

  /** Unknowns whose equation holds no other unknown: blocked ports, sources, integrals of inputs. Found before anything is linearized. */
  private findKnown(known: Map<string, Node>): void {
    const { graph: g, model } = this;
    const independent = (node: Node): boolean => !dependsOn(node, (s) => this.unknownNames.has(s));
    for (let size = -1; size !== known.size; ) {
      size = known.size;
      for (const { name, assigns, value } of model.ports) {
        const expression = this.lineEnds(value, known);
        if (known.has(`q:${name}`) || !independent(expression)) continue;
        known.set(`q:${name}`, assigns === 'q' ? expression : g.div(g.sub(expression, this.wave(name)), g.symbol(`z:${name}`)));
        this.unknownNames.delete(`q:${name}`);
      }
      for (const { name, rate } of model.states) {
        const expression = this.lineEnds(rate, known);
        if (known.has(`increment:${name}`) || !independent(expression)) continue;
        known.set(`increment:${name}`, g.add(g.symbol(`beta:${name}`), g.mul(g.symbol(`gamma:${name}`), expression)));
        this.unknownNames.delete(`increment:${name}`);
      }
    }
  }

  /** States that depend, linearly, on themselves and on each other only, such as a spool with its lag; whether there are any. */
  private solveIndependentStates(known: Map<string, Node>): boolean {
    let rows: Row[] = [];
    let left = this.withKnown(this.stateEquations(), known);
    for (let size = -1; size !== left.length; ) {
      size = left.length;
      const names = new Set(left.map((e) => e.unknown));
      const linear = new Linearizer(this.graph, (name) => this.unknownNames.has(name));
      rows = left.map(({ unknown, zero }) => ({ unknown, form: linear.of(zero) }));
      left = left.filter((_, i) => [...(rows[i] as Row).form.terms.keys()].every((name) => names.has(name)));
    }
    for (const [unknown, form] of this.eliminate(new Linearizer(this.graph, () => false), rows)) {
      known.set(unknown, form.constant);
      this.unknownNames.delete(unknown);
    }
    return rows.length > 0;
  }

  /** Gaussian elimination on the diagonal, cheapest pivot first; the pivots of passive components do not vanish. */
  private eliminate(linear: Linearizer, rows: Row[]): Map<string, Affine> {
    const g = this.graph;
    const solved = new Map<string, Affine>();
    const replace = (form: Affine, unknown: string, by: Affine): Affine => {
      const coefficient = form.terms.get(unknown);
      if (!coefficient) return form;
      const terms = new Map(form.terms);
      terms.delete(unknown);
      return linear.add(
        { constant: form.constant, terms },
        linear.map(by, (x) => g.mul(coefficient, x)),
      );
    };
    const left = [...rows];
    while (left.length > 0) {
      const cost = ({ unknown, form }: Row): number => {
        const pivot = form.terms.get(unknown);
        if (!pivot) return Number.POSITIVE_INFINITY;
        return (pivot.op === 'number' ? 0 : 1000) + form.terms.size;
      };
      left.sort((a, b) => cost(a) - cost(b));
      const row = left.shift() as Row;
      const pivot = row.form.terms.get(row.unknown);
      if (!pivot) throw undetermined(this.model, this.sharers.get(row.unknown) ?? row.unknown);
      const terms = new Map(row.form.terms);
      terms.delete(row.unknown);
      // One division where there would be several by the same pivot.
      const quotients = terms.size + (isZero(row.form.constant) ? 0 : 1);
      const over = (x: Node): Node => (quotients > 1 && pivot.op !== 'number' ? g.mul(x, g.div(g.one, pivot)) : g.div(x, pivot));
      const value = linear.map({ constant: row.form.constant, terms }, (x) => g.neg(over(x)));
      for (const other of left) other.form = replace(other.form, row.unknown, value);
      for (const [name, form] of solved) solved.set(name, replace(form, row.unknown, value));
      solved.set(row.unknown, value);
    }
    return solved;
  }

  private solveBlock(block: readonly Tear[], linear: Linearizer, forms: readonly Affine[]): Block {
    const [tear] = block as [Tear];
    if (block.length === 1) {
      const value = this.closedForm(tear, linear);
      if (value) return value;
    }
    const g = this.graph;
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
    return {
      type: 'newton',
      starts,
      areRoots: block.map((t) => t.type === 'root'),
      tears: block.map((t) => t.name),
      residuals,
      jacobian,
      piecewise: block.every((t) => t.type === 'relu' || t.type === 'choice'),
      // A law put together of several is curved within small pressure differences of large pressures.
      tolerance: block.some((t) => t.type === 'composed') ? 1e-12 : 1e-8,
      decoupled: decouple(linear, block, forms),
    };
  }

  private closedForm(tear: Tear, linear: Linearizer): Block | null {
    const g = this.graph;
    const { name, type, shape, args } = tear;
    const nodes = args.map((a) => linear.node(a));
    if (args.every((a) => !a.terms.has(name)))
      return { type: 'closed', tear: name, form: 'explicit', value: withArguments(g, shape, nodes) };
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
      return {
        type: 'closed',
        tear: name,
        form: type,
        value: g.select(g.substitute(condition, new Map([[name, whenTrue]])), whenTrue, whenFalse),
      };
    }
    return null;
  }
}

function classOf(blocks: readonly Block[]): Class {
  const iterated = blocks.flatMap((b) => (b.type === 'newton' && !b.piecewise ? b : []));
  if (iterated.some((b) => !b.decoupled)) return 'Newton';
  if (iterated.length > 0) return 'signed roots, or Newton';
  if (blocks.some((b) => b.type === 'closed' && b.form === 'root')) return 'signed root';
  return blocks.length > 0 ? 'piecewise affine' : 'affine';
}

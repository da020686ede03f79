/**
 * Model → the solution of one TLM step. At every port p = C + Z q is substituted, der(x) = f becomes x = pre(x) + d with the increment d = β + γ f
 * (β = 0, γ = Δ; a reset state: β = its value - pre(x), γ = 0), and the equations are solved symbolically for q and d
 * (the increment, not x: in a short step x - pre(x) would have lost its digits, and der(x) as a value is d/Δ).
 *
 * Rates, port quantities and outputs are those of the middle of the step: there p and q of a TLM line belong, time is t - Δ/2 and a state is pre(x) + d/2.
 * So this is the implicit midpoint rule. What a component takes from its line in a step is exactly what it has moved, Δ q = A d, whatever the steps; the energy
 * that it takes is that which it keeps, Δ p q = ½ M (v'² - v²): with a passive line it is stable at every step; and no rate of an earlier step, of before an event or a stop, is in it. Holds, resets,
 * port volumes and the next event are those of the end of the step:
 *
 *  1. what is nonlinear is taken out as tears y (affine.ts); the rest is eliminated: each unknown = constant + Σ coefficient·y;
 *  2. the tears are ordered in blocks that depend on earlier blocks only; a block of one tear has a closed form
 *     (max(0, ·), signed root, if), coupled ones are solved by Newton with the exact Jacobian (for max and if: an active-set search);
 *     coupled roots have their closed forms where enough of them are closed (decouple.ts). An unknown of equations 0 = e that the elimination leaves is one more
 *     tear (implicit.ts).
 *
 * Symbols beside those of the model: 'c:PORT', 'z:PORT' (characteristic and impedance that the component sees), 'beta:x', 'gamma:x', 'y:n', 'mid:x' (a state
 * in the middle of the step), 'middle' (its time), 'perStep' (1/Δ), 'endInput:u' (an input at
 * its end), 'lineZ:PORT' and 'inertance:PORT' (what a line adds to states in a step: lineInertances.ts).
 */
import { type Affine, type Composes, Linearizer, type Tear } from '../graph/affine.js';
import { dependsOn, type Graph, type Node } from '../graph/graph.js';
import type { Model } from '../language/model.js';
import { type Eliminated, eliminate, type Row } from './eliminate.js';
import { floorOf, type Starts } from './implicit.js';
import { inBlocks } from './inBlocks.js';
import { lineInertances } from './lineInertances.js';
import type { Solution } from './solution.js';
import { classOf, solveBlock } from './solveBlock.js';
import { bounded, undetermined } from './solveMistakes.js';
import { endOfStep, inTheMiddle } from './stepTimes.js';
import { unknownTears } from './unknownTears.js';

const solutions = new WeakMap<Model, Solution>();

/** The solution of a model's step, made once per model. Throws EquationError if the equations do not determine their unknowns, or grow beyond bounds. */
export function solve(model: Model): Solution {
  let solution = solutions.get(model);
  if (!solution) {
    const middle = inTheMiddle(model);
    const inertances = lineInertances(model);
    solution = bounded(middle, () => new Solver(middle, inertances).solve());
    // A spool that no pressure moves, solved first, makes products with its position affine.
    if (solution.class === 'Newton') solution = bounded(middle, () => new Solver(middle, inertances).solve('independent states first'));
    // A law of one pressure difference or velocity, however it is put together, is one tear: its root can be held in a bracket.
    if (solution.class === 'Newton' && coupled(solution) > 1) {
      // With unknowns of the equations only where it has a root that is kept from zero.
      const composes = iteratesUnknowns(solution) ? 'laws' : 'all';
      const composed = bounded(middle, () => new Solver(middle, inertances, composes).solve('independent states first'));
      if (composes === 'laws' || coupled(composed) < coupled(solution)) solution = composed;
    }
    const atEnd = endOfStep(model);
    solution = { ...solution, endOutputs: model.outputs.map((o) => ({ ...o, value: atEnd(o.value) })) };
    solutions.set(model, solution);
  }
  return solution;
}

const iteratesUnknowns = ({ blocks }: Solution): boolean => blocks.some((b) => b.type === 'newton' && b.implicit.length > 0);

/** Tears of the largest block that is left to Newton's method alone. */
const coupled = ({ blocks }: Solution): number =>
  Math.max(0, ...blocks.map((b) => (b.type === 'newton' && !b.piecewise && !b.decoupled ? b.tears.length : 0)));

/** An expression that is zero, and the unknown that it is for; null: for one of the equations' own. */
interface Equation {
  readonly unknown: string | null;
  readonly zero: Node;
  /** Unknown that stands for an equation's own, if it can. */
  readonly prefers?: string;
}

class Solver {
  private readonly graph: Graph;
  private readonly unknownNames: Set<string>;
  /** Of a flow that ports share, one of them. */
  private readonly sharers = new Map<string, string>();
  private readonly starts: Starts;

  constructor(
    private readonly model: Model,
    /** By state: what its increment is multiplied with, less 1 (lineInertances.ts). */
    private readonly inertances: ReadonlyMap<string, Node>,
    private readonly composes: Composes = 'nothing',
  ) {
    this.graph = model.graph;
    this.unknownNames = new Set([
      ...model.ports.map((p) => `q:${p.name}`),
      ...model.states.map((s) => `increment:${s.name}`),
      ...model.unknowns.map((u) => `unknown:${u.name}`),
    ]);
    // Before the first step lines have the pressures that their ends are told.
    const first = new Map(model.ports.map(({ name }) => [`p:${name}`, this.wave(name)]));
    this.starts = new Map(
      model.unknowns.map(({ name, initial, unit }) => [
        `unknown:${name}`,
        { start: this.graph.substitute(initial, first), floor: floorOf(unit) },
      ]),
    );
  }

  solve(order?: 'independent states first'): Solution {
    const { graph: g, model } = this;
    const known = new Map<string, Node>();
    this.findKnown(known);
    if (order && this.solveIndependentStates(known)) this.findKnown(known);
    const linear = new Linearizer(g, (name) => this.unknownNames.has(name), this.composes);
    const rows = this.equations(known).map(({ unknown, zero, prefers }): Row => ({ unknown, prefers, form: linear.of(zero) }));
    const { solved: eliminated, left } = this.eliminated(linear, rows);
    const inTears = (form: Affine): Affine => linear.withSolved(form, eliminated);
    const explicit = linear.tears.map((t): Tear => ({ ...t, args: t.args.map(inTears) }));
    const rest = [...this.starts.keys()].filter((name) => !eliminated.has(name));
    const implicit = unknownTears(left, rest, explicit, inTears, g);
    if (typeof implicit === 'string') throw undetermined(model, implicit);
    const tears = [...explicit, ...implicit];
    const forms = [...tears.flatMap((t) => t.args), ...eliminated.values()];
    const blocks = inBlocks(tears).flatMap((block) => solveBlock(block, linear, forms, this.starts));
    const eliminatedNames = [...this.unknownNames].filter((name) => eliminated.has(name));
    const unknowns = eliminatedNames.map((name) => ({ name, value: linear.node(eliminated.get(name) as Affine) }));
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
      ...model.zeros.map((zero, k) => ({ unknown: null, zero, prefers: `unknown:${model.unknowns[k]?.name}` })),
    ];
    return this.withKnown(all, known);
  }

  private stateEquations(): Equation[] {
    const g = this.graph;
    return this.model.states.map(({ name, rate }) => ({
      unknown: `increment:${name}`,
      zero: g.sub(g.symbol(`increment:${name}`), g.add(g.symbol(`beta:${name}`), g.mul(this.gamma(name), rate))),
    }));
  }

  /** What a rate is multiplied with to give the increment. */
  private gamma(state: string): Node {
    const g = this.graph;
    return g.mul(g.symbol(`gamma:${state}`), g.add(g.one, this.inertances.get(state) ?? g.zero));
  }

  /** Those that are left to be solved, in terms of what is not known. */
  private withKnown(equations: readonly Equation[], known: ReadonlyMap<string, Node>): Equation[] {
    return equations
      .filter(({ unknown }) => unknown === null || !known.has(unknown))
      .map((equation) => ({ ...equation, zero: this.lineEnds(equation.zero, known) }));
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
        known.set(`increment:${name}`, g.add(g.symbol(`beta:${name}`), g.mul(this.gamma(name), expression)));
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
      const names = new Set<string | null>(left.map((e) => e.unknown));
      const linear = new Linearizer(this.graph, (name) => this.unknownNames.has(name));
      rows = left.map(({ unknown, zero }) => ({ unknown, form: linear.of(zero) }));
      left = left.filter((_, i) => [...(rows[i] as Row).form.terms.keys()].every((name) => names.has(name)));
    }
    for (const [unknown, form] of eliminate(new Linearizer(this.graph, () => false), rows).solved) {
      known.set(unknown, form.constant);
      this.unknownNames.delete(unknown);
    }
    return rows.length > 0;
  }

  /** The result of elimination; only equations of the component's own may be left. */
  private eliminated(linear: Linearizer, rows: readonly Row[]): Eliminated {
    const result = eliminate(linear, rows);
    const other = result.left.find(({ unknown }) => unknown !== null)?.unknown;
    if (other) throw undetermined(this.model, this.sharers.get(other) ?? other);
    return result;
  }
}

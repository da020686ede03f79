/**
 * Equations 0 = c that hold no unknown but states, Wᵀ v = 0, as where columns of oil with mass meet without a volume between them. Each takes a state away, which
 * follows from the others, v̂ = α ṽ, and its rate with them, dv̂/dt = α dṽ/dt + dα/dt ṽ; its own equation then tells what holds the constraint, the pressure where
 * they meet: 0 = m dv̂/dt - e. So the states left are as many as can move, and nothing drifts (Hodgson, Hyde and Sharma, ch. 24.3: M~ = αᵀ M α, with the
 * term M dα/dt that areas which change bring).
 */
import { Linearizer } from '../graph/affine.js';
import { differentiate } from '../graph/differentiate.js';
import { dependsOn, type Node, symbolsOf } from '../graph/graph.js';
import type { Model, ModelState } from '../language/model.js';
import { augmented } from './augmented.js';
import { eliminate, type Row } from './eliminate.js';
import { matchingOf } from './implicitMistakes.js';
import { expressionsOf, mapModel } from './mapModel.js';

/** The model with every constraint on states resolved, and which states follow from others. Constraints of another kind stay: their matching tells. */
export function withoutConstraints(model: Model): { readonly model: Model; readonly dependent: readonly string[] } {
  const dependent: string[] = [];
  let reduced = model;
  for (let found = constraintOf(reduced); found; found = constraintOf(reduced)) {
    dependent.push(found.state.name);
    reduced = resolved(reduced, found);
  }
  const started = dependent.length > 0 ? withProjectedStart(model, reduced, dependent) : reduced;
  return { model: model.definition.augmented ? augmented(started) : started, dependent };
}

/**
 * The start of the remaining states, where the given start does not fulfil the constraints: that of a plastic impact, which keeps the momentum,
 * v⁺ = (αᵀ M α)⁻¹ αᵀ M v⁻. Where a state that takes part has no mass before it, they start as given.
 */
function withProjectedStart(before: Model, reduced: Model, dependent: readonly string[]): Model {
  const { graph: g } = reduced;
  const atStart = (node: Node): Node => g.substitute(node, new Map([['time', g.zero]]));
  const gone = dependent.flatMap((name) => {
    const massed = before.states.find((state) => state.name === name);
    const value = reduced.outputs.find((output) => output.name === name)?.value;
    return massed && value ? [{ ...massed, value: atStart(value) }] : [];
  });
  const involved = reduced.states.filter(({ name }) => gone.some(({ value }) => dependsOn(value, (symbol) => symbol === `state:${name}`)));
  if ([...gone, ...involved].some(({ massed }) => !massed)) return reduced;
  const massOf = ({ massed }: ModelState): Node => (massed as NonNullable<typeof massed>).mass;
  const symbolOf = (name: string): string => `start:${name}`;
  const sum = (nodes: readonly Node[]): Node => nodes.reduce((a, b) => g.add(a, b), g.zero);
  const linear = new Linearizer(g, (symbol) => symbol.startsWith('start:'));
  const rows = involved.map((own): Row => {
    const lost = g.mul(massOf(own), g.sub(g.symbol(symbolOf(own.name)), own.initial));
    const others = gone.map((state) => {
      const slope = (name: string): Node => differentiate(g, state.value, `state:${name}`);
      const velocity = sum(involved.map(({ name }) => g.mul(slope(name), g.symbol(symbolOf(name)))));
      return g.mul(g.mul(slope(own.name), massOf(state)), g.sub(velocity, state.initial));
    });
    return { unknown: symbolOf(own.name), form: linear.of(g.add(lost, sum(others))) };
  });
  const { solved } = eliminate(linear, rows);
  const initialOf = (state: ModelState): Node => solved.get(symbolOf(state.name))?.constant ?? state.initial;
  return { ...reduced, states: reduced.states.map((state) => ({ ...state, initial: initialOf(state) })) };
}

interface Constraint {
  readonly state: ModelState;
  /** The value of the state by the constraint. */
  readonly value: Node;
  /** The equation that is too many. */
  readonly equation: number;
}

/** A constraint on states among equations of which there are too many for their unknowns, and the state to be resolved for. */
function constraintOf(model: Model): Constraint | null {
  const { graph: g } = model;
  if (model.zeros.length === 0) return null;
  for (const { equations } of matchingOf(model).over) {
    const linear = new Linearizer(g, (symbol) => symbol.startsWith('unknown:'));
    const rows = equations.map((k): Row => ({ unknown: null, form: linear.of(model.zeros[k] as Node) }));
    for (const row of eliminate(linear, [...rows]).left) {
      const value = row.form.terms.size === 0 ? solvedFor(model, row.form.constant) : null;
      if (value) return { ...value, equation: equations[rows.indexOf(row)] as number };
    }
  }
  return null;
}

/** The state that a constraint is solved for: it stands there times something that never vanishes, has neither reset nor history, and a mass if one of them has. */
function solvedFor(model: Model, constraint: Node): Omit<Constraint, 'equation'> | null {
  const { graph: g, states } = model;
  if (dependsOn(constraint, (symbol) => !/^(state|parameter|fluid):|^time$/.test(symbol))) return null;
  const read = symbolsOf(...expressionsOf(model));
  const found = states.flatMap((state) => {
    const symbol = `state:${state.name}`;
    const slope = differentiate(g, constraint, symbol);
    const isFree = state.reset === null && !read.has(`pre:${state.name}`);
    if (!isFree || slope === g.zero || dependsOn(slope, (name) => !/^(parameter|fluid):/.test(name))) return [];
    const rest = g.substitute(constraint, new Map([[symbol, g.zero]]));
    return [{ state, value: g.neg(g.div(rest, slope)) }];
  });
  return found.find(({ state }) => state.massed) ?? found[0] ?? null;
}

/** The model without the state, and with its equation of motion in place of the constraint. */
function resolved(model: Model, { state, value, equation }: Constraint): Model {
  const { graph: g } = model;
  const others = model.states.filter((one) => one !== state);
  const rate = others.reduce(
    (sum, { name }) => g.add(sum, g.mul(differentiate(g, value, `state:${name}`), g.symbol(`der:${name}`))),
    differentiate(g, value, 'time'),
  );
  const values = new Map([
    [`state:${state.name}`, value],
    [`der:${state.name}`, rate],
  ]);
  const f = (node: Node): Node => g.substitute(node, values);
  const { massed } = state;
  const motion = massed ? g.sub(g.mul(massed.mass, rate), f(massed.value)) : g.sub(rate, f(state.rate));
  const rest = mapModel({ ...model, states: others }, f);
  return {
    ...rest,
    outputs: [...rest.outputs, { name: state.name, value }],
    zeros: rest.zeros.map((zero, k) => (k === equation ? motion : zero)),
  };
}

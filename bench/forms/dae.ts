/**
 * A small circuit, as a differential-algebraic system y' = f(t, y, z), 0 = g(t, y, z) with numbers in place of its parameters: for studies of what may be
 * done with the equations 0 = e, not for runs.
 */
import type { Circuit, ParameterValue, Table } from '#ringmain/circuit/circuit.js';
import { fluidValues } from '#ringmain/circuit/fluid/fluidValues.js';
import { differentiate } from '#ringmain/equations/graph/differentiate.js';
import { dependsOn, type Graph, type Node, symbolsOf } from '#ringmain/equations/graph/graph.js';
import { UserError } from '#ringmain/results/userError.js';
import { evaluateAll } from './evaluateAll.js';
import { type WholeModel, wholeModel } from './wholeModel.js';

/** f, g and the slopes of g; values are those of states, then of unknowns. */
export interface Dae {
  readonly states: readonly string[];
  readonly unknowns: readonly string[];
  readonly start: { readonly y: Float64Array; readonly z: Float64Array };
  /** f in SI units a second. */
  rates(t: number, y: Float64Array, z: Float64Array): Float64Array;
  /** g, its slopes by unknowns (rows), by states (rows), and by time. */
  constraints(t: number, y: Float64Array, z: Float64Array): Constraints;
}

export interface Constraints {
  readonly g: Float64Array;
  readonly byUnknown: Float64Array;
  readonly byState: Float64Array;
  readonly byTime: Float64Array;
}

/** The system of a circuit. Throws UserError where it has none of equations 0 = e, or holds states, or has lines other than plain ones (wholeModel.ts). */
export function daeOf(circuit: Circuit): Dae {
  const whole = wholeModel(circuit);
  if (!whole)
    throw new UserError(
      `forms: '${circuit.name}' is no circuit with equations 0 = e, plain lines, and without resets and holds; take one such as circuits/w1.yaml, or one of joined components, such as circuits/w1-lines.yaml`,
    );
  const { model, parameter, shown } = whole;
  const { graph: g } = model;
  const numbers = new Map<string, Node>();
  for (const symbol of symbolsOf(
    ...model.states.flatMap(({ rate, initial }) => [rate, initial]),
    ...model.zeros,
    ...model.unknowns.map(({ initial }) => initial),
  )) {
    const [type, name = ''] = symbol.split(':');
    if (type === 'parameter') numbers.set(symbol, g.number(numberOf(parameter(name))));
    else if (type === 'fluid') numbers.set(symbol, g.number(fluidValues(circuit)[name]));
  }
  const settled = (node: Node): Node => withoutRates(g, g.substitute(node, numbers), model, numbers);
  return system(g, model, settled, shown, (name) => parameter(name) as Table);
}

const numberOf = (value: ParameterValue | undefined): number => (typeof value === 'number' ? value : Number.NaN);

/** Rates that are read are what they are. */
function withoutRates(g: Graph, node: Node, { states }: WholeModel['model'], numbers: ReadonlyMap<string, Node>): Node {
  const rates = new Map(states.map(({ name, rate }) => [`der:${name}`, g.substitute(rate, numbers)]));
  let result = node;
  while (dependsOn(result, (symbol) => rates.has(symbol))) result = g.substitute(result, rates);
  return result;
}

function system(
  g: Graph,
  model: WholeModel['model'],
  settled: (node: Node) => Node,
  shown: WholeModel['shown'],
  table: (name: string) => Table,
): Dae {
  const states = model.states.map(({ name }) => `state:${name}`);
  const unknowns = model.unknowns.map(({ name }) => `unknown:${name}`);
  const zeros = model.zeros.map(settled);
  const rates = evaluateAll(
    model.states.map(({ rate }) => settled(rate)),
    table,
  );
  const slopes = (symbols: readonly string[]): Node[] => zeros.flatMap((zero) => symbols.map((symbol) => differentiate(g, zero, symbol)));
  const [n, m] = [states.length, unknowns.length];
  const all = evaluateAll([...zeros, ...slopes(unknowns), ...slopes(states), ...slopes(['time'])], table);
  const places = new Map([...states, ...unknowns].map((symbol, k) => [symbol, k]));
  const symbolAt =
    (t: number, y: Float64Array, z: Float64Array) =>
    (symbol: string): number => {
      const k = places.get(symbol);
      if (k === undefined) return symbol === 'time' ? t : 0;
      return k < n ? y[k] : z[k - n];
    };
  const startOf = (nodes: readonly Node[]): Float64Array => evaluateAll(nodes.map(settled), table)(() => 0);
  return {
    states: model.states.map(({ name }) => shown(name)),
    unknowns: model.unknowns.map(({ name }) => shown(name)),
    start: { y: startOf(model.states.map(({ initial }) => initial)), z: startOf(model.unknowns.map(({ initial }) => initial)) },
    rates: (t, y, z) => rates(symbolAt(t, y, z)),
    constraints: (t, y, z) => {
      const values = all(symbolAt(t, y, z));
      return {
        g: values.slice(0, m),
        byUnknown: values.slice(m, m + m * m),
        byState: values.slice(m + m * m, m + m * m + m * n),
        byTime: values.slice(m + m * m + m * n),
      };
    },
  };
}

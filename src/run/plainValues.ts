/**
 * Where a literal would give other bits than a column. A single run has a literal where all instances share a value, and expressions with one are
 * simplified: 0·x is left away, (-2)·x becomes -(2·x). Of positive numbers nothing is changed to the bit, but for powers with whole exponents; of others the
 * sign of a zero may be.
 */
import type { Circuit } from '../circuit/circuit.js';
import type { ParameterRows } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { evaluateColumn } from '../equations/graph/evaluate.js';
import { dependsOn, type Node, topological } from '../equations/graph/graph.js';
import type { Model } from '../equations/language/model.js';
import type { Network, NetworkKind } from '../network/network.js';

/** Operations without literals, and the sign itself, which is written into the sum or product around it either way. */
const passed = new Set(['number', 'neg', 'lt', 'le', 'eq', 'ne', 'and', 'or', 'not']);

/** Whether tunable columns give a reading of the network's circuit the bits of literals. */
export function arePlain({ kinds, kindOf }: Network, circuit: Circuit, tunable: ReadonlySet<string>): boolean {
  const { components } = tablesOf(circuit);
  for (const kind of kinds) {
    const nodes = tunableNodes(kind, tunable);
    if (nodes.length === 0) continue;
    const own = Array.from(kindOf.keys()).filter((c) => kindOf[c] === kind.id);
    const { names, rows } = components.parameters[components.kind[own[0]]] as ParameterRows;
    const column = (symbol: string): Float64Array => rows.column(names.indexOf(symbol.slice('parameter:'.length)));
    for (const node of nodes) {
      const values = evaluateColumn(node, rows.count, column);
      if (own.some((c) => !(values[components.row[c]] > 0))) return false;
    }
  }
  return true;
}

/** Expressions of parameters, some tunable, whose values matter. */
function tunableNodes({ source, name, kernel }: NetworkKind, tunable: ReadonlySet<string>): Node[] {
  if (!source) return [];
  const isTunable = (symbol: string): boolean => tunable.has(`${name}.${symbol.slice('parameter:'.length)}`);
  const { graph } = source.model;
  const roots = kernel.columns.flatMap(({ role, of, node }) => {
    if (role === 'derived' && node) return [node];
    return role === 'parameter' ? [graph.symbol(`parameter:${of}`)] : [];
  });
  return topological(roots).filter((node) => !passed.has(node.op) && dependsOn(node, isTunable));
}

/** Parameters of a kind that exponents are made of: whole ones become products, so that they are no columns. */
export function exponentParameters({ ports, states, holds, outputs }: Model): Set<string> {
  const roots = [
    ...ports.flatMap(({ value, volume }) => [value, volume]),
    ...states.flatMap(({ rate, reset }) => [rate, reset]),
    ...[...holds, ...outputs].map(({ value }) => value),
  ].filter((node): node is Node => node !== null);
  const found = new Set<string>();
  for (const { op, args } of topological(roots)) {
    if (op !== 'pow') continue;
    for (const node of topological([args[1] as Node]))
      if (node.op === 'symbol' && node.name.startsWith('parameter:')) found.add(node.name.slice('parameter:'.length));
  }
  return found;
}

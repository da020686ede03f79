/** Rules between the parameters of a component (`requires` of its kind): whether its values keep them, and what to say where they do not. */

import { evaluate } from '../../equations/graph/evaluate.js';
import { type Node, symbolsOf } from '../../equations/graph/graph.js';
import { modelOf } from '../../equations/language/build.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import { formatQuantity } from '../text/units.js';

export interface Requirement {
  readonly text: string;
  readonly condition: Node;
  /** Parameters that it is about. */
  readonly parameters: readonly string[];
}

const known = new WeakMap<KindDefinition, readonly Requirement[]>();

/** Rules of a kind, found once. */
export function requirementsOf(kind: KindDefinition): readonly Requirement[] {
  let rules = known.get(kind);
  if (!rules) {
    rules = kind.requires
      ? modelOf(kind).requires.map(({ text, condition }) => ({ text, condition, parameters: [...symbolsOf(condition)].map(nameOf) }))
      : [];
    known.set(kind, rules);
  }
  return rules;
}

const nameOf = (symbol: string): string => symbol.slice('parameter:'.length);

/** Whether values keep a rule; a value that is NaN, missing after a mistake, breaks none. */
export function keeps({ condition, parameters }: Requirement, value: (parameter: string) => number): boolean {
  const [a, b] = condition.args as [Node, Node];
  // Of two parameters, as most are: an interpreter takes long for a large circuit.
  if ((condition.op === 'le' || condition.op === 'lt') && a.op === 'symbol' && b.op === 'symbol') {
    const [x, y] = [value(nameOf(a.name)), value(nameOf(b.name))];
    return condition.op === 'le' ? !(x > y) : !(x >= y);
  }
  return parameters.some((name) => Number.isNaN(value(name))) || Number(evaluate(condition, (symbol) => value(nameOf(symbol)))) !== 0;
}

/** All values of a broken rule with their units, and the way out. */
export function brokenRule(
  { text, condition, parameters }: Requirement,
  kind: KindDefinition,
  value: (parameter: string) => number,
  isGiven: (parameter: string) => boolean,
): { message: string; remedy: string } {
  const show = (name: string): string => formatQuantity(value(name), kind.parameters[name]?.unit ?? '1');
  const values = parameters.map((name, k) => `${name}${k === 0 ? ' is' : ''} ${show(name)}${isGiven(name) ? '' : ' (default)'}`);
  const [a, b] = condition.args as [Node, Node];
  const bounds = { le: ['of at most', 'of at least'], lt: ['below', 'above'] }[condition.op as 'le' | 'lt'];
  const isPair = bounds && a.op === 'symbol' && b.op === 'symbol';
  return {
    message: `${values.slice(0, -1).join(', ')}${values.length > 1 ? ' and ' : ''}${values.at(-1)}; the rule is ${text}`,
    remedy: isPair
      ? `give ${nameOf(a.name)} ${bounds[0]} ${show(nameOf(b.name))}, or ${nameOf(b.name)} ${bounds[1]} ${show(nameOf(a.name))}`
      : `give values with ${text}`,
  };
}

/** The derived TLM step of a kind as text, for `ringmain components KIND`. */

import { type Node, topological } from '../graph/graph.js';
import { modelWithout, optionalParameters, replacingInputs } from '../solve/omit.js';
import type { TearBlock } from '../solve/solution.js';
import { solve } from '../solve/solve.js';
import { type KindDefinition, portQuantities } from './definition.js';
import type { Model } from './model.js';
import { print } from './print.js';

/**
 * What one step computes, in order: tears with their class, then flows and states; C and Z are the line end's, Δ is `step`. With optional parameters, or inputs
 * that take the place of parameters, twice: where all of them are 0 and nothing is connected, and where it is the other way.
 */
export function describeKind(definition: KindDefinition): string {
  const optional = optionalParameters(definition);
  const whole = describeModel(modelWithout(definition, []));
  const inputs = replacingInputs(definition);
  if (optional.length + inputs.length === 0) return whole;
  const isAre = (names: readonly string[], what: string): string[] =>
    names.length > 0 ? [`${names.join(', ')} ${names.length > 1 ? 'are' : 'is'} ${what}`] : [];
  const [without, within] = [
    ['0', 'not connected'],
    ['above 0', 'connected'],
  ].map(([value, joined]) => [...isAre(optional, value as string), ...isAre(inputs, joined as string)].join(' and '));
  return `where ${without}:\n${describeModel(modelWithout(definition, [...optional, ...inputs]))}\n\nwhere ${within}:\n${whole}`;
}

function describeModel(model: Model): string {
  const solution = solve(model);
  const roots = [
    ...solution.blocks.flatMap((b) => (b.type === 'closed' ? [b.value] : b.residuals)),
    ...solution.unknowns.map((u) => u.value),
  ];
  const shared = sharedNodes(roots);
  const names = new Map<Node, string>();
  for (const { name, type } of model.ports)
    for (const [key, quantity] of Object.entries(portQuantities[type]))
      names.set(model.graph.symbol(`${key}:${name}`), `${name}.${quantity.name}`);
  const lines = [`class: ${solution.class}`];
  if (model.states.length > 0)
    lines.push(
      'x = pre(x) + d(x), in the middle of the step pre(x) + d(x)/2; beta(x) = 0, gamma(x) = step; of a reset state: its value - pre(x), 0',
    );
  const introduce = (root: Node): void => {
    for (const node of topological([root])) {
      if (!shared.has(node) || names.has(node)) continue;
      const text = print(node, names);
      names.set(node, `k${names.size + 1}`);
      lines.push(`  ${names.get(node)} = ${text}`);
    }
  };
  for (const block of solution.blocks) {
    for (const root of block.type === 'closed' ? [block.value] : block.residuals) introduce(root);
    lines.push(...blockText(block, names, (symbol) => print(model.graph.symbol(symbol), names)));
  }
  for (const { name, value } of solution.unknowns.filter((u) => !u.name.startsWith('sum:'))) {
    introduce(value);
    lines.push(`  ${print(model.graph.symbol(name), names)} = ${print(value, names)}`);
  }
  for (const { name, type, assigns, value } of model.ports) {
    const { p, q } = portQuantities[type];
    lines.push(`  ${name}.${p.name} = ${assigns === 'p' ? print(value, names) : `C[${name}] + Z[${name}]*${name}.${q.name}`}`);
  }
  for (const { name, reset } of model.states)
    if (reset) lines.push(`  reset ${name}: ${print(reset, names)}; where it holds, the step is solved again`);
  return lines.join('\n');
}

function blockText(block: TearBlock, names: ReadonlyMap<Node, string>, symbolText: (symbol: string) => string): string[] {
  if (block.type === 'closed') {
    const forms = {
      explicit: 'explicit',
      relu: 'max(0, ·) of itself, closed form',
      root: 'signed root of itself, closed form',
      choice: 'if on the solution',
      composed: '',
      other: '',
      implicit: '',
    };
    return [`  ${symbolText(block.tear)} = ${print(block.value, names)}    # ${forms[block.form]}`];
  }
  const how = block.piecewise ? 'active-set search' : 'Newton with the exact Jacobian';
  // The closed forms follow from the equations below: each open root alone.
  const apart = block.decoupled
    ? [`  where ${print(block.decoupled.applies, names)}: signed roots in closed form, the closed ones 0; elsewhere`]
    : [];
  return [...apart, `  ${how} for ${block.tears.map(symbolText).join(', ')}:`, ...block.residuals.map((r) => `    0 = ${print(r, names)}`)];
}

/** Expressions used more than once and worth a name. */
function sharedNodes(roots: readonly Node[]): Set<Node> {
  const uses = new Map<Node, number>();
  for (const node of topological(roots)) for (const a of node.args) uses.set(a, (uses.get(a) ?? 0) + 1);
  for (const root of roots) uses.set(root, (uses.get(root) ?? 0) + 1);
  const isNumber = (n: Node): boolean => !['lt', 'le', 'eq', 'ne', 'and', 'or', 'not'].includes(n.op);
  return new Set([...uses].filter(([n, count]) => count > 1 && n.args.length > 0 && n.op !== 'neg' && isNumber(n)).map(([n]) => n));
}

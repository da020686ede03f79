/** Text of resets: where one takes a state away from what the rule gave, the equations are solved again with β = its value - pre(x), γ = 0. */
import type { Graph, Node } from '../graph/graph.js';
import { mapNodes } from '../graph/mapNodes.js';
import type { Model, ModelState } from '../language/model.js';
import { letsGo, letsOf } from '../solve/crossings.js';
import type { Solution } from '../solve/solution.js';
import { identifier } from './kernel.js';
import type { Writer } from './writer.js';

/** [held, value] of a reset: held is 1 where the reset takes the state away from what the rule gave. */
export function resetNodes(g: Graph, name: string, reset: Node): [Node, Node] {
  const state = g.symbol(`state:${name}`);
  const held = (n: Node): Node =>
    n === state ? g.zero : n.op === 'select' ? g.select(n.args[0] as Node, held(n.args[1] as Node), held(n.args[2] as Node)) : g.one;
  return [held(reset), reset];
}

/**
 * Judges the resets once, and goes round again where one holds; `cavitating`: ports whose cavities are then judged anew, `inertial` as in writeCavitation; `kept`: what is
 * kept as it was before; `letting`: states of which `lets` tells that an accepted hold alone has them held.
 */
export function writeResets(
  w: Writer,
  model: Model,
  resets: Model['states'],
  cavitating: readonly string[],
  inertial: readonly string[],
  kept: readonly string[],
  letting: ReadonlySet<string>,
): void {
  const { graph } = model;
  w.open();
  w.line('reset = 1;');
  for (const { name, reset } of resets) {
    const [isHeld, value] = resetNodes(graph, name, reset as Node);
    w.line(`const h_${name} = ${w.text(isHeld)}, v_${name} = ${w.text(value)};`);
    if (letting.has(name))
      w.line(`if (h_${name} !== 0 && ${w.text(letsGo(graph, isHeld, letsOf(model, reset as Node)))}) lets_${name} = 1;`);
  }
  w.line(`if (${resets.map(({ name }) => `h_${name} !== 0`).join(' || ')}) {`);
  for (const { name } of resets)
    w.line(`if (h_${name} !== 0) { r_${name} = v_${name}; beta_${name} = v_${name} - s_${name}; gamma_${name} = 0; held_${name} = 1; }`);
  for (const name of kept) w.line(`${keptName(name)} = ${identifier(name)};`);
  if (kept.length > 0) w.line('isKept = 1;');
  for (const v of cavitating) w.line(`k_${v} = 0; c_${v} = C_${v}; z_${v} = Z_${v};${inertial.includes(v) ? ` lineZ_${v} = Z_${v};` : ''}`);
  w.line('continue;');
  w.line('}');
  w.closeInto('if (reset === 0) {');
}

/**
 * Unknowns whose next search begins with what they were before a reset took hold. With it the step has the mean of a state that it ends: a valve that shuts has a
 * little left, which the unknowns of that step make up for, be it by the pressure of a supply. Where they are open behind it, they would stay there.
 */
export const keptTears = ({ blocks }: Solution): string[] =>
  blocks.flatMap((b) => (b.type === 'newton' && b.implicit.length > 0 ? b.tears : []));

const keptName = (tear: string): string => `before_${identifier(tear)}`;

/** Declares their values before a reset. */
export function writeKept(w: Writer, kept: readonly string[]): void {
  if (kept.length > 0) w.line(`let isKept = 0, ${kept.map((tear) => `${keptName(tear)} = 0`).join(', ')};`);
}

/** Text of the start of the next search for a tear. */
export const foundBefore = (tear: string, kept: readonly string[]): string =>
  kept.includes(tear) ? `isKept !== 0 ? ${keptName(tear)} : ${identifier(tear)}` : identifier(tear);

/** The solution with β = 0 and γ = Δ of the states that no reset holds. */
export function freeIncrements(solution: Solution, isFree: (state: ModelState) => boolean): Solution {
  const { graph, states } = solution.model;
  const values = new Map<string, Node>();
  for (const state of states.filter(isFree)) values.set(`beta:${state.name}`, graph.zero).set(`gamma:${state.name}`, graph.symbol('gamma'));
  return mapNodes(solution, (n) => graph.substitute(n, values));
}

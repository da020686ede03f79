/** Text of resets: where one takes a state away from what the rule gave, the equations are solved again with β = its value - pre(x), γ = 0. */
import type { Graph, Node } from '../graph/graph.js';
import { mapNodes } from '../graph/mapNodes.js';
import type { Model, ModelState } from '../language/model.js';
import type { Solution } from '../solve/solution.js';
import type { Writer } from './writer.js';

/** [held, value] of a reset: held is 1 where the reset takes the state away from what the rule gave. */
export function resetNodes(g: Graph, name: string, reset: Node): [Node, Node] {
  const state = g.symbol(`state:${name}`);
  const held = (n: Node): Node =>
    n === state ? g.zero : n.op === 'select' ? g.select(n.args[0] as Node, held(n.args[1] as Node), held(n.args[2] as Node)) : g.one;
  return [held(reset), reset];
}

/** Judges the resets once, and goes round again where one holds; `cavitating`: ports whose cavities are then judged anew. */
export function writeResets(w: Writer, graph: Graph, resets: Model['states'], cavitating: readonly string[]): void {
  w.open();
  w.line('reset = 1;');
  for (const { name, reset } of resets) {
    const [isHeld, value] = resetNodes(graph, name, reset as Node);
    w.line(`const h_${name} = ${w.text(isHeld)}, v_${name} = ${w.text(value)};`);
  }
  w.line(`if (${resets.map(({ name }) => `h_${name} !== 0`).join(' || ')}) {`);
  for (const { name } of resets)
    w.line(`if (h_${name} !== 0) { r_${name} = v_${name}; beta_${name} = v_${name} - s_${name}; gamma_${name} = 0; held_${name} = 1; }`);
  for (const v of cavitating) w.line(`k_${v} = 0; c_${v} = C_${v}; z_${v} = Z_${v};`);
  w.line('continue;');
  w.line('}');
  w.closeInto('if (reset === 0) {');
}

/** The solution with β = 0 and γ = Δ of the states that no reset holds. */
export function freeIncrements(solution: Solution, isFree: (state: ModelState) => boolean): Solution {
  const { graph, states } = solution.model;
  const values = new Map<string, Node>();
  for (const state of states.filter(isFree)) values.set(`beta:${state.name}`, graph.zero).set(`gamma:${state.name}`, graph.symbol('gamma'));
  return mapNodes(solution, (n) => graph.substitute(n, values));
}

/** When the quantities of a step are: flows, rates and outputs in its middle, holds, resets, port volumes and the next event at its end (solve.ts says why). */
import { type Node, symbolsOf } from '../graph/graph.js';
import type { Model } from '../language/model.js';

/** The model with ports, rates, outputs and added oil in terms of the middle of the step; the rest in terms of its end, inputs too. */
export function inTheMiddle(model: Model): Model {
  const { graph: g } = model;
  const middle = (node: Node): Node => g.substitute(node, values);
  const values = new Map([
    ['time', g.symbol('middle')],
    ...model.states.map(({ name }): [string, Node] => [`state:${name}`, g.symbol(`mid:${name}`)]),
  ]);
  const atEnd = endOfStep(model);
  const ifAny = (node: Node | null): Node | null => (node ? atEnd(node) : null);
  return {
    ...model,
    ports: model.ports.map((p) => ({ ...p, value: middle(p.value), volume: ifAny(p.volume) })),
    states: model.states.map((s) => ({ ...s, rate: middle(s.rate), reset: ifAny(s.reset) })),
    holds: model.holds.map((h) => ({ ...h, value: atEnd(h.value) })),
    outputs: model.outputs.map((o) => ({ ...o, value: middle(o.value) })),
    zeros: model.zeros.map(middle),
    nextEvent: ifAny(model.nextEvent),
    oilAdded: model.oilAdded && middle(model.oilAdded),
  };
}

/** Expressions with inputs as they are at the end of the step. */
export function endOfStep({ graph: g, definition }: Model): (node: Node) => Node {
  const values = new Map(
    Object.keys(definition.inputs ?? {}).map((name): [string, Node] => [`input:${name}`, g.symbol(`endInput:${name}`)]),
  );
  return (node) => g.substitute(node, values);
}

/** Inputs that these expressions see at the end of the step. */
export function endInputsOf(...nodes: Node[]): string[] {
  return [...symbolsOf(...nodes)].filter((s) => s.startsWith('endInput:')).map((s) => s.slice('endInput:'.length));
}

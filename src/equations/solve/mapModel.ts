/** One change of expressions made to all of a model. */
import type { Node } from '../graph/graph.js';
import type { Model, ModelState } from '../language/model.js';

/** The model with `f` of every expression in place of it; rules between parameters stay. */
export function mapModel(model: Model, f: (node: Node) => Node): Model {
  const ifAny = (node: Node | null): Node | null => node && f(node);
  return {
    ...model,
    ports: model.ports.map((port) => ({ ...port, value: f(port.value), volume: ifAny(port.volume) })),
    states: model.states.map(
      (state): ModelState => ({
        ...state,
        rate: f(state.rate),
        reset: ifAny(state.reset),
        initial: f(state.initial),
        ...(state.massed ? { massed: { mass: f(state.massed.mass), value: f(state.massed.value) } } : {}),
      }),
    ),
    holds: model.holds.map((hold) => ({ ...hold, value: f(hold.value), initial: f(hold.initial) })),
    outputs: model.outputs.map((output) => ({ ...output, value: f(output.value) })),
    unknowns: model.unknowns.map((unknown) => ({ ...unknown, initial: f(unknown.initial) })),
    zeros: model.zeros.map(f),
    nextEvent: ifAny(model.nextEvent),
    oilAdded: ifAny(model.oilAdded),
  };
}

/** Every expression of a model that its run computes. */
export function expressionsOf({ ports, states, holds, outputs, zeros, nextEvent, oilAdded }: Model): Node[] {
  return [
    ...ports.flatMap(({ value, volume }) => [value, ...(volume ? [volume] : [])]),
    ...states.flatMap(({ rate, reset }) => [rate, ...(reset ? [reset] : [])]),
    ...[...holds, ...outputs].map(({ value }) => value),
    ...zeros,
    ...[nextEvent, oilAdded].flatMap((node) => node ?? []),
  ];
}

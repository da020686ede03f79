/** Facts about a kind that the circuit's checks and the order of signals need. */

import { type Node, symbolsOf } from '../graph/graph.js';
import { modelOf } from './build.js';
import type { KindDefinition } from './definition.js';
import type { KindFacts, Model } from './model.js';

const known = new WeakMap<KindDefinition, KindFacts>();

/** Facts of a kind, found once. Throws EquationError with every mistake in its equations. */
export function factsOf(definition: KindDefinition): KindFacts {
  let facts = known.get(definition);
  if (!facts) {
    facts = find(modelOf(definition));
    known.set(definition, facts);
  }
  return facts;
}

function find(model: Model): KindFacts {
  const pressure = model.ports.filter((port) => port.assigns === 'p');
  const feedthrough: Record<string, readonly string[]> = {};
  for (const { name, value } of model.outputs) feedthrough[name] = inputsOf(model, [value]);
  for (const { name } of model.states) feedthrough[name] = inputsOf(model, [model.graph.symbol(`state:${name}`)]);
  for (const { name, value } of model.holds) feedthrough[name] = inputsOf(model, [value]);
  return {
    definition: model.definition,
    pressurePorts: pressure.map((port) => port.name),
    fixedPressurePorts: pressure
      .filter((port) => [...symbolsOf(port.value)].every((s) => /^(parameter|fluid):/.test(s)))
      .map((port) => port.name),
    heldPressurePorts: pressure
      .filter((port) => [...symbolsOf(port.value)].every((s) => s === 'time' || /^(parameter|fluid|input):/.test(s)))
      .map((port) => port.name),
    isSignalOfTime: isSignalOfTime(model),
    feedthrough,
  };
}

/** States are refused: they would depend on the steps that were taken as well. */
function isSignalOfTime({ ports, states, holds, outputs, nextEvent }: Model): boolean {
  if (ports.length + states.length + holds.length > 0 || outputs.length === 0) return false;
  const symbols = symbolsOf(...outputs.map(({ value }) => value), ...(nextEvent ? [nextEvent] : []));
  return [...symbols].every((symbol) => symbol === 'time' || /^(parameter|fluid):/.test(symbol));
}

/** Inputs that reach an expression within a step: port quantities and states are solved together, so one that reaches any of them reaches all. */
function inputsOf(model: Model, roots: Node[]): string[] {
  const coupled = [
    ...model.ports.map((p) => p.value),
    ...model.zeros,
    ...model.states.flatMap((s) => (s.reset ? [s.rate, s.reset] : [s.rate])),
  ];
  const symbols = symbolsOf(...roots);
  if ([...symbols].some((s) => /^(p|q|state|der|unknown):/.test(s))) for (const s of symbolsOf(...coupled)) symbols.add(s);
  return Object.keys(model.definition.inputs ?? {}).filter((name) => symbols.has(`input:${name}`));
}

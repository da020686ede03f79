/**
 * Kinds with equations `mass * der(x) = e` where a mass is 0: x is an unknown then, and 0 = e. What was a row of a singular mass matrix, M y' = f, is an equation
 * that holds at every moment; what is left is an ODE of least order (Hodgson, Hyde and Sharma, ch. 24.4: v_a from G0 = βᵀ F = 0, with M Π_a = 0). It has index 1
 * where the equations tell all unknowns.
 */

import { evaluate } from '../graph/evaluate.js';
import type { Node } from '../graph/graph.js';
import { modelOf, registerModel } from '../language/build.js';
import type { KindDefinition } from '../language/definition.js';
import type { Model } from '../language/model.js';
import { withoutConstraints } from './constraints.js';
import { matchingOf } from './implicitMistakes.js';
import { mapModel } from './mapModel.js';

/** Masses of a component: which are 0 and which below it, by state. */
export interface Masses {
  readonly zero: readonly string[];
  readonly negative: readonly string[];
}

/** Masses by parameters, SI; properties of the fluid are above 0. */
export function massesOf(definition: KindDefinition, parameter: (name: string) => number): Masses {
  const of = ({ massed }: Model['states'][number]): number =>
    massed
      ? Number(evaluate(massed.mass, (symbol) => (symbol.startsWith('fluid:') ? 1 : parameter(symbol.slice('parameter:'.length)))))
      : 1;
  const { states } = modelOf(definition);
  const named = (holds: (mass: number) => boolean): string[] => states.filter((state) => holds(of(state))).map(({ name }) => name);
  return { zero: named((mass) => mass === 0), negative: named((mass) => mass < 0) };
}

/** Whether a kind has states with a mass before them. */
export const hasMasses = (definition: KindDefinition): boolean => modelOf(definition).states.some(({ massed }) => massed);

const known = new WeakMap<KindDefinition, Map<string, KindDefinition>>();

/**
 * The kind where these states have no mass, and where constraints on the others are resolved (constraints.ts); made once. States that are none then are outputs that
 * the equations give. A kind of which nothing changes is itself.
 */
export function withoutMasses(definition: KindDefinition, names: readonly string[]): KindDefinition {
  if (!hasMasses(definition)) return definition;
  const own = known.get(definition) ?? new Map<string, KindDefinition>();
  known.set(definition, own);
  const key = names.join(' ');
  let made = own.get(key);
  if (!made) {
    const { model, dependent } = withoutConstraints(masslessModel(modelOf(definition), names));
    const isAugmented = definition.augmented === true && dependent.length + names.length === 0;
    const told = [
      ...(isAugmented ? ['augmented'] : []),
      ...(names.length > 0 ? [`${names.join(', ')} without mass`] : []),
      ...(dependent.length > 0 ? [`${dependent.join(', ')} by the others`] : []),
    ];
    made = told.length > 0 ? asOutputs(definition, [...names, ...dependent], `${definition.kind} (${told.join('; ')})`) : definition;
    if (made !== definition) registerModel(made, { ...model, definition: made });
    own.set(key, made);
  }
  return made;
}

/** The kind where these states have such a mass: what leaving it out does is studied by it. Made once; a kind of which nothing changes is itself. */
export function withMass(definition: KindDefinition, names: readonly string[], mass: number): KindDefinition {
  if (names.length === 0) return withoutMasses(definition, names);
  const own = known.get(definition) ?? new Map<string, KindDefinition>();
  known.set(definition, own);
  const kind = `${definition.kind} (${names.join(', ')} with a mass of ${mass})`;
  let made = own.get(kind);
  if (!made) {
    made = { ...definition, kind };
    const model = modelOf(definition);
    const { graph: g } = model;
    const states = model.states.map((state) => {
      if (!state.massed || !names.includes(state.name)) return state;
      const massed = { mass: g.number(mass), value: state.massed.value };
      return { ...state, massed, rate: g.div(massed.value, massed.mass) };
    });
    registerModel(made, { ...model, states, definition: made });
    own.set(kind, made);
  }
  return withoutMasses(made, []);
}

/** A kind of which some states are outputs. */
export function asOutputs(definition: KindDefinition, names: readonly string[], kind: string): KindDefinition {
  const entries = Object.entries(definition.states ?? {});
  const isNone = ([name]: readonly [string, unknown]): boolean => names.includes(name);
  return {
    ...definition,
    kind,
    states: Object.fromEntries(entries.filter((entry) => !isNone(entry))),
    outputs: { ...definition.outputs, ...Object.fromEntries(entries.filter(isNone)) },
  };
}

function masslessModel(model: Model, names: readonly string[]): Model {
  const { graph: g, definition } = model;
  const values = new Map(names.map((name) => [`state:${name}`, g.symbol(`unknown:${name}`)]));
  const { states, outputs, unknowns, zeros, ...rest } = mapModel(model, (node) => g.substitute(node, values));
  const gone = states.flatMap(({ name, initial, massed }) =>
    massed && names.includes(name) ? [{ name, initial, value: massed.value }] : [],
  );
  return {
    ...rest,
    states: states.filter(({ name }) => !names.includes(name)),
    outputs: [...outputs, ...names.map((name) => ({ name, value: g.symbol(`unknown:${name}`) }))],
    unknowns: [...unknowns, ...gone.map(({ name, initial }) => ({ name, initial, unit: definition.states?.[name]?.unit ?? '1' }))],
    zeros: [...zeros, ...gone.map(({ value }) => value)],
  };
}

/** Unknowns that no equation determines where these parameters are 0: something moves there that has neither mass nor resistance (index 2 and above). */
export function openUnknowns(model: Model, zeroParameters: readonly string[]): readonly string[] {
  const { graph: g } = model;
  const values = new Map(zeroParameters.map((name) => [`parameter:${name}`, g.zero]));
  const f = (node: Node): Node => g.substitute(node, values);
  const { under } = matchingOf({
    unknowns: model.unknowns,
    zeros: model.zeros.map(f),
    ports: model.ports.map((port) => ({ ...port, value: f(port.value) })),
    states: model.states.map((state) => ({ ...state, rate: f(state.rate) })),
  });
  return under[0]?.unknowns ?? [];
}

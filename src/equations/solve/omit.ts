/**
 * Equations of a kind without its optional parts. An optional parameter that is 0 is set to 0 before the step is solved, and an `if` whose condition asks about
 * optional parameters alone becomes the branch that they choose (others than 0 are above it): a valve without a leakage, or a limit, is solved in its closed
 * form, as if the kind had no such parameter. States stay, used or not: what can be recorded does not depend on values. An input that takes the place of a
 * parameter (`instead`) is that parameter where nothing is connected.
 */

import { evaluate } from '../graph/evaluate.js';
import { type Graph, type Node, symbolsOf } from '../graph/graph.js';
import { modelOf } from '../language/build.js';
import type { KindDefinition } from '../language/definition.js';
import type { Model } from '../language/model.js';
import { mapModel } from './mapModel.js';

const known = new WeakMap<KindDefinition, Map<string, Model>>();

/** Optional parameters of a kind, in its order. */
export function optionalParameters({ parameters }: KindDefinition): string[] {
  return Object.keys(parameters).filter((name) => parameters[name]?.optional);
}

/** Inputs of a kind that take the place of parameters, in its order. */
export function replacingInputs({ inputs = {} }: KindDefinition): string[] {
  return Object.keys(inputs).filter((name) => inputs[name]?.instead !== undefined);
}

/** The model where these optional parameters are 0 and these inputs not connected, made once. Throws EquationError with every mistake. */
export function modelWithout(definition: KindDefinition, names: readonly string[]): Model {
  const optional = optionalParameters(definition);
  const inputs = replacingInputs(definition);
  const whole = modelOf(definition);
  if (optional.length + inputs.length === 0) return whole;
  const own = known.get(definition) ?? new Map<string, Model>();
  known.set(definition, own);
  const key = names.join(' ');
  let model = own.get(key);
  if (!model) {
    const isLeftOut = new Map(optional.map((name): [string, 0 | 1] => [`parameter:${name}`, names.includes(name) ? 0 : 1]));
    const parameterOf = new Map(
      inputs.flatMap((name): [string, Node][] =>
        names.includes(name) ? [[`input:${name}`, whole.graph.symbol(`parameter:${definition.inputs?.[name]?.instead}`)]] : [],
      ),
    );
    model = without(whole, isLeftOut, parameterOf);
    own.set(key, model);
  }
  return model;
}

/** `optional`: 0 for a parameter that is 0, 1 for one that is not. */
function without(model: Model, optional: ReadonlyMap<string, 0 | 1>, parameterOf: ReadonlyMap<string, Node>): Model {
  return mapModel(model, (node) => reduced(model.graph, model.graph.substitute(node, parameterOf), optional));
}

function reduced(g: Graph, root: Node, optional: ReadonlyMap<string, 0 | 1>): Node {
  return g.rewrite(root, (node) => {
    if (node.op === 'symbol') return optional.get(node.name) === 0 ? g.zero : undefined;
    if (node.op !== 'select') return undefined;
    const [condition, whenTrue, whenFalse] = node.args as [Node, Node, Node];
    const asked = [...symbolsOf(condition)];
    if (asked.length === 0 || !asked.every((name) => optional.has(name))) return undefined;
    const holds = Boolean(evaluate(condition, (name) => optional.get(name) as number));
    return reduced(g, holds ? whenTrue : whenFalse, optional);
  });
}

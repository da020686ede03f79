/** Mistakes of equations that are right one by one: each at the line of its statement. */

import { ExpressionLimit, topological } from '../graph/graph.js';
import { type PortType, portQuantities } from '../language/definition.js';
import { EquationError, type Model } from '../language/model.js';

interface Written {
  /** How the equations write it: 'in.q', 'der(x)'. */
  readonly name: string;
  readonly key: string;
}

const writtenPort = (model: Model, port: string, quantity: 'p' | 'q'): Written => ({
  name: `${port}.${portQuantities[model.definition.ports[port] as PortType][quantity].name}`,
  key: `port:${port}.${quantity}`,
});

function mistake(model: Model, key: string, message: string, remedy: string): EquationError {
  const { line, column } = model.places.get(key) ?? { line: 1, column: 1 };
  return new EquationError(model.definition.kind, [{ line, column, message, remedy }]);
}

/** The elimination found nothing that tells an unknown, 'q:PORT', 'increment:x' or 'unknown:x'. */
export function undetermined(model: Model, unknown: string): EquationError {
  const [type, name] = unknown.split(':') as [string, string];
  const assigned = model.ports.find((port) => port.name === name)?.assigns ?? 'q';
  if (type === 'unknown') {
    const remedy = `${name} must follow from the equations 0 = …, from one each`;
    return mistake(model, unknown, `the equations do not determine ${name}`, remedy);
  }
  const { name: shown } = type === 'q' ? writtenPort(model, name, 'q') : { name: `der(${name})` };
  const key = type === 'q' ? `port:${name}.${assigned}` : `rate:${name}`;
  const remedy = `a statement such as ${shown} = ${shown} says nothing: ${shown} must follow from other quantities`;
  return mistake(model, key, `the equations do not determine ${shown}`, remedy);
}

/** The result of `make` on a model's equations. Throws EquationError where expressions grow beyond their bounds. */
export function bounded<T>(model: Model, make: () => T): T {
  try {
    return model.graph.limited(make);
  } catch (error) {
    if (!(error instanceof ExpressionLimit)) throw error;
    throw tooLarge(model, error.message);
  }
}

/** The solution has grown beyond `limit`, a text; the largest expression is named, in which most of it began. */
function tooLarge(model: Model, limit: string): EquationError {
  const all = [
    ...model.ports.map(({ name, assigns, value }) => ({ ...writtenPort(model, name, assigns), value })),
    ...model.states.map(({ name, rate }) => ({ name: `der(${name})`, key: `rate:${name}`, value: rate })),
  ].map(({ name, key, value }) => ({ name, key, size: topological([value]).length }));
  const largest = all.reduce((a, b) => (b.size > a.size ? b : a), { name: 'nothing', key: '', size: 0 });
  const message = `solved at the line ends, the equations take ${limit}; the largest is that of ${largest.name}, of ${largest.size} operations`;
  return mistake(model, largest.key, message, tooLargeRemedy);
}

export const tooLargeRemedy = 'divide the component into several, joined by lines or signals';

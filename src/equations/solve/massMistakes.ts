/** Mistakes of equations with a state whose mass may be 0: without mass it has no history. */
import { type Node, symbolsOf } from '../graph/graph.js';
import type { EquationMistake } from '../language/model.js';

/** Mistakes of one statement, by its key; `values`: all that is assigned, 'mass:x' for a state x with a mass before its rate. */
export function massMistakes(
  key: string,
  place: { readonly line: number; readonly column: number },
  values: ReadonlyMap<string, Node>,
): EquationMistake[] {
  const isMassed = (name: string): boolean => values.has(`mass:${name}`);
  const [target = '', own = ''] = key.split(':');
  if (target === 'reset' && isMassed(own))
    return [
      {
        ...place,
        message: `reset(${own}) of a state whose mass may be 0: then it has no value that stays`,
        remedy: `write der(${own}) = … with the mass, above 0, on the right-hand side`,
      },
    ];
  const value = values.get(key);
  if (!value) return [];
  return [...symbolsOf(value)].flatMap((symbol) => {
    const [type, name = ''] = symbol.split(':');
    if ((type !== 'pre' && type !== 'der') || !isMassed(name)) return [];
    const message = `${type}(${name}) of a state whose mass may be 0: then it has no history`;
    return [{ ...place, message, remedy: `use ${name} itself, or what its equation says` }];
  });
}

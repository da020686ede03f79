/** Definitions whose equations do not keep the dimensions of their declared units: warnings, as a bare number may stand for what makes them right. */
import type { KindDefinition } from '../../equations/language/definition.js';
import { type DimensionMistake, dimensionMistakes } from '../../equations/language/dimensions.js';
import type { Mistakes } from '../file/mistakes.js';
import type { Path } from '../file/raw.js';
import { dimensionOf, dimensionText } from '../text/dimensions.js';

/** Names of a term whose units the remedy tells. */
const mostNames = 4;

/** Warns of every term whose dimension differs from that of its neighbours. */
export function warnOfDimensions(name: string, kind: KindDefinition, mistakes: Mistakes): void {
  for (const found of dimensionMistakes(kind, dimensionOf)) {
    const { term, dimension, against, expected, made, place, of } = found;
    const message = `definition '${name}': ${term} is ${dimensionText(dimension)}, ${against} is ${dimensionText(expected)}`;
    const units = made.slice(0, mostNames).map((one) => `${one.name} is ${one.unit === '1' ? 'dimensionless' : `in ${one.unit}`}`);
    const declared = units.length === 0 ? '' : `${units.join(', ')}${made.length > mostNames ? ', …' : ''}: `;
    const remedy = `${declared}mend the term or a declared unit; a number that has the missing dimension is a parameter with its unit`;
    mistakes.warn(['definitions', name, ...pathOf(kind, of)], 'CIR808', message, remedy, of === 'equations' ? place : undefined);
  }
}

function pathOf({ states }: KindDefinition, of: DimensionMistake['of']): Path {
  if (of === 'equations') return ['equations'];
  if ('rule' in of) return ['requires', of.rule];
  return [Object.hasOwn(states ?? {}, of.initial) ? 'states' : 'outputs', of.initial, 'initial'];
}

/** Quantities that texts such as 'c*.in.p < 60 bar' ask for (blocks/kept/observer.ts): those that the name or glob matches. */
import type { Asked } from '../../blocks/kept/observer.js';
import { globMatcher, isGlob } from './globs.js';
import { parseQuantity } from './units.js';

/** A quantity that is asked for, and the values of the text, SI. */
export interface Chosen {
  readonly name: string;
  readonly values: readonly number[];
}

/** The quantities that a text asks for among those that there are, in their order. Throws UnitError where a value has another dimension than one of them. */
export function chosenBy({ pattern, values }: Asked, quantities: Iterable<{ readonly name: string; readonly unit: string }>): Chosen[] {
  const matches = isGlob(pattern) ? globMatcher(pattern) : (name: string) => name === pattern;
  return [...quantities].flatMap(({ name, unit }) =>
    matches(name) ? [{ name, values: values.map((value) => parseQuantity(value, unit || '1')) }] : [],
  );
}

/** Units of the elementary functions (equations/elementary.ts), for every thread to link. */
import { nameOf, textOf } from '../blocks/stepTexts.js';
import { elementaryConstants, elementarySteps } from '../equations/elementary.js';
import type { Unit } from '../equations/unit.js';
import { numberText } from '../equations/writer.js';
import { unitOf } from './stepUnit.js';

const names = new RegExp(`\\b(${Object.keys(elementaryConstants).join('|')})\\b`, 'g');

/** In their order: each calls those before it. Constants stand in the texts as numbers. */
export const elementaryUnits: readonly Unit[] = elementarySteps.map(({ made, pieces }) => {
  const text = [...pieces, made]
    .map(textOf)
    .join('\n')
    .replace(names, (constant) => numberText(elementaryConstants[constant as keyof typeof elementaryConstants]));
  const name = nameOf(made);
  return unitOf(text, name, name, { inlined: pieces.map(nameOf) }, 'double');
});

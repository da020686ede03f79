/** Units of the elementary functions (equations/elementary.ts), for every thread to link. */
import { elementaryConstants, elementarySteps } from '../equations/elementary.js';
import type { Unit } from '../equations/unit.js';
import { numberText } from '../equations/writer.js';
import { inPlace } from './inPlace.js';

const names = new RegExp(`\\b(${Object.keys(elementaryConstants).join('|')})\\b`, 'g');

/** Text of functions with their constants as numbers. */
const textOf = (functions: readonly ((...given: never[]) => number)[]): string =>
  functions
    .map(String)
    .join('\n')
    .replace(names, (name) => numberText(elementaryConstants[name as keyof typeof elementaryConstants]));

/** In their order: each calls those before it. */
export const elementaryUnits: readonly Unit[] = elementarySteps.map(({ made, pieces }) => {
  const text = textOf([...pieces, made]);
  const inlined = pieces.map(({ name }) => name);
  return { text, javascript: inPlace(text, made.name), constants: {}, name: made.name, as: made.name, parameters: 'double', inlined };
});

/** Sources of the elementary functions (equations/kernel/elementary.ts), for every thread to link. */
import { nameOf, textOf } from '../blocks/stepTexts.js';
import { elementaryConstants, elementarySteps } from '../equations/kernel/elementary.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { numberText } from '../equations/kernel/writer.js';
import { sourceOf } from './stepSource.js';

const names = new RegExp(`\\b(${Object.keys(elementaryConstants).join('|')})\\b`, 'g');

/** In their order: each calls those before it. Constants stand in the texts as numbers. */
export const elementarySources: readonly KernelSource[] = elementarySteps.map(({ made, pieces }) => {
  const text = [...pieces, made]
    .map(textOf)
    .join('\n')
    .replace(names, (constant) => numberText(elementaryConstants[constant as keyof typeof elementaryConstants]));
  const name = nameOf(made);
  return sourceOf(text, name, name, { inlined: pieces.map(nameOf) }, 'double');
});

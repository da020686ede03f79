/** Names of functions, number literals and options that both writers of C share. */
import type { Callee } from '../code/functionTable.js';

export interface WriterOptions {
  /** true: loops over lanes have a form for RM_WIDTH lanes beside the scalar one. */
  readonly wide: boolean;
  /** true: the C checks every index against the memory's size (for tests); an index outside sets a fault and touches no memory. */
  readonly checked: boolean;
}

const plain = (name: string): string => name.replace(/\W/g, '_');

/** Name in C of the function that other texts have a name for. */
export const textName = (as: string): string => `run_${plain(as)}`;

/** Name of a function in C. */
export function nameOf({ as, source, tree, index }: Callee): string {
  return as === null ? `run_${plain(source)}_${plain(tree.name)}_${index}` : textName(as);
}

/** C literal that reads back as the same double. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return '((double)NAN)';
  if (value === Number.POSITIVE_INFINITY) return '((double)INFINITY)';
  if (value === Number.NEGATIVE_INFINITY) return '(-(double)INFINITY)';
  const digits = Object.is(value, -0) ? '-0' : String(value);
  const text = /[.e]/.test(digits) ? digits : `${digits}.0`;
  return text.startsWith('-') ? `(${text})` : text;
}

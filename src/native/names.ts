/** What both writers of C share: names of functions, numbers, what a text is written for. */
import type { Callee } from '../code/functionTable.js';
import type { Operation } from '../code/trees.js';

export interface WriterOptions {
  /** Whether loops over lanes are also written for RM_WIDTH lanes; else they have the scalar form only. */
  readonly wide: boolean;
  /** Whether places are held against the memory's size (for tests): what lies outside is a fault, and read or written nowhere. */
  readonly checked: boolean;
}

/** Name of a function in C. */
export function nameOf({ as, source, tree, index }: Callee): string {
  const plain = (name: string): string => name.replace(/\W/g, '_');
  return as === null ? `run_${plain(source)}_${plain(tree.name)}_${index}` : `run_${plain(as)}`;
}

/** A double as the digits that read back as it. */
export function numberText(value: number): string {
  if (Number.isNaN(value)) return '((double)NAN)';
  if (value === Number.POSITIVE_INFINITY) return '((double)INFINITY)';
  if (value === Number.NEGATIVE_INFINITY) return '(-(double)INFINITY)';
  const digits = Object.is(value, -0) ? '-0' : String(value);
  const text = /[.e]/.test(digits) ? digits : `${digits}.0`;
  return text.startsWith('-') ? `(${text})` : text;
}

/** Operations that C writes between their operands, of one number and of lanes alike. */
export const infixOfBoth = {
  ...{ add: '+', sub: '-', mul: '*', div: '/' },
  ...{ lt: '<', le: '<=', gt: '>', ge: '>=', eq: '==', ne: '!=' },
} as const satisfies Partial<Record<Operation, string>>;

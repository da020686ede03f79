/** Words of the kernels' language, and what of a text is known when it is compiled. */
import type { Expression as Syntax } from 'acorn';
import type { AtomicOperation, Expression, Operation } from './trees.js';

export const mathFunctions: Readonly<Record<string, Operation>> = {
  abs: 'abs',
  sqrt: 'sqrt',
  min: 'min',
  max: 'max',
  floor: 'floor',
  ceil: 'ceil',
};
export const intrinsics: ReadonlySet<string> = new Set(['exponentOf', 'powerOfTwo']);
export const arithmetic: Readonly<Record<string, Operation>> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div', '%': 'rem' };
export const comparisons: Readonly<Record<string, Operation>> = { '<': 'lt', '<=': 'le', '>': 'gt', '>=': 'ge', '===': 'eq', '!==': 'ne' };
/** With how many values each takes beside the place. */
export const atomics: Readonly<Record<AtomicOperation, number>> = {
  load: 0,
  store: 1,
  add: 1,
  sub: 1,
  compareExchange: 2,
  wait: 2,
  notify: 0,
};
/** Doubles and words in the 4 GiB that a memory may have. */
export const mostElements = { double: 2 ** 29, int: 2 ** 30 } as const;

/** Whether a number is one of 32 bits. */
export const isInt = (value: number): boolean => value === (value | 0);

/** The value of an operation on two constants. */
export function folded(operation: Operation, a: number, b: number): number {
  switch (operation) {
    case 'add':
      return a + b;
    case 'sub':
      return a - b;
    case 'mul':
      return a * b;
    case 'div':
      return a / b;
    default:
      return a % b;
  }
}

/** Whether a condition of constants alone holds; null of any other. The branch that it excludes is not looked at. */
export function decided(node: Syntax): boolean | null {
  if (node.type === 'Literal' && typeof node.value === 'boolean') return node.value;
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const value = decided(node.argument);
    return value === null ? null : !value;
  }
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const [left, right] = [decided(node.left), decided(node.right)];
    const decisive = node.operator === '||';
    if (left === decisive || right === decisive) return decisive;
    return left === null || right === null ? null : !decisive;
  }
  return null;
}

/** A condition that is known. */
export function truth(holds: boolean): Expression {
  const zero = { kind: 'number', type: 'int', value: 0 } as const;
  return { kind: 'operation', type: 'truth', operation: holds ? 'eq' : 'ne', args: [zero, zero] };
}

/** An index as something that varies and a constant, which goes into the instruction. */
export function split(e: Expression): { index: Expression | null; offset: number } {
  if (e.kind === 'number') return { index: null, offset: e.value };
  if (e.kind === 'operation' && (e.operation === 'add' || e.operation === 'sub')) {
    const [a, b] = (e.args as [Expression, Expression]).map(split) as [ReturnType<typeof split>, ReturnType<typeof split>];
    const offset = e.operation === 'add' ? a.offset + b.offset : a.offset - b.offset;
    if (!b.index) return { index: a.index, offset };
    if (!a.index && e.operation === 'add') return { index: b.index, offset };
    const from: Expression = a.index ?? { kind: 'number', type: 'int', value: 0 };
    return { index: { ...e, args: [from, b.index] }, offset };
  }
  return { index: e, offset: 0 };
}

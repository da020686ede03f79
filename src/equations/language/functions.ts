/**
 * The functions of the language on numbers: what the kernels and the set-up interpreter use,
 * so that a value has the same bits wherever it is computed.
 */
import { elementary } from '../kernel/elementary.js';

/** Signed root: sign(x)·√|x|. */
export function ssqrt(x: number): number {
  return x < 0 ? -Math.sqrt(-x) : Math.sqrt(x);
}

/** a^b of a ≥ 0 by our own exp and log: the same bits on every machine, which `Math.pow` does not promise. */
export function power(a: number, b: number): number {
  return elementary.exp(b * elementary.log(a));
}

/** The q-th root of a ≥ 0, exact where it can be, for steps of integrators; but for q = 3, where V8 has a version of its own, the same bits on every machine. */
export function root(a: number, q: number): number {
  if (q === 2) return Math.sqrt(a);
  if (q === 3) return Math.cbrt(a);
  if (q === 4) return Math.sqrt(Math.sqrt(a));
  return power(a, 1 / q);
}

/** Operations with numbers in and a number out. `text` is the JavaScript of the same operation. */
export interface Operation {
  readonly arity: number;
  readonly evaluate: (a: number, b: number) => number;
  readonly text: (a: string, b: string) => string;
}

const unary = (evaluate: (a: number) => number, text: (a: string) => string): Operation => ({ arity: 1, evaluate, text });
const binary = (evaluate: (a: number, b: number) => number, text: (a: string, b: string) => string): Operation => ({
  arity: 2,
  evaluate,
  text,
});

export const operations = {
  add: binary(
    (a, b) => a + b,
    (a, b) => `(${a} + ${b})`,
  ),
  sub: binary(
    (a, b) => a - b,
    (a, b) => `(${a} - ${b})`,
  ),
  mul: binary(
    (a, b) => a * b,
    (a, b) => `(${a} * ${b})`,
  ),
  div: binary(
    (a, b) => a / b,
    (a, b) => `(${a} / ${b})`,
  ),
  // exp(b log a): a base above 0, accurate to |b log a| + 2 units in the last place, and near half the time of Math.pow. Whole powers are products: graph.ts.
  pow: binary(power, (a, b) => `exp(${b} * log(${a}))`),
  min: binary(Math.min, (a, b) => `Math.min(${a}, ${b})`),
  max: binary(Math.max, (a, b) => `Math.max(${a}, ${b})`),
  neg: unary(
    (a) => -a,
    (a) => `(-${a})`,
  ),
  abs: unary(Math.abs, (a) => `Math.abs(${a})`),
  sign: unary(
    (a) => (a > 0 ? 1 : a < 0 ? -1 : 0),
    (a) => `(${a} > 0 ? 1 : ${a} < 0 ? -1 : 0)`,
  ),
  sqrt: unary(Math.sqrt, (a) => `Math.sqrt(${a})`),
  ssqrt: unary(ssqrt, (a) => `(${a} < 0 ? -Math.sqrt(-${a}) : Math.sqrt(${a}))`),
  exp: unary(elementary.exp, (a) => `exp(${a})`),
  log: unary(elementary.log, (a) => `log(${a})`),
  sin: unary(elementary.sin, (a) => `sin(${a})`),
  cos: unary(elementary.cos, (a) => `cos(${a})`),
  tanh: unary(elementary.tanh, (a) => `tanh(${a})`),
  atan: unary(elementary.atan, (a) => `atan(${a})`),
  floor: unary(Math.floor, (a) => `Math.floor(${a})`),
  ceil: unary(Math.ceil, (a) => `Math.ceil(${a})`),
} satisfies Record<string, Operation>;

export type OperationName = keyof typeof operations;

/** Comparisons and logic: boolean out. */
export const conditions = {
  lt: '<',
  le: '<=',
  eq: '===',
  ne: '!==',
  and: '&&',
  or: '||',
  not: '!',
} as const;

export type ConditionName = keyof typeof conditions;

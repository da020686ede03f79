/** Errors at fixed steps, and the orders with which they fall. */
import type { Method } from '../../dist/lumped/method.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import type { OdeProblem } from '../../dist/lumped/problem.js';
import { integrateSmooth, optionsOf } from './integrateSmooth.js';

/** A method by its name. */
export function named(name: string): Method {
  const method = methods.get(name);
  if (!method) throw new Error(`no method ${name}`);
  return method;
}

export function largestDifference(one: ArrayLike<number>, other: ArrayLike<number>): number {
  return Math.max(...Array.from(one, (value, i) => Math.abs(value - (other[i] as number))));
}

/** Largest deviation in parts of the exact values. */
export function relativeError(y: ArrayLike<number>, exact: readonly number[]): number {
  return Math.max(...exact.map((value, i) => Math.abs((y[i] as number) / value - 1)));
}

/** Error at `end` with steps of h. */
export function errorAt(
  method: Method,
  problem: OdeProblem,
  start: readonly number[],
  end: number,
  h: number,
  exact: ArrayLike<number>,
): number {
  const options = optionsOf(problem, { fixedStep: h, relativeTolerance: 1e-12, absolute: 1e-12 });
  return largestDifference(integrateSmooth(method, problem, options, start, end).y, exact);
}

/** log2 of the quotients of errors at steps that halve. */
export function ordersOf(errors: readonly number[]): number[] {
  return errors.slice(1).map((error, i) => Math.log2((errors[i] as number) / error));
}

/** Solution by small steps of another method, rodas4, which takes algebraic rows too. */
export function bySmallSteps(problem: OdeProblem, start: readonly number[], end: number, steps = 2000): Float64Array {
  return integrateSmooth(named('rodas4'), problem, optionsOf(problem, { fixedStep: end / steps }), start, end).y;
}

/** A problem that counts its calls. */
export function counted(problem: OdeProblem): { readonly problem: OdeProblem; readonly calls: { rates: number; jacobian: number } } {
  const calls = { rates: 0, jacobian: 0 };
  const rates: OdeProblem['rates'] = (t, y, into) => {
    calls.rates++;
    problem.rates(t, y, into);
  };
  const jacobian: OdeProblem['jacobian'] = (t, y, values) => {
    calls.jacobian++;
    problem.jacobian(t, y, values);
  };
  return { problem: { ...problem, rates, jacobian }, calls };
}

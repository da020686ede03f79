/** Integration of a problem without jumps: attempts until the end. */
import type { Method, MethodOptions, Outcome, Stepper } from '../../dist/lumped/method.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import type { OdeProblem } from '../../dist/lumped/problem.js';
import { driven } from './odeProblems.js';

/** Options of a test; what is not given: rtol 1e-4, atol 1e-4 of each unknown, steps from 1e-14 s on, first step chosen, J of the problem, exact ∂f/∂t. */
export function optionsOf(
  problem: OdeProblem,
  given: Partial<Omit<MethodOptions, 'absoluteTolerance'>> & { absolute?: number } = {},
): MethodOptions {
  const { absolute = 1e-4, ...others } = given;
  return {
    relativeTolerance: 1e-4,
    absoluteTolerance: new Float64Array(problem.size).fill(absolute),
    fixedStep: null,
    initialStep: null,
    minimumStep: 1e-14,
    maximumStep: Infinity,
    jacobian: 'analytic',
    timeDerivative: true,
    algebra: 'auto',
    ...others,
  };
}

/** Attempts until `end`; `attempted` is told of each. Throws where the method is stuck. */
export function integrateSmooth(
  method: Method,
  problem: OdeProblem,
  options: MethodOptions,
  initial: readonly number[],
  end: number,
  attempted: (stepper: Stepper, outcome: Outcome) => void = () => {},
): Stepper {
  const stepper = method.start(problem, options);
  stepper.y.set(initial);
  stepper.begin(0);
  while (stepper.t < end) {
    const outcome = stepper.attempt(end);
    attempted(stepper, outcome);
    if (outcome === 'stuck') throw new Error(`${method.name} is stuck at t = ${stepper.t}, step ${stepper.step}`);
  }
  return stepper;
}

/** The integrator of a name. */
export const named = (name: string): Method => {
  const method = methods.get(name);
  if (!method) throw new Error(`no method ${name}`);
  return method;
};
/** Largest difference of two vectors. */
export const largestDifference = (one: ArrayLike<number>, other: ArrayLike<number>): number =>
  Math.max(...Array.from(one, (value, i) => Math.abs(value - (other[i] as number))));
/** `driven` from a point on, by small steps of order 5. */
export const exact = (from: number, y: readonly number[], to: number): Float64Array => {
  const stepper = named('dopri5').start(driven, optionsOf(driven, { fixedStep: Math.min(1 / 512, (to - from) / 16) }));
  stepper.y.set(y);
  stepper.begin(from);
  while (stepper.t < to) stepper.attempt(to);
  return stepper.y.slice();
};
/** log2 of the quotients of errors at steps that halve. */
export const ordersOf = (errors: readonly number[]): number[] =>
  errors.slice(1).map((error, i) => Math.log2((errors[i] as number) / error));

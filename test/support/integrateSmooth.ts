/** Integration of a problem without jumps: attempts until the end. */
import type { Method, MethodOptions, Outcome, Stepper } from '../../dist/lumped/method.js';
import type { OdeProblem } from '../../dist/lumped/problem.js';

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

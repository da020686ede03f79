/** Steps that explicit methods can take: the longest h for which h λ stays in their stability region, for every eigenvalue that decays. */
import type { Mode } from './eigenvalues.js';
import { stabilityFunctionOf } from './methodStability.js';
import { growthAt, type StabilityFunction } from './stabilityFunction.js';

/** As `stability` calls them: Euler's method, the classical method of order 4 (RK4), and the pair of Dormand and Prince. */
const explicitMethods = ['forwardEuler', 'rk4', 'dopri5'] as const;

export interface ExplicitStep {
  readonly method: (typeof explicitMethods)[number];
  /** s; Infinity where nothing decays, 0 where something swings without damping and the method bears none of it. */
  readonly step: number;
}

/** |R| may exceed 1 by this: rounding, and no more than a growth of 1e-9 a step. */
const slack = 1e-9;
/** Shortest and longest |h λ| that is looked at, and from one to the next. */
const [nearest, farthest, ratio] = [1e-4, 1e3, 1.02] as const;

/** Of each explicit method; eigenvalues with a positive real part (the circuit's own growth) count for nothing. */
export function explicitSteps(modes: readonly Mode[]): ExplicitStep[] {
  const decaying = modes.filter(({ real, frequency }) => real <= 0 && frequency > 0);
  return explicitMethods.map((method) => {
    const r = stabilityFunctionOf(method) as StabilityFunction;
    const steps = decaying.map((mode) => stableReach(r, mode) / (2 * Math.PI * mode.frequency));
    return { method, step: Math.min(Number.POSITIVE_INFINITY, ...steps) };
  });
}

/** |z| up to which |R| stays at most 1 on the ray through an eigenvalue; 0 where it never is. */
export function stableReach(r: StabilityFunction, { real, imaginary, frequency }: Mode): number {
  const size = 2 * Math.PI * frequency;
  const holds = (radius: number): boolean => growthAt(r, { re: (radius * real) / size, im: (radius * imaginary) / size }) <= 1 + slack;
  if (!holds(nearest)) return 0;
  let inside: number = nearest;
  while (inside < farthest && holds(inside * ratio)) inside *= ratio;
  let outside = inside * ratio;
  for (let n = 0; n < 40; n++) {
    const middle = (inside + outside) / 2;
    if (holds(middle)) inside = middle;
    else outside = middle;
  }
  return inside;
}

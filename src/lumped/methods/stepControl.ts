/** Lengths of steps: from the error, up to a limit, and the first. */
import { power, root } from '../../equations/language/functions.js';
import type { Counts, MethodOptions } from '../method.js';
import type { OdeProblem } from '../problem.js';
import { errorNorm } from './errorNorm.js';

/**
 * h · min(6, max(0.2, 0.9 ε^(-1/q))), s; q is the order of the error estimate. A fifth where ε is not finite. No memory of steps before.
 */
export function nextLength(h: number, error: number, q: number): number {
  return h * (Number.isFinite(error) ? Math.min(6, Math.max(0.2, 0.9 / root(error, q))) : 0.2);
}

/**
 * Length after an accepted step of length h, the error going on as it did since the accepted step before: h·0.9·(h/h_before)·(ε_before/ε²)^(1/q), within the bounds of `nextLength`.
 * Gustafsson, Control-theoretic techniques for stepsize selection in implicit Runge-Kutta methods, ACM TOMS 20, 1994.
 */
export function predictedLength(h: number, error: number, before: number, errorBefore: number, q: number): number {
  return h * Math.min(6, Math.max(0.2, (0.9 * h) / (before * root((error * error) / errorBefore, q))));
}

/** The step in use after an event, no longer than what the rates there suggest; the least step is what they suggest where they have no value beside y, and counts for nothing. */
export function noLonger(inUse: number, suggested: number, { minimumStep }: MethodOptions): number {
  return suggested > minimumStep ? Math.min(inUse, suggested) : inUse;
}

/** Within the least and the greatest step that the options allow. */
export function clipped(h: number, { minimumStep, maximumStep }: MethodOptions): number {
  return Math.min(maximumStep, Math.max(minimumStep, h));
}

/**
 * Length of a step of about h from t that does not pass `limit`: what is left to the limit where h reaches it, or falls short of it by no more than
 * a part `stretch` of itself.
 */
export function lengthWithin(t: number, h: number, limit: number, stretch: number): number {
  const left = limit - t;
  return h * (1 + stretch) >= left ? left : h;
}

/**
 * A first step, s, from the sizes of y, of its rate f and of f's change over a trial step of Euler's method, all in parts of the tolerance. Hairer, Nørsett and
 * Wanner, Solving Ordinary Differential Equations I, section II.4. Algebraic rows have no rate and stay out. `trial` and `change` are room; one call of f.
 */
export function initialStep(
  problem: OdeProblem,
  options: MethodOptions,
  counts: Counts,
  t: number,
  y: Float64Array,
  rates: Float64Array,
  order: number,
  trial: Float64Array,
  change: Float64Array,
): number {
  const { absoluteTolerance, relativeTolerance } = options;
  const { mass, size } = problem;
  const normOf = (values: Float64Array): number => errorNorm(values, y, absoluteTolerance, relativeTolerance);
  for (let i = 0; i < size; i++) change[i] = mass && mass[i] === 0 ? 0 : rates[i];
  const ofState = normOf(y);
  const ofRate = normOf(change);
  const first = ofState < 1e-5 || ofRate < 1e-5 ? 1e-6 : (0.01 * ofState) / ofRate;
  for (let i = 0; i < size; i++) trial[i] = y[i] + first * change[i];
  problem.rates(t + first, trial, change);
  counts.rates++;
  for (let i = 0; i < size; i++) change[i] = mass && mass[i] === 0 ? 0 : change[i] - rates[i];
  const curvature = Math.max(ofRate, normOf(change) / first);
  const second = curvature <= 1e-15 ? Math.max(1e-6, first * 1e-3) : power(0.01 / curvature, 1 / (order + 1));
  const chosen = Math.min(100 * first, second);
  // Where f is not finite beside y, there is nothing to go by.
  return clipped(Number.isFinite(chosen) ? chosen : options.minimumStep, options);
}

/** The fastest rate of a problem along a quick implicit run of it, and the steps that stability alone asks of explicit methods there. */
import { type IntegrationOptions, integrate } from '../integrate.js';
import { mostStages } from '../methods/rkc.js';
import { rodas4 } from '../methods/rosenbrock.js';
import type { OdeProblem, SparsePattern } from '../problem.js';
import { type Mode, spectrum } from './eigenvalues.js';
import { stableReach } from './explicitSteps.js';
import { stabilityFunctionOf } from './methodStability.js';

/** Along a run. */
export interface RatesAlong {
  /** s; where the fastest rate was met. */
  readonly at: number;
  /** Its eigenvalue. */
  readonly mode: Mode;
  /** ∫ rate dt from start to end over the fastest rate, s: how long a run would be that is as fast all the time. */
  readonly fastTime: number;
}

/** Tolerance of the quick run, its attempts at most, and unknowns up to which eigenvalues are solved for: beyond, the bound by entries stands for them. */
const [tolerance, mostAttempts, mostSolved] = [1e-2, 500, 300] as const;
/** Rates that differ less are taken for one. */
const faster = 2;

/**
 * Runs a problem of its own from `y` by rodas4 at 1e-2 over `options.from` to `options.to`; null where nothing decays or swings. Eigenvalues are solved for where
 * the bound on them is largest; between, they go as the bound. What the run does not reach is taken to be as fast as what it did.
 * `onFaster` is called at points of which the bound is at least twice that of all before, with the bound, 1/s.
 */
export function ratesAlong(
  problem: OdeProblem,
  y: Float64Array,
  options: Omit<IntegrationOptions, 'relativeTolerance' | 'fixedStep' | 'jacobian' | 'timeDerivative' | 'algebra'>,
  onFaster: (t: number, y: Float64Array, rate: number) => void = () => {},
): RatesAlong | null {
  const values = new Float64Array(problem.pattern.rows.length);
  const worst = values.slice();
  const bound = rateBound(problem.pattern, problem.mass);
  let [at, most, told, integral, before, now] = [options.from, 0, 0, 0, options.from, 0];
  const look = (t: number, own: Float64Array): void => {
    if (t <= before && most > 0) return;
    integral += (t - before) * now;
    before = t;
    problem.jacobian(t, own, values);
    now = bound(values);
    if (!Number.isFinite(now)) now = 0;
    if (now > most) {
      [at, most] = [t, now];
      worst.set(values);
    }
    if (now > faster * told) {
      told = now;
      onFaster(t, own, now);
    }
  };
  const run = integrate(
    problem,
    rodas4,
    y,
    { ...options, relativeTolerance: tolerance, fixedStep: null, jacobian: 'analytic', timeDerivative: true, algebra: 'auto' },
    {
      isDone: (stepper) => {
        look(stepper.t, stepper.y);
        return false;
      },
    },
  );
  run.run(mostAttempts);
  look(run.stepper.t, run.stepper.y);
  const reached = before - options.from;
  if (!(most > 0) || !(reached > 0)) return null;
  const mode = problem.size > mostSolved ? slowing(most) : fastestOf(problem, worst);
  if (!mode) return null;
  return { at, mode, fastTime: (integral / most) * ((options.to - options.from) / reached) };
}

/** The fastest that decays or swings without growing; null of none. */
const fastestOf = ({ pattern, mass }: OdeProblem, jacobian: Float64Array): Mode | null =>
  spectrum(pattern, jacobian, mass).modes.find(({ real, frequency }) => real <= 0 && frequency > 0) ?? null;

const slowing = (rate: number): Mode => ({ real: -rate, imaginary: 0, frequency: rate / (2 * Math.PI), damping: 1 });

/**
 * Largest over rows i of |J_ii| + Σ_j √|J_ij J_ji|, 1/s: no unit of an unknown changes it. For what is coupled both ways it is above the largest eigenvalue's size,
 * and near to it where one row is faster than the others.
 */
function rateBound({ size, starts, rows }: SparsePattern, mass: Float64Array | null): (values: Float64Array) => number {
  const mirrored = new Int32Array(rows.length).fill(-1);
  for (let column = 0; column < size; column++)
    for (let place = starts[column]; place < starts[column + 1]; place++) {
      const across = rows.subarray(starts[rows[place]], starts[rows[place] + 1]).indexOf(column);
      if (across >= 0) mirrored[place] = starts[rows[place]] + across;
    }
  const sums = new Float64Array(size);
  return (values) => {
    sums.fill(0);
    for (let column = 0; column < size; column++)
      for (let place = starts[column]; place < starts[column + 1]; place++) {
        const row = rows[place];
        const other = mirrored[place];
        if (other < 0 || (mass !== null && (mass[row] === 0 || mass[column] === 0))) continue;
        sums[row] = sums[row] + Math.sqrt(Math.abs(values[place] * values[other]));
      }
    return sums.reduce((most, sum) => Math.max(most, sum), 0);
  };
}

/** |h λ| up to which a method is stable for a mode; Infinity of methods that are not explicit. rkc is taken with as many stages as it has at most. */
export function explicitReach(method: string, mode: Mode): number {
  // Functional iteration converges up to there; no order of Adams' formulas reaches much further.
  if (method === 'adams') return 1;
  // As many stages as it has reach that far along the negative real axis, and next to nothing beside it.
  if (method === 'rkc') return mode.imaginary > Math.abs(mode.real) ? 1 : rkcReach;
  const r = stabilityFunctionOf(method);
  return r === undefined ? Number.POSITIVE_INFINITY : stableReach(r, mode);
}
const rkcReach = (mostStages ** 2 - 1) / 1.54;

/** Longest stable step where a run is fastest, s, and how many such steps it would take, by stability alone. */
export function stableSteps({ mode, fastTime }: RatesAlong, method: string): { readonly step: number; readonly steps: number } {
  const step = explicitReach(method, mode) / (2 * Math.PI * mode.frequency);
  return { step, steps: fastTime / step };
}

/**
 * Parameters within bounds by least squares: Levenberg and Marquardt's method from several starts, slopes by central differences. A bounded parameter
 * x in [0, 1] is (1 + sin u)/2 of a free u (James & Roos, Comput. Phys. Commun. 10, 1975), so that no step leaves the bounds.
 */
import { type LeastSquares, levenbergMarquardt } from '../surrogate/levenbergMarquardt.js';
import type { Point } from './optimiser.js';

/** Weighted residuals, measured less computed, of points of the unit cube that can be evaluated side by side; null of one without a result. */
export type ResidualsOf = (points: readonly Point[]) => Promise<readonly (Float64Array | null)[]>;

export interface StartFit {
  readonly start: Point;
  readonly point: Point;
  /** Σe²; Infinity where the start has no result. */
  readonly squares: number;
  readonly iterations: number;
  readonly stopped: string;
}

export interface FitOptions {
  readonly starts: readonly Point[];
  /** Half the distance between the points of a difference, in parts of the range of each parameter. */
  readonly difference?: number;
  readonly iterations?: number;
  readonly signal?: AbortSignal | undefined;
  readonly onIteration?: (start: number, iteration: number, squares: number) => void;
}

/** Σe² falls by less than this part in an iteration. */
const leastGain = 1e-9;
/** From a bound that a start stands on nothing moves: sin has no slope there. */
const fromBound = 1e-3;
export const defaultDifference = 1e-3;

/** One fit for each start, in their order. */
export async function fitLeastSquares(residualsOf: ResidualsOf, options: FitOptions): Promise<StartFit[]> {
  const { starts, iterations = 50, difference = defaultDifference, signal, onIteration } = options;
  const fits: StartFit[] = [];
  for (const [number, start] of starts.entries()) {
    if (signal?.aborted) break;
    const inside = start.map((x) => Math.min(1 - fromBound, Math.max(fromBound, x)));
    const [first] = await residualsOf([inside]);
    if (!first) {
      fits.push({ start, point: inside, squares: Number.POSITIVE_INFINITY, iterations: 0, stopped: 'the start has no result' });
      continue;
    }
    const fitted = await levenbergMarquardt(problemOf(residualsOf, difference), inside.map(free), {
      ...{ epochs: iterations, signal, leastGain },
      onEpoch: ({ epoch, squares }) => onIteration?.(number, epoch, squares),
    });
    const point = fitted.weights.map(bounded);
    const [last] = await residualsOf([point]);
    const squares = last ? sumOfSquares(last) : Number.POSITIVE_INFINITY;
    fits.push({ start, point, squares, iterations: fitted.epochs, stopped: fitted.stopped === 'epochs' ? 'iterations' : fitted.stopped });
  }
  return fits;
}

const bounded = (u: number): number => (1 + Math.sin(u)) / 2;
const free = (x: number): number => Math.asin(2 * x - 1);

const sumOfSquares = (residuals: Float64Array): number => residuals.reduce((sum, e) => sum + e * e, 0);

function problemOf(residualsOf: ResidualsOf, difference: number): LeastSquares {
  return {
    squares: async (weights) => {
      const [residuals] = await residualsOf([weights.map(bounded)]);
      return residuals ? sumOfSquares(residuals) : Number.POSITIVE_INFINITY;
    },
    normal: async (weights) => {
      const n = weights.length;
      const { residuals, slopes } = await slopesAt(residualsOf, weights.map(bounded), difference);
      const chain = weights.map((u) => Math.cos(u) / 2);
      const dot = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
        let sum = 0;
        for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
        return sum;
      };
      const normal = new Float64Array(1 + n + (n * (n + 1)) / 2);
      normal[0] = sumOfSquares(residuals);
      for (let i = 0, at = 1 + n; i < n; i++) {
        normal[1 + i] = chain[i] * dot(slopes[i] as Float64Array, residuals);
        for (let j = 0; j <= i; j++, at++) normal[at] = chain[i] * chain[j] * dot(slopes[i] as Float64Array, slopes[j] as Float64Array);
      }
      return normal;
    },
  };
}

/** Residuals e at a point and slopes -∂e/∂x, columns by parameter; a parameter whose neighbours have no result has slopes of 0. Throws where the point has none. */
export async function slopesAt(
  residualsOf: ResidualsOf,
  point: Point,
  difference = defaultDifference,
): Promise<{ readonly residuals: Float64Array; readonly slopes: readonly Float64Array[] }> {
  const at = (d: number, step: number): Point => {
    const moved = point.slice();
    moved[d] = Math.min(1, Math.max(0, point[d] + step));
    return moved;
  };
  const around = Array.from(point, (_, d) => [at(d, -difference), at(d, difference)] as const);
  const [residuals, ...others] = await residualsOf([point, ...around.flat()]);
  if (!residuals) throw new Error('a point that had a result has none');
  const slopes = around.map(([low, high], d) => {
    const [before, after] = [others[2 * d], others[2 * d + 1]];
    if (!before || !after) return new Float64Array(residuals.length);
    const width = high[d] - low[d];
    return before.map((e, k) => (e - after[k]) / width);
  });
  return { residuals, slopes };
}

/**
 * Levenberg and Marquardt's method: (JᵀJ + μI) Δw = Jᵀe; a step that lowers Σe² is taken and μ falls tenfold, else μ rises tenfold and the step is tried again
 * (Hagan & Menhaj, IEEE Trans. Neural Networks 5, 1994). Stops early when the error of samples that it does not see has risen so many times.
 */
import { CholeskyDecomposition, Matrix } from 'ml-matrix';

/** A sum of squares over some samples. */
export interface LeastSquares {
  /** Σe² at weights. */
  squares(weights: Float64Array): Promise<number>;
  /** Σe², Jᵀe, and JᵀJ as the rows of its lower half, one behind the other; e = target - value, J = ∂value/∂w. */
  normal(weights: Float64Array): Promise<Float64Array>;
}

export interface LevenbergOptions {
  readonly epochs: number;
  /** Mean square of samples that are not trained with, by which it stops early and chooses; none: that of the training. */
  readonly validate?: ((weights: Float64Array) => number) | undefined;
  readonly onEpoch?: ((epoch: Epoch) => void) | undefined;
  /** Part by which Σe² falls at least; below it nothing is left to gain. Default: rounding. */
  readonly leastGain?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Epoch {
  readonly epoch: number;
  /** Σe² of what is trained with. */
  readonly squares: number;
  /** Mean square of what is not. */
  readonly validation: number | null;
  readonly damping: number;
}

export interface Fitted {
  /** Those with the least validation. */
  readonly weights: Float64Array;
  readonly epochs: number;
  readonly stopped: 'epochs' | 'validation' | 'converged' | 'interrupted';
}

/** As MATLAB's trainlm has them, with which the published networks were trained. */
const [firstDamping, factor, largestDamping, mostRises] = [1e-3, 10, 1e10, 6] as const;
/** Σe² falls by less than this part, and the gradient has come to rounding. */
const rounding = 1e-14;

/** Fits weights from a start; `weights` itself is not changed. */
export async function levenbergMarquardt(problem: LeastSquares, start: Float64Array, options: LevenbergOptions): Promise<Fitted> {
  const { epochs, validate, onEpoch, leastGain = rounding, signal } = options;
  let weights: Float64Array = start.slice();
  let best = weights;
  let bestValidation = validate?.(weights) ?? Number.POSITIVE_INFINITY;
  let damping: number = firstDamping;
  for (let [epoch, rises] = [1, 0]; epoch <= epochs; epoch++) {
    if (signal?.aborted) return { weights: best, epochs: epoch - 1, stopped: 'interrupted' };
    const normal = (await problem.normal(weights)).slice();
    const before = normal[0];
    const taken = await lower(problem, weights, normal, damping);
    if (!taken) return { weights: validate ? best : weights, epochs: epoch - 1, stopped: 'converged' };
    weights = taken.weights;
    damping = Math.max(taken.damping / factor, Number.MIN_VALUE);
    const validation = validate?.(weights) ?? null;
    onEpoch?.({ epoch, squares: taken.squares, validation, damping });
    if (validation === null || validation < bestValidation) {
      bestValidation = validation ?? bestValidation;
      best = weights;
      rises = 0;
    } else if (++rises >= mostRises) return { weights: best, epochs: epoch, stopped: 'validation' };
    if (before - taken.squares <= leastGain * before) return { weights: best, epochs: epoch, stopped: 'converged' };
  }
  return { weights: best, epochs, stopped: 'epochs' };
}

/** A step that lowers the sum of squares; null where none does. */
async function lower(
  problem: LeastSquares,
  weights: Float64Array,
  normal: Float64Array,
  first: number,
): Promise<{ weights: Float64Array; squares: number; damping: number } | null> {
  const count = weights.length;
  const before = normal[0];
  const gradient = normal.subarray(1, 1 + count);
  for (let damping = first; damping <= largestDamping; damping *= factor) {
    const step = solved(normal, gradient, damping);
    if (!step) continue;
    const tried = weights.map((weight, k) => weight + step[k]);
    const squares = await problem.squares(tried);
    if (squares < before) return { weights: tried, squares, damping };
  }
  return null;
}

/** (JᵀJ + μI)⁻¹ Jᵀe; null where rounding has left it not positive definite. */
function solved(normal: Float64Array, gradient: Float64Array, damping: number): number[] | null {
  const count = gradient.length;
  const matrix = Matrix.zeros(count, count);
  for (let i = 0, at = 1 + count; i < count; i++)
    for (let j = 0; j <= i; j++, at++) {
      const value = normal[at] + (i === j ? damping : 0);
      matrix.set(i, j, value);
      matrix.set(j, i, value);
    }
  const decomposition = new CholeskyDecomposition(matrix);
  if (!decomposition.isPositiveDefinite()) return null;
  return decomposition.solve(Matrix.columnVector([...gradient])).to1DArray();
}

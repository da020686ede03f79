/** Eigenvalues of a linearised circuit: how stiff it is, how fast it swings and how it is damped. */
import { EigenvalueDecomposition, Matrix, solve } from 'ml-matrix';
import type { SparsePattern } from '../problem.js';

/** One eigenvalue λ, 1/s; of a conjugate pair the one with the positive imaginary part stands for both. */
export interface Mode {
  readonly real: number;
  /** At least zero; above zero for a pair. */
  readonly imaginary: number;
  /** |λ|/2π, Hz: the natural frequency of a pair, the corner frequency of a single value. */
  readonly frequency: number;
  /** -Re λ / |λ|: 1 decays without swinging, 0 swings for ever, below zero grows; NaN where λ is zero. */
  readonly damping: number;
}

export interface Spectrum {
  /** The fastest first. */
  readonly modes: readonly Mode[];
  /** Largest over smallest -Re λ of what decays; 1 where nothing or one value does. */
  readonly stiffness: number;
}

/** Values below this part of the fastest are rounding: a circuit's constants (a position that nothing drives) are exact zeros of its linearisation. */
const rounding = 1e-13;

/**
 * Spectrum of M y' = J y. Algebraic rows (mass 0) are eliminated: J_dd - J_da J_aa⁻¹ J_ad. The matrix is balanced first, as rows in Pa and in m differ
 * by ten orders of magnitude and more.
 */
export function spectrum(pattern: SparsePattern, jacobian: Float64Array, mass: Float64Array | null = null): Spectrum {
  return spectrumOf(reduced(dense(pattern, jacobian), mass));
}

/** The same for a matrix by rows. */
export function spectrumOf(rows: readonly (readonly number[])[]): Spectrum {
  const { realEigenvalues, imaginaryEigenvalues } = new EigenvalueDecomposition(new Matrix(balanced(rows)));
  const largest = Math.max(0, ...realEigenvalues.map((re, k) => Math.hypot(re, imaginaryEigenvalues[k] as number)));
  const clean = (value: number): number => (Math.abs(value) <= rounding * largest ? 0 : value);
  const modes: Mode[] = [];
  for (const [k, re] of realEigenvalues.entries()) {
    const [real, imaginary] = [clean(re), clean(imaginaryEigenvalues[k] as number)];
    if (imaginary < 0) continue;
    const size = Math.hypot(real, imaginary);
    modes.push({ real, imaginary, frequency: size / (2 * Math.PI), damping: -real / size });
  }
  modes.sort((a, b) => b.frequency - a.frequency || a.real - b.real);
  const rates = modes.filter(({ real }) => real < 0).map(({ real }) => -real);
  return { modes, stiffness: rates.length === 0 ? 1 : Math.max(...rates) / Math.min(...rates) };
}

function dense({ size, starts, rows }: SparsePattern, values: Float64Array): number[][] {
  const matrix = Array.from({ length: size }, () => new Array<number>(size).fill(0));
  for (let j = 0; j < size; j++)
    for (let at = starts[j] as number; at < (starts[j + 1] as number); at++)
      (matrix[rows[at] as number] as number[])[j] = values[at] as number;
  return matrix;
}

/** Without the algebraic rows and columns. */
function reduced(matrix: number[][], mass: Float64Array | null): number[][] {
  const kept = matrix.flatMap((_, i) => (mass?.[i] === 0 ? [] : [i]));
  const left = matrix.flatMap((_, i) => (mass?.[i] === 0 ? [i] : []));
  if (left.length === 0) return matrix;
  const whole = new Matrix(matrix);
  const inner = solve(whole.selection(left, left), whole.selection(left, kept));
  return Matrix.sub(whole.selection(kept, kept), whole.selection(kept, left).mmul(inner)).to2DArray();
}

/** D⁻¹ A D with powers of two in D, so that row and column sums become alike and nothing is rounded (Parlett & Reinsch 1969). */
function balanced(rows: readonly (readonly number[])[]): number[][] {
  const a = rows.map((row) => [...row]);
  for (let sweep = 0, changed = true; changed && sweep < 100; sweep++) {
    changed = false;
    for (let i = 0; i < a.length; i++) {
      let [row, column] = [0, 0];
      for (let j = 0; j < a.length; j++) {
        if (j === i) continue;
        row += Math.abs(a[i]?.[j] as number);
        column += Math.abs(a[j]?.[i] as number);
      }
      if (row === 0 || column === 0) continue;
      const factor = 2 ** Math.round(Math.log2(row / column) / 2);
      if (factor === 1 || column * factor + row / factor >= 0.95 * (column + row)) continue;
      changed = true;
      for (let j = 0; j < a.length; j++) {
        (a[j] as number[])[i] = (a[j]?.[i] as number) * factor;
        (a[i] as number[])[j] = (a[i]?.[j] as number) / factor;
      }
    }
  }
  return a;
}

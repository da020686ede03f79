/** Eigenvalues of a linearised circuit: how stiff it is, how fast it swings and how it is damped. */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import type { SparsePattern } from '../problem.js';
import { balanced, dense, type Rows, reduced } from './matrices.js';

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
  /** κ = |λ|max / |λ|min of those that are not zero; 1 where there are less than two. */
  readonly condition: number;
}

/** Values below this part of the fastest are rounding: a circuit's constants (a position that nothing drives) are exact zeros of its linearisation. */
const rounding = 1e-13;

/**
 * Spectrum of M y' = J y. Algebraic rows (mass 0) are eliminated: J_dd - J_da J_aa⁻¹ J_ad. The matrix is balanced first, as rows in Pa and in m differ
 * by ten orders of magnitude and more.
 */
export function spectrum(pattern: SparsePattern, jacobian: Float64Array, mass: ArrayLike<number> | null = null): Spectrum {
  return spectrumOf(reduced(dense(pattern, jacobian), mass).rows);
}

/** Eigenvalues of a matrix by rows. */
export function spectrumOf(rows: Rows): Spectrum {
  return summaryOf(eigenvaluesOf(new EigenvalueDecomposition(new Matrix(balanced(rows).rows))).flatMap((mode) => mode ?? []));
}

/** By column of the decomposition: its mode, with rounding taken for zero; null of the second of a pair. */
export function eigenvaluesOf({ realEigenvalues, imaginaryEigenvalues }: EigenvalueDecomposition): (Mode | null)[] {
  const largest = Math.max(0, ...realEigenvalues.map((re, k) => Math.hypot(re, imaginaryEigenvalues[k])));
  const clean = (value: number): number => (Math.abs(value) <= rounding * largest ? 0 : value);
  return realEigenvalues.map((re, k) => {
    const [real, imaginary] = [clean(re), clean(imaginaryEigenvalues[k])];
    if (imaginary < 0) return null;
    const size = Math.hypot(real, imaginary);
    return { real, imaginary, frequency: size / (2 * Math.PI), damping: -real / size };
  });
}

/** Modes in their order, and the measures of all of them. */
export function summaryOf<Own extends Mode>(all: readonly Own[]): Spectrum & { readonly modes: readonly Own[] } {
  const modes = [...all].sort(fastestFirst);
  const rates = modes.filter(({ real }) => real < 0).map(({ real }) => -real);
  const sizes = modes.map(({ frequency }) => frequency).filter((size) => size > 0);
  return { modes, stiffness: ratio(rates), condition: ratio(sizes) };
}

const fastestFirst = (a: Mode, b: Mode): number => b.frequency - a.frequency || a.real - b.real;

const ratio = (values: readonly number[]): number => (values.length === 0 ? 1 : Math.max(...values) / Math.min(...values));

/**
 * What an eigenvalue belongs to. With the right eigenvector r and the left one l, lᵀ M r = 1, unknown k takes part with l_k r_k; over all unknowns that adds
 * up to 1 whatever their units are (Pérez-Arriaga, Verghese & Schweppe, IEEE Trans. PAS 101, 1982). And as λ = lᵀ J r, every part that J is a sum of has
 * its part of λ.
 */
import { EigenvalueDecomposition, inverse, Matrix } from 'ml-matrix';
import type { SparsePattern } from '../problem.js';
import { eigenvaluesOf, type Mode, type Spectrum, summaryOf } from './eigenvalues.js';
import { balanced, dense, type Reduced, reduced } from './matrices.js';

/** Complex numbers, one for each unknown. */
export interface ComplexColumn {
  readonly re: Float64Array;
  readonly im: Float64Array;
}

export interface ModeVectors extends Mode {
  readonly right: ComplexColumn;
  readonly left: ComplexColumn;
  /** |l_k r_k| of each unknown, in parts of their sum: from 0 to 1. Of algebraic unknowns 0. */
  readonly participation: Float64Array;
}

export interface Modal extends Spectrum {
  readonly modes: readonly ModeVectors[];
}

/** Spectrum of M y' = J y with its eigenvectors, over all unknowns. */
export function modal(pattern: SparsePattern, jacobian: Float64Array, mass: ArrayLike<number> | null = null): Modal {
  const system = reduced(dense(pattern, jacobian), mass);
  if (system.kept.length === 0) return summaryOf([]);
  const { rows, scale } = balanced(system.rows);
  const decomposition = new EigenvalueDecomposition(new Matrix(rows));
  const all = eigenvaluesOf(decomposition);
  const right = decomposition.eigenvectorMatrix;
  scaleColumns(right, all);
  const left = inverseOf(right);
  const modes = all.flatMap((mode, k): ModeVectors[] => {
    if (!mode) return [];
    const isPair = mode.imaginary > 0;
    // Of a pair the real matrix holds real and imaginary part in two columns, and its inverse twice those of the left vector in two rows.
    const vectors = {
      right: { re: right.getColumn(k), im: isPair ? right.getColumn(k + 1) : null },
      left: { re: left.getRow(k), im: isPair ? left.getRow(k + 1) : null },
    };
    return [withVectors(mode, system, scale, vectors)];
  });
  return summaryOf(modes);
}

/** To length 1; both columns of a pair (the second of which has no mode of its own) by one factor. */
function scaleColumns(vectors: Matrix, modes: readonly (Mode | null)[]): void {
  modes.forEach((mode, k) => {
    if (!mode) return;
    const columns = mode.imaginary > 0 ? [k, k + 1] : [k];
    const length = Math.hypot(...columns.flatMap((column) => vectors.getColumn(column)));
    if (length > 0) for (const column of columns) vectors.mulColumn(column, 1 / length);
  });
}

/** Of eigenvectors; where two of them fall together (an integrator of an integrator), of what can be told apart. */
function inverseOf(vectors: Matrix): Matrix {
  try {
    return inverse(vectors);
  } catch {
    return inverse(vectors, true);
  }
}

interface Pair {
  readonly re: readonly number[];
  readonly im: readonly number[] | null;
}

function withVectors(
  mode: Mode,
  system: Reduced,
  scale: readonly number[],
  { right, left }: { readonly right: Pair; readonly left: Pair },
): ModeVectors {
  const { kept, left: algebraic, inner, outer } = system;
  const size = kept.length + algebraic.length;
  const column = (): ComplexColumn => ({ re: new Float64Array(size), im: new Float64Array(size) });
  const [r, l] = [column(), column()];
  const half = right.im ? 0.5 : 1;
  kept.forEach((k, i) => {
    const d = scale[i];
    r.re[k] = right.re[i] * d;
    r.im[k] = (right.im?.[i] ?? 0) * d;
    l.re[k] = (half * left.re[i]) / d;
    l.im[k] = (-half * (left.im?.[i] ?? 0)) / d;
  });
  for (const part of ['re', 'im'] as const)
    algebraic.forEach((a, i) => {
      // J_aa r_a + J_ad r_d = 0, and the same of l from the other side.
      r[part][a] = -kept.reduce((sum, k, j) => sum + inner[i]?.[j] * r[part][k], 0);
      l[part][a] = -kept.reduce((sum, k, j) => sum + outer[j]?.[i] * l[part][k], 0);
    });
  const participation = new Float64Array(size);
  for (const k of kept) participation[k] = Math.hypot(l.re[k], l.im[k]) * Math.hypot(r.re[k], r.im[k]);
  const whole = participation.reduce((sum, part) => sum + part, 0) || 1;
  return { ...mode, right: r, left: l, participation: participation.map((part) => part / whole) };
}

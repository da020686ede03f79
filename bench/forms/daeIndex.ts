/**
 * Index of M v' = F(t, v) at a point by repeated projection on what M leaves out (Hodgson, Hyde and Sharma, ch. 24.4, (24.19)-(24.21)): with N = I - M M⁺ the hidden
 * constraint is G = N F = 0; M is augmented by dG/dv, F by -dG/dt; the index is how often until M has full column rank. Quantities are taken in parts of what they are,
 * equations of their largest term. The point is to be a general one: at zero flow a root has no slope. The first constraint is differentiated exactly, later ones by differences.
 */
import type { Dae } from './dae.js';

export interface DaeIndex {
  /** Null where `most` augmentations do not do. */
  readonly index: number | null;
  /** Ranks of M before each augmentation, and the last. */
  readonly ranks: readonly number[];
}

/** M by rows, and F. */
interface Augmented {
  readonly m: readonly Float64Array[];
  readonly f: Float64Array;
}

/** The rest of a row, in parts of the largest, that counts as zero: differences leave 1e-8. */
const nothing = 1e-6;

/** The index at t, y, z of a system y' = f, 0 = g. */
export function daeIndex(given: Dae, t: number, y: Float64Array, z: Float64Array, most = 5): DaeIndex {
  const dae = scaled(given, t, y, z);
  const v = Float64Array.of(...dae.start.y, ...dae.start.z);
  let level = first(dae);
  const ranks: number[] = [];
  for (let k = 0; k <= most; k++) {
    const rank = rangeOf(transposed(level(t, v).m)).length;
    ranks.push(rank);
    if (rank === v.length) return { index: k, ranks };
    level = k === 0 ? second(dae) : augmented(level, 10 ** (k - 5));
  }
  return { index: null, ranks };
}

/** The system with every quantity in parts of its size at a point, which is its start. */
function scaled(dae: Dae, t: number, y: Float64Array, z: Float64Array): Dae {
  const sizesOf = (values: Float64Array): Float64Array => values.map((x) => (x === 0 ? 1 : Math.abs(x)));
  const [sy, sz] = [sizesOf(y), sizesOf(z)];
  const [n, m] = [y.length, z.length];
  const back = (values: Float64Array, sizes: Float64Array): Float64Array => values.map((x, k) => x * sizes[k]);
  const at = dae.constraints(t, y, z);
  const rows = at.g.map((_, i) => {
    const terms = [...sy.map((s, k) => s * at.byState[i * n + k]), ...sz.map((s, k) => s * at.byUnknown[i * m + k])];
    return Math.max(...terms.map(Math.abs)) || 1;
  });
  const slopes = (values: Float64Array, sizes: Float64Array): Float64Array =>
    values.map((x, k) => (x * sizes[k % sizes.length]) / rows[Math.floor(k / sizes.length)]);
  return {
    ...dae,
    start: { y: y.map((x, k) => x / sy[k]), z: z.map((x, k) => x / sz[k]) },
    rates: (time, a, b) => dae.rates(time, back(a, sy), back(b, sz)).map((x, k) => x / sy[k]),
    constraints: (time, a, b) => {
      const { g, byState, byUnknown, byTime } = dae.constraints(time, back(a, sy), back(b, sz));
      const inRows = (values: Float64Array): Float64Array => values.map((x, i) => x / rows[i]);
      return { g: inRows(g), byState: slopes(byState, sy), byUnknown: slopes(byUnknown, sz), byTime: inRows(byTime) };
    },
  };
}

type Level = (t: number, v: Float64Array) => Augmented;

function first(dae: Dae): Level {
  const [n, m] = [dae.states.length, dae.unknowns.length];
  const rows = Array.from({ length: n + m }, (_, i) => Float64Array.from({ length: n + m }, (_v, k) => (i === k && i < n ? 1 : 0)));
  return (t, v) => {
    const [y, z] = [v.slice(0, n), v.slice(n)];
    return { m: rows, f: Float64Array.of(...dae.rates(t, y, z), ...dae.constraints(t, y, z).g) };
  };
}

/** Augmented by dg/dv, exactly. */
function second(dae: Dae): Level {
  const [n, m] = [dae.states.length, dae.unknowns.length];
  const before = first(dae);
  return (t, v) => {
    const { m: rows, f } = before(t, v);
    const { byState, byUnknown, byTime } = dae.constraints(t, v.slice(0, n), v.slice(n));
    const more = Array.from({ length: m }, (_, i) =>
      Float64Array.of(...byState.slice(i * n, (i + 1) * n), ...byUnknown.slice(i * m, (i + 1) * m)),
    );
    return { m: [...rows, ...more], f: Float64Array.of(...f, ...byTime.map((x) => -x)) };
  };
}

/** Augmented by differences of the hidden constraint over h. */
function augmented(level: Level, h: number): Level {
  const hidden = (t: number, v: Float64Array): Float64Array => {
    const { m, f } = level(t, v);
    return outside(rangeOf(columnsOf(m)), f);
  };
  const slope = (plus: Float64Array, minus: Float64Array): Float64Array => plus.map((x, i) => (x - minus[i]) / (2 * h));
  return (t, v) => {
    const { m, f } = level(t, v);
    const columns = Array.from(v, (_, k) => {
      const moved = (by: number): Float64Array =>
        hidden(
          t,
          v.map((x, i) => (i === k ? x + by : x)),
        );
      return slope(moved(h), moved(-h));
    });
    const byTime = slope(hidden(t + h, v), hidden(t - h, v));
    const more = Array.from(byTime, (_, i) => Float64Array.from(columns, (column) => column[i]));
    return { m: [...m, ...more], f: Float64Array.of(...f, ...byTime.map((x) => -x)) };
  };
}

const columnsOf = (rows: readonly Float64Array[]): Float64Array[] =>
  Array.from(rows[0] ?? [], (_, k) => Float64Array.from(rows, (row) => row[k]));
const transposed = columnsOf;

/** An orthonormal basis of what vectors span, the longest left first (Gram and Schmidt, with pivoting, twice against rounding). */
function rangeOf(vectors: readonly Float64Array[]): Float64Array[] {
  const basis: Float64Array[] = [];
  let left = [...vectors];
  const largest = Math.max(0, ...left.map(norm));
  while (left.length > 0) {
    const lengths = left.map(norm);
    const longest = lengths.indexOf(Math.max(...lengths));
    if (!(lengths[longest] > nothing * largest)) break;
    const chosen = outside(basis, left[longest] as Float64Array);
    const size = norm(chosen);
    const unit = chosen.map((x) => x / size);
    basis.push(unit);
    left = left.filter((_, k) => k !== longest).map((vector) => outside([unit], vector));
  }
  return basis;
}

const norm = (vector: Float64Array): number => Math.hypot(...vector);

/** The part of a vector that is perpendicular to a basis: (I - Q Qᵀ) v. */
function outside(basis: readonly Float64Array[], vector: Float64Array): Float64Array {
  let rest = vector;
  for (const unit of basis) {
    const along = rest.reduce((sum, x, i) => sum + x * unit[i], 0);
    rest = rest.map((x, i) => x - along * unit[i]);
  }
  return rest;
}

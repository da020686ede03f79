/**
 * What slopes say of a system y' = f(y, z), 0 = g(y, z), y the states and given pressures, z the unknowns, in one mode. With J = ∂g/∂z:
 *
 *     J regular                                 index 1: every unknown follows from the states
 *     J singular, L J = 0, L ∂g/∂y = 0          what is left over says nothing: as many unknowns are open, such as the pressure between two shut valves, and stay
 *     J singular, L J = 0, L ∂g/∂y ≠ 0          a condition on the states themselves: index 2 or above, or no solution
 *
 * The index then is how often M is augmented by the slopes of its hidden constraints until it has full column rank (Hodgson, Hyde and Sharma, ch. 24.4, (24.21)),
 * of the system with constant slopes.
 */

/** Slopes by all states, then all unknowns, a row for each expression. */
export interface Slopes {
  readonly rows: readonly Float64Array[];
  readonly states: number;
  readonly unknowns: number;
}

export interface Verdict {
  /** Unknowns that nothing tells, and that need not be told. */
  readonly open: number;
  /** A condition on states: the equations that make it, the states in it, and unknowns that nothing tells; by number. */
  readonly fault: {
    readonly equations: readonly number[];
    readonly states: readonly number[];
    readonly unknowns: readonly number[];
  } | null;
}

/** The verdict on one mode, by the slopes of g; null where these are not numbers. */
export function verdictOf({ rows: equations, states: n, unknowns: m }: Slopes): Verdict | null {
  if (!equations.every((row) => row.every((x) => Number.isFinite(x)))) return null;
  const size = columnSizes(equations, m + n);
  const work = new Matrix(equations.length, m + n, (row, i) => {
    const slopes = equations[i] as Float64Array;
    for (let k = 0; k < m + n; k++) row[k] = at(slopes, size, k < m ? n + k : k - m);
  });
  const rank = work.eliminate(m).length;
  for (let i = rank; i < equations.length; i++)
    if (work.row(i).some((x, k) => k >= m && Math.abs(x) > remains)) return { open: m - rank, fault: faultOf(equations, n, m) };
  return { open: m - rank, fault: null };
}

/** The first condition on states. */
function faultOf(equations: readonly Float64Array[], n: number, m: number): NonNullable<Verdict['fault']> {
  const size = columnSizes(equations, m + n);
  // Rows [J | ∂g/∂y | 1]: the last part keeps which equations a row is made of.
  const work = new Matrix(equations.length, 2 * m + n, (row, i) => {
    const slopes = equations[i] as Float64Array;
    for (let k = 0; k < m + n; k++) row[k] = at(slopes, size, k < m ? n + k : k - m);
    row[m + n + i] = largestOf(row);
  });
  const pivots = work.eliminate(m);
  const indices = (row: Float64Array): number[] => [...row.keys()].filter((k) => Math.abs(row[k]) > remains);
  const rest = Array.from({ length: m - pivots.length }, (_, k) => work.row(pivots.length + k));
  const left = rest[rest.findIndex((row) => indices(row.subarray(m, m + n)).length > 0)];
  const free = Array.from({ length: m }, (_, k) => k).filter((k) => !pivots.includes(k));
  const following = pivots.filter((_, i) => free.some((k) => Math.abs(work.row(i)[k]) > remains));
  return {
    equations: indices(left.subarray(m + n)),
    states: indices(left.subarray(m, m + n)),
    unknowns: [...free, ...following].sort((a, b) => a - b),
  };
}

/** The index by repeated projection, by the slopes of f, then those of g; null where 5 augmentations do not do. */
export function indexOf({ rows, states: n, unknowns: m }: Slopes): number | null {
  const size = n + m;
  const sizes = columnSizes(rows.slice(n), size);
  let mass = Array.from({ length: size }, (_, i) => Float64Array.from({ length: size }, (_v, k) => Number(i === k && i < n)));
  let forces = rows.map((row, i) => row.map((_, k) => at(row, sizes, k) * (i < n ? sizes[i] : 1)));
  for (let index = 0; index <= 5; index++) {
    const work = new Matrix(
      mass.length,
      2 * size,
      (row, i) => {
        row.set(mass[i] as Float64Array);
        row.set(forces[i] as Float64Array, size);
      },
      size,
    );
    const rank = work.eliminate(size).length;
    if (rank === size) return index;
    // Rows without mass are the hidden constraints: (I - M M⁺) F in another basis.
    const hidden = mass.slice(rank).map((_, k) => work.row(rank + k).slice(size));
    mass = [...mass, ...hidden];
    forces = [...forces, ...hidden.map((row) => new Float64Array(row.length))];
  }
  return null;
}

/** Rounding of a number, in parts of its size before; and the zero of a row of the order of 1. */
const rounding = 1e-10;
const remains = 1e-7;

/**
 * A size for each column: literals in SI units may be a flow by a pressure of 1e-12 beside one by a flow of 1, and are no less of a slope for that. The largest of a column
 * in rows that are measured by their own largest, and so once more, as either changes the other.
 */
function columnSizes(rows: readonly Float64Array[], width: number): Float64Array {
  const sizes = new Float64Array(width).fill(1);
  for (let round = 0; round < 3; round++) {
    const largest = new Float64Array(width);
    for (const row of rows) {
      const own = row.reduce((most, x, k) => Math.max(most, Math.abs(x / sizes[k])), 0);
      if (own > 0) for (let k = 0; k < width; k++) largest[k] = Math.max(largest[k], Math.abs(row[k]) / own);
    }
    for (let k = 0; k < width; k++) sizes[k] = largest[k] || 1;
  }
  return sizes;
}

const largestOf = (row: Float64Array): number => row.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
const at = (row: Float64Array, sizes: Float64Array, k: number): number => row[k] / sizes[k];

/** Rows of numbers, each in parts of its largest: of the first `leading` where not all of these are 0. */
class Matrix {
  private readonly rows: Float64Array[];

  constructor(count: number, width: number, fill: (row: Float64Array, i: number) => void, leading = width) {
    this.rows = Array.from({ length: count }, (_, i) => {
      const row = new Float64Array(width);
      fill(row, i);
      const size = largestOf(row.subarray(0, leading)) || largestOf(row);
      if (size > 0) for (let k = 0; k < width; k++) row[k] = row[k] / size;
      return row;
    });
  }

  row(i: number): Float64Array {
    return this.rows[i] as Float64Array;
  }

  /** Gauss's and Jordan's elimination in the first columns, the largest of each as its pivot; the columns that have one, by row. */
  eliminate(columns: number): number[] {
    const { rows } = this;
    const pivots: number[] = [];
    for (let column = 0; column < columns && pivots.length < rows.length; column++) {
      const rank = pivots.length;
      let at = rank;
      for (let i = rank; i < rows.length; i++) if (Math.abs(this.row(i)[column]) > Math.abs(this.row(at)[column])) at = i;
      const pivot = this.row(at);
      const by = pivot[column];
      if (Math.abs(by) <= remains) continue;
      rows[at] = this.row(rank);
      rows[rank] = pivot;
      pivots.push(column);
      for (let k = 0; k < pivot.length; k++) pivot[k] = pivot[k] / by;
      for (const row of rows) if (row !== pivot) without(row, row[column], pivot);
    }
    return pivots;
  }
}

/** Takes `factor` times the other row away. */
function without(row: Float64Array, factor: number, other: Float64Array): void {
  if (factor === 0) return;
  for (let k = 0; k < row.length; k++) {
    const value = row[k];
    const rest = value - factor * other[k];
    row[k] = Math.abs(rest) <= rounding * Math.abs(value) ? 0 : rest;
  }
}

/**
 * The linear programme over known parts: in what shares they cover every cluster once, with as many parts of each sort of core as there are. What cannot be
 * covered, or is covered twice, costs the weight of the cluster; the optimum is zero where a cover is known. Its dual values are prices of clusters.
 * Primal simplex method with the whole inverse of the basis. Nothing that is proven rests on it: a bound holds for any prices.
 */

/** Pivots between two inversions, and at most. */
const pivotsBetween = 100;
const mostPivots = 20_000;
/** Right sides are shifted by so little, each differently, so that no pivot is for nothing. */
const shift = 1e-10;

interface Column {
  readonly rows: Int32Array;
  /** 1, or -1 for a cluster that is covered twice. */
  readonly sign: number;
  readonly cost: number;
}

export class ShareProgramme {
  /** Dual values by cluster. */
  readonly prices: Float64Array;
  /** Clusters that are not covered or covered twice. */
  missing = 0;
  private readonly rows: number;
  private readonly columns: Column[] = [];
  private readonly fixed: number;
  private readonly right: Float64Array;
  private readonly basis: Int32Array;
  private readonly inverse: Float64Array;
  private readonly dual: Float64Array;
  private readonly values: Float64Array;
  private readonly entering: Float64Array;

  /** `weight` by cluster; `number` of parts by sort. */
  constructor(
    private readonly weight: Float64Array,
    number: readonly number[],
  ) {
    const clusters = weight.length;
    this.rows = clusters + number.length;
    const parts = number.reduce((a, b) => a + b, 0);
    const mean = weight.reduce((a, b) => a + b, 0) / parts;
    for (let r = 0; r < this.rows; r++) this.columns.push({ rows: Int32Array.of(r), sign: 1, cost: r < clusters ? weight[r] : mean });
    for (let v = 0; v < clusters; v++) this.columns.push({ rows: Int32Array.of(v), sign: -1, cost: weight[v] });
    this.fixed = this.columns.length;
    this.right = Float64Array.from(
      { length: this.rows },
      (_, r) => (r < clusters ? 1 : number[r - clusters]) + shift * (1 + ((r * 0.618034) % 1)),
    );
    this.basis = Int32Array.from({ length: this.rows }, (_, r) => r);
    this.inverse = new Float64Array(this.rows * this.rows);
    this.dual = new Float64Array(this.rows);
    this.values = this.right.slice();
    this.entering = new Float64Array(this.rows);
    this.prices = this.dual.subarray(0, clusters);
    this.invert();
  }

  /** A part for cores of a sort. */
  add(members: Uint8Array, sort: number): void {
    const rows: number[] = [];
    members.forEach((is, v) => {
      if (is) rows.push(v);
    });
    this.columns.push({ rows: Int32Array.of(...rows, this.weight.length + sort), sign: 1, cost: 0 });
  }

  /** Share of every part, in the order in which they were added; those above zero. */
  shares(): { readonly index: number; readonly share: number }[] {
    const found: { index: number; share: number }[] = [];
    this.basis.forEach((column, r) => {
      if (column >= this.fixed && this.values[r] > 1e-7) found.push({ index: column - this.fixed, share: this.values[r] });
    });
    return found;
  }

  /** Finds the optimum for the parts that are known. */
  solve(): void {
    for (let pivots = 1; pivots <= mostPivots; pivots++) {
      this.findDual();
      const column = this.cheapest();
      if (column < 0 || !this.pivot(column)) break;
      if (pivots % pivotsBetween === 0) this.invert();
    }
    this.findDual();
    this.missing = 0;
    for (let r = 0; r < this.rows; r++) this.missing += this.costAt(r) * this.values[r];
  }

  private costAt(row: number): number {
    return (this.columns[this.basis[row]] as Column).cost;
  }

  private findDual(): void {
    const { rows, inverse, dual } = this;
    dual.fill(0);
    for (let r = 0; r < rows; r++) {
      const cost = this.costAt(r);
      if (cost !== 0) for (let k = 0; k < rows; k++) dual[k] = dual[k] + cost * inverse[r * rows + k];
    }
  }

  /** The column that makes the sum fall fastest; -1 if none does. */
  private cheapest(): number {
    let best = -1;
    let least = -1e-9;
    this.columns.forEach(({ rows, sign, cost }, c) => {
      let reduced = cost;
      for (const r of rows) reduced -= sign * this.dual[r];
      if (reduced < least) [best, least] = [c, reduced];
    });
    return best;
  }

  /** Takes a column into the basis; false where nothing limits it. */
  private pivot(column: number): boolean {
    const { rows, inverse, values, entering } = this;
    const { rows: places, sign } = this.columns[column] as Column;
    let out = -1;
    let least = Number.POSITIVE_INFINITY;
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (const k of places) sum += inverse[r * rows + k];
      entering[r] = sign * sum;
      if (sign * sum <= 1e-9) continue;
      const ratio = Math.max(0, values[r]) / (sign * sum);
      if (ratio < least) [out, least] = [r, ratio];
    }
    if (out < 0) return false;
    const factor = 1 / entering[out];
    for (let k = 0; k < rows; k++) inverse[out * rows + k] = inverse[out * rows + k] * factor;
    for (let r = 0; r < rows; r++) {
      const multiple = entering[r];
      if (r === out || multiple === 0) continue;
      for (let k = 0; k < rows; k++) inverse[r * rows + k] = inverse[r * rows + k] - multiple * inverse[out * rows + k];
      values[r] = values[r] - multiple * least;
    }
    values[out] = least;
    this.basis[out] = column;
    return true;
  }

  /** The inverse of the basis anew, by Gauss and Jordan: rounding does not gather. */
  private invert(): void {
    const { rows, inverse } = this;
    const matrix = new Float64Array(rows * rows);
    inverse.fill(0);
    for (let r = 0; r < rows; r++) {
      const { rows: places, sign } = this.columns[this.basis[r]] as Column;
      for (const k of places) matrix[k * rows + r] = sign;
      inverse[r * rows + r] = 1;
    }
    for (let c = 0; c < rows; c++) eliminate(matrix, inverse, rows, c);
    for (let r = 0; r < rows; r++) {
      let sum = 0;
      for (let k = 0; k < rows; k++) sum += inverse[r * rows + k] * this.right[k];
      this.values[r] = sum;
    }
  }
}

/** Column c of a matrix becomes that of the unit matrix, by its largest element from row c on; `inverse` follows. */
function eliminate(matrix: Float64Array, inverse: Float64Array, rows: number, c: number): void {
  let p = c;
  for (let r = c + 1; r < rows; r++) if (Math.abs(matrix[r * rows + c]) > Math.abs(matrix[p * rows + c])) p = r;
  for (const array of [matrix, inverse]) {
    const [own, other] = [array.slice(c * rows, (c + 1) * rows), array.slice(p * rows, (p + 1) * rows)];
    array.set(own, p * rows);
    array.set(other, c * rows);
  }
  const factor = 1 / matrix[c * rows + c];
  for (const array of [matrix, inverse]) for (let k = 0; k < rows; k++) array[c * rows + k] = array[c * rows + k] * factor;
  for (let r = 0; r < rows; r++) {
    const multiple = matrix[r * rows + c];
    if (r === c || multiple === 0) continue;
    for (const array of [matrix, inverse])
      for (let k = 0; k < rows; k++) array[r * rows + k] = array[r * rows + k] - multiple * array[c * rows + k];
  }
}

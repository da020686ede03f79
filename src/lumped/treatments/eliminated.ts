/**
 * Jacobian of a system in which pressures follow from the rest: of 0 = g(p, y) there is p' = -(∂g/∂y)/(∂g/∂p) by each y, so that ∂f/∂y takes on
 * -(∂f/∂p)(∂g/∂y)/(∂g/∂p), at places that the pattern may not have had. Several pressures go one after the other, as in Gauss's elimination.
 */
import type { SparsePattern } from '../problem.js';

/** One pressure: places of it in the pattern, and of what its elimination adds to. */
interface Step {
  readonly unknown: number;
  readonly own: number;
  /** Places (i, p), (p, j) and (i, j), three by three. */
  readonly triples: Int32Array;
  /** Rows (i, p) and their places. */
  readonly rows: Int32Array;
  readonly places: Int32Array;
}

export class Eliminated {
  readonly pattern: SparsePattern;
  private readonly steps: readonly Step[];
  /** Place in the new pattern of each one of the old. */
  private readonly place: Int32Array;

  constructor(before: SparsePattern, unknowns: readonly number[]) {
    const { size } = before;
    const columns = Array.from({ length: size }, (_, j) => new Set(before.rows.subarray(before.starts[j], before.starts[j + 1])));
    const crossings = unknowns.map((p) => {
      const rows = [...(columns[p] as Set<number>)].filter((i) => i !== p);
      const others = columns.flatMap((column, j) => (j !== p && column.has(p) ? [j] : []));
      for (const j of others) for (const i of rows) columns[j]?.add(i);
      return { p, rows, others };
    });
    const sorted = columns.map((column) => [...column].sort((a, b) => a - b));
    const starts = new Int32Array(size + 1);
    sorted.forEach((column, j) => {
      starts[j + 1] = starts[j] + column.length;
    });
    this.pattern = { size, starts, rows: Int32Array.from(sorted.flat()) };
    const at = (i: number, j: number): number => starts[j] + sorted[j].indexOf(i);
    this.place = new Int32Array(before.rows.length);
    for (let j = 0; j < size; j++) for (let k = before.starts[j]; k < before.starts[j + 1]; k++) this.place[k] = at(before.rows[k], j);
    this.steps = crossings.map(({ p, rows, others }) => ({
      unknown: p,
      own: at(p, p),
      triples: Int32Array.from(rows.flatMap((i) => others.flatMap((j) => [at(i, p), at(p, j), at(i, j)]))),
      rows: Int32Array.from(rows),
      places: Int32Array.from(rows, (i) => at(i, p)),
    }));
  }

  /**
   * Values of the old pattern → of the new one, and slopes in time, if there are any, as they become. Where nothing follows from a pressure's own equation, because it does
   * not see it (`isFree` by unknown, or a slope of 0), the pressure stands.
   */
  eliminate(before: Float64Array, isFree: (unknown: number) => boolean, values: Float64Array, inTime: Float64Array | null): void {
    values.fill(0);
    for (let k = 0; k < before.length; k++) values[this.place[k]] = before[k];
    for (const { unknown, own, triples, rows, places } of this.steps) {
      const slope = values[own];
      if (slope === 0 || isFree(unknown)) continue;
      for (let k = 0; k < triples.length; k += 3) {
        const [ip, pj, ij] = [triples[k], triples[k + 1], triples[k + 2]];
        values[ij] = values[ij] - (values[ip] * values[pj]) / slope;
      }
      if (!inTime) continue;
      const share = inTime[unknown] / slope;
      for (let k = 0; k < rows.length; k++) inTime[rows[k]] = inTime[rows[k]] - values[places[k]] * share;
    }
    this.clear(values, inTime);
  }

  /** Nothing is left of the pressures themselves. */
  private clear(values: Float64Array, inTime: Float64Array | null): void {
    const { starts, rows } = this.pattern;
    for (const { unknown } of this.steps) {
      values.fill(0, starts[unknown], starts[unknown + 1]);
      for (let k = 0; k < rows.length; k++) if (rows[k] === unknown) values[k] = 0;
      if (inTime) inTime[unknown] = 0;
    }
  }
}

/**
 * The exact Jacobian, put together by the circuit's connections: entry (r, c) is the sum over all partials of row r of partial × gradient of what the
 * partial is by. The gradient of a state or of a volume's pressure is a one in its own column; that of a value (an output that drives an input, a
 * pressure that a component sets) follows from the value's own partials, in the order of values. What is added to what is a list made once.
 * Column `size` stands for time.
 */
import { entryOf } from '../../circuit/text/known.js';
import type { SparsePattern } from '../problem.js';
import type { Batch, Partial } from './batch.js';
import type { SystemLayout } from './layout.js';
import type { ValueAt, ValueStage } from './valueOrder.js';

/** The kind of a symbol of a partial. */
export type Quantity =
  | { readonly type: 'unknown'; readonly column: number }
  | { readonly type: 'value'; readonly value: ValueAt }
  | { readonly type: 'constant' };

/** Lists of Σ F[a] and Σ F[a]·G[b] to be added to entries. */
export interface Sums {
  readonly to: Int32Array;
  readonly a: Int32Array;
  /** Gradient cell; -1 for a one. */
  readonly b: Int32Array;
}

export interface Assembly {
  readonly pattern: SparsePattern;
  /** Row of each entry. */
  readonly rowOf: Int32Array;
  /** By unknown: its diagonal entry. */
  readonly diagonal: Int32Array;
  /** Whether anything depends on time by itself. */
  readonly timeDependent: boolean;
  /** Gradients of values, in order. */
  readonly gradients: Sums;
  readonly gradientCells: number;
  /** Entries that were asked for beside. */
  readonly beside: Int32Array;
  /** To entries of ∂f/∂y, and behind them one of ∂f/∂t for each row: of flows and rates, and of port volumes (to be taken times -f). */
  readonly entries: Sums;
  readonly lent: Sums;
}

interface Contribution {
  readonly row: number;
  readonly column: number;
  readonly a: number;
  readonly b: number;
}

type Gradient = ReadonlyMap<number, number>;

/** The system as the assembly needs it. */
export interface Connections {
  readonly layout: SystemLayout;
  readonly batches: readonly Batch[];
  readonly stages: readonly ValueStage[];
  /** Further entries of the pattern, which somebody else fills. */
  readonly beside: readonly { readonly row: number; readonly column: number }[];
  /** Row that a port's flow belongs to, or -1. */
  flowRow(batch: number, instance: number, port: string): number;
  quantity(batch: number, instance: number, symbol: string): Quantity;
}

/** Makes the lists by which rates and Jacobian are summed over components. */
export function assemble(connections: Connections): Assembly {
  const { layout, batches, stages } = connections;
  const { size } = layout;
  const time = size;
  const one: Gradient = new Map();
  const gradientOf = new Map<string, Gradient>();
  const gradients = { to: [] as number[], a: [] as number[], b: [] as number[] };
  let cells = 0;
  const gradient = (batch: number, instance: number, by: string): Gradient => {
    if (by === 'time') return new Map([[time, -1]]);
    const quantity = connections.quantity(batch, instance, by);
    if (quantity.type === 'constant') return one;
    if (quantity.type === 'unknown') return new Map([[quantity.column, -1]]);
    const { value } = quantity;
    return gradientOf.get(`${value.batch} ${value.value} ${value.instance}`) ?? one;
  };
  const cell = (batch: number, { column }: Partial, instance: number): number => entryOf(layout.columns[batch], column) + instance;
  for (const { batch, value, instances } of stages) {
    const { partials, values } = batches[batch] as Batch;
    const own = partials.filter((p) => p.of === 'value' && p.name === values[value]?.name);
    for (const instance of instances) {
      const made = new Map<number, number>();
      for (const partial of own) {
        for (const [column, b] of gradient(batch, instance, partial.by)) {
          const known = made.get(column) ?? cells++;
          made.set(column, known);
          gradients.to.push(known);
          gradients.a.push(cell(batch, partial, instance));
          gradients.b.push(b);
        }
      }
      gradientOf.set(`${batch} ${value} ${instance}`, made);
    }
  }
  const plain: Contribution[] = [];
  const pressures = new Set(layout.unknownOfVolume);
  const lent: Contribution[] = [];
  batches.forEach(({ partials, instances }, batch) => {
    for (const partial of partials) {
      if (partial.of === 'value') continue;
      const list = partial.of === 'volume' ? lent : plain;
      for (let instance = 0; instance < instances.count; instance++) {
        const row =
          partial.of === 'rate'
            ? entryOf(layout.unknownOf[batch], `state_${partial.name}`) + instance
            : connections.flowRow(batch, instance, partial.name);
        // Where a component sets the pressure, what is lent changes no rate.
        if (row < 0 || (list === lent && !pressures.has(row))) continue;
        for (const [column, b] of gradient(batch, instance, partial.by)) list.push({ row, column, a: cell(batch, partial, instance), b });
      }
    }
  });
  const { pattern, rowOf, place, diagonal } = patternOf(size, [...plain, ...lent, ...connections.beside]);
  const sums = (list: readonly Contribution[]): Sums => {
    const placed = list.map((c) => ({ to: place(c), a: c.a, b: c.b })).sort((x, y) => x.to - y.to || x.a - y.a);
    return { to: Int32Array.from(placed, (p) => p.to), a: Int32Array.from(placed, (p) => p.a), b: Int32Array.from(placed, (p) => p.b) };
  };
  return {
    pattern,
    rowOf,
    diagonal,
    beside: Int32Array.from(connections.beside, place),
    timeDependent: [...plain, ...lent].some(({ column }) => column === time),
    gradients: { to: Int32Array.from(gradients.to), a: Int32Array.from(gradients.a), b: Int32Array.from(gradients.b) },
    gradientCells: cells,
    entries: sums(plain),
    lent: sums(lent),
  };
}

type Place = Pick<Contribution, 'row' | 'column'>;

function patternOf(
  size: number,
  contributions: readonly Place[],
): { pattern: SparsePattern; rowOf: Int32Array; diagonal: Int32Array; place: (c: Place) => number } {
  const columns: Set<number>[] = Array.from({ length: size }, (_, j) => new Set([j]));
  for (const { row, column } of contributions) if (column < size) columns[column]?.add(row);
  const starts = new Int32Array(size + 1);
  for (let j = 0; j < size; j++) starts[j + 1] = starts[j] + (columns[j] as Set<number>).size;
  const entries = starts[size];
  const rows = new Int32Array(entries);
  const diagonal = new Int32Array(size);
  columns.forEach((column, j) => {
    [...column]
      .sort((a, b) => a - b)
      .forEach((row, k) => {
        rows[starts[j] + k] = row;
        if (row === j) diagonal[j] = starts[j] + k;
      });
  });
  const place = ({ row, column }: Place): number => {
    if (column === size) return entries + row;
    let [low, high] = [starts[column], starts[column + 1] - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (rows[middle] < row) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return { pattern: { size, starts, rows }, rowOf: rows, diagonal, place };
}

/** Adds sums to the cells that they name. */
export function addSums({ to, a, b }: Sums, F: Float64Array, gradients: Float64Array, cells: Float64Array): void {
  for (let k = 0; k < to.length; k++) {
    const g = b[k];
    const value = F[a[k]];
    cells[to[k]] = cells[to[k]] + (g < 0 ? value : value * gradients[g]);
  }
}

/** Subtracts sums, each taken times the negative rate of its row. */
export function subtractTimesRates(
  { to, a, b }: Sums,
  F: Float64Array,
  gradients: Float64Array,
  cells: Float64Array,
  rows: Int32Array,
  rates: number,
): void {
  for (let k = 0; k < to.length; k++) {
    const g = b[k];
    const at = to[k];
    const row = at < rows.length ? rows[at] : at - rows.length;
    const value = F[a[k]] * F[rates + row];
    cells[at] = cells[at] - (g < 0 ? value : value * gradients[g]);
  }
}

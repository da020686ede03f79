/** Rows of recorded quantities at whole multiples of `every`, interpolated in the step that passes them, or at every accepted step; and at the last point. */

import type { RowPiece } from '../results/rows.js';
import type { Carried, Carrier } from './carrier.js';
import type { Stepper } from './method.js';
import type { RecordedQuantity } from './record.js';
import type { SlidingProblem } from './sliding/slidingProblem.js';

/** Something that can be brought to a point before it is read. */
interface Evaluator {
  evaluate(t: number, y: Float64Array): void;
}

/** Of a problem on surfaces: the sets of sides that what is read is a mean of. */
type Sides = Pick<SlidingProblem, 'sides' | 'share'>;

export class GridRows implements Carried {
  private readonly t: number[] = [];
  private readonly values: number[][];
  private next = 0;
  private readonly y: Float64Array;
  private readonly now: Float64Array;
  /** The first value that is no number. */
  broken: { readonly name: string; readonly t: number; readonly value: number } | null = null;

  constructor(
    private readonly evaluator: Evaluator,
    private readonly quantities: readonly RecordedQuantity[],
    /** s; null: every accepted step. */
    private readonly every: number | null,
    size: number,
    private readonly onRow: (t: number) => void = () => {},
    private readonly sliding: () => Sides | null = () => null,
  ) {
    this.values = quantities.map(() => []);
    this.y = new Float64Array(size);
    this.now = new Float64Array(quantities.length);
  }

  carry(carrier: Carrier): void {
    for (const column of [this.t, ...this.values]) {
      const kept = carrier.list(column);
      column.length = 0;
      for (const value of kept) column.push(value);
    }
    this.next = carrier.number(this.next);
  }

  /** The row at the beginning. */
  begin(t: number, y: Float64Array): void {
    this.add(t, y);
    this.next = 1;
  }

  /** GridRows that are due within the last accepted step. */
  take(stepper: Stepper): void {
    const { every } = this;
    if (every === null) {
      this.end(stepper.t, stepper.y);
      return;
    }
    for (; this.next * every <= stepper.t; this.next++) {
      const due = this.next * every;
      if (due === stepper.t) this.add(due, stepper.y);
      else {
        stepper.interpolate(due, this.y);
        this.add(due, this.y);
      }
    }
  }

  /** The last point, if no row stands there yet. */
  end(t: number, y: Float64Array): void {
    if (this.t.at(-1) !== t) this.add(t, y);
  }

  /** How many there are, and those from number `first` on, of the columns with these numbers. */
  get count(): number {
    return this.t.length;
  }

  from(first: number, columns: readonly number[]): RowPiece {
    return {
      t: Float64Array.from(this.t.slice(first)),
      columns: columns.map((k) => Float64Array.from(this.values[k].slice(first))),
    };
  }

  /** Recorded times and columns. */
  done(): { t: Float64Array; columns: Float64Array[] } {
    return { t: Float64Array.from(this.t), columns: this.values.map((column) => Float64Array.from(column)) };
  }

  /** Quantities at (t, y) → values, where the solution slides along switches each as the mean of what it is on their sides; the system is left at that point. */
  read(t: number, y: Float64Array, quantities: readonly RecordedQuantity[], values: Float64Array): void {
    const sliding = this.sliding();
    if (sliding !== null) this.addSides(sliding, t, y, quantities, values);
    this.evaluator.evaluate(t, y);
    for (let k = 0; k < quantities.length; k++) if (sliding === null || quantities[k].isKept) values[k] = quantities[k].read();
  }

  private addSides(sliding: Sides, t: number, y: Float64Array, quantities: readonly RecordedQuantity[], values: Float64Array): void {
    values.fill(0, 0, quantities.length);
    const count = sliding.sides(t, y);
    for (let field = 0; field < count; field++) {
      const share = sliding.share(field);
      this.evaluator.evaluate(t, y);
      for (let k = 0; k < quantities.length; k++) values[k] = values[k] + share * quantities[k].read();
    }
    sliding.share(0);
  }

  private add(t: number, y: Float64Array): void {
    const { now } = this;
    this.read(t, y, this.quantities, now);
    this.onRow(t);
    this.t.push(t);
    for (let k = 0; k < now.length; k++) {
      const value = now[k];
      if (!this.broken && !Number.isFinite(value)) this.broken = { name: this.quantities[k].name, t, value };
      this.values[k].push(value);
    }
  }
}

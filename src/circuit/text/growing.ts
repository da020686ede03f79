/** Arrays of numbers that grow while a circuit is read: eight or four bytes a number, nothing for the garbage collector to look at. */

/** Whole numbers in an array that grows. */
export class Integers {
  private values = new Int32Array(64);
  length = 0;

  push(value: number): void {
    if (this.length === this.values.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.values);
      this.values = larger;
    }
    this.values[this.length++] = value;
  }

  at(k: number): number {
    return this.values[k];
  }

  /** The numbers, without room for more. */
  done(): Int32Array {
    this.values = this.values.slice(0, this.length);
    return this.values;
  }
}

/** Rows of `width` doubles. */
export class GrowingRows {
  private values: Float64Array;
  count = 0;

  /** `expected`: rows that there will be at least. */
  constructor(
    readonly width: number,
    expected = 1,
  ) {
    this.values = new Float64Array(Math.max(1, width * Math.max(1, expected)));
  }

  /** Adds a row, a copy of another or full of NaN; gives its number. */
  add(copyOf = -1): number {
    const { width, count } = this;
    if (width * (count + 1) > this.values.length) {
      const larger = new Float64Array(2 * this.values.length);
      larger.set(this.values);
      this.values = larger;
    }
    if (copyOf < 0) this.values.fill(Number.NaN, width * count, width * (count + 1));
    else this.values.copyWithin(width * count, width * copyOf, width * (copyOf + 1));
    return this.count++;
  }

  get(row: number, column: number): number {
    return this.values[row * this.width + column];
  }

  set(row: number, column: number, value: number): void {
    this.values[row * this.width + column] = value;
  }

  /** All rows of one column. */
  column(column: number): Float64Array {
    const values = new Float64Array(this.count);
    for (let row = 0; row < values.length; row++) values[row] = this.values[row * this.width + column];
    return values;
  }

  /** Gives back the room for more rows. */
  trim(): void {
    this.values = this.values.slice(0, Math.max(1, this.width * this.count));
  }
}

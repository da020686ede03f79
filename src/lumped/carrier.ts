/**
 * What carries the state of an integrator over into a checkpoint, and back out of it. Whoever has state shows it to a carrier in one method, `carry`, value by value in a
 * fixed order, and takes what comes back: saving, that is the value itself; restoring, the one that was saved. So no value can be saved and not restored.
 */
export interface Carrier {
  number(value: number): number;
  flag(value: boolean): boolean;
  /** One of these values. */
  choice<const Value extends string | number>(value: Value, of: readonly Value[]): Value;
  /** Arrays whose length does not change, in their place. */
  arrays(...arrays: readonly (Float64Array | Int32Array | Uint8Array)[]): void;
  /** An array whose length may have changed: the one that holds it from now on. */
  grown<Values extends Float64Array | Int32Array>(values: Values, kind: new (length: number) => Values): Values;
  /** A list whose length may have changed. */
  list(values: readonly number[]): number[];
}

/** Something whose state a checkpoint has. */
export interface Carried {
  carry(carrier: Carrier): void;
}

/** Takes values out. */
export class StateWriter implements Carrier {
  private values = new Float64Array(1024);
  private count = 0;

  number(value: number): number {
    this.room(1);
    this.values[this.count++] = value;
    return value;
  }

  flag(value: boolean): boolean {
    this.number(value ? 1 : 0);
    return value;
  }

  choice<const Value extends string | number>(value: Value, of: readonly Value[]): Value {
    this.number(of.indexOf(value));
    return value;
  }

  arrays(...arrays: readonly (Float64Array | Int32Array | Uint8Array)[]): void {
    for (const array of arrays) {
      this.room(array.length);
      this.values.set(array, this.count);
      this.count += array.length;
    }
  }

  grown<Values extends Float64Array | Int32Array>(values: Values): Values {
    this.number(values.length);
    this.arrays(values);
    return values;
  }

  list(values: readonly number[]): number[] {
    this.number(values.length);
    for (const value of values) this.number(value);
    return [...values];
  }

  /** All that was shown. */
  get state(): Float64Array {
    return this.values.slice(0, this.count);
  }

  private room(count: number): void {
    if (this.count + count <= this.values.length) return;
    const more = new Float64Array(Math.max(2 * this.values.length, this.count + count));
    more.set(this.values);
    this.values = more;
  }
}

/** Puts values back; `isWhole` tells afterwards whether exactly what was saved was asked for. */
export class StateReader implements Carrier {
  private at = 0;

  constructor(private readonly values: Float64Array) {}

  get isWhole(): boolean {
    return this.at === this.values.length;
  }

  number(_value?: number): number {
    const value = this.values[this.at++];
    if (value === undefined) throw new RangeError('the state ends before what it is asked for');
    return value;
  }

  flag(_value?: boolean): boolean {
    return this.number() !== 0;
  }

  choice<const Value extends string | number>(_value: Value, of: readonly Value[]): Value {
    const value = of[this.number()];
    if (value === undefined) throw new RangeError('the state has a choice that there is not');
    return value;
  }

  arrays(...arrays: readonly (Float64Array | Int32Array | Uint8Array)[]): void {
    for (const array of arrays) {
      array.set(this.take(array.length));
    }
  }

  grown<Values extends Float64Array | Int32Array>(_values: Values, kind: new (length: number) => Values): Values {
    const values = this.take(this.length());
    const array = new kind(values.length);
    array.set(values);
    return array;
  }

  list(_values?: readonly number[]): number[] {
    return [...this.take(this.length())];
  }

  private length(): number {
    const length = this.number();
    if (!Number.isInteger(length) || length < 0) throw new RangeError('the state has a length that is none');
    return length;
  }

  private take(count: number): Float64Array {
    if (this.at + count > this.values.length) throw new RangeError('the state ends before what it is asked for');
    this.at += count;
    return this.values.subarray(this.at - count, this.at);
  }
}

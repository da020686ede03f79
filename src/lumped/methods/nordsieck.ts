import type { Carried, Carrier } from '../carrier.js';
import { type Family, highestOrder } from './multistepCoefficients.js';

/**
 * History of a multistep method in Nordsieck's form: columns[j] = h^j/j! · d^j y/dt^j at t, j = 0 … order, of the polynomial that interpolates it.
 * Order and length may change between steps. Nordsieck, Math. Comp. 16, 1962; changes of order by Byrne & Hindmarsh, ACM TOMS 1, 1975.
 */
export class Nordsieck implements Carried {
  readonly columns: readonly Float64Array[];
  order = 1;
  /** Length that the columns are scaled with, s. */
  h = 0;
  /** Lengths of the steps taken: past[1] the last, s. */
  readonly past: Float64Array;
  private readonly work: Float64Array;

  constructor(
    private readonly size: number,
    highest: number,
  ) {
    this.columns = Array.from({ length: highest + 1 }, () => new Float64Array(size));
    this.past = new Float64Array(highest + 3);
    this.work = new Float64Array(highest + 2);
  }

  carry(carrier: Carrier): void {
    carrier.arrays(this.past, ...this.columns);
    this.order = carrier.number(this.order);
    this.h = carrier.number(this.h);
  }

  /** Forgets all but y and y', which the caller has put into columns 0 and 1, the latter as h·y'. */
  restart(h: number): void {
    this.order = 1;
    this.h = h;
    this.past.fill(0);
  }

  /** Columns for a step of `factor` times the length. */
  rescale(factor: number): void {
    let power = 1;
    for (let j = 1; j <= this.order; j++) {
      power *= factor;
      const column = this.columns[j] as Float64Array;
      for (let i = 0; i < this.size; i++) column[i] = column[i] * power;
    }
    this.h *= factor;
  }

  /** To the end of the step: multiplication with Pascal's triangle. `back`: undoes it. */
  predict(back = false): void {
    this.shift(back ? -1 : 1);
  }

  /** The polynomial from a point x lengths on: column j becomes its derivative there. */
  private shift(x: number): void {
    for (let k = 1; k <= this.order; k++) for (let j = this.order; j >= k; j--) this.addTo(j - 1, j, x);
  }

  /** The last step ends earlier, by `time`, s, on its own polynomial. */
  cutBack(time: number): void {
    if (time === 0) return;
    this.shift(-time / this.h);
    this.past[1] = this.past[1] - time;
  }

  /** Takes the correction Δ on: column j grows by l_j·Δ. The step is then history. */
  correct(l: Float64Array, delta: Float64Array): void {
    for (let j = 0; j <= this.order; j++) add(this.columns[j] as Float64Array, l[j], delta, this.size);
    this.past.copyWithin(2, 1, this.past.length - 1);
    this.past[1] = this.h;
  }

  /** One order more; BDF needs the correction Δ of the last step for it. */
  raise(family: Family, delta: Float64Array): void {
    const { order: q, h, past, work: l } = this;
    const next = this.columns[q + 1] as Float64Array;
    this.order = q + 1;
    if (family === 'adams') {
      next.fill(0);
      return;
    }
    // The new polynomial differs by a multiple of x²·Π (x + ξ_i), which keeps y, y' and the past points but for the oldest.
    l.fill(0);
    l[2] = 1;
    let a0 = -1;
    let a1 = 1;
    let product = 1;
    let before = 1;
    let span = h;
    for (let j = 1; j < q; j++) {
      span += past[j + 1];
      const xi = span / h;
      product *= xi;
      a0 -= 1 / (j + 1);
      a1 += 1 / xi;
      for (let i = j + 2; i >= 2; i--) l[i] = l[i] * before + l[i - 1];
      before = xi;
    }
    const factor = (-a0 - a1) / product;
    for (let i = 0; i < this.size; i++) next[i] = factor * delta[i];
    for (let j = 2; j <= q; j++) this.addTo(j, q + 1, l[j]);
  }

  /** One order less: takes a multiple of x²·Π (x + ξ_i), for Adams of its integral, out, so that column q vanishes. */
  lower(family: Family): void {
    const { order: q, h, past, work: l } = this;
    l.fill(0);
    let span = 0;
    const first = family === 'adams' ? 1 : 2;
    l[first] = 1;
    for (let j = 1; j <= q - 2; j++) {
      span += past[j];
      const xi = span / h;
      for (let i = j + first; i >= 1; i--) l[i] = l[i] * xi + l[i - 1];
    }
    if (family === 'adams') for (let j = q - 1; j >= 2; j--) l[j] = (q * l[j - 1]) / j;
    for (let j = 2; j < q; j++) this.addTo(j, q, -l[j]);
    this.order = q - 1;
  }

  /** The polynomial at a time `distance` after the present one, s. */
  interpolate(distance: number, y: Float64Array): void {
    const x = distance / this.h;
    y.set(this.columns[this.order] as Float64Array);
    for (let j = this.order - 1; j >= 0; j--) {
      const column = this.columns[j] as Float64Array;
      for (let i = 0; i < this.size; i++) y[i] = y[i] * x + column[i];
    }
  }

  /** The polynomial's rate of change at such a time, 1/s of each unknown. */
  slope(distance: number, rates: Float64Array): void {
    const x = distance / this.h;
    rates.fill(0);
    for (let j = this.order; j >= 1; j--) {
      const column = this.columns[j] as Float64Array;
      for (let i = 0; i < this.size; i++) rates[i] = rates[i] * x + (j * column[i]) / this.h;
    }
  }

  private addTo(target: number, source: number, factor: number): void {
    add(this.columns[target] as Float64Array, factor, this.columns[source] as Float64Array, this.size);
  }
}

/** Columns that a family's history takes. */
export function highestColumn(families: readonly Family[]): number {
  return Math.max(...families.map((family) => highestOrder[family]));
}

function add(target: Float64Array, factor: number, source: Float64Array, size: number): void {
  for (let i = 0; i < size; i++) target[i] = target[i] + factor * source[i];
}

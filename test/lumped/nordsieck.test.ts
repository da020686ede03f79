/** Formulas of the multistep methods and the history that they work on, without a solver around them. */
import { describe, expect, test } from 'vitest';
import { type Family, noCoefficients, setCoefficients } from '../../dist/lumped/methods/multistepCoefficients.js';
import { Nordsieck } from '../../dist/lumped/methods/nordsieck.js';

/** α of Σ α_j y_(n−j) = h f_n. */
const published = [
  [1, -1],
  [3 / 2, -2, 1 / 2],
  [11 / 6, -3, 3 / 2, -1 / 3],
  [25 / 12, -4, 3, -4 / 3, 1 / 4],
  [137 / 60, -5, 5, -10 / 3, 5 / 4, -1 / 5],
] as const;

/** γ*_0 … γ*_12 of Adams-Moulton in backward differences: Σ_i γ*_i/(m + 1 − i) = 0 for m > 0. Hairer, Nørsett & Wanner I, (III.1.13). */
const moulton = [1];
for (let m = 1; m <= 12; m++) moulton.push(-moulton.reduce((sum, value, i) => sum + value / (m + 1 - i), 0));

const constantSteps = (family: Family, order: number): { readonly l: Float64Array; readonly error: number } => {
  const coefficients = noCoefficients();
  setCoefficients(family, order, 0.25, new Float64Array(16).fill(0.25), coefficients, new Float64Array(16));
  return { l: coefficients.l.slice(0, order + 1), error: coefficients.error };
};
const factorial = (n: number): number => (n <= 1 ? 1 : n * factorial(n - 1));

describe('coefficients at constant steps', () => {
  const at = (l: Float64Array, x: number): number => l.reduceRight((sum, value) => sum * x + value, 0);
  const slopeAt = (l: Float64Array, x: number): number => l.reduceRight((sum, value, i) => (i === 0 ? sum : sum * x + i * value), 0);

  test.each([1, 2, 3, 4, 5])('BDF of order %i: the published formula and error', (order) => {
    const { l, error } = constantSteps('bdf', order);
    for (let j = 1; j <= order; j++) expect(Math.abs(at(l, -j)), 'a correction leaves the past').toBeLessThan(1e-13);
    // α_j: slopes at 0 of Lagrange's polynomials, x·l(x)/(x + j) but for a factor.
    published[order - 1]?.forEach((value, j) => expect(j === 0 ? slopeAt(l, 0) : -1 / (j * j * slopeAt(l, -j))).toBeCloseTo(value, 11));
    expect(error).toBeCloseTo(1 / ((order + 1) * (published[order - 1]?.[0] as number)), 13);
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])('Adams-Moulton of order %i: weight of the new rate, and error', (order) => {
    const { l, error } = constantSteps('adams', order);
    const weight = moulton.slice(0, order).reduce((sum, value) => sum + value, 0);
    expect(1 / (l[1] as number)).toBeCloseTo(weight, 12);
    // Δ l_q is what column q changes by: h^(q+1) y^(q+1)/q!.
    expect(error / (factorial(order) * (l[order] as number))).toBeCloseTo(Math.abs(moulton[order] as number), 12);
  });
});

/** Integrates y' = f(t) with steps that `lengths` gives, the order led from 1 to the last of `orders`; y at all steps, the newest first. */
function quadrature(family: Family, f: (t: number) => number, lengths: (n: number) => number, orders: readonly number[]) {
  const history = new Nordsieck(1, family === 'bdf' ? 6 : 13);
  const coefficients = noCoefficients();
  const work = new Float64Array(16);
  const delta = new Float64Array(1);
  const [y, rates] = history.columns as readonly [Float64Array, Float64Array];
  const all = [{ t: 0, y: 0 }];
  let t = 0;
  let n = 0;
  history.restart(lengths(0));
  rates[0] = history.h * f(0);
  for (const order of orders) {
    if (order > history.order) history.raise(family, delta);
    else if (order < history.order) history.lower(family);
    for (let k = 0; k < order + 2; k++) {
      history.rescale(lengths(n++) / history.h);
      t += history.h;
      history.predict();
      setCoefficients(family, history.order, history.h, history.past, coefficients, work);
      delta[0] = (history.h * f(t) - (rates[0] as number)) / (coefficients.l[1] as number);
      history.correct(coefficients.l, delta);
      all.unshift({ t, y: y[0] as number });
    }
  }
  return { history, all, h: history.h, rate: f(t) };
}
const upTo = (order: number): number[] => Array.from({ length: order }, (_, i) => i + 1);

describe('history', () => {
  test.each([1, 2, 3, 4, 5])('constant steps of BDF %i obey the published formula, the order having risen, and fallen', (order) => {
    for (const orders of [upTo(order), [...upTo(5), ...[4, 3, 2, 1].filter((one) => one >= order)]]) {
      const { all, h, rate } = quadrature(
        'bdf',
        (t) => Math.cos(3 * t),
        () => 0.1,
        orders,
      );
      const sum = (published[order - 1] ?? []).reduce((part, value, j) => part + value * (all[j]?.y as number), 0);
      expect(Math.abs(sum - h * rate), `${orders}`).toBeLessThan(1e-13);
    }
  });

  test.each(upTo(11).map((order) => order + 1))('Adams-Moulton %i integrates t^%# and less exactly, at steps that change', (order) => {
    const power = order - 1;
    const f = (t: number): number => (t + 0.3) ** power;
    // The points before an order has risen are those of lower ones: only increments after it count.
    const { all } = quadrature('adams', f, (n) => 0.05 * (1 + 0.3 * Math.sin(n)), [...upTo(order), order, order]);
    const exact = (t: number): number => (t + 0.3) ** order / order;
    const [last, before] = all as [{ t: number; y: number }, { t: number; y: number }];
    const increment = exact(last.t) - exact(before.t);
    expect(Math.abs((last.y - before.y) / increment - 1)).toBeLessThan(1e-10);
  });

  test.each([
    ['adams', 8],
    ['bdf', 5],
  ] as const)('%s: an order less drops the oldest point alone, at steps that change', (family, order) => {
    const f = (t: number): number => Math.exp(2 * t);
    const { history, all } = quadrature(family, f, (n) => 0.05 * (1 + 0.3 * Math.sin(n)), upTo(order));
    history.lower(family);
    expect(history.order).toBe(order - 1);
    const now = all[0]?.t as number;
    const slope = (x: number): number =>
      history.columns.slice(1, order).reduceRight((sum, column, j) => sum * x + (j + 1) * (column[0] as number), 0) / history.h;
    const value = new Float64Array(1);
    for (const past of all.slice(0, order - 1)) {
      history.interpolate(past.t - now, value);
      if (family === 'bdf') expect(value[0]).toBeCloseTo(past.y, 13);
      else expect(slope((past.t - now) / history.h)).toBeCloseTo(f(past.t), 11);
    }
    expect(slope(0)).toBeCloseTo(f(now), 13);
  });

  test('prediction is undone exactly but for rounding; rescaling moves no polynomial', () => {
    const { history } = quadrature('bdf', Math.cos, () => 0.1, upTo(4));
    const values = history.columns.map((column) => column[0] as number);
    history.predict();
    expect(history.columns[0]?.[0]).not.toBeCloseTo(values[0] as number, 3);
    history.predict(true);
    for (const [j, value] of values.entries()) expect(history.columns[j]?.[0]).toBeCloseTo(value, 14);
    const before = new Float64Array(1);
    const after = new Float64Array(1);
    history.interpolate(-0.07, before);
    history.rescale(0.3);
    history.interpolate(-0.07, after);
    expect(after[0]).toBeCloseTo(before[0] as number, 14);
  });
});

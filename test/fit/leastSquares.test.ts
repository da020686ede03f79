/** Least squares and what is told of their certainty, against formulas and tables. */
import { describe, expect, test } from 'vitest';
import { seeded } from '../../dist/circuit/text/random.js';
import { certaintyOf, lagCorrelation } from '../../dist/fit/certainty.js';
import { fitLeastSquares, slopesAt } from '../../dist/fit/leastSquaresFit.js';
import { normalDraws, type Point } from '../../dist/fit/optimiser.js';
import { tQuantile, tWithin } from '../../dist/fit/studentT.js';
import { isFull } from '../support/circuits.js';

test("Student's t is that of tables", () => {
  // Two-sided 95 and 99 %.
  expect(tQuantile(0.95, 1)).toBeCloseTo(12.7062, 3);
  expect(tQuantile(0.95, 5)).toBeCloseTo(2.5706, 4);
  expect(tQuantile(0.95, 30)).toBeCloseTo(2.0423, 4);
  expect(tQuantile(0.99, 10)).toBeCloseTo(3.1693, 4);
  expect(tQuantile(0.95, 1e6)).toBeCloseTo(1.95996, 4);
  expect(tWithin(1, 1)).toBeCloseTo(0.5, 12);
});

/** y = 3 exp(-2 t) + noise; a in [0, 10], rate in [0, 5]. */
const times = Float64Array.from({ length: 60 }, (_, k) => k / 30);
const [amplitude, rate] = [3, 2];
const decay = (draw: () => number, deviation: number) => {
  const measured = times.map((t) => amplitude * Math.exp(-rate * t) + deviation * draw());
  return async (points: readonly Point[]) =>
    points.map(([a = 0, b = 0]) => times.map((t, k) => (measured[k] as number) - 10 * a * Math.exp(-5 * b * t)));
};
const start = Float64Array.of(0.5, 0.5);

describe('a decay', () => {
  test('without noise is found to 1e-6 from several starts, which agree', async () => {
    const starts = [start, Float64Array.of(0.05, 0.9), Float64Array.of(0, 1)];
    const fits = await fitLeastSquares(
      decay(() => 0, 0),
      { starts },
    );
    for (const { point } of fits) {
      expect(Math.abs(10 * (point[0] as number) - amplitude)).toBeLessThan(1e-6);
      expect(Math.abs(5 * (point[1] as number) - rate)).toBeLessThan(1e-6);
    }
  });

  test('deviations and correlation are those of (JᵀJ)⁻¹ by hand', async () => {
    const residualsOf = decay(normalDraws(seeded(3)), 0.05);
    const [fit] = await fitLeastSquares(residualsOf, { starts: [start] });
    const { residuals, slopes } = await slopesAt(residualsOf, (fit as { point: Point }).point);
    const { deviations, correlations, deviation, freedom } = certaintyOf(slopes, residuals);
    const [a = 0, b = 0] = (fit as { point: Point }).point;
    const exact = times.reduce(
      ([aa, ab, bb], t) => {
        const [da, db] = [10 * Math.exp(-5 * b * t), -50 * a * t * Math.exp(-5 * b * t)];
        return [aa + da * da, ab + da * db, bb + db * db] as [number, number, number];
      },
      [0, 0, 0] as [number, number, number],
    );
    const [aa, ab, bb] = exact;
    const determinant = aa * bb - ab * ab;
    expect(freedom).toBe(58);
    // Central differences of 1e-3 are off by 1e-5 of the slopes.
    expect((deviations[0] as number) / (deviation * Math.sqrt(bb / determinant))).toBeCloseTo(1, 4);
    expect((deviations[1] as number) / (deviation * Math.sqrt(aa / determinant))).toBeCloseTo(1, 4);
    expect(correlations[0]?.[1]).toBeCloseTo(-ab / Math.sqrt(aa * bb), 4);
  });

  // Of 250 draws three standard errors are 4.1 %, of 1000 2.1 %.
  const [draws, off] = isFull ? [1000, 0.021] : [250, 0.041];
  test(`the 95 % interval holds the truth in ${(95 - 100 * off).toFixed(1)} to ${(95 + 100 * off).toFixed(1)} % of ${draws} draws, for each parameter`, async () => {
    const held = [0, 0];
    for (let seed = 1; seed <= draws; seed++) {
      const residualsOf = decay(normalDraws(seeded(seed)), 0.05);
      const [fit] = await fitLeastSquares(residualsOf, { starts: [start], iterations: 10 });
      const { point } = fit as { point: Point };
      const { residuals, slopes } = await slopesAt(residualsOf, point);
      const { halfWidths } = certaintyOf(slopes, residuals);
      [amplitude / 10, rate / 5].forEach((truth, k) => {
        if (Math.abs((point[k] as number) - truth) <= (halfWidths[k] as number)) held[k] = (held[k] as number) + 1;
      });
    }
    for (const count of held) {
      expect(count / draws).toBeGreaterThan(0.95 - off);
      expect(count / draws).toBeLessThan(0.95 + off);
    }
  });
});

describe('what cannot be told apart', () => {
  const line = async (points: readonly Point[]) => points.map(([a = 0, b = 0, c = 0]) => times.map((t) => 1 + t - (a + b) * t - c));

  test('two parameters of which only the sum counts have no interval, and are named; the third has one', async () => {
    const { residuals, slopes } = await slopesAt(line, Float64Array.of(0.4, 0.5, 0.9));
    const { confounded, halfWidths, correlations } = certaintyOf(slopes, residuals);
    expect(confounded).toEqual([[0, 1]]);
    expect(halfWidths.slice(0, 2)).toEqual([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect(Number.isFinite(halfWidths[2])).toBe(true);
    expect(correlations[0]?.[1]).toBeLessThan(-0.999);
  });

  test('a parameter that nothing depends on is named', async () => {
    const flat = async (points: readonly Point[]) => points.map(([a = 0]) => times.map((t) => 1 - a * t));
    const { residuals, slopes } = await slopesAt(flat, Float64Array.of(0.4, 0.5));
    const { withoutEffect, confounded, deviations } = certaintyOf(slopes, residuals);
    expect(withoutEffect).toEqual([1]);
    expect(confounded).toEqual([]);
    expect(deviations[1]).toBe(Number.POSITIVE_INFINITY);
  });

  test('residuals that follow each other show in the correlation of neighbours', () => {
    const draw = normalDraws(seeded(1));
    const white = Array.from({ length: 4000 }, draw);
    const smooth = white.map((_, k) => white.slice(k, k + 5).reduce((a, b) => a + b, 0));
    expect(Math.abs(lagCorrelation(white))).toBeLessThan(0.05);
    expect(lagCorrelation(smooth)).toBeGreaterThan(0.7);
  });
});

test('a start without a result is told, and others go on', async () => {
  const half = async (points: readonly Point[]) => points.map(([a = 0]) => (a > 0.8 ? null : times.map((t) => t - 2 * a * t)));
  const fits = await fitLeastSquares(half, { starts: [Float64Array.of(0.9), Float64Array.of(0.2)] });
  expect(fits[0]?.stopped).toBe('the start has no result');
  expect(fits[1]?.point[0]).toBeCloseTo(0.5, 6);
});

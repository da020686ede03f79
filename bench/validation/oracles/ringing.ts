/** Natural frequencies of a line, and the frequency at which a record swings most. */
import { type Curve, interpolatedAt } from '#ringmain/results/deviation.js';

/**
 * First natural frequencies, Hz, of a lossless line of delay T (s) that is shut at one end and has a volume of `ratio` of its own capacitance at the other:
 * jω C + j tan(ωT)/Z = 0 with C = ratio T/Z, that is tan ωT = -ratio ωT, one solution in each (k - ½)π < ωT < kπ.
 */
export function naturalFrequencies(delay: number, ratio: number, count: number): number[] {
  return Array.from({ length: count }, (_, k) => {
    let [low, high] = [(k + 0.5) * Math.PI + 1e-9, (k + 1) * Math.PI];
    for (let n = 0; n < 60; n++) {
      const middle = (low + high) / 2;
      if (Math.tan(middle) + ratio * middle < 0) low = middle;
      else high = middle;
    }
    return low / (2 * Math.PI * delay);
  });
}

/** Frequency within 10 % of the given one, Hz, at which two records differ most between two times: largest Fourier integral under a Hann window. */
export function strongestNear(
  record: Curve,
  smooth: Curve,
  { from, until, frequency }: { readonly from: number; readonly until: number; readonly frequency: number },
): number {
  const rows = Array.from(record.t, (t, k) => ({ t, y: (record.y[k] as number) - (interpolatedAt(smooth, t) ?? Number.NaN) })).filter(
    ({ t, y }) => t >= from && t <= until && !Number.isNaN(y),
  );
  const strength = (f: number): number => {
    let [re, im] = [0, 0];
    for (const { t, y } of rows) {
      const value = y * Math.sin((Math.PI * (t - from)) / (until - from)) ** 2;
      re += value * Math.cos(2 * Math.PI * f * t);
      im += value * Math.sin(2 * Math.PI * f * t);
    }
    return Math.hypot(re, im);
  };
  const near = Array.from({ length: 81 }, (_, k) => frequency * (0.9 + k / 400));
  return near.reduce((best, f) => (strength(f) > strength(best) ? f : best), near[0] as number);
}

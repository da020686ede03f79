/** Amplitudes of a signal by frequency. */
import { type Rows, valuesAt } from './between.js';

/** Samples at most: more than a picture can show, and computed in some 10 ms. */
const mostSamples = 65_536;

/**
 * Amplitude spectrum: the signal without its mean, at 2ⁿ equal steps, n so that there are at least as many as rows, under Hann's window
 * w = sin²(πk/N), |X| times 2/Σw, so that a sine in the middle of a line of frequencies has its amplitude.
 * F. J. Harris, On the use of windows for harmonic analysis with the discrete Fourier transform, Proc. IEEE 66 (1978) 51.
 * `t`: Hz, up to half the number of rows over the time; `y`: unit of the signal.
 */
export function spectrum({ t, y }: Rows): Rows {
  const rows = t.length;
  if (rows < 4) return { t: new Float64Array(), y: new Float64Array() };
  const [begin, end] = [t[0], t[rows - 1]];
  const count = Math.min(mostSamples, 2 ** Math.ceil(Math.log2(rows)));
  // Of a period that ends where the next begins: the last row itself is the first sample of that.
  const step = (end - begin) / count;
  const times = Float64Array.from({ length: count }, (_, k) => begin + k * step);
  const re = valuesAt({ t, y }, times);
  const mean = re.reduce((sum, value) => sum + value, 0) / count;
  for (let k = 0; k < count; k++) re[k] = (re[k] - mean) * Math.sin((Math.PI * k) / count) ** 2;
  const im = new Float64Array(count);
  transform(re, im);
  const lines = Math.floor(Math.min(count, rows) / 2);
  return {
    t: Float64Array.from({ length: lines }, (_, k) => k / (end - begin)),
    // Σ sin²(πk/N) = N/2.
    y: Float64Array.from({ length: lines }, (_, k) => (4 / count) * Math.hypot(re[k], im[k])),
  };
}

/** Fast Fourier transform in place, of 2ⁿ numbers: J. W. Cooley, J. W. Tukey, Math. Comp. 19 (1965) 297. */
function transform(re: Float64Array, im: Float64Array): void {
  const count = re.length;
  for (let k = 1, j = 0; k < count; k++) {
    let bit = count >> 1;
    for (; j & bit; bit >>= 1) j ^= bit;
    j ^= bit;
    if (k < j) {
      [re[k], re[j]] = [re[j], re[k]];
      [im[k], im[j]] = [im[j], im[k]];
    }
  }
  for (let size = 2; size <= count; size *= 2) {
    const half = size / 2;
    for (let k = 0; k < half; k++) {
      const [c, s] = [Math.cos((2 * Math.PI * k) / size), -Math.sin((2 * Math.PI * k) / size)];
      for (let a = k; a < count; a += size) {
        const b = a + half;
        const x = re[b] * c - im[b] * s;
        const y = re[b] * s + im[b] * c;
        [re[b], im[b]] = [re[a] - x, im[a] - y];
        [re[a], im[a]] = [re[a] + x, im[a] + y];
      }
    }
  }
}

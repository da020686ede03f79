import { expect, test } from 'vitest';
import { spectrum, spectrumOf } from '../../dist/lumped/stability/eigenvalues.js';

test('a known triangular matrix: its diagonal, the fastest first', () => {
  const { modes, stiffness } = spectrumOf([
    [-2, 5, 1],
    [0, -1000, 3],
    [0, 0, -10],
  ]);
  expect(modes.map(({ real }) => real)).toEqual([-1000, -10, -2].map((value) => expect.closeTo(value, 9)));
  expect(modes.every(({ imaginary, damping }) => imaginary === 0 && damping === 1)).toBe(true);
  expect(stiffness).toBeCloseTo(500, 9);
});

test('a mass on an oil spring: natural frequency and damping in units that lie ten orders apart', () => {
  // p' = -(K A/V) v, v' = (A p - d v)/m: ω² = K A²/(V m), ζ = d/(2 m ω)
  const [bulk, area, volume, mass, friction] = [1.2e9, 2e-3, 1e-3, 500, 4000];
  const { modes } = spectrumOf([
    [0, (-bulk * area) / volume],
    [area / mass, -friction / mass],
  ]);
  expect(modes).toHaveLength(1);
  const natural = Math.sqrt((bulk * area * area) / (volume * mass));
  // In Hz, as frequencies are told everywhere.
  expect(((modes[0]?.frequency as number) * 2 * Math.PI) / natural).toBeCloseTo(1, 12);
  expect(modes[0]?.damping).toBeCloseTo(friction / (2 * mass * natural), 12);
  expect(modes[0]?.imaginary).toBeCloseTo(natural * Math.sqrt(1 - (friction / (2 * mass * natural)) ** 2), 8);
});

test('a position that nothing drives is a zero, and counts for no stiffness', () => {
  const { modes, stiffness } = spectrumOf([
    [0, 1, 0],
    [0, -20, 1e-9],
    [0, -1e12, -3e5],
  ]);
  expect(modes).toHaveLength(3);
  expect(modes.at(-1)).toMatchObject({ real: 0, imaginary: 0, damping: Number.NaN });
  expect(stiffness).toBeLessThan(2e4);
});

test("algebraic rows are eliminated: y1 = -3 y0 makes y0' = -y0 + 2 y1 one value of -7", () => {
  const pattern = { size: 2, starts: Int32Array.of(0, 2, 4), rows: Int32Array.of(0, 1, 0, 1) };
  const { modes } = spectrum(pattern, Float64Array.of(-1, 3, 2, 1), Float64Array.of(1, 0));
  expect(modes.map(({ real }) => real)).toEqual([expect.closeTo(-7, 12)]);
});

test('stiffness is of decays alone, the condition number of all sizes: an undamped swing at 100 1/s beside decays at 1 and 10', () => {
  const { stiffness, condition } = spectrumOf([
    [-1, 0, 0, 0],
    [0, -10, 0, 0],
    [0, 0, 0, 100],
    [0, 0, -100, 0],
  ]);
  expect([stiffness, condition]).toEqual([expect.closeTo(10, 9), expect.closeTo(100, 9)]);
});

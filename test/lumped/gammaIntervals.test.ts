import { expect, test } from 'vitest';
import { gammaRow } from '../../dist/lumped/stability/gammaIntervals.js';

const infinite = Number.POSITIVE_INFINITY;

// Esqué 2008, table 4.2: stages; A-stable at order s; L-stable at order s; both at order s - 1, stiffly accurate.
test.each([
  [2, [[1 / 4, infinite]], [0.29289322, 1.70710678], [[0.29289322, 1.70710678]]],
  [3, [[1 / 3, 1.06857902]], [0.43586652], [[0.18042531, 2.1856001]]],
  [4, [[0.39433757, 1.28057976]], [0.57281606], [[0.2236478, 0.57281606]]],
  [
    5,
    [
      [0.24650519, 0.3618034],
      [0.42078251, 0.47326839],
    ],
    [0.27805384],
    [[0.24799464, 0.67604239]],
  ],
  [6, [[0.28406464, 0.54090688]], [0.33414237], [[0.18391465, 0.33414237]]],
])('Table 4.2 to 8 decimals: %i stages', (stages, aStable, lStable, stifflyAccurate) => {
  const row = gammaRow(stages);
  const rounded = (value: number): number => (Number.isFinite(value) ? Number(value.toFixed(8)) : value);
  expect(row.aStable.map((ends) => ends.map(rounded))).toEqual(aStable.map((ends) => ends.map(rounded)));
  expect(row.lStable.map(rounded)).toEqual(lStable);
  expect(row.stifflyAccurate.map((ends) => ends.map(rounded))).toEqual(stifflyAccurate);
});

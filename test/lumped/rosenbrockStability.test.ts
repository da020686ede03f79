import { expect, test } from 'vitest';
import {
  ode23sTableau,
  rodas3Tableau,
  rodas4Tableau,
  ros2mTableau,
  ros2pTableau,
  ros2Tableau,
  ros3pTableau,
  ros4Tableau,
} from '../../dist/lumped/methods/rosenbrockTableaux.js';
import { isAStable, isLStable } from '../../dist/lumped/stability/aStable.js';
import { rosenbrockForm } from '../../dist/lumped/stability/linearForms.js';
import { atMinusInfinity, growthAt, stabilityFunction, valueAt } from '../../dist/lumped/stability/stabilityFunction.js';
import { largestInLeftHalfPlane, singleDiagonal } from '../support/stabilityFunctions.js';

const gammaTwo = [0.35044, 0.068227, -0.176348, -0.203552, -0.044059, -0.004784, 0];

// Found independently: R at -1, -2, -5, -10, -100, -1000, |R(-∞)|; whether it is L-stable.
test.each([
  ['ros2p', ros2pTableau, gammaTwo, true],
  ['ros2m', ros2mTableau, gammaTwo, true],
  ['ode23s', ode23sTableau, gammaTwo, true],
  ['ros2', ros2Tableau, [0.465886, 0.299119, 0.143754, 0.07699, 0.008222, 0.000828, 0], true],
  ['ros3p', ros3pTableau, [0.350698, 0.05018, -0.306781, -0.490801, -0.704626, -0.72927, 0.732051], false],
  ['rodas3', rodas3Tableau, [0.36214, 0.104167, -0.098848, -0.120113, -0.024621, -0.002645, 0], true],
  ['ros4', ros4Tableau, [0.364538, 0.112708, -0.08007, -0.100671, -0.020471, -0.002208, 1.5e-5], true],
  ['rodas4', rodas4Tableau, [0.368182, 0.139581, 0.058144, 0.130043, 0.071849, 0.008658, 0], true],
] as const)('%s: R(z) of the table; A-stable by E(y) and by samples', (_, tableau, values, lStable) => {
  const r = stabilityFunction(rosenbrockForm(tableau));
  for (const [k, x] of [-1, -2, -5, -10, -100, -1000].entries())
    expect(valueAt(r, { re: x, im: 0 }).re).toBeCloseTo(values[k] as number, 6);
  expect(Math.abs(atMinusInfinity(r))).toBeCloseTo(values[6], 6);
  expect([isAStable(r, tableau.order), isLStable(r, tableau.order)]).toEqual([true, lStable]);
  expect(largestInLeftHalfPlane(r)).toBeLessThan(1 + 1e-9);
  expect(largestInLeftHalfPlane(r)).toBeGreaterThan(1 - 1e-6);
});

test('ros3p and ros4, of orders close to their stages, are given by γ alone: P/(1 - γz)^s with Laguerre polynomials', () => {
  for (const { tableau, stages } of [
    { tableau: ros3pTableau, stages: 3 },
    { tableau: ros4Tableau, stages: 4 },
  ]) {
    const [found, form] = [stabilityFunction(rosenbrockForm(tableau)), singleDiagonal(stages, tableau.gamma)];
    for (const z of [
      { re: -1, im: 0 },
      { re: -3, im: 8 },
      { re: 0, im: 2 },
    ])
      expect(growthAt(found, z)).toBeCloseTo(growthAt(form, z), 10);
  }
});

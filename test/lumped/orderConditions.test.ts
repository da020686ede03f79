/** Coefficients as mathematics: order conditions, and production against standard form. */
import { Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { bogackiShampine, dormandPrince } from '../../dist/lumped/methods/explicitRungeKutta.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import * as tableaux from '../../dist/lumped/methods/rosenbrockTableaux.js';
import { type RosenbrockTableau, type StandardForm, standardForm } from '../../dist/lumped/methods/rosenbrockTableaux.js';
import { optionsOf } from '../support/integrateSmooth.js';
import { driven } from '../support/odeProblems.js';
import { butcherResiduals, productionForm, rosenbrockResiduals, withoutTimeDerivativeResidual } from '../support/orderConditions.js';

const rosenbrocks: readonly [string, RosenbrockTableau][] = [
  ['ros2', tableaux.ros2Tableau],
  ['ros2m', tableaux.ros2mTableau],
  ['ros2p', tableaux.ros2pTableau],
  ['ode23s', tableaux.ode23sTableau],
  ['ros3p', tableaux.ros3pTableau],
  ['rodas3', tableaux.rodas3Tableau],
  ['ros4', tableaux.ros4Tableau],
  ['rodas4', tableaux.rodas4Tableau],
];
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

describe.each(rosenbrocks)('%s', (name, tableau) => {
  const standard = standardForm(tableau);

  test('meets the conditions of its order to 1e-12, and misses one of the next', () => {
    const residuals = rosenbrockResiduals(standard);
    for (const condition of residuals.filter(({ order }) => order <= tableau.order))
      expect(Math.abs(condition.residual), `condition ${condition.name}`).toBeLessThan(1e-12);
    const next = residuals.filter(({ order }) => order === tableau.order + 1);
    if (next.length > 0) expect(Math.max(...next.map(({ residual }) => Math.abs(residual)))).toBeGreaterThan(1e-3);
  });

  test('its embedded solution is of the order before (ODE23s: of the next)', () => {
    if (!tableau.error) return;
    const m = tableau.m.map((weight, j) => weight - (tableau.error?.[j] as number));
    const residuals = rosenbrockResiduals({ ...standard, b: standardForm({ ...tableau, m }).b });
    const order = name === 'ode23s' ? 3 : tableau.order - 1;
    const worst = (of: number): number => Math.max(...residuals.filter((one) => one.order === of).map((one) => Math.abs(one.residual)));
    for (let of = 1; of <= order; of++) expect(worst(of), `order ${of}`).toBeLessThan(1e-12);
    expect(worst(order + 1)).toBeGreaterThan(1e-3);
  });

  test('α_i and γ_i are the sums of the rows of A and Γ', () => {
    standard.a.forEach((row, i) => {
      expect(Math.abs(sum(row) - (tableau.nodes[i] as number))).toBeLessThan(1e-12);
    });
    standard.gammaMatrix.forEach((row, i) => {
      expect(Math.abs(sum(row) - (tableau.gammas[i] as number))).toBeLessThan(1e-12);
    });
  });

  test('production form from standard form is what was given', () => {
    const again = productionForm(standard);
    const difference = (one: readonly (readonly number[])[], other: readonly (readonly number[])[]): number =>
      Math.max(...one.flatMap((row, i) => row.map((entry, j) => Math.abs(entry - (other[i]?.[j] as number)))), 0);
    expect(difference(again.a, tableau.a)).toBeLessThan(1e-12);
    expect(difference(again.c, tableau.c)).toBeLessThan(1e-12);
    expect(difference([again.m], [tableau.m])).toBeLessThan(1e-12);
  });

  test.each([true, false])('a step is that of the standard form to 1e-12, with ∂f/∂t: %s', (timeDerivative) => {
    const h = 0.1;
    const stepper = methods.get(name)?.start(driven, optionsOf(driven, { fixedStep: h, timeDerivative }));
    stepper?.y.set([1, 0.5]);
    stepper?.begin(0.3);
    expect(stepper?.attempt(1)).toBe('accepted');
    standardStep(standard, 0.3, [1, 0.5], h, timeDerivative).forEach((value, i) => {
      expect(Math.abs(value - (stepper?.y[i] as number))).toBeLessThan(1e-12);
    });
  });
});

test('Σ b α without the time derivative, as the reference has it: only ROS2 and ODE23s are of order 2 then', () => {
  const sumOf = (tableau: RosenbrockTableau): number => withoutTimeDerivativeResidual(standardForm(tableau)) + 1 / 2;
  expect(sumOf(tableaux.ros2Tableau)).toBeCloseTo(1 / 2, 14);
  expect(sumOf(tableaux.ros2mTableau)).toBeCloseTo(1 / 2, 14);
  expect(sumOf(tableaux.ode23sTableau)).toBeCloseTo(1 / 2, 14);
  expect(sumOf(tableaux.ros2pTableau)).toBeCloseTo((Math.SQRT2 - 1) / 2, 14);
  expect(sumOf(tableaux.ros3pTableau)).toBeCloseTo(1 / 3, 14);
  expect(sumOf(tableaux.rodas3Tableau)).toBeCloseTo(1 / 3, 14);
  expect(sumOf(tableaux.ros4Tableau)).toBeCloseTo(0.4666, 4);
  expect(sumOf(tableaux.rodas4Tableau)).toBeCloseTo(0.4681, 4);
});

test('RODAS3 in standard form: the weights of its paper', () => {
  const paper = [5 / 6, -1 / 6, -1 / 6, 1 / 2];
  standardForm(tableaux.rodas3Tableau).b.forEach((weight, j) => {
    expect(weight).toBeCloseTo(paper[j] as number, 15);
  });
});

test.each([
  ['rk23', bogackiShampine, 3, 2],
  ['dopri5', dormandPrince, 5, 4],
] as const)('%s: conditions of both its orders to 1e-12', (_name, tableau, order, lower) => {
  for (const one of butcherResiduals(tableau).filter((condition) => condition.order <= order))
    expect(Math.abs(one.residual), one.name).toBeLessThan(1e-12);
  const b = tableau.b.map((weight, j) => weight - (tableau.error[j] as number));
  const embedded = butcherResiduals({ ...tableau, b });
  for (const one of embedded.filter((condition) => condition.order <= lower)) expect(Math.abs(one.residual), one.name).toBeLessThan(1e-12);
  expect(Math.max(...embedded.filter((one) => one.order === lower + 1).map((one) => Math.abs(one.residual)))).toBeGreaterThan(1e-4);
  tableau.a.forEach((row, i) => {
    expect(sum(row)).toBeCloseTo(tableau.nodes[i] as number, 14);
  });
  // The last stage is the first of the next step.
  expect([...(tableau.a.at(-1) ?? []), 0]).toEqual(tableau.b);
});

/** One step of the theory's form with dense matrices: (I - hγJ) k_i = h f_i + h J Σ γ_ij k_j + h² γ_i ∂f/∂t. */
function standardStep({ gamma, a, gammaMatrix, b }: StandardForm, t: number, y: number[], h: number, timeDerivative: boolean): number[] {
  const values = new Float64Array(4);
  driven.jacobian(t, Float64Array.from(y), values);
  const [j11, j21, j12, j22] = values as unknown as [number, number, number, number];
  const jacobian = new Matrix([
    [j11, j12],
    [j21, j22],
  ]);
  const slope = new Float64Array(2);
  if (timeDerivative) driven.timeDerivative?.(t, Float64Array.from(y), slope);
  const left = Matrix.eye(2).sub(Matrix.mul(jacobian, h * gamma));
  const stages: Matrix[] = [];
  b.forEach((_, i) => {
    const weighted = (weights: readonly number[]): Matrix =>
      stages.reduce((total, stage, j) => total.add(Matrix.mul(stage, weights[j] as number)), Matrix.zeros(2, 1));
    const at = weighted(a[i] as readonly number[]).add(Matrix.columnVector(y));
    const rates = new Float64Array(2);
    driven.rates(t + sum(a[i] as readonly number[]) * h, Float64Array.from(at.to1DArray()), rates);
    const right = Matrix.columnVector([...rates])
      .mul(h)
      .add(jacobian.mmul(weighted(gammaMatrix[i] as readonly number[])).mul(h))
      .add(Matrix.columnVector([...slope]).mul(h * h * sum(gammaMatrix[i] as readonly number[])));
    stages.push(solve(left, right));
  });
  return stages.reduce((total, stage, j) => total.add(Matrix.mul(stage, b[j] as number)), Matrix.columnVector(y)).to1DArray();
}

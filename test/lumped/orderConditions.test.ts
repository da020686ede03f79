/** Coefficients as mathematics: order conditions, and production against standard form. */
import { Matrix, solve } from 'ml-matrix';
import { describe, expect, test } from 'vitest';
import { bogackiShampine, dormandPrince, fehlberg } from '../../dist/lumped/methods/explicitRungeKutta.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import { mostStages, rkcCoefficients, rkcRealLimit, rkcRoom, stagesFor } from '../../dist/lumped/methods/rkc.js';
import * as tableaux from '../../dist/lumped/methods/rosenbrockTableaux.js';
import { type RosenbrockTableau, type StandardForm, standardForm } from '../../dist/lumped/methods/rosenbrockTableaux.js';
import { sdirk4Tableau, sdirkExtension } from '../../dist/lumped/methods/sdirk4.js';
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
  ['grk4t', tableaux.grk4tTableau],
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
  ['rkf45', fehlberg, 5, 4],
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

/** y(θ) = Σ b_i(θ) k_i, and what conditions up to an order leave of it, at every θ. */
test('rkf45: its interpolation meets the conditions of order 4', () => {
  const { a, nodes: c, b, quartic } = fehlberg;
  const rates = [1, 0, 0, 0, 0, 0, 0];
  const after = [0, 0, 0, 0, 0, 0, 1];
  for (const theta of [0.2, 0.5, 0.9]) {
    const rest = 1 - theta;
    const weights = b.map((own, i) => {
      const [bend, twist] = [(rates[i] as number) - own, own - (after[i] as number) - ((rates[i] as number) - own)];
      return theta * (own + rest * (bend + theta * (twist + rest * (quartic?.[i] as number))));
    });
    for (const { name, order, residual } of butcherResiduals({ a, nodes: c, b: weights })) {
      if (order > 4) continue;
      const exact = butcherResiduals({ a, nodes: c, b: b.map(() => 0) }).find((one) => one.name === name) as { residual: number };
      expect(Math.abs(residual - exact.residual + exact.residual * theta ** order), `${name} at ${theta}`).toBeLessThan(1e-12);
    }
  }
});

test('sdirk4: conditions of order 4, of 3 for the embedded solution and for the interpolation, and the same bits at the end', () => {
  const { a, nodes, error, gamma } = sdirk4Tableau;
  const square = a.map((row) => nodes.map((_, j) => row[j] ?? 0));
  const b = square.at(-1) as number[];
  const residuals = (weights: readonly number[]) => butcherResiduals({ a: square, nodes, b: weights });
  for (const one of residuals(b).filter(({ order }) => order <= 4)) expect(Math.abs(one.residual), one.name).toBeLessThan(1e-14);
  expect(
    Math.max(
      ...residuals(b)
        .filter(({ order }) => order === 5)
        .map(({ residual }) => Math.abs(residual)),
    ),
  ).toBeGreaterThan(1e-4);
  const embedded = residuals(b.map((weight, j) => weight - (error[j] as number)));
  for (const one of embedded.filter(({ order }) => order <= 3)) expect(Math.abs(one.residual), one.name).toBeLessThan(1e-14);
  expect(Math.max(...embedded.filter(({ order }) => order === 4).map(({ residual }) => Math.abs(residual)))).toBeGreaterThan(1e-4);
  a.forEach((row, i) => {
    expect(row[i]).toBe(gamma);
    expect(sum(row)).toBeCloseTo(nodes[i] as number, 14);
  });
  const [bend, twist] = sdirkExtension(sdirk4Tableau);
  const none = residuals(b.map(() => 0));
  for (const theta of [0.2, 0.5, 0.9]) {
    const weights = b.map((own, j) => theta * (own + (1 - theta) * ((bend[j] as number) + theta * (twist[j] as number))));
    residuals(weights).forEach(({ name, order, residual }, k) => {
      const exact = none[k]?.residual as number;
      if (order <= 3) expect(Math.abs(residual - exact + exact * theta ** order), `${name} at ${theta}`).toBeLessThan(1e-12);
    });
  }
});

test('rkc: of every number of stages the stages make 1 + z + z²/2 + …, stay within 1 to the limit, and end at 1', () => {
  const room = rkcRoom(mostStages);
  for (const s of [2, 3, 5, 10, 40, 150]) {
    rkcCoefficients(s, room);
    const { mu, nu, mt, gt, c } = room;
    const grown = (z: number): number => {
      let [two, one] = [1, 1 + (mt[1] as number) * z];
      for (let j = 2; j <= s; j++) {
        const [m, v] = [mu[j] as number, nu[j] as number];
        const next = 1 - m - v + m * one + v * two + (mt[j] as number) * z * one + (gt[j] as number) * z;
        [two, one] = [one, next];
      }
      return one;
    };
    expect(c[s]).toBeCloseTo(1, 12);
    // Nodes are what the stages make of y' = 1: Y_j = y + c_j h.
    let [two, one] = [0, mt[1] as number];
    for (let j = 2; j <= s; j++) {
      expect(one, `c of stage ${j - 1} of ${s}`).toBeCloseTo(c[j - 1] as number, 10);
      [two, one] = [one, (mu[j] as number) * one + (nu[j] as number) * two + (mt[j] as number) + (gt[j] as number)];
    }
    const h = 1e-3;
    expect((grown(h) - grown(-h)) / (2 * h), `slope of ${s}`).toBeCloseTo(1, 5);
    expect((grown(h) - 2 * grown(0) + grown(-h)) / (h * h), `curvature of ${s}`).toBeCloseTo(1, 5);
    expect(Math.abs((grown(h) - 1 - h - (h * h) / 2) / h ** 3 - 1 / 6), `third order of ${s}`).toBeGreaterThan(0.01);
    const limit = rkcRealLimit(s);
    for (let k = 0; k <= 2000; k++)
      expect(Math.abs(grown((-limit * k) / 2000)), `${s} stages at ${k / 2000} of its limit`).toBeLessThanOrEqual(1 + 1e-9);
    expect(Math.abs(grown(-1.3 * limit))).toBeGreaterThan(1);
    // About two thirds of s²: the rule for the stages never asks for more.
    if (s > 3) expect(limit / (s * s - 1)).toBeCloseTo(0.653, 1);
  }
  for (const product of [0, 1, 10, 1e3, 4e4]) expect(rkcRealLimit(stagesFor(product)), `${product}`).toBeGreaterThanOrEqual(product);
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

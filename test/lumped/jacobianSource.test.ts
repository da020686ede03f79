/** Jacobians by differences against those of the equations, and what they cost. */
import { describe, expect, test } from 'vitest';
import { noCounts } from '../../dist/lumped/method.js';
import { columnGroups, jacobianSource } from '../../dist/lumped/methods/jacobianSource.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import type { OdeProblem } from '../../dist/lumped/problem.js';
import { integrateSmooth, optionsOf } from '../support/integrateSmooth.js';
import { driven, hires, hiresAt321, hiresStart, vanDerPol } from '../support/odeProblems.js';
import { fullPattern, patternOf, ringJacobian, valuesOf } from '../support/patterns.js';

/** y' = A y + y²/1000 on a ring's pattern. */
function ring(n: number): OdeProblem {
  const matrix = ringJacobian(n).map((row) => row.map((entry) => Math.sign(entry) * (1 + Math.log10(1 + Math.abs(entry)))));
  const pattern = patternOf(matrix);
  return {
    size: 2 * n,
    mass: null,
    pattern,
    timeDerivative: null,
    rates: (_t, y, into) =>
      into.set(matrix.map((row, i) => row.reduce((sum, entry, j) => sum + entry * (y[j] as number), (y[i] as number) ** 2 / 1000))),
    jacobian: (_t, y, values) =>
      values.set(
        valuesOf(
          pattern,
          matrix.map((row, i) => row.map((entry, j) => entry + (i === j ? (y[i] as number) / 500 : 0))),
        ),
      ),
  };
}

describe.each(['differences', 'adaptive differences'] as const)('%s', (jacobian) => {
  test.each([
    ['HIRES', hires, [0.6, 0.12, 0.05, 0.2, 0.3, 0.1, 0.002, 0.003]],
    ['driven', driven, [1, 0.5]],
    ['Van der Pol', vanDerPol(1e3), [2, -0.66]],
    ['a ring', ring(10), Array.from({ length: 20 }, (_, i) => Math.sin(i) + 2)],
  ])('%s: as the equations to 1e-6 of the greatest', (_name, problem, start) => {
    const y = Float64Array.from(start);
    const counts = noCounts();
    const exact = new Float64Array(problem.pattern.rows.length);
    problem.jacobian(0.3, y, exact);
    const values = new Float64Array(exact.length);
    const rates = new Float64Array(problem.size);
    problem.rates(0.3, y, rates);
    const before = y.slice();
    const source = jacobianSource(problem, optionsOf(problem, { jacobian }), counts);
    source(0.3, y, rates, values);
    source(0.3, y, rates, values);
    const greatest = Math.max(...exact.map(Math.abs));
    expect(Math.max(...exact.map((value, place) => Math.abs(value - (values[place] as number))))).toBeLessThan(1e-6 * greatest);
    expect(y).toEqual(before);
    expect(counts.jacobians).toBe(2);
    expect(counts.rates).toBe(0);
    expect(counts.differences).toBeGreaterThanOrEqual(2 * columnGroups(problem.pattern).count);
  });

  test('the same steps as with the equations, nearly, and calls of f for it are counted apart', () => {
    const run = (source: 'analytic' | typeof jacobian) =>
      integrateSmooth(methods.get('rodas4') as never, hires, optionsOf(hires, { jacobian: source, absolute: 1e-8 }), hiresStart, 321.8122);
    const exact = run('analytic');
    const found = run(jacobian);
    expect(Math.abs(found.counts.accepted - exact.counts.accepted)).toBeLessThanOrEqual(3);
    expect(found.counts.rates).toBe(found.counts.accepted + 5 * (found.counts.accepted + found.counts.rejected) + 1);
    const groups = columnGroups(hires.pattern).count;
    expect(found.counts.differences).toBeGreaterThanOrEqual(groups * found.counts.jacobians);
    if (jacobian === 'differences') expect(found.counts.differences).toBe(groups * found.counts.jacobians);
    hiresAt321.forEach((value, i) => {
      expect(Math.abs((found.y[i] as number) / value - 1)).toBeLessThan(1e-3);
    });
  });
});

test('increments that adapt find a slope that plain ones lose in rounding', () => {
  const flat: OdeProblem = {
    size: 1,
    mass: null,
    pattern: fullPattern(1),
    rates: (_t, y, into) => into.set([1e10 + (y[0] as number)]),
    jacobian: (_t, _y, values) => values.set([1]),
    timeDerivative: null,
  };
  const slopeBy = (jacobian: 'differences' | 'adaptive differences', times: number): number => {
    const source = jacobianSource(flat, optionsOf(flat, { jacobian }), noCounts());
    const values = new Float64Array(1);
    for (let k = 0; k < times; k++) source(0, Float64Array.of(1), Float64Array.of(1e10 + 1), values);
    return values[0] as number;
  };
  expect(slopeBy('differences', 5)).toBe(0);
  expect(Math.abs(slopeBy('adaptive differences', 5) - 1)).toBeLessThan(1e-3);
});

test('groups of columns that share no row: three for a tridiagonal matrix, one for a diagonal, all for a full one', () => {
  const tridiagonal = Array.from({ length: 12 }, (_, i) => Array.from({ length: 12 }, (_, j) => (Math.abs(i - j) < 2 ? 1 : 0)));
  expect(columnGroups(patternOf(tridiagonal)).count).toBe(3);
  expect(columnGroups(patternOf(tridiagonal.map((row, i) => row.map((entry, j) => (i === j ? entry : 0))))).count).toBe(1);
  expect(columnGroups(fullPattern(5)).count).toBe(5);
});

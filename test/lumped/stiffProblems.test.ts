/** HIRES and Van der Pol's oscillator: solutions of the test set of initial value problems, and step counts of an independent program. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { publishedRos3p } from '../../dist/bench/published/esque/publishedRos3p.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import type { Stepper } from '../../dist/lumped/method.js';
import { methods } from '../../dist/lumped/methods/registry.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { integrateSmooth, optionsOf } from '../support/integrateSmooth.js';
import { hires, hiresAt321, hiresAt370, hiresStart, vanDerPol } from '../support/odeProblems.js';

/** ROS3P by its published estimate, which the independent program has. */
const published = (name: string) => (name === 'ros3p, published' ? publishedRos3p : methods.get(name)) as never;
const tolerances = [1e-1, 1e-2, 1e-3, 1e-4];
const onHires = (name: string, tolerance: number, end: number): Stepper => {
  const options = optionsOf(hires, {
    relativeTolerance: tolerance,
    absolute: 1e-4 * tolerance,
    initialStep: 1e-6,
    minimumStep: 1e-8,
    elementaryControl: true,
  });
  return integrateSmooth(published(name), hires, options, hiresStart, end);
};
const onVanDerPol = (name: string, tolerance: number, end: number): Stepper => {
  const problem = vanDerPol(1e6);
  const options = optionsOf(problem, { relativeTolerance: tolerance, absolute: tolerance, initialStep: 1e-6, elementaryControl: true });
  return integrateSmooth(published(name), problem, options, [2, 0], end);
};
const relativeError = (y: Float64Array, exact: readonly number[]): number =>
  Math.max(...exact.map((value, i) => Math.abs((y[i] as number) / value - 1)));

test.each([
  ['rodas4', 1e-7],
  ['rodas3', 1e-6],
  ['ros4', 1e-6],
  ['ode23s', 1e-5],
])('HIRES with %s at 1e-7: the solution to %d', (name, allowed) => {
  expect(relativeError(onHires(name, 1e-7, 321.8122).y, hiresAt321)).toBeLessThan(allowed * 10);
  expect(relativeError(onHires(name, 1e-7, 370).y, hiresAt370)).toBeLessThan(allowed * 10);
});

test.each([
  ['rodas4', [27, 39, 62, 106]],
  ['rodas3', [28, 51, 102, 213]],
  ['ros4', [30, 49, 99, 220]],
  ['ros3p, published', [28, 49, 110, 286]],
  ['ode23s', [34, 64, 141, 343]],
] as const)('HIRES with %s: steps at tolerances 0.1 to 1e-4 as by the independent program', (name, steps) => {
  expect(tolerances.map((tolerance) => onHires(name, tolerance, 370).counts.accepted)).toEqual(steps);
});

test('HIRES with explicit methods: stability bounds the steps, whatever the tolerance', () => {
  for (const tolerance of [1e-1, 1e-3]) {
    const third = onHires('rk23', tolerance, 370).counts.accepted;
    // The independent program has 13460 to 13940; rounding decides which steps at the edge of stability fail, and moves our count by 0.1 %: 13450 here.
    expect(third).toBeGreaterThanOrEqual(13400);
    expect(third).toBeLessThanOrEqual(13940);
    expect(Math.abs(onHires('dopri5', tolerance, 370).counts.accepted - 10560)).toBeLessThan(20);
  }
});

/** Steps and rejections at 0.01, 0.001 and 1e-4, and y1 at 12 s. At 0.1 every method ends on the wrong phase. */
test.each([
  ['rodas4', [811, 1257, 2125], [559, 778, 1227], [1.344566, 1.342511, 1.34401]],
  ['rodas3', [1124, 1929, 4091], [743, 930, 1279], [1.2541, 1.33429, 1.343272]],
  ['ros4', [1025, 1743, 3538], [664, 875, 1229], [1.4017, 1.34379, 1.343919]],
  ['ros3p, published', [1342, 2438, 5685], [828, 565, 158], [1.2987, 1.342797, 1.343725]],
  ['ode23s', [1092, 2476, 6121], [645, 947, 136], [1.4622, 1.3793, 1.352992]],
] as const)(
  "Van der Pol's oscillator, ε = 1e-6, with %s: steps, rejections and solution as by the independent program",
  (name, steps, rejections, ends) => {
    tolerances.slice(1).forEach((tolerance, k) => {
      const { counts, y } = onVanDerPol(name, tolerance, 12);
      expect(Math.abs(counts.accepted / (steps[k] as number) - 1), `${counts.accepted} steps`).toBeLessThan(0.005);
      expect(Math.abs(counts.rejected / (rejections[k] as number) - 1), `${counts.rejected} rejections`).toBeLessThan(0.06);
      expect(Math.abs((y[0] as number) - (ends[k] as number))).toBeLessThan(3e-3);
    });
  },
);

test("Van der Pol's oscillator with rodas4 at 1e-7: the solution at 1 s and 2 s", () => {
  const one = onVanDerPol('rodas4', 1e-7, 1).y;
  expect(Math.abs((one[0] as number) + 1.863646)).toBeLessThan(2e-6);
  expect(Math.abs((one[1] as number) - 0.753543)).toBeLessThan(2e-6);
  const two = onVanDerPol('rodas4', 1e-7, 2).y;
  expect(Math.abs((two[0] as number) - 1.706167732)).toBeLessThan(1e-6);
  expect(Math.abs((two[1] as number) + 0.892809701)).toBeLessThan(1e-6);
});

test.each([
  ['rodas4', 177, 18],
  ['rodas3', 186, 16],
])(
  "Van der Pol's oscillator with %s at 1e-4: %i rejections by the elementary rule, %i by the predictive one, and no more steps",
  (name, elementary, predictive) => {
    const problem = vanDerPol(1e6);
    const [before, after] = [true, false].map(
      (elementaryControl) =>
        integrateSmooth(published(name), problem, optionsOf(problem, { elementaryControl, minimumStep: 0 }), [2, 0], 2).counts,
    );
    expect(Math.abs((before?.rejected ?? 0) - elementary)).toBeLessThan(5);
    expect(Math.abs((after?.rejected ?? 0) - predictive)).toBeLessThan(5);
    expect(after?.accepted).toBeLessThan(1.02 * (before?.accepted ?? 0));
  },
);

test.each(['rodas4', 'radau5'])('after a jump of the flow %s takes a step that fits it: hardly any rejections', async (solver) => {
  const circuit = parseCircuit(readFileSync('circuits/orifices-off-1.yaml', 'utf8'), 'orifices-off-1.yaml').circuit;
  const {
    cost: { counts },
  } = await simulateLumped(circuit, { solver, relativeTolerance: 1e-3 });
  // With the step in use before the jumps: 16 and 31.
  expect(counts.rejected + counts.failed).toBeLessThan(8);
});

/** Hard problems: their Jacobians, and the stored references beside the solutions that are published with them. */
import { describe, expect, test } from 'vitest';
import type { HardCaseAccount } from '../../dist/bench/precision/hardCases/hardCasesTable.js';
import { type HardProblem, hardProblems, problemOf } from '../../dist/bench/precision/hardCases/problems.js';
import { integrateSmooth, named, optionsOf } from '../support/integrateSmooth.js';
import { hiresAt321 } from '../support/odeProblems.js';
import { stored } from '../support/page.js';

describe.each(hardProblems.map((one) => [one.name, one] as const))('%s', (_, hard) => {
  test('the Jacobian is that of the rates, by central differences at a point near the start', () => {
    const problem = problemOf(hard);
    const y = Float64Array.from(hard.start, (value, i) => value * 1.1 + 1e-3 * (i + 1));
    const values = new Float64Array(problem.pattern.rows.length);
    problem.jacobian(0, y, values);
    const [above, below] = [new Float64Array(problem.size), new Float64Array(problem.size)];
    for (let j = 0; j < problem.size; j++) {
      const own = y[j] as number;
      const h = 1e-5 * own;
      y[j] = own + h;
      problem.rates(0, y, above);
      y[j] = own - h;
      problem.rates(0, y, below);
      y[j] = own;
      const column = new Float64Array(problem.size);
      for (let place = problem.pattern.starts[j] as number; place < (problem.pattern.starts[j + 1] as number); place++)
        column[problem.pattern.rows[place] as number] = values[place] as number;
      for (let i = 0; i < problem.size; i++) {
        const difference = ((above[i] as number) - (below[i] as number)) / (2 * h);
        // Cubic at most: what is left is rounding, of terms as large as the largest rate.
        const rounding = (1e-14 * Math.max(...above.map(Math.abs))) / h;
        expect(Math.abs((column[i] as number) - difference)).toBeLessThanOrEqual(1e-6 * Math.abs(difference) + rounding);
      }
    }
  });
});

// Mazzia & Magherini, Test Set for Initial Value Problem Solvers, release 2.4, Bari 2008: the reference solutions of hires.f, rober.f, vdpol.f, orego.f and pollu.f.
const published: Readonly<Record<string, readonly number[]>> = {
  HIRES: hiresAt321,
  Robertson: [0.2083340149701255e-7, 0.8333360770334713e-13, 0.999999979166505],
  'Van der Pol, 1e6': [0.1706167732170483e1, -0.8928097010247975],
  OREGO: [0.1000814870318523e1, 0.1228178521549917e4, 0.1320554942846706e3],
  pollution: [
    ...[0.5646255480022769e-1, 0.1342484130422339, 0.4139734331099427e-8, 0.5523140207484359e-2],
    ...[0.2018977262302196e-6, 0.1464541863493966e-6, 0.7784249118997964e-1, 0.3245075353396018],
    ...[0.7494013383880406e-2, 0.1622293157301561e-7, 0.1135863833257075e-7, 0.2230505975721359e-2],
    ...[0.208716288279863e-3, 0.1396921016840158e-4, 0.8964884856898295e-2, 0.4352846369330103e-17],
    ...[0.6899219696263405e-2, 0.1007803037365946e-3, 0.1772146513969984e-5, 0.5682943292316392e-4],
  ],
};

test.each(Object.entries(published))('%s: the stored reference is the published solution to nine digits', (name, solution) => {
  const { cases } = stored<{ readonly cases: readonly HardCaseAccount[] }>('bench/hardCases.json');
  const end = cases.find((one) => one.name === name)?.reference.end ?? [];
  solution.forEach((value, i) => expect(Math.abs((end[i] as number) / value - 1)).toBeLessThan(1e-9));
});

test.each(Object.entries(published))('%s: radau5 at 1e-9 comes to the published solution, to 1e-6', (name, solution) => {
  const hard = hardProblems.find((one) => one.name === name) as HardProblem;
  const problem = problemOf(hard);
  // Far below what matters: y16 of pollution ends at 4e-18.
  const options = optionsOf(problem, { relativeTolerance: 1e-9, absolute: 1e-22 });
  const { y } = integrateSmooth(named('radau5'), problem, options, hard.start, hard.end);
  solution.forEach((value, i) => expect(Math.abs((y[i] as number) / value - 1)).toBeLessThan(1e-6));
});

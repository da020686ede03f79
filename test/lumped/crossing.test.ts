/** Switches that are found again and again and never change: rounding moves them, and a run must not look for them at every step. */
import { expect, test } from 'vitest';
import { CrossingFinder } from '../../dist/lumped/crossing.js';
import type { Stepper } from '../../dist/lumped/method.js';
import type { HybridProblem } from '../../dist/lumped/problem.js';

/** Steps of 1 s with one switch, that jumps from just this side of its surface to `depth` beyond it a quarter of a step after the begin. */
class Steps {
  depth = 1e-15;
  private begin = 0;
  private readonly finder: CrossingFinder;
  private readonly stepper = { before: 0, t: 0, y: new Float64Array(1), interpolate: () => {} };

  constructor(isContinuous: boolean) {
    const problem = {
      size: 1,
      switches: 1,
      turning: [],
      isContinuous: () => isContinuous,
      switchValues: (t: number, _: Float64Array, values: Float64Array) => {
        values[0] = t - this.begin < 0.25 ? 1e-17 : -this.depth;
      },
    };
    const tolerances = { relativeTolerance: 1e-6, absoluteTolerance: Float64Array.of(1e-6) };
    this.finder = new CrossingFinder(problem as unknown as HybridProblem, this.stepper as unknown as Stepper, tolerances);
  }

  /** Whether the switch is found in the next step; `changes`: and then changes. */
  finds(changes = false): boolean {
    const { finder, stepper } = this;
    this.begin = stepper.t;
    finder.remember(-1);
    [stepper.before, stepper.t] = [stepper.t, stepper.t + 1];
    const crossed = finder.find(stepper.before);
    finder.arrived(crossed, crossed >= 0 && changes);
    return crossed === 0;
  }

  /** How often in a row it is found, and then not, and so on. */
  rows(count: number): number[] {
    const rows: number[] = [];
    for (let k = 0, before = false; k < count; k++) {
      const found = this.finds();
      if (found === before && rows.length > 0) rows[rows.length - 1] = (rows.at(-1) as number) + 1;
      else rows.push(1);
      before = found;
    }
    return rows;
  }
}

test('one that rounding moves is found eleven times, then only twice as far beyond its surface', () => {
  const steps = new Steps(true);
  expect(steps.rows(100)).toEqual([11, 89]);
  steps.depth = 1.9e-15;
  expect(steps.finds()).toBe(false);
  steps.depth = 2.1e-15;
  expect(steps.finds(true)).toBe(true);
  // It has changed: its surface is where it was.
  steps.depth = 1e-15;
  expect(steps.finds()).toBe(true);
});

test('one without a distance rests for 1, 2, 4 steps, and so on to 64', () => {
  const rows = new Steps(false).rows(400);
  expect(rows.slice(0, 8)).toEqual([11, 1, 11, 2, 11, 4, 11, 8]);
  expect(rows.filter((_, k) => k % 2 === 1).slice(0, 8)).toEqual([1, 2, 4, 8, 16, 32, 64, 64]);
});

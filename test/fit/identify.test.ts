/** Fits recover a leakage and a friction from noisy traces, and their intervals hold what they say. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Measured, planFit, runFit } from '../../dist/fit/identify.js';
import { PointRuns } from '../../dist/run/points/pointRuns.js';
import { valueBeyond } from '../../dist/run/points/searched.js';
import { isFull } from '../support/circuits.js';
import { exactTraces, leakyDrive, noise, noisy, ranges, truth } from '../support/leakyDrive.js';

const match = [`cylinder.x=x, noise ${1e3 * noise.x} mm`, `cylinder.cap.p=p, noise ${1e-5 * noise.p} bar`];
let exact: Awaited<ReturnType<typeof exactTraces>>;
beforeAll(async () => {
  exact = await exactTraces();
});

const tableOf = ({ t, x, p }: typeof exact): Measured => ({
  file: 'measured.csv',
  t,
  columns: [
    { name: 'x', unit: 'm' },
    { name: 'p', unit: 'Pa' },
  ],
  values: [x, p],
});

let runs: PointRuns | undefined;
afterAll(() => runs?.close());

const settings = { vary: [...ranges], match, starts: 1, every: 0.002 };

test('without noise both are found to 1e-4', async () => {
  const plan = planFit(leakyDrive, 'leaky-drive.yaml', tableOf(exact), settings);
  const { point } = await runFit(plan, { workers: 1 });
  [truth.leak, truth.friction].forEach((value, k) => {
    const one = plan.parameters[k] as (typeof plan.parameters)[number];
    expect(Math.abs(valueBeyond(one, point[k] as number) / value - 1)).toBeLessThan(1e-4);
  });
});

// Three standard errors of 60 draws are 8.4 %.
const [seeds, least, most] = isFull ? [1000, 0.93, 0.97] : [60, 0.866, 1];
test.runIf(isFull)(
  `the 95 % intervals hold a leakage and a friction in ${100 * least} to ${100 * most} % of ${seeds} seeds`,
  async () => {
    const held = [0, 0];
    for (let seed = 1; seed <= seeds; seed++) {
      const plan = planFit(leakyDrive, 'leaky-drive.yaml', tableOf(noisy(exact, seed)), settings);
      runs ??= new PointRuns(plan.points, { workers: 2 });
      const { point, certainty } = await runFit(plan, { runs });
      [truth.leak, truth.friction].forEach((value, k) => {
        const one = plan.parameters[k] as (typeof plan.parameters)[number];
        const [low, high] = [-1, 1].map((side) => valueBeyond(one, (point[k] as number) + side * (certainty?.halfWidths[k] as number)));
        if ((low as number) <= value && value <= (high as number)) held[k] = (held[k] as number) + 1;
      });
    }
    if (isFull) console.log(`95 % intervals of ${seeds} seeds held the leakage ${held[0]} times, the friction ${held[1]} times`);
    for (const count of held) {
      expect(count / seeds).toBeGreaterThanOrEqual(least);
      expect(count / seeds).toBeLessThanOrEqual(most);
    }
  },
  900_000,
);

test.runIf(isFull)('two leaks at one place correlate by more than 0.99, leak and friction do not', async () => {
  const plan = planFit(leakyDrive, 'leaky-drive.yaml', tableOf(noisy(exact, 1)), {
    ...settings,
    vary: [...ranges, 'second.conductance=0.002 l/min/bar..0.1 l/min/bar log'],
  });
  const { certainty } = await runFit(plan, { workers: 1 });
  expect(Math.abs(certainty?.correlations[0]?.[2] as number)).toBeGreaterThan(0.99);
  expect(Math.abs(certainty?.correlations[0]?.[1] as number)).toBeLessThan(0.99);
});

test('the delay of a clock that is fast by a known rate is found with the rest', async () => {
  const { t, x, p } = noisy(exact, 3);
  // It shows 20 ms + 1.01 t.
  const table = tableOf({ t: t.map((time) => 0.02 + 1.01 * time), x, p });
  const plan = planFit(leakyDrive, 'leaky-drive.yaml', table, { ...settings, clock: 'delay 0 ms..40 ms, rate 1.01' });
  const { point, certainty } = await runFit(plan, { workers: 1 });
  const wanted = [truth.leak, truth.friction, 20];
  plan.parameters.forEach((one, k) => {
    const half = certainty?.halfWidths[k] as number;
    // Four deviations: no draw of this seed is beyond them by chance.
    const [low, high] = [-2, 2].map((side) => valueBeyond(one, (point[k] as number) + side * half)) as [number, number];
    expect(low, one.name).toBeLessThan(wanted[k] as number);
    expect(high, one.name).toBeGreaterThan(wanted[k] as number);
    expect(half, one.name).toBeLessThan(0.3);
  });
});

// Full: how a wide interval shows; quickly the delay and rate that are found, above.
test.runIf(isFull)('a rate that is searched beside a leak shows as a wide interval and a correlation: both change the speed', async () => {
  const plan = planFit(leakyDrive, 'leaky-drive.yaml', tableOf(noisy(exact, 3)), { ...settings, clock: 'rate 0.9..1.1' });
  const { certainty } = await runFit(plan, { workers: 1 });
  expect(certainty?.halfWidths[2]).toBeGreaterThan(0.1);
  expect(Math.abs(certainty?.correlations[0]?.[2] as number)).toBeGreaterThan(0.9);
});

// Full: fits by one and two workers; quickly test/cli/sweep has rows of two workers.
test.runIf(isFull)('the point is the same for any number of workers', async () => {
  const plan = planFit(leakyDrive, 'leaky-drive.yaml', tableOf(noisy(exact, 2)), { ...settings, starts: 2 });
  const [one, two] = [await runFit(plan, { workers: 1 }), await runFit(plan, { workers: 2 })];
  expect([...two.point]).toEqual([...one.point]);
  expect(two.certainty?.correlations).toEqual(one.certainty?.correlations);
});

/** Every validation case, as `ringmain validate` runs it; and that a verdict can fail. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import type { ValidationCase, Workbench } from '../../dist/bench/validation/case.js';
import { judge } from '../../dist/bench/validation/judge.js';
import { largestDeviation } from '../../dist/bench/validation/measures.js';
import { validationCases } from '../../dist/bench/validation/registry.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { isFull } from '../support/circuits.js';

const bench: Workbench = {
  circuit: (name, set = []) => readCircuit(`circuits/${name}.yaml`, { set: [...set] }),
  table: (name) => readFile(`bench/reference/${name}.csv`, 'utf8'),
};

/**
 * Full: those that take longest, half of the time of all. Quickly what they hold others hold in a shorter run: a circuit by the other engine, a quantity of the same run, a valve, a
 * controller or an accumulator in its own rig (`kind-…`), stiff systems and orders test/lumped, energy and oil test/run, cavities and friction of pipes their own files beside this one.
 */
const slow = new Set([
  ...[
    'two-actuator-ode',
    'two-actuator-figures',
    'servo-cylinder-ode',
    'servo-cylinder-lines',
    'ring-main-ode',
    'ring-main-air',
    'marine',
    'marine-ode',
  ],
  ...[
    'excavator-boom-energy',
    'excavator-boom-hold',
    'excavator-boom-ode',
    'servo-analogue',
    'servo-sampled-10ms',
    'default-servo-after-rest',
  ],
  ...['mass-balance', 'steady-loss-turbulent', 'turbulent-closure-5600-largest', 'turbulent-closure-5600-rms', 'laminar-closure-0.01'],
  ...[
    'vapour-cavity-at-valve',
    'column-separation-copper-pipe',
    'gas-cavities-at-closed-valve',
    'closed-volume-air',
    'wave-interpolation-order',
  ],
  ...['hires', 'van-der-pol', 'integrator-orders', 'default-hydraulic-spring', 'default-hydrostatic-transmission', 'default-accumulator'],
  ...['default-compensated-pump', 'pump-ripple'],
  ...['water-hammer-holmboe', 'holmboe-rouleau-largest', 'holmboe-rouleau-rms', 'turbulent-closure-15000-largest'],
  ...['turbulent-closure-15000-rms', 'two-actuator-printed-ode', 'two-actuator-printed-figures', 'servo-long-lines', 'steady-loss-laminar'],
]);

test('the slow ones are cases', () => {
  const names = new Set(validationCases.map(({ name }) => name));
  for (const name of slow) expect(names).toContain(name);
});

test.each(validationCases.filter(({ name }) => isFull || !slow.has(name)).map((one) => [one.name, one] as const))('%s', async (_, one) => {
  const { passed, error, failure, curves } = await judge(one, bench);
  expect(failure).toBeNull();
  expect(passed, `${one.measure}: ${error}, tolerance ${one.tolerance}`).toBe(true);
  expect(curves.length).toBeGreaterThan(0);
  for (const { name, x, ours, reference } of curves) expect([ours.length, reference.length], name).toEqual([x.length, x.length]);
});

test('names are unique and made for files; every text is there', () => {
  expect(new Set(validationCases.map(({ name }) => name)).size).toBe(validationCases.length);
  for (const { name, title, against, measure, reason } of validationCases) {
    expect(name).toMatch(/^[a-z0-9]+([-.][a-z0-9]+)*$/);
    expect(against).toMatch(/^(analytic|published|independent|own): /);
    for (const text of [title, measure, reason]) expect(text.length, name).toBeGreaterThan(10);
  }
});

describe('a verdict', () => {
  const [template] = validationCases as [ValidationCase];
  const verdictOn = (error: number) => judge({ ...template, tolerance: 0.1, run: async () => ({ error, curves: [] }) }, bench);

  test.each([
    [0, true],
    [0.1, true],
    [0.1001, false],
    [-1, false],
    [Number.NaN, false],
    [Number.POSITIVE_INFINITY, false],
  ])('error %d: %s', async (error, passed) => {
    expect((await verdictOn(error)).passed).toBe(passed);
  });

  test('a case that throws fails and says why', async () => {
    const thrown = await judge({ ...template, run: () => Promise.reject(new Error('no such thing')) }, bench);
    expect([thrown.passed, thrown.failure]).toEqual([false, 'no such thing']);
  });

  test('a comparison of nothing is refused; one of NaN is NaN', () => {
    const curve = { name: 'c', unit: 'Pa', x: [0, 1], ours: [1, 2], reference: [1, 2] };
    expect(() => largestDeviation({ ...curve, aside: [[0, 1]] })).toThrow('nothing is compared');
    expect(() => largestDeviation({ ...curve, ours: [1] })).toThrow('1 values of ours');
    expect(largestDeviation({ ...curve, ours: [Number.NaN, 2] })).toBeNaN();
    expect(largestDeviation({ ...curve, ours: [1, 4] }, 2)).toBe(1);
  });
});

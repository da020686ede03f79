/** Partitions that exchange at intervals: what a held characteristic costs, how it falls with the interval, and what is refused. */
import { describe, expect, test } from 'vitest';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';

const planOf = (built: Circuit, second: readonly string[]): Plan =>
  describePlan(
    built,
    Int32Array.from(built.components, ({ name }) => (second.includes(name) ? 1 : 0)),
    2,
    { method: 'given', source: 'given by a test' },
  );

/** A chain of volumes and laminar restrictors, filled by a constant flow: linear, and smooth from t = 0 on. */
function chain(filter: string): Circuit {
  const built = circuit('chain').run({ end: '0.2 s', step: '10 us' });
  built.component('s', 'flowSource', { flow: '10 l/min' }).component('t', 'tank');
  ['4', '3', '5', '1'].forEach((value, i) => built.component(`r${i}`, 'laminarRestrictor', { conductance: `${value} l/min/bar` }));
  const ports = ['s', 'r0.in', 'r0.out', 'r1.in', 'r1.out', 'r2.in', 'r2.out', 'r3.in', 'r3.out', 't'];
  ['0.3 l', '0.4 l', '0.5 l', '0.3 l', '0.2 l'].forEach((volume, k) =>
    built.line('abcde'[k] as string, ports[2 * k] as string, ports[2 * k + 1] as string, { volume, bulkModulus: '8900 bar', filter }),
  );
  return built.record({ every: '2 ms', signals: ['b.p', 'c.p', 'd.p'] }).build();
}

/** Largest deviation of all recorded pressures, Pa. */
function largest(run: LineResults, reference: LineResults): number {
  let most = 0;
  for (const { name } of reference.columns) {
    const [y, base] = [run.series(name).y, reference.series(name).y];
    expect(y.length).toBe(base.length);
    y.forEach((value, i) => {
      most = Math.max(most, Math.abs(value - (base[i] as number)));
    });
  }
  return most;
}

describe('the deviation from the strict run of the same steps falls with the interval', () => {
  const intervals = [8e-5, 1.6e-4, 3.2e-4];
  /** Exponents between an interval and the one after it. */
  async function orders(filter: string, second: readonly string[], options: (interval: number) => RunOptions): Promise<number[]> {
    const built = chain(filter);
    const plan = planOf(built, second);
    // 0.192 s: 600 of the longest interval; rows every 1.92 ms are synchronisations of all of them.
    const common = { until: 0.192, every: 1.92e-3, driver: 'serial' } as const;
    const strict = await simulate(built, { ...common, step: 1e-5, workers: 1 });
    const errors: number[] = [];
    for (const interval of intervals) errors.push(largest(await simulate(built, { ...common, plan, ...options(interval) }), strict));
    // Far above rounding: pressures are some 1e6 Pa.
    expect(Math.min(...errors)).toBeGreaterThan(1);
    return errors.slice(1).map((error, k) => Math.log2(error / (errors[k] as number)));
  }
  const second = ['r2', 'r3', 't'];

  test.each([
    ['one step, exchanges at intervals', (exchangeEvery: number): RunOptions => ({ step: 1e-5, exchangeEvery })],
    ['ten steps and one', (interval: number): RunOptions => ({ steps: [1e-5, interval] })],
  ])('without the filter of the lines with order 2: %s', async (_, options) => {
    // H²/C of inertance, and the second partition's own step: both of order 2. A tenth: what terms of order 3 and 4 leave at these intervals.
    for (const order of await orders('0', second, options)) expect(Math.abs(order - 2)).toBeLessThan(0.1);
  });

  test('with the filter with order 1 where it is the smaller term, 2 where it is not', async () => {
    // α H/(2 (1-α)) late by the filter (order 1), and the terms of order 2 of the case before: the exponent climbs from one to the other.
    const found = await orders('0.2', second, (exchangeEvery) => ({ step: 1e-5, exchangeEvery }));
    for (const order of found) expect(order).toBeGreaterThan(0.8);
    for (const order of found) expect(order).toBeLessThan(2.1);
  });
});

test('a partition of held lines alone takes one step as it takes seven: the strict run at the interval', async () => {
  const built: CircuitBuilder = circuit('one').run({ end: '70 ms', step: '0.7 ms' });
  built.component('s', 'flowSource', { flow: '10 l/min' }).component('t', 'tank');
  built
    .component('r0', 'orifice', { area: '3 mm2' })
    .component('r1', 'orifice', { area: '2 mm2' })
    .component('r2', 'laminarRestrictor', { conductance: '1 l/min/bar' });
  built.line('a', 's', 'r0.in', { volume: '0.3 l' }).line('b', 'r0.out', 'r1.in', { volume: '0.2 l' });
  built.line('c', 'r1.out', 'r2.in', { volume: '0.4 l' }).line('d', 'r2.out', 't', { volume: '0.4 l' });
  const made = built.record({ every: '0.7 ms', signals: ['*.p', '*.q'] }).build();
  const strict = await simulate(made, { workers: 1 });
  const plan = planOf(made, ['r1']);
  const several = await simulate(made, { plan, driver: 'serial', steps: [7e-4, 1e-4] });
  expect([several.cost.synchronisations, several.cost.evaluations]).toEqual([100, 100 * 4 + 700]);
  expect(several.run.exchange).toEqual({ every: 7e-4, steps: [7e-4, 7e-4 / 7] });
  // Rounding of a mean of seven equal numbers, over 100 steps; pressures are some 1e7 Pa.
  expect(largest(several, strict)).toBeLessThan(1e-6);
  expect(largest(strict, strict)).toBe(0);
  expect(strict.series('c.p').y.at(-1)).toBeGreaterThan(1e5);
});

test('an operating point stays', async () => {
  const built = chain('0.2');
  const options = { steadyStart: true, until: 0.02, plan: planOf(built, ['r2', 'r3', 't']), driver: 'serial' } as const;
  const results = await simulate(built, { ...options, steps: [1e-5, 1e-4] });
  for (const { name } of results.columns) {
    const { y } = results.series(name);
    const start = y[0] as number;
    expect(start).toBeGreaterThan(1e5);
    // Rounding of the point itself, 1e-12 of it, and of 2000 steps.
    for (const value of y) expect(Math.abs(value / start - 1)).toBeLessThan(1e-9);
  }
});

describe('what is refused', () => {
  const built = circuit('mixed').run({ end: '10 ms', step: '0.1 ms' });
  built.component('s', 'flowSource', { flow: '1 l/min' }).component('n', 'junction').component('m', 'junction').component('t', 'tank');
  built.line('a', 's', 'n', { volume: '0.1 l' }).line('w', 'n', 'm', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '0.35 ms' });
  built
    .line('f', 'n', 'm', { model: 'wave', length: '1.4 m', diameter: '8 mm', friction: 'laminar' })
    .line('b', 'm', 't', { volume: '0.1 l' });
  const mixed = built.build();
  const plain = chain('0');
  const [waves, friction] = [planOf(mixed, ['m', 't']), planOf(mixed, ['t'])];
  const plan = planOf(plain, ['r2', 'r3', 't']);
  const cases: [string, Circuit, RunOptions, string, RegExp][] = [
    ['steps without a plan', plain, { steps: [1e-5, 1e-4] }, 'RUN221', /no plan/],
    ['too few steps', plain, { plan, steps: [1e-5] }, 'RUN221', /1 step for a plan of 2 partitions/],
    ['the same step for all', plain, { plan, steps: [1e-5, 1e-5] }, 'RUN221', /10 us/],
    ['variable steps', plain, { plan, step: null, exchangeEvery: 1e-4 }, 'RUN222', /fixed steps/],
    ['no whole part', plain, { plan, steps: [3e-5, 1e-4] }, 'RUN223', /partition 0: .*30 us .*100 us/],
    ['no positive interval', plain, { plan, step: 1e-5, exchangeEvery: -1 }, 'RUN202', /exchangeEvery is -1/],
    ['an end between two synchronisations', plain, { plan, step: 1e-5, exchangeEvery: 3e-4 }, 'RUN225', /0.2 s .*300 us/],
    [
      'a wave line between different steps',
      mixed,
      { plan: waves, steps: [1e-5, 1e-4] },
      'RUN224',
      /'w' joins partition 0, .*10 us.*100 us/,
    ],
    ['an interval longer than a delay', mixed, { plan: waves, step: 1e-5, exchangeEvery: 1e-3 }, 'RUN224', /'w' .*350 us.* 1 ms/],
    ['a wave line with friction', mixed, { plan: waves, step: 1e-5, exchangeEvery: 1e-4 }, 'RUN224', /'f' .* friction/],
    ['a step longer than a delay within', mixed, { plan: friction, steps: [5e-4, 1e-4] }, 'RUN211', /500 us/],
  ];
  test.each(cases)('%s', async (_, made, options, code, message) => {
    await expect(simulate(made, options)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });
});

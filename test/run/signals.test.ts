/** Signals inside a step: order, loops broken by a sampler, events that steps land on, values of sources, the lag. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { library } from '../../dist/components/library.js';
import { signalOrder } from '../../dist/network/signalOrder.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';

const at = (results: LineResults, name: string): Float64Array => results.series(name).y;

describe('order', () => {
  /** duty cycle → first gain → sum → controller → plant's valve: written backwards, so that file order would be a step late at every block. */
  const chain = circuit('chain')
    .component('last', 'gain', { factor: 2 })
    .component('controller', 'proportionalController', { gain: 1, lowerLimit: -100, upperLimit: 100 })
    .component('total', 'sum', { factor2: -1 })
    .component('first', 'gain', { factor: 3, offset: 1 })
    .component('u', 'ramp', { duration: '1 s', finalValue: 1 })
    .signal('u', 'first.input')
    .signal('first', 'total.input1')
    .signal('u', 'total.input2')
    .signal('total', 'controller.setpoint')
    .signal('u', 'controller.measured')
    .signal('controller', 'last.input')
    .run({ end: '0.1 s', step: '1 ms' })
    .record({ every: '1 ms', signals: ['*'] })
    .build();

  test('a chain of blocks has no delay, in whatever order it is written', async () => {
    const results = await simulate(chain, { workers: 1 });
    const u = at(results, 'u.output');
    // ((3u + 1) - u) - u, times 2
    at(results, 'last.output').forEach((y, k) => expect(y).toBeCloseTo(2 * (1 + (u[k] as number)), 14));
  });

  test('levels are the longest path from a source', () => {
    const { level, early } = signalOrder(chain);
    const of = Object.fromEntries(chain.components.map(({ name }, c) => [name, level[c]]));
    expect(of).toEqual({ u: 0, first: 1, total: 2, controller: 3, last: 4 });
    expect(early.size).toBe(0);
  });

  test('plant → transducer → sampler → controller → valve: each sees the value of this step, the sampler gives that of the last instant', async () => {
    const loop = circuit('loop')
      .component('servo', 'proportionalController', { gain: 5 })
      .component('valve', 'controlledFlowSource', { gain: '60 l/min' })
      .component('act', 'actuator', { bore: '50 mm', stroke: '500 mm', mass: '10 kg', viscousFriction: '2000 N s/m' })
      .component('adc', 'sampleAndHold', { period: '10 ms' })
      .component('want', 'constant', { value: 0.2 })
      .component('t', 'tank')
      .line('L', 'valve', 'act.cap', { volume: '0.2 l' })
      .direct('act.rod', 't')
      .signal('want', 'servo.setpoint')
      .signal('act.x', 'adc.input')
      .signal('adc', 'servo.measured')
      .signal('servo', 'valve.demand')
      .run({ end: '4 s' })
      .record({ every: '10 ms', signals: ['act.x', 'adc.output', 'adc.sample', 'servo.output', 'valve.out.q'] })
      .build();
    const { level } = signalOrder(loop);
    const of = Object.fromEntries(loop.components.map(({ name }, c) => [name, level[c]]));
    expect(of).toMatchObject({ act: 0, adc: 1, servo: 2, valve: 3 });
    const results = await simulate(loop, { workers: 1 });
    expect(results.ending).toBeNull();
    const [x, output, sample, demand] = ['act.x', 'adc.output', 'adc.sample', 'servo.output'].map((name) => at(results, name)) as [
      Float64Array,
      Float64Array,
      Float64Array,
      Float64Array,
    ];
    for (let k = 1; k < x.length - 1; k++) {
      // At a sampling instant the new sample is the position there, while the output still is the last one; servo and valve follow within the step.
      expect(sample[k]).toBe(x[k]);
      expect(output[k + 1]).toBe(sample[k]);
      expect(demand[k]).toBe(Math.max(-1, Math.min(1, 5 * (0.2 - (output[k] as number)))));
      expect(at(results, 'valve.out.q')[k]).toBeCloseTo(((demand[k] as number) * 60) / 60_000, 18);
    }
    expect(x.at(-1)).toBeCloseTo(0.2, 3);
  });
});

describe('a loop of signals that a sampler breaks', () => {
  const built = (sampled: 'adc' | 'servo') =>
    circuit('loop')
      .component(
        sampled === 'adc' ? 'servo' : 'adc',
        sampled === 'adc' ? 'proportionalController' : 'sampleAndHold',
        sampled === 'adc' ? { gain: 2, lowerLimit: -9, upperLimit: 9 } : { period: '5 ms' },
      )
      .component(
        sampled === 'adc' ? 'adc' : 'servo',
        sampled === 'adc' ? 'sampleAndHold' : 'proportionalController',
        sampled === 'adc' ? { period: '5 ms' } : { gain: 2, lowerLimit: -9, upperLimit: 9 },
      )
      .component('plant', 'firstOrderLag', { timeConstant: '20 ms' })
      .component('want', 'constant', { value: 1 })
      .signal('plant', 'adc.input')
      .signal('want', 'servo.setpoint')
      .signal('adc', 'servo.measured')
      .signal('servo', 'plant.input')
      .run({ end: '0.1 s', step: '1 ms' })
      .record({ every: '1 ms', signals: ['plant.output', 'adc.output', 'servo.output'] })
      .build();

  test('its output is written before everything else', () => {
    const { level, early } = signalOrder(built('adc'));
    expect([...early]).toEqual([[1, ['output']]]);
    expect([...level]).toEqual([1, 3, 2, 0]);
  });

  test.each(['adc', 'servo'] as const)(
    'every step: controller and plant see this step, the sampler the last instant; %s second in the file',
    async (second) => {
      const results = await simulate(built(second), { workers: 1 });
      const [y, held, u] = ['plant.output', 'adc.output', 'servo.output'].map((name) => at(results, name)) as [
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      // Midpoint rule of T y' = u - y by hand, u being what the controller gives in the step.
      const gamma = 0.5e-3 / 0.02;
      let before = 0;
      let sample = 0;
      for (let k = 1; k <= 100; k++) {
        expect(held[k]).toBe(sample);
        const control = 2 * (1 - sample);
        expect(u[k]).toBe(control);
        before = ((1 - gamma) * before + 2 * gamma * control) / (1 + gamma);
        expect(y[k]).toBeCloseTo(before, 14);
        if (k % 5 === 0) sample = y[k] as number;
      }
    },
  );
});

describe('events', () => {
  test('steps land exactly on the points of a duty cycle, on k·period of a sampler and of a cyclic duty cycle', async () => {
    const points = [0.0123, 0.0357, 0.07, 0.0701];
    const [period, cycle] = [0.0037, 0.0171];
    const built = circuit('events')
      .component('u', 'dutyCycle', { points: [['0 s', 0], ...points.map((t, k) => [`${t} s`, k])] })
      .component('s', 'sampleAndHold', { period: `${period} s` })
      .component('c', 'cyclicDutyCycle', {
        points: [
          ['0 s', 1],
          ['0.005 s', 2],
        ],
        period: `${cycle} s`,
      })
      .signal('u', 's.input')
      .component('j', 'step', { startTime: '32.3 ms', finalValue: 1 })
      .component('r', 'ramp', { startTime: '41.1 ms', duration: '9.9 ms', finalValue: 1 })
      .run({ end: '0.2 s', maximumStep: '2.9 ms' })
      .record({ every: '1 us', signals: ['*'] })
      .build();
    const results = await simulate(built, { workers: 1 });
    const times = new Set(results.t);
    const parameter = (name: string, of: string): number => built.components.find((c) => c.name === name)?.parameters[of] as number;
    const [jump, start, end] = [
      parameter('j', 'startTime'),
      parameter('r', 'startTime'),
      parameter('r', 'startTime') + parameter('r', 'duration'),
    ];
    for (const t of [...points, jump, start, end]) expect(times, `${t}`).toContain(t);
    for (let k = 1; k * period < 0.2; k++) expect(times, `${k} periods`).toContain(k * period);
    // Whole periods before, plus the one that ends: as the kernel computes it.
    for (let k = 0; (k + 1) * cycle < 0.2; k++) expect(times, `cycle ${k}`).toContain(k * cycle + cycle);
    for (let k = 1; k * cycle + 0.005 < 0.2; k++) expect(times, `point in cycle ${k}`).toContain(k * cycle + 0.005);
    expect(results.t.at(-1)).toBe(0.2);
  });
});

describe('values', () => {
  const source = (kind: string, parameters: Record<string, unknown>, maximumStep = '0.7 ms') =>
    circuit('source')
      .component('u', kind, parameters)
      .run({ end: '0.1 s', maximumStep })
      .record({ every: '1 us', signals: ['*'] })
      .build();
  const check = async (built: ReturnType<typeof source>, exact: (t: number) => number, digits: number): Promise<void> => {
    const results = await simulate(built, { workers: 1 });
    results.t.forEach((t, k) => expect(at(results, 'u.output')[k], `at ${t}`).toBeCloseTo(exact(t), digits));
  };

  test('step: the value before up to and at its instant, the value after behind it', () =>
    check(source('step', { startTime: '20 ms', initialValue: -3, finalValue: 4 }), (t) => (t <= 0.02 ? -3 : 4), 15));
  test('ramp', () =>
    check(
      source('ramp', { startTime: '20 ms', duration: '40 ms', initialValue: 1, finalValue: -2 }),
      (t) => 1 - 3 * Math.max(0, Math.min(1, (t - 0.02) / 0.04)),
      14,
    ));
  test('sine', () =>
    check(
      source('sine', { amplitude: 2, frequency: '13 Hz', phase: '0.5 rad', offset: 1 }),
      (t) => 1 + 2 * Math.sin(2 * Math.PI * 13 * t + 0.5),
      13,
    ));
  test('dutyCycle: straight between points, at a jump the value before it, held outside', () =>
    check(
      source('dutyCycle', {
        points: [
          ['10 ms', 1],
          ['30 ms', 3],
          ['30 ms', -1],
          ['60 ms', 0],
        ],
      }),
      (t) => (t <= 0.01 ? 1 : t <= 0.03 ? 1 + (2 * (t - 0.01)) / 0.02 : t <= 0.06 ? -1 + (t - 0.03) / 0.03 : 0),
      13,
    ));
  test('cyclicDutyCycle: the same in every period; the step that lands on a start still has the last value', () =>
    check(
      source('cyclicDutyCycle', {
        points: [
          ['0 s', 1],
          ['10 ms', 1],
          ['10 ms', 2],
          ['30 ms', 2],
        ],
        period: '30 ms',
      }),
      (t) => (t === 0 ? 1 : t - 0.03 * (Math.ceil(t / 0.03 - 1e-9) - 1) <= 0.01 * (1 + 1e-9) ? 1 : 2),
      12,
    ));

  test('sampleAndHold holds the sample of each instant until the next one', async () => {
    const built = circuit('held')
      .component('u', 'sine', { amplitude: 1, frequency: '7 Hz', phase: '1 rad' })
      .component('s', 'sampleAndHold', { period: '9 ms', initialValue: 5 })
      .signal('u', 's.input')
      .run({ end: '0.1 s', maximumStep: '1.3 ms' })
      .record({ every: '1 us', signals: ['*'] })
      .build();
    const results = await simulate(built, { workers: 1 });
    const [u, y] = [at(results, 'u.output'), at(results, 's.output')];
    let held = 5;
    let next = 0;
    results.t.forEach((t, k) => {
      expect(y[k]).toBe(held);
      // The sample of t = 0 is taken in the evaluation at t = 0, where the output still is the initial value.
      if (t < next * 0.009 - 1e-12) return;
      held = u[k] as number;
      next = Math.floor(t / 0.009 + 1e-9) + 1;
    });
    expect(next).toBe(12);
  });
});

describe('firstOrderLag', () => {
  const lag = circuit('lag')
    .component('u', 'constant', { value: 2 })
    .component('y', 'firstOrderLag', { timeConstant: '20 ms', initialValue: 0.5 })
    .signal('u', 'y.input')
    .run({ end: '0.1 s' })
    .record({ every: '1 ms', signals: ['*'] })
    .build();

  test('2 - 1.5 exp(-t/τ), order 2 in a fixed step', async () => {
    const errors: number[] = [];
    for (const step of [4e-3, 2e-3, 1e-3, 5e-4]) {
      const results = await simulate(lag, { workers: 1, step });
      errors.push(
        results.t.reduce(
          (error, t, k) => Math.max(error, Math.abs((at(results, 'y.output')[k] as number) - (2 - 1.5 * Math.exp(-t / 0.02)))),
          0,
        ),
      );
    }
    for (let k = 0; k < 3; k++)
      expect(Math.abs(Math.log2((errors[k] as number) / (errors[k + 1] as number)) - 2), `${errors}`).toBeLessThan(0.05);
  });
});

describe('controllers', () => {
  test('the integral stands still while the output is at its limit, and comes back at once (anti-windup)', async () => {
    const built = circuit('pi')
      .component('e', 'dutyCycle', {
        points: [
          ['0 s', 1],
          ['1 s', 1],
          ['1 s', -1],
          ['2 s', -1],
        ],
      })
      .component('zero', 'constant', { value: 0 })
      .component('pi', 'piController', { gain: 0.5, integralGain: '10 1/s', lowerLimit: -0.8, upperLimit: 0.8 })
      .signal('e', 'pi.setpoint')
      .signal('zero', 'pi.measured')
      .run({ end: '1.2 s', step: '1 ms' })
      .record({ every: '1 ms', signals: ['pi.*'] })
      .build();
    const results = await simulate(built, { workers: 1 });
    const [integral, output] = [at(results, 'pi.integral'), at(results, 'pi.output')];
    expect(output[20]).toBeCloseTo(0.5 + 10 * 0.02, 12);
    // Judged on the accepted demand: one step of 10·1·1 ms beyond the limit, and a rate that is stored as half.
    expect(Math.max(...integral)).toBeLessThan(0.3 + 0.02);
    expect(Math.max(...output)).toBe(0.8);
    // After the change of sign: -0.5 + 0.3 falling by 10 a second reaches -0.8 after 60 ms.
    const low = output.indexOf(-0.8);
    expect(Math.abs((results.t[low] as number) - 1.06)).toBeLessThan(0.004);
  });

  test.each(['proportionalController', 'saturation'])('%s keeps between its limits', async (kind) => {
    const b = circuit('limits')
      .component('u', 'sine', { amplitude: 3, frequency: '10 Hz' })
      .component('y', kind, { lowerLimit: -0.5, upperLimit: 2, ...(kind === 'saturation' ? {} : { gain: 1 }) });
    if (library.get(kind)?.inputs?.['input']) b.signal('u', 'y.input');
    else b.component('zero', 'constant', { value: 0 }).signal('u', 'y.setpoint').signal('zero', 'y.measured');
    const results = await simulate(
      b
        .run({ end: '0.1 s', maximumStep: '1 ms' })
        .record({ every: '1 ms', signals: ['*'] })
        .build(),
      { workers: 1 },
    );
    at(results, 'y.output').forEach((y, k) => expect(y).toBe(Math.max(-0.5, Math.min(2, at(results, 'u.output')[k] as number))));
  });
});

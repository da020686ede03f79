/** Steps that end where what a component remembers crosses: against exact times, the words of the decision by hand, and the same bits. */
import { describe, expect, test } from 'vitest';
import { crossingsLoop } from '../../dist/blocks/kinds/kindLoops.js';
import { lawNumbers } from '../../dist/blocks/step/controller.step.js';
import { type CircuitBuilder, circuit } from '../../dist/circuit/builder.js';
import { sourceOfLoop } from '../../dist/code/stepSource.js';
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import type { KernelFunction } from '../../dist/equations/kernel/kernelSource.js';
import { crossed, fewSteps } from '../../dist/equations/solve/crossings.js';
import { summaryText } from '../../dist/report/summary.js';
import { summaryJson } from '../../dist/report/summaryJson.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const smallest = 1e-6;
const end = 0.6;
const rate = ((10 / 60000) * 8900e5) / 5e-3;

/** 5 l that a pump of 10 l/min fills at `rate` from 0 on, below a relief valve that stays shut; there is room for what looks at the pressure at `n`. */
const filling = (): CircuitBuilder =>
  circuit('filling')
    .component('s', 'flowSource', { flow: '10 l/min' })
    .component('rv', 'reliefValve', { crackingPressure: '300 bar', gradient: '1 l/min/bar' })
    .component('n', 'junction')
    .component('t', 'tank')
    .direct('rv.out', 't')
    .line('L', 's', 'n', { volume: '3 l' })
    .line('L1', 'n', 'rv.in', { volume: '1 l' })
    .fluid({ density: '890 kg/m3', viscosity: '60 cSt', bulkModulus: '8900 bar', vapourPressure: '-1 bar' });

const finish = (b: CircuitBuilder, signals: string[]) =>
  b
    .run({ end: `${end} s`, minimumStep: `${smallest} s`, maximumStep: '5 ms' })
    .record({ every: '1 ms', signals, grid: 'exact' })
    .build();

/** A relay on a sensor of time constant 1 ms: on at 50 bar. What it gives is integrated: end - t*. */
const watched = finish(
  filling()
    .component('sensor', 'pressureSensor')
    .component('relay', 'relay', { onLevel: 5e6, offLevel: 1e6 })
    .component('on', 'integrator')
    .line('L2', 'n', 'sensor.in', { volume: '1 l' })
    .signal('sensor', 'relay.input')
    .signal('relay', 'on.input'),
  ['on.output', 'relay.closed'],
);

/** Unloads from 50 bar of its pilot on, by a valve with a lag of 1 s: it acts in the step after, so that a smallest step passes the crossing. */
const charging = finish(
  filling()
    .component('v', 'chargingValve', {
      cutOutPressure: '50 bar',
      hysteresis: '40 bar',
      ratedFlow: '1 l/min',
      ratedPressureDrop: '100 bar',
      timeConstant: '1 s',
    })
    .line('L2', 'n', 'v.pilot', { volume: '1 l' })
    .component('s2', 'pressureSource', { pressure: '0 bar' })
    .line('M', 's2', 'v.in', { volume: '1 l' })
    .direct('v.out', 't'),
  ['v.opening'],
);

/** The ideal switch opens at 50 bar of its pilot, and empties 5 l of another pump. */
const unloading = finish(
  filling()
    .component('v', 'unloadingValve', { crackingPressure: '50 bar', gradient: '1 l/min/bar' })
    .line('L2', 'n', 'v.pilot', { volume: '1 l' })
    .component('s2', 'flowSource', { flow: '10 l/min' })
    .component('m', 'junction')
    .line('M', 's2', 'm', { volume: '3 l' })
    .line('M1', 'm', 'v.in', { volume: '2 l' })
    .direct('v.out', 't'),
  ['M.p'],
);

const run = (which: typeof watched, more: Parameters<typeof simulate>[1] = {}): Promise<LineResults> =>
  simulate(which, { workers: 1, ...more });
const last = (results: LineResults, name: string): number => results.series(name).y.at(-1) as number;
const start = 5e6 / rate;

describe('a single crossing, against its exact time', () => {
  test('of a state: to rounding', async () => {
    const results = await run(watched);
    // The sensor lags a ramp by its time constant, e^-168 of which is left.
    expect(Math.abs(last(results, 'on.output') - (end - (start + 1e-3)))).toBeLessThan(1e-12);
    expect(results.account.crossings).toEqual({ located: 1, repeats: 1, chatter: 0 });
  });

  test('with a fixed step, which ends at none: late by what is left of it', async () => {
    const results = await run(watched, { step: 5e-3 });
    expect(results.account.crossings).toBeNull();
    expect(Math.abs(last(results, 'on.output') - (end - (start + 1e-3)))).toBeGreaterThan(1e-4);
  });

  test('of a pilot pressure that acts in the step after: within the smallest step', async () => {
    const results = await run(charging);
    const off = Math.abs(last(results, 'v.opening') - (1 - Math.exp(start - end)));
    // It opens at 0.7 a second at the end; the lag itself is right to the square of the step.
    expect(off).toBeLessThan(smallest);
    expect(results.account.crossings).toEqual({ located: 1, repeats: 1, chatter: 0 });
  });

  test('of an ideal valve: what it empties is right to the pressure error from there on', async () => {
    const results = await run(unloading);
    const [conductance, capacity] = [1 / 60000 / 1e5, 5e-3 / 8900e5];
    const level = 10 / 60000 / conductance;
    const { t, y } = results.series('M.p');
    const off = t.map((time, k) =>
      time < start ? 0 : Math.abs((y[k] as number) - (level + (5e6 - level) * Math.exp(((start - time) * conductance) / capacity))),
    );
    expect(Math.max(...off)).toBeLessThan(1e4);
    expect(results.account.crossings).toEqual({ located: 1, repeats: 1, chatter: 0 });
  });
});

/** A ramp of 1 a second passes what is given; what then becomes 1 is integrated. */
const passing = (add: (b: CircuitBuilder) => CircuitBuilder) =>
  finish(
    add(filling().component('one', 'constant', { value: 1 }).component('ramp', 'integrator').component('on', 'integrator'))
      .line('L2', 'n', 'b', { volume: '1 l' })
      .component('b', 'blockedEnd')
      .signal('one', 'ramp.input'),
    ['on.output'],
  );

describe('levels and truths', () => {
  test.each([0.5, 0.3183])('a relay on at %s', async (onLevel) => {
    const from = (b: CircuitBuilder) =>
      b.component('relay', 'relay', { onLevel, offLevel: 0.1 }).signal('ramp', 'relay.input').signal('relay', 'on.input');
    const results = await run(passing(from));
    expect(results.account.crossings).toEqual({ located: 1, repeats: 1, chatter: 0 });
    expect(Math.abs(last(results, 'on.output') - (results.end - onLevel))).toBeLessThan(1e-12);
  });

  test('what a comparator sets is not looked for once more', async () => {
    const from = (b: CircuitBuilder) =>
      b
        .component('level', 'constant', { value: 0.2183 })
        .component('comparator', 'comparator')
        .component('kept', 'flipFlop')
        .component('never', 'constant', { value: 0 })
        .signal('ramp', 'comparator.input')
        .signal('level', 'comparator.reference')
        .signal('comparator', 'kept.set')
        .signal('never', 'kept.clear')
        .signal('kept', 'on.input');
    const results = await run(passing(from));
    expect(results.account.crossings).toEqual({ located: 1, repeats: 1, chatter: 0 });
    expect(Math.abs(last(results, 'on.output') - (end - 0.2183))).toBeLessThan(1e-12);
  });
});

/** Opens and shuts against its own volume: an ideal switch that slides. */
const sliding = finish(
  filling()
    .component('v', 'unloadingValve', { crackingPressure: '50 bar', gradient: '1 l/min/bar' })
    .component('m', 'junction')
    .line('L2', 'n', 'm', { volume: '1 l' })
    .line('L3', 'm', 'v.in', { volume: '1 l' })
    .line('L4', 'm', 'v.pilot', { volume: '1 l' })
    .direct('v.out', 't'),
  ['L.p'],
);

describe('a slide', () => {
  test('is counted, not located turn by turn; the account tells in words and for programs', async () => {
    const results = await run(sliding, { until: 0.24 });
    const { located, repeats, chatter } = results.account.crossings ?? { located: 0, repeats: 0, chatter: 0 };
    expect(located).toBeGreaterThan(0);
    expect(repeats).toBeLessThanOrEqual(lawNumbers.mostRepeats * located);
    expect(chatter).toBeGreaterThan(located);
    expect(results.account.limitedBy.some(({ what, rejected }) => what === 'crossing' && rejected === repeats)).toBe(true);
    expect(summaryText(results)).toMatch(
      /crossings +[\d ]+ switching events? located \([\d ]+ steps? repeated\); [\d ]+ more recurred .*chatter/,
    );
    expect(summaryJson(results).crossings).toEqual({ located, repeats, chatter });
  });
});

describe('what others pay', () => {
  test('fixed steps and circuits without anything that remembers have none', async () => {
    expect((await run(watched, { step: 1e-3 })).account.crossings).toBeNull();
    const plain = finish(filling().line('L2', 's2', 'n', { volume: '1 l' }).component('s2', 'blockedEnd'), ['L.p']);
    expect((await run(plain)).account.crossings).toBeNull();
  });
});

// Full: all by every back end; quickly the one whose crossings come most often.
const sameOf = [
  ['watched', watched],
  ['charging', charging],
  ['sliding', sliding],
] as const;
test.each(isFull ? sameOf : sameOf.slice(2))('%s: every back end, one thread and two: the same bits', async (_, which) => {
  const until = 0.24;
  const first = await run(which, { kernels: 'js', until });
  for (const options of [{ workers: 1 }, { workers: 2, kernels: 'js' }, { workers: 2 }] as const) {
    const {
      digest,
      stateDigest,
      account: { crossings },
    } = await run(which, { ...options, until });
    expect({ digest, stateDigest, crossings }).toEqual({
      digest: first.digest,
      stateDigest: first.stateDigest,
      crossings: first.account.crossings,
    });
  }
});

test('partitions with steps of their own end them at their own crossings', async () => {
  const far = finish(
    filling()
      .component('far', 'pressureSource', { pressure: '0 bar' })
      .component('r', 'laminarRestrictor', { conductance: '1e-9 l/min/bar' })
      .line('W', 'n', 'r.in', { model: 'wave', length: '10 m', diameter: '10 mm' })
      .direct('r.out', 'far')
      .component('sensor', 'pressureSensor')
      .component('relay', 'relay', { onLevel: 3e6, offLevel: 1e6 })
      .line('L2', 'n', 'sensor.in', { volume: '1 l' })
      .signal('sensor', 'relay.input'),
    ['relay.closed'],
  );
  const results = await run(far, { workers: 2, ownSteps: true });
  expect(results.account.ownSteps).not.toBeNull();
  expect(results.account.crossings?.located).toBe(1);
});

test('a partition publishes the first crossing and counts those that came again', () => {
  const F = new Float64Array(64);
  const source = sourceOfLoop(crossingsLoop({ index: 0, crossings: { at: 40, count: 8 }, none: crossed.none, published: 8 }));
  const publish = linkJavascript([source], F, new Int32Array(F.buffer)).get('crossings_0') as KernelFunction;
  F.set([crossed.none, 0.75, crossed.again, 0.25, crossed.again, crossed.none, crossed.none, crossed.none], 40);
  publish(8);
  expect([F[20], F[21]]).toEqual([0.25, 2]);
  expect(fewSteps).toBeGreaterThan(3);
});

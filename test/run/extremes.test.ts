/** Highest and lowest pressure of a run: of every eighth accepted step, whether recorded or not; where and when; the same for all plans, drivers and back ends. */
import { describe, expect, test } from 'vitest';
import { stepsApart } from '../../dist/blocks/kept/extremes.js';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { simulateLumped } from '../../dist/lumped/solve.js';

import { summaryText } from '../../dist/report/summary.js';
import { summaryJson } from '../../dist/report/summaryJson.js';
import type { Extremes } from '../../dist/results/extremes.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

const bar = 1e5;

test('a pump without relief valve, of which nothing is recorded: its pressure after 2 s and where', async () => {
  // 10 l/min into 1 l, against a valve that is closed.
  const closed = circuit('no-relief')
    .component('pump', 'flowSource', { flow: '10 l/min' })
    .component('valve', 'reliefValve', { crackingPressure: '1e5 bar', gradient: '1 l/min/bar' })
    .component('tank', 'tank')
    .line('L', 'pump.out', 'valve.in', { volume: '1 l' })
    .direct('valve.out', 'tank')
    .run({ end: '2 s', maximumStep: '1 ms' })
    .record({ every: '2 s', signals: ['valve.in.q'] })
    .build();
  const results = await simulate(closed, { workers: 1 });
  const { highest, lowest } = results.account.pressures as Extremes;
  const rate = (closed.fluid.bulkModulus / bar) * (10 / 60);
  // Seen up to seven steps of a millisecond before the end.
  expect(highest.pressure / bar).toBeGreaterThan(rate * (2 - 0.001 * stepsApart));
  expect(highest.pressure / bar).toBeLessThan(rate * 2 * (1 + 1e-9));
  expect(highest.pressure / bar).toBeCloseTo(rate * highest.time, 3);
  expect(highest).toMatchObject({ of: 'mean', line: 'L', ports: ['pump.out', 'valve.in'] });
  expect(lowest).toEqual({ pressure: 0, time: 0, of: 'mean', line: 'L', ports: ['pump.out', 'valve.in'] });
  expect(summaryText(results)).toMatch(
    /^pressures +highest \d{4} bar, mean of line L \(pump\.out to valve\.in\), at (2|1\.99) s\n +lowest 0 bar, mean of line L \(pump\.out to valve\.in\), from the start$/m,
  );
  expect(summaryJson(results).pressures).toEqual(results.account.pressures);
});

test('both begin with the lines that have most and least at t = 0', async () => {
  // Pumped up from 5 and from 20 bar, so that the least is that of the start.
  const built = circuit('two-starts').component('tank', 'tank');
  for (const [k, initialPressure] of ['5 bar', '20 bar'].entries())
    built
      .component(`pump${k}`, 'flowSource', { flow: '1 l/min' })
      .component(`valve${k}`, 'reliefValve', { crackingPressure: '1e5 bar', gradient: '1 l/min/bar' })
      .line(`L${k}`, `pump${k}.out`, `valve${k}.in`, { volume: '1 l', initialPressure })
      .direct(`valve${k}.out`, 'tank');
  const of = built
    .run({ end: '0.1 s', maximumStep: '1 ms' })
    .record({ every: '0.1 s', signals: ['L0.p'] })
    .build();
  const { highest, lowest } = (await simulate(of, { workers: 1 })).account.pressures as Extremes;
  expect(lowest).toMatchObject({ pressure: 5 * bar, time: 0, line: 'L0' });
  expect(highest.line).toBe('L1');
  expect(highest.pressure).toBeGreaterThan(20 * bar);
});

/** Extremes as recorded in every step. */
async function recorded(
  of: Circuit,
  record: readonly string[],
  options: RunOptions & { until: number },
): Promise<{ high: number; low: number; seen: Extremes }> {
  const results = await simulate(of, { ...options, record, every: Math.max(options.until / 1.9e6, 5e-7), workers: 1 });
  const columns = results.columns.filter(({ unit }) => unit === 'Pa').map(({ name }) => results.series(name).y);
  // Rows are steps, the first the start: those that are looked at.
  expect(results.t.length).toBe(results.account.steps.accepted + 1);
  const looked = columns.flatMap((y) => [...y].filter((_, row) => row % stepsApart === 0));
  return { high: Math.max(...looked), low: Math.min(...looked), seen: results.account.pressures as Extremes };
}

describe('what is looked at', () => {
  test('capacitive lines: the mean pressure of each, as recorded, but no less than the vapour pressure', async () => {
    const of = await readCircuit('circuits/two-actuator.yaml');
    const { high, low, seen } = await recorded(of, ['L*.p'], { until: 0.06 });
    expect(seen.highest.pressure).toBe(high);
    expect(low).toBeLessThan(-bar);
    expect(seen.lowest.pressure).toBe(-bar);
  });

  test.each([
    ['at a fixed step, without friction', { step: 1e-4 }],
    ['at variable steps', { step: null }],
  ])('wave lines %s: the pressures at both ends', async (_, options) => {
    const hammer = await readCircuit('circuits/water-hammer-closure.yaml');
    const { high, low, seen } = await recorded(hammer, ['valve.in.p', 'reservoir.out.p'], { ...options, until: 2.1 });
    expect(seen.highest.pressure / high).toBeCloseTo(1, 12);
    expect(seen.lowest.pressure / low).toBeCloseTo(1, 12);
    // The wave has come back from the reservoir.
    expect(seen.lowest.time).toBeGreaterThan(2);
    expect(seen.highest).toMatchObject({ of: 'port', line: 'pipe', ports: ['valve.in'] });
  });
});

// Full: extremes by all drivers and back ends; quickly what saved runs tell in test/same/resume, and equal ones below.
test.runIf(isFull)('the same bits for all numbers of workers, drivers and back ends', async () => {
  const ring = parseCircuit(generateRing({ stations: 12, expand: false, seed: 3 }), 'ring').circuit;
  const waves = parseCircuit(generateRing({ stations: 12, expand: false, preset: 'a' }), 'ring').circuit;
  for (const of of isFull ? [ring, waves] : [waves]) {
    const until = of === ring ? 0.3 : 0.05;
    const {
      account: { pressures },
    } = await simulate(of, { workers: 1, until });
    expect((pressures as Extremes).highest.pressure).toBeGreaterThan((pressures as Extremes).lowest.pressure);
    const ways = [{ workers: 1, kernels: 'js' }, { workers: 3 }, { workers: 2 }, { workers: 2, kernels: 'js' }] as const;
    for (const options of isFull ? ways : ways.slice(0, 2))
      expect((await simulate(of, { ...options, until })).account.pressures).toEqual(pressures);
  }
});

test('where several are equal, the first by the file, by any number of workers', async () => {
  const twins = circuit('twins').component('s', 'pressureSource', { pressure: '50 bar' }).component('n', 'junction');
  for (const k of [3, 1, 2]) {
    twins.component(`r${k}`, 'laminarRestrictor', { conductance: '1 l/min/bar' });
    twins.component(`v${k}`, 'reliefValve', { crackingPressure: '100 bar', gradient: '10 l/min/bar' });
    twins.line(`A${k}`, 'n', `r${k}.in`, { volume: '1 l' });
    twins.line(`B${k}`, `r${k}.out`, `v${k}.in`, { volume: '1 l' });
  }
  twins.component('t', 'tank').line('S', 's.out', 'n', { volume: '1 l' });
  for (const k of [3, 1, 2]) twins.direct(`v${k}.out`, 't');
  const equal = twins
    .run({ end: '1 s', maximumStep: '1 ms' })
    .record({ every: '1 s', signals: ['S.p'] })
    .build();
  const found = (await simulate(equal, { workers: 1, until: 0.02 })).account.pressures as Extremes;
  for (const workers of [2, 3]) expect((await simulate(equal, { workers, until: 0.02 })).account.pressures).toEqual(found);
  expect(found.lowest).toMatchObject({ line: 'A3', time: 0 });
});

test('a run that is saved behind both, and resumed, has their values, times and lines, by any number of workers', async () => {
  // Swings of 100 Hz about 5 bar, whose first is the largest, as what they begin with leaks away; later lines swing by half.
  const built = circuit('swings')
    .fluid({ bulkModulus: '16000 bar' })
    .initialPressure('5 bar')
    .component('held', 'pressureSource', { pressure: '5 bar' });
  for (const [k, amplitude] of [0, 1, -1, 0.5, -0.5].entries())
    built
      .component(`u${k}`, 'sine', { amplitude, frequency: '100 Hz' })
      .component(`s${k}`, 'controlledFlowSource', { gain: '1 l/min' })
      .component(`r${k}`, 'laminarRestrictor', { conductance: '0.4 l/min/bar' })
      .line(`L${k}`, `s${k}.out`, `r${k}.in`, { volume: '1 l' })
      .direct(`r${k}.out`, 'held')
      .signal(`u${k}`, `s${k}.demand`);
  const swings = built
    .run({ end: '30 ms', maximumStep: '0.1 ms' })
    .record({ every: '30 ms', signals: ['L0.p'] })
    .build();
  const whole = (await simulate(swings, { workers: 1 })).account.pressures as Extremes;
  expect([whole.highest.line, whole.lowest.line]).toEqual(['L1', 'L2']);
  for (const { time } of [whole.highest, whole.lowest]) expect(time).toBeCloseTo(0.005, 3);
  for (const [before, after] of [
    [3, 1],
    [1, 3],
  ] as const) {
    const run = await openRun(swings, { workers: before, driver: 'serial' });
    await run.advance({ until: 0.012 });
    const resume = run.save();
    await run.close();
    const again = await openRun(swings, { workers: after, driver: 'serial', resume });
    await again.advance();
    expect((await again.close()).account.pressures).toEqual(whole);
  }
});

test('lumped solvers tell those of all their steps, of the volumes that lines make', async () => {
  const of = await readCircuit('circuits/two-actuator.yaml');
  const results = await simulateLumped(of, { until: 0.2, trace: true, record: ['act1.x'] });
  const { highest, lowest } = results.account.pressures as Extremes;
  const volumes = results.run.unknowns.flatMap(({ unit }, k) => (unit === 'Pa' ? [k] : []));
  const all = results.trace.flatMap(({ y }) => volumes.map((k) => y[k] as number));
  expect(highest.pressure).toBe(Math.max(...all));
  expect(lowest.pressure).toBe(Math.min(...all, 0));
  // Of the unknown of that name, in the step of that time.
  const at = results.run.unknowns.findIndex(({ name }) => name === `${highest.line}.p`);
  expect(results.trace.find(({ t }) => t === highest.time)?.y[at]).toBe(highest.pressure);
  expect(highest.ports.length).toBeGreaterThan(1);
  expect(highest.of).toBe('volume');
  expect(summaryText(results)).toMatch(
    /^pressures +highest [\d.]+ bar, in the volume of \S+ \(.* and .*\), at [\d.]+ ms\n +lowest .*\n +of every step$/m,
  );
});

/** A check valve the wrong way round: the source of 200 bar meets a line at 0 bar whose other end is shut. */
const swapped = circuit('swapped')
  .component('s', 'pressureSource', { pressure: '200 bar' })
  .component('cv', 'checkValve', { crackingPressure: '0.5 bar', gradient: '100 l/min/bar' })
  .component('o', 'orifice', { area: '5 mm2' })
  .component('t', 'tank')
  .line('a', 's', 'cv.out', { length: '1 m', diameter: '10 mm' })
  .line('b', 'cv.in', 'o.in', { length: '1 m', diameter: '10 mm' })
  .direct('o.out', 't')
  .run({ end: '1 ms' })
  .record({ every: '1 ms', signals: ['cv.out.p'] })
  .build();

describe('whose a pressure is', () => {
  test("the mean of a line is none of its ports', whose own the envelopes have", async () => {
    const plain = await simulate(swapped, { workers: 1 });
    expect(summaryText(plain)).toMatch(
      /^pressures +highest \d+\.\d bar, mean of line a \(s\.out to cv\.out\), at \d+ µs\n.*\n +of every 8th step; --envelope '\*\.p' gives those of all ports in every step$/m,
    );
    const kept = await simulate(swapped, { workers: 1, envelope: ['*.p'] });
    expect(kept.account.pressures).toEqual(plain.account.pressures);
    expect(summaryText(kept)).toMatch(/^ +of every 8th step; the envelopes below are of every step$/m);
    const highest = (name: string): number => (kept.account.envelopes.find((one) => one.name === name)?.highest ?? Number.NaN) / bar;
    expect(highest('s.out.p')).toBe(200);
    const mean = (plain.account.pressures as Extremes).highest.pressure / bar;
    expect(mean).toBeGreaterThan(201);
    expect(highest('cv.out.p')).toBeGreaterThan(mean + 50);
  });

  test('integrators: volumes whose pressure a component sets, fixed or not, are looked at too', async () => {
    const { highest, lowest } = (await simulateLumped(swapped, {})).account.pressures as Extremes;
    expect(highest).toEqual({ pressure: 200 * bar, time: 0, of: 'volume', line: 'a', ports: ['s.out', 'cv.out'] });
    expect(lowest).toMatchObject({ pressure: 0, time: 0, line: 'b' });
    const led = circuit('led')
      .component('u', 'sine', { amplitude: 50, frequency: '100 Hz', offset: 60 })
      .component('s', 'controlledPressureSource', { gain: '1 bar' })
      .component('o', 'orifice', { area: '5 mm2' })
      .component('t', 'tank')
      .line('a', 's', 'o.in', { length: '1 m', diameter: '10 mm' })
      .direct('o.out', 't')
      .signal('u.output', 's.demand')
      .run({ end: '5 ms' })
      .record({ every: '1 ms', signals: ['o.in.p'] })
      .build();
    const { highest: top } = (await simulateLumped(led, { maximumStep: 1e-4 })).account.pressures as Extremes;
    expect(top.pressure / bar).toBeCloseTo(110, 1);
    expect(top.time).toBeCloseTo(0.0025, 4);
  });
});

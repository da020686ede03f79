/** Orders that land: a step ends at the time that is asked for, the same on any number of threads and back end, and nothing else changes. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import type { HeldRun } from '../../dist/run/held/heldRun.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import type { HeldOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { told } from '../support/resumed.js';

/** A position servo whose controller is outside of the run, and a motor on a wave line at the same supply: capacitive, wave and directly joined ports. */
const loop: Circuit = parseCircuit(
  `ringmain: 1
name: loop
components:
  src: { kind: pressureSource, pressure: 205 bar }
  n: { kind: junction }
  tank: { kind: tank }
  cmd: { kind: constant, value: 0 }
  valve: { kind: servoValve, ratedFlow: 63 l/min, ratedPressureDrop: 35 bar, naturalFrequency: 80 Hz }
  cyl: { kind: actuator, bore: 80 mm, rodDiameter: 56 mm, stroke: 300 mm, initialPosition: 100 mm, mass: 1500 kg, viscousFriction: 5 kN s/m }
  leak: { kind: orifice, area: 3 mm2 }
  clock: { kind: dutyCycle, points: [[0 s, 0], [12.345 ms, 0], [12.345 ms, 1], [1 s, 1]] }
  gate: { kind: meteringValve, ratedFlow: 10 l/min, ratedPressureDrop: 5 bar }
defaults: { line: { diameter: 25 mm, length: 1 m, initialPressure: 100 bar } }
lines:
  LS: { from: src, to: n, initialPressure: 205 bar }
  LP: { from: n, to: valve.P, initialPressure: 205 bar }
  LW: { from: n, to: leak.in, length: 12 m, model: wave, initialPressure: 205 bar }
  LG: { from: n, to: gate.in, initialPressure: 205 bar }
  LA: { from: valve.A, to: cyl.cap, length: 0.5 m, initialPressure: 70 bar }
  LB: { from: valve.B, to: cyl.rod, length: 0.5 m, initialPressure: 137 bar }
  LT: { from: valve.T, to: tank, diameter: 32 mm, initialPressure: 0 bar }
direct:
  - { from: leak.out, to: tank }
  - { from: gate.out, to: tank }
signals: [ { from: cmd, to: valve.command }, { from: clock, to: gate.opening } ]
run: { end: 20 ms }
record: { every: 2 ms, signals: [cyl.x, n.p] }
`,
  'loop',
).circuit;

const open = (options: HeldOptions = {}, circuit = loop): Promise<HeldRun> => openRun(circuit, { workers: 1, ...options });

/** Samples of a controller, as far apart as the longer steps of the run; where it stood at each. */
const period = 5e-5;
async function sample(run: HeldRun, from: number, to: number): Promise<number[]> {
  const times: number[] = [];
  for (let k = from; k < to; k++) {
    const off = (k < 100 ? 0.1 : 0.15) - run.read('cyl.x');
    run.set('valve.command', Math.max(-1, Math.min(1, 12 * off)));
    await run.advance({ until: (k + 1) * period, land: true });
    times.push(run.progress.time);
  }
  return times;
}

const engines = [
  { workers: 1, kernels: 'wasm' },
  { workers: 2, driver: 'parallel', kernels: 'js', oversubscribe: true },
  { workers: 3, driver: 'parallel', kernels: 'wasm', oversubscribe: true },
] as const satisfies HeldOptions[];

// Full: landings by all threads and back ends; quickly by one, below.
test.runIf(isFull)(
  'a loop of samples: every one at its time to the bit, the last one too, on any threads and back end; saved on the way, too',
  async () => {
    const ends = [];
    for (const engine of engines) {
      const run = await open(engine);
      expect(await sample(run, 0, 400)).toEqual(Array.from({ length: 400 }, (_, k) => (k + 1) * period));
      const results = await run.close();
      // Lines have the impedance of each step that a landing makes shorter: else oil would come from nowhere.
      expect(results.account.balance.mass).toBeLessThan(1e-12);
      ends.push(told(results));
    }
    let run = await open(engines[1]);
    await sample(run, 0, 170);
    const saved = run.save();
    await run.close();
    run = await openRun(loop, { ...engines[0], resume: saved });
    await sample(run, 170, 400);
    for (const end of [...ends, told(await run.close())]) expect(end).toEqual(ends[0]);
  },
);

test('an order that passes its time changes nothing', async () => {
  const run = await open();
  for (const until of [0.011, 0.0123, 0.015]) await run.advance({ until, land: false });
  await run.advance();
  expect(told(await run.close())).toEqual(told(await simulate(loop, { workers: 1 })));
});

describe('a landing is kept until it is reached', () => {
  const lands = 0.0171234;
  /** Goes on to the end after one landing, and tells where it stood there. */
  async function rest(run: HeldRun): Promise<unknown> {
    await run.advance({ until: lands });
    expect(run.progress.time).toBe(lands);
    await run.advance();
    return told(await run.close());
  }
  const straight = (async () => {
    const run = await open();
    await run.advance({ until: lands, land: true });
    return rest(run);
  })();

  /** A run that stands before the landing that it was ordered: a signal that is aborted at the third report comes before that. */
  async function pausedBefore(): Promise<HeldRun> {
    const controller = new AbortController();
    let reports = 0;
    const onProgress = (): void => {
      if (++reports === 3) controller.abort();
    };
    const paused = await open({ signal: controller.signal, onProgress });
    expect(await paused.advance({ until: lands, land: true })).toBe('paused');
    expect(paused.progress.time).toBeLessThan(lands);
    return paused;
  }

  test('by pauses and by what is saved', async () => {
    const paused = await pausedBefore();
    const saved = paused.save();
    await paused.close();
    expect(await rest(await openRun(loop, { ...engines[1], resume: saved }))).toEqual(await straight);
    // Where the order behind goes further, too; the end is then the same.
    const run = await openRun(loop, { workers: 1, resume: saved });
    expect(await run.advance()).toBe('ended');
    expect(told(await run.close())).toEqual(await straight);
  });

  test('one where the run stands takes its place, and leaves none', async () => {
    const paused = await pausedBefore();
    const saved = paused.save();
    await paused.close();
    const run = await openRun(loop, { workers: 1, resume: saved });
    expect(await run.advance({ until: run.progress.time, land: true })).toBe('reached');
    await run.advance();
    expect(told(await run.close())).toEqual(told(await simulate(loop, { workers: 1 })));
  });

  test('another one takes its place; one that is there already changes nothing', async () => {
    const run = await open();
    await run.advance({ steps: 3 });
    const going = run.advance({ until: 0.002, land: true });
    await run.pause();
    await going;
    const next = 0.0034567;
    expect(await run.advance({ until: next, land: true })).toBe('reached');
    const { accepted, time } = run.progress;
    expect(time).toBe(next);
    expect(await run.advance({ until: next, land: true })).toBe('reached');
    expect(run.progress.accepted).toBe(accepted);
    await run.close();
  });

  test('nearer than the first step, than the smallest one, and behind the end; components keep their events', async () => {
    const run = await open();
    const corner = 0.012345;
    for (const until of [1e-8, 1.05e-6, 2e-6, 0.0123]) {
      expect(await run.advance({ until, land: true })).toBe('reached');
      expect(run.progress.time).toBe(until);
    }
    while (run.progress.time < corner) await run.advance({ steps: 1 });
    expect(run.progress.time).toBe(corner);
    // The step that was chosen behind a landing is as long again as it was to be.
    expect(run.progress.step).toBeGreaterThan(1e-5);
    expect(await run.advance({ until: 1, land: true })).toBe('ended');
    expect(run.progress.time).toBe(0.02);
    await run.close();
  });
});

describe('where steps are given', () => {
  const fixed: HeldOptions = { step: 1e-5, until: 0.01 };

  test('fixed steps land at whole steps, results are those of simulate', async () => {
    const run = await open(fixed);
    for (const until of [0.001, 0.0025, 0.01]) {
      await run.advance({ until, land: true });
      expect(run.progress.time).toBeCloseTo(until, 14);
    }
    expect(told(await run.close())).toEqual(told(await simulate(loop, { ...fixed, workers: 1 })));
  });

  test('steps of their own: where partitions meet', async () => {
    const house = await readCircuit('circuits/pump-house.yaml');
    const run = await open({ ownSteps: true, workers: 2, driver: 'serial', until: 0.02 }, house);
    await expect(run.advance({ until: 0.00613, land: true })).rejects.toMatchObject({
      code: 'RUN419',
      message: 'advance: cannot land at 6.13 ms: with steps of their own partitions meet every 2.5 ms only',
      remedy: 'land at 5 ms or 7.5 ms, or leave ownSteps out',
    });
    expect(await run.advance({ until: 0.0075, land: true })).toBe('reached');
    expect(run.progress.time).toBe(0.0075);
    await run.close();
  });

  test('what cannot be is refused with its reason, and changes nothing', async () => {
    const run = await open(fixed);
    await expect(run.advance({ until: 0.001005, land: true })).rejects.toMatchObject({
      code: 'RUN419',
      message: 'advance: cannot land at 1.005 ms: at fixed steps a run stops every 10 us only',
      remedy: 'land at 1 ms or 1.01 ms, or let the step vary (step: null)',
    });
    expect(run.progress.accepted).toBe(0);
    await run.close();
    const free = await open();
    await free.advance({ until: 0.015, land: true });
    await expect(free.advance({ until: 0.01, land: true })).rejects.toMatchObject({
      code: 'RUN418',
      message: 'advance: cannot land at 10 ms: the run stands at 15 ms',
    });
    for (const how of [
      { steps: 3, land: true },
      { until: 0.018, land: 1 },
    ])
      await expect(free.advance(how as { until: number })).rejects.toMatchObject({
        code: 'RUN202',
        message: expect.stringMatching(/^land is /),
      });
    expect(free.progress.time).toBe(0.015);
    await free.close();
  });
});

test('bounds of steps are options of runs, kept with a checkpoint', async () => {
  const options: HeldOptions = { workers: 1, maximumStep: 2e-5, minimumStep: 2e-6, initialStep: 5e-6 };
  const run = await openRun(loop, options);
  await run.advance({ until: 0.001 });
  const again = await openRun(loop, { workers: 2, driver: 'serial', resume: run.save() });
  await run.close();
  await again.advance();
  const results = await again.close();
  expect(results.account.steps.largest).toBeLessThanOrEqual(2e-5);
  expect(told(results)).toEqual(told(await simulate(loop, options)));
  await expect(openRun(loop, { minimumStep: 1e-2 })).rejects.toMatchObject({
    code: 'RUN202',
    message: 'minimumStep of 10 ms is above maximumStep of 5 ms',
  });
});

/** Runs that are held: orders change nothing but what they are to change, on any number of threads; nothing is left behind. */
import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { seeded } from '../../dist/circuit/text/random.js';
import type { HeldRun } from '../../dist/run/held/heldRun.js';
import { openRun } from '../../dist/run/openRun.js';
import { simulate } from '../../dist/run/simulate.js';
import type { HeldOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { told } from '../support/resumed.js';

const circuit = await readCircuit('circuits/two-actuator.yaml');
const record = ['nB.p', 'act1.x', 'dev.P.q', 'prv.*'];
const tunable = ['prv.crackingPressure'];

/** Orders by draws; the same ones for the same seed. What was read is told at the end, with the account. */
async function byOrders(options: HeldOptions, count: number, seed: number): Promise<unknown> {
  const draw = seeded(seed);
  const opened: HeldOptions = { record, tunable, until: 10, ...options };
  let run = await openRun(circuit, opened);
  const seen: number[] = [];
  for (let k = 0; k < count; k++) {
    const [kind, amount] = [Math.floor(draw() * 6), draw()];
    if (kind === 0) await run.advance({ steps: 1 + Math.floor(amount * 6) });
    if (kind === 1) await run.advance({ until: run.progress.time + amount * 1e-4 });
    if (kind === 2) seen.push(run.progress.time, ...['nB.p', 'act1.x', 'dev.P.q'].map((name) => run.read(name)));
    if (kind === 3) run.set(amount < 0.5 ? 'dev.position' : 'prv.crackingPressure', amount < 0.5 ? 4 * amount - 1 : 1e7 * (0.5 + amount));
    if (kind === 4) await withPauses(run, run.progress.accepted + 1 + Math.floor(amount * 10));
    if (kind === 5) {
      const saved = run.save();
      // Opening takes longer than all other orders.
      if (amount > 0.97) {
        await run.close();
        const { driver, workers, kernels, oversubscribe } = opened as Required<HeldOptions>;
        run = await openRun(circuit, { driver, workers, kernels, oversubscribe, resume: saved });
      }
    }
  }
  return { seen, told: told(await run.close()) };
}

/** Where a pause comes is chance; the run then goes on to where it was told to go. */
async function withPauses(run: HeldRun, accepted: number): Promise<void> {
  while (run.progress.accepted < accepted) {
    const order = run.advance({ steps: accepted - run.progress.accepted });
    await run.pause();
    expect(['reached', 'paused']).toContain(await order);
  }
}

test('orders by draws: parallel runs end, and have been read, as the serial one', async () => {
  const count = isFull ? 10_000 : 60;
  const serial = await byOrders({ workers: 1, driver: 'serial', kernels: 'wasm', oversubscribe: true }, count, 1);
  const engines = [
    [2, 'wasm'],
    [3, 'js'],
  ] as const;
  for (const [workers, kernels] of engines.slice(0, isFull ? 2 : 1))
    expect(await byOrders({ workers, driver: 'parallel', kernels, oversubscribe: true }, count, 1)).toEqual(serial);
});

test('stopping changes no bits: step by step, and in one go', async () => {
  const until = 0.002;
  const run = await openRun(circuit, { workers: 1, until, record });
  let stops = 0;
  while ((await run.advance({ steps: 1 })) === 'reached') expect(run.progress.accepted).toBe(++stops);
  expect(stops).toBeGreaterThan(100);
  expect(told(await run.close())).toEqual(told(await simulate(circuit, { workers: 1, until, record })));
});

/** One signal, two valves: in two partitions one of them has a copy of it. */
const branches: Circuit = parseCircuit(
  `ringmain: 1
name: branches
fluid: { density: 870 kg/m3, bulkModulus: 16000 bar, viscosity: 46 cSt }
run: { end: 1 s }
record: { signals: ['v*', 'x.output'], every: 1 ms }
components:
  p: { kind: flowSource, flow: 20 l/min }
  v1: { kind: meteringValve, ratedFlow: 10 l/min, ratedPressureDrop: 5 bar }
  v2: { kind: meteringValve, ratedFlow: 10 l/min, ratedPressureDrop: 5 bar }
  t: { kind: tank }
  x: { kind: constant, value: 1 }
  n: { kind: junction }
  m: { kind: junction }
lines:
  l1: { from: p.out, to: n, length: 0.1 m, diameter: 20 mm }
  l2: { from: n, to: v1.in, length: 0.1 m, diameter: 20 mm }
  l3: { from: n, to: v2.in, length: 0.1 m, diameter: 20 mm }
  l4: { from: v1.out, to: m, length: 0.1 m, diameter: 20 mm }
  l5: { from: v2.out, to: m, length: 0.1 m, diameter: 20 mm }
  l6: { from: m, to: t.in, length: 0.1 m, diameter: 20 mm }
signals:
  - { from: x, to: v1.opening }
  - { from: x, to: v2.opening }
`,
  'branches',
).circuit;

describe('set', () => {
  test('acts from the next attempt on, and not before', async () => {
    const run = await openRun(circuit, { workers: 1, record: ['dev.*', 'nB.p'] });
    const other = await openRun(circuit, { workers: 1, record: ['dev.*', 'nB.p'] });
    for (const one of [run, other]) await one.advance({ until: 0.05 });
    run.set('dev.position', -1);
    expect(run.read('nB.p')).toBe(other.read('nB.p'));
    for (const one of [run, other]) await one.advance({ steps: 1 });
    expect(run.read('dev.A.q')).not.toBe(other.read('dev.A.q'));
    await Promise.all([run.close(), other.close()]);
  });

  test('a parameter that is set at t = 0 is one of the file: the same bits', async () => {
    const run = await openRun(circuit, { workers: 2, driver: 'serial', tunable: ['prv.gradient', 'prv.crackingPressure'], until: 0.02 });
    run.set('prv.crackingPressure', 12.5e6);
    await run.advance();
    const written = await readCircuit('circuits/two-actuator.yaml', { set: ['prv.crackingPressure=125 bar'] });
    expect((await run.close()).digest).toBe((await simulate(written, { workers: 1, until: 0.02 })).digest);
  });

  test('a shared parameter of a signal is a column where it is tunable; its copies in other partitions follow', async () => {
    const ends = [1, 4].map(async (workers) => {
      const run = await openRun(branches, { workers, driver: 'serial', tunable: ['x.value'], until: 0.1 });
      await run.advance({ until: 0.05 });
      expect(run.read('x.output')).toBe(1);
      run.set('x.value', 0.25);
      await run.advance({ steps: 1 });
      expect(run.read('x.output')).toBe(0.25);
      await run.advance();
      const shut = run.read('v1.in.p');
      return { shut, told: told(await run.close()) };
    });
    const [one, four] = await Promise.all(ends);
    expect(four).toEqual(one);
    // Both let the pump's flow through at 5 bar; a quarter of the opening asks for sixteen times that.
    expect(one?.shut).toBeCloseTo(80e5, -2);
  });
});

describe('what cannot be done is said', () => {
  const refused: [string, string, (run: HeldRun) => unknown][] = [
    ['a quantity that is not recorded', 'RUN413', (run) => run.read('nB.q')],
    ['no component', 'RUN415', (run) => run.set('foo.bar', 1)],
    ['no parameter', 'RUN415', (run) => run.set('prv.crackingPressur', 1)],
    ['a shared parameter that is not tunable', 'RUN415', (run) => run.set('prv.gradient', 1)],
    ['a fixed pressure that ports see directly', 'RUN415', (run) => run.set('t1.pressure', 1e5)],
    ['a value out of bounds', 'RUN416', (run) => run.set('prv.crackingPressure', -1)],
    ['no number', 'RUN416', (run) => run.set('dev.position', Number.NaN)],
    ['steps that are none', 'RUN202', (run) => run.advance({ steps: 1.5 })],
  ];
  test.each(refused)('%s', async (_, code, order) => {
    const run = await openRun(circuit, { workers: 1, record, tunable });
    await expect((async () => order(run))()).rejects.toMatchObject({ code, remedy: expect.stringMatching(/./) });
    await run.close();
  });

  test('while it goes on, after its end, and after it was closed', async () => {
    const run = await openRun(circuit, { workers: 1, record, until: 0.001 });
    const going = run.advance();
    for (const order of [() => run.read('nB.p'), () => run.save(), () => run.set('dev.position', 0)]) expect(order).toThrow(/going on/);
    await expect(run.advance()).rejects.toMatchObject({ code: 'RUN412' });
    expect(await going).toBe('ended');
    expect(await run.advance()).toBe('ended');
    expect(run.read('nB.p')).toBeGreaterThan(0);
    expect(() => run.save()).toThrow(/has ended/);
    expect((await run.close()).ending).toBeNull();
    await expect(run.advance()).rejects.toMatchObject({ code: 'RUN411' });
    expect(await run.close()).toBe(await run.close());
  });
});

test('two runs at once do not disturb each other', async () => {
  const until = 0.01;
  const alone = told(await simulate(circuit, { workers: 1, until, record }));
  const runs = await Promise.all([1, 2, 2].map((workers) => openRun(circuit, { workers, until, record })));
  await Promise.all(
    runs.map(async (run, k) => {
      while ((await run.advance({ steps: 50 + 30 * k })) === 'reached');
    }),
  );
  for (const run of runs) expect(told(await run.close())).toEqual(alone);
});

test('an abort pauses: the run stands, and can be saved', async () => {
  const controller = new AbortController();
  const run = await openRun(circuit, { workers: 2, until: 10, record, signal: controller.signal });
  setTimeout(() => controller.abort(), 300);
  expect(await run.advance()).toBe('paused');
  expect(run.save().length).toBeGreaterThan(1000);
  expect((await run.close()).ending?.kind).toBe('interrupted');
});

test.runIf(isFull)('closing leaves no thread, timer or handle', async () => {
  const script = `
const { openRun } = await import(${JSON.stringify(pathToFileURL('dist/run/openRun.js').href)});
const { readCircuit } = await import(${JSON.stringify(pathToFileURL('dist/circuit/file/read.js').href)});
const circuit = await readCircuit('circuits/two-actuator.yaml');
const left = [];
for (const order of ['none', 'reached', 'paused']) {
  const run = await openRun(circuit, { workers: 2, driver: 'parallel', until: 10 });
  if (order === 'reached') await run.advance({ steps: 10 });
  if (order === 'paused') { const going = run.advance(); await run.pause(); await going; }
  await run.close();
  await new Promise((resolve) => setTimeout(resolve, 50));
  left.push(process.getActiveResourcesInfo().filter((name) => !/^(PipeWrap|TTYWrap)$/.test(name)));
}
console.log(JSON.stringify(left));
`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  expect(JSON.parse(stdout)).toEqual([[], [], []]);
});

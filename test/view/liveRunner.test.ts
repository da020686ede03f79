/** What a live page's engine does, without threads and wires between. */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { openRun, parseCircuit, simulate } from '../../dist/index.js';
import type { Frame, Opened, Settings } from '../../dist/page/live/liveRun.js';
import { LiveRunner } from '../../dist/page/live/liveRunner.js';
import { firstSettings } from '../../dist/page/live/runHolder.js';
import { thinned } from '../../dist/page/live/thin.js';
import { tunablesOf } from '../../dist/page/live/tunables.js';
import { decodeMessage, encodeMessage } from '../../dist/page/live/wire.js';
import { RunError } from '../../dist/results/runError.js';
import { isFull } from '../support/circuits.js';

const text = readFileSync('circuits/two-actuator.yaml', 'utf8').replace(/end: [\d.]+ s/, 'end: 0.3 s');
const circuit = parseCircuit(text, 'circuit').circuit;

const sessions: LiveRunner[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

async function opened(first: Partial<Settings> = {}): Promise<{ session: LiveRunner; frames: Frame[]; ended(): Promise<Frame> }> {
  const session = new LiveRunner({ cores: 2, first, draw: () => Promise.reject(new Error('not here')) });
  sessions.push(session);
  const frames: Frame[] = [];
  expect(await session.open('circuit.yaml', text)).not.toHaveProperty('mistakes');
  await session.listen(async (frame) => void frames.push(frame));
  await session.pace(0);
  return {
    session,
    frames,
    ended: () =>
      expect
        .poll(() => frames.at(-1)?.ended, { timeout: 20_000 })
        .toBeTruthy()
        .then(() => frames.at(-1) as Frame),
  };
}

/** On one core two workers are folded on one thread. */
const onTwoCores = test.skipIf(availableParallelism() < 2);

onTwoCores('other workers, another partition method: from where it stands, the bits of one worker', async () => {
  const { session, ended } = await opened();
  await session.step(300);
  expect(await session.change({ ...firstSettings, workers: 2, method: 'greedy' })).toMatchObject({
    workers: 2,
    partitions: 2,
    load: [expect.any(Number), expect.any(Number)],
  });
  await session.go();
  expect((await ended()).ended?.digest).toBe((await simulate(circuit, { workers: 1 })).digest);
});

test('another pressure error and end from where it stands: as a checkpoint that goes on so; more steps than before', async () => {
  const { session, ended } = await opened();
  await session.step(300);
  await session.change({ ...firstSettings, workers: 1, pressureError: 1000, until: 0.2 });
  await session.go();
  const { accepted, time } = await ended();
  expect(time).toBe(0.2);
  const coarse = await simulate(circuit, { workers: 1, until: 0.2 });
  expect(accepted).toBeGreaterThan(1.5 * coarse.account.steps.accepted);
  // Anew from the beginning it is the run with that error.
  await session.restart();
  await session.go();
  await expect.poll(() => session.standing(), { timeout: 20_000 }).toMatchObject({ state: 'ended', pressureError: 1000, end: 0.2 });
});

test('values that are set stay when it begins anew, and are found as they are', async () => {
  const { session, ended } = await opened();
  await session.set('prv.crackingPressure', 5e6);
  await session.set('dev.position', 0.2);
  expect(await session.find('prv cracking')).toMatchObject([{ name: 'prv.crackingPressure', value: 5e6, isSet: true, unit: 'Pa' }]);
  await session.step(10);
  await session.restart();
  await session.go();
  const own = await openRun(circuit, { workers: 1, tunable: ['prv.crackingPressure'] });
  own.set('prv.crackingPressure', 5e6);
  own.set('dev.position', 0.2);
  await own.advance();
  expect((await ended()).ended?.digest).toBe((await own.close()).digest);
});

// Full: two whole runs and one that is held beside them; quickly a whole exponent, below, is set where the run stands.
test.runIf(isFull)(
  'a parameter that is 0 is a literal until it is set: the bits of a plain run, and then its effect from where the run stands',
  async () => {
    const manifold = readFileSync('circuits/cartridge-manifold.yaml', 'utf8');
    const plain = await simulate(parseCircuit(manifold, 'circuit').circuit, { workers: 1 });
    const session = new LiveRunner({ cores: 2, draw: () => Promise.reject(new Error('not here')) });
    sessions.push(session);
    const frames: Frame[] = [];
    const { columns } = (await session.open('manifold.yaml', manifold)) as Opened;
    await session.listen(async (frame) => void frames.push(frame));
    await session.plot([columns.findIndex(({ name }) => name === 'cylinder.x')]);
    await session.pace(0);
    await session.go();
    await expect.poll(() => frames.at(-1)?.ended?.digest, { timeout: 20_000 }).toBe(plain.digest);
    await session.restart();
    await session.step(300);
    const { time } = frames.at(-1) as Frame;
    await session.set('cylinder.springStiffness', 1e5);
    expect(await session.find('springStiffness')).toMatchObject([{ value: 1e5, isSet: true }]);
    await expect.poll(() => frames.at(-1)?.time).toBe(time);
    await session.go();
    await expect.poll(() => frames.at(-1)?.ended, { timeout: 20_000 }).toBeTruthy();
    const rows = await session.plot([columns.findIndex(({ name }) => name === 'cylinder.x')]);
    expect(rows.t).toHaveLength(plain.t.length);
    // The same run with that column from the beginning: the rest is rounding.
    const held = await openRun(parseCircuit(manifold, 'circuit').circuit, { workers: 1, tunable: ['cylinder.springStiffness'] });
    await held.advance({ steps: 300 });
    held.set('cylinder.springStiffness', 1e5);
    await held.advance();
    const { y } = (await held.close()).series('cylinder.x');
    const [there, here, without] = [rows.rows[0] as Float64Array, y, plain.series('cylinder.x').y].map((values) => values.at(-1) as number);
    expect(there).toBeCloseTo(here as number, 9);
    expect(without).toBeGreaterThan(2 * (there as number));
  },
);

test('a whole exponent is a literal too', async () => {
  const press = readFileSync('circuits/press.yaml', 'utf8')
    .replace('polytropicExponent: 1.3', 'polytropicExponent: 1')
    .replace(/end: 13 s/, 'end: 0.5 s');
  const plain = await simulate(parseCircuit(press, 'circuit').circuit, { workers: 1 });
  const session = new LiveRunner({ cores: 2, draw: () => Promise.reject(new Error('not here')) });
  sessions.push(session);
  const frames: Frame[] = [];
  await session.open('press.yaml', press);
  await session.listen(async (frame) => void frames.push(frame));
  await session.pace(0);
  await session.go();
  await expect.poll(() => frames.at(-1)?.ended?.digest, { timeout: 20_000 }).toBe(plain.digest);
  expect(plain.end).toBe(0.5);
});

test('a run that cannot go on says why, and stands; with one worker it goes on', async () => {
  const threads = {
    cores: () => 2,
    start: () => Promise.reject(new RunError('RUN230', 'no threads here', 'take workers: 1')),
  };
  const session = new LiveRunner({ threads, cores: 2, draw: () => Promise.reject(new Error('not here')) });
  sessions.push(session);
  const frames: Frame[] = [];
  await session.open('circuit.yaml', text);
  await session.listen(async (frame) => void frames.push(frame));
  const settings = { ...firstSettings, until: 0.01 };
  await session.change({ ...settings, workers: 2 });
  await session.go();
  await expect.poll(() => frames.at(-1)).toMatchObject({ mistake: 'RUN230  no threads here; take workers: 1', state: 'standing' });
  await session.change({ ...settings, workers: 1 });
  await session.go();
  await expect.poll(() => frames.at(-1)).toMatchObject({ mistake: '', state: 'ended' });
});

test('frames: no row twice, none left out; the last one has all; quantities are those that the page asked for', async () => {
  const { session, frames, ended } = await opened();
  const rows = await session.plot([2, 0]);
  expect(rows).toMatchObject({ firstRow: 0, rows: [expect.any(Float64Array), expect.any(Float64Array)] });
  expect(await session.show(['L1.p', 'nothing.p'])).toEqual(['L1.p']);
  const before = frames.length;
  await session.go();
  await ended();
  const plain = await simulate(circuit, { workers: 1 });
  const t = [rows.t, ...frames.slice(before).map((frame) => frame.t)].flatMap((part) => [...part]);
  expect(t).toEqual([...plain.t]);
  const third = [rows.rows[0], ...frames.slice(before).map((frame) => frame.rows[0])].flatMap((part) => [...(part ?? [])]);
  expect(third).toEqual([...plain.series(plain.columns[2]?.name as string).y]);
  const check = await openRun(circuit, { workers: 1, record: ['L1.p'] });
  await check.advance();
  expect(frames.at(-1)?.values).toEqual(Float64Array.of(check.read('L1.p')));
  await check.close();
});

test('real time: a tenth of the clock takes ten times as long as it simulates', async () => {
  const { session, frames } = await opened();
  await session.pace(0.1);
  const began = performance.now();
  await session.go();
  await expect.poll(() => frames.at(-1)?.time ?? 0, { timeout: 20_000 }).toBeGreaterThan(0.03);
  await session.pause();
  const clock = (performance.now() - began) / 1000;
  const time = frames.at(-1)?.time as number;
  expect(time).toBeLessThan(0.1 * clock + 0.005);
  expect(((await session.standing()) as Opened).state).toBe('standing');
});

onTwoCores('loads and waits: shares of a stretch aside; the run stands where it stood', async () => {
  const { session, ended } = await opened();
  await session.change({ ...firstSettings, workers: 2 });
  await session.step(200);
  const { threads, synchronisations, eachNs } = await session.measure();
  expect(threads).toHaveLength(2);
  for (const { computing, waiting, exchanging } of threads) expect(computing + waiting + exchanging).toBeCloseTo(1, 9);
  expect(synchronisations).toBeGreaterThan(100);
  expect(eachNs).toBeGreaterThan(100);
  await session.go();
  expect((await ended()).ended?.digest).toBe((await simulate(circuit, { workers: 1 })).digest);
});

test('what cannot be set says why and what can; nothing is open before something is', async () => {
  const { session } = await opened();
  await expect(session.set('prv.crackingPresure', 1)).rejects.toThrow(/RUN415.*did you mean 'crackingPressure'/);
  await expect(session.set('prv.crackingPressure', -1)).rejects.toThrow(/RUN416/);
  await expect(session.back(7)).rejects.toThrow('there is no checkpoint 7');
  await expect(session.pace(-1)).rejects.toThrow('a pace of -1');
});

describe('by an integrator', () => {
  const first = { solver: 'rodas4', tolerance: 1e-3 };
  const plain = simulate(circuit, { solver: 'rodas4', relativeTolerance: 1e-3 });

  test('the digest of a plain run, though it was looked at, stopped and kept; back at a checkpoint it has it again', async () => {
    const { session, frames, ended } = await opened(first);
    const { digest, t } = await plain;
    expect(await session.standing()).toMatchObject({ settings: first, tolerance: 1e-3, workers: 1, partitions: 1, load: [1] });
    expect(await session.show(['nB.p', 'prv.in.q'])).toEqual(['nB.p', 'prv.in.q']);
    const begins = await session.plot([0]);
    await session.step(40);
    expect(frames.at(-1)?.values[0]).toBeGreaterThan(0);
    const [kept] = await session.keep();
    const before = frames.length;
    await session.go();
    expect((await ended()).ended).toMatchObject({ digest, message: '', limitedBy: [] });
    const rows = [begins.t, ...frames.slice(1, before).map((frame) => frame.t), ...frames.slice(before).map((frame) => frame.t)];
    expect(new Set(rows.flatMap((part) => [...part]))).toEqual(new Set(t));
    expect((await session.csv()).split('\n').length).toBe(t.length + 2);
    await session.back((kept as { id: number }).id);
    await session.go();
    await expect.poll(() => frames.at(-1)?.ended?.digest, { timeout: 20_000 }).toBe(digest);
    await expect(session.measure()).rejects.toThrow('rodas4 has one thread, which waits for nobody; take solver tlm');
  });

  test('another tolerance and end from where it stands; by another solver from the beginning, with what was set', async () => {
    const { session, ended } = await opened(first);
    await session.step(40);
    const finer = { ...firstSettings, solver: 'rodas4', tolerance: 1e-6, until: 0.2 };
    expect(await session.change(finer)).toMatchObject({ tolerance: 1e-6, end: 0.2, state: 'standing' });
    await session.go();
    const { accepted, time: end } = await ended();
    expect(end).toBe(0.2);
    expect(accepted).toBeGreaterThan(
      2 * (await simulate(circuit, { solver: 'rodas4', relativeTolerance: 1e-3, until: 0.2 })).account.steps.accepted,
    );
    expect(await session.change({ ...firstSettings, solver: 'bdf', tolerance: 1e-3, until: 0.2 })).toMatchObject({
      settings: { solver: 'bdf' },
    });
    await session.set('prv.crackingPressure', 1e7);
    await session.restart();
    expect(await session.find('prv cracking')).toMatchObject([{ value: 1e7, isSet: true }]);
    await session.change({ ...firstSettings, workers: 1, until: 0.2 });
    await session.go();
    const own = await openRun(circuit, { workers: 1, until: 0.2, tunable: ['prv.crackingPressure'] });
    own.set('prv.crackingPressure', 1e7);
    await own.advance();
    const { digest } = await own.close();
    await expect.poll(async () => (await ended()).ended?.digest, { timeout: 20_000 }).toBe(digest);
  });

  test('a checkpoint goes on by the solver that saved it', async () => {
    const { session } = await opened(first);
    await session.step(10);
    const [kept] = await session.keep();
    await session.change({ ...firstSettings, workers: 1 });
    expect(await session.back((kept as { id: number }).id)).toMatchObject({ settings: { solver: 'rodas4' } });
  });

  test("the file's own solver; one that is left to be chosen is lines, and the page says so", async () => {
    const session = new LiveRunner({ cores: 2, draw: () => Promise.reject(new Error('not here')) });
    sessions.push(session);
    const by = (solver: string): string => text.replace('run:     {', `run: { solver: ${solver},`);
    expect(await session.open('own.yaml', by('bdf'))).toMatchObject({ settings: { solver: 'bdf' }, notes: [] });
    expect(await session.open('auto.yaml', by('auto'))).toMatchObject({
      settings: { solver: 'tlm' },
      notes: [expect.stringContaining('it is tlm'), expect.stringMatching(/worker/)],
    });
  });

  test('parameters are constants until one is set, which begins anew; from then on they are set where the run stands', async () => {
    const { session, frames } = await opened(first);
    const time = async (): Promise<number> => {
      await session.standing();
      return frames.at(-1)?.time ?? 0;
    };
    await session.step(20);
    const [constant] = await session.keep();
    await session.set('dev.position', 0.9);
    expect(await time()).toBeGreaterThan(0);
    await session.set('prv.crackingPressure', 1e7);
    expect(await session.standing()).toMatchObject({ state: 'standing', notes: [expect.stringContaining('began anew')] });
    await expect.poll(time).toBe(0);
    expect(await session.find('dev.position')).toMatchObject([{ value: 0.9, isSet: true }]);
    await session.step(20);
    await session.set('rv3.crackingPressure', 1e7);
    expect(await time()).toBeGreaterThan(0);
    // Saved before any was set, and with both.
    const [, both] = await session.keep();
    await session.back((constant as { id: number }).id);
    expect((await session.find('crackingPressure')).filter(({ isSet }) => isSet)).toEqual([]);
    await session.back((both as { id: number }).id);
    expect((await session.find('crackingPressure')).filter(({ isSet }) => isSet).map(({ value }) => value)).toEqual([1e7, 1e7]);
  });
});

describe('parts', () => {
  test('a slider reaches from nothing to twice the value, within bounds; tables have none', () => {
    const all = tunablesOf(circuit, '', new Map(), 1000);
    expect(all.find(({ name }) => name === 'prv.crackingPressure')).toMatchObject({
      value: 145e5,
      low: 1.45e5,
      high: 290e5,
      sort: 'parameter',
    });
    expect(all.find(({ name }) => name === 'dev.position')).toMatchObject({ sort: 'input', unit: '1' });
    for (const { low, high, value } of all) {
      expect(low).toBeLessThanOrEqual(value);
      expect(high).toBeGreaterThanOrEqual(value);
    }
    expect(tunablesOf(circuit, 'no such thing', new Map(), 10)).toEqual([]);
  });

  test('rows are thinned to what a plot can show, and no peak is lost', () => {
    const t = Float64Array.from({ length: 10_001 }, (_, k) => k);
    const y = Float64Array.from(t, (k) => (k === 7777 ? 1e9 : k === 3333 ? -1e9 : Math.sin(k)));
    const thin = thinned({ t, columns: [y] }, 400);
    expect(thin.t.length).toBeLessThanOrEqual(402);
    expect([Math.min(...(thin.columns[0] as Float64Array)), Math.max(...(thin.columns[0] as Float64Array))]).toEqual([-1e9, 1e9]);
    expect([...thin.t]).toEqual([...thin.t].sort((a, b) => a - b));
    expect([thin.t[0], thin.t.at(-1)]).toEqual([0, 10_000]);
    const few = { t: t.slice(0, 100), columns: [y.slice(0, 100)] };
    expect(thinned(few, 400)).toEqual(few);
  });

  test('messages come through whole, with NaN and what is not a text', () => {
    const message = { a: [Float64Array.of(1, Number.NaN, -0), { b: new Float64Array(0) }], c: '√ <b>', d: null };
    expect(decodeMessage(encodeMessage(message))).toEqual(message);
    expect(decodeMessage(new Uint8Array([1, 2, 3]))).toBeNull();
  });
});

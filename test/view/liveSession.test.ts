/** What a live page's engine does, without threads and wires between. */

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { openRun, parseCircuit, simulate } from '../../dist/index.js';
import { LiveSession } from '../../dist/page/live/liveSession.js';
import type { Frame, Opened } from '../../dist/page/live/session.js';
import { thinned } from '../../dist/page/live/thin.js';
import { tunablesOf } from '../../dist/page/live/tunables.js';
import { decodeMessage, encodeMessage } from '../../dist/page/live/wire.js';
import { RunError } from '../../dist/results/runError.js';

const text = readFileSync('circuits/two-actuator.yaml', 'utf8').replace(/end: [\d.]+ s/, 'end: 0.3 s');
const circuit = parseCircuit(text, 'circuit').circuit;

const sessions: LiveSession[] = [];
afterEach(() => Promise.all(sessions.splice(0).map((session) => session.close())));

async function opened(): Promise<{ session: LiveSession; frames: Frame[]; ended(): Promise<Frame> }> {
  const session = new LiveSession({ cores: 2, draw: () => Promise.reject(new Error('not here')) });
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
  expect(await session.change({ workers: 2, method: 'greedy', plan: '', pressureError: null, until: null })).toMatchObject({
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
  await session.change({ workers: 1, method: 'multilevel', plan: '', pressureError: 1000, until: 0.2 });
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

test('a parameter that is 0 is a literal until it is set: the bits of a plain run, and then its effect from where the run stands', async () => {
  const manifold = readFileSync('circuits/cartridge-manifold.yaml', 'utf8');
  const plain = await simulate(parseCircuit(manifold, 'circuit').circuit, { workers: 1 });
  const session = new LiveSession({ cores: 2, draw: () => Promise.reject(new Error('not here')) });
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
});

test('a whole exponent is a literal too', async () => {
  const press = readFileSync('circuits/press.yaml', 'utf8')
    .replace('polytropicExponent: 1.3', 'polytropicExponent: 1')
    .replace(/end: 13 s/, 'end: 0.5 s');
  const plain = await simulate(parseCircuit(press, 'circuit').circuit, { workers: 1 });
  const session = new LiveSession({ cores: 2, draw: () => Promise.reject(new Error('not here')) });
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
  const session = new LiveSession({ threads, cores: 2, draw: () => Promise.reject(new Error('not here')) });
  sessions.push(session);
  const frames: Frame[] = [];
  await session.open('circuit.yaml', text);
  await session.listen(async (frame) => void frames.push(frame));
  const settings = { method: 'multilevel', plan: '', pressureError: null, until: 0.01 };
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
  await session.change({ workers: 2, method: 'multilevel', plan: '', pressureError: null, until: null });
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

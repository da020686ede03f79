/** Look-ahead: partitions that meet every k steps give the bits of those that meet at every step. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { lookAheadWindow } from '../../dist/program/lookAhead.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const ring = (preset: 'a' | 'b', stations: number): Circuit => parseCircuit(generateRing({ stations, preset }), 'ring').circuit;

/** A chain of capacitive cells joined by wave lines of `delays` (ms, in turn) at a step of 0.1 ms; its end is no whole number of windows. */
function chain(delays: readonly number[], end = '30.7 ms'): Circuit {
  const built = circuit('chain').run({ end, step: '0.1 ms' }).initialPressure('5 bar');
  for (let i = 0; i < 8; i++) {
    built.component(`n${i}`, 'junction').component(`o${i}`, 'orifice', { area: `${2 + (i % 3)} mm2` });
    built.component(`t${i}`, i % 4 === 0 ? 'pressureSource' : 'tank', { pressure: `${i % 4 === 0 ? 150 : 2} bar` });
    built.line(`f${i}`, `n${i}`, `o${i}.in`, { volume: '0.1 l' }).direct(`o${i}.out`, `t${i}`);
    if (i > 0)
      built.line(`m${i}`, `n${i - 1}`, `n${i}`, { model: 'wave', impedance: '2e9 Pa s/m3', delay: `${delays[i % delays.length]} ms` });
  }
  return built.record({ every: '0.7 ms', signals: ['*.p', '*.q'] }).build();
}

/** Circuits and their windows; null where it depends on which lines are cut. */
const cases: [string, Circuit, number | null][] = [
  ['ring a, ten steps of delay', ring('a', 60), 10],
  ['ring b', ring('b', 30), 10],
  ['delays of 3.4 steps: the later of two rows is asked for too', chain([0.34]), 3],
  ['delays of 2 to 7.5 steps', chain([0.75, 0.2, 0.5]), null],
  ['a delay longer than any window', chain([20]), 64],
];

const foundOf = (built: Circuit, workers: number): { owner: Int32Array; found: number } => {
  const { owner } = cutCircuit(built, workers, { preferWaves: true });
  return { owner, found: lookAheadWindow(built, owner, built.run.step) };
};

test.each(cases)('%s: the window is that of the shortest line between partitions', (_, built, window) => {
  for (const workers of [2, 3, 4]) {
    const { owner, found } = foundOf(built, workers);
    const cut = built.lines.filter(({ from, to }) => owner[from.component] !== owner[to.component]);
    const shortest = Math.min(...cut.map(({ wave }) => wave?.delay ?? 0)) / (built.run.step as number);
    expect(found).toBe(window ?? Math.floor(shortest * (1 + 1e-9)));
  }
});

// Full: also a ring whose lines all have the same delay, as ring a, and delays of several windows.
describe.each(cases.filter((_, k) => isFull || k % 2 === 0))('%s', (_, built) => {
  const strict = simulate(built, { workers: 1, lookAhead: false });

  test.each(isFull ? [2, 3, 4] : [3])('%i partitions', async (workers) => {
    const { found } = foundOf(built, workers);
    for (const kernels of ['js', 'wasm'] as const)
      for (const driver of ['serial', 'parallel'] as const) {
        // Quickly either back end by one driver.
        if (!isFull && (kernels === 'js') !== (driver === 'serial')) continue;
        const results = await simulate(built, { workers, driver, kernels });
        expect([results.ending, results.run.lookAhead, results.run.partitions]).toEqual([null, found, workers]);
        expect([results.digest, results.stateDigest]).toEqual([(await strict).digest, (await strict).stateDigest]);
      }
    if (!isFull) return;
    const inStep = await simulate(built, { workers, lookAhead: false });
    expect([inStep.run.lookAhead, inStep.digest]).toEqual([1, (await strict).digest]);
  });
});

test('wave lines with friction within the partitions: the bits of one partition; none may be cut', async () => {
  const built = circuit('inside').run({ end: '30.7 ms', step: '0.1 ms' }).initialPressure('5 bar');
  for (let i = 0; i < 6; i++) {
    built.component(`n${i}`, 'junction').component(`o${i}`, 'orifice', { area: `${2 + i} mm2` });
    built.component(`t${i}`, i % 3 === 0 ? 'pressureSource' : 'tank', { pressure: `${i % 3 === 0 ? 150 : 2} bar` });
    const friction = ['laminar', 'unsteady', 'turbulent'][i % 3] as string;
    built.line(`f${i}`, `n${i}`, `o${i}.in`, { model: 'wave', length: '1.4 m', diameter: '8 mm', friction, elements: 1 });
    built.direct(`o${i}.out`, `t${i}`);
    if (i > 0) built.line(`m${i}`, `n${i - 1}`, `n${i}`, { model: 'wave', impedance: '2e9 Pa s/m3', delay: '0.7 ms' });
  }
  const inside = built.record({ every: '0.7 ms', signals: ['*.p', '*.q'] }).build();
  const owner = Int32Array.from(inside.components, ({ name }) => (Number(name.slice(1)) < 3 ? 0 : 1));
  const plan = describePlan(inside, owner, 2, { method: 'halves', source: 'given by a test' });
  const strict = await simulate(inside, { workers: 1 });
  expect(strict.ending).toBeNull();
  for (const kernels of ['js', 'wasm'] as const)
    for (const driver of ['serial', 'parallel'] as const) {
      if (!isFull && (kernels === 'js') !== (driver === 'serial')) continue;
      const results = await simulate(inside, { plan, driver, kernels });
      expect([results.run.lookAhead, results.digest, results.stateDigest]).toEqual([7, strict.digest, strict.stateDigest]);
    }
  const split = owner.slice();
  split[inside.components.findIndex(({ name }) => name === 'o0')] = 1;
  split[inside.components.findIndex(({ name }) => name === 't0')] = 1;
  expect(lookAheadWindow(inside, split, 1e-4)).toBe(1);
});

test('no window where a capacitive line is cut, with variable steps, or where nothing is cut', () => {
  const built = ring('a', 20);
  const { owner } = cutCircuit(built, 2, { preferWaves: true });
  expect(lookAheadWindow(built, owner, 1e-4)).toBe(10);
  expect(lookAheadWindow(built, owner, 2.5e-4)).toBe(4);
  expect(lookAheadWindow(built, owner, null)).toBe(1);
  expect(lookAheadWindow(built, new Int32Array(owner.length), 1e-4)).toBe(1);
  const split = owner.slice();
  const capacitive = built.lines.find(({ wave }) => !wave) as Circuit['lines'][number];
  split[capacitive.from.component] = 1 - (owner[capacitive.to.component] as number);
  expect(lookAheadWindow(built, split, 1e-4)).toBe(1);
});

test('a cut of wave lines only is taken where it leaves pieces of equal cost', () => {
  const built = ring('a', 50);
  const { owner, parts } = cutCircuit(built, 2, { preferWaves: true });
  expect(parts).toBe(2);
  for (const { from, to, wave } of built.lines) if (!wave) expect(owner[from.component]).toBe(owner[to.component]);
  // One block that outweighs all others: better cut through it.
  const heavy = circuit('heavy')
    .run({ end: '1 ms', step: '0.1 ms' })
    .component('n0', 'junction')
    .component('t0', 'tank')
    .line('f0', 'n0', 't0', { volume: '1 l' });
  for (let i = 1; i < 30; i++) heavy.component(`n${i}`, 'junction').line(`c${i}`, `n${i - 1}`, `n${i}`, { volume: '1 l' });
  heavy.component('t', 'tank').line('w', 'n29', 't', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '1 ms' });
  expect(lookAheadWindow(heavy.build(), cutCircuit(heavy.build(), 2, { preferWaves: true }).owner, 1e-4)).toBe(1);
});

test('a value that is not a number in one partition ends the run of all, at the time at which it does in step', async () => {
  const built = circuit('spoiled')
    .run({ end: '20 ms', step: '0.1 ms' })
    .record({ every: '0.3 ms', signals: ['*.p'] });
  built.definition('spoiler', {
    ports: { out: 'hydraulic' },
    equations: 'out.q = if(time > 0.0123, log(-1), 1e-5)',
  });
  built.component('s', 'spoiler').component('n0', 'junction').component('n1', 'junction').component('t', 'tank');
  built.line('a', 's', 'n0', { volume: '0.1 l' }).line('b', 'n1', 't', { volume: '0.1 l' });
  built.line('c', 'n0', 'n1', { model: 'wave', impedance: '1e9 Pa s/m3', delay: '0.7 ms' });
  const spoiled = built.build();
  const [strict, ahead] = [await simulate(spoiled, { workers: 1 }), await simulate(spoiled, { workers: 2 })];
  expect(ahead.run.lookAhead).toBe(7);
  for (const results of [strict, ahead]) expect(results.ending?.kind).toBe('failed');
  expect(ahead.end).toBe(strict.end);
  expect([...ahead.t]).toEqual([...strict.t]);
  for (const { name } of strict.columns) expect([...ahead.series(name).y]).toEqual([...strict.series(name).y]);
});

test('wave lines of ten steps: a tenth of the synchronisations, and the same digest; fewer steps where so many are asked for', async () => {
  const built = ring('a', 60);
  const until = 0.05;
  const steps = Math.round(until / (built.run.step as number));
  for (const driver of isFull ? (['serial', 'parallel'] as const) : (['parallel'] as const)) {
    const strict = await simulate(built, { workers: 2, driver, until, lookAhead: false });
    expect(strict.cost.synchronisations).toBe(steps);
    for (const most of isFull ? ([3, 10, true] as const) : ([3] as const)) {
      const ahead = await simulate(built, { workers: 2, driver, until, lookAhead: most });
      const window = most === true ? 10 : Math.min(most, 10);
      expect([ahead.run.lookAhead, ahead.cost.synchronisations, ahead.digest]).toEqual([window, Math.ceil(steps / window), strict.digest]);
    }
  }
  expect(steps % 10).toBe(0);
  await expect(simulate(built, { lookAhead: 0 })).rejects.toMatchObject({ code: 'RUN202' });
});

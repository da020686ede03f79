/** `ringmain bench small-volumes`, briefly, and what its figures are made of. */
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { smallVolumeCases } from '../../dist/bench/smallVolumes/cases.js';
import { deviationsFrom, referenceRun, runningDeviations } from '../../dist/bench/smallVolumes/errors.js';
import { publishedCylinders } from '../../dist/bench/smallVolumes/publishedRows.js';
import type { PublishedAccount } from '../../dist/bench/smallVolumes/publishedTable.js';
import type { RealTimeAccount } from '../../dist/bench/smallVolumes/realTimeTable.js';
import type { SmallVolumesAccount } from '../../dist/bench/smallVolumes/smallVolumesTable.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { bundledCircuit } from '../../dist/cli/bundled.js';
import { Workplace } from '../cli/support.js';
import { isFull } from '../support/circuits.js';

let place: Workplace;
const { now } = performance;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => {
  place.remove();
  // It tells the processor's time since the first of them.
  performance.now = now;
});

test('deviations: root mean square, over the mean of the reference, and as it grows', () => {
  const [reference, own] = [Float64Array.of(2, 2, -2, 2), Float64Array.of(3, 2, -2, 5)];
  expect(deviationsFrom(reference, own)).toEqual({ rms: Math.sqrt(10 / 4), relative: Math.sqrt(10 / 4) / 2 });
  expect(runningDeviations(reference, own, 2)).toEqual([Math.sqrt(1 / 2), Math.sqrt(10 / 4)]);
  // A run that ends early is nowhere near.
  expect(deviationsFrom(reference, own.subarray(0, 3)).rms).toBeNaN();
});

test('a reference that ends before its time is none: all errors would be those of its beginning', async () => {
  const circuitOf = (name: string) => parseCircuit(readFileSync(bundledCircuit(name), 'utf8'), `${name}.yaml`).circuit;
  // Steps over events of 10 ms are too long for its valves.
  await expect(
    referenceRun(circuitOf('two-actuator'), { record: ['act1.x'], until: 0.1, step: 1e-2, events: 'step over' }),
  ).rejects.toThrow(/no reference for two-actuator: radau5 cannot go on at t = 0\.04 s/);
  const whole = await referenceRun(circuitOf('flow-control-valve'), { record: ['V1.p'], every: 1e-3, until: 2.5 });
  expect(whole.series('V1.p').y).toHaveLength(2501);
});

async function account<Account>(...words: string[]): Promise<Account> {
  const { code, out, err } = await place.run('bench', 'small-volumes', ...words, '--json');
  expect(code, err).toBe(0);
  return JSON.parse(out) as Account;
}

describe('cures', () => {
  test.runIf(isFull)('three orifices: a row for every setting, a picture with a point for each', async () => {
    const brief = ['--circuits', 'three-orifices', '--end', '50ms', '--rounds', '1', '--training', '4s', '--pictures', '.'];
    const { circuits } = await account<SmallVolumesAccount>('cures', ...brief);
    const [{ rows, training }] = circuits as [SmallVolumesAccount['circuits'][number]];
    // Its supply is varied in training only: what is measured has a constant one.
    expect(training?.drives).toEqual(['supply=0..1.5e7:0.2 s']);
    expect(rows.filter(({ tabled }) => tabled)).toHaveLength(20);
    for (const { cure, failure, seconds, pressure } of rows) {
      expect(failure, cure).toBeNull();
      expect(seconds?.lowest, cure).toBeGreaterThan(0);
      expect(pressure?.relative, cure).toBeGreaterThan(0);
    }
    const picture = readFileSync(place.path('small-volumes.three-orifices.svg'), 'utf8');
    const cures = new Set(rows.map(({ cure }) => cure)).size;
    // One more for each cure in the legend.
    expect(picture.match(/<path transform="translate/g)).toHaveLength(rows.length + cures);
    expect(existsSync(place.path('small-volumes.three-orifices.time.svg'))).toBe(false);
  });

  test.runIf(isFull)('a network has a row, and errors over time a picture', async () => {
    const brief = ['--circuits', 'cylinder-drive-2023', '--end', '50ms', '--rounds', '1', '--training', '2s', '--pictures', '.'];
    const { circuits } = await account<SmallVolumesAccount>('cures', ...brief);
    expect(circuits[0]?.training?.samples).toBeGreaterThan(1000);
    expect(circuits[0]?.rows.find(({ cure }) => cure === 'surrogate, RK4')?.pressure?.relative).toBeLessThan(10);
    const running = circuits[0]?.rows.flatMap((row) => row.running ?? []) as number[];
    expect(readFileSync(place.path('small-volumes.cylinder-drive-2023.time.svg'), 'utf8')).not.toMatch(/NaN|Infinity/);
    expect(running.length).toBeGreaterThan(100);
  });

  test('a folder for pictures that is not there is told before anything runs', async () => {
    const { code, err } = await place.run('bench', 'small-volumes', 'cures', '--pictures', 'nowhere');
    expect(code).toBe(1);
    expect(err).toContain('the folder nowhere does not exist');
    expect(err).not.toContain('cures of');
  });
});

test.runIf(isFull)('real-time: every step of every cure has its time', async () => {
  const { circuits } = await account<RealTimeAccount>('real-time', '--circuits', 'three-orifices', '--end', '20ms', '--rounds', '2');
  const [{ rows }] = circuits as [RealTimeAccount['circuits'][number]];
  expect(rows.map(({ cure }) => cure).slice(-4)).toEqual(['rodas4', 'TLM', 'joined, rodas4', 'TLM, joined']);
  for (const { cure, failure, steps, median, worst, seen } of rows) {
    expect([failure, steps], cure).toEqual([null, 20]);
    expect(median, cure).toBeGreaterThan(0);
    expect(worst, cure).toBeGreaterThanOrEqual(median);
    expect(seen, cure).toBeGreaterThanOrEqual(worst);
  }
});

test.runIf(isFull)('published: ours beside every printed row', async () => {
  const { valve, cylinders, scales, loops } = await account<PublishedAccount>('published', '--end', '5ms');
  expect(valve.volumes).toHaveLength(5);
  expect(valve.signed.errors[0]?.relative).not.toBe(valve.advanced.errors[0]?.relative);
  expect(cylinders.map(({ sweep }) => sweep.length)).toEqual(publishedCylinders.map(({ sweep }) => sweep.length));
  for (const { sweep } of cylinders)
    expect(sweep[0]?.iterations, 'a tight tolerance takes more').toBeGreaterThan(sweep.at(-1)?.iterations as number);
  expect(scales.map(({ multipleScales }) => multipleScales.length)).toEqual([2, 1, 1]);
  expect(loops.map(({ name }) => name)).toEqual(smallVolumeCases.map(({ name }) => name));
});

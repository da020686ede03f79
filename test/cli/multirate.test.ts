/** `ringmain run --against-strict` and `ringmain bench multirate`; the stored measurement. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { costRows, intervalRows, type MultirateAccount, multirateText, savingRows } from '../../dist/bench/multirate/multirateTable.js';
import { type StrictComparison, strictOptions, strictText } from '../../dist/cli/againstStrict.js';
import { readCircuit } from '../../dist/index.js';
import type { RunSummary } from '../../dist/report/summaryJson.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

/** The working folder changes. */
const stored = JSON.parse(readFileSync('bench/multirate.json', 'utf8')) as MultirateAccount;
const circuit = resolve('circuits/two-actuator.yaml');
const plan = resolve('partitions/two-actuator.2.thesis.json');

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

describe('ringmain run --against-strict', () => {
  const words = ['run', circuit, '--plan', plan, '--end', '10 ms', '--every', '1 ms', '--driver', 'serial'];

  test('tells every recorded quantity, and what was saved', async () => {
    const { code, out } = await place.run(...words, '--steps', '10us,100us', '--against-strict', '--json');
    expect(code).toBe(0);
    const { strict, ...summary } = JSON.parse(out) as RunSummary & { strict: StrictComparison };
    expect(summary.exchange).toEqual({ every: 1e-4, steps: [1e-5, 1e-4] });
    expect([summary.synchronisations, summary.evaluations]).toEqual([100, 15 * 1000 + 12 * 100]);
    expect(strict.evaluationsSaved).toBeCloseTo(27_000 / 16_200, 12);
    expect(strict.step).toBe(1e-5);
    expect(strict.digest).toBe(JSON.parse((await place.run(...words, '--step', '10us', '--json')).out).digest);
    expect(strict.quantities.map(({ name }) => name)).toContain('prv.pilot.p');
    expect(strict.quantities).toHaveLength(15);
    for (const { largest, typical } of strict.quantities) expect(typical <= largest).toBe(true);
    expect(Math.max(...strict.quantities.map(({ largest }) => largest))).toBeGreaterThan(0);
  });

  test('in words: a table, a note, the lines', async () => {
    const { code, out } = await place.run(...words, '--step', '10us', '--exchange-every', '100us', '--against-strict');
    expect(code).toBe(0);
    expect(out).toMatch(/note: an approximation: lines between partitions \(L17, L18, L22\) work at a step of 100 us/);
    expect(out).toMatch(/quantity +largest deviation +at +root mean square\n/);
    expect(out).toMatch(/deviations from the strict run at 10 µs/);
  });

  test('own steps: the strict run has up to a hundred times as many rows, and never more than a run may record', async () => {
    const read = await readCircuit(circuit);
    for (const rows of [1, 100, 19_800, 20_000, 700_000, 1_900_000]) {
      const { every = 0, ownSteps } = strictOptions({ ownSteps: true, until: 1, every: 1 / rows }, read);
      expect(ownSteps).toBeUndefined();
      expect(1 / every).toBeGreaterThanOrEqual(rows * (1 - 1e-9));
      expect(Math.floor(1 / every + 1e-9) + 3).toBeLessThanOrEqual(2e6);
    }
    expect(strictOptions({ ownSteps: true, until: 1, every: 1e-3 }, read).every).toBeCloseTo(1e-5, 18);
  });

  test.runIf(isFull)('Ctrl-C in the strict run: the run before it is told, exit code 130', async () => {
    const words = ['run', circuit, '--plan', plan, '--steps', '10us,100us', '--driver', 'serial', '--against-strict'];
    // The account of the run comes before the strict run begins.
    const { code, out, err } = await place.interrupted((said) => said.out !== '', ...words);
    expect(code).toBe(130);
    expect(out).toMatch(/^simulated +2\.5 s in /m);
    expect(out).toMatch(/\nno comparison: the strict run was interrupted\n$/);
    expect(err).toContain('stopping the strict run, the other one is whole; Ctrl-C again to leave at once');
  });

  test('no comparison: says which of the two did not end', () => {
    expect(strictText({ comparison: null, ending: null })).toMatch(/the run did not reach its end/);
    const failed = { kind: 'failed', code: 'RUN301', message: '', remedy: '' } as const;
    expect(strictText({ comparison: null, ending: failed })).toBe('no comparison: the strict run failed');
  });

  test.each([
    [['--against-strict'], /--exchange-every, --steps or --own-steps/],
    [['--steps', '10us,100us', '--step', '10us'], /leave out --step$/m],
    [['--steps', ','], /no steps/],
    [['--steps', '10us'], /RUN221 {2}1 step for a plan of 2 partitions/],
    [['--exchange-every', '100us'], /RUN222/],
    [['--look-ahead', '0'], /--look-ahead 0: must be 'off', 'on' or a whole number of at least 1/],
    [['--solver', 'rodas4', '--exchange-every', '100us'], /belongs to the TLM engine/],
  ])('%j is refused', async (more, message) => {
    const own = more.includes('rodas4') ? ['run', circuit] : words;
    expect(await place.run(...own, ...more)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) });
  });
});

test.runIf(isFull)('bench multirate: the strict run deviates by nothing, a held one by something', async () => {
  const { code, out } = await place.run('bench', 'multirate', '--end', '10 ms', '--rounds', '1', '--intervals', '1ms', '--json');
  expect(code).toBe(0);
  const { cases, byInterval } = JSON.parse(out) as MultirateAccount;
  expect(cases.map(({ evaluations, synchronisations }) => [evaluations, synchronisations])).toEqual([
    [27_000, 1000],
    [27_000, 100],
    [16_200, 100],
  ]);
  const largest = cases.map(({ quantities }) => Math.max(...quantities.map((one) => one.largest)));
  expect(largest[0]).toBe(0);
  expect(Math.min(...largest.slice(1))).toBeGreaterThan(0);
  expect(byInterval.map(({ synchronisations }) => synchronisations)).toEqual([10]);
});

describe('bench/multirate.json', () => {
  const chattering = ['p1.out.p', 'prv.in.p'];
  const [, exchanged, multirate] = stored.cases;

  test('is shown as three tables', () => {
    const text = multirateText(stored);
    for (const { headings } of [savingRows(stored), costRows(stored), intervalRows(stored)])
      for (const heading of headings) expect(text).toContain(heading);
  });

  test('below 1 % for what does not chatter, at the largest; oil kept to rounding', () => {
    for (const one of [exchanged, multirate]) {
      expect(one?.quantities).toHaveLength(15);
      for (const { name, largest } of one?.quantities ?? []) if (!chattering.includes(name)) expect(largest).toBeLessThan(0.01);
      expect(one?.balance).toBeLessThan(1e-11);
    }
    expect(exchanged?.quantities.find(({ name }) => name === 'prv.pilot.p')?.largest).toBeLessThan(0.002);
  });

  test('what chatters deviates while it does, from 1.3 to 1.8 s, as the strict run does from itself where a flow is altered in its tenth digit', () => {
    for (const name of chattering) {
      const own = multirate?.quantities.find((one) => one.name === name);
      const altered = stored.altered.quantities.find((one) => one.name === name);
      expect(own?.time).toBeGreaterThan(1.3);
      expect(own?.time).toBeLessThan(1.8);
      expect(altered?.largest).toBeGreaterThan(0.01);
      expect(own?.typical).toBeLessThan(2 * (altered?.typical as number));
    }
  });
});

/** Answers of results, held against a run that watched every step. */
import { afterAll, describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { type Answer, answerOf, askable } from '../../dist/results/query.js';
import type { StoredRows } from '../../dist/results/stores/store.js';
import { recordingOf } from '../../dist/run/recording.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { Workplace } from '../cli/support.js';

const two = await readCircuit('circuits/two-actuator.yaml');
const place = new Workplace();
afterAll(() => place.remove());
const stored = ({ columns, t, series }: LineResults): StoredRows => ({
  about: {},
  columns,
  t,
  values: columns.map(({ name }) => series(name).y),
});
const watch = ['*.p < 10 bar', '*.p > 50 bar', 'act*.x > 10 mm'];
const options = { until: 0.05, envelope: ['*'], watch, workers: 1 };

describe('against what a run watched', () => {
  test('envelopes bound the time, have the extreme exactly, and a first and a last time within an interval of the true ones', async () => {
    const results = await simulate(two, { ...options, every: 2e-3, record: ['run.step'] });
    const rows = stored(results);
    expect(results.account.watches.length).toBeGreaterThan(20);
    let bounded = 0;
    for (const { name, relation, limit, first, last, seconds, extreme, extremeTime } of results.account.watches) {
      const answer = answerOf(rows, { name, relation, limit });
      expect(answer).toMatchObject({ from: 'envelope', extreme, extremeTime });
      // Sums of steps and of intervals are rounded differently.
      expect(answer.seconds.least).toBeLessThanOrEqual(seconds + 1e-12);
      expect(answer.seconds.most).toBeGreaterThanOrEqual(seconds - 1e-12);
      expect([answer.first === null, answer.last === null]).toEqual([first === null, last === null]);
      if (first === null || last === null || answer.first === null || answer.last === null) continue;
      bounded++;
      const interval = (time: number): number => rows.t.findIndex((row) => row >= time);
      expect([interval(answer.first), interval(answer.last)]).toEqual([interval(first), interval(last)]);
      expect(answer.first).toBeGreaterThanOrEqual(first);
      expect(answer.last).toBeLessThanOrEqual(last);
    }
    expect(bounded).toBeGreaterThan(5);
  });

  test('rows of every step answer as the watch does', async () => {
    const results = await simulate(two, { ...options, envelope: [], every: 1e-9, record: ['*'] });
    const rows = stored(results);
    for (const { name, relation, limit, first, last, seconds, extreme, extremeTime } of results.account.watches) {
      const { seconds: found, ...answer } = answerOf(rows, { name, relation, limit });
      expect(answer).toMatchObject({ from: 'rows', first, last, extreme, extremeTime });
      // Differences of times instead of steps: 1e-17 s each, of some thousand.
      expect(Math.abs(found.least - seconds) + Math.abs(found.most - seconds)).toBeLessThan(1e-12);
    }
  });
});

test('what can be asked for: quantities, not the columns of their envelopes; an output that is called min is one', () => {
  const columns = ['a.p', 'b.p.min', 'b.p.min.t', 'b.p.max', 'b.p.max.t', 'c.min'].map((name) => ({ name, unit: 'Pa' }));
  expect(askable(columns).map(({ name }) => name)).toEqual(['b.p', 'a.p', 'c.min']);
});

test('on the command line: of files of every form, as text and for programs; says which of the two it had', async () => {
  const run = ['run', 'relief.yaml', '--every', '0.1s', '--envelope', 'valve.in.p', '--quiet'];
  for (const suffix of ['.csv', '.parquet', '.h5']) {
    expect(await place.run(...run, '--out', `a${suffix}`)).toMatchObject({ code: 0 });
    const { out } = await place.run('query', `a${suffix}`, '*.p > 99 bar', 'pump.out.p < -1 bar', '--json');
    const { queries } = JSON.parse(out) as { queries: { condition: string; answers: Answer[] }[] };
    expect(queries.map(({ condition }) => condition)).toEqual(['*.p > 99 bar', 'pump.out.p < -1 bar']);
    expect(queries[0]?.answers.map(({ name, from }) => [name, from])).toEqual([
      ['valve.in.p', 'envelope'],
      ['pump.out.p', 'rows'],
    ]);
    const { out: text } = await place.run('query', `a${suffix}`, '*.p > 99 bar');
    expect(text).toMatch(/^\*\.p > 99 bar: 2 of 2 quantities\n1 from envelopes of every step.*\n1 from recorded rows/);
    expect(text).toMatch(/valve\.in\.p +envelope +\d/);
  }
  for (const [words, message] of [
    [['a.h5', 'valve.in.p = 3 bar'], /'valve\.in\.p = 3 bar' is no condition; write name or glob/],
    [['a.h5', 'valve.in.p < 3'], /valve\.in\.p < 3: 3 has no unit/],
    [
      ['a.h5', 'valve.inn.p < 3 bar'],
      /nothing recorded is called 'valve\.inn\.p', did you mean 'valve\.in\.p'\?\n +recorded are .*pump\.out\.p/,
    ],
    [['none.h5', 'valve.in.p < 3 bar'], /none\.h5: there is no such file/],
  ] as const)
    expect(await place.run('query', ...words)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) });
});

test('check tells before the run how much it will record', async () => {
  for (const selected of [{}, { record: ['*.p', 'run.step'], envelope: ['act*.x'], every: 1e-3, until: 0.1 }]) {
    const { columns, rows, bytes } = recordingOf(two, selected);
    const results = await simulate(two, { workers: 1, ...selected });
    expect(columns).toBe(results.columns.length);
    // Rows of steps are no more than multiples of `every`.
    expect(results.rows).toBeLessThanOrEqual(rows);
    expect(results.rows).toBeGreaterThan(0.9 * rows);
    expect(bytes).toBe(8 * rows * (1 + columns));
  }
  const { out } = await place.run('check', 'relief.yaml', '--record', '*.p', '--every', '1ms', '--end', '1s', '--envelope', 'valve.in.p');
  expect(out).toMatch(/recording +10 columns, at most 1001 rows: 88\.1 kB; as CSV some 198 kB/);
  expect(await place.run('check', 'relief.yaml', '--record', 'x.p')).toMatchObject({ code: 1, err: expect.stringContaining('RUN208') });
});

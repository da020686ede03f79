/** `ringmain fit`: traces of other clocks and units from CSV and Parquet, what it tells, the same end after a kill, and mistakes. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { isFull } from '../support/circuits.js';
import { exactTraces, leakyDrive, noisy, ranges, truth } from '../support/leakyDrive.js';
import { Workplace } from './support.js';

let exact: Awaited<ReturnType<typeof exactTraces>>;
beforeAll(async () => {
  exact = await exactTraces();
});
let place: Workplace;
beforeEach(() => {
  place = new Workplace();
  place.write('drive.yaml', leakyDrive);
  const { t, x, p } = noisy(exact, 7);
  // Milliseconds from another start, inches, psi.
  const rows = [...t].map((time, k) => `${1000 * time + 15},${(x[k] as number) / 0.0254},${(p[k] as number) / 6894.757293168361}`);
  place.write('measured.csv', `clock [ms],position [in],pressure [psi]\n${rows.join('\n')}\n`);
});
afterEach(() => place.remove());

const vary = ranges.flatMap((one) => ['--vary', one]);
const matches = ['--match', 'cylinder.x=position', '--match', 'cylinder.cap.p=pressure', '--clock', 'delay 0 ms..30 ms'];
const how = ['--every', '2 ms', '--starts', '2', '--workers', '1'];

interface Told {
  readonly parameters: { readonly name: string; readonly value: number; readonly low: number; readonly high: number }[];
}

const fitted = async (...words: string[]): Promise<Told> => {
  const { out, err, code } = await place.run('fit', 'drive.yaml', ...vary, ...how, ...words, '--json');
  expect([code, err]).toEqual([0, '']);
  return JSON.parse(out) as Told;
};

// Full: units, another clock and Parquet of what is measured, by two whole fits; quickly test/fit/identify finds leakage, friction and delay, test/results reads the files.
test.runIf(isFull)('leakage, friction and delay from CSV in inches, psi and another clock; the same from Parquet', async () => {
  const told = await fitted('--data', 'measured.csv', ...matches);
  const wanted = [truth.leak, truth.friction, 15];
  told.parameters.forEach(({ name, value, low, high }, k) => {
    expect(low, name).toBeLessThan(value);
    // Twice the interval, four deviations: no chance of this seed.
    expect(Math.abs(value - (wanted[k] as number)), name).toBeLessThan(high - low);
    expect(high - low, name).toBeLessThan(0.5 * value);
  });
  const { t, x, p } = noisy(exact, 7);
  const bytes = new ByteWriter();
  const columns = {
    'clock [ms]': t.map((time) => 1000 * time + 15),
    'position [in]': x.map((value) => value / 0.0254),
    'pressure [psi]': p.map((value) => value / 6894.757293168361),
  };
  const schema = [
    { name: 'rows', num_children: 3 },
    ...Object.keys(columns).map((name) => ({ name, type: 'DOUBLE' as const, repetition_type: 'REQUIRED' as const })),
  ];
  const writer = new ParquetWriter({ writer: bytes, schema });
  writer.write({ columnData: Object.entries(columns).map(([name, data]) => ({ name, data })) });
  writer.finish();
  writeFileSync(place.path('measured.parquet'), bytes.getBytes());
  expect((await fitted('--data', 'measured.parquet', ...matches)).parameters).toEqual(told.parameters);
});

test('text, picture and page tell intervals, traces and correlations', async () => {
  const words = ['fit', 'drive.yaml', ...vary, ...how, '--data', 'measured.csv', ...matches];
  const text = await place.run(...words, '--plot', 'fit.svg');
  expect(text.err).toBe('');
  expect(text.out).toMatch(/leak\.conductance +0\.0\d+ l\/min\/bar +0\.0\d+ to 0\.0\d+ l\/min\/bar/);
  expect(text.out).toContain("--set 'leak.conductance=0.0");
  expect(readFileSync(place.path('fit.svg'), 'utf8')).toContain('cylinder.x, residual');
  // Full: two that cannot be told apart, and the page; quickly test/fit/leastSquares.test.ts has their correlation.
  if (!isFull) return;
  const both = ['--vary', 'second.conductance=0.002 l/min/bar..0.1 l/min/bar log'];
  const page = await place.run(...words, ...both, '--plot', 'fit.html');
  expect(page.out).toMatch(
    /leak\.conductance and second\.conductance (can hardly be distinguished: their correlation is -|cannot be distinguished)/,
  );
  expect(readFileSync(place.path('fit.html'), 'utf8')).toContain('Correlations');
});

test.runIf(isFull)(
  'a fit that was killed goes on to the same end',
  async () => {
    const words = [...vary, ...how, '--data', 'measured.csv', ...matches, '--points', 'runs'];
    const whole = await fitted('--data', 'measured.csv', ...matches);
    const child = place.start('fit', 'drive.yaml', ...words);
    const partial = place.path('runs.partial');
    const lines = (): number => (existsSync(partial) ? readFileSync(partial, 'utf8').split('\n').length : 0);
    while (lines() < 20 && child.exitCode === null) await new Promise((go) => setTimeout(go, 2));
    child.kill('SIGKILL');
    await new Promise((go) => child.once('exit', go));
    expect(lines()).toBeGreaterThan(15);
    const { out, code } = await place.run('fit', 'drive.yaml', ...words, '--resume', '--json');
    expect(code).toBe(0);
    const told = JSON.parse(out) as Told & { readonly made: number };
    expect(told.parameters).toEqual(whole.parameters);
    expect(told.made).toBeLessThan((whole as typeof told).made);
    expect(existsSync(partial)).toBe(false);
  },
  60_000,
);

describe('mistakes', () => {
  const data = ['--data', 'measured.csv'];
  test.each([
    [[], 'where are the measured traces'],
    [data, 'nothing is matched'],
    [[...data, '--match', 'cylinder.x'], 'no assignment of a column'],
    [[...data, '--match', 'cylinder.x=way'], "has no column 'way'"],
    [[...data, '--match', 'cylinder.x=pressure'], 'is in Pa, and cylinder.x in m'],
    [[...data, '--match', 'cylinder.y=position'], "nothing is called 'cylinder.y'"],
    [[...data, '--match', 'cylinder.x=position, loud 3'], "'loud 3' says nothing that is known"],
    [[...data, '--match', 'cylinder.x=position, noise 3 bar'], 'noise 3 bar'],
    [[...data, '--match', 'cylinder.x=position, noise 0 mm'], 'is not above 0'],
    [[...data, '--match', 'cylinder.x=position', '--clock', 'late 3 ms'], 'is no delay and no rate'],
    [[...data, '--match', 'cylinder.x=position', '--clock', 'delay 3 s'], 'lies within the run'],
    [['--data', 'none.csv', '--match', 'cylinder.x=position'], 'there is no such file'],
    [[...data, '--match', 'cylinder.x=position', '--resume'], 'Name where its runs stand'],
  ])('%j: %s', async (words, message) => {
    const { code, err } = await place.run('fit', 'drive.yaml', ...vary, ...words);
    expect(code).toBe(1);
    expect(err).toContain(message);
  });
});

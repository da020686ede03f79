/** Results of the command line in every form: whole, interrupted, killed, on a disk that is full. */
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeded } from '../../dist/circuit/text/random.js';
import { type ReadResults, readResults } from '../../dist/results/stores/registry.js';
import { isFull } from '../support/circuits.js';
import { invertByte } from '../support/damage.js';
import { quoted, Workplace, writesPeak } from './support.js';

const file = resolve('circuits/rc-volume.yaml');
const program = resolve('dist/cli/main.js');
const place = new Workplace();
afterAll(() => place.remove());

const forms = ['.csv', '.parquet', '.h5'] as const;
/** A step a row; four quantities. */
const run = (rows: number): string[] => ['run', file, '--step', '1us', '--every', '1us', '--end', `${rows}us`, '--workers', '1', '--quiet'];
const leftOf = (name: string): string[] =>
  readdirSync(place.folder).filter((other) => other.startsWith(`${name}.`) && other.endsWith('.rows'));

/** Whether one of them has the first rows of the other, bit for bit. */
function isPrefix(part: ReadResults, whole: ReadResults): boolean {
  const bytes = 8 * Math.min(part.t.length, whole.t.length);
  const same = (a: Float64Array, b: Float64Array): boolean =>
    Buffer.from(a.buffer, a.byteOffset, bytes).equals(Buffer.from(b.buffer, b.byteOffset, bytes));
  return same(part.t, whole.t) && part.values.every((values, k) => same(values, whole.values[k] as Float64Array));
}

describe('a run that ends', () => {
  test.each(forms)('%s has what it recorded, the other forms the same; those that can say where it comes from', async (suffix) => {
    const name = `relief${suffix}`;
    const { code, out } = await place.run('run', 'relief.yaml', '--set', 'pump.flow=50 l/min', '--out', name, '--json');
    expect(code).toBe(0);
    const summary = JSON.parse(out) as { digest: string; recorded: { rows: number; quantities: number }; out: string };
    const read = await readResults(name);
    expect([read.t.length, read.columns.length, summary.out]).toEqual([summary.recorded.rows, 3, name]);
    await place.run('run', 'relief.yaml', '--set', 'pump.flow=50 l/min', '--out', 'other.csv', '--quiet');
    const other = await readResults('other.csv');
    expect(read.columns).toEqual(other.columns);
    expect([read.t.length === other.t.length, isPrefix(read, other)]).toEqual([true, true]);
    if (suffix === '.csv') return;
    expect(read.about).toMatchObject({
      circuit: 'relief',
      title: 'A pump over a relief valve',
      file: 'relief.yaml',
      digest: summary.digest,
      ending: 'reached its end',
      command: `ringmain run relief.yaml --set 'pump.flow=50 l/min' --out ${name} --json`,
      text: expect.stringContaining('crackingPressure: 100 bar'),
      hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test('an integrator writes them too', async () => {
    for (const suffix of forms)
      expect(await place.run('run', 'relief.yaml', '--solver', 'rodas4', '--out', `ode${suffix}`, '--quiet')).toMatchObject({ code: 0 });
    const [csv, ...others] = await Promise.all(forms.map((suffix) => readResults(`ode${suffix}`)));
    expect(others.map((other) => other.t.length === csv?.t.length && isPrefix(other, csv as ReadResults))).toEqual([true, true]);
  });

  test.each(['.parquet', '.h5'])(
    '%s that is damaged is refused by every command that shows results; one without a checksum has a note',
    async (suffix) => {
      const name = `hurt${suffix}`;
      await place.run('run', 'relief.yaml', '--out', name, '--quiet');
      const show = [
        ['query', name, '*.p > 0 bar'],
        ['plot', name, '--out', `hurt${suffix}.svg`],
        ['draw', 'relief.yaml', '--results', name, '--out', `hurt${suffix}.svg`],
      ];
      const { size } = statSync(place.path(name));
      invertByte(place.path(name), size >> 1);
      for (const words of show)
        expect(await place.run(...words)).toEqual({
          code: 1,
          out: '',
          err: expect.stringMatching(
            /^ringmain: hurt\.\w+: it is damaged: the CRC-32 of its \d+ bytes is \w{8}, of those that were .*; run again, .*\n$/,
          ),
        });
      expect(existsSync(place.path(`hurt${suffix}.svg`))).toBe(false);
      invertByte(place.path(name), size >> 1);
      invertByte(place.path(name), readFileSync(name).indexOf('ringmain crc'));
      for (const words of show.slice(0, 2))
        expect(await place.run(...words)).toMatchObject({
          code: 0,
          err: expect.stringMatching(/^note: hurt\.\w+ has no checksum: .* damage to it is not noticed\n$/),
        });
    },
  );

  test('another suffix is refused before the run, with those that there are', async () => {
    expect(await place.run('run', 'relief.yaml', '--out', 'a.mat')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/--out a\.mat: '\.mat' is no form of results; write a name that ends in \.csv, \.parquet or \.h5/),
    });
  });

  test.runIf(isFull).each(forms)('%s on a disk that takes no more: told, and nothing is left half written', (suffix) => {
    // Rows find room in memory, the table does not on the disk; where the run takes more than a second, rows are the first to find none.
    const limited = place.shell(`trap '' XFSZ; ulimit -f 300; ringmain ${quoted(run(20_000))} --out full${suffix}`);
    expect(limited).toMatchObject({
      code: 1,
      err: expect.stringMatching(/(cannot use full\.\w+|rows cannot be written to full\S+): the file would be too large/),
    });
    expect(readdirSync(place.folder).filter((name) => name.includes('full') && !name.endsWith('.rows'))).toEqual([]);
    for (const name of leftOf(`full${suffix}`)) rmSync(place.path(name));
  });
});

test.runIf(isFull).each(['.parquet', '.h5'])(
  '%s of 1e7 rows: the program holds some of them at a time',
  async (suffix) => {
    const peak = place.path(`peak${suffix}`);
    writeFileSync(place.path('peak.mjs'), writesPeak(peak));
    const watched = ['--import', pathToFileURL(place.path('peak.mjs')).href, program];
    const child = spawn(process.execPath, [...watched, ...run(10_000_000), '--out', `long${suffix}`], { cwd: place.folder });
    expect(await new Promise((settled) => child.on('close', settled))).toBe(0);
    // 400 MB of numbers in all; a group of rows or some columns are some 100 MB beside the 200 MB of the program itself.
    expect(Number(readFileSync(peak, 'utf8')) / 1024).toBeLessThan(400);
    const { t } = await readResults(place.path(`long${suffix}`), { select: () => false });
    expect([t.length, t.at(-1)]).toEqual([10_000_001, 10]);
    rmSync(place.path(`long${suffix}`));
  },
  300_000,
);

describe.runIf(isFull)('a run that does not', () => {
  const kills = 30;
  const most = 1_500_000;
  let whole: ReadResults;
  beforeAll(async () => {
    await place.run(...run(most), '--out', 'whole.parquet');
    whole = await readResults('whole.parquet');
  }, 60_000);

  /** Kills a run so many ms after its beginning, or after a whole chunk has been written. */
  const killed = (name: string, ms: number, fromRows: boolean): Promise<void> =>
    new Promise((settled) => {
      const child = spawn(process.execPath, [program, ...run(10 * most), '--out', name], { cwd: place.folder });
      const watch = setInterval(() => {
        if (fromRows && !leftOf(name).some((rows) => statSync(place.path(rows)).size > 9e6)) return;
        clearInterval(watch);
        setTimeout(() => child.kill('SIGKILL'), ms);
      }, 5);
      child.on('close', () => settled());
    });

  test.each(forms)(
    '%s after Ctrl-C is whole until then',
    async (suffix) => {
      const { code } = await place.interrupted(() => leftOf(`stopped${suffix}`).length > 0, ...run(10 * most), '--out', `stopped${suffix}`);
      expect(code).toBe(130);
      const read = await readResults(`stopped${suffix}`, { select: (name) => name === whole.columns[0]?.name });
      expect(read.t.length).toBeGreaterThan(1000);
      expect(isPrefix(read, whole)).toBe(true);
      expect(leftOf(`stopped${suffix}`)).toEqual([]);
      if (suffix !== '.csv') expect(read.about.ending).toMatch(/^interrupted at t = /);
    },
    60_000,
  );

  test(`killed at ${kills} random moments: recover makes a whole file of all but the last chunk`, async () => {
    const draw = seeded(19);
    let recovered = 0;
    for (let k = 0; k < kills; k++) {
      const suffix = forms[(k + 1) % 3] as string;
      const name = `killed${k}${suffix}`;
      await killed(name, 500 * draw(), k % 5 > 0);
      expect(existsSync(place.path(name))).toBe(false);
      const [left] = leftOf(name);
      if (left === undefined) continue;
      const { size } = statSync(place.path(left));
      expect(await place.run('recover', left, '--out', name)).toMatchObject({ code: 0 });
      const read = await readResults(name);
      expect(read.columns).toEqual(whole.columns);
      expect(isPrefix(read, whole)).toBe(true);
      // A chunk is of 8 MB at most.
      expect(8 * (1 + read.columns.length) * read.t.length).toBeGreaterThan(size - 8 * 2 ** 20 - 65_536);
      if (suffix !== '.csv')
        expect(read.about).toMatchObject({
          circuit: 'rc-volume',
          text: expect.stringContaining('rc-volume'),
          ending: `recovered from ${left}`,
        });
      if (read.t.length > 0) recovered++;
      for (const one of [left, name]) rmSync(place.path(one));
    }
    expect(recovered).toBeGreaterThan(20);
  }, 1_200_000);
});

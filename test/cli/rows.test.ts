/**
 * Recorded rows in files beside what a run writes: pieces that are damaged, checkpoints whose rows are not there any more; in full mode long runs, and
 * programs that are killed, interrupted or meet a full disk.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seeded } from '../../dist/circuit/text/random.js';
import { quotedWord, recoverLine, typedWord } from '../../dist/cli/about.js';
import { rowFile } from '../../dist/results/rowFile.js';
import { readResults } from '../../dist/results/stores/registry.js';
import { isFull } from '../support/circuits.js';
import { invertByte } from '../support/damage.js';
import { quoted, Workplace, writesPeak } from './support.js';

const file = resolve('circuits/rc-volume.yaml');
const program = resolve('dist/cli/main.js');
const place = new Workplace();
afterAll(() => place.remove());

/** A step a row; four quantities. */
const run = (rows: number): string[] => [file, '--step', '1us', '--every', '1us', '--end', `${rows}us`, '--workers', '1'];
const rowFiles = (): string[] => readdirSync(place.folder).filter((name) => name.endsWith('.rows'));
/** Bytes of rows that a run which writes to `name` has put into a file. */
const written = (name: string): number =>
  Math.max(0, ...rowFiles().map((rows) => (rows.startsWith(name) ? statSync(place.path(rows)).size : 0)));
/** More than a piece of 8 MB, and so a whole one. */
const onePiece = 9e6;
const lines = (name: string): string[] => readFileSync(place.path(name), 'utf8').split('\n');
/** Lines of a piece, as one text: arrays of so many are compared one by one. */
const firstPiece = (all: readonly string[]): string => all.slice(0, 200_000).join('\n');

/** Runs the program, which is sent a signal when `when` is true; what it said on standard error. */
function stopped(args: readonly string[], signal: NodeJS.Signals, when: () => boolean): Promise<{ code: number | null; errors: string }> {
  const child: ChildProcess = spawn(process.execPath, [program, ...args], { cwd: place.folder });
  let errors = '';
  child.stderr?.on('data', (text) => (errors += text));
  const watch = setInterval(() => {
    if (!when()) return;
    clearInterval(watch);
    child.kill(signal);
  }, 5);
  return new Promise((settled) =>
    child.on('close', (code) => {
      clearInterval(watch);
      settled({ code, errors });
    }),
  );
}

test.runIf(isFull)(
  '1e7 rows take no more memory than the program itself, and are all in the table',
  async () => {
    const rows = 10_000_000;
    const peak = place.path('peak');
    writeFileSync(place.path('peak.mjs'), writesPeak(peak));
    const watched = ['--import', pathToFileURL(place.path('peak.mjs')).href, program];
    const child = spawn(process.execPath, [...watched, 'run', ...run(rows), '--out', 'long.csv', '--quiet'], { cwd: place.folder });
    expect(await new Promise((settled) => child.on('close', settled))).toBe(0);
    // 40 bytes a row: 400 MB of 1e7.
    expect(Number(readFileSync(peak, 'utf8')) / 1024).toBeLessThan(300);
    const table = place.path('long.csv');
    let count = 0;
    for await (const block of createReadStream(table)) for (const byte of block as Buffer) if (byte === 10) count++;
    expect(count).toBe(rows + 2);
    expect(rowFiles()).toEqual([]);
  },
  300_000,
);

describe.runIf(isFull)('a run that is stopped', () => {
  const whole = 'whole.csv';
  const rows = 2_000_000;
  let expected = '';
  beforeAll(async () => {
    expect(await place.run('run', ...run(200_000), '--out', whole, '--quiet')).toMatchObject({ code: 0 });
    expected = firstPiece(lines(whole));
  });

  test('killed: what had left its memory is there, and is told of', async () => {
    await stopped(['run', ...run(rows), '--out', 'killed.csv', '--quiet'], 'SIGKILL', () => written('killed.csv') > onePiece);
    expect(existsSync(place.path('killed.csv'))).toBe(false);
    const [left] = rowFiles() as [string];
    expect(left).toMatch(/^killed\.csv\.[0-9a-f]{8}\.rows$/);
    const told = await place.run('run', ...run(10), '--out', 'killed.csv');
    expect(told.err).toContain(`ringmain recover ${left} --out`);
    expect(await place.run('recover', left, '--out', 'killed.csv')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/rc-volume.*\n.*rows until t = /),
    });
    const recovered = lines('killed.csv');
    expect(recovered.length).toBeGreaterThan(200_000);
    expect(firstPiece(recovered) === expected).toBe(true);
    // A last piece that was not written whole, and what is no file of rows.
    const { size } = statSync(place.path(left));
    truncateSync(place.path(left), size - 1);
    expect(await place.run('recover', left, '--out', 'killed.csv')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/left out: .* not written whole/),
    });
    // Nor one that has other bytes than were written, which is damage.
    invertByte(place.path(left), 4e6);
    const damaged = await place.run('recover', left, '--out', 'killed.csv');
    expect(damaged.code).not.toBe(0);
    expect(damaged.err).toMatch(/\.rows(: it)? is damaged: (none of its pieces|(about )?\d+ rows are lost, before t = )/);
    expect(await place.run('recover', whole, '--out', 'other.csv')).toMatchObject({
      code: 1,
      err: expect.stringContaining('is no file of rows'),
    });
    rmSync(place.path(left));
  }, 60_000);

  test('Ctrl-C: the table has all rows until then, and no file of rows is left', async () => {
    const ended = await stopped(
      ['run', ...run(rows), '--out', 'stopped.csv', '--quiet'],
      'SIGINT',
      () => written('stopped.csv') > onePiece,
    );
    expect(ended.code).toBe(130);
    const kept = lines('stopped.csv');
    expect(kept.length).toBeGreaterThan(200_000);
    expect(firstPiece(kept) === expected).toBe(true);
    expect(rowFiles()).toEqual([]);
  }, 60_000);

  test('a disk that takes no more: what is there, and the way out', async () => {
    const limited = place.shell(`trap '' XFSZ; ulimit -f 4000; ringmain run ${quoted(run(rows))} --out full.csv --quiet`);
    expect(limited).toMatchObject({
      code: 1,
      err: expect.stringMatching(/RUN417 {2}rows cannot be written to full\.csv\..*\.rows: the file would be too large.*\n.*make room/),
    });
    for (const name of rowFiles()) rmSync(place.path(name));
  }, 60_000);
});

test('of ranks: recover puts the rows of all side by side', async () => {
  const files = [0, 1].map((rank) => {
    const rows = rowFile(place.path(`both.${rank}.csv`), {});
    const store = rows.open({ circuit: 'both', hash: 'h', columns: [{ name: `s${rank}_node.p`, unit: 'Pa' }] });
    // The second was killed a row later.
    const t = Float64Array.from({ length: 3 + rank }, (_, k) => k);
    store.append({ t, columns: [t.map((time) => (rank + 1) * time)] });
    const [file] = rows.files as [string];
    rows.close();
    return file;
  });
  const told = await place.run('recover', ...files, '--out', 'both.csv');
  expect(told).toMatchObject({ code: 0, err: '' });
  expect(told.out).toMatch(
    /^2 quantities of both\n.*: 3 rows until t = 2 s\nleft out of .*both\.1\.csv.*: 1 row that the others have not\n$/,
  );
  const both = await readResults(place.path('both.csv'));
  const { t, y } = both.series('s1_node.p');
  expect([both.columns.map(({ name }) => name), [...t], [...y]]).toEqual([
    ['s0_node.p', 's1_node.p'],
    [0, 1, 2],
    [0, 2, 4],
  ]);
  // By a pattern, where the shell leaves it; a file is taken once.
  const byPattern = await place.run('recover', 'both.*.csv.*.rows', 'both.1.*.rows', '--out', 'pattern.csv');
  expect([byPattern.code, byPattern.err]).toEqual([0, '']);
  expect(readFileSync(place.path('pattern.csv'), 'utf8')).toBe(readFileSync(place.path('both.csv'), 'utf8'));
  for (const none of ['nobody.*.rows', 'nowhere/both.*.rows'])
    expect(await place.run('recover', none, '--out', 'none.csv')).toMatchObject({
      code: 1,
      err: expect.stringContaining(`${none}: no file has such a name; give files of rows: `),
    });
  for (const file of files) rmSync(file);
  expect(await place.run('recover', 'nothing.rows', 'nobody.rows', '--out', 'none.csv')).toMatchObject({ code: 1 });
});

test('of ranks: recover names those of which it has no file, and takes no files of two runs', async () => {
  const left = (name: string, rank: number, ranks: number | null, about: Readonly<Record<string, string>>): string => {
    const rows = rowFile(place.path(name), { about });
    const t = Float64Array.of(0, 1);
    const part = ranks === null ? {} : { part: { rank, ranks } };
    rows.open({ circuit: 'set', hash: 'h', columns: [{ name: `s${rank}_node.p`, unit: 'Pa' }], ...part }).append({ t, columns: [t] });
    const [file] = rows.files as [string];
    rows.close();
    return file;
  };
  const one = { command: 'ringmain run set.yaml', text: 'set' };
  const [first, third] = [left('set.0.csv', 0, 4, one), left('set.2.csv', 2, 4, one)] as const;
  expect(await place.run('recover', first, third, '--out', 'set.csv')).toMatchObject({
    code: 0,
    err: '',
    out: expect.stringMatching(/until t = 1 s\nleft out: what rank 1, 3 of 4 recorded, of which no file was given\n$/) as string,
  });
  expect((await place.run('recover', first, '--out', 'alone.csv')).out).toContain('rank 1–3 of 4');
  const merged = left('set.0.csv', 0, null, one);
  expect((await place.run('recover', 'set.*.csv.*.rows', '--out', 'set.csv')).out).toContain(
    `left out: ${basename(merged)}, where rank 0 had begun to put the rows of all together\nleft out: what rank 1, 3 of 4`,
  );
  rmSync(merged);
  const others = [
    [left('set.1.csv', 1, 3, one), 'a run of 4 ranks', 'a run of 3 ranks'],
    [
      left('set.1.csv', 1, 4, { ...one, command: 'ringmain run set.yaml --set a.b=1' }),
      "'ringmain run set.yaml'",
      "'ringmain run set.yaml --set a.b=1'",
    ],
    [left('set.1.csv', 1, 4, { ...one, text: 'other' }), 'one text of the circuit', 'another'],
  ] as const;
  for (const [other, a, b] of others) {
    const told = await place.run('recover', first, other, '--out', 'mixed.csv');
    expect([told.code, told.err]).toEqual([1, `ringmain: ${first} has rows of ${a}, and ${other} of ${b}; give files of one run\n`]);
    rmSync(other);
  }
  for (const file of [first, third]) rmSync(file);
});

test('how to recover is a line that any shell takes', () => {
  expect(recoverLine('out/ring.csv.1f0c55d2.rows')).toBe('ringmain recover out/ring.csv.1f0c55d2.rows --out NAME.csv');
  expect(recoverLine('my runs/ring.*.csv.*.rows', 'my runs/ring.csv')).toBe(
    'ringmain recover "my runs/ring.*.csv.*.rows" --out "my runs/ring.csv"',
  );
  expect(recoverLine('$x.csv.1f0c55d2.rows', "it's.csv")).toBe(`ringmain recover '$x.csv.1f0c55d2.rows' --out "it's.csv"`);
});

test('words of lines that users copy: plain ones as they are, others in quotes', () => {
  expect(['out/a-b.yaml', 'my run.yaml', '$x.yaml', "it's", '*', ''].map(typedWord)).toEqual([
    ...['out/a-b.yaml', '"my run.yaml"', "'$x.yaml'", '"it\'s"', '"*"', '""'],
  ]);
  expect(['a', "it's $x"].map(quotedWord)).toEqual(['a', "'it'\\''s $x'"]);
});

test('of ranks, one damaged in the middle: recover makes a table of the rows that all have, names the damage, and fails', async () => {
  const files = [0, 1, 2].map((rank) => {
    const rows = rowFile(place.path(`torn.${rank}.csv`), {});
    const store = rows.open({ circuit: 'torn', hash: 'h', columns: [{ name: `s${rank}_node.p`, unit: 'Pa' }] });
    const ends = [0, 1, 2, 3].map((piece) => {
      const t = Float64Array.from({ length: 10 }, (_, k) => 10 * piece + k);
      store.append({ t, columns: [t.map((time) => (rank + 1) * time)] });
      return statSync(rows.files[0] as string).size;
    });
    const [file] = rows.files as [string];
    rows.close();
    if (rank === 1) invertByte(file, (ends[1] as number) - 1);
    return file;
  });
  const told = await place.run('recover', ...files, '--out', 'torn.parquet');
  const said = `${files[1]} is damaged: 10 rows are lost, between t = 9 s and t = 20 s`;
  expect(told).toMatchObject({
    code: 2,
    err: `ringmain: ${said}; torn.parquet has the rows that all files have. Run again for the whole\n`,
  });
  expect(told.out).toMatch(
    /: 30 rows until t = 39 s\nleft out of .*torn\.0.*: 10 rows that the others have not\nleft out of .*torn\.2.*\n$/,
  );
  const torn = await readResults(place.path('torn.parquet'));
  expect([...torn.t]).toEqual([...Array(40).keys()].filter((t) => t < 10 || t >= 20));
  for (const rank of [0, 1, 2]) expect([...torn.series(`s${rank}_node.p`).y]).toEqual([...torn.t].map((t) => (rank + 1) * t));
  for (const file of files) rmSync(file);
});

test('damaged: recover makes a table of the others, says what is lost, and fails; of none it makes no table', async () => {
  const rows = rowFile(place.path('hurt.csv'), { about: { program: 'ringmain 0.1.0' } });
  const store = rows.open({ circuit: 'hurt', hash: 'h', columns: [{ name: 'a.p', unit: 'Pa' }] });
  const ends = Array.from({ length: 8 }, (_, k) => {
    const t = Float64Array.from({ length: 100 }, (_value, i) => (100 * k + i) / 1000);
    store.append({ t, columns: [t] });
    return statSync(rows.files[0] as string).size;
  });
  rows.close();
  const [left] = rowFiles() as [string];
  const recover = (out: string) => place.run('recover', left, '--out', out);
  for (const piece of [2, 3, 5, 7]) invertByte(place.path(left), (ends[piece] as number) - 1);
  const said = '400 rows are lost, between t = 0.199 s and t = 0.4 s, between t = 0.499 s and t = 0.6 s, after t = 0.699 s';
  expect(await recover('hurt.parquet')).toEqual({
    code: 2,
    out: expect.stringMatching(/^1 quantity of hurt, ringmain 0\.1\.0\nresults in hurt\.parquet \(.*\): 400 rows until t = 0\.699 s\n$/),
    err: `ringmain: ${left} is damaged: ${said}; hurt.parquet has all others. Run again for the whole\n`,
  });
  const read = await readResults('hurt.parquet');
  expect(read.about['ending']).toBe(`recovered from ${left}, which is damaged: ${said}`);
  expect([...read.t]).toEqual(
    [...Array(800).keys()].filter((row) => ![2, 3, 5, 7].includes(Math.floor(row / 100))).map((row) => row / 1000),
  );
  // Without its head a piece has as many rows as there is room for.
  invertByte(place.path(left), (ends[3] as number) + 4);
  expect((await recover('hurt.parquet')).err).toContain('about 500 rows are lost, between t = 0.199 s and t = 0.6 s, after t = 0.699 s');
  for (const piece of [0, 1, 4, 6]) invertByte(place.path(left), (ends[piece] as number) - 1);
  expect(await recover('none.csv')).toMatchObject({
    code: 1,
    out: '',
    err: expect.stringMatching(
      /^ringmain: hurt\.csv\.\w+\.rows: it is damaged: none of its pieces has the bytes that were written.*; run again\n$/,
    ),
  });
  expect(existsSync(place.path('none.csv'))).toBe(false);
  rmSync(place.path(left));
});

describe('a checkpoint that stands on rows in a file', () => {
  const path = 'saved.checkpoint';
  /** More than a piece is saved. */
  const end = isFull ? 300_000 : 230_000;
  let digest = '';
  beforeAll(async () => {
    const { out } = await place.run('run', ...run(end), '--json');
    ({ digest } = JSON.parse(out) as { digest: string });
    const saved = await place.run('run', ...run(end), '--checkpoint', path, '--checkpoint-at', `${0.9 * end}us`, '--json');
    expect(JSON.parse(saved.out)).toMatchObject({ digest });
  });
  const resume = (...more: string[]): Promise<{ code: number | null; out: string; err: string }> =>
    place.run('run', file, '--resume', path, '--json', ...more);
  const rowsName = (): string => rowFiles().find((name) => name.startsWith(path)) as string;

  // Full: checkpoints on rows in files by commands; quickly test/run/rows goes on with them.
  test.runIf(isFull)(
    'goes on from it, again and again, beside it or elsewhere; the file has what the checkpoint stands on',
    async () => {
      const { size } = statSync(place.path(rowsName()));
      for (const more of [
        [],
        ['--out', 'again.csv'],
        ['--checkpoint', path, '--checkpoint-every', '1h'],
        ['--checkpoint', 'other.checkpoint', '--checkpoint-at', `${0.95 * end}us`],
      ]) {
        const { out, err } = await resume(...more);
        expect(JSON.parse(out || err)).toMatchObject({ digest });
      }
      expect(rowFiles().filter((name) => name.startsWith(path)).length).toBe(1);
      expect(statSync(place.path(rowsName())).size).toBe(size);
      expect(rowFiles().filter((name) => name.startsWith('other.checkpoint')).length).toBe(1);
      expect(JSON.parse((await place.run('run', file, '--resume', 'other.checkpoint', '--json')).out)).toMatchObject({ digest });
    },
    60_000,
  );

  test("cut, altered, another run's, gone: an error that says so, and nothing is changed", async () => {
    const name = rowsName();
    const good = place.path('good');
    copyFileSync(place.path(name), good);
    const refused = async (code: string): Promise<void> => {
      const files = rowFiles();
      for (const more of [[], ['--checkpoint', path, '--checkpoint-every', '1h']]) {
        const { code: exit, err } = await resume(...more);
        expect([exit, err]).toEqual([
          1,
          expect.stringMatching(new RegExp(`${code} .*stands on \\d+ rows in ${name.replaceAll('.', '\\.')}.*\\n.*run from the start`)),
        ]);
      }
      expect(rowFiles()).toEqual(files);
    };
    const draw = seeded(3);
    const bytes = readFileSync(good);
    for (let k = 0; k < (isFull ? 40 : 2); k++) {
      writeFileSync(place.path(name), bytes.subarray(0, Math.floor(draw() * bytes.length)));
      await refused('RUN410');
      const altered = Buffer.from(bytes);
      const at = Math.floor(draw() * bytes.length);
      altered[at] = (altered[at] as number) ^ (1 << Math.floor(draw() * 8));
      writeFileSync(place.path(name), altered);
      await refused('RUN410');
    }
    writeFileSync(place.path(name), Buffer.alloc(bytes.length));
    await refused('RUN410');
    rmSync(place.path(name));
    await refused('RUN409');
    copyFileSync(good, place.path(name));
    expect(JSON.parse((await resume()).out)).toMatchObject({ digest });
  }, 120_000);
});

/** Files with one other byte than was written: read with the numbers, names and units that were written, or refused by name. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import type { RowSource } from '../../dist/results/csv.js';
import { rowFile, withRowFile } from '../../dist/results/rowFile.js';
import type { RowPiece } from '../../dist/results/rows.js';
import { readResults, writeResults } from '../../dist/results/stores/registry.js';
import { decodeCheckpoint } from '../../dist/run/held/checkpoint.js';
import { openRun } from '../../dist/run/openRun.js';
import { eachDamaged, invertByte, outcome, placesIn } from '../support/damage.js';

const folder = mkdtempSync(join(tmpdir(), 'ringmain-damage-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

const names = ['a.in.p', 'a.out.p', 'b.x', 'b.v', 'c.q'];
const columns = names.map((name, k) => ({ name, unit: ['Pa', 'Pa', 'm', 'm/s', 'm³/s'][k] as string }));
const count = 1_000;
const valuesOf = (k: number, from = 0, to = count): Float64Array =>
  Float64Array.from({ length: to - from }, (_, i) => Math.sin((from + i) * (k + 1)));
const t = (from = 0, to = count): Float64Array => Float64Array.from({ length: to - from }, (_, i) => (from + i) / 1000);
const recorded: RowSource = { columns, t: t(), series: (name) => ({ y: valuesOf(names.indexOf(name)) }) };
const about = { circuit: 'five', text: 'ringmain: 1\nname: five\n' };

/** Everything that is read of a file, as one text. */
async function readWhole(file: string): Promise<string> {
  const { columns: read, about: words, t: times, values } = await readResults(file);
  const bits = createHash('sha256');
  for (const array of [times, ...values]) bits.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength));
  return JSON.stringify([read, words, bits.digest('hex')]);
}

describe.each(['.parquet', '.h5'])('%s', (suffix) => {
  const file = path(`damaged${suffix}`);

  test('is read as it was written or refused, whatever byte is another', async () => {
    await writeResults(recorded, file, { about });
    const whole = await readWhole(file);
    const { size } = statSync(file);
    // All bytes of the seal and its neighbours too: at the end, or before a footer of 3 kB.
    const end = Array.from({ length: 32 }, (_, k) => size - 1 - k);
    // Where another length is told of a Parquet file's footer, the seal before it is not found.
    const refused = /it is damaged: the CRC-32 of its \d+ bytes is \w+, of those that were written \w+; .*run again/;
    const unknown = /is no file of results \(it is damaged, or no \.parquet file\)/;
    const [same, told] = [[] as number[], [] as number[]];
    await eachDamaged(file, [...placesIn(size, 7), ...end], 11, async (at) => {
      const read = await outcome(() => readWhole(file));
      if (read === whole) same.push(at);
      else {
        expect(read, `byte ${at}`).toMatch(suffix === '.parquet' && at >= size - 8 && at < size - 4 ? unknown : refused);
        told.push(at);
      }
    });
    expect(told.length).toBeGreaterThan(60);
    expect(await readWhole(file)).toBe(whole);
  });

  test('its seal is of every byte; without it it is read with a note', async () => {
    await writeResults(recorded, file, { about, force: true });
    expect((await readResults(file)).notes).toEqual([]);
    const bytes = readFileSync(file);
    const at = bytes.indexOf('ringmain crc');
    expect(bytes.indexOf('ringmain crc', at + 1)).toBe(-1);
    // A byte of the word, in which no program of before would have looked for anything.
    invertByte(file, at);
    const { notes, ...read } = await readResults(file);
    expect(notes).toEqual([expect.stringMatching(/has no checksum: an earlier ringmain wrote it, .*not noticed/)]);
    expect([read.about, read.t, read.values]).toEqual([about, t(), names.map((_, k) => valuesOf(k))]);
    // Damage that the library of the form finds is a refusal then, and it reads what next stands in the same place.
    let refused = 0;
    for (const part of [0.001, 0.005, 0.02, 0.05, 0.9, 0.95, 0.999]) {
      const place = Math.floor(part * bytes.length);
      invertByte(file, place);
      const damaged = await outcome(() => readResults(file));
      if (typeof damaged === 'string') {
        expect(damaged, `byte ${place}`).toMatch(/is no file of results/);
        refused++;
      }
      invertByte(file, place);
      expect((await readResults(file)).t.length).toBe(count);
    }
    expect(refused).toBeGreaterThan(0);
  });
});

/** A file of rows, in pieces of so many; where they begin is known from the size after each. */
function rowsIn(name: string, each: number): { file: string; ends: number[] } {
  const rows = rowFile(path(name), { about });
  const store = rows.open({ circuit: 'five', hash: 'h', columns });
  const ends: number[] = [];
  for (let from = 0; from < count; from += each) {
    store.append({ t: t(from, from + each), columns: names.map((_, k) => valuesOf(k, from, from + each)) });
    ends.push(statSync(rows.files[0] as string).size);
  }
  const [file] = rows.files as [string];
  rows.close();
  return { file, ends };
}

describe('a file of rows', () => {
  const written = names.map((_, k) => valuesOf(k));
  const times = (file: string): Promise<{ t: number[]; losses: unknown; cutBytes: number; head: unknown }> =>
    withRowFile(file, async (rows) => {
      const read: number[] = [];
      for (const piece of rows.pieces() as Iterable<RowPiece>) {
        const from = Math.round((piece.t[0] as number) * 1000);
        expect(piece.columns.every((column, k) => column.every((value, i) => value === (written[k] as Float64Array)[from + i]))).toBe(true);
        for (let i = 0; i < piece.t.length; i++) read.push(from + i);
      }
      return { t: read, losses: rows.losses, cutBytes: rows.cutBytes, head: rows.head };
    });

  test('gives the rows of all pieces that have the bytes that were written, whatever byte is another', async () => {
    const { file } = rowsIn('flipped', 100);
    const whole = await times(file);
    expect(whole).toMatchObject({ t: [...Array(count).keys()], losses: [], cutBytes: 0 });
    let lossy = 0;
    // The beginning too, with the names and units: 20 bytes that say something, and the description behind them.
    const beginning = [...Array(20).keys(), ...Array.from({ length: 20 }, (_, k) => 24 + 7 * k)];
    await eachDamaged(file, [...placesIn(statSync(file).size, 3), ...beginning], 5, async (at) => {
      const read = await outcome(() => times(file));
      if (typeof read === 'string')
        expect(read, `byte ${at}`).toMatch(/it is damaged: its beginning|it has rows of version|is no file of rows/);
      else {
        expect(read.head).toEqual(whole.head);
        // A piece of a hundred rows, and no other.
        const first = (read.losses as { after: number | null }[])[0]?.after ?? null;
        const gone = first === null ? 0 : Math.round(first * 1000) + 1;
        expect(read, `byte ${at}`).toMatchObject({ losses: [{ rows: 100 }], cutBytes: 0 });
        expect(read.t).toEqual(whole.t.filter((row) => row < gone || row >= gone + 100));
        lossy++;
      }
    });
    expect(lossy).toBeGreaterThan(50);
  });

  test.each([
    ['doubles', 40],
    ['the count of rows', 4],
    ['the sum of the doubles', 8],
    ['the sum of the head', 12],
    ['the word', 0],
  ])('with other bytes in %s of its third piece: the others are whole', async (_, offset) => {
    const { file, ends } = rowsIn('one', 250);
    invertByte(file, (ends[1] as number) + offset);
    expect(await times(file)).toMatchObject({
      t: [...Array(count).keys()].filter((row) => row < 500 || row >= 750),
      losses: [{ rows: 250, after: 0.499, before: 0.75 }],
      cutBytes: 0,
    });
    // Cut within the last piece, as a kill leaves it, that is no damage.
    truncateSync(file, (ends[3] as number) - 8);
    expect(await times(file)).toMatchObject({ losses: [{ rows: 250, after: 0.499, before: null }], cutBytes: expect.any(Number) });
  });

  test('of which a last piece is cut anywhere has no damage', async () => {
    const { file, ends } = rowsIn('cut', 500);
    const bytes = readFileSync(file);
    const [first, last] = ends as [number, number];
    for (const end of [first, first + 1, first + 15, first + 16, first + 17, (first + last) >> 1, last - 1]) {
      writeFileSync(file, bytes.subarray(0, end));
      const read = await times(file);
      expect([read.t.length, read.losses, read.cutBytes], `${end}`).toEqual([500, [], end - first]);
    }
    // Zeros where it would have been, which a power cut may leave, are.
    writeFileSync(file, Buffer.concat([bytes.subarray(0, first), Buffer.alloc(last - first)]));
    expect(await times(file)).toMatchObject({ losses: [{ rows: 500, after: 0.499, before: null }], cutBytes: 0 });
  });

  test('of which no piece is whole is refused', async () => {
    const { file, ends } = rowsIn('none', 1000);
    invertByte(file, (ends[0] as number) - 1);
    expect(await outcome(() => times(file))).toMatch(
      /none\.\w+\.rows: it is damaged: none of its pieces .* no row can be recovered; run again/,
    );
  });
});

test('a checkpoint with another byte is refused by code', async () => {
  const run = await openRun(await readCircuit('circuits/two-actuator.yaml'), { workers: 1, until: 0.02, every: 1e-4 });
  await run.advance({ until: 0.015 });
  const file = path('saved.checkpoint');
  writeFileSync(file, run.save());
  await run.close();
  const { size } = statSync(file);
  await eachDamaged(file, [...placesIn(size, 13), ...Array(32).keys(), size - 1], 17, async (at) => {
    expect(() => decodeCheckpoint(readFileSync(file)), `byte ${at}`).toThrow(
      expect.objectContaining({ name: 'RunError', code: expect.stringMatching(/^RUN40[1-4]$/) }),
    );
  });
});

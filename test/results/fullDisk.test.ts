/** A disk that has no room for what is written: refused by name, nothing is left half written, and what stood there is read again. */
import fs, { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { RowSource } from '../../dist/results/csv.js';
import { rowFile } from '../../dist/results/rowFile.js';
import { readResults, writeResults } from '../../dist/results/stores/registry.js';
import { isFull } from '../support/circuits.js';

const folder = mkdtempSync(join(tmpdir(), 'ringmain-full-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);

/** Bytes that were written or refused since there was room for so many. */
let asked = 0;

/** Has the program's writes fail once so many bytes are written: by the calls of Node that it, and the library of HDF5, write with. */
async function withRoomFor<Made>(bytes: number, use: () => Promise<Made>): Promise<Made> {
  const { writeSync } = fs;
  const { open } = fs.promises;
  asked = 0;
  const take = (length: number): void => {
    asked += length;
    if (asked > bytes)
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28, syscall: 'write' });
  };
  const set = (to: Pick<typeof fs, 'writeSync'>, opens: typeof open): void => {
    Object.assign(fs, to);
    Object.assign(fs.promises, { open: opens });
    syncBuiltinESMExports();
  };
  const counted = ((...given: [number, Uint8Array, number?, number?, number?]) => {
    take(given[3] ?? given[1].length);
    return writeSync(...given);
  }) as typeof writeSync;
  set({ writeSync: counted }, async (...given) => {
    const handle = await open(...given);
    const [writeFile, write] = [handle.writeFile.bind(handle), handle.write.bind(handle) as (...all: unknown[]) => unknown];
    return Object.assign(handle, {
      writeFile: async (...all: Parameters<typeof writeFile>) => {
        take((all[0] as Uint8Array).length);
        return writeFile(...all);
      },
      write: async (...all: [Uint8Array, ...unknown[]]) => {
        take(all[0].length);
        return write(...all);
      },
    });
  });
  try {
    return await use();
  } finally {
    set({ writeSync }, open);
  }
}

const t = Float64Array.from({ length: 3_000 }, (_, i) => i);
const columns = [
  { name: 'a.p', unit: 'Pa' },
  { name: 'b.q', unit: 'm³/s' },
];
const table = (factor: number): RowSource => ({ columns, t, series: () => ({ y: t.map((x) => Math.sin(factor * x)) }) });
const tried = isFull ? 60 : 3;
const shares = Array.from({ length: tried }, (_, k) => k / tried);

describe.each(['.csv', '.parquet', '.h5'])('%s', (suffix) => {
  const [file, other] = [path(`full${suffix}`), path(`other${suffix}`)];

  test('is written whole or not at all, wherever the disk is full, and afterwards as ever', async () => {
    await withRoomFor(Number.POSITIVE_INFINITY, () => writeResults(table(1), file));
    // HDF5 reserves some bytes that it does not write.
    const written = asked;
    const whole = readFileSync(file);
    for (const room of [...shares.map((share) => Math.floor(share * written)), written - 1]) {
      const write = withRoomFor(room, () => writeResults(table(1), file));
      await expect(write, `${room} bytes of ${written}`).rejects.toThrow(
        expect.objectContaining({ name: 'UserError', message: `cannot use ${file}: the disk is full` }),
      );
      expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
      expect(readFileSync(file).equals(whole)).toBe(true);
      // The place on the disk of what was removed is that of the next file.
      await writeResults(table(2), other, { force: true });
      const [before, after] = [await readResults(file), await readResults(other)];
      expect([before.values[0]?.[7], after.values[0]?.[7]]).toEqual([Math.sin(7), Math.sin(14)]);
    }
  });
});

describe('rows that leave the memory of a run', () => {
  const piece = { t, columns: [t, t] };

  test('keep what was written before; a file that has none is not left', async () => {
    const begun = rowFile(path('begun'));
    const store = begun.open({ circuit: 'c', hash: '', columns });
    const refused = (room: number) =>
      expect(withRoomFor(room, async () => store.append(piece))).rejects.toThrow(
        expect.objectContaining({ name: 'RunError', code: 'RUN417', message: expect.stringContaining('the disk is full') }),
      );
    await refused(10);
    expect(readdirSync(folder).filter((name) => name.startsWith('begun'))).toEqual([]);
    store.append(piece);
    const [file] = begun.files as [string];
    const { size } = statSync(file);
    for (const room of [0, 4, 1000]) await refused(room);
    expect(statSync(file).size).toBe(size);
    // It goes on once there is room.
    store.append(piece);
    expect([store.count, [...store.column(0)].reduce((sum, values) => sum + values.length, 0)]).toEqual([2 * t.length, 2 * t.length]);
    begun.remove();
    expect(existsSync(file)).toBe(false);
  });
});

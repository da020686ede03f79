import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { writeWhole } from '../../dist/results/fileStore.js';
import { writeResults } from '../../dist/results/stores/registry.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ringmain-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const recorded = { t: Float64Array.of(0, 1), columns: [{ name: 'a.x', unit: 'm' }], series: () => ({ y: Float64Array.of(2, 3) }) };
const written = 't [s],a.x [m]\n0,2\n1,3\n';

test('a result is written, written again over itself, and nothing else lies beside it', async () => {
  const file = join(folder, 'a.csv');
  expect(await writeResults(recorded, file, { force: false })).toBe(written.length);
  await writeResults(recorded, file, { force: false });
  expect(readFileSync(file, 'utf8')).toBe(written);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('a file of somebody else stays unless forced; an empty one may be filled', async () => {
  const file = join(folder, 'a.csv');
  writeFileSync(file, 'year,salary\n');
  await expect(writeResults(recorded, file, { force: false })).rejects.toThrow(/exists and is no result.*--force/);
  expect(readFileSync(file, 'utf8')).toBe('year,salary\n');
  await writeResults(recorded, file, { force: true });
  expect(readFileSync(file, 'utf8')).toBe(written);
  writeFileSync(file, '');
  await writeResults(recorded, file, { force: false });
  expect(readFileSync(file, 'utf8')).toBe(written);
});

test('a writing that fails half-way leaves the old file whole and no part of the new one', async () => {
  const file = join(folder, 'a.csv');
  await writeResults(recorded, file, { force: false });
  function* failing() {
    yield 't [s]\n';
    throw new Error('half-way');
  }
  await expect(writeWhole({ file, force: false, isOurs: () => true }, failing())).rejects.toThrow('half-way');
  expect(readFileSync(file, 'utf8')).toBe(written);
  expect(readdirSync(folder)).toEqual(['a.csv']);
});

test('a link is followed and stays a link', async () => {
  const real = join(folder, 'real.csv');
  writeFileSync(real, written);
  symlinkSync(real, join(folder, 'link.csv'));
  await writeResults({ ...recorded, t: Float64Array.of(0) }, join(folder, 'link.csv'), { force: false });
  expect(readFileSync(real, 'utf8')).toBe('t [s],a.x [m]\n0,2\n');
});

test('a folder is no target', async () => {
  await expect(writeWhole({ file: folder, force: true, isOurs: () => true }, ['x'])).rejects.toThrow(/not a plain file/);
});

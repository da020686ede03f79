/** Result files of every form are read back bit for bit, by this program and by readers of others. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { afterAll, describe, expect, test } from 'vitest';
import type { RowSource } from '../../dist/results/csv.js';
import { readResults, stores, writeResults } from '../../dist/results/stores/registry.js';
import { sealBytes } from '../../dist/results/stores/seal.js';
import { isFull } from '../support/circuits.js';

const folder = mkdtempSync(join(tmpdir(), 'ringmain-stores-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const path = (name: string): string => join(folder, name);
const forms = stores.map(({ suffix }) => suffix);
/** Forms that say where results come from. */
const telling = forms.filter((suffix) => suffix !== '.csv');

/** Rows in pieces of so many, as a run has them that did not fit its memory. */
function inPieces(names: readonly string[], arrays: readonly Float64Array[], most: number): RowSource {
  const rows = arrays[0]?.length ?? 0;
  const from = Array.from({ length: Math.ceil(rows / most) }, (_, k) => k * most);
  const cut = (array: Float64Array, at: number): Float64Array => array.subarray(at, Math.min(rows, at + most));
  return {
    columns: names.map((name, k) => ({ name, unit: ['Pa', 'm³/s', ''][k % 3] as string })),
    rows,
    pieces: () =>
      from.map((at) => {
        const [t, ...columns] = arrays.map((array) => cut(array, at)) as [Float64Array, ...Float64Array[]];
        return { t, columns };
      }),
    column: (k) => from.map((at) => cut(arrays[k + 1] as Float64Array, at)),
  };
}

/** Its bits, a NaN as any NaN. */
const bits = (values: Float64Array): Buffer => Buffer.from(Float64Array.from(values, (v) => (Number.isNaN(v) ? Number.NaN : v)).buffer);
const odd = [-0, 0, Number.NaN, 5e-324, -2.2e-308, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.MAX_VALUE, 1 / 3];
const number = fc.oneof(fc.double(), fc.constantFrom(...odd));
const name = fc.stringMatching(/^[A-Za-z]\w{0,8}(\.[A-Za-z]\w{0,4}){1,2}$/);
const about = { circuit: 'two', text: 'ringmain: 1 # "é", ½\nname: two\n', empty: '' };

async function comesBack(suffix: string, names: readonly string[], arrays: readonly Float64Array[], most: number): Promise<void> {
  const recorded = inPieces(names, arrays, most);
  await writeResults(recorded, path(`a${suffix}`), { about });
  const read = await readResults(path(`a${suffix}`));
  expect(read.columns).toEqual(recorded.columns);
  expect([read.t, ...read.values].map((array, k) => bits(array).equals(bits(arrays[k] as Float64Array)))).toEqual(arrays.map(() => true));
  if (suffix !== '.csv') expect(read.about).toEqual(about);
}

describe.each(forms)('%s', (suffix) => {
  test('any names and doubles, in pieces of any length', async () => {
    const table = fc
      .record({ names: fc.uniqueArray(name, { maxLength: 6 }), rows: fc.nat(9), most: fc.integer({ min: 1, max: 12 }) })
      .chain(({ names, rows, most }) =>
        fc.tuple(
          fc.constant(names),
          fc.array(fc.array(number, { minLength: rows, maxLength: rows }), { minLength: 1 + names.length, maxLength: 1 + names.length }),
          fc.constant(most),
        ),
      );
    await fc.assert(
      fc.asyncProperty(table, async ([names, values, most]) =>
        comesBack(
          suffix,
          names,
          // Times are numbers, one after the other; all else may be any.
          values.map((each, k) => Float64Array.from(each, (value, row) => (k === 0 ? row / 3 : value))),
          most,
        ),
      ),
      { numRuns: isFull ? 400 : 15 },
    );
  }, 60_000);

  test('more rows than are held at once', async () => {
    const rows = suffix === '.csv' ? 5_000 : isFull ? 1_500_000 : 150_000;
    const arrays = [1, 2, 3].map((k) =>
      Float64Array.from({ length: rows }, (_, i) => (k === 1 ? i / 3 : i % 97 === 0 ? (odd[i % 9] as number) : Math.sin(i * k))),
    );
    await comesBack(suffix, ['a.p', 'b.x'], arrays, 70_001);
  }, 60_000);

  test('only what is selected is read; a name that is not there is an error that says what is', async () => {
    await writeResults(
      inPieces(
        ['a.p', 'a.q', 'b.x'],
        [1, 2, 3, 4].map((v) => Float64Array.of(v)),
        1,
      ),
      path(`s${suffix}`),
    );
    const read = await readResults(path(`s${suffix}`), { select: (one) => one.startsWith('a.') });
    expect(read.columns.map((column) => column.name)).toEqual(['a.p', 'a.q']);
    expect(read.series('a.q')).toEqual({ t: Float64Array.of(1), y: Float64Array.of(3), unit: 'm³/s' });
    expect(() => read.series('b.x')).toThrow(/'b\.x' is not recorded.*a\.p, a\.q/);
  });

  test.each([
    [[0, Number.NaN], 'row 2|line 3'],
    [[0, 1, 1], 'row 3|line 4'],
    [[2, 1], 'row 2|line 3'],
  ])('times %j are refused', async (t, place) => {
    const file = path(`times${suffix}`);
    await writeResults(inPieces(['a.p'], [Float64Array.from(t), Float64Array.from(t)], 5), file);
    await expect(readResults(file)).rejects.toThrow(new RegExp(place));
    rmSync(file);
  });

  test('no quantities, and no rows', async () => {
    await comesBack(suffix, [], [Float64Array.of(0, 1)], 2);
    await comesBack(suffix, ['a.p'], [new Float64Array(0), new Float64Array(0)], 2);
  });

  test('is written over itself, not over others; what is none of ours is told', async () => {
    const one = inPieces(['a.p'], [Float64Array.of(0), Float64Array.of(1)], 1);
    const file = path(`own${suffix}`);
    await writeResults(one, file);
    await writeResults(one, file);
    const whole = readFileSync(file);
    for (const text of ['year,salary\n', 'PAR1 of somebody', '\x89HDF\r\n\x1a\n of somebody']) {
      writeFileSync(file, text, 'latin1');
      await expect(writeResults(one, file)).rejects.toThrow(/exists and is no result.*--force/);
      await expect(readResults(file)).rejects.toThrow(/is no (file of results|text in UTF-8).*ringmain run CIRCUIT --out/);
    }
    // What is cut of the seal behind an HDF5 file is none of its numbers.
    const cut = suffix === '.h5' ? sealBytes + 2 : 2;
    for (const length of [0, 3, whole.length >> 1, whole.length - cut]) {
      writeFileSync(file, whole.subarray(0, length));
      if (suffix !== '.csv' || length < 4)
        await expect(readResults(file), `${length} bytes`).rejects.toThrow(/is no file of results|is empty/);
    }
    await expect(readResults(path(`none${suffix}`))).rejects.toThrow(/there is no such file; give a file of results/);
    expect(readdirSync(folder).filter((other) => other.endsWith('.part'))).toEqual([]);
  });
});

test.each([
  ['a.xlsx', /a\.xlsx: '\.xlsx' is no form of results; write a name that ends in \.csv, \.parquet or \.h5/],
  ['a', /no suffix.*\.csv, \.parquet or \.h5/],
  ['missing/a.h5', /folder .*missing does not exist/],
])('%s is refused with the way out', async (file, message) => {
  await expect(async () => writeResults(inPieces([], [new Float64Array(0)], 1), path(file))).rejects.toThrow(message);
});

test('Parquet as hyparquet reads it: a column a quantity, units and text as metadata', async () => {
  await writeResults(
    inPieces(
      ['p2.out.p', 'act1.x'],
      [0, 1e5, -0].map((v) => Float64Array.of(v)),
      1,
    ),
    path('p.parquet'),
    { about },
  );
  const file = await asyncBufferFromFile(path('p.parquet'));
  expect(await parquetReadObjects({ file })).toEqual([{ t: 0, 'p2.out.p': 1e5, 'act1.x': -0 }]);
  const { key_value_metadata: pairs } = await parquetMetadataAsync(file);
  expect(pairs).toContainEqual({ key: 'units', value: '{"t":"s","p2.out.p":"Pa","act1.x":"m³/s"}' });
  expect(pairs).toContainEqual({ key: 'text', value: about.text });
});

/** A Python that has DuckDB and h5py: `python3 -m venv out/readers && out/readers/bin/pip install duckdb h5py pandas`. */
const python = ['out/readers/bin/python', 'python3'].find(
  (one) => (one === 'python3' || existsSync(one)) && spawnSync(one, ['-c', 'import duckdb, h5py']).status === 0,
);

test.runIf(python)(`DuckDB and h5py read the same bits${python ? '' : ' (skipped: python3 has no duckdb and h5py)'}`, async () => {
  const arrays = [1, 2, 3].map((k) => Float64Array.from({ length: 20_000 }, (_, i) => (i < 9 ? (odd[i] as number) : Math.sin(i * k))));
  const recorded = inPieces(['p2.out.p', 'act1.x'], arrays, 7_000);
  for (const suffix of telling) await writeResults(recorded, path(`r${suffix}`), { about });
  const said = spawnSync(
    resolve(python as string),
    [
      '-c',
      `
import duckdb, h5py, struct, sys
def show(values):
    for v in values: sys.stdout.write('nan ' if v != v else struct.pack('<d', v).hex() + ' ')
    sys.stdout.write('\\n')
rows = duckdb.sql("select * from 'r.parquet'").fetchall()
for k in range(3): show([row[k] for row in rows])
f = h5py.File('r.h5')
for name in ['t', 'signals/p2/out.p', 'signals/act1/x']: show(f[name][:])
print(f['signals/p2/out.p'].attrs['unit'], f['signals/act1/x'].attrs['unit'], f.attrs['circuit'])
f.close()
h5py.File('r.h5', 'r+').close()
print(duckdb.sql("select decode(value) from parquet_kv_metadata('r.parquet') where decode(key) = 'circuit'").fetchall()[0][0])
`,
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 27 },
  );
  expect(said.stderr).toBe('');
  const expected = arrays.map((array) =>
    Array.from(array, (v) => (Number.isNaN(v) ? 'nan' : Buffer.from(Float64Array.of(v).buffer).toString('hex'))).join(' '),
  );
  const lines = said.stdout
    .trim()
    .split('\n')
    .map((line) => line.trim());
  expect(lines).toEqual([...expected, ...expected, 'Pa m³/s two', 'two']);
  // A library that opens the file to alter it cuts the seal off: what it writes is no damage.
  const [parquet, hdf5] = await Promise.all(telling.map((suffix) => readResults(path(`r${suffix}`))));
  expect([parquet?.notes, hdf5?.notes]).toEqual([[], [expect.stringContaining('has no checksum')]]);
  expect(bits(hdf5?.t as Float64Array).equals(bits(arrays[0] as Float64Array))).toBe(true);
});

test.runIf(isFull)('without the library of HDF5 the name is refused before a run, with what to install; other forms need none', () => {
  // The package is optional: this program is told that it is not there.
  const hooks = `export async function resolve(name, context, next) {
    if (name.startsWith('h5wasm')) throw Object.assign(new Error(name), { code: 'ERR_MODULE_NOT_FOUND' });
    return next(name, context);
  }`;
  const address = (code: string): string => `data:text/javascript,${encodeURIComponent(code)}`;
  const before = address(`import { register } from 'node:module'; register(${JSON.stringify(address(hooks))});`);
  const run = (out: string) => {
    const words = ['--import', before, 'dist/cli/main.js', 'run', 'circuits/rc-volume.yaml', '--end', '1ms', '--out', path(out)];
    return spawnSync(process.execPath, words, { encoding: 'utf8' });
  };
  expect(run('optional.h5')).toMatchObject({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(/need the package h5wasm, which is not installed: 'npm install h5wasm', or take \.parquet or \.csv\n$/),
  });
  expect(existsSync(path('optional.h5'))).toBe(false);
  expect(run('optional.parquet').status).toBe(0);
});

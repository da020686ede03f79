/**
 * Results in a Parquet file: a column a quantity, `t` before them; names as they are recorded. Units stand as JSON under the key `units`, beside what `About` says.
 * Doubles are split into streams of their bytes and packed by Snappy: no dictionary, which would take -0 for 0. The seal (seal.ts) stands before the footer.
 */
import { open } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { ByteWriter } from 'hyparquet-writer';
import { type RowPiece, times } from '../rows.js';
import { sealBytes, sealOf } from './seal.js';
import { type About, formatKey, formatVersion, notResults, type Store, type StoredColumn, type StoreInput } from './store.js';

const timeName = 't';
/** A file ends with its footer, the length of that, and `PAR1`. */
const tailBytes = 8;
/** Bytes of doubles in a group of rows: a reader asks for a group's columns one by one. */
const groupBytes = 2 ** 25;

/** Reads and writes Parquet files. */
export const parquetStore: Store = {
  suffix: '.parquet',
  async seal(handle, size) {
    // A negative place is one that Node does not know, or takes for where the file stands.
    if (size < tailBytes) return null;
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(tailBytes), 0, tailBytes, size - tailBytes);
    return bytesRead < tailBytes ? null : size - tailBytes - buffer.readUInt32LE() - sealBytes;
  },
  async isOurs(beginning, file) {
    if (!beginning.startsWith('PAR1')) return false;
    return (await keysOf(file).catch(() => null))?.has(formatKey) ?? false;
  },
  async write(file, rows, about) {
    const { ParquetWriter, ByteWriter } = await import('hyparquet-writer');
    const bytes = new ByteWriter();
    const names = [timeName, ...rows.columns.map(({ name }) => name)];
    const root = { name: 'rows', num_children: names.length };
    const writer = new ParquetWriter({
      writer: bytes,
      schema: [root, ...names.map((name) => ({ name, type: 'DOUBLE' as const, repetition_type: 'REQUIRED' as const }))],
      codec: 'SNAPPY',
      kvMetadata: Object.entries(metadata(rows.columns, about)).map(([key, value]) => ({ key, value })),
      createdBy: about.program ?? 'ringmain',
    });
    const handle = await open(file, 'wx');
    let crc = 0;
    const append = async (some: Uint8Array): Promise<void> => {
      crc = crc32(some, crc);
      await handle.writeFile(some);
    };
    try {
      for (const { t, columns } of grouped(rows)) {
        const columnData = [t, ...columns].map((data, k) => ({ name: names[k] as string, data, encoding: 'BYTE_STREAM_SPLIT' as const }));
        writer.write({ columnData, rowGroupSize: t.length });
        await append(taken(bytes));
      }
      writer.finish();
      // Indexes, which the footer refers to by their places, then the footer.
      const end = taken(bytes);
      const footer = end.length - tailBytes - new DataView(end.buffer, end.byteOffset + end.length - tailBytes).getUint32(0, true);
      await append(end.subarray(0, footer));
      await handle.writeFile(sealOf(crc32(end.subarray(footer), crc)));
      await append(end.subarray(footer));
    } finally {
      await handle.close();
    }
  },
  async read(file, isWanted) {
    const { asyncBufferFromFile, parquetMetadataAsync, parquetRead } = await import('hyparquet');
    const buffer = await asyncBufferFromFile(file);
    const found = await parquetMetadataAsync(buffer);
    const keys = new Map(found.key_value_metadata?.map(({ key, value }) => [key, value ?? '']));
    if (!keys.has(formatKey)) throw notResults(file, 'a Parquet file of another program');
    const units = JSON.parse(keys.get('units') ?? '{}') as Record<string, string>;
    const columns = Object.entries(units).flatMap(([name, unit]) => (name !== timeName && isWanted(name) ? [{ name, unit }] : []));
    const count = Number(found.num_rows);
    const arrays = new Map([timeName, ...columns.map(({ name }) => name)].map((name) => [name, new Float64Array(count)]));
    for (const name of arrays.keys())
      await parquetRead({
        file: buffer,
        metadata: found,
        columns: [name],
        onChunk: ({ columnName, columnData, rowStart }) => arrays.get(columnName)?.set(columnData as Float64Array, rowStart),
      });
    return {
      about: Object.fromEntries([...keys].filter(([key]) => key !== formatKey && key !== 'units')),
      columns,
      t: arrays.get(timeName) as Float64Array,
      values: columns.map(({ name }) => arrays.get(name) as Float64Array),
    };
  },
};

function metadata(columns: readonly StoredColumn[], about: About): Record<string, string> {
  const units = Object.fromEntries([[timeName, 's'], ...columns.map(({ name, unit }) => [name, unit] as const)]);
  return { [formatKey]: formatVersion, ...about, units: JSON.stringify(units) };
}

async function keysOf(file: string): Promise<Set<string>> {
  const { asyncBufferFromFile, parquetMetadataAsync } = await import('hyparquet');
  const { key_value_metadata: pairs } = await parquetMetadataAsync(await asyncBufferFromFile(file));
  return new Set(pairs?.map(({ key }) => key));
}

/** Pieces put together to groups of rows; one of no rows is none. */
function* grouped({ columns, rows, pieces }: StoreInput): Generator<RowPiece> {
  const most = Math.max(1, Math.min(rows, Math.floor(groupBytes / (8 * (1 + columns.length)))));
  const group = [timeName, ...columns].map(() => new Float64Array(most));
  let filled = 0;
  const whole = (): RowPiece => {
    const [t, ...values] = group.map((array) => array.subarray(0, filled)) as [Float64Array, ...Float64Array[]];
    filled = 0;
    return { t, columns: values };
  };
  for (const piece of pieces()) {
    for (let from = 0; from < piece.t.length; ) {
      const to = Math.min(piece.t.length, from + most - filled);
      for (const [k, array] of group.entries())
        array.set((k - 1 === times ? piece.t : (piece.columns[k - 1] as Float64Array)).subarray(from, to), filled);
      filled += to - from;
      from = to;
      if (filled === most) yield whole();
    }
  }
  if (filled > 0) yield whole();
}

/** The bytes written so far, which the next ones replace. */
function taken(bytes: ByteWriter): Uint8Array {
  const all = bytes.getBytes();
  bytes.index = 0;
  return all;
}

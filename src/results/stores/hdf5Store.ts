/**
 * Results in an HDF5 file:
 *
 *     /t                          times, s
 *     /signals/act1/x             a data set a quantity, in a group a component, line or the run; attributes `unit` and `name`
 *     /columns                    names of all of them in the order of the circuit file
 *     attributes of /             what `About` says, and the version of this form
 *
 * Behind the end that the file names for itself stands the seal (seal.ts); a library of HDF5 that opens the file to alter it cuts that off.
 */
import { open } from 'node:fs/promises';
import { times } from '../rows.js';
import { UserError } from '../userError.js';
import { crcOf, sealBytes, sealOf } from './seal.js';
import { formatKey, formatVersion, notResults, type Store, type StoreInput } from './store.js';

/** Rows of a column in one chunk, where it is written piece by piece. */
const chunkRows = 2 ** 16;
/** Rows of a column that are handed to the library at once. */
const partRows = 2 ** 20;
/** Errors of the file system that the library numbers so, by Node's names. */
const errorCodes: Readonly<Record<string, string>> = { 2: 'EACCES', 19: 'EDQUOT', 22: 'EFBIG', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' };

type Library = typeof import('h5wasm/node')['default'];
type Group = InstanceType<Library['Group']>;
type Dataset = InstanceType<Library['Dataset']>;

/** Reads and writes HDF5 files. */
export const hdf5Store: Store = {
  suffix: '.h5',
  seal: async (_handle, size) => size - sealBytes,
  async ready() {
    await loaded();
  },
  async isOurs(beginning, file) {
    if (!beginning.slice(0, 8).includes('HDF\r\n')) return false;
    return withFile(file, 'r', (root) => formatKey in root.attrs).catch(() => false);
  },
  async write(file, rows, about) {
    await withFile(file, 'x', (root) => {
      root.create_attribute(formatKey, formatVersion);
      for (const [key, value] of Object.entries(about)) root.create_attribute(key, value);
      putColumn(root, 't', rows, times).create_attribute('unit', 's');
      if (rows.columns.length > 0) root.create_dataset({ name: 'columns', data: rows.columns.map(({ name }) => name) });
      const signals = root.create_group('signals');
      const groups = new Map<string, Group>();
      for (const [k, { name, unit }] of rows.columns.entries()) {
        const [component, quantity] = placeOf(name);
        const group = groups.get(component) ?? signals.create_group(component);
        groups.set(component, group);
        const column = putColumn(group, quantity, rows, k);
        column.create_attribute('unit', unit);
        column.create_attribute('name', name);
      }
    });
    const handle = await open(file, 'r+');
    try {
      const { size } = await handle.stat();
      await handle.write(sealOf(await crcOf(handle, 0, size)), 0, sealBytes, size);
    } finally {
      await handle.close();
    }
  },
  async read(file, isWanted) {
    const rows = await withFile(file, 'r', (root) => {
      const attributes = Object.entries(root.attrs).map(([key, { value }]) => [key, String(value)] as const);
      if (!attributes.some(([key]) => key === formatKey)) return null;
      const names = ((root.get('columns') as Dataset | null)?.value ?? []) as string[];
      const wanted = names.filter(isWanted).map((name) => {
        const [component, quantity] = placeOf(name);
        const column = root.get(`signals/${component}/${quantity}`) as Dataset;
        return { name, unit: String(column.get_attribute('unit', false)), values: column.value as Float64Array };
      });
      return {
        about: Object.fromEntries(attributes.filter(([key]) => key !== formatKey)),
        columns: wanted.map(({ name, unit }) => ({ name, unit })),
        t: (root.get('t') as Dataset).value as Float64Array,
        values: wanted.map(({ values }) => values),
      };
    });
    if (!rows) throw notResults(file, 'an HDF5 file of another program');
    return rows;
  },
};

/** Group and data set of a quantity: 'p2.out.p' is `out.p` of `p2`. */
function placeOf(name: string): [component: string, quantity: string] {
  const dot = name.indexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/** A column that is written at once stands as it is; one that is not, in chunks. */
function putColumn(group: Group, name: string, { rows, column }: StoreInput, k: number): Dataset {
  let [made, at]: [Dataset | null, number] = [null, 0];
  for (const values of inParts(column(k))) {
    if (made) {
      made.resize([at + values.length]);
      made.write_slice([[at, at + values.length]], values);
    } else {
      const chunked = values.length === rows ? {} : { maxshape: [rows], chunks: [Math.min(rows, chunkRows)] };
      made = group.create_dataset({ name, data: values, ...chunked });
    }
    at += values.length;
  }
  return made ?? group.create_dataset({ name, data: new Float64Array(0) });
}

/** The library holds each piece twice: none is long. */
function* inParts(pieces: Iterable<Float64Array>): Generator<Float64Array> {
  for (const piece of pieces) for (let at = 0; at < piece.length; at += partRows) yield piece.subarray(at, at + partRows);
}

/** The library in use, and the files that it has open. */
interface Instance {
  readonly library: Library;
  /** Why the file system has refused something since it was last asked. */
  refusal(): string | undefined;
  /** Lets go of all files. */
  release(): void;
}

let instance: Promise<Instance> | null = null;
let instances = 0;

/** The library: as large as all of ringmain, so that who needs no HDF5 may leave it out. */
function loaded(): Promise<Instance> {
  instance ??= newInstance();
  return instance;
}

async function newInstance(): Promise<Instance> {
  // A module is made anew under another address.
  const address = instances++ === 0 ? 'h5wasm/node' : `${import.meta.resolve('h5wasm/node')}?${instances}`;
  const module = await (import(address) as Promise<typeof import('h5wasm/node')>).catch((error: NodeJS.ErrnoException) => {
    [instance, instances] = [null, 0];
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError("files of HDF5 need the package h5wasm, which is not installed: 'npm install h5wasm', or take .parquet or .csv");
  });
  const library = module.default;
  const { FS, activate_throwing_error_handler } = await library.ready;
  // Else it goes on with the unwritten bytes.
  activate_throwing_error_handler();
  const files = FS as unknown as Files;
  let code: string | undefined;
  // Its messages pass through a temporary file, and are empty where the disk is full.
  for (const name of ['open', 'write', 'ftruncate', 'close'] as const) {
    const call = files[name];
    files[name] = (...given) => {
      try {
        return call(...given);
      } catch (error) {
        code ??= errorCodes[String((error as { errno?: number }).errno)];
        throw error;
      }
    };
  }
  return {
    library,
    refusal() {
      const told = code;
      code = undefined;
      return told;
    },
    release() {
      for (const stream of files.streams) if (stream && stream.fd > 2) files.close(stream);
    },
  };
}

/** Its file system, as far as it is looked at here. */
interface Files extends Record<'open' | 'write' | 'ftruncate' | 'close', (...given: unknown[]) => unknown> {
  readonly streams: readonly ({ readonly fd: number } | null)[];
}

/**
 * A failure leaves files open in the library, which would take them for later ones in the same place on the disk, or has it do nothing any more:
 * the next use has a new one.
 */
async function withFile<Made>(file: string, mode: 'r' | 'x', use: (root: Group) => Made): Promise<Made> {
  const { library, refusal, release } = await loaded();
  refusal();
  try {
    const root = new library.File(file, mode);
    const made = use(root);
    root.close();
    return made;
  } catch (error) {
    instance = null;
    release();
    const code = refusal();
    throw code ? Object.assign(new Error(`HDF5: ${code}`), { code }) : error;
  }
}

/**
 * Results in an HDF5 file:
 *
 *     /t                          times, s
 *     /signals/act1/x             a data set a quantity, in a group a component, line or the run; attributes `unit` and `name`
 *     /columns                    names of all of them in the order of the circuit file
 *     attributes of /             what `About` says, and the version of this form
 */
import { times } from '../rows.js';
import { UserError } from '../userError.js';
import { formatKey, formatVersion, notResults, type Store, type StoreInput } from './store.js';

/** Rows of a column in one chunk, where it is written piece by piece. */
const chunkRows = 2 ** 16;
/** Rows of a column that are handed to the library at once. */
const partRows = 2 ** 20;
/** Numbers that the library gives errors of the file system, by those that Node does. */
const errorCodes: Readonly<Record<string, string>> = { 2: 'EACCES', 19: 'EDQUOT', 22: 'EFBIG', 51: 'ENOSPC', 63: 'EPERM', 69: 'EROFS' };

type Library = typeof import('h5wasm/node')['default'];
type Group = InstanceType<Library['Group']>;
type Dataset = InstanceType<Library['Dataset']>;

/** See the head of this file. */
export const hdf5Store: Store = {
  suffix: '.h5',
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
  },
  async read(file, isWanted) {
    return withFile(file, 'r', (root) => {
      const attributes = Object.entries(root.attrs).map(([key, { value }]) => [key, String(value)] as const);
      if (!attributes.some(([key]) => key === formatKey)) throw notResults(file, 'an HDF5 file of another program');
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

/** The library: as large as all of ringmain, so that who needs no HDF5 may leave it out. */
async function loaded(): Promise<Library> {
  const module = await import('h5wasm/node').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UserError("files of HDF5 need the package h5wasm, which is not installed: 'npm install h5wasm', or take .parquet or .csv");
  });
  return module.default;
}

async function withFile<Made>(file: string, mode: 'r' | 'x', use: (root: Group) => Made): Promise<Made> {
  const library = await loaded();
  // Else it goes on with what it has not written.
  (await library.ready).activate_throwing_error_handler();
  let root: InstanceType<Library['File']>;
  try {
    root = new library.File(file, mode);
  } catch (error) {
    if (mode === 'r') throw notResults(file, 'it is damaged, or no HDF5 file');
    throw described(error);
  }
  try {
    return use(root);
  } catch (error) {
    throw described(error);
  } finally {
    root.close();
  }
}

/** The error of the file system that the library's trace ends with, as Node would say it. */
function described(error: unknown): unknown {
  const [, number = ''] = (error instanceof Error && /errno = (\d+)/.exec(error.message)) || [];
  const code = errorCodes[number];
  return code ? Object.assign(new Error(`HDF5: ${code}`), { code }) : error;
}

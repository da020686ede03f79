/** Result files of all forms, chosen by the suffix of their name. */
import { openInput } from '../../circuit/file/inputFile.js';
import type { RowSource } from '../csv.js';
import { checkTarget, fileErrorReason, replaceWhole, type Target } from '../fileStore.js';
import { times } from '../rows.js';
import { UserError } from '../userError.js';
import { csvStore } from './csvStore.js';
import { hdf5Store } from './hdf5Store.js';
import { parquetStore } from './parquetStore.js';
import { checkSeal, hasSeal } from './seal.js';
import { type About, notResults, resultsFile, type Store, type StoredRows, type StoreInput } from './store.js';

/** A new form is a file and its name here. */
export const stores: readonly Store[] = [csvStore, parquetStore, hdf5Store];

const withoutSeal = 'has no checksum: an earlier ringmain wrote it, or another program altered it; damage to it is not noticed';

/** '.csv, .parquet or .h5' */
const suffixes = `${stores
  .slice(0, -1)
  .map(({ suffix }) => suffix)
  .join(', ')} or ${stores.at(-1)?.suffix}`;

/** The form that a name asks for. Throws UserError for a suffix that is none; `what` is the option or file that names it. */
function storeOf(file: string, what = file): Store {
  const suffix = /\.[^./\\]+$/.exec(file)?.[0];
  const store = stores.find((one) => one.suffix === suffix?.toLowerCase());
  if (store) return store;
  throw new UserError(
    `${what}: ${suffix ? `'${suffix}' is no form of results` : 'the name has no suffix'}; write a name that ends in ${suffixes}`,
  );
}

function targetOf(file: string, force: boolean): Target & { readonly store: Store } {
  const store = storeOf(file, `--out ${file}`);
  const isOurs: Target['isOurs'] = async (beginning, path) =>
    (store.seal && (await hasSeal(path, store.seal))) || store.isOurs(beginning, path);
  return { file, force, store, isOurs };
}

/** Refuses a name that cannot or may not be written, before the run. */
export async function checkResultFile(file: string, force: boolean): Promise<void> {
  const { store, ...target } = targetOf(file, force);
  await store.ready?.();
  await checkTarget(target);
}

/**
 * Writes all recorded rows, partial results too, in the form that the suffix names: whole or not at all, and over an existing file only if that is a result of
 * ringmain or with `force`. Returns the bytes written. Throws UserError for another suffix and for what cannot be written.
 */
export async function writeResults(
  recorded: RowSource,
  file: string,
  { force = false, about = {} }: { readonly force?: boolean; readonly about?: About } = {},
): Promise<number> {
  const { store, ...target } = targetOf(file, force);
  await store.ready?.();
  return replaceWhole(target, (path) => store.write(path, inputOf(recorded), about));
}

/** Results that were read back. */
export interface ReadResults extends StoredRows {
  /** Notes about the file: that it has no checksum. */
  readonly notes: readonly string[];
  /** One recorded quantity: s, SI. Throws UserError for a name that is not there. */
  series(name: string): { readonly t: Float64Array; readonly y: Float64Array; readonly unit: string };
}

/**
 * Reads results of any form, bit for bit; `select` chooses quantities, which spares memory of large files. Throws UserError for what is no file of results, and for one
 * that has other bytes than were written.
 */
export async function readResults(
  file: string,
  { select = () => true }: { readonly select?: (name: string) => boolean } = {},
): Promise<ReadResults> {
  const { store, isWhole } = await checked(file);
  await store.ready?.();
  const rows = await store.read(file, select).catch((error: unknown) => {
    if (error instanceof UserError) throw error;
    const reason = fileErrorReason(error);
    if (reason) throw new UserError(`${file} cannot be read: ${reason}`);
    // Bytes that are those written are read without an error, or it is one of this program.
    throw store.seal && !isWhole ? notResults(file, `it is damaged, or no ${store.suffix} file`) : error;
  });
  const notes = store.seal && !isWhole ? [`${file} ${withoutSeal}`] : [];
  checkTimes(file, rows);
  const index = new Map(rows.columns.map(({ name }, k) => [name, k]));
  return {
    ...rows,
    notes,
    series(name) {
      const k = index.get(name);
      if (k === undefined)
        throw new UserError(`'${name}' is not recorded in ${file}; recorded: ${[...index.keys()].slice(0, 20).join(', ') || 'nothing'}`);
      return { t: rows.t, y: rows.values[k] as Float64Array, unit: rows.columns[k]?.unit ?? '' };
    },
  };
}

/** Times that do not go on would make a wrong picture of right values, or one without end. */
function checkTimes(file: string, { t }: StoredRows): void {
  for (let row = 0; row < t.length; row++) {
    const [time, before] = [t[row] as number, row === 0 ? Number.NEGATIVE_INFINITY : (t[row - 1] as number)];
    if (!Number.isFinite(time) || time <= before)
      throw notResults(file, `row ${row + 1} stands at t = ${time} s, and times must be numbers, each larger than the one before`);
  }
}

/** The form of a file, and whether a seal says that it has the bytes that were written. */
async function checked(file: string): Promise<{ store: Store; isWhole: boolean }> {
  const { handle } = await openInput(file, resultsFile);
  try {
    const store = storeOf(file);
    return { store, isWhole: store.seal !== undefined && (await checkSeal(file, handle, store.seal)) };
  } finally {
    await handle.close();
  }
}

function inputOf(recorded: RowSource): StoreInput {
  if (recorded.pieces) return recorded;
  const { columns, t } = recorded;
  const values = (k: number): Float64Array => (k === times ? t : recorded.series(columns[k]?.name as string).y);
  return {
    columns,
    rows: t.length,
    pieces: () => [{ t, columns: columns.map((_, k) => values(k)) }],
    column: (k) => [values(k)],
  };
}

/** A form of result files; registry.ts lists them, and the rest of the program knows a form by this interface alone. */
import type { WantedFile } from '../../circuit/file/inputFile.js';
import type { RowPiece } from '../rows.js';
import { UserError } from '../userError.js';
import type { SealPlace } from './seal.js';

/** A recorded quantity. */
export interface StoredColumn {
  readonly name: string;
  /** SI; of a number without dimension empty. */
  readonly unit: string;
}

/**
 * Where results come from, by word: `circuit` (its name), `file`, `text` (of the circuit file), `hash` (of its parts and how they are joined), `program`,
 * `command`, `begun`, `digest`, `stateDigest`, `ending`. A CSV file has no place for it.
 */
export type About = Readonly<Record<string, string>>;

/** Rows that a store is given to write, of any number: a store holds some megabytes of them. */
export interface StoreInput {
  readonly columns: readonly StoredColumn[];
  readonly rows: number;
  /** All rows, piece by piece; each is valid until the next is asked for. */
  pieces(): Iterable<RowPiece>;
  /** A column, or `times`, piece by piece; each is valid until the next is asked for. */
  column(k: number): Iterable<Float64Array>;
}

/** Rows that were read back, with the bits that were written; a NaN is any NaN. */
export interface StoredRows {
  readonly about: About;
  /** In the order of the circuit file; those that were asked for. */
  readonly columns: readonly StoredColumn[];
  /** s */
  readonly t: Float64Array;
  /** By column. */
  readonly values: readonly Float64Array[];
}

/** A form of result files. */
export interface Store {
  /** With its dot, in small letters. */
  readonly suffix: string;
  /** Where the seal of a file stands; none: a form of plain text, whose every field is looked at. */
  readonly seal?: SealPlace;
  /** Throws UserError where a library that it takes is not installed. */
  readonly ready?: () => Promise<void>;
  /** Whether an existing file, which begins so, is a result of ringmain and may be overwritten. */
  isOurs(beginning: string, file: string): boolean | Promise<boolean>;
  /** Writes a file that does not exist yet. */
  write(file: string, rows: StoreInput, about: About): Promise<void>;
  /** Reads the columns that are wanted. Throws UserError for a file that is none of ours. */
  read(file: string, isWanted: (name: string) => boolean): Promise<StoredRows>;
}

/** Version of the layout of Parquet and HDF5 files, and the key that names it. */
export const formatKey = 'ringmain';
export const formatVersion = '1';

/** For messages about what stands in the place of one. */
export const resultsFile: WantedFile = {
  what: 'a file of results',
  source: "'ringmain run CIRCUIT --out NAME.csv', '.parquet' or '.h5' writes one",
  endings: ['.csv', '.parquet', '.h5'],
};

/** The message for a file that a store cannot read; `why` where more is known. */
export function notResults(file: string, why?: string): UserError {
  return new UserError(
    `${file} is no file of results${why ? ` (${why})` : ''}; 'ringmain run CIRCUIT --out NAME.csv', '.parquet' or '.h5' writes one, 'ringmain recover' makes one of the rows that a killed run left`,
  );
}

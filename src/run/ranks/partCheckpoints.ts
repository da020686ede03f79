/**
 * A checkpoint of ranks that have their part only: each writes what its part has saved, then rank 0 a manifest that names these files. Until that is written the checkpoint before stands; the
 * files of a manifest have a tag of their own, so that nothing is written over what one stands on.
 *
 *     as many ranks     each reads the file of its part, and nothing is laid out as a whole
 *     else              the parts are put into a layout of the whole circuit, as for a digest (merge.ts); that is saved as one process saves it, and any run goes on from it
 */
import { Sha256 } from '#sha256';
import { savedOf } from '../../blocks/column.js';
import { sizeOf } from '../../blocks/kept/observer.js';
import { observerNames, observerOf } from '../../blocks/kept/registry.js';
import { decisionWords } from '../../blocks/step/decision.js';
import { partitionState } from '../../blocks/step/words.js';
import type { Circuit } from '../../circuit/circuit.js';
import { specialCounterCount } from '../../program/layout/layout.js';
import { joined, type RowMark, type RowPiece } from '../../results/rows.js';
import { RunError } from '../../results/runError.js';
import { rowsKept } from '../account/rows.js';
import { encodeCheckpoint, packCheckpoint, type SavedOptions, unpackCheckpoint, valuesHash } from '../held/checkpoint.js';
import { putState, takeState } from '../held/state.js';
import type { Session } from '../session.js';
import { appendLeft, type Head, pieceNames, putParts, type TakenPart, takePart, visitOwn } from './merge.js';
import type { Numbers } from './numbers.js';

/** What a manifest says of the run. */
export interface SavedRun {
  readonly circuit: string;
  /** SHA-256 of the file's text and what is set in it. */
  readonly text: string;
  /** s, simulated */
  readonly time: number;
  readonly options: SavedOptions;
}

/** A file of a part: its name, beside the manifest, and its last 32 bytes (hex), which are the SHA-256 of the others. */
export interface PartFile {
  readonly name: string;
  readonly sha256: string;
}

export interface Manifest extends SavedRun {
  readonly parts: readonly PartFile[];
}

/** What reads the files that a manifest names. */
export interface PartReader {
  /** Throws UserError for a file that is not there. */
  read(name: string): Promise<Uint8Array>;
  /** Rows that a mark names, piece by piece; each is valid until the next is asked for. */
  rows(mark: RowMark): Iterable<RowPiece>;
}

interface ManifestHead extends Manifest {
  readonly engine: 'parts';
  readonly arrays: [];
}

interface PartHead {
  readonly engine: 'part';
  readonly head: Head;
  readonly mark: RowMark | null;
  readonly arrays: readonly (readonly [string, number])[];
}

/** A part as its file has it; `left`: rows that no mark names. */
interface ReadPart extends TakenPart {
  readonly mark: RowMark | null;
  readonly left: Float64Array;
}

/** The bytes of a manifest. */
export const encodeManifest = (manifest: Manifest): Uint8Array => packCheckpoint({ ...manifest, engine: 'parts' }, []);

/** A manifest; null: the bytes are a checkpoint of one file. Throws RunError for bytes that are no checkpoint. */
export function manifestOf(bytes: Uint8Array): Manifest | null {
  const { description } = unpackCheckpoint<ManifestHead>(bytes);
  return description.engine === 'parts' ? description : null;
}

/** SHA-256 (hex) that the bytes of a checkpoint end with. */
export const sealOf = (bytes: Uint8Array): string => Array.from(bytes.subarray(-32), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** The bytes of a rank's part; its partitions all have the own one's decisions. Throws RunError where rows cannot be written. */
export function encodePart(session: Session, own: number, numbers: Numbers): Uint8Array {
  const { head, pieces } = takePart(session, own, numbers);
  const { rows } = session;
  const mark = rows?.mark() ?? null;
  const left = rows && !mark ? rowsKept(rows, session.columns.length) : new Float64Array(0);
  return packCheckpoint({ engine: 'part', head, mark } satisfies Omit<PartHead, 'arrays'>, [
    ...pieceNames.map((name): [string, Float64Array] => [name, pieces[name]]),
    ['left', left],
  ]);
}

/** Reads a part. Throws RunError for a file that is none, or another than the manifest names. */
async function readPart({ name, sha256 }: PartFile, reader: PartReader): Promise<ReadPart> {
  const bytes = await reader.read(name);
  const { description, array } = unpackCheckpoint<PartHead>(bytes);
  if (description.engine !== 'part' || sealOf(bytes) !== sha256)
    throw new RunError(
      'RUN403',
      `${name} is not the part that the checkpoint was written with`,
      'take the checkpoint before it, or run from the start',
    );
  const pieces = Object.fromEntries(pieceNames.map((piece) => [piece, array(piece)])) as unknown as TakenPart['pieces'];
  return { head: description.head, mark: description.mark, pieces, left: array('left') };
}

/** Throws RunError for a manifest of another circuit, or of other values of it. `text`: see `SavedRun`. */
export function checkSavedText({ circuit, text }: Manifest, own: { readonly circuit: string; readonly text: string }): void {
  if (text === own.text) return;
  throw new RunError(
    'RUN406',
    `the file of '${own.circuit}', or what --set says, is another than when '${circuit}' was saved by ranks`,
    'give the file, and --set, as they were; or run from the start',
  );
}

/** Puts a part of as many ranks into the session of this rank at t = 0. Throws RunError where it does not fit, or its rows are gone. */
export async function resumePart(file: PartFile, reader: PartReader, session: Session, own: number, numbers: Numbers): Promise<void> {
  const { head, pieces, mark, left } = await readPart(file, reader);
  const { layout, F, observers } = session;
  const here = 2 * layout.firstState[layout.network.tables.components.count];
  const counters = new Float64Array(here);
  counters.set(pieces.specials.subarray(0, 2 * specialCounterCount), 2 * numbers.lines.here);
  let next = 0;
  for (const [whole, count] of head.counted) {
    counters.set(pieces.counters.subarray(next, next + 2 * count), 2 * numbers.toHere(whole));
    next += 2 * count;
  }
  const decision = pieces.decision.slice();
  const limit = decisionWords.indexOf('limit');
  if ((decision[limit] as number) > 0) decision[limit] = numbers.toHere((decision[limit] as number) - 1) + 1;
  // Where cells stand follows from the steps that are accepted.
  for (const partition of layout.partitions) F.set(decision, partition.decision);
  const cells: number[] = [];
  let [cell, copy, other] = [0, 0, 0];
  visitOwn(session, own, {
    own: () => void cells.push(pieces.cells[cell++] as number),
    copy: () => void cells.push(pieces.beyond[copy++] as number),
    other: () => void cells.push(pieces.received[other++] as number),
  });
  const names = savedOf(partitionState.columns);
  let kept = 0;
  const observed = observerNames.flatMap((name) =>
    observers.rows[name].map(({ row, at }) => {
      const size = sizeOf(observerOf(name), row);
      if (row.partition !== own) return F.slice(at, at + size);
      kept += size;
      return pieces.observers.subarray(kept - size, kept);
    }),
  );
  const state = {
    decisions: joinedOf([decision, counters, pieces.specials.subarray(2 * specialCounterCount)]),
    cells: Float64Array.from(cells),
    words: Float64Array.from(names, (name, k) => {
      const value = pieces.words[k] as number;
      return name.endsWith('End') && value >= 0 ? 2 * numbers.toHere(value >> 1) + (value & 1) : value;
    }),
    closed: new Float64Array(0),
    rows: joinedOf([pieces.times, pieces.rows, ...observed]),
    left,
  };
  const fits =
    cell === pieces.cells.length && copy === pieces.beyond.length && other === pieces.received.length && next === pieces.counters.length;
  if (!fits || !putState(session, state, mark))
    throw new RunError(
      'RUN403',
      `${file.name} does not hold what this part needs`,
      'run from the start; it was written by another version',
    );
}

/**
 * The checkpoint that one process would have written, of all parts; `open` gives a session of the whole circuit at t = 0 with a partition for each. Throws RunError for parts that are not
 * there, altered, or do not fit.
 */
export async function wholeCheckpoint(
  { parts: files, circuit: name, time, options }: Manifest,
  reader: PartReader,
  circuit: Circuit,
  open: (options: SavedOptions, ranks: number) => Promise<Session>,
): Promise<Uint8Array> {
  const parts: ReadPart[] = [];
  for (const file of files) parts.push(await readPart(file, reader));
  const whole = await open(options, files.length);
  const heads = parts.map(({ head }) => head);
  appendLeft(
    whole,
    heads,
    parts.map(({ mark, left, head }) => (mark ? reader.rows(mark) : inOne(left, head))),
  );
  putParts(whole, parts);
  return encodeCheckpoint({
    ...{ hash: circuit.hash, values: valuesHash(circuit), circuit: name, time, options },
    ...{ owner: null, start: null, set: [], mark: null },
    state: takeState(whole, null),
  });
}

/** Rows as a checkpoint has them that no mark names: times, then column by column. */
function inOne(values: Float64Array, { columns, left }: Head): RowPiece[] {
  if (left === 0) return [];
  const [t, ...all] = [-1, ...columns.keys()].map((k) => values.subarray((k + 1) * left, (k + 2) * left)) as [
    Float64Array,
    ...Float64Array[],
  ];
  return [{ t, columns: all }];
}

/** SHA-256 (hex) of a text. */
export const hashOf = (text: string): string => new Sha256().update(new TextEncoder().encode(text)).hex();

const joinedOf = (parts: readonly Float64Array[]): Float64Array =>
  joined(
    parts,
    parts.reduce((sum, { length }) => sum + length, 0),
  );

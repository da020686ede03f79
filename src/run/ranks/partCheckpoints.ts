/**
 * A checkpoint of ranks that have their part only: each writes a file of what its part has saved, then rank 0 a manifest that names these files. Until that is written the checkpoint before stands;
 * the files of a manifest have a tag of their own, so that nothing is written over what one stands on.
 *
 *     file      decisions, words and rows; then instances in blocks, each sealed by itself
 *     ranks     however many there are, each reads the blocks that have its instances and those beside them, and of the files that have these what belongs to no instance
 *     else      all parts are put into a layout of the whole circuit, as for a digest (merge.ts); that is saved as one process saves it, and any run goes on from it
 */
import type { Circuit } from '../../circuit/circuit.js';
import { isOwn, ownRanges, type Share } from '../../circuit/entries/share.js';
import type { RowMark, RowPiece } from '../../results/rows.js';
import { RunError } from '../../results/runError.js';
import { rowsKept } from '../account/rows.js';
import { encodeCheckpoint, packCheckpoint, type SavedOptions, unpackCheckpoint, valuesHash } from '../held/checkpoint.js';
import { takeState } from '../held/state.js';
import type { Session } from '../session.js';
import { belongingOf, inBlocks, type SavedInstances } from './instances.js';
import { appendLeft, type Head, pieceNames, putTogether, type TakenPart, takePart } from './merge.js';
import type { Numbers } from './numbers.js';
import type { Part } from './part.js';
import { gatherValuesOrFail, type Ranks } from './ranks.js';

/** What a manifest says of the run. */
export interface SavedRun {
  readonly circuit: string;
  /** SHA-256 of the file's text and what is set in it. */
  readonly text: string;
  /** s, simulated */
  readonly time: number;
  readonly options: SavedOptions;
}

/** Bytes of a file; the last 32 of them (hex) are the SHA-256 of the others. */
interface Stretch {
  readonly at: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** A file of a part, beside the manifest: what is of no instance, then blocks of instances [from, end). */
export interface PartFile extends Stretch {
  readonly name: string;
  readonly blocks: readonly (Stretch & Pick<SavedInstances, 'from' | 'end'>)[];
}

export interface Manifest extends SavedRun {
  readonly parts: readonly PartFile[];
}

/** What reads the files that a manifest names. */
export interface PartReader {
  /** A stretch of a file, shorter where that ends. Throws UserError for a file that is not there. */
  read(name: string, at: number, bytes: number): Promise<Uint8Array>;
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
interface BlockHead extends Pick<SavedInstances, 'from' | 'end' | 'shapes'> {
  readonly engine: 'instances';
  readonly arrays: readonly (readonly [string, number])[];
}

/** A part as its file has it; `left`: rows that no mark names. */
interface ReadPart extends TakenPart {
  readonly mark: RowMark | null;
  readonly left: Float64Array;
  /** Instances of its file, not only those that are read. */
  readonly ranges: readonly (readonly [from: number, end: number])[];
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

/** Instances of a block at most, and blocks of a part at least, where it has so many instances: who reads a few does not read all. */
const mostInBlock = 4096;
const leastBlocks = 16;

/** The bytes of a rank's part, and what a manifest says of them. Its partitions all have the own ones' decisions. Throws RunError where rows cannot be written. */
export function encodePart(
  session: Session,
  part: Part,
  numbers: Numbers,
): { readonly bytes: readonly Uint8Array[]; readonly file: Omit<PartFile, 'name'> } {
  const { head, pieces, instances } = takePart(session, part, numbers);
  const { rows } = session;
  const mark = rows?.mark() ?? null;
  const left = rows && !mark ? rowsKept(rows, session.columns.length) : new Float64Array(0);
  const first = packCheckpoint({ engine: 'part', head, mark } satisfies Omit<PartHead, 'arrays'>, [
    ...pieceNames.map((name): [string, Float64Array] => [name, pieces[name]]),
    ['left', left],
  ]);
  let at = 0;
  const stretchOf = (bytes: Uint8Array): Stretch => {
    at += bytes.length;
    return { at: at - bytes.length, bytes: bytes.length, sha256: sealOf(bytes) };
  };
  const stretch = stretchOf(first);
  const blocks = instances
    .flatMap((all) => inBlocks(all, Math.min(mostInBlock, Math.ceil((all.end - all.from) / leastBlocks))))
    .map(({ from, end, shapes, shape, numbers: values }) => {
      const bytes = packCheckpoint({ engine: 'instances', from, end, shapes } satisfies Omit<BlockHead, 'arrays'>, [
        ['shape', shape],
        ['numbers', values],
      ]);
      return { bytes, block: { from, end, ...stretchOf(bytes) } };
    });
  return {
    bytes: [first, ...blocks.map(({ bytes }) => bytes)],
    file: { ...stretch, blocks: blocks.map(({ block }) => block) },
  };
}

/** Reads a stretch. Throws RunError for one that is another than the manifest names. */
async function readStretch<H extends { readonly engine: string; readonly arrays: readonly (readonly [string, number])[] }>(
  name: string,
  { at, bytes: count, sha256 }: Stretch,
  engine: H['engine'],
  reader: PartReader,
): Promise<{ readonly description: H; readonly array: (name: string) => Float64Array }> {
  const other = new RunError(
    'RUN403',
    `${name} is not the part that the checkpoint was written with`,
    'take the checkpoint before it, or run from the start',
  );
  const bytes = await reader.read(name, at, count);
  if (bytes.length !== count || sealOf(bytes) !== sha256) throw other;
  const read = unpackCheckpoint<H>(bytes);
  if (read.description.engine !== engine) throw other;
  return read;
}

/** Reads of all files what has instances of which `isWanted` holds. */
async function readParts({ parts }: Manifest, reader: PartReader, isWanted: (from: number, end: number) => boolean): Promise<ReadPart[]> {
  const read: ReadPart[] = [];
  for (const { name, blocks, ...stretch } of parts) {
    const wanted = blocks.filter(({ from, end }) => isWanted(from, end));
    if (wanted.length === 0) continue;
    const { description, array } = await readStretch<PartHead>(name, stretch, 'part', reader);
    const instances: SavedInstances[] = [];
    for (const block of wanted) {
      const { description: own, array: values } = await readStretch<BlockHead>(name, block, 'instances', reader);
      instances.push({ from: own.from, end: own.end, shapes: own.shapes, shape: values('shape'), numbers: values('numbers') });
    }
    read.push({
      ...{ head: description.head, mark: description.mark, left: array('left'), instances },
      pieces: Object.fromEntries(pieceNames.map((piece) => [piece, array(piece)])) as unknown as TakenPart['pieces'],
      ranges: blocks.map(({ from, end }) => [from, end] as const),
    });
  }
  return read;
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

/** Puts what a manifest's files have of this rank's part into its session at t = 0; called on all ranks. Throws RunError where it does not fit, or its rows are gone. */
export async function resumePart(
  ranks: Ranks,
  manifest: Manifest,
  reader: PartReader,
  session: Session,
  part: Part,
  numbers: Numbers,
): Promise<void> {
  const { share } = part;
  const parts = await readParts(manifest, reader, (from, end) => hasOneIn(share.instances, from, end));
  const heads = parts.map(({ head }) => head);
  // Rows of ranks that have the same parts go on where they are: of all or of none, so that the files are of one run.
  const same = parts.find(({ ranges }) => hasJust(ranges, share));
  const allGoOn = gatherValuesOrFail(ranks, Boolean(same?.mark)).every((one) => one);
  const mark = allGoOn ? (same?.mark ?? null) : null;
  if (!mark) appendLeft(session, heads, leftRows(parts, reader));
  if (!putTogether(session, part, parts, { numbers, isOwn: (instance) => isOwn(share, instance) }, mark))
    throw new RunError(
      'RUN403',
      'the files of the checkpoint do not hold what this part needs',
      'run from the start; they were written by another version',
    );
}

/** Whether one of rising numbers is in [from, end). */
export function hasOneIn(rising: Int32Array, from: number, end: number): boolean {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] < from) low = middle + 1;
    else high = middle;
  }
  return low < rising.length && rising[low] < end;
}

/** Whether blocks are those of a rank's own instances, and no others. */
function hasJust(ranges: ReadPart['ranges'], share: Share): boolean {
  const own = ownRanges(share);
  const count = (all: readonly (readonly [number, number])[]): number => all.reduce((sum, [from, end]) => sum + end - from, 0);
  return count(ranges) === count(own) && ranges.every(([from, end]) => isOwn(share, from) && isOwn(share, end - 1));
}

const leftRows = (parts: readonly ReadPart[], reader: PartReader): Iterable<RowPiece>[] =>
  parts.map(({ mark, left, head }) => (mark ? reader.rows(mark) : inOne(left, head)));

/**
 * The checkpoint that one process would have written, of all parts; `open` gives a session of the whole circuit at t = 0. Throws RunError for parts that are not there, altered, or do not fit.
 */
export async function wholeCheckpoint(
  manifest: Manifest,
  reader: PartReader,
  circuit: Circuit,
  groups: Share['groups'],
  open: (options: SavedOptions) => Promise<Session>,
): Promise<Uint8Array> {
  const { circuit: name, time, options } = manifest;
  const parts = await readParts(manifest, reader, () => true);
  const whole = await open(options);
  appendLeft(
    whole,
    parts.map(({ head }) => head),
    leftRows(parts, reader),
  );
  if (!putTogether(whole, belongingOf(whole, groups), parts, null)) throw new Error('the parts do not make the whole circuit');
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

/**
 * What a rank's memory has of its part, and how parts go into another memory: into that of the whole circuit, which rank 0 lays out for a digest, and into that of a rank which goes on from a
 * checkpoint. Instances stand by themselves (instances.ts); decisions are those of all; rows go by the names of their columns.
 */
import { offsetsOf, savedOf } from '../../blocks/column.js';
import { decisionOffsets, decisionWords } from '../../blocks/step/decision.js';
import { isAmong, type PartitionRange } from '../../blocks/step/ownership.js';
import { partitionState, partitionWords, wordOffsets } from '../../blocks/step/words.js';
import { specialCounterCount } from '../../program/layout/layout.js';
import { inPieces } from '../../results/joinedRows.js';
import { joined, type RowMark, type RowPiece } from '../../results/rows.js';
import { takeRows } from '../account/rows.js';
import { putState, runWords, settle } from '../held/state.js';
import type { Session } from '../session.js';
import { type Belonging, numbersFor, type SavedInstances, specialsAt, takeInstances } from './instances.js';
import type { Numbers } from './numbers.js';
import type { Part } from './part.js';
import { gatherValues, type Ranks } from './ranks.js';

/** What of a rank's memory is of its part and of no instance, as doubles. */
interface Pieces {
  readonly decision: Float64Array;
  /** Steps that special limits cut short, attempts that they rejected, in turn; then synchronisations. */
  readonly specials: Float64Array;
  /** Saved words of partitions, as those of a run of the own ones. */
  readonly words: Float64Array;
  readonly times: Float64Array;
  /** Recorded cells, one behind the other; of exact rows then what each was a step before. */
  readonly rows: Float64Array;
}
export const pieceNames = ['decision', 'specials', 'words', 'times', 'rows'] as const satisfies readonly (keyof Pieces)[];

/** What is said beside them. */
export interface Head {
  /** Rows that have left its memory. */
  readonly left: number;
  /** By recorded column: its name, and the cells that are taken from its own. */
  readonly columns: readonly (readonly [name: string, users: readonly number[]])[];
}

/** A part between two attempts. */
export interface TakenPart {
  readonly head: Head;
  readonly pieces: Pieces;
  readonly instances: readonly SavedInstances[];
}

const savedWords = savedOf(partitionState.columns);
const ends = ['highestEnd', 'deepestEnd'] as const;

/** What is told of the arrays that follow. */
interface ArraysHead extends Head {
  readonly sizes: readonly number[];
  readonly instances: readonly (Pick<SavedInstances, 'from' | 'end' | 'shapes'> & { readonly numbers: number })[];
}

/** Sends what this rank has to rank 0; `whole`: on rank 0 a session of the whole circuit at t = 0, and its instances: it then has what all ranks have. */
export function mergeParts(
  ranks: Ranks,
  session: Session,
  part: Part,
  numbers: Numbers,
  whole: { readonly session: Session; readonly belonging: Belonging } | null,
): void {
  const { head, pieces, instances } = takePart(session, part, numbers);
  const told: ArraysHead = {
    ...head,
    sizes: pieceNames.map((name) => pieces[name].length),
    instances: instances.map(({ from, end, shapes, numbers: { length } }) => ({ from, end, shapes, numbers: length })),
  };
  const all = gatherValues(ranks, told);
  const send = (values: Float64Array): void => ranks.send(bytesOf(values.slice()), 0);
  if (ranks.rank !== 0) {
    for (const name of pieceNames) send(pieces[name]);
    for (const { shape, numbers: own } of instances) for (const values of [shape, own]) send(values);
  }
  const received = whole
    ? all.map((one, rank): TakenPart => (rank === 0 ? { head, pieces, instances } : receivedPart(ranks, rank, one)))
    : [];
  mergeLeft(ranks, session, all, whole?.session ?? null);
  if (whole && !putTogether(whole.session, whole.belonging, received, null)) throw new Error('the parts do not make the whole circuit');
}

function receivedPart(ranks: Ranks, rank: number, { sizes, instances, ...head }: ArraysHead): TakenPart {
  const receive = (size: number): Float64Array => {
    const values = new Float64Array(size);
    ranks.receive(bytesOf(values), rank);
    return values;
  };
  return {
    head,
    pieces: Object.fromEntries(pieceNames.map((name, k) => [name, receive(sizes[k] as number)])) as unknown as Pieces,
    instances: instances.map(({ numbers, ...one }) => ({ ...one, shape: receive(one.end - one.from), numbers: receive(numbers) })),
  };
}

/** Takes the part out of a memory that stands behind an accepted step, whose partitions all have the own ones' decisions. */
export function takePart(session: Session, part: Part, numbers: Numbers): TakenPart {
  // As many have then left each memory, however much room it had.
  takeRows(session);
  settle(session);
  return {
    pieces: piecesOf(session, part.own, numbers),
    instances: takeInstances(session, part, part.own),
    head: {
      left: session.rows?.count ?? 0,
      columns: session.columns.map(({ name, users = [] }) => [name, users]),
    },
  };
}

/** Rows that have left the memories of all parts go to where the whole session keeps its own, some at a time. */
export function appendLeft(whole: Session, heads: readonly Head[], left: readonly Iterable<RowPiece>[]): void {
  const places = columnPlaces(heads, whole.columns);
  const parts = left.map((pieces) => inPieces(pieces, rowsTogether(heads)));
  for (;;) {
    const pieces = parts.map((part) => part.next().value as RowPiece | undefined);
    const [first] = pieces;
    if (!first) return;
    whole.rows?.append({ t: first.t, columns: places.map(([part, column]) => pieces[part]?.columns[column] as Float64Array) });
  }
}

const rowsTogether = (heads: readonly Head[]): number =>
  Math.max(1, Math.floor(mergedDoubles / heads.reduce((sum, { columns }) => sum + 1 + columns.length, 0)));

/** Doubles of rows that rank 0 has of all ranks at a time. */
const mergedDoubles = 2 ** 20;

/** Rows that have left the memories go to where the whole session keeps its rows, some at a time. */
function mergeLeft(ranks: Ranks, { rows }: Session, heads: readonly Head[], whole: Session | null): void {
  const { left: count } = heads[0] as Head;
  if (heads.some((head) => head.left !== count)) throw new Error(`ranks have kept ${heads.map((head) => head.left).join(', ')} rows`);
  if (!rows || count === 0) return;
  const places = whole && columnPlaces(heads, whole.columns);
  for (const { t, columns } of inPieces(rows.pieces(), rowsTogether(heads))) {
    if (ranks.rank !== 0) ranks.send(bytesOf(joined(columns, columns.length * t.length)), 0);
    if (!places) continue;
    const received = heads.map(({ columns: { length } }, rank) => {
      const values = new Float64Array(length * t.length);
      if (rank > 0) ranks.receive(bytesOf(values), rank);
      return values;
    });
    const of = ([rank, column]: readonly [number, number]): Float64Array =>
      rank === 0
        ? (columns[column] as Float64Array)
        : (received[rank] as Float64Array).subarray(column * t.length, (column + 1) * t.length);
    whole.rows?.append({ t, columns: places.map(of) });
  }
}

const bytesOf = (values: Float64Array): Uint8Array => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

function piecesOf(session: Session, own: PartitionRange, numbers: Numbers): Pieces {
  const { layout, F, record, cells } = session;
  const { decision: at } = layout.partitions[own.first] as (typeof layout.partitions)[number];
  const d = decisionOffsets({ decision: at });
  const decision = F.slice(at, at + decisionWords.length);
  if (F[d.limit] > 0) decision[limit] = numbers.toWhole(F[d.limit] - 1) + 1;
  const rows = F[d.rows];
  const exact = session.program.controller.settings.grid === 'exact' ? cells.length : 0;
  const specials = specialsAt(session);
  const ofOwn = { ...layout, site: { ...layout.site, words: layout.site.words.filter((_, p) => isAmong(own, p)) } };
  const words = Float64Array.from(runWords(ofOwn, F));
  for (const k of ends.map((name) => savedWords.indexOf(name))) words[k] = withEnd(words[k], (line) => numbers.toWhole(line));
  return {
    decision,
    specials: joinedOf([
      F.subarray(specials, specials + 2 * specialCounterCount),
      F.subarray(layout.synchronisations, layout.synchronisations + 1),
    ]),
    words,
    times: F.slice(record.times, record.times + rows),
    rows: joinedOf([
      ...cells.map((_, k) => F.subarray(record.at + k * record.rows, record.at + k * record.rows + rows)),
      F.subarray(record.before, record.before + exact),
    ]),
  };
}

const [limit, left] = (['limit', 'left'] as const).map((word) => decisionWords.indexOf(word)) as [number, number];

/** The end of another line, by the number of the line; none stays none. */
const withEnd = (end: number, lineOf: (line: number) => number): number => (end < 0 ? end : 2 * lineOf(end >> 1) + (end & 1));

const joinedOf = (parts: readonly Float64Array[]): Float64Array =>
  joined(
    parts,
    parts.reduce((sum, { length }) => sum + length, 0),
  );

/**
 * Puts parts into a session at t = 0: all of them into that of the whole circuit (`numbers` null), or those that have its instances into a rank's own. `mark`: names the rows that have left, where
 * they are not kept already. Gives whether they are what the session needs.
 */
export function putTogether(
  session: Session,
  belonging: Belonging,
  parts: readonly TakenPart[],
  numbers: { readonly numbers: Numbers; readonly isOwn: (instance: number) => boolean } | null,
  mark: RowMark | null = null,
): boolean {
  const { layout, F, columns, cells, program } = session;
  const [first] = parts as readonly [TakenPart, ...TakenPart[]];
  const heads = parts.map(({ head }) => head);
  const of = numbers?.numbers;
  const decision = first.pieces.decision.slice();
  if (!mark) decision[left] = 0;
  if (of && decision[limit] > 0) decision[limit] = of.toHere(decision[limit] - 1) + 1;
  // Where cells stand follows from the steps that are accepted.
  for (const partition of layout.partitions) F.set(decision, partition.decision);
  const own = numbersFor(
    session,
    belonging,
    parts.flatMap(({ instances }) => instances),
    numbers?.isOwn ?? (() => true),
  );
  if (!own) return false;
  const { specials } = first.pieces;
  own.counters.set(specials.subarray(0, 2 * specialCounterCount), specialsAt(session) - layout.counters);
  const exact = program.controller.settings.grid === 'exact';
  const rows = first.pieces.times.length;
  const places = cellPlaces(heads, columns, cells.length);
  const rowsOf = (part: number, from: number, end: number): Float64Array => (parts[part] as TakenPart).pieces.rows.subarray(from, end);
  const state = {
    decisions: joinedOf([decision, own.counters, specials.subarray(2 * specialCounterCount)]),
    cells: own.cells,
    words: wordsOfAll(session, parts, of ?? null),
    closed: new Float64Array(0),
    rows: joinedOf([
      first.pieces.times,
      ...places.map(([part, cell]) => rowsOf(part, cell * rows, (cell + 1) * rows)),
      ...(exact ? places.map(([part, cell, all]) => rowsOf(part, all * rows + cell, all * rows + cell + 1)) : []),
      own.observers,
    ]),
    left: new Float64Array(0),
  };
  if (!putState(session, state, mark)) return false;
  if (!mark) for (const partition of layout.partitions) F[partition.decision + left] = F[partition.decision + left] + first.head.left;
  return true;
}

/**
 * Words of partitions as those of a run that had all parts. Of a rank's own layout its words at t = 0 count with them, and highest and lowest pressures of lines that are elsewhere do not: the
 * rank that has the line tells of them.
 */
function wordsOfAll({ layout, F }: Session, parts: readonly TakenPart[], numbers: Numbers | null): Float64Array {
  const size = partitionWords.length;
  const all = new Float64Array(size * (parts.length + 1));
  const words = Array.from({ length: parts.length + 1 }, (_, k) => offsetsOf(partitionWords, k * size));
  const atStart = wordOffsets(layout.partitions[0] as (typeof layout.partitions)[number]);
  for (const [k, own] of words.entries()) {
    const part = parts[k - 1];
    for (const [w, name] of savedWords.entries()) all[own[name]] = part ? (part.pieces.words[w] as number) : F[atStart[name]];
    if (!part || !numbers) continue;
    for (const name of ['highest', 'deepest'] as const) {
      const end = all[own[`${name}End`]];
      const isHere = end >= 0 && numbers.isHere(end >> 1);
      all[own[`${name}End`]] = isHere ? withEnd(end, (line) => numbers.toHere(line)) : -1;
      if (!isHere) all[own[name]] = Number.NEGATIVE_INFINITY;
    }
  }
  const counted = numbers ? words : words.slice(1);
  return Float64Array.from(runWords({ ...layout, site: { ...layout.site, words: counted } }, all));
}

/** By recorded column of the whole circuit: rank and number of the column there. */
function columnPlaces(heads: readonly Head[], columns: Session['columns']): (readonly [rank: number, column: number])[] {
  const known = new Map<string, readonly [rank: number, column: number]>();
  heads.forEach(({ columns: own }, rank) =>
    own.forEach(([name], k) => {
      if (!known.has(name)) known.set(name, [rank, k]);
    }),
  );
  return columns.map(({ name }) => {
    const found = known.get(name);
    if (!found) throw new Error(`no rank has recorded '${name}'`);
    return found;
  });
}

/** By recorded cell of the whole circuit: rank and number of the cell there, and how many there are. */
function cellPlaces(
  heads: readonly Head[],
  columns: Session['columns'],
  count: number,
): (readonly [rank: number, cell: number, all: number])[] {
  const known = columnPlaces(heads, columns);
  const sizeOfRank = heads.map(({ columns: own }) => 1 + own.reduce((most, [, users], k) => Math.max(most, k, ...users), -1));
  const places: (readonly [number, number, number])[] = new Array(count);
  columns.forEach(({ users = [] }, k) => {
    const [rank, column] = known[k] as readonly [number, number];
    const all = sizeOfRank[rank] as number;
    places[k] = [rank, column, all];
    users.forEach((user, j) => {
      places[user] = [rank, heads[rank]?.columns[column]?.[1][j] as number, all];
    });
  });
  return places;
}

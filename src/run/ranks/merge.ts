/**
 * The memory of one process that has run all partitions, made of the parts of all ranks: rank 0 lays out the whole circuit, and puts into it what each has saved, as from a checkpoint. Saved
 * numbers stand in the order of the circuit; those of a rank's partition are the same ones in the same order in its own layout.
 */
import { savedOf } from '../../blocks/column.js';
import { sizeOf } from '../../blocks/kept/observer.js';
import { observerNames, observerOf } from '../../blocks/kept/registry.js';
import { decisionOffsets, decisionWords } from '../../blocks/step/decision.js';
import { partitionState, wordOffsets } from '../../blocks/step/words.js';
import { specialCounterCount } from '../../program/layout/layout.js';
import { joined, type RowPiece } from '../../results/rows.js';
import { takeRows } from '../account/rows.js';
import { planOf, putState, runWords, settle, visitSaved } from '../held/state.js';
import type { Session } from '../session.js';
import type { Numbers, Run } from './numbers.js';
import { gatherTexts, type Ranks } from './ranks.js';

/** What of a rank's memory is of its part, as doubles. */
interface Pieces {
  readonly decision: Float64Array;
  /** Of own lines and judged states in turn: accepted steps that each limited, and attempts that it rejected. */
  readonly counters: Float64Array;
  readonly specials: Float64Array;
  readonly words: Float64Array;
  readonly cells: Float64Array;
  /** Saved numbers of neighbours of which the part has copies. */
  readonly beyond: Float64Array;
  /** Saved numbers of neighbours of which this memory has what was last received, such as waves on their way here. */
  readonly received: Float64Array;
  readonly observers: Float64Array;
  readonly times: Float64Array;
  /** Recorded cells, one behind the other; of exact rows then what each was a step before. */
  readonly rows: Float64Array;
}
export const pieceNames = [
  'decision',
  'counters',
  'specials',
  'words',
  'cells',
  'beyond',
  'received',
  'observers',
  'times',
  'rows',
] as const satisfies readonly (keyof Pieces)[];

/** What is said beside them. */
export interface Head {
  readonly sizes: readonly number[];
  /** Rows that have left its memory. */
  readonly left: number;
  /** Runs of own lines, then of own states, in the whole circuit. */
  readonly counted: readonly (readonly [whole: number, count: number])[];
  /** By recorded column: its name, and the cells that are taken from its own. */
  readonly columns: readonly (readonly [name: string, users: readonly number[]])[];
}

/** A part between two attempts. */
export interface TakenPart {
  readonly head: Head;
  readonly pieces: Pieces;
}

const savedWords = savedOf(partitionState.columns);

/** Sends what this rank has to rank 0; `whole`: on rank 0 a session of the whole circuit at t = 0, which then has what all ranks have. */
export function mergeParts(ranks: Ranks, session: Session, own: number, numbers: Numbers, whole: Session | null): void {
  const { head, pieces } = takePart(session, own, numbers);
  const heads = gatherTexts(ranks, JSON.stringify(head)).map((text) => JSON.parse(text) as Head);
  const all = pieceNames.map((name, k): readonly Float64Array[] => {
    if (ranks.rank !== 0) {
      ranks.send(bytesOf(pieces[name].slice()), 0);
      return [];
    }
    return heads.map(({ sizes }, rank) => {
      if (rank === 0) return pieces[name];
      const values = new Float64Array(sizes[k] as number);
      ranks.receive(bytesOf(values), rank);
      return values;
    });
  });
  mergeLeft(ranks, session, heads, whole);
  if (whole)
    putParts(
      whole,
      heads.map((one, rank) => ({
        head: one,
        pieces: Object.fromEntries(pieceNames.map((name, k) => [name, all[k]?.[rank]])) as unknown as Pieces,
      })),
    );
}

/** Takes the part out of a memory that stands behind an accepted step, whose partitions all have the own one's decisions. */
export function takePart(session: Session, own: number, numbers: Numbers): TakenPart {
  // As many have then left each memory, however much room it had.
  takeRows(session);
  const pieces = piecesOf(session, own, numbers);
  return {
    pieces,
    head: {
      sizes: pieceNames.map((name) => pieces[name].length),
      left: session.rows?.count ?? 0,
      counted: ownRuns(numbers).map(({ whole, count }) => [whole, count]),
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
  const [{ left }] = heads as readonly [Head];
  if (heads.some((head) => head.left !== left)) throw new Error(`ranks have kept ${heads.map((head) => head.left).join(', ')} rows`);
  if (!rows || left === 0) return;
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

/** The same rows, as many in each piece. */
function* inPieces(pieces: Iterable<RowPiece>, rows: number): Generator<RowPiece> {
  let kept: RowPiece[] = [];
  let count = 0;
  const whole = (): RowPiece => {
    const [first, ...others] = kept as [RowPiece, ...RowPiece[]];
    if (others.length === 0) return first;
    return {
      t: joinedOf(kept.map(({ t }) => t)),
      columns: first.columns.map((_, k) => joinedOf(kept.map(({ columns }) => columns[k] as Float64Array))),
    };
  };
  for (const { t, columns } of pieces) {
    for (let from = 0; from < t.length; ) {
      const end = Math.min(t.length, from + rows - count);
      const cut = (values: Float64Array): Float64Array => values.slice(from, end);
      kept.push({ t: cut(t), columns: columns.map(cut) });
      count += end - from;
      from = end;
      if (count < rows) continue;
      yield whole();
      [kept, count] = [[], 0];
    }
  }
  if (count > 0) yield whole();
}

const bytesOf = (values: Float64Array): Uint8Array => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

const ownRuns = ({ lines, states }: Numbers): Run[] => [
  ...lines.runs.filter(({ isOwn }) => isOwn),
  ...states.runs.filter(({ isOwn }) => isOwn).map((run) => ({ ...run, whole: run.whole + lines.whole + specialCounterCount })),
];

function piecesOf(session: Session, own: number, numbers: Numbers): Pieces {
  const { layout, F, record, cells, observers } = session;
  const { lines, states } = numbers;
  const partition = layout.partitions[own] as (typeof layout.partitions)[number];
  settle(session);
  const d = decisionOffsets(partition);
  const decision = F.slice(partition.decision, partition.decision + decisionWords.length);
  if (F[d.limit] > 0) decision[decisionWords.indexOf('limit')] = numbers.toWhole(F[d.limit] - 1) + 1;
  const counted = (from: number, count: number): Float64Array =>
    F.subarray(layout.counters + 2 * from, layout.counters + 2 * (from + count));
  const here = [
    ...lines.runs.filter(({ isOwn }) => isOwn).map((run) => counted(run.here, run.count)),
    ...states.runs.filter(({ isOwn }) => isOwn).map((run) => counted(lines.here + specialCounterCount + run.here, run.count)),
  ];
  const words = wordOffsets(partition);
  const rows = F[d.rows];
  const exact = session.program.controller.settings.grid === 'exact' ? cells.length : 0;
  return {
    decision,
    counters: joined(here, sizeOfAll(here)),
    specials: joined(
      [counted(lines.here, specialCounterCount), F.subarray(layout.synchronisations, layout.synchronisations + 1)],
      2 * specialCounterCount + 1,
    ),
    words: Float64Array.from(savedWords, (name) => {
      const value = F[words[name]];
      // Ends of lines, by their numbers.
      return name.endsWith('End') && value >= 0 ? 2 * numbers.toWhole(value >> 1) + (value & 1) : value;
    }),
    ...savedCells(session, own),
    observers: joinedOf(
      observerNames.flatMap((name) =>
        observers.rows[name].flatMap(({ row, at }) => (row.partition === own ? [F.subarray(at, at + sizeOf(observerOf(name), row))] : [])),
      ),
    ),
    times: F.slice(record.times, record.times + rows),
    rows: joinedOf([
      ...cells.map((_, k) => F.subarray(record.at + k * record.rows, record.at + k * record.rows + rows)),
      F.subarray(record.before, record.before + exact),
    ]),
  };
}

const sizeOfAll = (parts: readonly Float64Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);
const joinedOf = (parts: readonly Float64Array[]): Float64Array => joined(parts, sizeOfAll(parts));

/** Saved numbers that stand in a partition, those of others of which it has copies, and what it has of the rest, in the order of the circuit. */
function savedCells(session: Session, own: number): Pick<Pieces, 'cells' | 'beyond' | 'received'> {
  const [cells, beyond, received]: [number[], number[], number[]] = [[], [], []];
  visitOwn(session, own, {
    own: (cell) => void cells.push(session.F[cell]),
    copy: (copy) => void beyond.push(session.F[copy]),
    other: (cell) => void received.push(session.F[cell]),
  });
  return { cells: Float64Array.from(cells), beyond: Float64Array.from(beyond), received: Float64Array.from(received) };
}

/** Shows every saved number: where the partition has it, a copy of it, or where neighbours have it, as it was received. */
export function visitOwn(
  session: Pick<Session, 'layout' | 'F' | 'placed' | 'threads'> & Parameters<typeof planOf>[0],
  own: number,
  show: { own(cell: number): void; copy(copy: number): void; other(cell: number): void },
): void {
  const partitionOf = partitionsOf(session);
  visitSaved(session.layout, planOf(session), (cell, ...copies) => {
    if (partitionOf(cell) === own) return show.own(cell);
    const copy = copies.find((one) => partitionOf(one) === own);
    if (copy === undefined) show.other(cell);
    else show.copy(copy);
  });
}

/** By double of the memory: the partition that it is of. */
function partitionsOf({ placed }: Pick<Session, 'placed'>): (cell: number) => number {
  const sorted = [...placed].sort((a, b) => a.at - b.at);
  const starts = Float64Array.from(sorted, ({ at }) => at);
  return (cell) => {
    let [low, high] = [0, starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= cell) low = middle;
      else high = middle - 1;
    }
    return sorted[low]?.partition as number;
  };
}

/** Puts all parts into a session of the whole circuit at t = 0 that has a partition for each. Rows that have left are where they are kept already. */
export function putParts(whole: Session, parts: readonly TakenPart[]): void {
  const { layout, F, columns, cells, observers, program } = whole;
  const heads = parts.map(({ head }) => head);
  const of = Object.fromEntries(pieceNames.map((name) => [name, parts.map(({ pieces }) => pieces[name])])) as unknown as Record<
    keyof Pieces,
    readonly Float64Array[]
  >;
  for (const [rank, partition] of layout.partitions.entries()) {
    const words = wordOffsets(partition);
    savedWords.forEach((name, k) => (F[words[name]] = of.words[rank]?.[k] as number));
  }
  const count = 2 * layout.firstState[layout.network.tables.components.count];
  const counters = new Float64Array(count);
  const specials = of.specials[0] as Float64Array;
  counters.set(specials.subarray(0, 2 * specialCounterCount), 2 * layout.network.tables.lines.count);
  heads.forEach(({ counted }, rank) => {
    let at = 0;
    for (const [first, size] of counted) {
      counters.set(of.counters[rank]?.subarray(at, at + 2 * size) as Float64Array, 2 * first);
      at += 2 * size;
    }
  });
  const exact = program.controller.settings.grid === 'exact';
  const rows = (of.times[0] as Float64Array).length;
  const next = heads.map(() => 0);
  const partitionOf = partitionsOf(whole);
  const saved: number[] = [];
  visitSaved(layout, planOf(whole), (cell) => {
    const rank = partitionOf(cell);
    saved.push(of.cells[rank]?.[(next[rank] as number)++] as number);
  });
  const places = cellPlaces(heads, columns, cells.length);
  const [decision, left] = [(of.decision[0] as Float64Array).slice(), decisionWords.indexOf('left')];
  decision[left] = 0;
  const state = {
    decisions: joinedOf([decision, counters, specials.subarray(2 * specialCounterCount)]),
    cells: Float64Array.from(saved),
    words: Float64Array.from(runWords(layout, F)),
    closed: new Float64Array(0),
    rows: joinedOf([
      of.times[0] as Float64Array,
      ...places.map(([rank, cell]) => of.rows[rank]?.subarray(cell * rows, (cell + 1) * rows) as Float64Array),
      ...(exact
        ? places.map(([rank, cell, all]) => of.rows[rank]?.subarray(all * rows + cell, all * rows + cell + 1) as Float64Array)
        : []),
      ...observed(observers, of.observers),
    ]),
    left: new Float64Array(0),
  };
  if (!putState(whole, state, null)) throw new Error('the parts do not make the whole circuit');
  for (const partition of layout.partitions) F[partition.decision + left] = F[partition.decision + left] + (heads[0]?.left ?? 0);
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

/** What observers keep, row by row. */
function observed({ rows }: Session['observers'], of: readonly Float64Array[]): Float64Array[] {
  const next = of.map(() => 0);
  return observerNames.flatMap((name) =>
    rows[name].map(({ row }) => {
      const [size, from] = [sizeOf(observerOf(name), row), next[row.partition] as number];
      next[row.partition] = from + size;
      return of[row.partition]?.subarray(from, from + size) as Float64Array;
    }),
  );
}

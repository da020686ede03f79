/**
 * Order of capacitive lines within a partition, and their chunks. Lines are sorted by the place of their first end; where the places of both ends (and
 * of the port volumes at them) follow each other as the lines do, such a run is cut into chunks that are worked on as contiguous memory. In a generated
 * circuit, where rows are in circuit order, nearly all lines are in chunks; the others are taken one by one through their lists of ends.
 */

import type { PortVolumeEnds } from './lineTables.js';

const portVolumeOrder: readonly PortVolumeEnds[] = ['none', 'from', 'to', 'both'];

/** Lines of a chunk at most (its largest error is kept, so that only chunks that have the largest of all are searched for the line), and at least. */
const longest = 128;
const shortest = 8;
/** Lines of a run from which on up to seven are left out of its chunks. */
const worthAligning = 256;

/** Lines as the tables see them, in columns: local ends, cells of port volumes (-1 for none). No two have the same first end. */
interface PlacedLines {
  readonly a: Int32Array;
  readonly b: Int32Array;
  readonly volumeA: Int32Array;
  readonly volumeB: Int32Array;
}

interface Chunk {
  readonly portVolumes: PortVolumeEnds;
  /** Of the first line. */
  readonly row: number;
  readonly count: number;
}

/** The lines of a table in the order of their rows: those with both ends in the partition, then those of `boundary`. `chunked`: whether some may stand in chunks. */
export function sortedLines(
  lines: readonly number[],
  boundary: ReadonlyMap<number, unknown>,
  endIndex: Int32Array,
  volumeCell: Int32Array,
  chunked: boolean,
): { sorted: Int32Array; inner: number; covered: number; chunks: { count: number; groups: ChunkGroup[]; words: number[] } } {
  const inner = boundary.size === 0 ? lines : lines.filter((line) => !boundary.has(line));
  const [a, b] = [endColumn(inner, endIndex, 0), endColumn(inner, endIndex, 1)];
  const [volumeA, volumeB] = [endColumn(inner, volumeCell, 0), endColumn(inner, volumeCell, 1)];
  const { order, chunks } = inChunks({ a, b, volumeA, volumeB }, chunked ? shortest : Number.POSITIVE_INFINITY);
  const sorted = new Int32Array(lines.length);
  for (let row = 0; row < order.length; row++) sorted[row] = inner[order[row]];
  if (inner !== lines)
    sorted.set(
      lines.filter((line) => boundary.has(line)),
      inner.length,
    );
  const words = chunks.flatMap(({ row, count }) => {
    const k = order[row];
    return [a[k], b[k], row, count, volumeA[k], volumeB[k]] as number[];
  });
  const covered = chunks.reduce((sum, { count }) => sum + count, 0);
  return { sorted, inner: inner.length, covered, chunks: { count: chunks.length, groups: chunkGroups(chunks), words } };
}

/** By line: what `values` has for its end on a side. */
function endColumn(lines: readonly number[], values: Int32Array, side: 0 | 1): Int32Array {
  const column = new Int32Array(lines.length);
  for (let k = 0; k < column.length; k++) column[k] = values[2 * lines[k] + side];
  return column;
}

/** Numbers of lines in the order of their rows: those in chunks of `least` lines or more first, then the others; and the chunks, by port volumes. */
function inChunks(lines: PlacedLines, least: number): { readonly order: Int32Array; readonly chunks: readonly Chunk[] } {
  const sorted = byFirstEnd(lines);
  const runs = runsOf(lines, sorted);
  const order = new Int32Array(sorted.length);
  let row = 0;
  const chunks: Chunk[] = [];
  for (const portVolumes of portVolumeOrder) {
    for (let r = 0; r + 1 < runs.length; r++) {
      const [first, last] = [runs[r], runs[r + 1]];
      if (last - first < least || portVolumesOf(lines, sorted[first]) !== portVolumes) continue;
      for (let from = chunkedFrom(lines, sorted, first, last); from < last; from += longest) {
        const count = Math.min(longest, last - from);
        chunks.push({ portVolumes, row, count });
        order.set(sorted.subarray(from, from + count), row);
        row += count;
      }
    }
  }
  for (let r = 0; r + 1 < runs.length; r++) {
    const [first, last] = [runs[r], runs[r + 1]];
    const to = last - first < least ? last : chunkedFrom(lines, sorted, first, last);
    for (let k = first; k < to; k++) order[row++] = sorted[k];
  }
  return { order, chunks };
}

/**
 * Where the chunks of a run begin: of a long one at a place that is a multiple of eight, as the first row of its chunks is where it is the first run. Vectors of eight doubles then lie
 * within a cache line each; across two they take twice the time.
 */
function chunkedFrom({ a }: PlacedLines, sorted: Int32Array, first: number, last: number): number {
  return last - first >= worthAligning ? first + ((8 - (a[sorted[first]] % 8)) % 8) : first;
}

/** Numbers of lines by the place of their first end: a look along the places. */
function byFirstEnd({ a }: PlacedLines): Int32Array {
  let most = -1;
  for (let k = 0; k < a.length; k++) most = Math.max(most, a[k]);
  const standing = new Int32Array(most + 1).fill(-1);
  for (let k = 0; k < a.length; k++) standing[a[k]] = k;
  return standing.filter((k) => k >= 0);
}

/** Where each run begins in `sorted`, and its length behind. */
function runsOf(lines: PlacedLines, sorted: Int32Array): Int32Array {
  const starts: number[] = [];
  for (let k = 0; k < sorted.length; k++) if (k === 0 || !follows(lines, sorted[k - 1], sorted[k])) starts.push(k);
  starts.push(sorted.length);
  return Int32Array.from(starts);
}

function follows({ a, b, volumeA, volumeB }: PlacedLines, x: number, y: number): boolean {
  const isNext = a[y] === a[x] + 1 && b[y] === b[x] + 1;
  return isNext && isNextCell(volumeA[x], volumeA[y]) && isNextCell(volumeB[x], volumeB[y]);
}

const isNextCell = (before: number, after: number): boolean => (before < 0 ? after < 0 : after === before + 1);

function portVolumesOf({ volumeA, volumeB }: PlacedLines, k: number): PortVolumeEnds {
  const [a, b] = [volumeA[k] >= 0, volumeB[k] >= 0];
  return a ? (b ? 'both' : 'from') : b ? 'to' : 'none';
}

interface ChunkGroup {
  readonly portVolumes: PortVolumeEnds;
  readonly from: number;
  readonly to: number;
}

/** Chunks of each kind of port volume as a range. */
function chunkGroups(chunks: readonly Chunk[]): ChunkGroup[] {
  return portVolumeOrder.flatMap((portVolumes) => {
    const from = chunks.findIndex((c) => c.portVolumes === portVolumes);
    return from < 0 ? [] : [{ portVolumes, from, to: from + chunks.filter((c) => c.portVolumes === portVolumes).length }];
  });
}

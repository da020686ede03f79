/**
 * Order of capacitive lines within a partition, and their chunks. Lines are sorted by the place of their first end; where the places of both ends (and
 * of the volumes lent at them) follow each other as the lines do, such a run is cut into chunks that are worked on as contiguous memory. In a generated
 * circuit, where rows are in circuit order, nearly all lines are in chunks; the others are taken one by one through their lists of ends.
 */

/** At which ends components lend volume to the lines of a chunk. */
export type Lent = 'none' | 'from' | 'to' | 'both';
const lentOrder: readonly Lent[] = ['none', 'from', 'to', 'both'];

/** Int32 words of a chunk in the lists: {first end a, first end b, first row, count, first volume lent at a, at b}. */
export const chunkWords = 6;
/** Lines of a chunk at most (its largest error is kept, so that only chunks that have the largest of all are searched for the line), and at least. */
const longest = 128;
const shortest = 8;

/** A line as the tables see it: local ends, cells of lent volumes (-1 for none). */
export interface PlacedLine {
  readonly line: number;
  readonly a: number;
  readonly b: number;
  readonly lentA: number;
  readonly lentB: number;
}

export interface Chunk {
  readonly lent: Lent;
  /** Of the first line. */
  readonly row: number;
  readonly count: number;
}

/** Lines in the order of their rows: those in chunks first, then the others; and the chunks, by what is lent. */
export function inChunks(lines: readonly PlacedLine[]): { readonly ordered: readonly PlacedLine[]; readonly chunks: readonly Chunk[] } {
  const sorted = [...lines].sort((x, y) => x.a - y.a);
  const runs: PlacedLine[][] = [];
  for (const line of sorted) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && follows(last, line)) run.push(line);
    else runs.push([line]);
  }
  const ordered: PlacedLine[] = [];
  const chunks: Chunk[] = [];
  for (const lent of lentOrder) {
    for (const run of runs) {
      if (run.length < shortest || lentOf(run[0] as PlacedLine) !== lent) continue;
      for (let from = 0; from < run.length; from += longest) {
        const count = Math.min(longest, run.length - from);
        chunks.push({ lent, row: ordered.length, count });
        for (const line of run.slice(from, from + count)) ordered.push(line);
      }
    }
  }
  for (const run of runs) if (run.length < shortest) for (const line of run) ordered.push(line);
  return { ordered, chunks };
}

function follows(x: PlacedLine, y: PlacedLine): boolean {
  const next = (before: number, after: number): boolean => (before < 0 ? after < 0 : after === before + 1);
  return y.a === x.a + 1 && y.b === x.b + 1 && next(x.lentA, y.lentA) && next(x.lentB, y.lentB);
}

const lentOf = ({ lentA, lentB }: PlacedLine): Lent => (lentA >= 0 ? (lentB >= 0 ? 'both' : 'from') : lentB >= 0 ? 'to' : 'none');

/** Chunks of each kind of lent volume as a range. */
export function chunkGroups(chunks: readonly Chunk[]): { lent: Lent; from: number; to: number }[] {
  return lentOrder.flatMap((lent) => {
    const from = chunks.findIndex((c) => c.lent === lent);
    return from < 0 ? [] : [{ lent, from, to: from + chunks.filter((c) => c.lent === lent).length }];
  });
}

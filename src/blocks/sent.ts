/** What a partition has for partitions in another memory: the places that loops there read, which stand at the same numbers in each. */

/** Doubles: `count` from `at + ((number + shift) mod slots) stride` on. */
export interface SentRow {
  readonly at: number;
  readonly stride: number;
  readonly slots: number;
  readonly shift: number;
  readonly count: number;
}

/** Cells of a history; `closed`: word (I) with the number of the last whole one. */
export interface SentCells {
  readonly closed: number;
  readonly rows: readonly SentRow[];
}

/** What is sent at a meeting: by turns of attempts; by accepted steps; by cells. */
export interface Sent {
  readonly byTurn?: readonly SentRow[];
  readonly byStep?: readonly SentRow[];
  readonly byCell?: readonly SentCells[];
}

/** A meeting as a partition sees it. */
export interface Meeting {
  /** Whether a partition is in the other memory. */
  isTo(partition: number): boolean;
  /** Whether all judge all lines between partitions: where they meet at every step, and do not gather what they find of their own. */
  readonly judgesAll: boolean;
  /** First and last step since the last meeting, from the number of the steps accepted so far. */
  readonly steps: readonly [oldest: number, newest: number];
  /** How many cells of `spacing`, s, can become whole from meeting to meeting. */
  cells(spacing: number): number;
}

/** Runs of columns whose other ends are in the other memory. */
export function* columnRuns(ends: Int32Array, isOthers: (end: number) => boolean): Generator<readonly [first: number, count: number]> {
  for (let column = 0; column < ends.length; column++) {
    if (!isOthers(ends[column])) continue;
    const first = column;
    while (column + 1 < ends.length && isOthers(ends[column + 1])) column++;
    yield [first, column + 1 - first];
  }
}

/** What ranks bring together in the memory of rank 0: recorded rows when there is no room for more, everything at the end of a run. */
import { decisionOffsets, decisionWords } from '../../blocks/step/decision.js';
import { takeRows } from '../account/rows.js';
import type { Session } from '../session.js';
import { partitionsOfRank } from './messages.js';
import type { Ranks } from './ranks.js';

/** Doubles from one place until before another. */
type Stretch = readonly [from: number, end: number];

/** All that stands in memory of a partition alone. */
function stretchesOf({ placed, F }: Pick<Session, 'placed' | 'F'>, partition: number): Stretch[] {
  const sorted = [...placed].sort((a, b) => a.at - b.at);
  const stretches: [number, number][] = [];
  sorted.forEach((one, k) => {
    if (one.partition !== partition) return;
    const behind = sorted[k + 1]?.at ?? F.length;
    const last = stretches.at(-1);
    if (last && last[1] === one.at) last[1] = behind;
    else stretches.push([one.at, behind]);
  });
  return stretches;
}

/** Rows of a rank's own cells; of exact rows with their values a step before. */
function recordedStretches({ record, cells, program }: Session, partition: number, rows: number): Stretch[] {
  const isExact = program.controller.settings.grid === 'exact';
  return cells.flatMap((cell, k): Stretch[] => {
    const [at, before] = [record.at + k * record.rows, record.before + k];
    if (cell.partition !== partition) return [];
    return isExact
      ? [
          [at, at + rows],
          [before, before + 1],
        ]
      : [[at, at + rows]];
  });
}

/** Numbers of the partitions of a rank. */
function numbersOf({ threads }: Pick<Session, 'threads'>, rank: number): number[] {
  const { first, count } = partitionsOfRank(threads, rank);
  return Array.from({ length: count }, (_, k) => first + k);
}

/** All ranks then know the decisions of all. */
function shareDecisions(session: Session, ranks: Ranks): void {
  const { F, layout } = session;
  const placesOf = (rank: number): number[] => numbersOf(session, rank).map((p) => layout.partitions[p]?.decision as number);
  const words = decisionWords.length;
  const own = Float64Array.from(placesOf(ranks.rank).flatMap((at) => [...F.subarray(at, at + words)]));
  ranks.allGather(new Uint8Array(own.buffer)).forEach((bytes, rank) => {
    const all = new Float64Array(bytes.slice().buffer);
    for (const [k, at] of placesOf(rank).entries()) F.set(all.subarray(k * words, (k + 1) * words), at);
  });
}

/** Rank 0 receives what the others send of their memories, at the same places. */
function bring({ F }: Session, ranks: Ranks, stretchesOfRank: (rank: number) => readonly Stretch[]): void {
  for (let rank = 1; rank < ranks.count; rank++) {
    if (ranks.rank !== 0 && ranks.rank !== rank) continue;
    const stretches = stretchesOfRank(rank);
    const buffer = new Float64Array(stretches.reduce((sum, [from, end]) => sum + end - from, 0));
    const bytes = new Uint8Array(buffer.buffer);
    let at = 0;
    if (ranks.rank === rank) {
      for (const [from, end] of stretches) {
        buffer.set(F.subarray(from, end), at);
        at += end - from;
      }
      ranks.send(bytes, 0);
    } else {
      ranks.receive(bytes, rank);
      for (const [from, end] of stretches) {
        F.set(buffer.subarray(at, at + end - from), from);
        at += end - from;
      }
    }
  }
}

const rowsInMemory = ({ F, layout }: Session): number => Math.max(...layout.partitions.map((one) => F[decisionOffsets(one).rows]));

/** Rows leave the memories of all ranks, by rank 0, when none has room for more: that is at the same attempt in all of them. */
export function takeRowsOfAll(session: Session, ranks: Ranks): void {
  shareDecisions(session, ranks);
  const rows = rowsInMemory(session);
  bring(session, ranks, (rank) => numbersOf(session, rank).flatMap((p) => recordedStretches(session, p, rows)));
  takeRows(session);
}

/** The memory of rank 0 becomes that of one process which has run all partitions. */
export function bringTogether(session: Session, ranks: Ranks): void {
  shareDecisions(session, ranks);
  const rows = rowsInMemory(session);
  bring(session, ranks, (rank) =>
    numbersOf(session, rank).flatMap((p) => [...stretchesOf(session, p), ...recordedStretches(session, p, rows)]),
  );
}

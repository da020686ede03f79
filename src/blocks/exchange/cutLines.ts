/** Lists and loops of the lines that a partition shares with others: exchange at every step (cutLines.step.ts), or at synchronisations only (heldLines.step.ts). */

import { type LoopSetting, noLoops, type PhaseLoops } from '../family.js';
import type { BoundaryEnd, PartitionLines } from '../lines/lineTables.js';
import { loop } from '../loop.js';
import type { Site } from '../site.js';
import { receiveBoundary, sendBoundary } from './cutLines.step.js';
import { exchange, hold, sendMeans } from './heldLines.step.js';
import { slotPlaces } from './slots.js';

/** `acceptHeld`: names of the loops over the lines that exchange at synchronisations only. */
export function cutLoops(
  own: PartitionLines,
  { columns, zero, holds }: Site,
  { partition, put, steps, lines: { judgesMeans } }: LoopSetting,
  acceptHeld: readonly string[],
): PhaseLoops {
  const { p, w } = columns[partition];
  const boundary = [...own.boundary.values()];
  const volumeOf = ({ ghostVolume }: BoundaryEnd): number => (ghostVolume === zero[partition] ? -1 : ghostVolume);
  if (holds) {
    const held = put(boundary.map((b) => [w + b.own, w + b.ghost, b.ownVolume, volumeOf(b), b.send, b.receive, b.sum]));
    const o = { ...slotPlaces, held: held.at, heldCount: held.count, steps, acceptHeld };
    return {
      ...noLoops,
      hold: [loop(`hold_${partition}`, hold, o)],
      sendMeans: [loop(`sendMeans_${partition}`, sendMeans, o)],
      exchange: [loop(`exchange_${partition}`, exchange, o)],
    };
  }
  if (boundary.length === 0) return noLoops;
  /** Cells of the expected mean of a line, and of its α. */
  const expected = new Map(
    own.tables.flatMap((table) =>
      // Lines of the boundary stand behind the others.
      Array.from(table.lines.subarray(table.inner), (line, k) => {
        const row = table.inner + k;
        return [line, [table.expected + row, table.filter + row]] as const;
      }),
    ),
  );
  const sends = put(
    boundary.map((b) => [p + b.own, w + b.own, b.ownVolume, b.send, ...(expected.get(b.line) as readonly [number, number])]),
  );
  const receives = put(boundary.map((b) => [p + b.ghost, w + b.ghost, volumeOf(b), b.receive]));
  const o = {
    ...{ ...slotPlaces, sends: sends.at, sendCount: sends.count, receives: receives.at, receiveCount: receives.count },
    judgesStates: judgesMeans,
  };
  return {
    ...noLoops,
    send: [loop(`sendBoundary_${partition}`, sendBoundary, o)],
    fetch: [loop(`receiveBoundary_${partition}`, receiveBoundary, o)],
  };
}

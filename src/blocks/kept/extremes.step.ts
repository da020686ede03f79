/**
 * Highest and lowest pressure of a run, where and when: of capacitive lines their mean, which is that of the oil in them, of wave lines that at both ends.
 *
 * Looked at in every eighth accepted step, in a loop of its own over what the exchange has left in memory. That costs 0.5 to 5 % of a step in WebAssembly and
 * up to 7 % in JavaScript (circuits of 27 to 3000 components, CPU time pair by pair); in every step 2 to 13 %, and in JavaScript 5 to 110 %; ports are twice as many. A peak that lasts for seven steps may be
 * missed, but no steady rise, and at variable steps no plateau of a front either: that lasts for two delays, which are eight steps at least.
 * A pressure at an end is ½ (C + w), as p = C + Zq and w = p + Zq; at a junction one of its ends says it for all.
 *
 * The lowest is kept with its sign turned, as loops in lanes keep maxima, and is no lower than the vapour pressure: at a cavity ports see that, though a line's mean, as
 * if it could pull, goes on falling. Only in blocks that break a record is it asked where: the lowest number of an end of all that have it, so that the
 * answer does not depend on the plan. Of a capacitive line that is its `from` end.
 */

/** Observed cells, and where the records are kept. */
export interface ExtremeOffsets {
  /** Words of a partition (F): records, those of lowest pressures with their sign turned; when, and the numbers of the ends. */
  readonly highest: number;
  readonly highestTime: number;
  readonly highestEnd: number;
  readonly deepest: number;
  readonly deepestTime: number;
  readonly deepestEnd: number;
  /** Decision word. */
  readonly acceptedTime: number;
  /**
   * Runs (I) of `runWords` words: where C and w begin, for capacitive lines both are their means; how many; where numbers begin, and what makes them those of ends:
   * 2 for numbers of lines.
   */
  readonly runs: number;
  readonly runCount: number;
  readonly runWords: number;
  /** Pressures that are searched where one of them breaks a record. */
  readonly block: number;
  readonly vapourPressure: number;
}

/** The lowest number of an end among `known`, unless it is -1, and those of a block whose pressure times `sign` is at least `value`. */
function lowestEnd(
  F: Float64Array,
  I: Int32Array,
  _o: ExtremeOffsets,
  cs: number,
  ws: number,
  numbers: number,
  per: number,
  size: number,
  sign: number,
  value: number,
  known: number,
): number {
  let end = known;
  for (let l = 0; l < size; l++) {
    if (sign * (0.5 * (F[cs + l] + F[ws + l])) >= value) {
      const number = (per * I[numbers + l]) | 0;
      if (end < 0 || number < end) end = number;
    }
  }
  return end;
}

/** Looks for pressures beyond the records: after accepted steps. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: a loop of the step, in one piece
export function extremes(F: Float64Array, I: Int32Array, o: ExtremeOffsets): void {
  let highest = F[o.highest];
  let deepest = F[o.deepest];
  let highEnd = -1 | 0;
  let deepEnd = -1 | 0;
  for (let r = 0; r < o.runCount; r++) {
    const run = (o.runs + o.runWords * r) | 0;
    const count = I[run + 2];
    const per = I[run + 4];
    for (let from = 0; from < count; from = from + o.block) {
      const left = (count - from) | 0;
      const size = (left < o.block ? left : o.block) | 0;
      const cs = (I[run] + from) | 0;
      const ws = (I[run + 1] + from) | 0;
      const numbers = (I[run + 3] + from) | 0;
      let most = -1e300;
      let deep = -1e300;
      if (cs === ws) {
        lanes: for (let l = 0; l < size; l++) {
          const p = F[cs + l];
          const turned = -p;
          most = p > most ? p : most;
          deep = turned > deep ? turned : deep;
        }
      } else {
        lanes: for (let l = 0; l < size; l++) {
          const p = 0.5 * (F[cs + l] + F[ws + l]);
          const turned = -p;
          most = p > most ? p : most;
          deep = turned > deep ? turned : deep;
        }
      }
      deep = Math.min(deep, 0 - o.vapourPressure);
      if (most > highest || (most === highest && highEnd >= 0)) {
        if (most > highest) highEnd = -1 | 0;
        highest = most;
        const end = lowestEnd(F, I, o, cs, ws, numbers, per, size, 1, most, highEnd);
        highEnd = end;
      }
      if (deep > deepest || (deep === deepest && deepEnd >= 0)) {
        if (deep > deepest) deepEnd = -1 | 0;
        deepest = deep;
        const end = lowestEnd(F, I, o, cs, ws, numbers, per, size, -1, deep, deepEnd);
        deepEnd = end;
      }
    }
  }
  const now = F[o.acceptedTime];
  if (highEnd >= 0) {
    F[o.highest] = highest;
    F[o.highestTime] = now;
    F[o.highestEnd] = highEnd;
  }
  if (deepEnd >= 0) {
    F[o.deepest] = deepest;
    F[o.deepestTime] = now;
    F[o.deepestEnd] = deepEnd;
  }
}

/** Functions that stand in place of their calls. */
export const extremePieces = [lowestEnd];

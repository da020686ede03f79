/**
 * The loops over wave lines that keep a history in time; histories.ts describes the tables.
 *
 *     publish    after the components and `takeFlows`: what leaves, and what of it arrives; how far off a longer step would be
 *     commit     of an accepted attempt: takes it into the newest cell and the states (historyStates.step.ts)
 *     arrive     what arrives at the own ends in the next attempt; `recall`: what left them two delays ago
 *     solve      C and Z of the line itself (historyStates.step.ts); `present`: those that the components see, where they lend volume by portVolumes.step.ts
 *
 * A step is a mean over its time: what leaves in (t_{n-1}, t_n] arrives as the mean of what left in (t - T - Δ, t - T], t the end of the step:
 *
 *     C = 1/Δ ∫ w(u) du,   u from t_n - T to t_n - T + Δ                                                                          [1]
 *
 * over cells, in each of which w is a straight line of the cell's mean and of van Leer's slope (the harmonic mean of the slopes to both sides, 0 where
 * they differ in sign; no steeper than keeps the cell within the range of its neighbours). These intervals follow each other
 * without gap, so that oil is kept whatever the steps of both partitions are; the error of C is of order Δ². At a fixed step and without slopes [1] is what
 * rings.step.ts computes. Why at most a quarter of the delay a step: the cells of [1] and the next one then have been whole for a step, so that other
 * partitions may read them without an exchange: they were complete at the barrier before, and the ring is longer than what is read. A rejected attempt
 * leaves nothing but rows that the next one writes anew.
 *
 * The error that steers the step is what a straight line between steps would be off, h² w''/8 = |d - d'|/8 with d the change of w in this step and d'
 * that in the step before, times the ratio of the times between; but no more than |d|/8 or |d'|/8: a jump between two steps is a jump at any step.
 * It fades out towards steps of T/256: a front as narrow as that need not be followed step by step.
 *
 * `share` is 1; with 0 the functions do nothing.
 */
import type { HistoryOffsets } from './columns.js';

/** Flows into the own ends, as the components left them: before `publish`. */
export function takeFlows(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  for (let t = 0; t < o.tables * share; t++) {
    const head = (o.heads + o.headSize * t) | 0;
    const flow = (I[head + o.rows] + o.flow * I[head + o.stride]) | 0;
    const first = I[head + o.runs];
    const runs = I[head + o.runCount];
    for (let r = 0; r < runs; r++) {
      const run = (first + o.runSize * r) | 0;
      const n = I[run + 2];
      const from = I[run];
      const to = (flow + I[run + 1]) | 0;
      const ends = (o.w + from) | 0;
      const cs = (o.c + from) | 0;
      const zs = (o.z + from) | 0;
      lanes: for (let j = 0; j < n; j++) F[to + j] = (F[ends + j] - F[cs + j]) / (2 * F[zs + j]);
    }
  }
}

/** Outgoing waves, and their arrival. */
function leave(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const impedance = (rows + o.impedance * stride) | 0;
  const initial = (rows + o.initial * stride) | 0;
  const own = (rows + o.own * stride) | 0;
  const wave = (rows + o.wave * stride) | 0;
  const flow = (rows + o.flow * stride) | 0;
  const characteristic = (rows + o.characteristic * stride) | 0;
  const effective = (rows + o.effective * stride) | 0;
  lanes: for (let j = 0; j < count; j++) {
    const left = F[characteristic + j] - F[initial + j] + (F[effective + j] + F[impedance + j]) * F[flow + j];
    F[own + j] = left;
    F[wave + j] = left;
  }
  if (o.remembers && I[head + o.memory] > 0) {
    const passed = (rows + o.passed * stride) | 0;
    const smeared = (rows + o.smeared * stride) | 0;
    const falling = (rows + o.falling * stride) | 0;
    const known = (rows + o.known * stride) | 0;
    const ratio = F[o.step] / (2 * F[I[head + o.scalars] + o.delay]);
    const half = 0.5 * ratio;
    lanes: for (let j = 0; j < count; j++) {
      const left = F[own + j];
      const m = F[known + j] + half * left;
      F[wave + j] = F[passed + j] * left + F[smeared + j] * (F[falling + j] + ratio * (left - m));
    }
  }
}

/** Errors of the own ends, of which the largest may raise the partition's. */
function judge(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const scalars = I[head + o.scalars];
  const own = (rows + o.own * stride) | 0;
  const error = (rows + o.error * stride) | 0;
  const change = (rows + o.change * stride) | 0;
  const last = (rows + o.last * stride) | 0;
  const h = F[o.step];
  const before = F[o.lastStep] + F[scalars + o.stepBefore];
  const times = before > 0 ? (h + F[o.lastStep]) / before : 0;
  // Fronts are not made narrower than a 256th of a delay for the error's sake.
  const part = 0.125 * Math.max(0, 1 - F[scalars + o.delay] / (256 * h));
  let worst = -0.5;
  lanes: for (let j = 0; j < count; j++) {
    const d = F[own + j] - F[last + j];
    const e = times * F[change + j];
    const off = part * Math.min(Math.abs(d - e), Math.min(Math.abs(d), Math.abs(e)));
    F[error + j] = off;
    worst = off > worst ? off : worst;
  }
  if (worst >= F[o.worst]) {
    const lines = I[head + o.lines];
    let line = worst > F[o.worst] ? -1 | 0 : F[o.worstLine] | 0;
    for (let j = 0; j < count; j++) {
      if (F[error + j] === worst && (line < 0 || I[lines + j] < line)) line = I[lines + j];
    }
    F[o.worst] = worst;
    F[o.worstLine] = line;
  }
}

/** Of the table at `head`. */
function publishTable(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  leave(F, I, o, head);
  if (!o.fixedStep) judge(F, I, o, head);
}

/** Outgoing waves of the components' flows: pressures for the record, waves, errors. */
export function publish(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  const parity = (F[o.turn] | 0) % 2;
  for (let k = 0; k < o.pressureWords * share; k = k + 2) {
    const end = I[o.pressures + k];
    F[I[o.pressures + 1 + k] + parity] = 0.5 * (F[o.w + end] + F[o.c + end]);
  }
  for (let t = 0; t < o.tables * share; t++) publishTable(F, I, o, o.heads + o.headSize * t);
}

/** Van Leer's slope of a cell between those at `before` and `after`; `perLeft`, `perRight`, `perHalf`: one over the distance to the middle of the cell on each side, and to its own ends. */
function slopeOf(
  F: Float64Array,
  _I: Int32Array,
  _o: HistoryOffsets,
  middle: number,
  before: number,
  after: number,
  perLeft: number,
  perRight: number,
  perHalf: number,
): number {
  const left = middle - F[before];
  const right = F[after] - middle;
  const a1 = left * perLeft;
  const a2 = right * perRight;
  const both = a1 * a2;
  const most = Math.min(Math.abs(left), Math.abs(right)) * perHalf;
  const mean = both > 0 ? (2 * both) / (a1 + a2) : 0;
  return Math.max(-most, Math.min(most, mean));
}

/**
 * [1] of a source: what arrives after one delay, or mean and moment 1/Δ ∫ (end - u) w(u) du after two. Means are those of the first cell, and of the others what they
 * differ from it.
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: a loop of the step, in one piece
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the text is compiled: a loop of the step, in one piece
function readWindow(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number, source: number): void {
  const slots = I[head + o.slots];
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const arriving = (rows + o.arriving * stride) | 0;
  const twoAgo = (rows + o.before * stride) | 0;
  const moment = (rows + o.moment * stride) | 0;
  const ring = I[source];
  const width = I[source + 1];
  const first = I[source + 2];
  const runs = I[source + 3];
  const times = I[source + 4];
  const delay = (o.twice ? 2 : 1) * F[I[head + o.scalars] + o.delay];
  const a = F[o.acceptedTime] - delay;
  const b = F[o.time] - delay;
  const span = b - a;
  let begin = I[source + 5];
  while (F[times + (begin % slots)] <= a) begin = (begin + 1) | 0;
  I[source + 5] = begin;
  let start = a;
  let i = begin;
  let more = 1 | 0;
  while (more > 0) {
    const previous = F[times + ((i + slots - 1) % slots)];
    const end = F[times + (i % slots)];
    const following = F[times + ((i + 1) % slots)];
    const stop = Math.min(end, b);
    const size = end - previous;
    const weight = (stop - start) / span;
    const isPart = start > previous || stop < end;
    const beforeSize = previous - F[times + ((i + slots - 2) % slots)];
    const perLeft = 2 / (size + beforeSize);
    const perRight = 2 / (size + (following - end));
    const perHalf = 2 / size;
    const half = 0.5 * (start + stop);
    const offset = half - 0.5 * (previous + end);
    const age = b - half;
    for (let r = 0; r < runs; r++) {
      const run = (first + o.runSize * r) | 0;
      const n = I[run + 2];
      const column = I[run + 1];
      const at = (ring + (i % slots) * width + column) | 0;
      const before = (ring + ((i + slots - 1) % slots) * width + column) | 0;
      const after = (ring + ((i + 1) % slots) * width + column) | 0;
      const reference = (ring + (begin % slots) * width + column) | 0;
      if (o.twice) {
        const to = (twoAgo + I[run]) | 0;
        const moments = (moment + I[run]) | 0;
        if (i === begin) {
          lanes: for (let j = 0; j < n; j++) {
            const middle = F[at + j];
            F[to + j] = middle;
            F[moments + j] = weight * (age * middle);
          }
        } else {
          lanes: for (let j = 0; j < n; j++) {
            const middle = F[at + j];
            F[to + j] = F[to + j] + weight * (middle - F[reference + j]);
            F[moments + j] = F[moments + j] + weight * (age * middle);
          }
        }
      } else {
        const to = (arriving + I[run]) | 0;
        if (isPart) {
          if (i === begin) {
            lanes: for (let j = 0; j < n; j++) {
              const middle = F[at + j];
              const slope = slopeOf(F, I, o, middle, before + j, after + j, perLeft, perRight, perHalf);
              F[to + j] = middle + weight * (slope * offset);
            }
          } else {
            lanes: for (let j = 0; j < n; j++) {
              const middle = F[at + j];
              const slope = slopeOf(F, I, o, middle, before + j, after + j, perLeft, perRight, perHalf);
              F[to + j] = F[to + j] + weight * (middle - F[reference + j]) + weight * (slope * offset);
            }
          }
        } else if (i === begin) {
          lanes: for (let j = 0; j < n; j++) F[to + j] = F[at + j];
        } else {
          lanes: for (let j = 0; j < n; j++) F[to + j] = F[to + j] + weight * (F[at + j] - F[reference + j]);
        }
      }
    }
    if (end >= b) more = 0;
    start = end;
    i = (i + 1) | 0;
  }
}

/** Arrivals at the own ends in the next attempt, of waves that have left the others until the last accepted one. */
export function arrive(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  for (let t = 0; t < o.tables * share; t++) {
    const head = (o.heads + o.headSize * t) | 0;
    const sources = I[head + o.sources];
    const sourceCount = I[head + o.sourceCount];
    for (let s = 0; s < sourceCount; s++) readWindow(F, I, o, head, sources + o.sourceSize * s);
  }
}

/** Waves that left the own ends two delays ago, of tables that remember; their own ring is the last of the sources. */
export function recall(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  for (let t = 0; t < o.tables * share; t++) {
    const head = (o.heads + o.headSize * t) | 0;
    if (I[head + o.memory] > 0) readWindow(F, I, o, head, I[head + o.sources] + o.sourceSize * I[head + o.sourceCount]);
  }
}

/** C and Z that components see at the own ends in the next attempt, those of the line and what is lost at the end: behind `solve`. Ends with port volume have theirs from `joinPortVolumes`. */
export function present(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  for (let t = 0; t < o.tables * share; t++) {
    const head = (o.heads + o.headSize * t) | 0;
    if (!o.lends || I[head + o.lent] === 0) {
      const rows = I[head + o.rows];
      const stride = I[head + o.stride];
      const drop = (rows + o.drop * stride) | 0;
      const series = (rows + o.series * stride) | 0;
      const characteristic = (rows + o.characteristic * stride) | 0;
      const effective = (rows + o.effective * stride) | 0;
      const first = I[head + o.runs];
      const runs = I[head + o.runCount];
      for (let r = 0; r < runs; r++) {
        const run = (first + o.runSize * r) | 0;
        const n = I[run + 2];
        const from = I[run + 1];
        const cs = (o.c + I[run]) | 0;
        const zs = (o.z + I[run]) | 0;
        const characteristics = (characteristic + from) | 0;
        const drops = (drop + from) | 0;
        const effectives = (effective + from) | 0;
        const resistances = (series + from) | 0;
        lanes: for (let j = 0; j < n; j++) {
          F[cs + j] = F[characteristics + j] - F[drops + j];
          F[zs + j] = F[effectives + j] + F[resistances + j];
        }
      }
    }
  }
}

/** Mean pressures of lines for the record: of both ports, of the last attempt before the last synchronisation. */
export function delayMeans(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  const parity = ((F[o.turn] | 0) + 1) % 2;
  for (let k = 0; k < o.meanWords * share; k = k + 3)
    F[I[o.means + 2 + k]] = 0.5 * (F[I[o.means + k] + parity] + F[I[o.means + 1 + k] + parity]);
}

/** Functions that stand in place of their calls, and those that are called. */
export const historyPieces = {
  publish: [[leave, judge], [publishTable]],
  window: [[slopeOf], [readWindow]],
} as const;

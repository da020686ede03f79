/**
 * Where ranks are many, each tells all others no more than what a decision takes of it: its published words, together for all of its partitions, and what it finds of cut lines that end at these.
 * What neighbours send has come before (messages.step.ts), so that both ranks of a cut line judge it. Each takes the same from the same words of all, in the order of ranks, and puts it where one
 * partition would publish it: the decision behind it knows one partition.
 *
 *     own words   whether to stop, whether it has failed, published words
 *
 * Largest and least of any order are the same, and chatter is counted in whole numbers: the bits of a decision over all partitions.
 */

import { type CutOffsets, errorOfCut } from './controller.step.js';
import type { publishedPlaces } from './decision.js';
import type { MessageOffsets } from './messages.step.js';
import { type NumberOffsets, toHere, toWhole } from './numbers.step.js';

type Places = Readonly<Record<keyof typeof publishedPlaces, number>>;

export interface GatherOffsets
  extends Pick<MessageOffsets, 'turn' | 'stopWord' | 'failedWord' | 'renumbers' | 'stopAt' | 'failedAt'>,
    NumberOffsets,
    CutOffsets,
    Places {
  /** Lists (I): where the rank's partitions publish; those that have crossings; of cut lines as the decision has them. */
  readonly partitions: number;
  readonly partitionCount: number;
  readonly crossings: number;
  readonly crossingCount: number;
  readonly cutCount: number;
  readonly publishedStride: number;
  /** Own words (F), and those of all ranks; doubles of one, and where published words begin in it. */
  readonly own: number;
  readonly all: number;
  readonly rankCount: number;
  readonly doubles: number;
  readonly publishedAt: number;
  /** Where all of them are published together, by parity. */
  readonly together: number;
}

/** Own words, when neighbours' messages have come. */
export function condense(F: Float64Array, I: Int32Array, o: GatherOffsets): void {
  const parity = (1 - F[o.turn]) | 0;
  let error = -0.5;
  let line = -1 | 0;
  let bad = 0 | 0;
  let event = 1e300;
  for (let k = 0; k < o.partitionCount; k++) {
    const w = I[o.partitions + k] + o.publishedStride * parity;
    const e = F[w + o.errorAt];
    const l = F[w + o.errorLineAt] | 0;
    if (e > error || (e === error && l < line)) {
      error = e;
      line = l;
    }
    const own = F[w + o.badAt] | 0;
    if (own > bad) bad = own;
    event = Math.min(event, F[w + o.eventAt]);
  }
  for (let k = 0; k < o.cutCount; k++) {
    const l = I[o.cut + 4 * k];
    const e = errorOfCut(F, I, o, k, parity);
    if (e !== e) bad = Math.max(bad, 1) | 0;
    else if (e > error || (e === error && l < line)) {
      error = e;
      line = l;
    }
  }
  let first = 1e300;
  let again = 0.5 - 0.5;
  for (let k = 0; k < o.crossingCount; k++) {
    const w = I[o.crossings + k] + o.publishedStride * parity;
    first = Math.min(first, F[w + o.crossingAt]);
    again = again + F[w + o.againAt];
  }
  F[o.own + o.stopAt] = I[o.stopWord + parity];
  F[o.own + o.failedAt] = I[o.failedWord + parity];
  const to = (o.own + o.publishedAt) | 0;
  if (o.renumbers) line = toWhole(F, I, o, line);
  F[to + o.errorAt] = error;
  F[to + o.errorLineAt] = line;
  F[to + o.badAt] = bad;
  F[to + o.eventAt] = event;
  F[to + o.crossingAt] = first;
  F[to + o.againAt] = again;
}

/** When the words of all have come: all stop behind the same meeting, whoever was asked to. */
export function takeAll(F: Float64Array, I: Int32Array, o: GatherOffsets): void {
  const parity = (1 - F[o.turn]) | 0;
  let stop = 0 | 0;
  let failed = 0 | 0;
  let error = -0.5;
  let line = -1 | 0;
  let bad = 0 | 0;
  let event = 1e300;
  let first = 1e300;
  let again = 0.5 - 0.5;
  for (let rank = 0; rank < o.rankCount; rank++) {
    const head = (o.all + o.doubles * rank) | 0;
    const told = F[head + o.stopAt] | 0;
    if (told > stop) stop = told;
    if (F[head + o.failedAt] !== 0) failed = 1;
    const w = (head + o.publishedAt) | 0;
    const e = F[w + o.errorAt];
    const l = F[w + o.errorLineAt] | 0;
    if (e > error || (e === error && l < line)) {
      error = e;
      line = l;
    }
    const own = F[w + o.badAt] | 0;
    if (own > bad) bad = own;
    event = Math.min(event, F[w + o.eventAt]);
    first = Math.min(first, F[w + o.crossingAt]);
    again = again + F[w + o.againAt];
  }
  I[o.stopWord + parity] = stop;
  if (failed !== 0) I[o.failedWord + parity] = 1;
  if (o.renumbers) line = toHere(F, I, o, line);
  const to = (o.together + o.publishedStride * parity) | 0;
  F[to + o.errorAt] = error;
  F[to + o.errorLineAt] = line;
  F[to + o.badAt] = bad;
  F[to + o.eventAt] = event;
  F[to + o.crossingAt] = first;
  F[to + o.againAt] = again;
}

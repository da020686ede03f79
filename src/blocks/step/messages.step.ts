/**
 * What ranks tell each other at a meeting: `pack` copies it from the memory of the rank that sends into an area that messages leave from, `unpack` from the area to which they have come to the places that
 * phases read (program/messages.ts makes the lists). Whatever is sent again is the same again.
 *
 *     head   whether to stop, whether it has failed, the steps that it has accepted
 *     rows   `count` doubles from at + ((number + shift) mod slots) stride on; the number is the parity of the meeting, the accepted steps or a closed cell, which both find in the area
 *
 * Ranks that have the layout of their part number what limits steps by themselves; in messages stand the numbers of the whole circuit (numbers.step.ts).
 */

import type { NumberOffsets } from './numbers.step.js';
import { toHere, toWhole } from './numbers.step.js';

export interface MessageOffsets extends NumberOffsets {
  /** Parity of the meeting (F). */
  readonly turn: number;
  /** Words of the first thread and of the barrier (I), by parity. */
  readonly stopWord: number;
  readonly failedWord: number;
  /** Of messages that are sent (I): where each begins, and the place of the accepted steps. Of those that come: where each begins. */
  readonly sent: number;
  readonly sentCount: number;
  readonly received: number;
  readonly receivedCount: number;
  /** Words of a head. */
  readonly stopAt: number;
  readonly failedAt: number;
  readonly acceptedAt: number;
  /** Numbers of closed cells (I): the word, and its place in a message. */
  readonly cells: number;
  readonly cellCount: number;
  /** Rows (I), `rowWords` each: place of the number, at, stride, slots, shift, count, place in the message. */
  readonly rowWords: number;
  readonly sentRows: number;
  readonly sentRowCount: number;
  readonly receivedRows: number;
  readonly receivedRowCount: number;
  /** Whether what limits steps is renumbered, and where it stands in messages (I). */
  readonly renumbers: boolean;
  readonly sentLimits: number;
  readonly sentLimitCount: number;
  readonly receivedLimits: number;
  readonly receivedLimitCount: number;
}

/** Where the doubles of a row begin. */
export function placeOfRow(F: Float64Array, I: Int32Array, _o: MessageOffsets, row: number): number {
  const number = F[I[row]] | 0;
  const slots = I[row + 3];
  return (I[row + 1] + ((((number + I[row + 4]) % slots) + slots) % slots) * I[row + 2]) | 0;
}

/** Behind an attempt of all of a rank's partitions. */
export function pack(F: Float64Array, I: Int32Array, o: MessageOffsets): void {
  const parity = F[o.turn] | 0;
  for (let m = 0; m < o.sentCount; m++) {
    const head = (o.sent + 2 * m) | 0;
    const at = I[head];
    F[at + o.stopAt] = I[o.stopWord + parity];
    F[at + o.failedAt] = I[o.failedWord + parity];
    F[at + o.acceptedAt] = F[I[head + 1]];
  }
  for (let k = 0; k < o.cellCount; k++) {
    const cell = (o.cells + 2 * k) | 0;
    F[I[cell + 1]] = I[I[cell]];
  }
  for (let k = 0; k < o.sentRowCount; k++) {
    const row = (o.sentRows + o.rowWords * k) | 0;
    const from = placeOfRow(F, I, o, row);
    const count = I[row + 5];
    const to = I[row + 6];
    for (let j = 0; j < count; j++) F[to + j] = F[from + j];
  }
  if (o.renumbers) {
    for (let k = 0; k < o.sentLimitCount; k++) {
      const at = I[o.sentLimits + k];
      F[at] = toWhole(F, I, o, F[at] | 0);
    }
  }
}

/** When all have come: all stop behind the same meeting, whoever was asked to. */
export function unpack(F: Float64Array, I: Int32Array, o: MessageOffsets): void {
  const parity = F[o.turn] | 0;
  let stop = I[o.stopWord + parity];
  for (let m = 0; m < o.receivedCount; m++) {
    const at = I[o.received + m];
    const told = F[at + o.stopAt] | 0;
    if (told > stop) stop = told;
    if (F[at + o.failedAt] !== 0) I[o.failedWord + parity] = 1;
  }
  I[o.stopWord + parity] = stop;
  if (o.renumbers) {
    for (let k = 0; k < o.receivedLimitCount; k++) {
      const at = I[o.receivedLimits + k];
      F[at] = toHere(F, I, o, F[at] | 0);
    }
  }
  for (let k = 0; k < o.receivedRowCount; k++) {
    const row = (o.receivedRows + o.rowWords * k) | 0;
    const to = placeOfRow(F, I, o, row);
    const count = I[row + 5];
    const from = I[row + 6];
    for (let j = 0; j < count; j++) F[to + j] = F[from + j];
  }
  F[o.turn] = 1 - parity;
}

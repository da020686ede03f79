/**
 * Changes of modes (equations/solve/stepModes.ts) from one accepted step to the next: of every condition how often, when first and last, and of a word of modes the first
 * changes with their times. A step compares one number a word; what it costs besides is paid by those that change. Times are ends of accepted steps.
 */
import { type Block, namesOf } from './column.js';

/** Of a word of modes; then each column of its conditions, then each of its changes. */
export const modeWords = {
  name: 'modes',
  row: 'word',
  columns: {
    accepted: { unit: '', writer: 'accept', use: 'saved', about: 'modes of the last accepted step' },
    logged: { unit: '1', writer: 'accept', use: 'saved', about: 'changes that are kept with their times' },
  },
} as const satisfies Block;
export const modeCounts = {
  name: 'mode counts',
  row: 'condition',
  columns: {
    changes: { unit: '1', writer: 'accept', use: 'saved', about: 'how often it changed' },
    first: { unit: 's', writer: 'accept', use: 'saved', about: 'end of the step that it changed in first' },
    last: { unit: 's', writer: 'accept', use: 'saved', about: 'end of the last such step' },
  },
} as const satisfies Block;
export const modeLog = {
  name: 'mode log',
  row: 'change',
  columns: {
    time: { unit: 's', writer: 'accept', use: 'saved', about: 'end of the step' },
    change: { unit: '', writer: 'accept', use: 'saved', about: 'twice the number of the condition, and 1 where it holds from then on' },
  },
} as const satisfies Block;
export const modeWordSize = namesOf(modeWords.columns).length;
export const modeCountSize = namesOf(modeCounts.columns).length;
export const modeLogSize = namesOf(modeLog.columns).length;

export interface ModeOffsets {
  /** List (I), four words a word of modes: its cell, what is kept of it, how many conditions it has, how many changes there is room for. */
  readonly modes: number;
  readonly modeCount: number;
  /** Decision word. */
  readonly acceptedTime: number;
}

/** Compares the accepted step with the one before. */
export function keepModes(F: Float64Array, I: Int32Array, o: ModeOffsets): void {
  for (let k = 0; k < 4 * o.modeCount; k = k + 4) {
    const at = I[o.modes + 1 + k];
    let now = F[I[o.modes + k]];
    let was = F[at];
    if (now !== was) {
      F[at] = now;
      const count = I[o.modes + 2 + k];
      const room = I[o.modes + 3 + k];
      const t = F[o.acceptedTime];
      for (let m = 0; m < count; m++) {
        const nowBehind = Math.floor(0.5 * now);
        const wasBehind = Math.floor(0.5 * was);
        const side = now - 2 * nowBehind;
        if (side !== was - 2 * wasBehind) {
          const changes = (at + 2 + m) | 0;
          if (F[changes] === 0) F[changes + count] = t;
          F[changes] = F[changes] + 1;
          F[changes + 2 * count] = t;
          const logged = F[at + 1] | 0;
          if (logged < room) {
            const time = (at + 2 + 3 * count + logged) | 0;
            F[time] = t;
            F[time + room] = 2 * m;
            F[time + room] = F[time + room] + side;
            F[at + 1] = F[at + 1] + 1;
          }
        }
        now = nowBehind;
        was = wasBehind;
      }
    }
  }
}

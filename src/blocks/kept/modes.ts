/**
 * Changes of modes (equations/solve/stepModes.ts) from one accepted step to the next: of every condition how often, when first and last, and of a word of modes the first
 * changes with their times. A step compares one number a word; what it costs besides is paid by those that change. Times are ends of accepted steps.
 */
import { type Block, namesOf } from '../column.js';
import { keepModes } from './modes.step.js';
import type { ModeWord, Observer, PlacedRow } from './observer.js';

/** Of a word of modes; then each column of its conditions, then each of its changes. */
const words = {
  name: 'modes',
  row: 'word',
  columns: {
    accepted: { unit: '', writer: 'accept', use: 'saved', about: 'modes of the last accepted step' },
    logged: { unit: '1', writer: 'accept', use: 'saved', about: 'changes that are kept with their times' },
  },
} as const satisfies Block;
const counts = {
  name: 'mode counts',
  row: 'condition',
  columns: {
    changes: { unit: '1', writer: 'accept', use: 'saved', about: 'how often it changed' },
    first: { unit: 's', writer: 'accept', use: 'saved', about: 'end of the step that it changed in first' },
    last: { unit: 's', writer: 'accept', use: 'saved', about: 'end of the last such step' },
  },
} as const satisfies Block;
const log = {
  name: 'mode log',
  row: 'change',
  columns: {
    time: { unit: 's', writer: 'accept', use: 'saved', about: 'end of the step' },
    change: { unit: '', writer: 'accept', use: 'saved', about: 'twice the number of the condition, and 1 where it holds from then on' },
  },
} as const satisfies Block;
const wordSize = namesOf(words.columns).length;
const countSize = namesOf(counts.columns).length;

/** Changes of modes: conditions of equations that changed sides, states that resets took hold of or let go. */
export interface ModeChanges {
  /** Changes of conditions: valves that open, limits that are met. */
  readonly switches: number;
  /** States taken hold of, or let go: end stops, sticking. */
  readonly resets: number;
  /** The conditions and states that changed most often; s: when first and last. */
  readonly busiest: readonly { readonly what: string; readonly count: number; readonly first: number; readonly last: number }[];
  /** The first changes with their times, s, and what holds from then on. */
  readonly modes: readonly { readonly t: number; readonly what: string }[];
}

/** A word, with changes for which there is room with their times. */
export interface ModeRow extends ModeWord {
  readonly room: number;
}

/** Changes that a circuit keeps with their times: of one component all that are reported, of many at least a few each. */
const reported = 1000;
const ofAll = 4 * reported;
const least = 4;
/** Conditions that are reported as the busiest. */
const busiest = 5;

export const modes: Observer<ModeRow, ModeChanges | null> = {
  rows(site) {
    const all = site.modeWords();
    const room = Math.max(least, Math.min(reported, Math.floor(ofAll / all.length)));
    return all.map((word) => ({ ...word, room }));
  },
  memory: ({ modes, room }) => [
    { block: words, stride: 1 },
    { block: counts, stride: modes.length },
    { block: log, stride: room },
  ],
  // A part of a circuit has fewer words, and more room for each.
  fitted(values, { modes, room }) {
    const first = wordSize + countSize * modes.length;
    const had = (values.length - first) / 2;
    const made = new Float64Array(first + 2 * room);
    made.set(values.subarray(0, first));
    made[1] = Math.min(values[1], room);
    for (const [k, at] of [first, first + had].entries()) made.set(values.subarray(at, at + made[1]), first + k * room);
    return made;
  },
  entry: ({ cell, modes, room }, at) => [cell, at, modes.length, room],
  loops: ({ at, count }, { acceptedTime }) => ({
    accept: { step: keepModes, offsets: { modes: at, modeCount: count, acceptedTime } },
  }),
  start(F, { row, at }) {
    F[at] = F[row.cell];
  },
  findings(F, rows) {
    if (rows.length === 0) return null;
    const all = rows.flatMap((one) => countsOf(F, one));
    const sum = (isReset: boolean): number => all.reduce((total, one) => total + (one.mode.isReset === isReset ? one.count : 0), 0);
    const often = all.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
    // Sorting keeps the order of the circuit where times are the same.
    const changes = rows.flatMap((one) => changesOf(F, one)).sort((a, b) => a.t - b.t);
    return {
      switches: sum(false),
      resets: sum(true),
      busiest: often.slice(0, busiest).map(({ mode, count, first, last }) => ({ what: mode.text(), count, first, last })),
      modes: changes.slice(0, reported).map(({ t, what }) => ({ t, what: what() })),
    };
  },
};

/** Of every condition of a word. */
function countsOf(F: Float64Array, { row: { modes }, at }: PlacedRow<ModeRow>) {
  const column = (k: number, of: number): number => F[at + wordSize + of * modes.length + k];
  return modes.map((mode, k) => ({ mode, count: column(k, 0), first: column(k, 1), last: column(k, 2) }));
}

/** Those that are kept with their times. */
function changesOf(F: Float64Array, { row: { modes, room }, at }: PlacedRow<ModeRow>) {
  const first = at + wordSize + countSize * modes.length;
  return Array.from({ length: F[at + 1] }, (_, k) => {
    const change = F[first + room + k];
    const mode = modes[Math.floor(change / 2)];
    return { t: F[first + k], what: (): string => mode.text(change % 2 === 1) };
  });
}

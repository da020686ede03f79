/**
 * Texts of one partition's phases. They read the decision words, the partition's own columns and the mail of its cut lines; they write its own columns,
 * its words and its mail. They allocate nothing, throw nothing, read no clock and know no Atomics; the loop (loopText.ts) synchronises between them.
 */
import { type DecisionWord, mailStride, publishedStride, publishedWords } from '../../blocks/decision.js';
import type { PartitionWord } from '../../network/layout.js';
import { exactRowsText } from './exactRows.js';

/** An Int32 list in memory: where it starts (in words) and how many entries it has. */
export interface List {
  readonly at: number;
  readonly count: number;
}

export interface PhaseNames {
  /** Kernels in their order, with the number that goes to the phase word. */
  readonly kernels: readonly { readonly as: string; readonly batch: number; readonly idle: boolean }[];
  /** Of lines; they raise the error from -0.5, which a whole number would let V8 keep as a tagged value and allocate at every change. */
  readonly errors: readonly string[];
  /** Null where no state is judged. */
  readonly stateErrors: string | null;
  /** Null where nothing crosses. */
  readonly crossings: string | null;
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  /** What looks at pressures now and then, and after how many accepted steps; null where no line holds oil. */
  readonly extremes: { readonly as: string; readonly every: number } | null;
  /** Of wave lines; `means` only where their mean pressures are recorded. */
  readonly publish: readonly string[];
  readonly receive: readonly string[];
  readonly means: readonly string[];
}

export interface PhaseLists {
  /** By cut line: own p, own w, own volume, mail slot, what is expected of its mean, α. */
  readonly send: List;
  /** By cut line: p, w, volume of the ghost end (-1 where none is lent), mail slot. */
  readonly receive: List;
  /** Direct connections whose flows and integrals follow each other: first flow, first integral, how many. */
  readonly direct: List;
  /**
   * By column of voids: flag of the batch, the column in both planes, where its report begins, rows, stride of the report, and by row where its list of lent
   * volumes begins and how long it is, or -1 where the column is lent none.
   */
  readonly voids: List;
  /** By recorded cell: place by plane (0, 1), first row; of exact rows also its timing and where its value of the step before stands. */
  readonly record: List;
  /** By column of states, holds and outputs: place by plane (0, 1), rows. */
  readonly judged: List;
}

type Words = Readonly<Record<PartitionWord, number>>;
type Decision = Readonly<Record<DecisionWord, number>>;

/** Components only; `start` is 1 at t = 0, when those of fixed pressures are evaluated too. */
export function componentsText({ kernels }: PhaseNames, words: Words): string {
  return `function components(plane, start) {
  F[${words.event}] = 1e300;
  F[${words.failed}] = 0;
  F[${words.notFinite}] = -1;
  F[${words.hollow}] = 0;
${kernels.map(({ as, batch, idle }) => `  ${idle ? 'if (start > 0) { ' : ''}F[${words.phase}] = ${batch}; ${as}(plane);${idle ? ' }' : ''}`).join('\n')}
}`;
}

/**
 * Components and own line errors from the accepted plane; publishes waves, the mail and what a decision needs, at the places of this attempt's parity. What
 * is known after the components is written then: the other cores have given up those cache lines when the thread arrives.
 */
export function attemptText(
  components: string,
  { errors, stateErrors, crossings, publish }: PhaseNames,
  { send }: PhaseLists,
  words: Words,
  published: number,
  { judges, endsOverfull }: { readonly judges: boolean; readonly endsOverfull: boolean },
): string {
  const at = (word: (typeof publishedWords)[number]): number => published + publishedWords.indexOf(word);
  return `function attempt(plane, parity) {
  ${components}(plane, 0);
  const turn = ${publishedStride} * parity;
  F[${at('event')} + turn] = F[${words.event}];
  for (let k = 0; k < ${6 * send.count}; k = k + 6) {
    const slot = I[${send.at + 3} + k] + ${mailStride} * parity;
    F[slot] = F[I[${send.at} + k]];
    F[slot + 1] = F[I[${send.at + 1} + k]];
    F[slot + 2] = F[I[${send.at + 2} + k]];${judges ? `\n    F[slot + 3] = (1 - F[I[${send.at + 5} + k]]) * (F[I[${send.at} + k]] - F[I[${send.at + 4} + k]]);` : ''}
  }
  F[${words.error}] = -0.5;
  F[${words.errorLine}] = -1;${errors.map((as) => `\n  ${as}();`).join('')}${publish.map((as) => `\n  ${as}(1);`).join('')}${stateErrors ? `\n  ${stateErrors}();` : ''}${crossings ? `\n  ${crossings}(turn);` : ''}
  F[${at('error')} + turn] = F[${words.error}];
  F[${at('errorLine')} + turn] = F[${words.errorLine}];
  F[${at('bad')} + turn] = ${endsOverfull ? `F[${words.overfull}] !== 0 ? 2 : ` : ''}F[${words.failed}] !== 0 || F[${words.notFinite}] >= 0 || F[${words.broken}] !== 0 ? 1 : 0;
}`;
}

/** Mail, exchange, compensation. `plane` is the newly accepted one. */
export function acceptText(
  { accept, extremes }: PhaseNames,
  { receive, direct, voids }: PhaseLists,
  words: Words,
  decision: Decision,
): string {
  const integrate = `
  const step = F[${decision.lastStep}];
  for (let r = 0; r < ${3 * direct.count}; r = r + 3) {
    const from = I[${direct.at} + r], to = I[${direct.at + 1} + r], count = I[${direct.at + 2} + r];
    lanes: for (let l = 0; l < count; l++) F[to + l] = F[to + l] - F[from + l] * step;
  }`;
  const look = extremes === null ? '' : `\n  if ((F[${decision.accepted}] | 0) % ${extremes.every} === 0) ${extremes.as}();`;
  return `function accept(plane, parity) {
  for (let k = 0; k < ${4 * receive.count}; k = k + 4) {
    const slot = I[${receive.at + 3} + k] + ${mailStride} * parity, volume = I[${receive.at + 2} + k];
    F[I[${receive.at} + k]] = F[slot];
    F[I[${receive.at + 1} + k]] = F[slot + 1];
    if (volume >= 0) F[volume] = F[slot + 2];
  }
${accept.map((as) => `  ${as}();`).join('\n')}${look}${direct.count > 0 ? integrate : ''}${voids.count > 0 ? reportVoidsText(voids, words, decision) : ''}
}`;
}

/** Largest voids and when they were, of columns that hold some; tells of one that is larger than its room. */
function reportVoidsText({ at, count }: List, { hollow, overfull }: Words, { acceptedTime }: Decision): string {
  return `
  if (F[${hollow}] !== 0) {
    const now = F[${acceptedTime}];
    for (let k = 0; k < ${7 * count}; k = k + 7) {
      if (F[I[${at} + k] + plane] !== 0) {
        const from = I[${at + 1} + k + plane], report = I[${at + 3} + k], rows = I[${at + 4} + k], stride = I[${at + 5} + k], lent = I[${at + 6} + k];
        for (let r = 0; r < rows; r++) {
          const v = F[from + r];
          if (v > 0) {
            const largest = (report + r) | 0;
            if (F[largest] === 0) F[largest + stride] = now;
            F[largest] = Math.max(F[largest], v);
            F[largest + 2 * stride] = now;
            let room = F[largest + 3 * stride];
            if (v > room && lent >= 0) {
              const first = I[lent + 2 * r], cells = I[lent + 1 + 2 * r];
              for (let j = 0; j < cells; j++) room = room + F[I[first + j]];
            }
            if (v > room) F[${overfull}] = 1;
          }
        }
      }
    }
  }`;
}

/**
/**
 * Waves that arrive, and the record: after an accepted step, when the partitions that the waves come from have published. With a row all states, holds and
 * outputs are judged: pressures that are no number are met in the step itself, but what only signals pass on is not. v - v is 0 of every number.
 * `exact`: offset of the times of rows, where these stand at exact multiples; what they are made of is then noted after every accepted step.
 */
export function settleText(
  { receive, means }: PhaseNames,
  { record, judged }: PhaseLists,
  { broken }: Words,
  decision: Decision,
  exact: number | null,
): string {
  const words = exact === null ? 3 : 5;
  const rows =
    exact === null
      ? `    for (let k = 0; k < ${3 * record.count}; k = k + 3) F[I[${record.at + 2} + k] + row] = F[I[${record.at} + k + plane]];`
      : exactRowsText(record, decision, exact);
  return `function settle(plane) {
${receive.map((as) => `  ${as}(1);\n`).join('')}  const row = F[${decision.recordRow}] | 0;
  if (row >= 0) {
${means.map((as) => `    ${as}(1);\n`).join('')}${rows}
    let none = 0.5 - 0.5;
    for (let k = 0; k < ${words * record.count}; k = k + ${words}) {
      const v = F[I[${record.at} + k + plane]];
      none = none + (v - v);
    }
    for (let k = 0; k < ${3 * judged.count}; k = k + 3) {
      const from = I[${judged.at} + k + plane], rows = I[${judged.at + 2} + k];
      let most = 0.5 - 0.5;
      lanes: for (let r = 0; r < rows; r++) {
        const v = F[from + r], e = v - v === 0 ? 0 : 1;
        most = e > most ? e : most;
      }
      none = none + most;
    }
    if (none !== 0) F[${broken}] = 1;
  }
}`;
}

/** Compensation for the new step from the accepted state. */
export function rejectText({ reject }: PhaseNames): string {
  return `function reject() {\n${reject.map((as) => `  ${as}();`).join('\n')}\n}`;
}

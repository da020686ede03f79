/**
 * Texts of steps that end at crossings (equations/crossings.ts). What crosses in a trial at the part x of its step Δ has that repeated to x Δ, which all partitions find from
 * the same numbers. Then the step is as long again as it was to be: what jumps in the next one has its error judged as all else.
 *
 *     not repeated    x Δ below the smallest step, or x above 1 - ε: it ends there already; what the step after one that ended at a crossing or an event crosses: its
 *                     cause is known; more than eight times; what comes again within a few steps: it slides, and each turn is counted as chatter
 */
import { crossed } from '../../equations/crossings.js';
import { type PartitionLayout, publishedStride, publishedWords } from '../../network/layout.js';
import type { MasterProgram } from './master.js';

/** ε, and repeats for one crossing. */
export const locating = { nearEnd: 1e-3, repeats: 8 };

/** Text of `crossings(turn)`: publishes the first of a partition, and how many came again too soon. */
export function crossingsText({ crossings: { at, count }, published }: Pick<PartitionLayout, 'crossings' | 'published'>): string {
  const [first, again] = (['crossing', 'again'] as const).map((word) => published + publishedWords.indexOf(word));
  return `function crossings(turn) {
  F[${first} + turn] = ${crossed.none};
  F[${again} + turn] = 0;
  for (let r = 0; r < ${count}; r++) {
    const x = F[${at} + r];
    if (x < 0) F[${again} + turn] = F[${again} + turn] + 1;
    else F[${first} + turn] = Math.min(F[${first} + turn], x);
  }
}`;
}

/** Where a decision finds the first crossing of all, and whether the step is to be repeated for it. */
export function firstCrossingText({ crossings, decision: d, settings }: MasterProgram): string {
  if (!crossings) return '';
  const at = (word: 'crossing' | 'again'): string =>
    `F[I[${crossings.list.at} + k] + ${publishedStride} * parity + ${publishedWords.indexOf(word)}]`;
  return `
  let first = 1e300, again = 0.5 - 0.5;
  for (let k = 0; k < ${crossings.list.count}; k++) {
    first = Math.min(first, ${at('crossing')});
    again = again + ${at('again')};
  }
  const repeats = bad === 0 && first < ${1 - locating.nearEnd} && first * step >= ${settings.minimumStep} && F[${d.landed}] === 0 && F[${d.repeats}] < ${locating.repeats};`;
}

/** The trial is taken back, and the next one ends at the crossing; what the step was to be is kept. */
export function repeatText({ decision: d }: Pick<MasterProgram, 'decision'>): string {
  return `
    F[${d.crossing}] = F[${d.acceptedTime}] + first * step;
    F[${d.repeats}] = F[${d.repeats}] + 1;`;
}

/** Of an accepted step: whether it ended at the crossing, or at an event (`near`: what rounding leaves). */
export function landedText(
  { decision: d, crossings, settings }: Pick<MasterProgram, 'decision' | 'crossings' | 'settings'>,
  near: string,
): string {
  if (!crossings) return '';
  const met = `      F[${d.located}] = F[${d.located}] + 1;
      F[${d.landed}] = 1;
      F[${d.crossing}] = 0;`;
  const passing = `      const meets = F[${d.landed}] === 0;
      F[${d.located}] = F[${d.located}] + (meets ? 1 : 0);
      F[${d.landed}] = meets ? 1 : 0;
      F[${d.crossing}] = meets ? time + ${settings.minimumStep} : 0;`;
  return `
    F[${d.chatter}] = F[${d.chatter}] + again;
    if (F[${d.crossing}] > 0 && time >= F[${d.crossing}] - ${near}) {
${crossings.late ? passing : met}
    } else F[${d.landed}] = F[${d.event}] > F[${d.timeBefore}] && time >= F[${d.event}] - ${near} ? 1 : 0;
    F[${d.repeats}] = 0;`;
}

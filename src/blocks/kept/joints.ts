/** Joints without volume whose pressure fell below the vapour pressure: watches, looked at now and then. Their equations have no cavity: the oil there is taken to pull. */
import { noValue } from './envelopes.step.js';
import type { Observer, ObserverRow, Quantity } from './observer.js';
import { putWatch, type WatchWord, watchLoop, watchMemory, watchWord } from './watches.js';

/** One of them; times are those of steps that were looked at. */
export interface JointCavity {
  /** One of the ports that meet there: 'valve.in'. */
  readonly where: string;
  /** s: when it was below first, and last. */
  readonly first: number;
  readonly last: number;
  /** Pa, and when, s. */
  readonly lowest: number;
  readonly lowestTime: number;
}

export interface JointRow extends ObserverRow {
  readonly where: string;
  readonly quantity: Quantity;
}

export const joints: Observer<JointRow, readonly JointCavity[]> = {
  rows: (site) => site.joints().map((one) => ({ ...one, partition: one.quantity.partition })),
  memory: () => watchMemory,
  entry: ({ quantity: { plane0, plane1 } }, at) => [plane0, plane1, at],
  loops: (list, words) => ({ look: watchLoop(list, words) }),
  start(F, { at }, { vapourPressure }) {
    putWatch(F, at, { sign: 1, limit: vapourPressure, extreme: noValue, extremeTime: 0, first: -1, last: 0, total: 0 });
  },
  // The lowest first.
  findings: (F, rows) =>
    rows
      .map(({ row: { where }, at }) => {
        const word = (of: WatchWord): number => watchWord(F, at, of);
        return { where, first: word('first'), last: word('last'), lowest: word('extreme'), lowestTime: word('extremeTime') };
      })
      .filter(({ first }) => first >= 0)
      .sort((a, b) => a.lowest - b.lowest),
};

/** Envelopes and watches of a run (program/kept.ts): what they begin with, what a checkpoint has of them, what they have found. */
import { type EnvelopeWord, envelopeWords, noValue, type WatchWord, watchWords } from '../../blocks/kept.js';
import type { Kept } from '../../program/kept.js';
import { modeSize } from '../../program/keptModes.js';
import type { JointCavity } from '../../results/joints.js';
import type { Envelope, Watch } from '../../results/kept.js';
import type { Session } from '../session.js';

/** What is kept of the state at t = 0, from which no step has been made yet. */
export function startKept({ F, kept, layout }: Pick<Session, 'F' | 'kept' | 'layout'>): void {
  const { vapourPressure } = layout.network.circuit.fluid;
  for (const { column, at } of kept.envelopes) {
    const value = F[column.plane1] as number;
    const start: Record<EnvelopeWord, number> = {
      ...{ low: value, high: value, lowest: value, highest: value },
      ...{ lowTime: 0, highTime: 0, lowestTime: 0, highestTime: 0 },
    };
    put(F, at, envelopeWords, start);
  }
  for (const { column, at, watched } of kept.watches) {
    const sign = watched.condition.relation === '<' ? 1 : -1;
    const [limit, extreme] = [sign * watched.limit, sign * (F[column.plane1] as number)];
    const start: Record<WatchWord, number> = { sign, limit, extreme, extremeTime: 0, first: extreme < limit ? 0 : -1, last: 0, total: 0 };
    put(F, at, watchWords, start);
  }
  for (const { cell, at } of kept.modes) F[at] = F[cell] as number;
  for (const { at } of kept.joints)
    put(F, at, watchWords, { sign: 1, limit: vapourPressure, extreme: noValue, extremeTime: 0, first: -1, last: 0, total: 0 });
}

/** Once the first row is recorded. */
export function beginIntervals({ F, kept }: Pick<Session, 'F' | 'kept'>): void {
  for (const { at } of kept.envelopes) {
    F[at + envelopeWords.indexOf('low')] = noValue;
    F[at + envelopeWords.indexOf('high')] = -noValue;
  }
}

function put<Word extends string>(F: Float64Array, at: number, words: readonly Word[], values: Readonly<Record<Word, number>>): void {
  for (const [k, word] of words.entries()) F[at + k] = values[word];
}

/** Runs of doubles that a checkpoint has, in the order of the circuit. */
export function keptCells({ envelopes, watches, joints, modes }: Kept): { at: number; count: number }[] {
  return [
    ...envelopes.map(({ at }) => ({ at, count: envelopeWords.length })),
    ...[...watches, ...joints].map(({ at }) => ({ at, count: watchWords.length })),
    ...modes.map((one) => ({ at: one.at, count: modeSize(one) })),
  ];
}

/** Extremes of the whole run, also of steps behind the last row. */
export function envelopesOf({ F, kept }: Pick<Session, 'F' | 'kept'>): Envelope[] {
  return kept.envelopes.map(({ column: { name, unit }, at }) => {
    const word = (of: EnvelopeWord): number => F[at + envelopeWords.indexOf(of)] as number;
    const isLower = word('low') < word('lowest');
    const isHigher = word('high') > word('highest');
    return {
      ...{ name, unit },
      ...(isLower ? { lowest: word('low'), lowestTime: word('lowTime') } : { lowest: word('lowest'), lowestTime: word('lowestTime') }),
      ...(isHigher
        ? { highest: word('high'), highestTime: word('highTime') }
        : { highest: word('highest'), highestTime: word('highestTime') }),
    };
  });
}

/** Joints below the vapour pressure, the lowest first. */
export function jointCavitiesOf({ F, kept }: Pick<Session, 'F' | 'kept'>): JointCavity[] {
  return kept.joints
    .map(({ where, at }): JointCavity => {
      const word = (of: WatchWord): number => F[at + watchWords.indexOf(of)] as number;
      return { where, first: word('first'), last: word('last'), lowest: word('extreme'), lowestTime: word('extremeTime') };
    })
    .filter(({ first }) => first >= 0)
    .sort((a, b) => a.lowest - b.lowest);
}

/** What the watches of a run have found. */
export function watchesOf({ F, kept }: Pick<Session, 'F' | 'kept'>): Watch[] {
  return kept.watches.map(({ column: { name, unit }, at, watched: { condition, limit } }) => {
    const word = (of: WatchWord): number => F[at + watchWords.indexOf(of)] as number;
    const isMet = word('first') >= 0;
    return {
      ...{ name, unit, condition: condition.text, relation: condition.relation, limit },
      ...{ first: isMet ? word('first') : null, last: isMet ? word('last') : null, seconds: word('total') },
      // 0 - 0, not -0.
      ...{ extreme: condition.relation === '<' ? word('extreme') : 0 - word('extreme'), extremeTime: word('extremeTime') },
    };
  });
}

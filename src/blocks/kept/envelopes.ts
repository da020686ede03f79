/**
 * Envelopes: smallest and largest value of a quantity since the last recorded row, and of the whole run, with their times. These are ends of accepted steps, as those of
 * rows are; a quantity has the value that a row of that step would have.
 */
import { type Block, namesOf } from '../column.js';
import { endInterval, keepEnvelopes, noValue } from './envelopes.step.js';
import { type Asked, type Asking, type Observer, type ObserverRow, putWords, type Quantity } from './observer.js';

const envelope = {
  name: 'envelopes',
  row: 'quantity',
  columns: {
    low: { unit: '', writer: 'receive', use: 'saved', about: 'smallest value since the last recorded row' },
    lowTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
    high: { unit: '', writer: 'receive', use: 'saved', about: 'largest value since the last recorded row' },
    highTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
    lowest: { unit: '', writer: 'receive', use: 'saved', about: 'smallest value until the last recorded row' },
    lowestTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
    highest: { unit: '', writer: 'receive', use: 'saved', about: 'largest value until the last recorded row' },
    highestTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
  },
} as const satisfies Block;
type Word = keyof (typeof envelope)['columns'];
const words = namesOf(envelope.columns);
const memory = [{ block: envelope, stride: 1 }];

/** Smallest and largest value of a run, SI, and when they were first, s. */
export interface Envelope {
  readonly name: string;
  readonly unit: string;
  readonly lowest: number;
  readonly lowestTime: number;
  readonly highest: number;
  readonly highestTime: number;
}

export interface EnvelopeRow extends ObserverRow {
  readonly quantity: Quantity;
}

/** Columns of recorded rows that have the envelope of a quantity since the row before; of the first row its value at t = 0. */
export function envelopeColumns({ name, unit }: { readonly name: string; readonly unit: string }) {
  return [
    { name: `${name}.min`, unit, word: words.indexOf('low') },
    { name: `${name}.min.t`, unit: 's', word: words.indexOf('lowTime') },
    { name: `${name}.max`, unit, word: words.indexOf('high') },
    { name: `${name}.max.t`, unit: 's', word: words.indexOf('highTime') },
  ] as const;
}

/** Whether a column has times of an envelope: no quantity that one would draw. */
export const isEnvelopeTime = (name: string): boolean => /\.(min|max)\.t$/.test(name);

const asks: Asking<Asked> = {
  setting: 'envelope',
  noun: 'name or glob',
  form: "such as 'r*.p'",
  read: (text) => ({ text, pattern: text, values: [] }),
};

export const envelopes: Observer<EnvelopeRow, readonly Envelope[]> = {
  asks,
  rows: (site) => site.asked(asks).map(({ quantity }) => ({ partition: quantity.partition, quantity })),
  memory: () => memory,
  entry: ({ quantity: { plane0, plane1 } }, at) => [plane0, plane1, at],
  loops({ at, count }, { acceptedTime, isExact, rows, rowFrom }) {
    const o = { envelopes: at, envelopeCount: count, acceptedTime };
    return {
      receive: { step: keepEnvelopes, offsets: o },
      row: { step: endInterval, offsets: { ...o, none: noValue, isExact, rows, rowFrom } },
    };
  },
  start(F, { row, at }) {
    const value = F[row.quantity.plane1];
    putWords(F, at, words, {
      ...{ low: value, high: value, lowest: value, highest: value },
      ...{ lowTime: 0, highTime: 0, lowestTime: 0, highestTime: 0 },
    });
  },
  begin(F, at) {
    F[at + words.indexOf('low')] = noValue;
    F[at + words.indexOf('high')] = -noValue;
  },
  columns: ({ quantity }) => envelopeColumns(quantity),
  // Of the whole run, also of steps behind the last row.
  findings: (F, rows) =>
    rows.map(({ row: { quantity }, at }) => {
      const word = (of: Word): number => F[at + words.indexOf(of)];
      const isLower = word('low') < word('lowest');
      const isHigher = word('high') > word('highest');
      return {
        ...{ name: quantity.name, unit: quantity.unit },
        ...(isLower ? { lowest: word('low'), lowestTime: word('lowTime') } : { lowest: word('lowest'), lowestTime: word('lowestTime') }),
        ...(isHigher
          ? { highest: word('high'), highestTime: word('highTime') }
          : { highest: word('highest'), highestTime: word('highestTime') }),
      };
    }),
  shown: (findings) => ({
    table: {
      headings: ['of every step', 'smallest', 'at', 'largest', 'at'],
      rows: findings.map(({ name, unit, lowest, lowestTime, highest, highestTime }) => [
        name,
        { value: lowest, unit },
        { value: lowestTime, unit: 's' },
        { value: highest, unit },
        { value: highestTime, unit: 's' },
      ]),
    },
  }),
};

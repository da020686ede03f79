/** Watches: for how long a quantity was beyond a limit, when first and last, and how far. A step counts in full where the limit is passed at its end. */
import { type Block, namesOf } from '../column.js';
import { type Asked, type AskedQuantity, type Asking, type Observer, type ObserverLoop, type ObserverWords, putWords } from './observer.js';
import { keepWatches } from './watches.step.js';

const watch = {
  name: 'watches',
  row: 'quantity',
  columns: {
    sign: { unit: '', writer: 'fill', use: 'constant', about: '1 where it is watched for being below its limit, -1 for above' },
    limit: { unit: '', writer: 'fill', use: 'constant', about: 'the limit, times the sign' },
    extreme: { unit: '', writer: 'receive', use: 'saved', about: 'smallest value times the sign' },
    extremeTime: { unit: 's', writer: 'receive', use: 'saved', about: 'when it was first' },
    first: { unit: 's', writer: 'receive', use: 'saved', about: 'end of the first step at which the limit was passed, -1 for none' },
    last: { unit: 's', writer: 'receive', use: 'saved', about: 'end of the last such step' },
    total: { unit: 's', writer: 'receive', use: 'saved', about: 'length of all such steps' },
  },
} as const satisfies Block;
export type WatchWord = keyof (typeof watch)['columns'];
const words = namesOf(watch.columns);
export const watchMemory = [{ block: watch, stride: 1 }];

/** Sets the words of a watch. */
export const putWatch = (F: Float64Array, at: number, values: Readonly<Record<WatchWord, number>>): void => putWords(F, at, words, values);

/** A word of a watch. */
export const watchWord = (F: Float64Array, at: number, word: WatchWord): number => F[at + words.indexOf(word)];

/** The loop over a list of watches. */
export const watchLoop = (
  { at, count }: { readonly at: number; readonly count: number },
  { acceptedTime, lastStep }: ObserverWords,
): ObserverLoop => ({ step: keepWatches, offsets: { watches: at, watchCount: count, acceptedTime, lastStep } });

/** A quantity that was watched. */
export interface Watch {
  readonly name: string;
  readonly unit: string;
  /** As it was asked for: 'c*.in.p < 60 bar'. */
  readonly condition: string;
  readonly relation: '<' | '>';
  /** SI */
  readonly limit: number;
  /** s: ends of the first and the last accepted step at which it was beyond the limit; null: never. */
  readonly first: number | null;
  readonly last: number | null;
  /** s: length of all accepted steps at whose end it was. */
  readonly seconds: number;
  /** The smallest value of '<', the largest of '>', SI, whether beyond the limit or not, and when it was first, s. */
  readonly extreme: number;
  readonly extremeTime: number;
}

/** A condition as it is written. */
export interface Condition extends Asked {
  readonly relation: '<' | '>';
}

/** How a condition is written. */
export const conditionForm = "name or glob, < or >, quantity, such as 'c*.in.p < 60 bar'";

/** Reads a condition; null for other texts. */
export function readCondition(text: string): Condition | null {
  const [, pattern, relation, limit] = /^\s*([^\s<>]+)\s*([<>])\s*([^\s=<>].*?)\s*$/.exec(text) ?? [];
  if (pattern === undefined || limit === undefined) return null;
  return { text: `${pattern} ${relation} ${limit}`, pattern, relation: relation as '<' | '>', values: [limit] };
}

const asks: Asking<Condition> = { setting: 'watch', noun: 'condition', form: conditionForm, read: readCondition };

export type WatchRow = AskedQuantity<Condition> & { readonly partition: number };

export const watches: Observer<WatchRow, readonly Watch[]> = {
  asks,
  rows: (site) => site.asked(asks).map((one) => ({ ...one, partition: one.quantity.partition })),
  memory: () => watchMemory,
  entry: ({ quantity: { plane0, plane1 } }, at) => [plane0, plane1, at],
  loops: (list, words) => ({ receive: watchLoop(list, words) }),
  start(F, { row, at }) {
    const sign = row.asked.relation === '<' ? 1 : -1;
    const [limit, extreme] = [sign * row.values[0], sign * F[row.quantity.plane1]];
    putWatch(F, at, { sign, limit, extreme, extremeTime: 0, first: extreme < limit ? 0 : -1, last: 0, total: 0 });
  },
  findings: (F, rows) =>
    rows.map(
      ({
        row: {
          quantity,
          asked: { text, relation },
          values: [limit],
        },
        at,
      }) => {
        const word = (of: WatchWord): number => watchWord(F, at, of);
        const isMet = word('first') >= 0;
        return {
          ...{ name: quantity.name, unit: quantity.unit, condition: text, relation, limit },
          ...{ first: isMet ? word('first') : null, last: isMet ? word('last') : null, seconds: word('total') },
          // 0 - 0, not -0.
          ...{ extreme: relation === '<' ? word('extreme') : 0 - word('extreme'), extremeTime: word('extremeTime') },
        };
      },
    ),
  shown(findings) {
    const conditions = [...new Set(findings.map(({ condition }) => condition))];
    if (conditions.length === 0) return {};
    const lines = conditions.map((condition) => {
      const all = findings.filter((watch) => watch.condition === condition);
      const met = all.filter(({ first }) => first !== null).length;
      return `${condition}: ${met === 0 ? 'never' : `${met} of ${all.length} ${all.length === 1 ? 'quantity' : 'quantities'}`}`;
    });
    // Longest first.
    const met = findings.filter(({ first }) => first !== null).sort((a, b) => b.seconds - a.seconds);
    const time = (value: number | null) => ({ value: value as number, unit: 's' });
    return {
      entry: { label: 'watched', lines },
      table: {
        headings: ['watched', 'condition', 'first', 'last', 'in all', 'extreme', 'at'],
        rows: met.map(({ name, unit, condition, first, last, seconds, extreme, extremeTime }) => [
          ...[name, condition, time(first), time(last), time(seconds)],
          ...[{ value: extreme, unit }, time(extremeTime)],
        ]),
      },
    };
  },
};

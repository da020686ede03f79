/** Questions to results that were read back: when, and for how long, a quantity was beyond a limit. */
import { envelopeColumns } from '../blocks/kept/envelopes.js';
import type { StoredColumn, StoredRows } from './stores/store.js';

/** The question about a quantity. */
export interface Question {
  readonly name: string;
  readonly relation: '<' | '>';
  /** SI */
  readonly limit: number;
}

/** The answer from the results. */
export interface Answer extends Question {
  readonly unit: string;
  /** An envelope has every accepted step, rows only those that they were recorded at. */
  readonly from: 'envelope' | 'rows';
  /** s: a time at which it was beyond the limit, the first that is known; the last one; null: at none. */
  readonly first: number | null;
  readonly last: number | null;
  /** s: how long in all, where a step counts in full at whose end it is. An envelope gives bounds; of rows, each stands for the time since the one before. */
  readonly seconds: { readonly least: number; readonly most: number };
  /** The smallest value of '<', the largest of '>', and when it was. */
  readonly extreme: number;
  readonly extremeTime: number;
  /** Rows, or intervals of an envelope, that have no number (NaN): whether it was beyond the limit there is not known. */
  readonly unknown: number;
}

/** The quantities that results can be asked for: recorded ones, and those that have an envelope. */
export function askable(columns: readonly StoredColumn[]): StoredColumn[] {
  const names = new Set(columns.map(({ name }) => name));
  const found = new Map<string, StoredColumn>();
  const enveloped = new Set<string>();
  for (const { name, unit } of columns) {
    const base = /^(.+)\.min$/.exec(name)?.[1];
    const of = base === undefined ? [] : envelopeColumns({ name: base, unit });
    if (base === undefined || !of.every((column) => names.has(column.name))) continue;
    found.set(base, { name: base, unit });
    for (const column of of) enveloped.add(column.name);
  }
  for (const column of columns) if (!enveloped.has(column.name)) found.set(column.name, column);
  return [...found.values()];
}

/** Names of the columns that an answer about a quantity may be made of. */
const columnsOf = (name: string): string[] => [name, ...envelopeColumns({ name, unit: '' }).map((column) => column.name)];

/** The answer, of the envelope where there is one, else of rows; there is one of the two. */
export function answerOf(rows: StoredRows, question: Question): Answer {
  const index = new Map(rows.columns.map(({ name }, k) => [name, k]));
  const columns = columnsOf(question.name).map((name) => rows.values[index.get(name) ?? -1]);
  const [own, low, lowTime, high, highTime] = columns;
  const isBelow = question.relation === '<';
  const [far, farTime, near] = isBelow ? [low, lowTime, high] : [high, highTime, low];
  const unit = rows.columns.find(({ name }) => name === question.name || name === `${question.name}.min`)?.unit ?? '';
  if (far && farTime && near) return { ...question, unit, from: 'envelope', ...counted(rows.t, far, farTime, near, question) };
  if (!own) throw new Error(`${question.name} is not among the rows`);
  return { ...question, unit, from: 'rows', ...counted(rows.t, own, rows.t, own, question) };
}

/** `far`: the values of each interval that go furthest, with their times; `near`: those that go least. */
function counted(
  t: Float64Array,
  far: Float64Array,
  farTime: Float64Array,
  near: Float64Array,
  { relation, limit }: Question,
): Pick<Answer, 'first' | 'last' | 'seconds' | 'extreme' | 'extremeTime' | 'unknown'> {
  const sign = relation === '<' ? 1 : -1;
  let [first, last]: [number | null, number | null] = [null, null];
  let [least, most, extreme, extremeTime, unknown] = [0, 0, Number.NaN, Number.NaN, 0];
  for (let row = 0; row < t.length; row++) {
    const [value, time] = [far[row] as number, farTime[row] as number];
    const length = row === 0 ? 0 : (t[row] as number) - (t[row - 1] as number);
    if (Number.isNaN(value)) unknown++;
    if (Number.isNaN(extreme) || sign * value < sign * extreme) [extreme, extremeTime] = [value, time];
    if (sign * value < sign * limit) {
      first ??= time;
      last = time;
      most += length;
    }
    if (sign * (near[row] as number) < sign * limit) least += length;
  }
  return { first, last, seconds: { least, most }, extreme, extremeTime, unknown };
}

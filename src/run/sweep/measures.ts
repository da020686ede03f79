/**
 * Measures of each variant of a sweep: one number of one recorded quantity y at times t. Measures of extremes, levels and bands see every accepted step: rows, and between
 * them the smallest and the largest value at their own times (everyStep.ts), so that a peak between two rows counts. Last value and means are of rows. Between the points
 * that it sees y is taken as linear: integrals are those of straight lines, times of crossings lie between points.
 */
import { didYouMean } from '../../circuit/file/closest.js';
import { parseQuantity, UnitError } from '../../circuit/text/units.js';
import { RunError } from '../../results/runError.js';
import type { Series } from './everyStep.js';

/** A measure as it is written: 'settling(n1.p, 2 %)'. */
export interface Measure {
  readonly text: string;
  readonly name: string;
  readonly signal: string;
  /** The second argument, as written. */
  readonly argument: string | null;
}

type Samples = ArrayLike<number>;

interface Definition {
  /** Unit of the number where it is not the quantity's. */
  readonly unit?: string;
  /** The kind of the second argument; none is taken where it is absent. */
  readonly argument?: 'band' | 'level';
  /** Whether it is of recorded rows only. */
  readonly ofRows?: true;
  /** NaN where there is no such number. `rows`: recorded ones; `steps`: with what lies between them. */
  value(rows: Series, steps: Series, argument: number): number;
}

const at = (rows: Samples, k: number): number => rows[k];
const last = (rows: Samples): number => at(rows, rows.length - 1);

/** Row of the largest `sign`·y, the first of several. */
function extreme(y: Samples, sign: number): number {
  let found = 0;
  for (let k = 1; k < y.length; k++) if (sign * at(y, k) > sign * at(y, found)) found = k;
  return found;
}

const largest = (y: Samples, sign: number): number => at(y, extreme(y, sign));

/** ∫f dt over the time there is, f the mean of a piece from its two ends; where there is no time, that of the one row. */
function timeMean(t: Samples, y: Samples, mean: (a: number, b: number) => number): number {
  const whole = last(t) - at(t, 0);
  if (!(whole > 0)) return mean(at(y, 0), at(y, 0));
  let sum = 0;
  for (let k = 1; k < t.length; k++) sum += (at(t, k) - at(t, k - 1)) * mean(at(y, k - 1), at(y, k));
  return sum / whole;
}

/** Time at which the line from row k to row k + 1 is at a level. */
function crossing(t: Samples, y: Samples, k: number, level: number): number {
  const [from, to] = [at(y, k), at(y, k + 1)];
  return at(t, k) + ((level - from) / (to - from)) * (at(t, k + 1) - at(t, k));
}

/** First time at which `sign`·y is above `sign`·level. */
function firstBeyond({ t, y }: Series, level: number, sign: number): number {
  for (let k = 0; k < y.length; k++) {
    if (!(sign * at(y, k) > sign * level)) continue;
    return k === 0 ? at(t, 0) : crossing(t, y, k - 1, level);
  }
  return Number.NaN;
}

/** Time from which on y stays within ±band of its last value, `end`. */
function settling({ t, y }: Series, end: number, band: number): number {
  let k = y.length - 1;
  while (k >= 0 && Math.abs(at(y, k) - end) <= band) k--;
  if (k === y.length - 1) return Number.NaN;
  return k < 0 ? at(t, 0) : crossing(t, y, k, at(y, k) > end ? end + band : end - band);
}

const definitions: Readonly<Record<string, Definition>> = {
  min: { value: (_, { y }) => largest(y, -1) },
  max: { value: (_, { y }) => largest(y, 1) },
  range: { value: (_, { y }) => largest(y, 1) - largest(y, -1) },
  final: { ofRows: true, value: ({ y }) => last(y) },
  mean: { ofRows: true, value: ({ t, y }) => timeMean(t, y, (a, b) => (a + b) / 2) },
  rms: { ofRows: true, value: ({ t, y }) => Math.sqrt(timeMean(t, y, (a, b) => (a * a + a * b + b * b) / 3)) },
  timeOfMin: { unit: 's', value: (_, { t, y }) => at(t, extreme(y, -1)) },
  timeOfMax: { unit: 's', value: (_, { t, y }) => at(t, extreme(y, 1)) },
  settling: { unit: 's', argument: 'band', value: ({ y }, steps, band) => settling(steps, last(y), band) },
  /** How far y goes beyond its last value, over the whole change from its first to its last. */
  overshoot: {
    unit: '1',
    value: ({ y }, steps) => {
      const change = last(y) - at(y, 0);
      return change === 0 ? Number.NaN : Math.max(0, (largest(steps.y, Math.sign(change)) - last(y)) / change);
    },
  },
  firstAbove: { unit: 's', argument: 'level', value: (_, steps, level) => firstBeyond(steps, level, 1) },
  firstBelow: { unit: 's', argument: 'level', value: (_, steps, level) => firstBeyond(steps, level, -1) },
};

/** Names of measures, for help texts. */
export const measureNames: readonly string[] = Object.keys(definitions);

/** Reads a measure. Throws RunError for a mistake of form or an unknown name; whether the quantity is there is the record's to say. */
export function readMeasure(text: string): Measure {
  const [, name = '', signal = '', argument] = /^\s*(\w+)\s*\(\s*([^,()\s]+)\s*(?:,\s*([^()]+?)\s*)?\)\s*$/.exec(text) ?? [];
  if (name === '') refuse(text, 'not a measure', "write 'max(cyl.x)', or 'settling(cyl.x, 2 %)'");
  const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
  if (!definition) refuse(text, `no measure '${name}'${didYouMean(name, measureNames)}`, `the measures are ${measureNames.join(', ')}`);
  if (/[*?]/.test(signal)) refuse(text, `'${signal}' is a pattern`, 'name one quantity');
  const wanted = definition.argument;
  if (wanted && argument === undefined)
    refuse(text, `${name} needs a ${wanted}`, `write '${name}(${signal}, ${wanted === 'band' ? '2 %' : 'a quantity'})'`);
  if (!wanted && argument !== undefined) refuse(text, `${name} takes one quantity and nothing else`, `write '${name}(${signal})'`);
  return { text: text.trim(), name, signal, argument: argument ?? null };
}

function refuse(text: string, why: string, remedy: string): never {
  throw new RunError('RUN244', `measure ${text.trim()}: ${why}`, remedy);
}

/** Unit of a measure of a quantity of `unit`. */
export function measureUnit({ name }: Measure, unit: string): string {
  return definitions[name]?.unit ?? unit;
}

/** Throws RunError where the second argument does not suit the quantity's unit. */
export function checkArgument(measure: Measure, unit: string): void {
  argumentOf(measure, unit, 1);
}

/** A level, or a band: a part of the whole change of y where it is in %, else a quantity of its unit; below 0 it is refused. */
function argumentOf({ text, name, argument }: Measure, unit: string, change: number): number {
  if (argument === null) return Number.NaN;
  const isBand = definitions[name]?.argument === 'band';
  let value: number;
  try {
    value = isBand && argument.endsWith('%') ? parseQuantity(argument, '1') * Math.abs(change) : parseQuantity(argument, unit);
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    refuse(text, error.message, isBand ? `${error.remedy}, or a part of the whole change in %` : error.remedy);
  }
  if (isBand && !(value >= 0)) refuse(text, `the band ${argument} is below 0`, 'write how far it may be off to either side');
  return value;
}

/** Whether a measure is of recorded rows only, and needs no envelope. */
export const isOfRows = ({ name }: Measure): boolean => definitions[name]?.ofRows === true;

/** The number, SI; NaN where there is none, as of a level that is never reached. `rows` of a quantity of `unit`; `steps` with what lies between them. */
export function measured(measure: Measure, rows: Series & { readonly unit: string }, steps: Series = rows): number {
  const change = last(rows.y) - at(rows.y, 0);
  return (definitions[measure.name] as Definition).value(rows, steps, argumentOf(measure, rows.unit, change));
}

/** Ranges in which parameters are searched: 'throttle.area=2 mm2..12 mm2', with ' log' behind it where it is searched by factors, and ' from 5 mm2' where it begins. */
import { RunError } from '../../results/runError.js';

/** One parameter and where it is looked for, numbers in the unit that they are written with. */
export interface Searched {
  readonly name: string;
  /** '' where the numbers have none. */
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly isLogarithmic: boolean;
  /** Where a search begins: 0 at the lower bound, 1 at the upper. */
  readonly start: number;
}

const quantity = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(\D.*)?$/;
const searchedForm = "write 'component.parameter=low..high', both with the same unit; ' log' and ' from VALUE' may follow";

function refuse(text: string, why: string): never {
  throw new RunError('RUN245', `vary ${text}: ${why}`, searchedForm);
}

/** Reads all ranges. Throws RunError with the first mistake of form; whether names and values suit the circuit is its reader's to say. */
export function readSearched(texts: readonly string[], set: readonly string[] = []): Searched[] {
  const all = texts.map((text) => {
    const [, name = '', range = ''] =
      /^\s*(\w+\.(?:\w+|(?<=\bfluid\.)air\.\w+))\s*=(.*)$/s.exec(text) ?? refuse(text, 'not an assignment of a range');
    return { name, ...readRange(range, (why) => refuse(text, why)) };
  });
  const fixed = set.map((entry) => entry.split('=')[0]?.trim());
  all.forEach(({ name }, k) => {
    if (all.findIndex((other) => other.name === name) < k) refuse(name, 'is given twice');
    if (fixed.includes(name)) refuse(name, 'is set to one value too');
  });
  return all;
}

/** Reads 'low..high', 'low..high log', 'low..high from value'. */
export function readRange(text: string, refused: (why: string) => never): Omit<Searched, 'name'> {
  const [, from = '', to = '', log, begin] =
    /^\s*(.+?)\s*\.\.\s*(.+?)(\s+log)?(?:\s+from\s+(.+?))?\s*$/.exec(text) ?? refused(`'${text.trim()}' is no range`);
  const read = (written: string): readonly [number, string] => {
    const [, number = '', unit = ''] = quantity.exec(written) ?? refused(`'${written}' is no quantity`);
    return [Number(number), unit.trim()];
  };
  const [[low, lowUnit], [high, unit]] = [read(from), read(to)];
  if (lowUnit !== unit && lowUnit !== '') refused(`'${text.trim()}' has two units`);
  if (!(low < high)) refused(`the lower end ${from} is not below the upper end ${to}`);
  const isLogarithmic = log !== undefined;
  if (isLogarithmic && !(low > 0)) refused(`'log' needs ends above 0, and ${from} is not`);
  const plain = { unit, low, high, isLogarithmic, start: 0.5 };
  if (begin === undefined) return plain;
  const [value, valueUnit] = read(begin);
  if (valueUnit !== unit && valueUnit !== '') refused(`'from ${begin}' has another unit than the ends`);
  if (value < low || value > high) refused(`it begins at ${begin}, which is not between ${from} and ${to}`);
  return { ...plain, start: shareOf(plain, value) };
}

type Range = Pick<Searched, 'low' | 'high' | 'isLogarithmic'>;

/** Number at a share of the range, in its unit. */
export function valueAt(range: Range, share: number): number {
  if (share <= 0) return range.low;
  return share >= 1 ? range.high : valueBeyond(range, share);
}

/** A value beyond the ends, too, as intervals reach. */
export function valueBeyond({ low, high, isLogarithmic }: Range, share: number): number {
  return isLogarithmic ? low * (high / low) ** share : low + share * (high - low);
}

/** Share of the range at a number. */
export function shareOf({ low, high, isLogarithmic }: Range, value: number): number {
  return isLogarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
}

/** As `--set` has it, '5.25 mm2'; 15 digits, which read back as the value that was run. */
export function writtenValue(searched: Omit<Searched, 'name'>, share: number): string {
  return `${Number(valueAt(searched, share).toPrecision(15))} ${searched.unit}`.trim();
}

/** `--set` entries of a point. */
export function settingsAt(searched: readonly Searched[], point: ArrayLike<number>): string[] {
  return searched.map((one, k) => `${one.name}=${writtenValue(one, point[k])}`);
}

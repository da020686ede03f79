/** Varied values of a sweep: `cbv.pilotRatio=2,3,4.5`, `LS.length=2 m..8 m:5`, `u.points=[[0 s, 0], [1 s, 1]],[[0 s, 1]]`; the product of all that are given. */
import { CircuitError } from '../../circuit/file/diagnostic.js';
import { RunError } from '../../results/runError.js';

/** One varied value: as `--set` has it. */
export interface Vary {
  readonly name: string;
  /** Unit that all values are written with; null where they are written differently, or are words. */
  readonly unit: string | null;
  /** As they are written, '2 m'. */
  readonly values: readonly string[];
}

const number = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(\D.*)?$/;
const remedy = "write 'component.parameter=value,value', or 'component.parameter=first..last:count', with units";

function refuse(text: string, why: string): never {
  throw new RunError('RUN243', `vary ${text}: ${why}`, remedy);
}

/** Reads all that is varied. Throws RunError with the first mistake of form; whether names and values suit the circuit is its reader's to say. */
export function readVaries(texts: readonly string[], set: readonly string[] = []): Vary[] {
  const varies = texts.map(readVary);
  const fixed = set.map((entry) => entry.split('=')[0]?.trim());
  varies.forEach(({ name }, k) => {
    if (varies.findIndex((other) => other.name === name) < k) refuse(name, 'is given twice; put all its values into one list');
    if (fixed.includes(name)) refuse(name, 'is set to one value too');
  });
  return varies;
}

function readVary(text: string): Vary {
  const [, name = '', list = ''] =
    /^\s*(\w+\.(?:\w+|(?<=\bfluid\.)air\.\w+))\s*=(.*)$/s.exec(text) ?? refuse(text, 'not an assignment of values');
  const values = itemsOf(list).flatMap((item) => valuesOf(text, item.trim()));
  const units = new Set(values.map((value) => number.exec(value)?.[2]?.trim() ?? (number.test(value) ? '' : null)));
  const [unit = null] = units;
  return { name, unit: units.size === 1 ? unit : null, values };
}

/** Parts between commas, but for those within brackets: a table is one value. */
function itemsOf(list: string): string[] {
  const items = [''];
  let depth = 0;
  for (const letter of list) {
    if (letter === '[') depth++;
    if (letter === ']') depth--;
    if (letter === ',' && depth === 0) items.push('');
    else items[items.length - 1] += letter;
  }
  return items;
}

/** One value, or those of a range: evenly spaced, both ends among them. */
function valuesOf(text: string, item: string): string[] {
  if (item === '') refuse(text, 'a value is missing');
  if (!item.includes('..') || item.startsWith('[')) return [item];
  const [, from = '', to = '', count = ''] = /^(.+?)\s*\.\.\s*(.+?)\s*:\s*(\d+)$/.exec(item) ?? refuse(text, `'${item}' is not a range`);
  const ends = [from, to].map((end) => number.exec(end) ?? refuse(text, `'${end}' is not a quantity`));
  const [first, last] = ends.map((end) => Number(end[1])) as [number, number];
  const [before = '', unit = ''] = ends.map((end) => end[2]?.trim());
  if (before !== unit && before !== '') refuse(text, `'${item}' has two units; write both ends with the same`);
  const steps = Number(count) - 1;
  if (steps < 1) refuse(text, `'${item}' has ${count} values; a range has 2 or more, its ends among them`);
  // 15 digits: 0.1 to 0.5 in five has 0.3, not the double beside it.
  return Array.from({ length: steps + 1 }, (_, k) =>
    `${Number(((first * (steps - k) + last * k) / steps).toPrecision(15))} ${unit}`.trim(),
  );
}

/** How many variants there are. */
export function variantCount(varies: readonly Vary[]): number {
  return varies.reduce((product, { values }) => product * values.length, 1);
}

/** Values of one variant, 0 to `variantCount` - 1: the last that is varied changes first. */
export function variantValues(varies: readonly Vary[], variant: number): string[] {
  let rest = variant;
  return varies
    .toReversed()
    .map(({ values }) => {
      const value = values[rest % values.length] as string;
      rest = Math.floor(rest / values.length);
      return value;
    })
    .reverse();
}

/** `--set` entries of values. */
export function settingsFor(varies: readonly Vary[], values: readonly string[]): string[] {
  return varies.map(({ name }, k) => `${name}=${values[k]}`);
}

/** Reads a circuit with varied values. It can be read without them, so mistakes are those of `option`, which gives them. Throws CircuitError. */
export function asVaried<Made>(option: '--vary' | '--map', read: () => Made): Made {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof CircuitError)) throw error;
    throw new CircuitError(
      error.file,
      error.diagnostics.map((d) => ({ ...d, message: d.message.replaceAll('--set ', `${option} `) })),
    );
  }
}

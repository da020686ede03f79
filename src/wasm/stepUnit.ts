/**
 * Step programs: ordinary functions over a memory, `(F, I, o, …integers)`, F its doubles, I the same bytes as Int32 words, o where their columns stand and what
 * they are made for. Called as they stand, they are what both back ends do; a back end gets the same text with the values of `o` in place of its names, so that places
 * are constants and a choice that `o` decides is none. They are written in the language of the kernels (wasm/program.ts).
 */
import type { Unit } from '../equations/unit.js';
import { numberText } from '../equations/writer.js';
import { inPlace } from './inPlace.js';

/** What a step program is made for: places (offsets), numbers, choices; functions on doubles, which are units of their own under the same name. */
export type StepOffsets = Readonly<Record<string, unknown>>;

/** Behind the offsets: integers, of functions that stand in place of their calls also doubles. */
export type StepFunction<O> = (F: Float64Array, I: Int32Array, o: O, ...rest: never[]) => unknown;

/** The unit of a step program. `parts`: functions without a result that stand in place of their calls; they know the same offsets. */
export function stepUnit<O extends object>(made: StepFunction<O>, offsets: O, as: string, parts: readonly StepFunction<O>[] = []): Unit {
  const names = [...parts, made].map((f) => f.name);
  const given = new RegExp(`\\b(${names.join('|')})\\(\\s*\\w+,\\s*\\w+,\\s*_?o(?:,\\s*)?`, 'g');
  const text = [...parts, made]
    .map((f) => String(f).replace(given, '$1('))
    .join('\n')
    .replace(/\bo\.(\w+)/g, (_, name: string) => valueText(made.name, name, (offsets as StepOffsets)[name]));
  return { text, javascript: inPlace(text, made.name), constants: {}, name: made.name, as, inlined: parts.map((f) => f.name) };
}

function valueText(step: string, name: string, value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'function') return name;
  throw new Error(`${step} has no ${name}`);
}

/**
 * Step programs: ordinary functions over a memory, `(F, I, o, …integers)`, F its doubles, I the same bytes as Int32 words, o where their columns stand and what
 * they are made for. Called as they stand, they are what both back ends do; a back end gets the same text with the values of `o` in place of its names, so that places
 * are constants and a choice that `o` decides is none. They are written in the language of the kernels (code/trees.ts).
 *
 * A function of `o` is another source: under the same name, or under one that is given; or it is a list of calls that stand in place of its own one after the
 * other: the partitions of a thread, the lines of a partition. A list gives what its last call gives, and each call is handed, behind all else, what the one
 * before it gave: a step program hands in what it begins with.
 */
import type { Loop, Made, StepCall, StepFunction } from '../blocks/loop.js';
import { nameOf, textOf } from '../blocks/stepTexts.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { numberText } from '../equations/kernel/writer.js';
import { inPlace } from './inPlace.js';
import { writtenOut } from './rounds.js';

/**
 * The source of a step program. `pieces`: functions that stand in place of their calls; `called`: functions of integers alone that stay functions, as V8 makes better
 * code of a loop that is in no other. They know the same offsets.
 */
export function stepSource<O extends object>(
  made: StepFunction<O>,
  offsets: Made<NoInfer<O>>,
  as: string,
  pieces: readonly StepFunction<NoInfer<O>>[] = [],
  called: readonly StepFunction<NoInfer<O>>[] = [],
): KernelSource {
  const step = new StepText();
  step.add(made, offsets, pieces, (name) => name, called);
  return sourceOf(step.texts.join('\n'), nameOf(made), as, { inlined: step.standing, called: called.map(nameOf) });
}

/** The source of a step program that a block declares. */
export const sourceOfLoop = ({ name, step, offsets, pieces, called }: Loop): KernelSource =>
  stepSource(step, offsets, name, pieces, called);

/** Functions of a text beside the one that others call: those that stand in place of their calls, those that stay functions. */
export interface Functions {
  readonly inlined: readonly string[];
  readonly called?: readonly string[];
}

/** The source of a text. JavaScript is made where V8 asks for it, kept or sent to a thread: kernels in WebAssembly never do. */
export function sourceOf(
  written: string,
  name: string,
  as: string,
  { inlined, called = [] }: Functions,
  parameters?: KernelSource['parameters'],
): KernelSource {
  const text = writtenOut(written);
  let javascript: string | null = null;
  return {
    text,
    constants: {},
    name,
    as,
    inlined,
    ...(parameters ? { parameters } : {}),
    get javascript() {
      javascript ??= inPlace(text, [...called, name]);
      return javascript;
    },
  };
}

/** Functions with the values of their offsets, and what the lists among these are made of. */
class StepText {
  readonly texts: string[] = [];
  /** Names of all that stand in place of their calls. */
  readonly standing: string[] = [];

  /** Adds a function behind its pieces; `named` gives their names in this text. */
  add(
    made: StepFunction<never>,
    offsets: object,
    pieces: readonly StepFunction<never>[],
    named: (name: string) => string,
    called: readonly StepFunction<never>[] = [],
  ): void {
    const all = [...pieces, ...called, made];
    const given = new RegExp(`\\b(${all.map(nameOf).join('|')})\\(\\s*\\w+,\\s*\\w+,\\s*_?o(?:,\\s*)?`, 'g');
    for (const f of all) {
      const own = nameOf(f);
      const text = textOf(f)
        .replace(/\bo\.(\w+)(?=\()/g, (whole, key: string) => {
          const value = (offsets as Readonly<Record<string, unknown>>)[key] as StepFunction<never>;
          return all.includes(value) ? nameOf(value) : whole;
        })
        .replace(given, (_, name: string) => `${named(name)}(`)
        .replace(/\bo\.(\w+)/g, (_, key: string, at: number, whole: string) => {
          const value = (offsets as Readonly<Record<string, unknown>>)[key];
          return Array.isArray(value) ? this.list(`${named(own)}$${key}`, value, whole, at) : valueText(own, key, value);
        });
      this.texts.push(text);
    }
    this.standing.push(...pieces.map((f) => named(nameOf(f))));
  }

  /** The name under which a list is called at a place of a text, with names and numbers only. */
  private list(name: string, calls: readonly StepCall[], text: string, at: number): string {
    if (this.standing.includes(name)) return name;
    const call = /^o\.\w+\(([^()]*)\)/.exec(text.slice(at));
    const given = (call?.[1] ?? '')
      .split(',')
      .filter((one) => one.trim() !== '')
      .map((_, k) => `given${k}`);
    const gives = text.slice(0, at).trimEnd().endsWith('=');
    let handed = given.at(-1);
    const written = calls.map((one, k) => {
      const called = typeof one === 'string' ? one : `${name}$${k}`;
      if (typeof one !== 'string') {
        this.add(one.step, one.offsets, one.pieces, (own) => (own === nameOf(one.step) ? called : `${called}$${own}`));
        this.standing.push(called);
      }
      if (!gives) return `${called}(${given.join(', ')});`;
      const statement = `const gives${k} = ${called}(${[...given.slice(0, -1), handed].join(', ')});`;
      handed = `gives${k}`;
      return statement;
    });
    this.texts.push(`function ${name}(${given.join(', ')}) {\n${written.join('\n')}\n${gives ? `return ${handed};\n` : ''}}`);
    this.standing.push(name);
    return name;
  }
}

function valueText(step: string, name: string, value: unknown): string {
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'function') return name;
  if (typeof value === 'string') return value;
  throw new Error(`${step} has no ${name}`);
}

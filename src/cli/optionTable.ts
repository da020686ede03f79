/**
 * A command is a table of its options with their meaning and their readers, its examples, and its action on the values, whose types follow from
 * the table. Options of runs are those of the settings (settingOptions.ts); the benchmarks are made of the same tables (bench/protocol/benchmark.ts).
 */
import type { Argv } from 'yargs';
import { UserError } from '../results/userError.js';
import type { Command } from './command.js';
import type { ExitCode } from './exit.js';
import { list, positiveQuantity, wholeNumber } from './options.js';

/** Reads the text of an option, which mistakes name. */
export type Reader<Value> = (option: string, text: string) => Value;

/** An option that takes a text once: what `--help` says of it, its default, how it is read. */
export interface TextOption<Value> {
  readonly about: string;
  readonly fallback?: string;
  readonly read: Reader<Value>;
  /** It has no default, and has to be given. */
  readonly required?: true;
  readonly many?: never;
}

/** An option that may be repeated, a text each time. */
export interface ListOption {
  readonly about: string;
  readonly many: true;
  /** One letter. */
  readonly alias?: string;
  readonly read?: never;
}

/** An option that is given or not. */
export interface Flag {
  readonly about: string;
  readonly read?: never;
  readonly many?: never;
}

/** By name: `pressureError` is --pressure-error. */
export type Options = Readonly<Record<string, TextOption<unknown> | ListOption | Flag>>;

/** A word that stands without dashes. */
export interface Positional {
  readonly about: string;
  /** There may be several. */
  readonly many?: true;
  /** It may be left away. */
  readonly optional?: true;
  readonly choices?: readonly string[];
}

/** In their order. */
export type Positionals = Readonly<Record<string, Positional>>;

type ValueOf<Option> =
  Option extends TextOption<infer Value>
    ? Option extends { readonly fallback: string } | { readonly required: true }
      ? Value
      : Value | undefined
    : Option extends ListOption
      ? readonly string[]
      : boolean;

type WordOf<One> = One extends { readonly many: true }
  ? readonly string[]
  : One extends { readonly optional: true }
    ? string | undefined
    : string;

/** Values of options, undefined where one is not given and nothing stands for it. */
export type ValuesOf<Of extends Options> = { readonly [Name in keyof Of]: ValueOf<Of[Name]> };

/** Values of words and options. */
export type ArgumentsOf<Words extends Positionals, Of extends Options> = {
  readonly [Name in keyof Words]: WordOf<Words[Name]>;
} & ValuesOf<Of>;

/** `--pressure-error` of `pressureError`. */
export const dashed = (name: string): string => `--${dashless(name)}`;
const dashless = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Makes yargs know the options of a table. */
export function addOptions(yargs: Argv, options: Options): void {
  for (const [name, how] of Object.entries(options)) {
    const { about: describe } = how;
    if (how.read) {
      const common = { type: 'string', requiresArg: true, describe, coerce: once(dashed(name)) } as const;
      if (how.required) yargs.option(dashless(name), { ...common, demandOption: true });
      else yargs.option(dashless(name), how.fallback === undefined ? common : { ...common, default: how.fallback });
    } else if (how.many) {
      const alias = how.alias === undefined ? {} : { alias: how.alias };
      yargs.option(dashless(name), { ...alias, type: 'string', array: true, nargs: 1, default: [], describe });
    } else yargs.option(dashless(name), { type: 'boolean', default: false, describe });
  }
}

/** Reads the options of a table from what yargs gives; throws UserError at the first mistake. */
export function valuesOf<Of extends Options>(options: Of, args: Readonly<Record<string, unknown>>): ValuesOf<Of> {
  const read = (name: string, how: Options[string]): unknown => {
    const given = args[name];
    return typeof given === 'string' ? how.read?.(dashed(name), given) : given;
  };
  return Object.fromEntries(Object.entries(options).map(([name, how]) => [name, read(name, how)])) as ValuesOf<Of>;
}

/** A command: its words, options and examples, and its action. */
export interface CommandTable<Words extends Positionals, Of extends Options> {
  readonly words: Words;
  readonly options: Of;
  /** Words behind the command's name, and their effect. */
  readonly examples: readonly (readonly [line: string, about: string])[];
  /** Below the options. */
  readonly epilogue?: string;
  /** Returns the exit code; nothing: done, or the code in process.exitCode. */
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands that are done give nothing
  readonly run: (args: ArgumentsOf<Words, Of>) => ExitCode | void | Promise<ExitCode | void>;
}

/** The command of a table. `name`: as it stands in examples. */
export function command<const Words extends Positionals, const Of extends Options>(name: string, table: CommandTable<Words, Of>): Command {
  const { words, options, examples, epilogue, run } = table;
  return {
    builder: (yargs: Argv): Argv => {
      for (const [word, { about: describe, many = false, optional = false, choices }] of Object.entries<Positional>(words)) {
        yargs.positional(word, { type: 'string', array: many, demandOption: !optional, describe, ...(choices ? { choices } : {}) });
      }
      addOptions(yargs, options);
      for (const [line, about] of examples) yargs.example(`$0 ${name} ${line}`.trimEnd(), about);
      return epilogue === undefined ? yargs : yargs.epilogue(epilogue);
    },
    handler: async (args: Readonly<Record<string, unknown>>) => {
      const given = Object.fromEntries(
        Object.entries<Positional>(words).map(([word, { many }]) => [word, args[word] ?? (many ? [] : undefined)]),
      );
      const code = await run({ ...given, ...valuesOf(options, args) } as ArgumentsOf<Words, Of>);
      if (code !== undefined) process.exitCode = code;
    },
  };
}

/** yargs makes a list of an option that is given twice; only the last would count, which hides a mistake. */
function once(option: string): (value: unknown) => string | undefined {
  return (value) => {
    if (Array.isArray(value)) throw new UserError(`${option} is given ${value.length} times; give it once`);
    return value === undefined ? undefined : String(value);
  };
}

/** As it is written. */
export const asText: Reader<string> = (_, written) => written;

/** An option whose text the command itself reads. */
export function text(about: string): TextOption<string>;
export function text(about: string, fallback: string): TextOption<string> & { readonly fallback: string };
export function text(about: string, fallback?: string): TextOption<string> {
  return { about, read: asText, ...(fallback === undefined ? {} : { fallback }) };
}

/** An option that may be repeated. */
export const texts = (about: string): ListOption => ({ about, many: true });

/** An option that is given or not. */
export const flag = (about: string): Flag => ({ about });

/** The word of most commands. */
export const circuitWord = { circuit: { about: 'circuit file' } } as const;

/** `--json` of commands that print tables. */
export const jsonFlag = flag('print one JSON object instead of text');
/** `--quiet`. */
export const quietFlag = flag('print errors only');

/** Names, separated by commas. */
export const asNames: Reader<readonly string[]> = (_, written) => list(written);

/** A whole number of at least `least`. */
export function asCount(least: number): Reader<number> {
  return (option, written) => wholeNumber(option, written, least);
}

/** Whole numbers of at least `least`, separated by commas. */
export function asCounts(least: number): Reader<readonly number[]> {
  return (option, written) => list(written).map((one) => wholeNumber(option, one, least));
}

/** A time above zero with its unit, s. */
export const asTime: Reader<number> = (option, written) => positiveQuantity(option, written, 's');

/** Times above zero with their units, separated by commas, s. */
export const asTimes: Reader<readonly number[]> = (option, written) => list(written).map((one) => asTime(option, one));

/** Some of the choices, separated by commas. */
export function asChoices<Choice extends string>(choices: readonly Choice[]): Reader<readonly Choice[]> {
  return (option, written) => list(written).map((one) => oneOf(option, one, choices));
}

/** The value, if it is one of the choices. */
export function oneOf<Choice extends string>(option: string, written: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === written);
  if (choice !== undefined) return choice;
  const [only, ...others] = choices;
  throw new UserError(
    `${option} ${written}: ${others.length === 0 ? `only '${only}' is available yet` : `must be one of ${choices.join(', ')}`}`,
  );
}

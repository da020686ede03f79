/**
 * What a benchmark is: a sub-command of `ringmain bench` with options of its own. Each is a file of this folder that says its options, its examples and
 * what they run; cli/bench.ts lists them all.
 */
import type { Argv, CommandModule } from 'yargs';
import { UserError } from '../../results/userError.js';
import type { ExitCode } from '../exit.js';
import { addTextOptions, list, positiveQuantity, wholeNumber } from '../options.js';
import { oneOf } from '../runOptions.js';

/** Reads what was written for an option, which is named in mistakes. */
type Reader<Value> = (option: string, text: string) => Value;

/** An option that takes a text: what `--help` says of it, what stands for it unless told, how it is read. */
interface TextOption<Value> {
  readonly about: string;
  readonly fallback?: string;
  readonly read: Reader<Value>;
}

/** An option that is told or not. */
interface Flag {
  readonly about: string;
  readonly read?: never;
}

/** By name, without dashes. */
type BenchmarkOptions = Readonly<Record<string, TextOption<unknown> | Flag>>;

/**
 * What a benchmark is run with: its options as they were read, undefined where one was not told and nothing stands for it; the circuit file, if it was
 * told; and `--json`, which all have.
 */
export type ValuesOf<Options extends BenchmarkOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends TextOption<infer Value>
    ? Options[Name] extends { readonly fallback: string }
      ? Value
      : Value | undefined
    : boolean;
} & { readonly circuit: string | undefined; readonly json: boolean };

interface Benchmark<Options extends BenchmarkOptions> {
  readonly name: string;
  /** Its line in `ringmain bench --help`. */
  readonly describe: string;
  /** What the circuit file may be; absent where the benchmark takes none. */
  readonly circuit?: string;
  readonly options: Options;
  /** Words after the name, and what they show. */
  readonly examples: readonly (readonly [words: string, about: string])[];
  /** Measures and prints. */
  readonly run: (values: ValuesOf<Options>) => ExitCode | Promise<ExitCode>;
}

/** The sub-command of a benchmark; it reads all options before anything is measured, and throws UserError at the first mistake. */
export function benchmark<Options extends BenchmarkOptions>(of: Benchmark<Options>): CommandModule {
  const { name, describe, circuit, options, examples, run } = of;
  return {
    command: circuit === undefined ? name : `${name} [circuit]`,
    describe,
    builder: (yargs: Argv): Argv => {
      if (circuit !== undefined) yargs.positional('circuit', { type: 'string', describe: circuit });
      for (const [option, how] of Object.entries(options)) {
        if (how.read) addTextOptions(yargs, { [option]: [how.about, how.fallback] });
        else yargs.option(option, { type: 'boolean', default: false, describe: how.about });
      }
      yargs.option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of a table' });
      for (const [words, about] of examples) yargs.example(`$0 bench ${name} ${words}`.trimEnd(), about);
      return yargs;
    },
    handler: async (args: Readonly<Record<string, unknown>>) => {
      const readOption = (option: string, how: BenchmarkOptions[string]): unknown => {
        const told = args[option];
        return typeof told === 'string' ? how.read?.(`--${option}`, told) : told;
      };
      const own = Object.fromEntries(Object.entries(options).map(([option, how]) => [option, readOption(option, how)]));
      const values = { ...own, circuit: args.circuit, json: args.json } as ValuesOf<Options>;
      process.exitCode = await run(values);
    },
  };
}

/** As it is written. */
export const asText: Reader<string> = (_, written) => written;

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

/** The same, or none by the word 'none'. */
export function asCountsOrNone(least: number): Reader<readonly number[]> {
  const some = asCounts(least);
  return (option, written) => (written === 'none' ? [] : some(option, written));
}

/** A time above zero with its unit, s. */
export const asTime: Reader<number> = (option, written) => positiveQuantity(option, written, 's');

/** Times above zero with their units, separated by commas, s. */
export const asTimes: Reader<readonly number[]> = (option, written) => list(written).map((one) => asTime(option, one));

/** Some of the choices, separated by commas. */
export function asChoices<Choice extends string>(choices: readonly Choice[]): Reader<readonly Choice[]> {
  return (option, written) => list(written).map((one) => oneOf(option, one, choices));
}

/** One of the choices. */
export function asChoice<Choice extends string>(choices: readonly Choice[]): Reader<Choice> {
  return (option, written) => oneOf(option, written, choices);
}

/** A bare number of seconds. */
export const asSeconds: Reader<number> = (option, written) => {
  const value = Number(written);
  if (!(value > 0 && Number.isFinite(value))) throw new UserError(`${option} ${written}: must be a number above zero`);
  return value;
};

/** `--rounds` of all that measure in turn. */
export const roundsOption = { about: 'how often all is measured', fallback: '5', read: asCount(1) };

/** `--seconds`. */
export function secondsOption(fallback: string): { readonly about: string; readonly fallback: string; readonly read: Reader<number> } {
  return { about: 'least length of a timed sample, s', fallback, read: asSeconds };
}

/**
 * What all benchmarks keep to: parts with options of their own, the same results first, ways in turn, and a record with machine and commit or a table of it.
 * Each part is a file that says its options, its examples and what they measure; commands.ts lists them all.
 */
import type { Argv, CommandModule } from 'yargs';
import { type ExitCode, exitCodes } from '#ringmain/cli/exit.js';
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { addOptions, asCount, asCounts, type Options, type Reader, type ValuesOf, valuesOf } from '#ringmain/cli/optionTable.js';
import { print, printJson } from '#ringmain/cli/print.js';
import { UserError } from '#ringmain/results/userError.js';
import { stampOf } from './stamp.js';

/** What a benchmark is run with: its options as they were read, and the circuit file, if it was told. */
export type Values<Of extends Options> = ValuesOf<Of> & { readonly circuit: string | undefined };

/** What was measured. */
export interface Measured {
  /** What `--json` prints and bench/ stores, beside the machine, the commit and the day. */
  readonly stored: object;
  /** Tables and what they mean, for a terminal. */
  readonly text: () => string;
}

interface PartOf<Of extends Options> {
  readonly name: string;
  /** Its line in `ringmain bench --help`. */
  readonly describe: string;
  /** Published tables and figures that it runs again, as a circuit file names its source: 'Burton 1994, tables 5.2 and 5.4'. */
  readonly source?: string;
  /** What the circuit file may be; absent where it takes none. */
  readonly circuit?: string;
  readonly options: Of;
  /** Words after the name, and what they show. */
  readonly examples: readonly (readonly [words: string, about: string])[];
  /**
   * Sees that all ways have the same results, then times them in turn, round after round. Throws RunFault where results differ or a run does not reach its
   * end: no times are printed then.
   */
  readonly measure: (values: Values<Of>) => Measured | Promise<Measured>;
}

/** A part of a benchmark, or the whole of one that has a single part. */
export interface Part {
  readonly name: string;
  readonly source?: string | undefined;
  /** Its command by these words, the first of which may be followed by the circuit; `named`: the words before, for its examples. */
  command(words: readonly string[], named: string): CommandModule;
}

/** A part; it reads all options before anything is measured, and throws UserError at the first mistake. */
export function part<Of extends Options>(of: PartOf<Of>): Part {
  const { name, describe, source, circuit, options, examples, measure } = of;
  return {
    name,
    source,
    command: ([first, ...others], named) => ({
      command: [circuit === undefined ? (first as string) : `${first} [circuit]`, ...others],
      describe,
      builder: (yargs: Argv): Argv => {
        if (circuit !== undefined) yargs.positional('circuit', { type: 'string', describe: circuit });
        addOptions(yargs, options);
        yargs.option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of a table' });
        if (source !== undefined) yargs.epilogue(`After ${source}`);
        for (const [words, about] of examples) yargs.example(`$0 bench ${named} ${words}`.trimEnd(), about);
        return yargs;
      },
      handler: async (args: Readonly<Record<string, unknown>>) => {
        const values: Values<Of> = { ...valuesOf(options, args), circuit: args['circuit'] as string | undefined };
        process.exitCode = await printed(() => measure(values), args.json === true);
      },
    }),
  };
}

/** Prints what is measured, or that there are no times. */
async function printed(measure: () => Measured | Promise<Measured>, json: boolean): Promise<ExitCode> {
  try {
    const { stored, text } = await measure();
    if (json) printJson({ ...stampOf(), ...stored });
    else print(text());
    return exitCodes.done;
  } catch (error) {
    if (!(error instanceof RunFault)) throw error;
    process.stderr.write(`ringmain: ${error.message}; no times are printed\n`);
    return exitCodes.failed;
  }
}

/** A sub-command of `ringmain bench`. */
export interface Benchmark {
  readonly name: string;
  /** Words that choose a part; none of a benchmark of one part. */
  readonly parts: readonly string[];
  /** What it runs again of published work, by the words that choose it: 'precision thesis'. */
  readonly sources: readonly (readonly [words: string, source: string])[];
  readonly command: CommandModule;
}

/** A benchmark of some parts; without a word that chooses one, it is the first. */
export function benchmark(name: string, describe: string, parts: readonly [Part, ...Part[]]): Benchmark {
  const [first, ...others] = parts;
  const sources = [first, ...others].flatMap(({ name: part, source }): (readonly [string, string])[] =>
    source === undefined ? [] : [[others.length === 0 ? name : `${name} ${part}`, source]],
  );
  if (others.length === 0) return { name, parts: [], sources, command: first.command([name], name) };
  return {
    name,
    parts: parts.map((one) => one.name),
    sources,
    command: {
      command: `${name} [part]`,
      describe,
      builder: (yargs: Argv): Argv => {
        yargs.command(first.command([first.name, '$0'], name));
        for (const one of others) yargs.command(one.command([one.name], `${name} ${one.name}`));
        return yargs;
      },
      // The first part is what stands for none.
      handler: () => undefined,
    },
  };
}

/** Says on standard error what is being measured. */
export function say(text: string): void {
  process.stderr.write(`${text} …\n`);
}

/** Whole numbers of at least `least`, separated by commas, or none by the word 'none'. */
export function asCountsOrNone(least: number): Reader<readonly number[]> {
  const some = asCounts(least);
  return (option, written) => (written === 'none' ? [] : some(option, written));
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

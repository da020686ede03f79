/** One command line, from its words to an exit code: finds the command, and turns whatever happens into text. */
import yargs, { type Argv, type CommandModule } from 'yargs';
import { closest, didYouMean } from '../circuit/file/closest.js';
import { UserError } from '../results/userError.js';
import { loadBenchmarks } from './bench.js';
import { packageVersion } from './bundled.js';
import { commands } from './commands.js';
import { isSaidByFirst, refuseCopies } from './copies.js';
import { type ExitCode, exitCodes, reportError } from './exit.js';
import { print } from './print.js';

/** 'run' of 'run <circuit>'. */
const nameOf = (command: string): string => command.split(' ')[0] as string;

/** By name: 'run' to 'run <circuit>'. */
const usages: ReadonlyMap<string, string> = new Map(commands.map(({ command }) => [command.split(' ')[0] as string, command] as const));
const benchWord = 'bench';

/** Runs one command line and prints its messages. Never throws; leaves `process.exitCode` as it was. */
export async function runCommandLine(words: readonly string[]): Promise<ExitCode> {
  const before = process.exitCode;
  process.exitCode = undefined;
  const name = words.find((word) => usages.has(word));
  try {
    refuseCopies(name, words);
    await execute(words);
    return (process.exitCode as ExitCode | undefined) ?? exitCodes.done;
  } catch (error) {
    return isSaidByFirst(error, name, words) ? exitCodes.done : reportError(error);
  } finally {
    process.exitCode = before;
  }
}

/** Handlers leave their exit code in `process.exitCode`. */
async function execute(words: readonly string[]): Promise<void> {
  const benchmarks = words.includes(benchWord) ? await loadBenchmarks() : [];
  const asksForHelp = ['--help', '-h', 'help'].some((word) => words.includes(word));
  const program = yargs([])
    .scriptName('ringmain')
    .usage('$0 <command>\n\nParallel simulation of hydraulic circuits by transmission-line modelling.')
    // Messages are matched below, and ours are English.
    .locale('en')
    .parserConfiguration({ 'dot-notation': false, 'parse-positional-numbers': false, 'parse-numbers': false, 'boolean-negation': false })
    .version(packageVersion())
    .alias('help', 'h')
    .strict()
    .wrap(asksForHelp ? Math.min(140, process.stdout.columns ?? 110) : null)
    .demandCommand(1, 'name a command')
    .example('$0 run circuits/two-actuator.yaml', 'simulate a circuit')
    .example('$0 components', 'what circuits are made of')
    .epilogue(
      "'ringmain <command> --help' shows the options of a command.\nExit codes: 0 done, 1 your mistake, 2 the run failed, 130 interrupted.",
    )
    .exitProcess(false)
    .fail((message, error) => {
      // yargs' own complaints come as YError, as an Error beside its message, or as a message alone; readers of options throw UserError.
      const isOfYargs = !error || error.name === 'YError' || (error.name === 'Error' && error.message === message);
      throw !isOfYargs ? error : new UserError(usageMessage(message ?? error?.message ?? '', words, program, benchmarks));
    });
  // Loaded before yargs begins: yargs awaits some builders, and then does not say what is wrong.
  for (const { command, describe, load } of commands)
    if (words.includes(nameOf(command))) {
      const { builder, handler } = await load();
      program.command({ command, describe, builder, handler } as CommandModule);
    } else program.command(command, describe);
  if (!asksForHelp) forgoHelp(program);
  // With a callback yargs hands over the text of --help and --version instead of printing it.
  await program.parseAsync([...words], {}, (_error, _arguments, text) => {
    if (text) print(text);
  });
}

/** yargs makes the text of help whenever a command runs, for one that asks later; that takes a tenth of the time of a short run, and ours never do. */
function forgoHelp(program: Argv): void {
  const { getInternalMethods } = program as unknown as {
    getInternalMethods?(): { getUsageInstance?(): { cacheHelpMessage?: () => void } };
  };
  const usage = getInternalMethods?.call(program).getUsageInstance?.();
  if (usage?.cacheHelpMessage) usage.cacheHelpMessage = () => {};
}

/** The mistake that yargs found, with the word that was probably meant. */
function usageMessage(
  message: string,
  words: readonly string[],
  program: Argv,
  benchmarks: Awaited<ReturnType<typeof loadBenchmarks>>,
): string {
  const at = words.findIndex((word) => usages.has(word));
  const [next, partWord = ''] = words.slice(at + 1);
  const isBench = words[at] === benchWord && next !== undefined && !next.startsWith('-');
  const benchmark = benchmarks.find(({ name }) => name === next);
  const names = benchmarks.map(({ name }) => name);
  // yargs takes words behind an unknown benchmark for mistakes too.
  if (isBench && !benchmark)
    return `unknown benchmark '${next}'${didYouMean(next, names)} (there are ${names.join(', ')}; see 'ringmain bench --help')`;
  const command = isBench ? ['bench', next, ...(benchmark?.parts.includes(partWord) ? [partWord] : [])].join(' ') : words[at];
  const help = `see 'ringmain ${command ? `${command} ` : ''}--help'`;
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(', ') ?? [];
  if (message.startsWith('Not enough non-option arguments')) return `write 'ringmain ${usages.get(command ?? '') ?? ''}' (${help})`;
  const bare = /^Not enough arguments following: (.*)$/.exec(message)?.[1];
  if (bare !== undefined) return `--${bare} needs a value (${help})`;
  if (unknown.length === 0) return `${message.replaceAll('\n', ' ')}; ${help}`;
  const options = Object.keys((program as unknown as { getOptions(): { key: Record<string, unknown> } }).getOptions().key);
  // yargs lists words behind an unknown command as unknown commands too.
  const sentences = unknown.slice(0, command ? undefined : 1).map((word) => {
    const isOption = words.some((given) => given === `--${word}` || given.startsWith(`--${word}=`));
    const meant = closest(word, isOption ? options : command ? [] : usages.keys());
    const dashes = isOption ? '--' : '';
    const what = isOption ? 'option' : command ? 'argument' : 'command';
    return `unknown ${what} '${dashes}${word}'${meant ? `, did you mean '${dashes}${meant}'?` : ''}`;
  });
  return `${sentences.join('; ')} (${help})`;
}

#!/usr/bin/env node
/** The command line: finds the command, and turns whatever happens into text and an exit code. */
import yargs, { type Argv } from 'yargs';
import { UserError } from '../results/userError.js';
import { benchCommand } from './bench.js';
import { packageVersion } from './bundled.js';
import { checkCommand } from './check.js';
import { closest } from './closest.js';
import { componentsCommand } from './components.js';
import { demoCommand } from './demo.js';
import { type ExitCode, exitCodes, exitWhenPrinted, ignoreClosedPipes, reportError } from './exit.js';
import { generateCommand } from './generate.js';
import { runCommand } from './run.js';
import { schemaCommand } from './schema.js';

/** By name: 'run' to 'run <circuit>'. */
const usages = new Map(
  [runCommand, checkCommand, componentsCommand, generateCommand, benchCommand, demoCommand, schemaCommand].map(
    ({ command }) => [String(command).split(' ')[0] as string, String(command)] as const,
  ),
);

/** Runs one command line; handlers leave their exit code in `process.exitCode`. */
async function execute(words: readonly string[]): Promise<ExitCode> {
  const program = yargs([...words])
    .scriptName('ringmain')
    .usage('$0 <command>\n\nParallel simulation of hydraulic circuits by transmission-line modelling.')
    // Messages are matched below, and ours are English.
    .locale('en')
    .parserConfiguration({ 'dot-notation': false, 'parse-positional-numbers': false, 'parse-numbers': false, 'boolean-negation': false })
    .version(packageVersion())
    .alias('help', 'h')
    .strict()
    .wrap(Math.min(140, process.stdout.columns ?? 110))
    .demandCommand(1, 'name a command')
    .example('$0 run circuits/two-actuator.yaml', 'simulate a circuit')
    .example('$0 components', 'what circuits are made of')
    .epilogue(
      "'ringmain <command> --help' shows the options of a command.\nExit codes: 0 done, 1 your mistake, 2 the run failed, 130 interrupted.",
    )
    .command(runCommand)
    .command(checkCommand)
    .command(componentsCommand)
    .command(generateCommand)
    .command(benchCommand)
    .command(demoCommand)
    .command(schemaCommand)
    .exitProcess(false)
    .fail((message, error) => {
      throw error ?? new UserError(usageMessage(message, words, program));
    });
  await program.parseAsync();
  return (process.exitCode as ExitCode | undefined) ?? exitCodes.done;
}

/** What yargs found wrong, with the word that was probably meant. */
function usageMessage(message: string, words: readonly string[], program: Argv): string {
  const command = [...usages.keys()].find((name) => words.includes(name));
  const help = `see 'ringmain ${command ? `${command} ` : ''}--help'`;
  const unknown = /^Unknown (?:argument|command)s?: (.*)$/.exec(message)?.[1]?.split(', ') ?? [];
  if (message.startsWith('Not enough non-option arguments')) return `write 'ringmain ${usages.get(command ?? '') ?? ''}' (${help})`;
  if (unknown.length === 0) return `${message.replaceAll('\n', ' ')}; ${help}`;
  const options = Object.keys((program as unknown as { getOptions(): { key: Record<string, unknown> } }).getOptions().key);
  // yargs lists what follows an unknown command as unknown commands too.
  const sentences = unknown.slice(0, command ? undefined : 1).map((word) => {
    const isOption = words.some((given) => given === `--${word}` || given.startsWith(`--${word}=`));
    const meant = closest(word, isOption ? options : command ? [] : usages.keys());
    const dashes = isOption ? '--' : '';
    const what = isOption ? 'option' : command ? 'argument' : 'command';
    return `unknown ${what} '${dashes}${word}'${meant ? `, did you mean '${dashes}${meant}'?` : ''}`;
  });
  return `${sentences.join('; ')} (${help})`;
}

async function main(): Promise<never> {
  ignoreClosedPipes();
  process.on('uncaughtException', (error) => void exitWhenPrinted(reportError(error)));
  let code: ExitCode;
  try {
    code = await execute(process.argv.slice(2));
  } catch (error) {
    code = reportError(error);
  }
  return exitWhenPrinted(code);
}

await main();

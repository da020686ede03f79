/** `ringmain bench`: measurements that one can repeat, a sub-command each. They are programs of bench/, which are loaded where one is asked for. */
import type { Argv, CommandModule } from 'yargs';
import type { Command } from './command.js';

/** A sub-command, and the words that choose one of its parts. */
interface Benchmark {
  readonly name: string;
  readonly parts: readonly string[];
  readonly command: CommandModule;
}

/** bench/commands.ts, beside this program once both are built: a path, as nothing here may need a benchmark to be compiled. */
const program = '../bench/commands.js';

/** Benchmarks of `ringmain bench`. */
export async function loadBenchmarks(): Promise<readonly Benchmark[]> {
  return ((await import(program)) as { readonly benchmarks: readonly Benchmark[] }).benchmarks;
}

export const benchCommand: Command = {
  builder: async (yargs: Argv): Promise<Argv> => {
    for (const { command } of await loadBenchmarks()) yargs.command(command);
    return yargs
      .demandCommand(1)
      .example('$0 bench step circuits/two-actuator.yaml', 'where the time of an attempt goes')
      .example('$0 bench step --help', "one benchmark's own options, and its parts");
  },
  // Without a benchmark there is nothing to do, and demandCommand says so.
  handler: () => undefined,
};

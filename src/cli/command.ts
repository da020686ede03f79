/** What each command's module exports. */
import type { Argv } from 'yargs';

/** Options of a command, and what it does with what yargs makes of the words. */
export interface Command {
  builder(yargs: Argv): Argv | Promise<Argv>;
  handler(given: Readonly<Record<string, unknown>>): void | Promise<void>;
}

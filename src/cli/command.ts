/** Exports of a command's module. */
import type { Argv } from 'yargs';

/** A command's options, and its action on the parsed words. */
export interface Command {
  builder(yargs: Argv): Argv | Promise<Argv>;
  handler(given: Readonly<Record<string, unknown>>): void | Promise<void>;
}

/** What each command's module exports. */
import type { Argv } from 'yargs';

/** Options of a command, and what it does. `T` is what the options come to. */
export interface Command<T = object> {
  builder(yargs: Argv): Argv<T> | Promise<Argv<T>>;
  handler(given: T): void | Promise<void>;
}

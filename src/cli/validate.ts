/** `ringmain validate`: a program of bench/, which is loaded where it is asked for. */
import type { Command } from './command.js';

/** bench/validation/command.ts, beside this program once both are built: a path, as nothing here may need a case to be compiled. */
const program = '../bench/validation/command.js';

/** The command of bench/validation. */
export async function loadValidate(): Promise<Command> {
  return ((await import(program)) as { readonly validateCommand: Command }).validateCommand;
}

/** How the program ends: exit codes, and which error is whose mistake. */

import { CircuitError } from '../circuit/file/diagnostic.js';
import { EquationError } from '../equations/language/model.js';
import type { Ending } from '../results/ending.js';
import { Interrupted } from '../results/ending.js';
import { refusalOf } from '../results/machineRefusal.js';
import { RunError } from '../results/runError.js';
import { UserError } from '../results/userError.js';

/** Exit codes of the process. */
export const exitCodes = { done: 0, userMistake: 1, failed: 2, interrupted: 130 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

// Stages that may not import results/ have user errors of their own, and yargs wraps what option readers throw; they are known by name.
const userErrorNames = new Set(['UserError', 'PlanError', 'UnitError', 'YError']);

/** Whether the message alone tells the user what to mend, so that a stack trace would only hide it. */
export function isUserMistake(error: unknown): error is Error {
  if (error instanceof UserError || error instanceof CircuitError || error instanceof EquationError) return true;
  return error instanceof Error && userErrorNames.has(error.name);
}

/** Prints an error on standard error and gives its exit code. */
export function reportError(error: unknown): ExitCode {
  if (error instanceof CircuitError) {
    const { length } = error.diagnostics;
    process.stderr.write(`${error.message}\n${length > 1 ? `${length} mistakes in ${error.file}\n` : ''}`);
    return exitCodes.userMistake;
  }
  const refusal = refusalOf(error);
  if (refusal || error instanceof RunError) {
    const { code, message, remedy } = refusal ?? (error as RunError);
    process.stderr.write(`ringmain: ${code}  ${message}\n    ${remedy}\n`);
    return refusal ? exitCodes.failed : exitCodes.userMistake;
  }
  if (error instanceof Interrupted) {
    process.stderr.write(`ringmain: ${error.message}\n`);
    return exitCodes.interrupted;
  }
  if (isUserMistake(error)) {
    process.stderr.write(`ringmain: ${error.message}\n`);
    return exitCodes.userMistake;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`ringmain: internal error, please report it with the circuit and the command\n${detail}\n`);
  return exitCodes.failed;
}

/** Set where printing failed for another reason than a closed pipe: the program then ends as failed, whatever it did. */
let isLost = false;

/**
 * Handles text that cannot be printed; call once, before anything is. A reader that has seen enough (`ringmain components | head`) closes the pipe: no error
 * of ours, nor a reason to stop before files are written. Any other failure, such as a full disk, is reported once; the command goes on to its files and ends as failed.
 */
export function watchPrinting(): void {
  for (const [stream, name] of [
    [process.stdout, 'standard output'],
    [process.stderr, 'standard error'],
  ] as const)
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (isLost || error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED') return;
      isLost = true;
      if (stream !== process.stderr) process.stderr.write(`ringmain: ${name} cannot be written: ${error.message}\n`);
    });
}

/** Waits until all that was printed has left, then exits: a worker that hangs must not keep the program alive. */
export async function exitWhenPrinted(code: ExitCode): Promise<never> {
  // A write that failed reports it behind what runs now.
  await new Promise((reported) => setImmediate(reported));
  // Only where something waits: an empty text, too, cannot be written to a full disk.
  for (const stream of [process.stdout, process.stderr])
    if (stream.writableLength > 0 && !stream.destroyed) await new Promise((printed) => stream.write('', printed));
  process.exit(isLost && code === exitCodes.done ? exitCodes.failed : code);
}

/** 0 for a run that reached its end, else 2 or 130. */
export function exitCodeOf({ ending }: { readonly ending: Ending | null }): ExitCode {
  if (!ending) return exitCodes.done;
  return ending.kind === 'interrupted' ? exitCodes.interrupted : exitCodes.failed;
}

/** Standard output: text for people, or one JSON object for programs. */
import { type Diagnostic, formatDiagnostic } from '../circuit/file/diagnostic.js';

/** Prints text and a line break; `onLost` is called where it cannot be written. */
export function print(text: string, onLost?: () => void): void {
  process.stdout.write(`${text}\n`, (error) => {
    if (error) onLost?.();
  });
}

/** Prints one JSON object on one line; NaN and infinities, which JSON lacks, become null. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

/** Shows a reader's warning on standard error; `phase` stands there meanwhile. */
export function warnUser(file: string, phase?: { clear(): void }): (warning: Diagnostic) => void {
  return (warning) => {
    phase?.clear();
    process.stderr.write(`${formatDiagnostic(file, warning)}\n`);
  };
}

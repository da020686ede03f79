/** Standard output: text for people, or one JSON object for programs. */

/** Prints text and a line break. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Prints one JSON object on one line; NaN and infinities, which JSON lacks, become null. */
export function printJson(value: unknown): void {
  print(JSON.stringify(value));
}

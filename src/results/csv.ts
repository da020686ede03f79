/** Results as CSV text: first column `t [s]`, then `name [unit]`, SI, shortest digits that read back exactly. */

import type { RowPiece } from './rows.js';

/** Input of a file of results: the rows of a run piece by piece (rows.ts), or as they stand in memory. */
export type RowSource = {
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
} & (
  | { readonly rows: number; pieces(): Iterable<RowPiece>; column(k: number): Iterable<Float64Array> }
  | { readonly t: Float64Array; series(name: string): { readonly y: Float64Array }; readonly pieces?: undefined }
);

const timeHeading = 't [s]';

/** First line, without its line break. */
export function csvHeader(columns: RowSource['columns']): string {
  return [timeHeading, ...columns.map(({ name, unit }) => quoted(`${name} [${unit}]`))].join(',');
}

/**
 * The whole text in pieces of about 64 KiB, so that no result is too long for one string.
 * Lines end with a line feed, the last one too.
 */
export function* csvText(recorded: RowSource): Generator<string> {
  let text = `${csvHeader(recorded.columns)}\n`;
  for (const { t, columns } of recorded.pieces ? recorded.pieces() : [inMemory(recorded)]) {
    for (let row = 0; row < t.length; row++) {
      text += exactDigits(t[row] as number);
      for (const column of columns) {
        text += `,${exactDigits(column[row] as number)}`;
        if (text.length > 65_536) {
          yield text;
          text = '';
        }
      }
      text += '\n';
    }
  }
  yield text;
}

function inMemory(recorded: Extract<RowSource, { readonly t: Float64Array }>): RowPiece {
  return { t: recorded.t, columns: recorded.columns.map(({ name }) => recorded.series(name).y) };
}

/** Whether a file that starts with `firstLine` is a table of results, which may be overwritten. */
export function isResultHeader(firstLine: string): boolean {
  const line = firstLine.replace(/\r$/, '');
  return line === timeHeading || /^t \[s\],.*? \[[^[\]]+\]/.test(line);
}

/** Shortest text that reads back as the same double; -0 keeps its sign, which `String` drops. */
export function exactDigits(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value);
}

/** RFC 4180: a field with a comma, quote or line break stands in quotes. */
export function quoted(field: string): string {
  return /[",\r\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
}

/** Fields of a line (RFC 4180), without line breaks in them: what `quoted` and commas between made of them. */
export function fieldsOf(line: string): string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
    ([, inQuotes, plain]) => inQuotes?.replaceAll('""', '"') ?? plain ?? '',
  );
}

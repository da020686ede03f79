/** Results as CSV text: first column `t [s]`, then `name [unit]`, SI, shortest digits that read back exactly. */

/** What a table of results needs of a run. */
export interface Recorded {
  readonly t: Float64Array;
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
  series(name: string): { readonly y: Float64Array };
}

const timeHeading = 't [s]';

/** First line, without its line break. */
export function csvHeader(columns: Recorded['columns']): string {
  return [timeHeading, ...columns.map(({ name, unit }) => quoted(`${name} [${unit}]`))].join(',');
}

/**
 * The whole text in pieces of about 64 KiB, so that no result is too long for one string.
 * Lines end with a line feed, the last one too.
 */
export function* csvText(recorded: Recorded): Generator<string> {
  const { t, columns } = recorded;
  const values = columns.map(({ name }) => recorded.series(name).y);
  let text = `${csvHeader(columns)}\n`;
  for (let row = 0; row < t.length; row++) {
    text += exactDigits(t[row] as number);
    for (const column of values) {
      text += `,${exactDigits(column[row] as number)}`;
      if (text.length > 65_536) {
        yield text;
        text = '';
      }
    }
    text += '\n';
  }
  yield text;
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

/** Tables of plain text for a terminal or a log file: aligned columns, one rule under the headings, no colours. */
import Table from 'cli-table3';

export interface TableColumn {
  readonly heading: string;
  readonly align?: 'left' | 'right';
}

/** A column of numbers. */
export const right = (heading: string): TableColumn => ({ heading, align: 'right' });

const plainCharacters = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};

/** Columns with headings. Lines end without spaces, the text without a line break. */
export function textTable(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): string {
  const widths = columns.map(({ heading }, i) => rows.reduce((width, row) => Math.max(width, (row[i] ?? '').length), heading.length));
  const rule = widths.map((width) => '─'.repeat(width));
  return aligned(
    [columns.map(({ heading }) => heading), rule, ...rows],
    columns.map(({ align }) => align ?? 'left'),
  );
}

/** A table's headings and cells, for a terminal or for Markdown. */
export interface Cells {
  readonly headings: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** As text; all columns but the first stand to the right. */
export function cellsText({ headings, rows }: Cells, first: 'left' | 'right' = 'left'): string {
  return textTable(
    headings.map((heading, k) => ({ heading, align: k === 0 ? first : 'right' })),
    rows,
  );
}

/** As Markdown, without a line break at its end. */
export function markdownTable({ headings, rows }: Cells): string {
  return [headings, headings.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A label and its value per line; further lines of a value stand under its first. */
export function labelledLines(entries: readonly (readonly [label: string, value: string])[]): string {
  return aligned(entries, ['left', 'left']);
}

function aligned(rows: readonly (readonly string[])[], aligns: readonly ('left' | 'right')[]): string {
  const table = new Table({
    chars: plainCharacters,
    colAligns: [...aligns],
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true },
  });
  for (const row of rows) table.push([...row]);
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

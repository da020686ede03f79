/** The table of a sweep (run/sweep/table.ts), read back to be drawn: measures over what was varied. */
import { textBlocks } from '../circuit/file/inputFile.js';
import { tableUnit, UnitError } from '../circuit/text/units.js';
import type { RunRows } from '../report/plots/choose.js';
import type { Across } from '../report/plots/plot.js';
import { fieldsOf } from '../results/csv.js';
import { numberOf } from '../results/readCsv.js';
import { resultsFile } from '../results/stores/store.js';
import { UserError } from '../results/userError.js';
import { accounts } from '../run/sweep/table.js';

/** Curves of one table, one for each combination of varied values beside `across`, of which their `t` is; columns are measures, then varied values. */
export interface SweptRows {
  readonly across: Across;
  readonly curves: readonly RunRows[];
  /** Names of the values in the labels of curves. */
  readonly by: readonly string[];
  readonly measures: readonly string[];
}

/**
 * The table in a file, over `against` where that was varied, else over what changes first; null where it is not the table of a sweep. Throws UserError for a line that
 * is cut.
 */
export async function readSweepTable(file: string, against?: string): Promise<SweptRows | null> {
  if (!/\.csv$/i.test(file)) return null;
  let text = '';
  for await (const block of textBlocks(file, resultsFile)) {
    text += block;
    if (!text.startsWith('variant,'.slice(0, text.length))) return null;
  }
  return sweptRows(text, file, against);
}

function sweptRows(text: string, file: string, against: string | undefined): SweptRows {
  const [head = [], ...lines] = text
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map(fieldsOf);
  const columns = head.slice(1, head.length - accounts.length).map((name) => ({ ...columnOf(name), isMeasure: name.includes('(') }));
  const torn = lines.findIndex(({ length }) => length !== head.length);
  if (torn >= 0) throw new UserError(`${file}: line ${torn + 2} has ${lines[torn]?.length} fields, its head ${head.length}`);
  if (lines.length === 0) throw new UserError(`${file}: the table has no rows; nothing can be shown of it`);
  const cell = (line: readonly string[], k: number): number => columns[k]?.inSi(line[k + 1] as string) ?? Number.NaN;
  columns.forEach(({ isMeasure, name }, k) => {
    const wrong = isMeasure ? lines.findIndex((line) => line[k + 1] !== '' && numberOf(line[k + 1] as string) === null) : -1;
    if (wrong >= 0) throw new UserError(`${file}: line ${wrong + 2}: ${name}: '${lines[wrong]?.[k + 1]}' is no number`);
  });
  const varied = columns.flatMap(({ isMeasure }, k) => (isMeasure ? [] : [k]));
  const isNumber = (k: number): boolean => lines.every((line) => Number.isFinite(cell(line, k)));
  // The last one changes first; where its values are texts another, or their number, has to do.
  const x = varied.find((k) => columns[k]?.name === against && isNumber(k)) ?? varied.findLast(isNumber);
  const rest = varied.filter((k) => k !== x && (x !== undefined || varied.length > 1));
  const groups = new Map<string, (readonly string[])[]>();
  for (const line of lines) {
    const label = rest.map((k) => `${line[k + 1]}${unitText(head[k + 1] as string)}`).join(', ');
    const own = groups.get(label);
    if (own) own.push(line);
    else groups.set(label, [line]);
  }
  const placeOf = (line: readonly string[]): number => (x === undefined ? Number(line[0]) : cell(line, x));
  const shown = columns.flatMap((column, k) => (column.isMeasure || isNumber(k) ? [{ ...column, k }] : []));
  const curves = [...groups].map(([label, own]): RunRows => {
    const inOrder = own.toSorted((a, b) => placeOf(a) - placeOf(b));
    return {
      label,
      t: Float64Array.from(inOrder, placeOf),
      columns: shown.map(({ name, unit }) => ({ name, unit })),
      values: shown.map(({ k }) => Float64Array.from(inOrder, (line) => cell(line, k))),
    };
  });
  const across = x === undefined ? { name: 'variant', unit: '1' } : { name: columns[x]?.name ?? '', unit: columns[x]?.unit ?? '1' };
  return {
    across,
    curves,
    by: rest.map((k) => columns[k]?.name as string),
    measures: shown.flatMap(({ name, isMeasure }) => (isMeasure ? [name] : [])),
  };
}

/** 'max(n.p) [bar]': name, unit and conversion of a cell to SI; NaN for text. A unit that tables do not know is left as it stands. */
function columnOf(head: string): { readonly name: string; readonly unit: string; readonly inSi: (cell: string) => number } {
  const [, name = head, written = ''] = /^(.*) \[([^\]]*)\]$/.exec(head) ?? [];
  const number = (cell: string): number => numberOf(cell) ?? Number.NaN;
  try {
    const { unit, inSi } = tableUnit(written);
    return { name, unit: unit || '1', inSi: inSi ? (cell) => inSi(number(cell)) : number };
  } catch (error) {
    if (!(error instanceof UnitError)) throw error;
    return { name, unit: written, inSi: number };
  }
}

/** ' bar' of 'valve.crackingPressure [bar]'. */
const unitText = (head: string): string => {
  const [, unit] = / \[([^\]]*)\]$/.exec(head) ?? [];
  return unit === undefined ? '' : ` ${unit}`;
};

/** Tables of a partition's capacitive lines: which lines each has, and where its columns stand. */
import { namesOf } from '../blocks/column.js';
import { capacitiveLines, chunks as chunkBlock, chunkWords, type LineForm, lineForms } from '../blocks/lineColumns.js';
import { lineValue } from '../circuit/tables.js';
import { type PortType, portTypes } from '../equations/definition.js';
import type { Allocator } from './allocator.js';
import type { BoundaryEnd, LineTable } from './layout.js';
import { sortedLines } from './lineTables.js';
import type { Network } from './network.js';

/** Lines of one table. */
interface Alike {
  readonly lines: readonly number[];
  readonly type: PortType;
  readonly form: LineForm;
  readonly held: boolean;
}

/** A partition, as its lines need it. */
export interface LineSetting {
  readonly network: Network;
  readonly partition: number;
  readonly endIndex: Int32Array;
  readonly volumeCell: Int32Array;
  readonly boundary: ReadonlyMap<number, BoundaryEnd>;
  /** Whether lines that it shares with others exchange at meetings only. */
  readonly holds: boolean;
  readonly memory: Allocator;
}

/** Places the tables of capacitive lines: by type of their ports, then by form, those that are held behind. */
export function placeLines(lines: readonly number[], setting: LineSetting): LineTable[] {
  return alike(lines, setting).map((own) => placeTable(own, setting));
}

function alike(all: readonly number[], { network, boundary, holds }: LineSetting): Alike[] {
  const { lines } = network.tables;
  const groups: number[][] = [];
  for (const line of all) {
    const group = lineForms.length * lineValue(lines, line, 'type') + lineForms.indexOf(formOf(network, line));
    groups[group] ??= [];
    groups[group].push(line);
  }
  return portTypes.flatMap((type, t) =>
    lineForms.flatMap((form, f) => {
      const own = groups[lineForms.length * t + f] ?? [];
      const parts = holds ? [false, true].map((held) => own.filter((line) => boundary.has(line) === held)) : [own];
      return parts.flatMap((part, k) => (part.length > 0 ? [{ lines: part, type, form, held: k === 1 }] : []));
    }),
  );
}

function formOf({ tables, variableVolume }: Network, line: number): LineForm {
  if (!Number.isNaN(lineValue(tables.lines, line, 'law'))) return 'law';
  return variableVolume[line] ? 'variable' : 'fixed';
}

function placeTable({ lines, type, form, held }: Alike, { partition, endIndex, volumeCell, boundary, memory }: LineSetting): LineTable {
  const { sorted, inner, covered, chunks } = sortedLines(lines, boundary, endIndex, volumeCell);
  const words = memory.words(chunkBlock, 'words', partition, chunks.count, chunkWords);
  const maxima = memory.column(chunkBlock, 'maxima', partition, chunks.count);
  const places = Object.fromEntries(
    namesOf(capacitiveLines.columns).map((name) => {
      const { type: number, forms } = capacitiveLines.columns[name];
      if (forms && !forms.includes(form)) return [name, 0];
      const at = memory.column(capacitiveLines, name, partition, sorted.length);
      return [name, number === 'i32' ? 2 * at : at];
    }),
  ) as Pick<LineTable, keyof typeof capacitiveLines.columns>;
  return { ...places, lines: sorted, inner, covered, chunks: { at: words, ...chunks }, maxima, form, held, type };
}

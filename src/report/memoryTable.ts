/** The account of memory as text: block by block its columns, then what partitions take. */
import type { BlockAccount, MemoryAccount } from '../run/memoryAccount.js';
import { right, textTable } from './table.js';
import { formatBytes, formatCount, formatPlural } from './units.js';

/** All blocks with their columns. */
export function memoryTable({ circuit, blocks, partitions, shared, alignment, bytes }: MemoryAccount): string {
  const parts = partitions.map((own, k): [string, string] => [
    partitions.length === 1 ? 'the one partition' : `partition ${k}`,
    formatBytes(own),
  ]);
  const totals = textTable(
    [{ heading: circuit }, right('memory')],
    [
      ...blocks.map(({ block, bytes: own }) => [block, formatBytes(own)]),
      ['', ''],
      ...parts,
      ['shared by all', formatBytes(shared)],
      ['alignment', formatBytes(alignment)],
      ['in all', formatBytes(bytes)],
    ],
  );
  return [totals, ...blocks.map(blockText)].join('\n\n');
}

function blockText({ block, row, columns, bytes }: BlockAccount): string {
  const table = textTable(
    [
      { heading: 'column' },
      { heading: 'type' },
      { heading: 'unit' },
      right('rows'),
      right('planes'),
      { heading: 'writer' },
      { heading: 'use' },
      right('bytes'),
      { heading: 'about' },
    ],
    columns.map(({ column, type, unit, rows, planes, writer, use, bytes: own, about }) => [
      column,
      type,
      unit,
      formatCount(rows),
      formatCount(planes),
      writer,
      use,
      formatCount(own),
      about,
    ]),
  );
  return `${block}: ${formatPlural(columns.length, 'column')}, ${formatBytes(bytes)}; row by row: ${row}\n${table}`;
}

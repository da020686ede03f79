/** partitions/README.md: its tables are those of the plans beside it and of the stored measurements. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { PartitionRow } from '../../dist/bench/partition/methods.js';
import { type OptimumRow, optimumCells, optimumHeadings } from '../../dist/bench/partition/optimum.js';
import type { Plan } from '../../dist/partition/plan.js';
import { expectInPage, pageTable, stored, thousands } from '../support/page.js';

const page = 'partitions/README.md';

test('the plans are those of the folder', () => {
  const rows = readdirSync('partitions')
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const { parts, cut, imbalance, source } = stored<Plan>(`partitions/${file}`);
      return [`[\`${file}\`](${file})`, String(parts), String(cut?.length), imbalance?.toFixed(2) ?? '', source ?? ''];
    });
  expectInPage(page, 'plans', pageTable(['plan', 'parts', 'cut lines', 'imbalance', 'from'], rows));
});

test('the optimum is that of bench/optimum.json', () => {
  expectInPage(
    page,
    'optimum',
    pageTable(optimumHeadings, stored<{ rows: readonly OptimumRow[] }>('bench/optimum.json').rows.map(optimumCells)),
  );
});

const { rows, imbalance } = stored<{ rows: readonly PartitionRow[]; imbalance: number }>('bench/partition.json');
const oursOf = ({ results }: PartitionRow) => results.find(({ method }) => method === 'multilevel') as PartitionRow['results'][number];

test('methods are those of bench/partition.json, its largest rows', () => {
  const largest = rows.filter(({ components, parts }) => components > 50_000 || (components > 5000 && parts === 32));
  const names = largest[0]?.results.map(({ method }) => method) ?? [];
  const cells = largest.map((row) => [
    row.shape,
    thousands(row.components),
    String(row.parts),
    ...row.results.map((one) => `${one.cut} (${one.imbalance.toFixed(3)})`),
    `${(1e3 * oursOf(row).seconds).toFixed(0)} ms`,
  ]);
  expectInPage(page, 'methods', pageTable(['circuit', 'components', 'parts', ...names, 'multilevel takes'], cells));
});

test('what all rows of bench/partition.json say', () => {
  const within = rows.filter((row) => oursOf(row).imbalance <= imbalance).length;
  const most = Math.max(...rows.map((row) => oursOf(row).seconds));
  const better = rows.flatMap((row) =>
    row.results.filter((one) => one.method.startsWith('metis') && one.imbalance <= imbalance && one.cut < oursOf(row).cut),
  );
  expectInPage(
    page,
    'methods in all',
    [
      `All ${rows.length} rows, from ${thousands(Math.min(...rows.map(({ components }) => components)))} to`,
      `${thousands(Math.max(...rows.map(({ components }) => components)))} components: multilevel keeps ${imbalance} in ${within} of them and takes`,
      `${most.toFixed(1)} s of CPU time at most; gpmetis keeps it too and cuts fewer lines in ${better.length}.`,
    ].join(' '),
  );
  expect(within).toBe(rows.length);
});

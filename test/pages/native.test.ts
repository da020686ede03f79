/** bench/native.md: its tables are those of the stored measurements. */
import { expect, test } from 'vitest';
import { type ExportedRow, exportedCells, exportedHeadings, exportedRemark } from '../../dist/bench/step/native/exportedTable.js';
import {
  gainCells,
  gainHeadings,
  gainRemark,
  makingCells,
  makingHeadings,
  makingRemark,
  type NativeAccount,
} from '../../dist/bench/step/native/nativeTable.js';
import { expectInPage, pageTable, stored } from '../support/page.js';

const page = 'bench/native.md';
interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
}
const machineText = ({ cpu, cores, node }: Machine): string => `${cpu}, ${cores} cores, Node ${node}`;

test('native over WebAssembly, and what making takes', () => {
  const account = stored<Machine & NativeAccount>('bench/native.json');
  const below = (remark: string): string => `${remark}.\n${machineText(account)}.`;
  expectInPage(page, 'gains', `${pageTable(gainHeadings, gainCells(account))}\n\n${below(gainRemark(account))}`);
  expectInPage(page, 'making', `${pageTable(makingHeadings, makingCells(account))}\n\n${below(makingRemark(account))}`);
});

test('exported engines', () => {
  const { rows, ...machine } = stored<Machine & { readonly rows: readonly ExportedRow[] }>('bench/exported.json');
  expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThanOrEqual(5);
  expectInPage(page, 'exported', `${pageTable(exportedHeadings, exportedCells(rows))}\n\n${exportedRemark}. ${machineText(machine)}.`);
});

/** bench/native.md: its tables are those of the stored measurements. */
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type KernelsAccount, kernelsCells, kernelsHeadings, kernelsRemark } from '../../dist/bench/auto/kernelsTable.js';
import { readPeers } from '../../dist/bench/scaling/rings/peer.js';
import type { KernelRow } from '../../dist/bench/step/kernels.js';
import { type ExportedRow, exportedCells, exportedHeadings, exportedRemark } from '../../dist/bench/step/native/exportedTable.js';
import {
  gainCells,
  gainHeadings,
  gainRemark,
  handCells,
  handHeadings,
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
  const measured = stored<Machine & NativeAccount>('bench/native.json');
  const large = stored<Machine & NativeAccount & { readonly commit: string }>('bench/nativeLarge.json');
  const account = { ...measured, rows: [...measured.rows, ...large.rows] };
  const ofLarge = `Rings of 100 000 stations: commit ${large.commit}, ${machineText(large)}`;
  const below = (remark: string): string => `${remark}.\n${machineText(account)}.`;
  expectInPage(
    page,
    'gains',
    `${pageTable(gainHeadings, gainCells(account, readPeers()))}\n\n${below(`${gainRemark(account)}.\n${ofLarge}`)}`,
  );
  expectInPage(page, 'making', `${pageTable(makingHeadings, makingCells(account))}\n\n${below(makingRemark(account))}`);
});

test('exported engines', () => {
  const { rows, ...machine } = stored<Machine & { readonly rows: readonly ExportedRow[] }>('bench/exported.json');
  expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThanOrEqual(5);
  expectInPage(page, 'exported', `${pageTable(exportedHeadings, exportedCells(rows))}\n\n${exportedRemark}. ${machineText(machine)}.`);
});

test('kernels beside C that is written by hand', () => {
  const { kinds, ...machine } = stored<Machine & { readonly kinds: readonly KernelRow[] }>('bench/kernels.json');
  const cells = handCells(kinds);
  const table =
    cells.length > 0
      ? `${pageTable(handHeadings, cells)}\n\nns an instance, medians. ${machineText(machine)}.`
      : notMeasured('bench step kernels');
  expectInPage(page, 'by hand', table);
});

test('what auto asks for, and that it pays', () => {
  const file = 'bench/autoKernels.json';
  if (!existsSync(file)) return expectInPage(page, 'auto', notMeasured('bench auto kernels'));
  const { rounds, times, rows, ...machine } = stored<Machine & KernelsAccount>(file);
  const account = { rounds, times, rows };
  expectInPage(
    page,
    'auto',
    `${pageTable(kernelsHeadings, kernelsCells(account))}\n\n${kernelsRemark(account)}.\n${machineText(machine)}.`,
  );
  for (const { name, threads, pays, asks, gain } of rows) {
    const what = `${name}, ${threads}`;
    expect(asks, what).toBeGreaterThan(0.5 * pays);
    expect(asks, what).toBeLessThan(6 * pays);
    expect(gain.median, what).toBeGreaterThan(0.95);
  }
});

const notMeasured = (command: string): string => `Not measured on a quiet machine yet: \`ringmain ${command}\` prints it.`;

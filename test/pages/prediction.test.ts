/** bench/prediction.md: its tables are those of the stored measurements. */
import { expect, test } from 'vitest';
import {
  type GatheredAccount,
  gatheredCells,
  gatheredRemark,
  type HereAccount,
  hereCells,
  hereRemark,
  type RanksAccount,
  ranksCells,
  ranksRemark,
  type StoredAccount,
  storedCells,
  storedRemark,
} from '../../dist/bench/prediction/predictionTables.js';
import type { Cells } from '../../dist/report/table.js';
import { expectInPage, pageTable, stored } from '../support/page.js';

const page = 'bench/prediction.md';
interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
}

const content = ({ headings, rows }: Cells, remark: string, { cpu, cores, node }: Machine): string =>
  `${pageTable(headings, rows)}\n\n${remark} ${cpu}, ${cores} cores, Node ${node}.`;

test('one thread and two', () => {
  const account = stored<Machine & HereAccount>('bench/predictionHere.json');
  expectInPage(page, 'here', content(hereCells(account), hereRemark(account), account));
});

test('stored spreads', () => {
  const account = stored<StoredAccount>('bench/predictionStored.json');
  expect(new Set(account.rows.map(({ cores }) => cores))).toEqual(new Set([2, 16]));
  const { headings, rows } = storedCells(account);
  expectInPage(page, 'stored', `${pageTable(headings, rows)}\n\n${storedRemark(account)}`);
});

test('ranks', () => {
  const account = stored<Machine & RanksAccount>('bench/predictionRanks.json');
  expectInPage(page, 'ranks', content(ranksCells(account), ranksRemark(account), account));
});

test.each([
  ['gathered', 'bench/predictionGathered.json', 2],
  ['gathered of 16 cores', 'bench/predictionGathered16.json', 16],
])('%s', (mark, file, cores) => {
  const account = stored<Machine & GatheredAccount>(file);
  expect(account.cores).toBe(cores);
  expectInPage(page, mark, content(gatheredCells(account), gatheredRemark(account), account));
});

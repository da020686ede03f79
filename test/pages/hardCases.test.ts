/** bench/hard-cases.md: its tables are those of the stored measurements, and nothing of ours is unfinished but what is named as unfit. */
import { expect, test } from 'vitest';
import {
  type BeforeRow,
  beforeCells,
  type HardCaseAccount,
  hardCaseCells,
  hardCaseHead,
  type SciPyHardCases,
  type SundialsHardCases,
  unfitTextOf,
} from '../../dist/bench/precision/hardCases/hardCasesTable.js';
import { expectInPage, loadText, pageTable, stored } from '../support/page.js';

const page = 'bench/hard-cases.md';
const account = stored<{
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
  readonly load: number;
  readonly before: readonly BeforeRow[];
  readonly cases: readonly HardCaseAccount[];
}>('bench/hardCases.json');
const scipy = stored<SciPyHardCases>('bench/hardCasesScipy.json');
const sundials = stored<SundialsHardCases>('bench/hardCasesSundials.json');

test('tables', () => {
  expectInPage(
    page,
    'machine',
    `${account.cpu}, ${account.cores} cores, Node ${account.node}, ${loadText(account.load)}; SciPy ${scipy.scipy} with numpy ${scipy.numpy} on Python ${scipy.python}, and SUNDIALS ${sundials.sundials}, on the same machine.`,
  );
  const before = beforeCells(account.before);
  expectInPage(page, 'before', pageTable(before.headings, before.rows));
  const sections = account.cases.map((one) => {
    const runsOf = ({ cases }: Pick<SciPyHardCases, 'cases'>) => cases.find(({ name }) => name === one.name)?.runs ?? [];
    const { headings, rows } = hardCaseCells(one, [
      { program: 'SciPy', runs: runsOf(scipy) },
      { program: 'SUNDIALS', runs: runsOf(sundials) },
    ]);
    return `### ${one.name}\n\n${hardCaseHead(one)}\n${unfitTextOf(one)}\n\n${pageTable(headings, rows)}`;
  });
  expectInPage(page, 'cases', sections.join('\n\n'));
});

test('every method comes to the end of every case that it is fit for', () => {
  expect(account.cases).toHaveLength(13);
  for (const { name, runs } of account.cases)
    expect(runs.filter(({ ended }) => ended !== 'done').map(({ method, tolerance }) => `${name}: ${method} at ${tolerance}`)).toEqual([]);
});

test('slides take at most a hundred steps by rodas4, and are within 1e-4', () => {
  for (const name of ['pressure switch', 'textbook slide']) {
    const [run] = (account.cases.find((one) => one.name === name) as HardCaseAccount).runs;
    expect(run).toMatchObject({ method: 'rodas4', ended: 'done' });
    expect(run?.accepted).toBeLessThanOrEqual(100);
    expect(run?.error ?? 1).toBeLessThan(1e-4);
  }
});

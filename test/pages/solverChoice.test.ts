/** bench/solver-choice.md: its table is that of the stored measurement, and most choices are good ones. */
import { expect, test } from 'vitest';
import { type SolverChoiceRow, solverChoiceCells, solverChoiceRemark } from '../../dist/bench/auto/solverTable.js';
import { expectInPage, pageTable, stored } from '../support/page.js';

const page = 'bench/solver-choice.md';
const { rows } = stored<{ readonly rows: readonly SolverChoiceRow[] }>('bench/autoSolver.json');

test('table and remark', () => {
  const { headings, rows: cells } = solverChoiceCells(rows);
  expectInPage(page, 'choice', pageTable(headings, cells));
  expectInPage(page, 'remark', solverChoiceRemark(rows));
});

test('what was chosen is within 1.3 of the best by measurement, on all circuits and accuracies', () => {
  expect(rows).toHaveLength(33);
  for (const { circuit, level, ratio } of rows)
    expect(ratio ?? Number.POSITIVE_INFINITY, `${circuit} at ${level}`).toBeLessThanOrEqual(1.3);
});

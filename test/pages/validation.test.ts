/** bench/validation.md: the table is that of the stored verdicts, and those are of the cases that the program has now. */
import { describe, expect, test } from 'vitest';
import type { ValidationCase } from '../../dist/bench/validation/case.js';
import { validationCases } from '../../dist/bench/validation/registry.js';
import { formatError } from '../../dist/bench/validation/table.js';
import { expectInPage, pageTable, stored } from '../support/page.js';

const page = 'bench/validation.md';
const { cases } = stored<{ readonly cases: (ValidationCase & { readonly error: number; readonly verdict: string })[] }>(
  'bench/validate.json',
);
const howToMeasure = 'ringmain validate --json > bench/validate.json';

describe('the stored cases', () => {
  test('are cases of the program, as they are now', () => {
    expect(
      cases.map(({ name }) => name),
      howToMeasure,
    ).toEqual(validationCases.map(({ name }) => name));
    for (const { name, against, measure, tolerance } of cases)
      expect(
        validationCases.find((one) => one.name === name),
        howToMeasure,
      ).toMatchObject({ name, against, measure, tolerance });
  });

  test('stand in the table, with how many pass', () => {
    const shown = cases.filter(({ group }) => group !== 'Kinds');
    const passed = cases.filter(({ verdict }) => verdict === 'pass').length;
    expectInPage(
      page,
      'verdicts',
      `${passed} of ${cases.length} cases pass; ${cases.length - shown.length} of them are checks of one kind each.`,
    );
    const rows = shown.flatMap(({ name, group, title, against, measure, error, tolerance, verdict }, k) => [
      ...(group === shown[k - 1]?.group ? [] : [[`**${group}**`, '', '', '', '', '', '']]),
      [name, title, against, measure, formatError(error), formatError(tolerance), verdict],
    ]);
    const headings = ['case', 'what happens', 'held against', 'error measure', 'error', 'tolerance', 'verdict'];
    expectInPage(page, 'validation table', pageTable(headings, rows));
  });

  test('of kinds stand in a list', () => {
    const kinds = cases.filter(({ group }) => group === 'Kinds');
    const rows = kinds.map(({ name, measure, error, tolerance, verdict }) => [
      name,
      measure,
      formatError(error),
      formatError(tolerance),
      verdict,
    ]);
    expectInPage(page, 'kinds', pageTable(['case', 'error measure', 'error', 'tolerance', 'verdict'], rows));
  });
});

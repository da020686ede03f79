/** The validation table: every case with what it is held against, its error and tolerance, and the verdict. */

import { labelledLines, textTable } from '#ringmain/report/table.js';
import { formatNumber, formatPlural } from '#ringmain/report/units.js';
import type { ValidationCase } from './case.js';
import type { Verdict } from './judge.js';

const right = 'right' as const;

/** One row a case, under the names of the groups; then what failed, each with its reason. */
export function validationTable(verdicts: readonly Verdict[]): string {
  const rows = grouped(verdicts, ({ case: { group } }) => group).flatMap(([group, own]) => [
    [group.toUpperCase()],
    ...own.map((verdict) => {
      const { name, against, measure, tolerance } = verdict.case;
      return [name, against, measure, formatError(verdict.error), formatError(tolerance), verdict.passed ? 'pass' : 'FAIL'];
    }),
  ]);
  const columns = ['case', 'held against', 'error measure'].map((heading) => ({ heading }));
  const table = textTable(
    [...columns, { heading: 'error', align: right }, { heading: 'tolerance', align: right }, { heading: 'verdict' }],
    rows,
  );
  const failed = verdicts.filter(({ passed }) => !passed);
  const sum = `${formatPlural(verdicts.length, 'case')}: ${verdicts.length - failed.length} passed, ${failed.length} failed`;
  return [table, ...failed.map(verdictText), sum].join('\n\n');
}

/** All that is known of one verdict. */
export function verdictText(verdict: Verdict): string {
  const { error, failure, notes = [] } = verdict;
  return labelledLines([
    ...caseLines(verdict.case),
    ['error', failure ?? formatError(error)],
    ...notes.map((note): [string, string] => ['', note]),
  ]);
}

/** What cases there are and why each has its tolerance; nothing is run. */
export function validationList(cases: readonly ValidationCase[]): string {
  return cases.map((one) => labelledLines(caseLines(one))).join('\n\n');
}

/** Two digits; 'none' where there is no number. */
export function formatError(error: number): string {
  return Number.isFinite(error) ? formatNumber(error, 2) : 'none';
}

function caseLines({ name, group, title, against, measure, tolerance, reason }: ValidationCase): [string, string][] {
  return [
    ['case', `${name} (${group})`],
    ['', title],
    ['against', against],
    ['measure', measure],
    ['tolerance', `${formatError(tolerance)}: ${reason}`],
  ];
}

/** Neighbours of one group together. */
function grouped<Item>(items: readonly Item[], groupOf: (item: Item) => string): [string, Item[]][] {
  const groups: [string, Item[]][] = [];
  for (const item of items) {
    const last = groups.at(-1);
    if (last && last[0] === groupOf(item)) last[1].push(item);
    else groups.push([groupOf(item), [item]]);
  }
  return groups;
}

/** bench/thesis.md: tables are those of the stored measurement, beside the published numbers that the program knows. */
import { expect, test } from 'vitest';
import { burton, type PublishedCircuit } from '../../dist/bench/published/thesis/burton.js';
import type { EfficiencyFactors } from '../../dist/bench/published/thesis/efficiency.js';
import { factorsOf, type ThesisAccount, type ThesisCircuit, thesisMarkdown } from '../../dist/bench/published/thesis/thesisTables.js';
import { expectInPage, stored } from '../support/page.js';

const page = 'bench/thesis.md';
const account = stored<ThesisAccount>('bench/thesis.json');

test('the tables are those of bench/thesis.json', () => {
  expectInPage(page, 'thesis tables', thesisMarkdown(account).trim());
});

test('the stored account stands beside the published numbers of the program', () => {
  expect(account.circuits.map(({ circuit }) => circuit)).toEqual(burton.map(({ circuit }) => circuit));
  for (const [k, { published, plans }] of account.circuits.entries()) {
    const { one, components, plans: known } = burton[k] as PublishedCircuit;
    expect(published).toEqual({ one, components });
    expect(known).toMatchObject(plans.map((plan) => plan.published));
  }
});

test("what is said of the thesis' factors follows from its times", () => {
  const [small, large] = account.circuits as [ThesisCircuit, ThesisCircuit];
  const factors = (of: ThesisCircuit) => of.plans.map((plan) => factorsOf(of, plan).published as EfficiencyFactors);
  const [first, second] = [factors(small), factors(large)];
  const [i, ii] = first.slice(2, 4) as [EfficiencyFactors, EfficiencyFactors];
  const [four, seven] = second.slice(2, 4) as [EfficiencyFactors, EfficiencyFactors];
  const digits = (value: number | null): string => (value ?? Number.NaN).toFixed(2);
  const lost = (of: ThesisCircuit): number[] =>
    factors(of).map((one) => Math.round((one.lost * of.models) / (of.published.components as number)));
  const span = (values: readonly number[]): string => `${Math.min(...values)} to ${Math.max(...values)}`;
  const growth = [...first, ...second].flatMap((one) => (one.growth === null ? [] : [Math.round(100 / one.growth - 100)]));
  const perModel = [...small.groups, ...large.groups].map((group) => group.published);
  const lines = [
    `By part of a circuit models take ${digits(Math.min(...perModel))} to ${digits(Math.max(...perModel))} of their mean.`,
    `Growth: components take ${span(growth)} % more apart than together.`,
    `Overhead in models: ${span(lost(small))} in the small circuit, ${span(lost(large))} in the large.`,
    `From four processors to seven overhead goes from ${digits(four.overhead)} to ${digits(seven.overhead)}, balance from ${digits(four.balance)} to ${digits(seven.balance)}.`,
    `From 3(i) to 3(ii) balance goes from ${digits(i.balance)} to ${digits(ii.balance)}, overhead from ${digits(i.overhead)} to ${digits(ii.overhead)}.`,
  ];
  expectInPage(page, 'published factors', lines.map((line) => `- ${line}`).join('\n'));
});

/**
 * Every equation of every kind is made wrong by 1 %, and the check of its kind must fail. Full mode tries all of them and holds bench/mutations.md to what it
 * finds (UPDATE_PAGES=1 writes it); the quick round tries a few, and holds the page to the equations that there are.
 */
import { describe, expect, test } from 'vitest';
import { type KindCheck, kindCase } from '../../dist/bench/validation/kinds/kindCheck.js';
import { kindChecks } from '../../dist/bench/validation/kinds/registry.js';
import { byLines } from '../../dist/bench/validation/runs.js';
import { library } from '../../dist/components/library.js';
import { verdictOf, withEquations } from '../support/brokenKinds.js';
import { isFull } from '../support/circuits.js';
import { type Mutant, type Perturbed, perturbationsOf } from '../support/mutants.js';
import { expectInPage, pageTable, pageText } from '../support/page.js';

const page = 'bench/mutations.md';

/** What no check can see: 1e-9 of a period, by which a time that rounding put before its instant still counts. */
const unseen: Readonly<Record<string, readonly string[]>> = {
  cyclicDutyCycle: ['tiny'],
  pulseTrain: ['tiny'],
  randomSteps: ['tiny'],
};
const isUnseen = (kind: string, { equation }: Perturbed): boolean => unseen[kind]?.includes(equation) ?? false;

const equationsOf = (kind: string): string => library.get(kind)?.equations as string;

interface Seen {
  readonly equation: string;
  /** Error over tolerance; null where the run did not come to its end. */
  readonly error: number | null;
  readonly figure: string;
}

/** How a check sees a mistake; null where it passes. */
async function seen(check: KindCheck, equation: string, { equations }: Mutant): Promise<Seen | null> {
  const { passed, failure, error, curves, notes = [] } = await verdictOf(check, equations);
  if (passed) return null;
  const [curve] = curves;
  if (failure !== null || !curve) return { equation, error: null, figure: 'the run fails' };
  const off = Array.from(curve.x, (_, k) => Math.abs((curve.ours[k] as number) - (curve.reference[k] as number)));
  const worst = off.findIndex((one) => !off.some((other) => other > one));
  return { equation, error: error / check.tolerance, figure: (notes[worst] ?? '').split(':')[0] ?? '' };
}

/** By all that an equation gives, or, where that only chooses, by the first of its quantities that is seen. */
async function seenOf(check: KindCheck, { equation, whole, within }: Perturbed): Promise<Seen | null> {
  for (const mutant of whole ? [whole] : within) {
    const found = await seen(check, equation, mutant);
    if (found) return found;
  }
  return null;
}

test('no more than five equations are left out, all of kinds and names that there are', () => {
  const all = Object.entries(unseen).flatMap(([kind, names]) => names.map((name) => [kind, name] as const));
  expect(all.length).toBeLessThanOrEqual(5);
  for (const [kind, name] of all) expect(perturbationsOf(equationsOf(kind)).map(({ equation }) => equation)).toContain(name);
});

/** What the page says of a kind before what was measured. */
function heading(check: KindCheck): string[] {
  const all = perturbationsOf(equationsOf(check.kind));
  return [`\`${kindCase(check).name}\``, String(all.length), String(all.filter((one) => !isUnseen(check.kind, one)).length)];
}

describe('each equation by 1 %', () => {
  const rows: string[][] = [];
  const tried = kindChecks.map((check, k) => {
    const all = perturbationsOf(equationsOf(check.kind)).filter((one) => !isUnseen(check.kind, one));
    // Quickly one of every twelfth kind, not the same of each.
    const some = k % 12 === 5 ? all.slice((7 * k) % all.length).slice(0, 1) : [];
    return [check.kind, check, isFull ? all : some] as const;
  });

  test.each(tried.filter(([, , equations]) => equations.length > 0))('%s', async (_, check, equations) => {
    const found: Seen[] = [];
    for (const one of equations) {
      const how = await seenOf(check, one);
      expect(how, `${check.kind}: its check passes with 1 % more of ${one.equation}`).not.toBeNull();
      if (how) found.push(how);
    }
    const size = ({ error }: Seen): number => error ?? Number.POSITIVE_INFINITY;
    const least = found.reduce((a, b) => (size(b) < size(a) ? b : a));
    const times = least.error === null ? '' : least.error >= 1000 ? '> 1000' : String(Number(least.error.toPrecision(2)));
    rows.push([...heading(check), `\`${least.equation}\``, times, least.figure]);
  });

  test.runIf(isFull)('the page has what was found', () => {
    const headings = ['case', 'equations', 'caught', 'the one least caught', 'error, in tolerances', 'by the figure'];
    expectInPage(page, 'mutations', pageTable(headings, rows));
    const [all, caught] = [1, 2].map((column) => rows.reduce((sum, row) => sum + Number(row[column]), 0));
    expectInPage(page, 'count', `${caught} of ${all} equations of ${rows.length} kinds are caught by the check of their own kind.`);
  });
});

test.each(Object.entries(unseen))(
  '%s: what is left out changes nothing that a run gives by more than 1e-10 of its range',
  async (kind, names) => {
    const check = kindChecks.find((one) => one.kind === kind) as KindCheck;
    for (const { equation, whole } of perturbationsOf(equationsOf(kind))) {
      if (!names.includes(equation)) continue;
      for (const run of [{}, { step: null, maximumStep: 7e-3 }]) {
        const rig = check.rig();
        const circuit = { ...rig, run: { ...rig.run, ...run } };
        const [own, other] = [await byLines(circuit), await byLines(withEquations(circuit, kind, (whole as Mutant).equations))];
        expect(other.columns).toEqual(own.columns);
        for (const { name } of own.columns) {
          const [a, b] = [own.series(name).y, other.series(name).y];
          const range = Math.max(...a) - Math.min(...a);
          expect(range, name).toBeGreaterThan(0);
          expect(Math.max(...a.map((one, k) => Math.abs(one - (b[k] as number)))), name).toBeLessThanOrEqual(1e-10 * range);
        }
      }
    }
  },
);

test('the page has every kind and the number of its equations', () => {
  const rows = pageText(page)
    .split('\n')
    .filter((line) => line.startsWith('| `kind-'))
    .map((line) => line.slice(2).split(' | ').slice(0, 3));
  expect(rows).toEqual(kindChecks.map(heading));
});

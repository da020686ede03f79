/** Every kind has a check in `ringmain validate`, and the check sees what is wrong with the equations of its kind. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { library } from '../../dist/components/library.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { judge } from '../../dist/validation/judge.js';
import { type KindCheck, kindCase } from '../../dist/validation/kinds/kindCheck.js';
import { kindChecks } from '../../dist/validation/kinds/registry.js';
import { isFull } from '../support/circuits.js';
import { type Mutant, mutantsOf } from '../support/mutants.js';

const bench = { circuit: () => Promise.reject(new Error('no file')), table: () => Promise.reject(new Error('no file')) };

test('every kind of the library has one check, and nothing else has', () => {
  expect(kindChecks.map(({ kind }) => kind).sort()).toEqual([...library.keys()].sort());
});

test.each(kindChecks.map((check) => [check.kind, check] as const))(
  '%s: its rig runs it, its figures have sizes',
  (kind, { rig, figures }) => {
    expect(rig().components.some((one) => one.kind?.kind === kind)).toBe(true);
    expect(figures.length).toBeGreaterThan(0);
    for (const { what, is, scale = Math.abs(is) } of figures) {
      expect(Number.isFinite(is), what).toBe(true);
      expect(scale, `${what}: a size to measure its deviation by`).toBeGreaterThan(0);
    }
  },
);

/** The rig with other equations of its kind. */
const broken = (rig: Circuit, kind: string, equations: string): Circuit => ({
  ...rig,
  components: rig.components.map((one) => (one.kind?.kind === kind ? { ...one, kind: { ...one.kind, equations } } : one)),
});

async function isSeen(check: KindCheck, { equations }: Mutant): Promise<boolean> {
  return !(
    await judge(
      kindCase(check, (rig) => broken(rig, check.kind, equations)),
      bench,
    )
  ).passed;
}

/** Right-hand sides of what a kind gives: flows and pressures of its ports, rates of its states, outputs, port volumes. */
const given = ({ equations, outputs = {} }: KindDefinition): Mutant[] =>
  mutantsOf(equations).filter(({ isWhole, target, name }) => isWhole && (target === 'port' || target === 'der' || name in outputs));

describe('what a kind gives, with another sign or 3 % more', () => {
  const cases = kindChecks.map((check, k) => {
    const all = given(library.get(check.kind) as KindDefinition);
    // Quickly one of them, not the same of every kind, of every third kind; else all.
    return [check, isFull || all.length === 0 ? all : k % 3 === 0 ? [all[(7 * k) % all.length] as Mutant] : []] as const;
  });

  test.each(cases.filter(([, mutants]) => mutants.length > 0).map((one) => [one[0].kind, ...one] as const))(
    '%s: its check fails',
    async (_, check, mutants) => {
      for (const mutant of mutants) expect(await isSeen(check, mutant), mutant.what).toBe(true);
    },
  );
});

test.runIf(isFull)(
  'of all terms of all equations, broken one by one, 85 of 100 are seen, and half of any kind',
  { timeout: 3_600_000 },
  async () => {
    let [seen, all] = [0, 0];
    for (const check of kindChecks) {
      const mutants = mutantsOf((library.get(check.kind) as KindDefinition).equations);
      let own = 0;
      for (const mutant of mutants) if (await isSeen(check, mutant)) own++;
      // A shut end has nothing to break.
      expect(own, check.kind).toBeGreaterThanOrEqual(0.5 * mutants.length);
      seen += own;
      all += mutants.length;
    }
    expect(seen / all, `${seen} of ${all}`).toBeGreaterThan(0.85);
  },
);

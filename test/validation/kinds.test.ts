/** Every kind has a check in `ringmain validate`, and the check sees what is wrong with the equations of its kind. */
import { describe, expect, test } from 'vitest';
import type { KindCheck } from '../../dist/bench/validation/kinds/kindCheck.js';
import { kindChecks } from '../../dist/bench/validation/kinds/registry.js';
import { library } from '../../dist/components/library.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { verdictOf } from '../support/brokenKinds.js';
import { isFull } from '../support/circuits.js';
import { type Mutant, mutantsOf } from '../support/mutants.js';

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

const isSeen = async (check: KindCheck, { equations }: Mutant): Promise<boolean> => !(await verdictOf(check, equations)).passed;

/** A right-hand side of what a kind gives: flows and pressures of its ports, rates of its states, outputs, port volumes. */
const isGiven = ({ outputs = {} }: KindDefinition, { isWhole, target, name }: Mutant): boolean =>
  isWhole && (target === 'port' || target === 'der' || name in outputs);

describe('terms of equations, broken one by one', () => {
  const cases = kindChecks.map((check, k) => {
    const definition = library.get(check.kind) as KindDefinition;
    const all = mutantsOf(definition.equations);
    if (isFull) return [check.kind, check, definition, all] as const;
    // Quickly one of what every sixth kind gives, not the same of each.
    const given = k % 6 === 0 ? all.filter((mutant) => isGiven(definition, mutant)) : [];
    return [check.kind, check, definition, given.length > 0 ? [given[(7 * k) % given.length] as Mutant] : []] as const;
  });
  const tally = { seen: 0, all: 0 };

  test.each(cases.filter(([, , , mutants]) => mutants.length > 0))(
    '%s: its check fails at another sign, or 3 % more, of what it gives, and at half of all',
    async (_, check, definition, mutants) => {
      let own = 0;
      for (const mutant of mutants) {
        const seen = await isSeen(check, mutant);
        if (isGiven(definition, mutant)) expect(seen, mutant.what).toBe(true);
        if (seen) own++;
      }
      // A shut end has nothing to break.
      expect(own).toBeGreaterThanOrEqual(0.5 * mutants.length);
      tally.seen += own;
      tally.all += mutants.length;
    },
  );

  test.runIf(isFull)('of all terms of all equations 85 of 100 are seen', () => {
    expect(tally.all).toBeGreaterThan(1000);
    expect(tally.seen / tally.all, `${tally.seen} of ${tally.all}`).toBeGreaterThan(0.85);
  });
});

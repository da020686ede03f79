/** Factors of the efficiency: an identity, for any times; and what the published tables say by them. */
import { describe, expect, test } from 'vitest';
import { burton } from '../../dist/bench/published/thesis/burton.js';
import { efficiencyFactors } from '../../dist/bench/published/thesis/efficiency.js';
import { seeded } from '../../dist/circuit/text/random.js';

test('balance · growth · overhead is T1/(P·TP), to rounding, for any times', () => {
  const random = seeded(1);
  for (let draw = 0; draw < 200; draw++) {
    const loads = Array.from({ length: 1 + (draw % 7) }, () => 0.1 + random());
    const times = { one: 1 + 9 * random(), components: 0.5 + random(), run: Math.max(...loads) * (1 + random()), loads };
    const { efficiency, plan, balance, growth, overhead, lost } = efficiencyFactors(times);
    expect(efficiency).toBeCloseTo(times.one / loads.length / times.run, 12);
    expect((balance as number) * (growth as number) * overhead).toBeCloseTo(efficiency, 12);
    expect(plan * overhead).toBeCloseTo(efficiency, 12);
    // The share of the run that is lost is what overhead lacks of 1.
    expect(1 - lost / times.run).toBeCloseTo(overhead, 12);
  }
});

test('equal loads that take all of a run are fully efficient; each loss shows in its own factor', () => {
  const ideal = { one: 8, components: 6, run: 4, loads: [3, 3] };
  expect(efficiencyFactors(ideal)).toEqual({ efficiency: 1, plan: 1, balance: 1, growth: 1, overhead: 1, lost: 0 });
  expect(efficiencyFactors({ ...ideal, run: 5 })).toMatchObject({ balance: 1, growth: 1, overhead: 0.8, lost: 1 });
  expect(efficiencyFactors({ ...ideal, loads: [4, 2], run: 16 / 3 })).toMatchObject({ balance: 0.75, growth: 1, overhead: 1 });
  expect(efficiencyFactors({ ...ideal, loads: [4, 4], run: 16 / 3 })).toMatchObject({ balance: 1, growth: 0.75, overhead: 1 });
});

test('a load longer than its run is not used', () => {
  const sound = efficiencyFactors({ one: 8, components: 6, run: 4, loads: [3, 2, 1] });
  expect(efficiencyFactors({ one: 8, components: 6, run: 4, loads: [3, 2, 7] })).toEqual({ ...sound, balance: null, growth: null });
});

describe('Burton 1994, tables 6.2, 6.3, 6.5 and 6.6', () => {
  const timed = burton.flatMap(({ circuit, one, components, plans }) =>
    plans.flatMap((plan) =>
      one !== null && components !== null && plan.run !== null && plan.loads
        ? [{ label: `${circuit} ${plan.name}`, ...plan, run: plan.run, loads: plan.loads, one, components }]
        : [],
    ),
  );

  test('nine plans have all their times', () => expect(timed.length).toBe(9));

  test.each(timed.map((plan) => [plan.label, plan] as const))(
    '%s: what is printed fits together',
    (_, { parts, run, one, components, loads, ...printed }) => {
      // Speed-ups are printed to two digits or to one, efficiencies to two; 0.66 for 2.0/3 is cut off.
      const digit = one < 100 ? 0.005 : 0.05;
      expect(Math.abs(one / run - printed.speedUp)).toBeLessThan(digit + 1e-9);
      expect(Math.abs(one / run / parts - printed.efficiency)).toBeLessThan(0.01);
      expect(loads.length).toBe(parts);
      const { balance, growth, overhead } = efficiencyFactors({ one, components, run, loads });
      for (const factor of [balance, growth, overhead]) if (factor !== null) expect(factor > 0.5 && factor < 1).toBe(true);
    },
  );

  test('one load is longer than its run: 364.0 s of 290.5 s', () => {
    expect(timed.flatMap(({ label, run, loads }) => loads.filter((load) => load > run).map((load) => [label, load, run]))).toEqual([
      ['ring-main 3', 364, 290.5],
    ]);
  });

  test('groups are all partitions of the plan with the most, each once', () => {
    for (const { groups, plans } of burton)
      if (groups.length > 0)
        expect(groups.flatMap(({ partitions }) => partitions).sort()).toEqual(
          Array.from({ length: plans.at(-1)?.parts ?? 0 }, (_, p) => p),
        );
  });
});

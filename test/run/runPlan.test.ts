/** What a run is planned as, by its options: where partitions come from, how they step, who runs them. */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { makePlan } from '../../dist/partition/describePlan.js';
import { type LaidPlan, laidPlan, planRun, type RunPlan } from '../../dist/run/runPlan.js';
import type { HeldOptions } from '../../dist/run/types.js';

/** Six stations on a ring of wave lines. */
const stations = Array.from({ length: 6 }, (_, k) => k);
const ring = stations
  .reduce(
    (built, k) =>
      built
        .component(`n${k}`, 'junction')
        .component(`s${k}`, 'pressureSource', { pressure: `${10 + k} bar` })
        .component(`v${k}`, 'orifice', { area: '5 mm2' })
        .line(`a${k}`, `s${k}`, `v${k}.in`, { volume: '0.1 l' })
        .line(`b${k}`, `v${k}.out`, `n${k}`, { volume: '0.1 l' })
        .line(`w${k}`, `n${k}`, `n${(k + 1) % 6}`, { model: 'wave', length: '4 m', diameter: '20 mm' }),
    circuit('ring'),
  )
  .run({ end: '10 ms', step: '0.1 ms' })
  .build();

const planned = (options: HeldOptions, cores = 4): { plan: RunPlan; laid: LaidPlan } => {
  const plan = planRun(ring, options, cores);
  return { plan, laid: laidPlan(plan, cores) };
};
const short = ({ plan: { parts, workers, driver, stepping, spread } }: { plan: RunPlan }) => [
  parts,
  workers,
  driver,
  stepping.kind,
  spread.kind,
];

describe('what a run is planned as', () => {
  const plan = makePlan(ring, 3);
  // A part a station: only wave lines are cut.
  const stationPlan = makePlan(ring, 6, { onlyWaves: true });
  test.each([
    ['one worker', { workers: 1 }, [1, 1, 'serial', 'in step', 'fixed']],
    ['two workers that look ahead', { workers: 2 }, [2, 2, 'parallel', 'ahead', 'fixed']],
    ['two in step', { workers: 2, lookAhead: false }, [2, 2, 'parallel', 'in step', 'fixed']],
    ['more than cores, folded', { workers: 6, lookAhead: false }, [6, 4, 'parallel', 'in step', 'folded']],
    ['more than cores, looking ahead', { plan: stationPlan }, [6, 4, 'parallel', 'ahead', 'fixed']],
    ['more threads than cores', { workers: 6, lookAhead: false, oversubscribe: true }, [6, 6, 'parallel', 'in step', 'fixed']],
    ['a plan', { plan, lookAhead: false }, [3, 3, 'parallel', 'in step', 'fixed']],
    ['a plan by the serial driver', { plan, lookAhead: false, driver: 'serial' }, [3, 1, 'serial', 'in step', 'fixed']],
    ['partitions that change hands', { workers: 2, balance: true, lookAhead: false }, [16, 2, 'parallel', 'in step', 'balanced']],
    ['a plan whose partitions change hands', { plan, workers: 2, balance: true }, [3, 2, 'parallel', 'ahead', 'balanced']],
    ['no one to change hands with', { workers: 1, balance: true }, [1, 1, 'serial', 'in step', 'fixed']],
    ['exchange at intervals', { workers: 2, exchangeEvery: 4e-4 }, [2, 2, 'parallel', 'intervals', 'fixed']],
    ['exchange at intervals beyond the cores', { workers: 6, exchangeEvery: 4e-4 }, [6, 4, 'parallel', 'intervals', 'fixed']],
    ['own steps', { workers: 3, ownSteps: true, step: null }, [3, 3, 'parallel', 'own steps', 'fixed']],
    ['variable steps', { workers: 2, step: null }, [2, 2, 'parallel', 'in step', 'fixed']],
  ] as const)('%s', (_, options, expected) => expect(short(planned(options))).toEqual(expected));

  test('folded partitions are laid out as one a thread; all are in one of them', () => {
    const { plan: folded, laid } = planned({ workers: 6, lookAhead: false });
    expect([laid.parts, laid.threads.threads, laid.threads.window]).toEqual([4, 4, 1]);
    expect(laid.threads.folded?.flat().sort()).toEqual(stations);
    ring.components.forEach((_c, c) => expect(laid.threads.folded?.[laid.owner[c] as number]).toContain(folded.owner[c]));
  });

  test('what is laid out follows the way of stepping', () => {
    const { laid: ahead } = planned({ workers: 2, lookAhead: 5 });
    expect([ahead.threads.window, ahead.threads.rates, ahead.threads.own]).toEqual([5, null, null]);
    const { laid: intervals } = planned({ workers: 2, exchangeEvery: 4e-4 });
    expect([intervals.threads.window, intervals.threads.rates?.counts]).toEqual([4, [4, 4]]);
    const { laid: own } = planned({ workers: 3, ownSteps: true, step: null });
    expect([own.threads.window, own.threads.own?.longest.length]).toEqual([1, 3]);
    expect(planned({ workers: 6 }, 6).laid.threads.spins).toBe(true);
    expect(planned({ workers: 6, oversubscribe: true }).laid.threads.spins).toBe(false);
  });

  test('a plan and another number of workers are refused, but fewer that change hands', () => {
    expect(() => planned({ plan, workers: 2 })).toThrow(/the plan has 3 partitions, --workers is 2/);
    expect(() => planned({ plan, workers: 4, balance: true })).toThrow(/the plan has 3 partitions, --workers is 4/);
  });

  test('notes say what was not as asked', () => {
    expect(planned({ workers: 1, balance: true }).plan.notes).toContain('balance: one thread runs all partitions, none can change hands');
    expect(planned({ workers: 6, oversubscribe: false }).plan.notes).toContain(
      '6 partitions on 4 threads: there are no more cores (--oversubscribe starts 6)',
    );
    expect(planned({ workers: 200 }, 200).plan.notes[0]).toMatch(
      /partitions instead of 200: the circuit has no more parts that only lines join/,
    );
  });
});

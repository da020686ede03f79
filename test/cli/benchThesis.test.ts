import { afterAll, beforeAll, expect, test } from 'vitest';
import { factorsOf, type ThesisAccount, thesisText } from '../../dist/bench/published/thesis/thesisTables.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

test.runIf(isFull)(
  'bench published plans: our run of every published plan, with factors that multiply to the speed-up',
  async () => {
    const toy = ['--rounds', '1', '--states', '1', '--seconds', '0.001', '--end', '5ms', '--barrier', '50ns'];
    const { code, out, err } = await place.run('bench', 'published', 'plans', '--circuits', 'two-actuator', ...toy, '--json');
    expect(code, err).toBe(0);
    const account = JSON.parse(out) as ThesisAccount;
    const [of] = account.circuits;
    expect(of?.plans.map(({ published, loads }) => [published.name, loads.length])).toEqual([
      ['2', 2],
      ['4', 4],
    ]);
    for (const plan of of?.plans ?? []) {
      const { published, ours } = factorsOf(of as NonNullable<typeof of>, plan);
      expect(published).toBeNull();
      expect(plan.simulated).toBe(plan.published.parts > account.cores);
      expect(ours.efficiency * plan.published.parts).toBeCloseTo((of?.one ?? 0) / plan.run, 9);
      expect(plan.synchronisations).toBeLessThan(plan.run);
    }
    expect(thesisText(account)).toMatch(/^two-actuator 2 +2 +1\.4 +0\.70 /m);
    // Three seconds of CPU; threads wait for each other where others keep the cores.
  },
  240_000,
);

test('bench published plans: a circuit without published plans is told', async () => {
  const { code, err } = await place.run('bench', 'published', 'plans', '--circuits', 'press');
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/--circuits press: there are controlled-two-actuator, ring-main, marine, two-actuator/),
  ]);
});

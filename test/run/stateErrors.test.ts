/** Component states steer the step: a lag that is asked to move after a second at rest, in which steps have grown to their longest. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { ControlLaw } from '../../dist/circuit/circuit.js';
import { simulate } from '../../dist/run/simulate.js';

const timeConstant = 5e-3;
const built = circuit('lag')
  .component('s', 'pressureSource', { pressure: '10 bar' })
  .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
  .component('t', 'tank')
  .line('a', 's', 'r.in', { volume: '1 l' })
  .direct('r.out', 't')
  .component('u', 'step', { startTime: '1 s', initialValue: 0, finalValue: 1 })
  .component('lag', 'firstOrderLag', { timeConstant: `${timeConstant} s` })
  .signal('u', 'lag.input')
  .run({ end: '1.05 s' })
  .record({ every: '10 us', signals: ['lag.output', 'run.step'] })
  .build();

const run = (law: ControlLaw, workers = 1) => simulate(built, { workers, law, driver: workers > 1 ? 'parallel' : 'serial' });

const worst = ({ series }: Awaited<ReturnType<typeof run>>): number => {
  const { t, y } = series('lag.output');
  return Math.max(...t.map((time, k) => Math.abs((y[k] as number) - (time > 1 ? 1 - Math.exp((1 - time) / timeConstant) : 0))));
};

test('the step that moves it by more than its tolerance is rejected, and the account names the state', async () => {
  const results = await run('standard');
  // 2 % of 1 for the change of an increment; the error of order 2 is less.
  expect(worst(results)).toBeLessThan(0.01);
  const account = results.account.limitedBy.find(({ what }) => what.startsWith('lag.'));
  expect(account?.rejected).toBeGreaterThan(0);
  expect(account?.limited).toBeGreaterThan(10);
});

test('where pressures alone are judged, as printed, a step of 5 ms takes it as far as a wrong curve goes', async () => {
  const results = await run('thesis');
  expect(worst(results)).toBeGreaterThan(0.02);
  expect(results.account.limitedBy.some(({ what }) => what.startsWith('lag.'))).toBe(false);
});

test('the error falls with the pressure error, which is the one number for all tolerances', async () => {
  const errors = await Promise.all(
    [1e5, 1e4, 1e3].map(async (pressureError) => worst(await simulate(built, { workers: 1, pressureError }))),
  );
  // In proportion, but that steps grow slowly behind the jump, the more steps the shorter the first.
  for (const n of [0, 1]) expect((errors[n] as number) / (errors[n + 1] as number), `${errors}`).toBeGreaterThan(3);
});

test('two workers decide alike: the same bits', async () => {
  const [serial, parallel] = [await run('standard'), await run('standard', 2)];
  expect(parallel.digest).toBe(serial.digest);
  expect(parallel.stateDigest).toBe(serial.stateDigest);
});

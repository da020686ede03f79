import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulate } from '../../dist/run/simulate.js';

test('a smaller pressure error of a run makes force and torque errors smaller with it', async () => {
  const hoist = await readCircuit('circuits/hoist.yaml');
  const { pressureError, forceError, torqueError } = hoist.run;
  const half = { pressureError: pressureError / 2, forceError: forceError / 2, torqueError: torqueError / 2 };
  const options = { workers: 1, until: 0.2 } as const;
  const set = [
    `run.pressureError=${half.pressureError} Pa`,
    `run.forceError=${half.forceError} N`,
    `run.torqueError=${half.torqueError} Nm`,
  ];
  const [asked, written, before] = [
    await simulate(hoist, { ...options, pressureError: half.pressureError }),
    await simulate(await readCircuit('circuits/hoist.yaml', { set }), options),
    await simulate(hoist, options),
  ];
  expect(asked.digest).toBe(written.digest);
  expect(asked.account.steps.accepted).toBeGreaterThan(before.account.steps.accepted);
});

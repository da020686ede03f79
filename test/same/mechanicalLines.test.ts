/** Springs cut between partitions: the same bits for any number of workers, by both back ends. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { makePlan } from '../../dist/partition/describePlan.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';

/** Masses in a row, driven at one end by a cylinder, and inertias in a row behind a rack. */
function chain(): Circuit {
  const b = circuit('chain')
    .fluid({ bulkModulus: '16000 bar' })
    .component('pump', 'flowSource', { flow: '20 l/min' })
    .component('back', 'tank')
    .component('cylinder', 'rodCylinder', { bore: '50 mm', stroke: '1 m', initialPosition: '0.5 m', mass: '5 kg' })
    .line('P', 'pump', 'cylinder.cap', { volume: '0.2 l' })
    .line('T', 'cylinder.rod', 'back', { volume: '0.2 l' })
    .component('rack', 'rackAndPinion', { radius: '50 mm' })
    .component('end', 'speedSource');
  let from = 'cylinder.load';
  for (let n = 0; n < 8; n++) {
    b.component(`m${n}`, 'mass', { mass: `${3 + n} kg`, viscousFriction: '100 N s/m', coulombFriction: '5 N' });
    b.line(`K${n}`, from, `m${n}.a`, { stiffness: `${1 + n} kN/mm`, initialForce: `${50 * n} N` });
    from = `m${n}.b`;
  }
  b.line('R', from, 'rack.rack', { stiffness: '1 kN/mm' });
  from = 'rack.shaft';
  for (let n = 0; n < 6; n++) {
    b.component(`j${n}`, 'inertia', { inertia: `${0.01 + 0.01 * n} kg m2`, viscousFriction: '0.3 Nm s/rad' });
    b.line(`S${n}`, from, `j${n}.a`, { stiffness: `${3 + n} kNm/rad` });
    from = `j${n}.b`;
  }
  return b
    .line('E', from, 'end', { stiffness: '100 Nm/rad' })
    .run({ end: '30 ms' })
    .record({ every: '1 ms', signals: ['*'] })
    .build();
}

const ways: [string, RunOptions][] = [
  ['variable steps', {}],
  ['a fixed step', { step: 2e-5 }],
];
const counts = isFull ? [2, 3, 7] : [3];

test.each(isFull ? ways : ways.slice(0, 1))('%s: several workers give the same bits as one', async (_, options) => {
  const built = chain();
  const run = (workers: number, kernels: 'js' | 'wasm') =>
    simulate(built, { ...options, workers, kernels, driver: workers === 1 ? 'serial' : 'parallel', oversubscribe: true });
  const reference = await run(1, 'js');
  expect(reference.ending).toBeNull();
  expect(reference.account.steps.accepted).toBeGreaterThan(100);
  expect(reference.account.balance.mass).toBeLessThan(1e-12);
  for (const workers of counts) {
    const types = new Map(built.lines.map(({ name, type }) => [name, type]));
    expect(new Set(makePlan(built, workers).cut.map((line) => types.get(line)))).not.toContain(undefined);
    expect(makePlan(built, workers).cut.some((line) => types.get(line) !== 'hydraulic')).toBe(true);
    const results = await run(workers, workers === 3 ? 'js' : 'wasm');
    expect([results.digest, results.stateDigest, results.account.steps, results.account.limitedBy]).toEqual([
      reference.digest,
      reference.stateDigest,
      reference.account.steps,
      reference.account.limitedBy,
    ]);
  }
});

/** Which value a run takes: the option, else the circuit's; of integrators without what is about steps of lines. */
import { expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import { settled } from '../../dist/settings/settled.js';

const built = circuit('two')
  .component('pump', 'flowSource', { flow: '20 l/min' })
  .component('tank', 'tank')
  .component('valve', 'orifice', { area: '20 mm2' })
  .line('L1', 'pump', 'valve.in', { length: '1 m', diameter: '20 mm' })
  .direct('valve.out', 'tank')
  .steadyStart()
  .run({ end: '2 s', step: '1 ms', pressureError: '0.2 bar', maximumStep: '3 ms', integratorMaximumStep: '7 ms' })
  .record({ every: '10 ms', signals: ['L1.p'], grid: 'exact' })
  .build();

test('an option comes before the circuit, and null is a value', () => {
  const own = settled('lines', built, {});
  expect(own).toMatchObject({ until: 2, step: 1e-3, pressureError: 2e4, maximumStep: 3e-3, steadyStart: true, every: 0.01, grid: 'exact' });
  expect(own).toMatchObject({ record: ['L1.p'], law: 'standard', pressureLimit: 1e11, exchangeEvery: undefined, workers: undefined });
  const asked = settled('lines', built, { step: null, until: 1, record: [], steadyStart: false, grid: 'steps', exchangeEvery: 1e-3 });
  expect(asked).toEqual({ ...own, step: null, until: 1, record: [], steadyStart: false, grid: 'steps', exchangeEvery: 1e-3 });
});

test('integrators have their own steps, and nothing of those of lines', () => {
  const own = settled('integrators', built, {});
  expect(own).toMatchObject({
    until: 2,
    step: null,
    minimumStep: null,
    maximumStep: 7e-3,
    steadyStart: true,
    every: 0.01,
    relativeTolerance: 1e-5,
  });
  expect(own).not.toHaveProperty('pressureError');
  expect(settled('integrators', built, { step: 1e-3, maximumStep: 1 })).toEqual({ ...own, step: 1e-3, maximumStep: 1 });
});

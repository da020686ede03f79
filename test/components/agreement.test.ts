/** Kinds between volumes and restrictors with drawn parameters, their inputs on waves: by lines and by Radau IIA the same motion, and no oil lost. */
import { expect, test } from 'vitest';
import { library } from '../../dist/components/library.js';
import { modelOf } from '../../dist/equations/build.js';
import type { KindDefinition } from '../../dist/equations/definition.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { random } from '../support/kernelBench.js';
import { circuitAround } from '../support/kindCircuit.js';

const groups = new Set(['Restrictors', 'Actuators and accumulators', 'Sensors']);
const kinds = [...library.values()].filter(({ group }) => groups.has(group));

test.each(kinds.map((definition) => [definition.kind, definition] as const))('%s', async (_, definition: KindDefinition) => {
  const around = circuitAround(definition, random(5));
  // Not the net forces that friction is judged by: small differences of large ones.
  const signals = [...modelOf(definition).states.map(({ name }) => `it.${name}`), ...Object.keys(definition.ports).map((p) => `it.${p}.p`)];
  const circuit = {
    ...around,
    run: { ...around.run, end: 0.2, pressureError: 2e3, maximumStep: 1e-4 },
    record: { every: 0.02, signals },
  };
  const lines = await simulate(circuit, { workers: 1 });
  const lumped = await simulateLumped(circuit, { relativeTolerance: 1e-7, solver: 'radau5' });
  expect([lines.ending, lumped.ending]).toEqual([null, null]);
  expect(lines.balance.mass).toBeLessThan(1e-12);
  for (const name of signals) {
    const [a, b] = [lines.series(name).y, lumped.series(name).y];
    const size = Math.max(...a.map(Math.abs), 1e-12);
    // Sums over the first steps, in which lines begin without flow, differ most.
    expect(Math.abs((a.at(-1) as number) - (b.at(-1) as number)) / size, name).toBeLessThan(6e-3);
  }
});

/**
 * Joints between valves that may shut at once: nothing determines their pressure then. It stays what it was, a valve that is held at its limit is let go where the least
 * opening would drive it on, and what the integrators find is the limit of small volumes.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { withoutLines } from '../../dist/bench/protocol/edited.js';
import { smallVolumeCases } from '../../dist/bench/smallVolumes/cases.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';

/** What the pressure of the small volume leads to: a piston, or the pressure of a volume that is large. */
const quantities: Readonly<Record<string, string>> = { 'three-orifices': 'V1.p', 'flow-control-valve': 'behind.p' };

async function course(circuit: Circuit, name: string, end: number, solver: string, relativeTolerance: number): Promise<Float64Array> {
  const result = await simulateLumped(circuit, { solver, relativeTolerance, until: end, every: end / 400, record: [name] });
  expect(result.ending).toBeNull();
  return result.series(name).y;
}

const largest = (values: Float64Array, others: Float64Array): number =>
  values.reduce((most, value, k) => Math.max(most, Math.abs(value - (others[k] as number))), 0);

describe.each(smallVolumeCases.map((one) => [one.name, one] as const))('%s', (name, { volume, end }) => {
  const text = readFileSync(`circuits/${name}.yaml`, 'utf8');
  const quantity = quantities[name] ?? 'cylinder.x';
  const joined = withoutLines(text, [volume], `${name}.yaml`);
  const withVolume = (litres: string): Circuit => {
    const changed = text.replace(new RegExp(`(${volume}: .*volume: )[0-9.]+ l`), `$1${litres} l`);
    return parseCircuit(changed, `${name}.yaml`).circuit;
  };

  test('the join is the limit of small volumes: a tenth of the volume, a tenth of the difference', async () => {
    const limit = await course(joined, quantity, end, 'rodas4', 1e-7);
    const differences: number[] = [];
    for (const litres of ['0.01', '0.001'])
      differences.push(largest(await course(withVolume(litres), quantity, end, 'radau5', 1e-7), limit));
    const [large, small] = differences as [number, number];
    // In three circuits what is left of the smaller volume is of the size of the integrators' own errors, which may be of either sign.
    expect(large / small).toBeGreaterThan(7);
    expect(large / small).toBeLessThan(25);
  });

  test('four integrators go through it', async () => {
    const limit = await course(joined, quantity, end, 'rodas4', 1e-7);
    const size = Math.max(...limit);
    // Slopes that are kept, as bdf's, are those of the shut valve when it opens: the pressure comes late then.
    for (const [solver, share] of [
      ['dopri5', 1e-4],
      ['rodas4', 1e-4],
      ['radau5', 2e-4],
      ['bdf', 3e-3],
    ] as const)
      expect(largest(await course(joined, quantity, end, solver, 1e-5), limit), solver).toBeLessThan(share * size);
  });
});

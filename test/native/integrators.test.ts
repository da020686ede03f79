/** Integrators by native rates and Jacobians make the same steps with the same bits as by WebAssembly and JavaScript. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { LumpedOptions } from '../../dist/lumped/types.js';
import { isFull } from '../support/circuits.js';
import { compilers, ownCache, skipped, withoutCompiler } from '../support/native.js';

ownCache();

const file = (name: string): string => readFileSync(fileURLToPath(new URL(`../../circuits/${name}.yaml`, import.meta.url)), 'utf8');
const ring = generateRing({ stations: isFull ? 300 : 8, seed: 1, expand: false });
/** By name: text, end in s. */
const circuits: readonly (readonly [string, string, number])[] = [
  ...(isFull ? ([['ring-main', file('ring-main'), 1]] as const) : []),
  ['a drawn ring', ring, 0.02],
  ...(isFull ? ([['two-actuator', file('two-actuator'), 0.1]] as const) : []),
];
const solvers = isFull ? ['rodas4', 'radau5', 'bdf', 'lsoda', 'dopri5'] : ['rodas4', 'lsoda'];
const cases = circuits.flatMap(([name, text, until]) => solvers.map((solver) => ({ name, text, until, solver })));

describe.skipIf(withoutCompiler)(`integrators by native kernels${skipped}`, () => {
  test.each(cases)(
    '$solver on $name',
    async ({ name, text, until, solver }) => {
      const { circuit } = parseCircuit(text, name);
      const run = (more: LumpedOptions) => simulateLumped(circuit, { solver, until, ...more });
      const plain = await run({ kernels: 'wasm' });
      for (const compiler of isFull ? compilers : compilers.slice(0, 1))
        for (const checked of isFull ? [false, true] : [true]) {
          const native = await run({ kernels: 'native', native: { compiler, checked } });
          expect(native.run.kernels, native.notes.join()).toBe('native');
          expect(native.digest).toMatch(/^[0-9a-f]{64}$/);
          expect(native.digest).toBe(plain.digest);
          expect(native.stateDigest).toBe(plain.stateDigest);
          expect(native.account.steps).toEqual(plain.account.steps);
          expect(native.cost.counts).toEqual(plain.cost.counts);
        }
    },
    600_000,
  );

  test('where they cannot be made, WebAssembly goes on, with the reason', async () => {
    const { circuit } = parseCircuit(file('lift'), 'lift');
    const results = await simulateLumped(circuit, {
      until: 0.1,
      kernels: 'native',
      native: { compiler: compilers[0], cache: false, patience: 1e-3 },
    });
    expect(results.ending).toBe(null);
    expect(results.notes.join()).toMatch(/kernels in WebAssembly, not native: .* was given up after 0.001 s/);
  });
});

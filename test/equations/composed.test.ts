/** Laws put together of several nonlinear operations: one unknown each, found in a bracket from any guess. */
import { describe, expect, test } from 'vitest';
import { library } from '../../dist/components/library.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { solve } from '../../dist/equations/solve/solve.js';
import { bench, random } from '../support/kernelBench.js';

const kindOf = (kind: string): KindDefinition => library.get(kind) as KindDefinition;
const unknowns = (kind: string): number[] => solve(modelOf(kindOf(kind))).blocks.map((b) => (b.type === 'newton' ? b.tears.length : 0));

test.each([
  ['transitionOrifice', [1]],
  ['proportionalValve', [1, 1]],
  ['pipeInertance', [1]],
  ['stribeckCylinder', [1]],
  ['lugreCylinder', [1]],
])('%s: unknowns of its blocks %j', (kind, expected) => {
  expect(unknowns(kind)).toEqual(expected);
});

describe.each(['transitionOrifice', 'pipeInertance', 'stribeckCylinder', 'lugreCylinder'])('%s', (kind) => {
  test('is solved from no history and from a wrong one, and the answer is the same to 1e-12', () => {
    const b = bench(kindOf(kind));
    const rng = random(5);
    const keys = ['guess_y_0_0', 'guessBefore_y_0_0'].filter((key) => b.at(key) !== undefined);
    expect(keys.length).toBe(2);
    const flow = (): number => b.F[b.at(`q_${b.ports[0]}`)] as number;
    let failed = 0;
    for (let n = 0; n < 2000; n++) {
      b.draw(rng);
      const start = b.F.slice();
      b.kernel(0);
      if (b.failed()) failed++;
      const first = flow();
      const wrong = (rng() * 2 - 1) * 10 ** (6 * rng() - 3);
      b.F.set(start);
      for (const key of keys) b.F[b.at(key)] = wrong * Math.max(1e-6, Math.abs(first));
      b.kernel(0);
      if (b.failed()) failed++;
      else if (kind === 'transitionOrifice') {
        // The pressures that a flow off by rounding would give.
        const z = (b.F[b.at('z_in')] as number) + (b.F[b.at('z_out')] as number);
        expect(Math.abs(z * (flow() - first))).toBeLessThanOrEqual(1e-12 * Math.max(1e7, Math.abs(z * first)));
      }
    }
    expect(failed).toBeLessThanOrEqual(kind === 'transitionOrifice' || kind === 'pipeInertance' ? 0 : 40);
  });
});

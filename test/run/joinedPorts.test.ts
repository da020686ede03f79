/** Joined groups where they meet lines: p = C + Z q at each port, and power in is power lost. */
import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { seeded } from '../../dist/circuit/text/random.js';
import type { PartitionLayout } from '../../dist/program/layout/layout.js';
import { simulate } from '../../dist/run/simulate.js';
import { ByHand } from '../support/byHand.js';
import { orificesAtJunction } from '../support/joinedOrifices.js';

const valve = await readCircuit('circuits/compensated-valve.yaml');

test('what goes into a group as power its members turn into heat, to rounding', async () => {
  const results = await simulate(orificesAtJunction, { workers: 1 });
  const of = (name: string): Float64Array => results.series(name).y;
  for (let k = 1; k < results.t.length; k++) {
    const heat = ['a', 'b', 'c'].map(
      (name) => ((of(`${name}.in.p`)[k] as number) - (of(`${name}.out.p`)[k] as number)) * (of(`${name}.out.q`)[k] as number),
    );
    for (const one of heat) expect(one).toBeGreaterThan(0);
    // The tank is at 0.
    const given = (of('a.in.p')[k] as number) * -(of('a.in.q')[k] as number);
    // A few roundings of each product.
    expect(Math.abs(heat.reduce((sum, one) => sum + one) - given)).toBeLessThanOrEqual(1e-15 * given);
  }
});

test.each([
  ['three orifices', orificesAtJunction],
  ['compensated-valve', valve],
])('%s: at each port p = C + Z q and w = p + Z q to rounding, whatever the steps are', (_, circuit) => {
  const run = new ByHand(circuit);
  const { layout } = run.session;
  const { network } = layout;
  const group = circuit.components.findIndex(({ name }) => name.includes('+'));
  const global = [...network.ends.subarray(network.firstEnd[group], network.firstEnd[group + 1])].filter((end) => end >= 0);
  expect(global.length).toBeGreaterThan(0);
  const [{ c, z, p, q, w }] = layout.partitions as [PartitionLayout];
  const rng = seeded(2);
  let flowing = 0;
  for (let n = 0; n < 400; n++) {
    run.retune(1e-5 * (0.5 + rng()));
    run.receiveAndRecord();
    run.attempt();
    for (const end of global) {
      const at = (block: number): number => run.F[block + (layout.site.endIndex[end] as number)] as number;
      const [wave, drop] = [at(c), at(z) * at(q)];
      const rounding = 2 ** -52 * (Math.abs(wave) + 2 * Math.abs(drop));
      expect(Math.abs(at(p) - (wave + drop))).toBeLessThanOrEqual(rounding);
      expect(Math.abs(at(w) - (at(p) + drop))).toBeLessThanOrEqual(rounding);
      if (Math.abs(at(q)) > 1e-6) flowing++;
    }
    run.accept(1e-5);
  }
  expect(flowing).toBeGreaterThan(200);
});

/** The lumped equations by both back ends, and twice by one: the same bits in every recorded row and count. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { LumpedOptions } from '../../dist/lumped/types.js';
import { isFull } from '../support/circuits.js';

const files = readdirSync('circuits').filter((file) => file.endsWith('.yaml'));

/** Quickly one of them, by turns, and every fourth circuit. */
const solversOf = (k: number): string[] => ['rodas4', 'bdf'].filter((_, solver) => isFull || k % 8 === 4 * solver);

test.each(files.flatMap((file, k) => solversOf(k).map((solver) => [file, solver] as const)))('%s by %s', async (file, solver) => {
  const circuit = await readCircuit(`circuits/${file}`);
  // Enough for valves, stops and corners: two-actuator chatters from 44 ms on.
  const until = Math.min(circuit.run.end, file === 'two-actuator.yaml' ? 0.06 : circuit.run.end / 4);
  const solve = async (kernels: NonNullable<LumpedOptions['kernels']>): Promise<unknown> => {
    const results = await simulateLumped(circuit, { solver, kernels, until, relativeTolerance: 1e-4, record: ['*'] });
    expect(results.ending).toBeNull();
    expect(results.cost.counts.accepted).toBeGreaterThan(5);
    const columns = results.columns.map(({ name }) => [name, ...results.series(name).y].map(bits));
    return { counts: results.cost.counts, t: [...results.t], columns };
  };
  const first = await solve('wasm');
  expect(await solve('js')).toEqual(first);
  if (isFull) expect(await solve('wasm')).toEqual(first);
});

/** NaN equals NaN, and 0 is not -0. */
const bits = (value: number | string): string => (Object.is(value, -0) ? '-0' : String(value));

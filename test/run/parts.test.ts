/**
 * Ranks that have the layout of their part only, as worker threads that share no memory: digests and account of one process, from what each has read of the compact text.
 */
import { afterAll, describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { rankOf } from '../../dist/circuit/entries/share.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { ThreadRanks } from '../support/threadRanks.js';

const started = new Map<number, ThreadRanks>();
function ranksOf(count: number): ThreadRanks {
  const ranks = started.get(count) ?? new ThreadRanks(count);
  started.set(count, ranks);
  return ranks;
}
afterAll(() => Promise.all([...started.values()].map((ranks) => ranks.end())));

const drawn = generateRing({ stations: 16 });
const [ringA, ringB] = (['a', 'b'] as const).map((preset) => generateRing({ stations: 23, preset })) as [string, string];

/** What of results is of the run, not of who made it. */
function accountOf({ notes: _, cost: { evaluations, synchronisations }, ...results }: LineResults): object {
  const { driver: _d, workers: _w, ...run } = results.run;
  return JSON.parse(JSON.stringify({ ...results, run, cost: undefined, evaluations, synchronisations, t: undefined })) as object;
}

/** As many instances for each, one behind the other. */
function planOf(circuit: Circuit, count: number): Plan {
  const share = { ranks: count, count: Math.max(...circuit.components.map(({ name }) => Number(/^s(\d+)_/.exec(name)?.[1]))) + 1 };
  const owner = Int32Array.from(circuit.components, ({ name }) => rankOf(share, Number(/^s(\d+)_/.exec(name)?.[1])));
  return describePlan(circuit, owner, count, { method: 'parts', source: 'a test' });
}

async function expectSame(text: string, count: number, options: RunOptions): Promise<void> {
  const answers = await ranksOf(count).run({ text, options, parts: { digest: true } });
  expect(answers.map(({ error }) => error)).toEqual(answers.map(() => undefined));
  const results = answers[0]?.results as LineResults;
  expect(results.notes.join('\n')).toMatch(/layout of its part/);
  const { circuit } = parseCircuit(text, 'circuit');
  const one = await simulate(circuit, { ...options, workers: 1 });
  expect([results.digest, results.stateDigest]).toEqual([one.digest, one.stateDigest]);
  const same = count === 1 ? one : await simulate(circuit, { ...options, plan: planOf(circuit, count), driver: 'serial' });
  expect(accountOf(results)).toEqual(accountOf(same));
}

describe('the bits of one process', () => {
  const ways: [string, string, RunOptions][] = [
    ['capacitive lines, variable steps', drawn, isFull ? { until: 0.02 } : { until: 1e-3, kernels: 'js' }],
    ['wave lines in steps, look-ahead', ringA, { step: 1e-4, until: 0.01 }],
    ['cylinders and valves', ringB, { step: 1e-4, until: 0.01 }],
  ];
  // Full: two ranks that meet at both ends, more ranks than types of stations. Quickly a rank with neighbours and one rank beyond them.
  const counts = isFull ? [1, 2, 3, 8] : [4];
  test.each(ways.slice(0, isFull ? 3 : 2).flatMap((way) => counts.map((count) => [...way, count] as const)))(
    '%s, %#',
    (_, text, options, count) => expectSame(text, count, options),
  );
});

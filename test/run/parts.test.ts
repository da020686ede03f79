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
  if (!isFull || text !== drawn || options.grid) return;
  expect(results.account.steps.accepted).toBeGreaterThan(1000);
  expect(results.account.steps.rejected).toBeGreaterThan(20);
}

describe('the bits of one process', () => {
  const ways: [string, string, RunOptions][] = [
    ['capacitive lines, variable steps', drawn, isFull ? { until: 0.02 } : { until: 1e-3, kernels: 'js' }],
    ['wave lines in steps, look-ahead', ringA, { step: 1e-4, until: 0.01 }],
    ['cylinders and valves', ringB, { step: 1e-4, until: 0.01 }],
    ['exact rows', drawn, { until: 1e-3, every: 1e-4, grid: 'exact' }],
  ];
  // Full: two ranks that meet at both ends, more ranks than types of stations. Quickly a rank with neighbours and one rank beyond them.
  const counts = isFull ? [1, 2, 3, 8] : [4];
  test.each(ways.slice(0, isFull ? 4 : 2).flatMap((way) => counts.map((count) => [...way, count] as const)))(
    '%s, %#',
    (_, text, options, count) => expectSame(text, count, options),
  );
});

describe('without a digest', () => {
  const options = { until: 1e-3, every: 2e-5, record: ['s*_node.p', 's3_main.p', 'run.step'], kernels: 'js' as const };

  test('each has its own rows, of which some have left the memory', async () => {
    const answers = await ranksOf(3).run({ text: drawn, options, parts: { digest: false }, rowsInMemory: 20 });
    expect(answers.map(({ error }) => error)).toEqual([undefined, undefined, undefined]);
    const one = await simulate(parseCircuit(drawn, 'circuit').circuit, { ...options, workers: 1 });
    expect(one.rows).toBeGreaterThan(40);
    const all = answers.flatMap(({ series = {} }) => Object.entries(series).filter(([name]) => name !== 'run.step'));
    const names = one.columns.map(({ name }) => name).filter((name) => name !== 'run.step');
    expect(all.map(([name]) => name).sort()).toEqual(names.sort());
    for (const [name, values] of all) expect(values, name).toEqual(one.series(name).y);
    const [first, second] = answers.map(({ results }) => results as unknown as { steps: object; limitedBy: object[]; ranks: object[] });
    expect({ ...second, columns: [] }).toEqual({ ...first, columns: [] });
    const { steps, limitedBy } = one.account;
    expect([first?.steps, first?.limitedBy]).toEqual([steps, limitedBy]);
    expect(first?.ranks).toMatchObject([5, 5, 6].map((instances, rank) => ({ rank, instances })));
  });

  test('what has no parts is run whole, and says why', async () => {
    const plan = planOf(parseCircuit(drawn, 'circuit').circuit, 2);
    for (const [more, why] of [
      [{ plan }, /whole circuit: a plan says who has what/],
      [{ watch: ['s0_node.p > 200 bar'] }, /whole circuit: quantities are watched at every step/],
    ] as const) {
      const [first] = await ranksOf(2).run({ text: drawn, options: { ...options, until: 1e-4, ...more }, parts: { digest: false } });
      expect(first?.results?.notes.join()).toMatch(why);
    }
  });
});

describe('what all have to agree on', () => {
  const options = { until: 1e-4, kernels: 'js' as const };
  const messages = async (task: Parameters<ThreadRanks['run']>[0]): Promise<string[]> =>
    (await ranksOf(3).run(task)).map(({ error }) => `${error?.code} ${error?.message}`);

  test('one text, and names that some rank has', async () => {
    const set = ['run.pressureError="0.2 bar"'];
    const parts = { digest: true };
    for (const message of await messages((rank) => ({ text: drawn, options, parts, ...(rank === 1 ? { set } : {}) })))
      expect(message).toMatch(/^RUN263 rank 1 has another circuit than rank 0$/);
    for (const message of await messages({ text: drawn, options: { ...options, record: ['s1_node.p', 'nothing.p'] }, parts }))
      expect(message).toMatch(/^RUN208 record: nothing is called 'nothing\.p'$/);
    const wrong = (rank: number): object => (rank === 2 ? { ...options, every: -1 } : options);
    const told = await messages((rank) => ({ text: drawn, options: wrong(rank), parts }));
    expect(told[0]).toMatch(/^RUN266 rank 2 cannot begin: /);
  });
});

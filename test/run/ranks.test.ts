/**
 * Ranks, as worker threads that share no memory and send each other what ranks of MPI would (test/hosts/mpi.test.ts has those): a place that a phase reads of another partition, and
 * that is not sent, keeps its value of t = 0 here.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aborts, abortWord } from '../../dist/blocks/step/barrier.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { seeded, shuffled } from '../../dist/circuit/text/random.js';
import { launcherOf } from '../../dist/mpi/launcher.js';
import { clusters } from '../../dist/partition/clusters.js';
import { type Costs, countedCosts } from '../../dist/partition/costs.js';
import { describePlan, makePlan } from '../../dist/partition/describePlan.js';
import type { Plan } from '../../dist/partition/plan.js';
import { memoryRows, type RowStorage } from '../../dist/results/rows.js';
import { dryRanks } from '../../dist/run/ranks/dryRanks.js';
import { goOnSaving } from '../../dist/run/ranks/saving.js';
import { simulateOnRanks } from '../../dist/run/ranks/simulateOnRanks.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LoopEnd } from '../../dist/run/threads/driver.js';
import type { PartitionFault } from '../../dist/run/threads/faults.js';
import { ownThreads } from '../../dist/run/threads/nodeThreads.js';
import type { ThreadHost } from '../../dist/run/threads/threadHost.js';
import type { LineResults, OilBalance, RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { compilers, ownCache, skipped, withoutCompiler } from '../support/native.js';
import { sameBitsRuns } from '../support/sameBits.js';
import { type RankAnswer, type RankTask, ranksOf, ThreadRanks } from '../support/threadRanks.js';

ownCache();

const fileOf = (name: string): string => readFileSync(new URL(`../../circuits/${name}.yaml`, import.meta.url), 'utf8');
const [ringA, ringB] = (['a', 'b'] as const).map((preset) => generateRing({ stations: 12, preset })) as [string, string];

/** What of results is of the run, not of the machine that made it, nor of who made it. */
function accountOf(results: LineResults): object {
  const { driver: _, workers: _w, kernels: _k, ...run } = results.run;
  const { evaluations, synchronisations } = results.cost;
  const { notes: _t, cost: _c, ...account } = results;
  return JSON.parse(JSON.stringify({ ...account, run, evaluations, synchronisations, t: undefined })) as object;
}

/**
 * What rounding leaves of the balance of oil where ranks gather: sums go by the order of memory, and in that of ranks that post messages first components at lines to others stand before the rest. Quantities that are summed
 * over all oil, or are a difference of such sums, may differ by some units in the last place of all oil (found: 1.8e-15 kg of 14 kg, one unit): of its mass, of its volume; what is found at one place or of few terms, by some of its own.
 */
const leftOf: Readonly<Record<Exclude<keyof OilBalance, 'conserves' | 'atRest'>, (balance: OilBalance) => number>> = {
  // A quotient; found: 2.3e-17.
  mass: () => 1e-15,
  off: ({ content }) => 1e-15 * content,
  offMass: ({ contentMass }) => 1e-15 * contentMass,
  contentMass: ({ contentMass }) => 1e-15 * contentMass,
  drift: ({ contentMass }) => 1e-15 * contentMass,
  through: ({ through }) => 1e-14 * Math.abs(through),
  content: ({ content }) => 1e-14 * content,
  perPassage: ({ perPassage }) => 1e-14 * Math.abs(perPassage),
};

/** The account of one process, where ranks gather but for rounding of its balance of oil. */
function expectSameAccount(results: LineResults, same: LineResults, gathers: boolean): void {
  const withoutBalance = ({ account: { balance: _, ...account }, ...others }: LineResults): object =>
    accountOf({ ...others, account } as LineResults);
  if (!gathers) {
    expect(accountOf(results)).toEqual(accountOf(same));
    return;
  }
  expect(withoutBalance(results)).toEqual(withoutBalance(same));
  const { balance } = same.account;
  for (const [name, value] of Object.entries(results.account.balance)) {
    const expected = balance[name as keyof typeof balance];
    if (typeof value !== 'number') expect(value).toBe(expected);
    else expect(Math.abs(value - (expected as number)), name).toBeLessThanOrEqual(leftOf[name as keyof typeof leftOf](balance));
  }
}

const resultsOf = ([first, ...others]: readonly RankAnswer[]): LineResults => {
  expect(first?.error).toBeUndefined();
  for (const other of others) expect(other).toMatchObject({ results: null, rows: null });
  return first?.results as LineResults;
};

/** The account of ranks, of so many threads each, against that of one thread with the same partitions, and digests against those of one. */
async function expectSame(text: string, count: number, options: RunOptions, threads = 1, gathersFrom?: number): Promise<void> {
  const { circuit } = parseCircuit(text, 'circuit');
  const asked = threads === 1 ? options : { ...options, workers: threads };
  const results = resultsOf(await ranksOf(count).run({ text, options: asked, ...(gathersFrom === undefined ? {} : { gathersFrom }) }));
  const parts = count * threads;
  const plan = threads === 1 || options.plan ? {} : { plan: planOnHosts(circuit, count, threads, options) };
  // Of the same bits: C is compiled for the ranks alone.
  const others = options.kernels === 'native' ? ({ ...options, kernels: 'wasm' } as const) : options;
  const same = await simulate(circuit, { ...others, ...plan, workers: parts, driver: 'serial' });
  expectSameAccount(results, same, gathersFrom !== undefined);
  if (options.law === 'thesisStrict') expect(results.account.steps.rejected).toBeGreaterThan(0);
  expect(results.run).toMatchObject({ driver: 'mpi', workers: parts, partitions: parts, kernels: options.kernels ?? 'wasm' });
  if (options.ownSteps || options.exchangeEvery) return;
  const { plan: _, ...undivided } = others;
  const one = await simulate(circuit, { ...undivided, workers: 1 });
  expect([results.digest, results.stateDigest]).toEqual([one.digest, one.stateDigest]);
}

/** The partitions that ranks of several threads have. */
function planOnHosts(circuit: Circuit, hosts: number, threads: number, options: RunOptions): Plan {
  const fixed = (options.step === undefined ? circuit.run.step : options.step) !== null;
  const preferWaves = fixed && options.lookAhead !== false;
  return makePlan(circuit, hosts * threads, { hosts, preferWaves, onlyWaves: options.ownSteps ?? false });
}

/** One station takes as long as four others: the partition that has it has fewer. */
function costsOfOneStation(circuit: Circuit): Costs {
  const costs = countedCosts(circuit);
  const component = costs.component.map((cost, c) => (circuit.components[c]?.name.startsWith('s1_') ? 4 : 1) * cost);
  return { ...costs, how: 'measured', machine: 'a test', component };
}

describe('the bits of one thread', () => {
  const ways: [string, string, number, RunOptions][] = [
    [
      'capacitive lines, variable steps, with rejections',
      fileOf('two-actuator'),
      2,
      { until: isFull ? 0.01 : 2e-3, law: 'thesisStrict', pressureError: 2e3 },
    ],
    ['wave lines, variable steps, their means recorded', ringA, 2, { step: null, until: 4e-3, record: ['*.p'] }],
    ['wave lines in steps, look-ahead', ringA, 2, { step: 1e-4, until: 0.01 }],
    ['wave lines in steps, without', ringA, 3, { step: 1e-4, until: 0.01, lookAhead: false }],
    ['own steps, means of wave lines recorded', ringA, 2, { step: null, until: 4e-3, ownSteps: true, record: ['*.p'] }],
    ['exchange at intervals', ringB, 2, { step: 1e-4, until: 4e-3, exchangeEvery: 5e-4 }],
    ['exact rows in JavaScript', ringB, 2, { until: 2e-3, every: 1e-4, grid: 'exact', kernels: 'js' }],
  ];
  // The first is the only one in which ranks decide together how long a step is, and whether it is rejected.
  const quick = [
    'capacitive lines, variable steps, with rejections',
    'wave lines in steps, look-ahead',
    'wave lines, variable steps, their means recorded',
    'own steps, means of wave lines recorded',
  ];
  test.each(ways.filter(([name]) => isFull || quick.includes(name)))('%s', (_, text, count, options) => expectSame(text, count, options));

  // The exchange of these ranks is JavaScript's; the loop around it, with all that is packed and unpacked, is C.
  const byNative = { kernels: 'native', native: { compiler: compilers[0], checked: true } } as const;
  test.each(isFull && !withoutCompiler ? ways.filter(([, , , { kernels }]) => !kernels) : [])(
    `%s, native kernels${skipped}`,
    { timeout: 300_000 },
    async (_, text, count, options) => {
      for (const threads of [1, 2]) await expectSame(text, count, { ...options, ...byNative }, threads);
      // Ranks that gather what they publish, of which some are no neighbours.
      await expectSame(text, 4, { ...options, ...byNative }, 1, 2);
    },
  );

  const overToNative: [threads: number, how: string, more: Pick<RankTask, 'gathersFrom'>][] = [
    [1, 'by messages', {}],
    [2, 'by messages', {}],
    [1, 'while they gather', { gathersFrom: 2 }],
    [2, 'while they gather', { gathersFrom: 2 }],
  ];
  test.each(isFull && !withoutCompiler ? overToNative : [])(
    `ranks of %i threads that go over to native kernels, each when it has them, %s${skipped}`,
    { timeout: 300_000 },
    async (threads, _, more) => {
      const long = { until: 2, record: ['s0_node.p'], every: 0.01, workers: threads };
      const native = { compiler: compilers[0], after: 0 };
      const run = (kernels: 'native' | 'auto') => ranksOf(2).run({ text: ringB, options: { ...long, kernels, native }, ...more });
      // So that they are in the cache.
      resultsOf(await run('native'));
      const results = resultsOf(await run('auto'));
      expect(results.notes.join('\n')).toMatch(/native kernels from t = .* s on: /);
      expect(results.run.kernels).toBe('native');
      const one = await simulate(parseCircuit(ringB, 'ring').circuit, { ...long, kernels: 'wasm', workers: 1 });
      expect([results.digest, results.stateDigest]).toEqual([one.digest, one.stateDigest]);
    },
  );

  // Quickly in the variety that has most to exchange: two ranks that decide together, and of which one's threads must wait for what the other has sent.
  const grouped = isFull ? [1, 2, 3] : [2];
  test.each(ways.filter(([name]) => isFull || name === 'capacitive lines, variable steps, with rejections'))(
    '%s, two threads a rank',
    async (_, text, _count, options) => {
      for (const count of grouped) await expectSame(text, count, options, 2);
    },
  );

  // Ranks whose words are gathered; quickly where they decide together.
  test.each(ways.filter(([name]) => isFull || name === 'capacitive lines, variable steps, with rejections'))(
    '%s, words gathered',
    async (_, text, count, options) => {
      if (!isFull) return expectSame(text, count, { ...options, until: 2e-3 }, 1, 2);
      for (const ranks of [count, 4]) await expectSame(text, ranks, options, 1, 2);
      await expectSame(text, 2, options, 2, 2);
    },
  );

  // Full: threads of one memory beside it, which have to find their own partitions of a plan.
  test.each(isFull ? [1, 2] : [2])('a plan of two ranks of %i threads, by measured costs, which move components', async (threads) => {
    const { circuit } = parseCircuit(ringB, 'circuit');
    const [even, measured] = [undefined, costsOfOneStation(circuit)].map((costs) =>
      makePlan(circuit, 2 * threads, { hosts: 2, ...(costs ? { costs } : {}) }),
    ) as [Plan, Plan];
    expect([measured.costs, measured.parts]).toEqual(['measured', 2 * threads]);
    expect(measured.owner).not.toEqual(even.owner);
    await expectSame(ringB, 2, { until: isFull ? 4e-3 : 5e-4, plan: measured }, threads);
  });

  test.each((isFull ? [1, 2, 3, 4, 5, 6] : []).flatMap((seed) => [2, 32].map((gathersFrom) => [seed, gathersFrom] as const)))(
    'a plan by chance, %i, words gathered from %i ranks on',
    async (seed, gathersFrom) => {
      const count = 2 + (seed % 2);
      const [text, options] = seed % 3 === 0 ? [ringB, { until: 4e-3 }] : [ringA, { step: seed % 3 === 1 ? 1e-4 : null, until: 4e-3 }];
      const { circuit } = parseCircuit(text, 'circuit');
      const { of, count: groups } = clusters(circuit);
      const part = shuffled(groups, seeded(seed)).map((drawn) => drawn % count);
      const owner = Int32Array.from(of, (cluster) => part[cluster] as number);
      const plan = describePlan(circuit, owner, count, { method: 'chance', source: 'a test' });
      const results = resultsOf(await ranksOf(count).run({ text, options: { ...options, plan }, gathersFrom }));
      const one = await simulate(circuit, { ...options, workers: 1 });
      expect([results.digest, results.stateDigest]).toEqual([one.digest, one.stateDigest]);
    },
  );

  test('rows that leave the memory', async () => {
    const options = { until: 0.01, every: 2e-5 };
    const { circuit } = parseCircuit(ringB, 'ring');
    const one = await simulate(circuit, { ...options, workers: 1 });
    const [first] = await ranksOf(2).run({ text: ringB, options, rowsInMemory: 40 });
    expect(one.rows).toBeGreaterThan(80);
    expect([first?.rows, first?.results?.digest]).toEqual([one.rows, one.digest]);
  });

  test.each(isFull ? sameBitsRuns().map((run) => [run.name, run] as const) : [])(
    '%s, whatever the number of ranks',
    { timeout: 600_000 },
    async (_, run) => {
      const circuit = await run.circuit();
      const text = run.text();
      const until = circuit.run.end * run.part;
      const { workers, ...others } = run.options;
      const options = { until, ...others };
      for (const count of workers === undefined ? [1, 2, 3, 8] : [2]) {
        // Three and more gather.
        const answers = await ranksOf(count).run({ text, options, gathersFrom: 3 });
        // A circuit with fewer parts says so.
        if (answers[0]?.error?.code === 'RUN264') continue;
        const one = await simulate(circuit, { ...options, workers: workers ?? 1 });
        const results = resultsOf(answers);
        expect([results.digest, results.stateDigest], `${count} ranks`).toEqual([one.digest, one.stateDigest]);
      }
    },
  );
});

describe('what all have to agree on', () => {
  const options = { until: 1e-3 };
  const messages = (answers: readonly RankAnswer[]): string[] => answers.map(({ error }) => `${error?.code} ${error?.message}`);

  test.each<[string, (rank: number) => object, RegExp]>([
    [
      'another build',
      (rank) => ({ options: { ...options, build: `build ${rank}` } }),
      /^RUN263 rank 1 has another build of ringmain than rank 0$/,
    ],
    [
      'another value',
      (rank) => (rank === 1 ? { set: ['run.pressureError="0.2 bar"'] } : {}),
      /^RUN263 rank 1 has another circuit than rank 0$/,
    ],
    ['other options', (rank) => ({ options: { until: 1e-3 * (1 + rank) } }), /^RUN263 rank 1 has other options than rank 0$/],
  ])('%s', async (_, differs, message) => {
    const answers = await ranksOf(2).run((rank) => ({ text: ringB, options, ...differs(rank) }));
    for (const text of messages(answers)) expect(text).toMatch(message);
  });

  test('one plan', async () => {
    const { circuit } = parseCircuit(ringB, 'circuit');
    const plans = [makePlan(circuit, 2), makePlan(circuit, 2, { costs: costsOfOneStation(circuit) })] as const;
    for (const text of messages(await ranksOf(2).run((rank) => ({ text: ringB, options: { ...options, plan: plans[rank] as Plan } }))))
      expect(text).toBe('RUN263 rank 1 has another plan than rank 0');
  });

  test.each<[number, number, number, string, string]>([
    [
      2,
      1,
      4,
      '2 ranks',
      'start 4 (mpirun -np 4), or give each 2 threads (--workers 2), or take a plan of 2 (ringmain partition CIRCUIT --parts 2)',
    ],
    [3, 1, 2, '3 ranks', 'start 2 (mpirun -np 2), or take a plan of 3 (ringmain partition CIRCUIT --parts 3)'],
    [
      2,
      2,
      2,
      '2 ranks of 2 threads',
      'start 1 (mpirun -np 1), or leave out --workers, or take a plan of 4 (ringmain partition CIRCUIT --parts 4 --hosts 2)',
    ],
    [2, 2, 3, '2 ranks of 2 threads', 'take a plan of 4 (ringmain partition CIRCUIT --parts 4 --hosts 2)'],
  ])('%i ranks of %i threads and a plan of %i', async (count, workers, parts, told, remedy) => {
    const { circuit } = parseCircuit(ringB, 'circuit');
    const asked = { build: 'one', ...options, workers, plan: makePlan(circuit, parts) };
    const error: unknown = await simulateOnRanks(circuit, asked, dryRanks(0, count)).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'RUN264', message: `${told}, and the plan has ${parts} partitions`, remedy });
  });

  test('a mistake of one rank alone', async () => {
    const answers = await ranksOf(2).run((rank) => ({
      text: ringB,
      options: rank === 1 ? { ...options, record: ['nothing.p'] } : options,
    }));
    expect(messages(answers)[0]).toMatch(/^RUN266 rank 1 cannot begin: .*'nothing.p'/);
    expect(messages(answers)[1]).toMatch(/^RUN208 /);
  });

  test('more ranks than parts', async () => {
    const pair =
      'ringmain: 1\nname: pair\nfluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }\ncomponents:\n  p: { kind: flowSource, flow: 1 l/min }\n  t: { kind: tank }\n  v: { kind: reliefValve, crackingPressure: 10 bar, gradient: 60 l/min/bar }\nlines:\n  L: { from: p, to: v.in, length: 1 m, diameter: 10 mm }\ndirect:\n  - { from: v.out, to: t }\nrun: { end: 1 ms }\n';
    expect(messages(await ranksOf(3).run({ text: pair, options }))[0]).toBe('RUN264 3 ranks, and the circuit has 2 parts that lines join');
  });

  test.runIf(isFull)('what needs one memory', async () => {
    expect(messages(await ranksOf(2).run({ text: ringB, options: { ...options, balance: true } }))[0]).toMatch(/^RUN265 balance/);
    await expect(simulate(parseCircuit(ringB, 'ring').circuit, { driver: 'mpi' })).rejects.toMatchObject({ code: 'RUN265' });
  });
});

test('whoever is asked to stop, all stop behind the same step, and rank 0 has what there is', async () => {
  const answers = await ranksOf(2).run((rank) => ({ text: ringB, options: { until: 1000 }, ...(rank === 1 ? { stopAfter: 3 } : {}) }));
  const results = resultsOf(answers);
  expect(results.ending).toMatchObject({ kind: 'interrupted' });
  expect(results.account.steps.accepted).toBeGreaterThan(0);
  expect(results.end).toBeLessThan(1000);
});

test.runIf(isFull).each<[string, Partial<RankTask>]>([
  ['attempts are made', { hold: 2 }],
  ['rows come together', { hangsAtRows: true }],
])('a rank that does not answer where %s is named at the deadline', async (_, fault) => {
  const ranks = new ThreadRanks(2);
  try {
    const first = await Promise.race(
      ranks.each((rank) => ({
        ...{ text: ringB, options: { until: 1000, every: 1e-4, deadline: 0.3 }, rowsInMemory: 40 },
        ...(rank === 1 ? fault : {}),
      })),
    );
    expect(first.error).toMatchObject({ name: 'RankLost', message: 'rank 1 has not answered for 0.3 s' });
  } finally {
    await ranks.end();
  }
});

test.each<[string, string, object]>([
  ['rows cannot be kept', 'no room for rows', {}],
  [
    'a checkpoint cannot be written',
    'rank 0 could not save its part of the run: no room',
    { write: () => Promise.reject(new Error('no room')) },
  ],
])('threads of a rank end where %s', async (_, message, files) => {
  let ended = 0;
  const host: ThreadHost = {
    ...ownThreads,
    async start(tasks) {
      const { results, end } = await ownThreads.start(tasks);
      return {
        results,
        end() {
          ended++;
          return end();
        },
      };
    },
  };
  const append = (): void => {
    throw new Error('no room for rows');
  };
  const rows: RowStorage = { rowsInMemory: 12, open: (head) => Object.assign(memoryRows().open(head), 'write' in files ? {} : { append }) };
  const saves = {
    every: null,
    at: 1e-3,
    newTag: () => '1',
    writePart: async () => '',
    write: async () => {},
    tidy: async () => {},
    ...files,
  };
  const options = { build: 'one', workers: 2, threads: host, kernels: 'js', until: 1, every: 1e-5, rows, saves } as const;
  await expect(simulateOnRanks(parseCircuit(ringB, 'ring').circuit, options, dryRanks(0, 1))).rejects.toThrow(message);
  expect(ended).toBe(1);
});

describe('a thread of a rank that', () => {
  /** A run of one rank, of which the second thread has a fault. */
  const faulty = async (type: PartitionFault['type'], deadline: number): Promise<unknown> => {
    const host: ThreadHost = {
      ...ownThreads,
      start: (tasks) => ownThreads.start(tasks.map((task) => ({ ...task, faults: [{ partition: 1, attempt: 50, type }] }))),
    };
    const options = { build: 'one', workers: 2, threads: host, kernels: 'js', until: 1, deadline } as const;
    return simulateOnRanks(parseCircuit(ringB, 'ring').circuit, options, dryRanks(0, 1)).catch((error: unknown) => error);
  };

  test.each<[PartitionFault['type'], RegExp]>([
    ['throw', /^a worker failed \(fault put in on purpose\): partition 1, kind entered last: /],
    ['exit', /^a worker was lost \(.*\): partition 1, kind entered last: /],
    ...(isFull
      ? ([['hang', /^no attempt for 0.4 s; missing: partition 1, kind entered last: /]] as [PartitionFault['type'], RegExp][])
      : []),
  ])('has fault %s is named', async (type, message) => {
    // Who throws or exits is known at once, on however busy a machine.
    expect(await faulty(type, type === 'hang' ? 0.4 : 600)).toMatchObject({
      code: 'RUN302',
      message: expect.stringMatching(message) as string,
    });
  });
});

test.each([
  ['is over', aborts.afterThisStep, aborts.none],
  ['loses a thread meanwhile', aborts.now, aborts.now],
])('a stop for a checkpoint that %s leaves the abort word as it should be', async (_, during, behind) => {
  const I = new Int32Array(abortWord + 1);
  const seen: (number | undefined)[] = [];
  const driver = {
    goOn: async (): Promise<LoopEnd> => {
      seen.push(I[abortWord]);
      return seen.length === 1 ? 'reached' : 'finished';
    },
    end: () => Promise.reject(new Error('no error has ended it')),
  };
  const files = { every: null, at: 1, newTag: () => '1', writePart: async () => '', write: async () => {}, tidy: async () => {} };
  const saved = async (): Promise<void> => {
    I[abortWord] = during;
  };
  const hooks = { isAborted: () => false, onSlice: () => {} };
  expect(await goOnSaving(driver, { I }, dryRanks(0, 2), 1, hooks, files, saved)).toBe('finished');
  expect(seen).toEqual([aborts.none, behind]);
});

test('what started a process, by its surroundings', () => {
  expect(launcherOf({})).toBeNull();
  expect(launcherOf({ OMPI_COMM_WORLD_RANK: '2', OMPI_COMM_WORLD_SIZE: '4' })).toMatchObject({ mpi: 'Open MPI', rank: 2, count: 4 });
  expect(launcherOf({ PMI_RANK: '0', PMI_SIZE: '3' })).toMatchObject({ mpi: 'MPICH', rank: 0, count: 3 });
  expect(launcherOf({ SLURM_PROCID: '1', SLURM_STEP_NUM_TASKS: '2', PMI_RANK: '1', PMI_SIZE: '2' })).toMatchObject({
    name: 'srun',
    mpi: null,
    count: 2,
  });
  // A batch script is one process, however many tasks it has asked for.
  expect(launcherOf({ SLURM_PROCID: '0', SLURM_NTASKS: '8', SLURM_JOB_ID: '7' })).toBeNull();
});

/**
 * Ranks that have the layout of their part only, as worker threads that share no memory: digests and account of one process, from what each has read of the compact text.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Share } from '../../dist/circuit/entries/share.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { parseShare } from '../../dist/circuit/file/parseShare.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import type { Plan } from '../../dist/partition/plan.js';
import { dryRanks } from '../../dist/run/ranks/dryRanks.js';
import { type Facts, variedParameters } from '../../dist/run/ranks/part.js';
import { checkWholeFits } from '../../dist/run/ranks/simulateParts.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { instancePlan, unequalStarts } from '../support/instancePlans.js';
import { answersOf, expectSame, planOf } from '../support/parts.js';
import { ranksOf, type ThreadRanks } from '../support/threadRanks.js';

const drawn = generateRing({ stations: 16 });
const [ringA, ringB] = (['a', 'b'] as const).map((preset) => generateRing({ stations: 23, preset })) as [string, string];

/** Full mode makes more than a thousand steps of it. */
const isLong = (text: string, { grid }: RunOptions): boolean => text === drawn && grid === undefined;

describe('the bits of one process', () => {
  const ways: [string, string, RunOptions][] = [
    ['capacitive lines, variable steps', drawn, isFull ? { until: 0.7 } : { until: 3e-4, kernels: 'js' }],
    ['wave lines in steps, look-ahead', ringA, { step: 1e-4, until: 0.01 }],
    ['cylinders and valves', ringB, { step: 1e-4, until: 0.01 }],
    ['exact rows', drawn, { until: 1e-3, every: 1e-4, grid: 'exact' }],
  ];
  // Full: two ranks that meet at both ends, more ranks than types of stations. Quickly a rank with neighbours and one rank beyond them.
  const counts = isFull ? [1, 2, 3, 8] : [4];
  test.each(ways.slice(0, isFull ? 4 : 2).flatMap((way) => counts.map((count) => [...way, count] as const)))(
    '%s, %#',
    (_, text, options, count) => expectSame(text, count, options, { long: isLong(text, options) }),
  );

  // Ranks that gather what all publish: neighbours judge the lines between them, and nobody else has their ends.
  test.each((isFull ? ways : []).flatMap((way) => [2, 3, 8].map((count) => [...way, count] as const)))(
    '%s, words gathered, %#',
    (_, text, options, count) => expectSame(text, count, options, { gathersFrom: 2, long: isLong(text, options) }),
  );
});

// Full: all numbers, and threads. Quickly three ranks, of which the first has two instances, the second one, the last the rest.
test.each<[number, number]>(
  isFull
    ? [
        [1, 2],
        [2, 1],
        [2, 2],
        [3, 1],
        [4, 2],
        [8, 1],
      ]
    : [[3, 1]],
)('instances in unequal numbers, as a plan says: %i ranks of %i threads', async (count, workers) => {
  const { circuit } = parseCircuit(drawn, 'circuit');
  const starts = unequalStarts('s', 16, count * workers);
  await expectSame(drawn, count, {
    ...{ until: isFull ? 3e-3 : 3e-4, plan: instancePlan(circuit, starts), workers, deadline: 60 },
    ...(isFull ? {} : { kernels: 'js' }),
  });
});

// Full: all ways and numbers. Quickly one rank, which has no neighbours, and two, of which each is beside the other at both ends.
test.each(
  (
    [
      ['capacitive lines, variable steps', drawn, isFull ? { until: 0.7 } : { until: 3e-4, kernels: 'js' }, [1]],
      ['wave lines in steps, look-ahead', ringA, { step: 1e-4, until: 0.01 }, [2]],
      ['exact rows of cylinders and valves', ringB, { until: 2e-4, every: 1e-5, grid: 'exact' }, []],
    ] as [string, string, RunOptions, number[]][]
  ).flatMap(([name, text, options, quick]) => (isFull ? [1, 2, 3] : quick).map((count) => [name, count, text, options] as const)),
)('two threads of each rank, each with its part of that of the rank: %s, %i ranks', (_, count, text, options) =>
  expectSame(
    text,
    count,
    { ...options, workers: 2, deadline: 60 },
    { long: isLong(text, options), ...(isFull && count > 1 ? { gathersFrom: count } : {}) },
  ),
);

// Full: rows on the grid of steps, which are kept back otherwise.
test.each(
  (
    [
      ['exact rows', 'exact', 1e-5],
      ['rows of steps', 'steps', 2e-5],
    ] as const
  ).slice(0, isFull ? 2 : 1),
)('%s that have left each memory at attempts of its own are together at the end', async (_, grid, every) => {
  const options = { until: 1e-3, every, grid, record: ['s*_node.p', 's3_main.p', 'run.step'], kernels: 'js' as const };
  await expectSame(drawn, 3, options, { rowsInMemory: (rank) => 12 + 9 * rank });
});

/**
 * Sixteen volumes on a chain of lines, of which one pumps hard into the line from the second rank of four to the third, and the first alone has a pulse that begins before the first step ends, and a
 * relay: what all have to agree on, and what ranks judge of lines that lead from one other rank to another.
 */
const uneven = `
ringmain: 1
name: uneven
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }
subcircuits:
  station:
    parameters: { flow: 1 l/min, volume: 1 l }
    components: { node: { kind: junction }, pump: { kind: flowSource, flow: $flow }, out: { kind: laminarRestrictor, conductance: 5 l/min/bar }, tank: { kind: tank } }
    lines:
      onward: { from: node, to: next.node, volume: $volume }
      feed: { from: pump, to: node, volume: 1 l }
      drain: { from: node, to: out.in, volume: 1 l }
    direct: [{ from: out.out, to: tank }]
  pulse:
    components:
      demand: { kind: cyclicDutyCycle, period: 1 ms, points: [[0 s, 0.2], [0.3 us, 0.9], [0.6 ms, 0.2]] }
      valve: { kind: meteringValve, ratedFlow: 20 l/min, ratedPressureDrop: 10 bar }
      sump: { kind: tank }
      sensor: { kind: pressureSensor, scale: 1 bar }
      switch: { kind: relay, onLevel: 0.6, offLevel: 0.5 }
      gate: { kind: meteringValve, ratedFlow: 10 l/min, ratedPressureDrop: 10 bar }
      drum: { kind: tank }
    lines:
      take: { from: node, to: valve.in, volume: 1 l }
      tap: { from: node, to: sensor.in, volume: 1 l }
      spill: { from: node, to: gate.in, volume: 1 l }
    direct: [{ from: valve.out, to: sump }, { from: gate.out, to: drum }]
    signals: [{ from: demand, to: valve.opening }, { from: sensor, to: switch }, { from: switch, to: gate.opening }]
repeat:
  s:
    subcircuit: station
    count: 16
    close: true
    every: { 100: pulse }
    set:
      flow: [2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 60 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min]
      volume: [1 l, 1 l, 1 l, 1 l, 1 l, 1 l, 1 l, 0.2 l, 1 l, 1 l, 1 l, 1 l, 1 l, 1 l, 1 l, 1 l]
run: { end: 6 ms, pressureError: 0.01 bar, initialStep: 10 us, minimumStep: 1 us, maximumStep: 1 ms }
record: { every: 1 ms, signals: [s0_node.p, s7_node.p, s8_node.p, s12_node.p] }
`;

/** A closed ring, an open chain of other stations with a wave line each, and pumps by themselves: three groups, of which none knows the others. */
const groups = `
ringmain: 1
name: groups
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar }
subcircuits:
  station:
    parameters: { flow: 1 l/min }
    components: { node: { kind: junction }, pump: { kind: flowSource, flow: $flow }, out: { kind: laminarRestrictor, conductance: 5 l/min/bar }, tank: { kind: tank } }
    lines:
      onward: { from: node, to: next.node, volume: 1 l }
      feed: { from: pump, to: node, volume: 1 l }
      drain: { from: node, to: out.in, volume: 1 l }
    direct: [{ from: out.out, to: tank }]
  link:
    parameters: { flow: 1 l/min }
    components: { knot: { kind: junction }, feeder: { kind: flowSource, flow: $flow }, leak: { kind: laminarRestrictor, conductance: 3 l/min/bar }, sump: { kind: tank } }
    lines:
      onward: { from: knot, to: next.knot, model: wave, impedance: 3e9 Pa s/m3, delay: 0.2 ms }
      feed: { from: feeder, to: knot, volume: 0.5 l }
      spill: { from: knot, to: leak.in, volume: 0.3 l }
    direct: [{ from: leak.out, to: sump }]
repeat:
  ring: { subcircuit: station, count: 7, close: true, set: { flow: [2 l/min, 40 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min, 2 l/min] } }
  chain: { subcircuit: link, count: 5, set: { flow: [1 l/min, 1 l/min, 1 l/min, 1 l/min, 30 l/min] } }
  islands: { subcircuit: station, count: 4, set: { flow: [1 l/min, 2 l/min, 3 l/min, 50 l/min] } }
run: { end: 10 ms, step: 50 us }
record: { every: 1 ms, signals: [ring1_node.p, chain4_knot.p, 'islands*_node.p'] }
`;
const groupsText = {
  fixed: groups,
  variable: groups
    .replace('model: wave, impedance: 3e9 Pa s/m3, delay: 0.2 ms', 'volume: 1 l')
    .replace('step: 50 us', 'pressureError: 0.01 bar'),
};

// Full: all numbers of ranks and threads. Quickly waves from one rank to another in one of three groups.
test.each(
  (isFull ? (['fixed', 'variable'] as const) : (['fixed'] as const)).flatMap((way) =>
    (isFull
      ? [
          [1, 1],
          [2, 1],
          [3, 1],
          [4, 1],
          [2, 2],
        ]
      : [[3, 1]]
    ).map(([count, workers]) => [way, count as number, workers as number] as const),
  ),
)('several groups of instances, %s steps, %i ranks of %i threads', async (way, count, workers) => {
  const options: RunOptions = workers > 1 ? { workers, kernels: 'wasm' } : { kernels: 'js' };
  for (const gathersFrom of isFull ? [16, 2] : [16]) await expectSame(groupsText[way], count, options, { gathersFrom });
});

// Full: messages of each to each, which all other runs have.
test.each(isFull ? [16, 2] : [2])(
  'ranks without events, crossings and the worst line step as the one that has them; from %i they gather',
  async (gathersFrom) => {
    const options = { kernels: 'js' as const };
    await expectSame(uneven, 4, options, { gathersFrom });
    const { account } = await simulate(parseCircuit(uneven, 'uneven').circuit, { ...options, workers: 1 });
    // The line from the second rank to the third limits steps, the first of which ends at the pulse, and the relay is met.
    expect(account.limitedBy.find(({ what }) => what === 's7_onward')?.limited).toBeGreaterThan(100);
    expect(account.steps.smallest).toBeLessThan(0.31e-6);
    expect(account.crossings?.located).toBeGreaterThan(0);
  },
);

// Full: three runs of it; failures of one process have quick tests.
test.skipIf(!isFull)('a run that fails in the part of one rank ends with the words of one process', async () => {
  // A volume of the last rank of four is the first beyond the limit.
  const text = uneven.replace('run: {', 'run: { pressureLimit: 0.5 bar,');
  const options = { kernels: 'js' as const };
  const answers = await ranksOf(4).run({ text, options, parts: { digest: true } });
  const one = await simulate(parseCircuit(text, 'uneven').circuit, { ...options, workers: 1 });
  expect(one.ending?.message).toMatch(/s13_/);
  expect(answers[0]?.results?.ending).toEqual(one.ending);
  const apart = await ranksOf(4).run({ text, options, parts: { digest: false } });
  for (const { results } of apart) expect(results?.ending).toEqual(one.ending);
});

test('parameters that differ between ranks only are no literals', () => {
  const facts = (...values: string[]): Facts[] => values.map((a) => ({ shared: { valve: { a, b: '1' } } }) as unknown as Facts);
  expect([...variedParameters(facts('2', '2', '3'))]).toEqual(['valve.a']);
  expect([...variedParameters(facts('0', '-0'))]).toEqual(['valve.a']);
  const without = { shared: { valve: { b: '1' } } } as unknown as Facts;
  expect([...variedParameters([...facts('2'), without])]).toEqual(['valve.a']);
  expect([...variedParameters(facts('2', '2'))]).toEqual([]);
});

test('a whole that rank 0 has no room for is refused before the run', () => {
  const ranks = dryRanks(0, 8);
  const one = { groups: [] };
  expect(() => checkWholeFits(ranks, one, 2 ** 29)).not.toThrow();
  expect(() => checkWholeFits(ranks, one, 2 ** 29 + 2 ** 16)).toThrow(
    /the whole circuit on rank 0, about 4\.00 GiB, and one memory has 4 GiB/,
  );
});

test('a whole that rank 0 could not read, though each reads its share, is refused before the run', () => {
  const text = (count: number): string => generateRing({ stations: 100, preset: 'a' }).replace('count: 100', `count: ${count}`);
  const shareOf = (count: number): Share => parseShare(text(count), 'ring.yaml', { rank: 1, ranks: 50_000 }).share as Share;
  const { entries } = shareOf(100_000).groups[0] as Share['groups'][number];
  const most = Math.floor(4_000_000 / entries);
  expect(() => checkWholeFits(dryRanks(1, 8), shareOf(most), 2 ** 20)).not.toThrow();
  expect(() => checkWholeFits(dryRanks(1, 8), shareOf(most + 1), 2 ** 20)).toThrow(
    new RegExp(`'s' is repeated ${most + 1} times with up to ${entries} entries each; one process reads 4000000 of a group`),
  );
  expect(() => parseCircuit(text(most + 1), 'ring.yaml')).toThrow(/CIR606/);
});

test('rows leave the memory in time, so that they outlive a rank that is killed', async () => {
  const options = { until: 2e-3, every: 2e-5, record: ['s*_node.p'], kernels: 'js' as const };
  const answers = await answersOf(2, (rank) => ({
    text: drawn,
    options,
    parts: { digest: true },
    ...(rank === 1 ? { everyMs: 0 } : {}),
  }));
  // The first rank puts those of all together at the end.
  expect(answers.map(({ opened }) => opened)).toEqual([[{ rank: 0, ranks: 2 }, null], [{ rank: 1, ranks: 2 }]]);
  const [first, second] = answers.map(({ handed }) => handed as number) as [number, number];
  // The first rank has its own and the whole's rows, at the end alone; the second hands them over at every slice.
  expect(first).toBeLessThan(4);
  expect(second).toBeGreaterThan(first);
  const one = await simulate(parseCircuit(drawn, 'circuit').circuit, { ...options, workers: 1 });
  expect(answers[0]?.results?.digest).toBe(one.digest);
});

describe('without a digest', () => {
  const options = { until: 1e-3, every: 2e-5, record: ['s*_node.p', 's3_main.p', 'run.step'], kernels: 'js' as const };

  test('each has its own rows, of which some have left the memory', async () => {
    const answers = await answersOf(3, { text: drawn, options, parts: { digest: false }, rowsInMemory: 20 });
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

  test('for one rank alone it is refused, as other options', async () => {
    const answers = await ranksOf(2).run((rank) => ({ text: drawn, options: { ...options, until: 1e-4 }, parts: { digest: rank === 0 } }));
    for (const { error } of answers) expect(error).toMatchObject({ code: 'RUN263', message: 'rank 1 has other options than rank 0' });
  });

  test('of a plan of instances each has those that it says', async () => {
    const plan = instancePlan(parseCircuit(drawn, 'circuit').circuit, { s: [0, 9, 10, 16] });
    const answers = await ranksOf(3).run({ text: drawn, options: { ...options, until: 1e-4, plan }, parts: { digest: false } });
    for (const { results } of answers)
      expect((results as unknown as { ranks: object[] }).ranks).toMatchObject([9, 1, 6].map((instances) => ({ instances })));
  });

  test('what has no parts is run whole, and says why', async () => {
    const text = generateRing({ stations: 5 });
    const plan = planOf(text, 3);
    for (const [more, why] of [
      [{ plan }, /whole circuit: a plan says who has what/],
      [
        { plan: instancePlan(parseCircuit(text, 'circuit').circuit, { s: [0, 3, 4, 5] }), watch: ['s0_node.p > 200 bar'] },
        /whole circuit: quantities are watched at every step/,
      ],
      [{ watch: ['s0_node.p > 200 bar'] }, /whole circuit: quantities are watched at every step/],
      [{ method: 'multilevel' }, /whole circuit: a method divides the whole circuit; leave out --method/],
    ] as const) {
      const [first] = await ranksOf(3).run({ text, options: { ...options, until: 1e-4, ...more }, parts: { digest: false } });
      expect(first?.results?.notes.join()).toMatch(why);
    }
  });
});

test.skipIf(process.platform === 'win32')('why native kernels were refused is in the account, of other ranks too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-compilers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const failing = (rank: number): string => {
    const file = join(folder, `compiler${rank}`);
    const why = rank === 0 ? 'no space' : 'no right';
    writeFileSync(
      file,
      `#!/bin/sh\ncase "$1" in --version) echo "gcc 99.1"; exit 0;; esac\necho "step.c:1:1: error: ${why}" >&2; exit 1\n`,
      {
        mode: 0o755,
      },
    );
    return file;
  };
  const compilers = [0, 1, 2].map(failing);
  for (const digest of isFull ? [true, false] : [false]) {
    const [first] = await ranksOf(3).run((rank) => ({
      ...{ text: drawn, parts: { digest } },
      options: { until: 1e-4, kernels: 'native', native: { compiler: compilers[rank], cache: false } },
    }));
    expect(first?.error).toBeUndefined();
    expect(first?.results?.notes.filter((note) => note.includes('not native'))).toEqual([
      'kernels in WebAssembly, not native: gcc 99.1 failed: no space',
      'rank 1, 2: kernels in WebAssembly, not native: gcc 99.1 failed: no right',
    ]);
  }
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
    // By which a rank says that it records nothing.
    for (const message of await messages({ text: drawn, options: { ...options, record: ['s1_node.p', 'run.nothing'] }, parts }))
      expect(message).toMatch(/^RUN208 record: nothing is called 'run\.nothing'$/);
    // Which two of three ranks do not read.
    for (const message of await messages({ text: drawn, options: { ...options, record: ['s1_node.p', 's15_bogus.p'] }, parts }))
      expect(message).toMatch(/^RUN208 record: nothing is called 's15_bogus\.p'$/);
    const plans = [0, 1, 2].map((rank) => instancePlan(parseCircuit(drawn, 'circuit').circuit, { s: [0, rank === 2 ? 6 : 5, 10, 16] }));
    for (const message of await messages((rank) => ({ text: drawn, options: { ...options, plan: plans[rank] as Plan }, parts })))
      expect(message).toMatch(/^RUN263 rank 2 has another plan than rank 0$/);
    const wrong = (rank: number): object => (rank === 2 ? { ...options, every: -1 } : options);
    const told = await messages((rank) => ({ text: drawn, options: wrong(rank), parts }));
    expect(told[0]).toMatch(/^RUN266 rank 2 cannot begin: /);
  });

  const recorded = /signals: \[(.*?)\]/;
  test.each<[string, string]>([
    ['the name by which a rank records nothing', drawn.replace(recorded, 'signals: [s0_node.p, run.nothing]')],
    ['a glob that chooses nothing on any rank', drawn.replace(recorded, 'signals: [s0_node.p, "s*_bogus.p"]')],
    ['a glob that chooses nothing of the run', drawn.replace(recorded, 'signals: [s0_node.p, "run.b*"]')],
    ['a name of the last rank behind names of others', drawn.replace(recorded, 'signals: [s0_node.p, s1_node.p, s15_bogus.p]')],
    [
      'a value of an instance of another rank',
      drawn.replace('bore: { from: 40 mm, to: 50 mm, seed: 1 }', 'bore: { from: 20 mm, to: 50 mm, seed: 1 }'),
    ],
    ['one for every instance, counted over all', drawn.replace('    signals: [{ from: demand, to: valve.opening }]\n', '')],
  ])('mistakes of a file are those of one process: %s', async (_, text) => {
    let told = '';
    try {
      parseCircuit(text, 'circuit');
    } catch (error) {
      told = (error as Error).message;
    }
    expect(told).toMatch(/^circuit:\d+:\d+ {2}CIR\d+ /);
    const [first] = await ranksOf(3).run({ text, options, parts: { digest: true } });
    expect(first?.error?.message).toBe(told);
  });

  test('what a file watches at every step is read whole, whoever has it', () => {
    const text = drawn.replace('record: { ', 'record: { watch: ["s15_node.p > 200 bar"], ');
    for (const rank of [0, 1, 2])
      expect(parseShare(text, 'circuit', { rank, ranks: 3 }).share).toBe(
        'quantities are watched at every step; leave out watches and envelopes',
      );
  });

  test.each([1e9, 1e12])('%d instances are too many for a rank to number them', (count) => {
    expect(() => parseShare(drawn.replace('count: 16', `count: ${count}`), 'circuit', { rank: 2, ranks: 3 })).toThrow(
      /CIR606 .* instances of one rank of up to 13 entries; there may be 4000000 of all together\n {4}start at least \d+ ranks/,
    );
  });
});

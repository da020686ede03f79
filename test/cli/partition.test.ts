/** `ringmain partition`, `generate ladder|tree|planar`, `run --method`, `bench partition`: what they print, write and refuse. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartitionRow } from '../../dist/bench/partition/methods.js';
import { metisIsThere, metisText } from '../../dist/bench/partition/metis.js';
import { type OptimumRow, thesisCircuits } from '../../dist/bench/partition/optimum.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { readRunOptions } from '../../dist/cli/runOptions.js';
import { ownersOf } from '../../dist/partition/checkPlan.js';
import { makePlan } from '../../dist/partition/describePlan.js';
import { partitionMethods } from '../../dist/partition/methods/registry.js';
import type { Plan } from '../../dist/partition/plan.js';
import { isFull } from '../support/circuits.js';
import { ringGraph } from '../support/partitionGraphs.js';
import { Workplace } from './support.js';

const [ringMain, twoActuator, controlled] = ['ring-main', 'two-actuator', 'controlled-two-actuator'].map((name) =>
  resolve(`circuits/${name}.yaml`),
) as [string, string, string];
let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

describe('partition', () => {
  test('writes a plan that fits, and says what it promises', async () => {
    const { code, out, err } = await place.run('partition', ringMain, '--parts', '3', '--out', 'plan.json');
    expect(code, err).toBe(0);
    expect(out).toMatch(/circuit +ring-main: 85 components in 70 clusters/);
    expect(out).toMatch(/speed-up +\d\.\d\d at most/);
    expect(out).toMatch(/largest block +w1_motor, w1_load, w1_brake: .* no plan can exceed/);
    const plan = JSON.parse(readFileSync(place.path('plan.json'), 'utf8')) as Plan;
    ownersOf(await readCircuit(ringMain), plan);
    expect([plan.parts, plan.method, plan.costs]).toEqual([3, 'multilevel', 'counted']);
    const answer = await place.run('run', ringMain, '--plan', 'plan.json', '--end', '0.01s', '--json');
    expect(JSON.parse(answer.out)).toMatchObject({ partitions: 3 });
  });

  test('of hosts: the circuit is cut among them first; ranks of several threads take such a plan, whatever --workers says', async () => {
    const { code, out, err } = await place.run('partition', ringMain, '--parts', '4', '--hosts', '2', '--out', 'hosts.json');
    expect(code, err).toBe(0);
    expect(out).toMatch(/^2 hosts: 'ringmain study CIRCUIT /m);
    expect(out).not.toMatch(/^predicted/m);
    const plan = JSON.parse(readFileSync(place.path('hosts.json'), 'utf8')) as Plan;
    const circuit = await readCircuit(ringMain);
    const [two, one] = [{ hosts: 2 }, {}].map((options) => makePlan(circuit, 4, { method: 'multilevel', ...options }).owner);
    expect(plan.owner).toEqual(two);
    expect(plan.owner).not.toEqual(one);
    const read = await readRunOptions({ plan: place.path('hosts.json'), driver: 'mpi', workers: '2' });
    expect(read).toMatchObject({ workers: 2, plan: { parts: 4 } });
    await expect(readRunOptions({ plan: place.path('hosts.json'), workers: '2' })).rejects.toThrow(/^--workers 2, but the plan .* has 4/);
  });

  test('draws it', async () => {
    const { code, err } = await place.run('partition', 'relief.yaml', '--parts', '3', '--out', 'drawn.json', '--plot', 'plan.svg');
    expect(code, err).toBe(0);
    const picture = readFileSync(place.path('plan.svg'), 'utf8');
    expect(picture).toContain('part 2:');
    expect(picture).toContain('>valve<');
  });

  test('tells what costs an attempt beyond an equal share, each with its time: they add up to it, and none is called the most of all', async () => {
    const { out } = await place.run('partition', ringMain, '--parts', '2', '--out', 'two.json');
    expect(out).not.toContain('most is lost to');
    const [, attempt = '', share = '', rest = ''] = /of these (\S+) ns an equal share of the work is ([\d.]+), (.*)$/m.exec(out) ?? [];
    const losses = rest.split(', ').map((text) => /^(.*) (-?[\d.]+)$/.exec(text)?.slice(1) as [string, string]);
    const times = losses.map(([, time]) => Number(time));
    const names = ['barrier', 'cores that slow each other down', 'cut lines and divided batches', 'decision', 'imbalance', 'unevenness'];
    expect(losses.map(([name]) => name).sort()).toEqual(names);
    expect(times).toEqual([...times].sort((a, b) => b - a));
    // Each is rounded to a nanosecond at most, the smallest may be left out.
    expect(Math.abs(Number(share) + times.reduce((a, b) => a + b, 0) - Number(attempt))).toBeLessThan(4);
    // The table's exchange is that of cut lines alone: no more than what stands for both.
    const exchange = [...out.matchAll(/^ *\d+ +\d+ +[\d.]+ +([\d.]+) +[\d.]+ +[\d.]+$/gm)].map(([, ns]) => Number(ns));
    expect(exchange.length).toBe(2);
    expect(times[0]).toBeGreaterThanOrEqual((exchange[0] as number) / 2 + (exchange[1] as number) / 2);
  });

  test('without --out it writes to partitions/ if there is such a folder, over plans of its own only', async () => {
    const words = ['partition', ringMain, '--method', 'greedy'];
    expect((await place.run(...words)).out).toMatch(/no plan is written: there is no folder partitions/);
    mkdirSync(place.path('partitions'));
    expect((await place.run(...words)).out).toMatch(/plan in partitions\/ring-main\.2\.greedy\.json/);
    expect((await place.run(...words)).code).toBe(0);
    place.write('partitions/ring-main.2.greedy.json', '{\n  "ringmain": 1,\n  "source": "by hand"\n}\n');
    expect((await place.run(...words)).err).toMatch(/exists and is no result of ringmain/);
    expect((await place.run(...words, '--force')).code).toBe(0);
  });

  test.runIf(isFull)('measured costs say where they were measured; shares are for unequal cores', async () => {
    const { code, out, err } = await place.run(
      'partition',
      'relief.yaml',
      '--costs',
      'measured',
      '--shares',
      '2,1',
      '--out',
      'm.json',
      '--json',
    );
    expect(code, err).toBe(0);
    const account = JSON.parse(out) as { costs: string; machine: string; total: number; parts: { share: number }[] };
    expect([account.costs, account.machine]).toEqual(['measured', expect.stringContaining('Node')]);
    expect(account.total).toBeGreaterThan(0);
    expect(account.parts[0]?.share).toBeCloseTo(2 / 3, 12);
    expect(JSON.parse(readFileSync(place.path('m.json'), 'utf8'))).toMatchObject({ costs: 'measured', shares: [0.666667, 0.333333] });
  });

  test('--method all: a row for each, and why one is left out', async () => {
    const { out } = await place.run('partition', twoActuator, '--method', 'all');
    for (const name of partitionMethods.keys()) expect(out).toMatch(new RegExp(`^${name} +\\d`, 'm'));
    await place.run('generate', 'tree', '--stations', '60', '--out', 'tree.yaml');
    const larger = await place.run('partition', 'tree.yaml', '--method', 'all');
    expect(larger.out).toMatch(/exhaustive +–/);
    expect(larger.out).toMatch(/exhaustive takes at most 80 clusters, this circuit has 2\d\d/);
  });

  test('a tank and a signal for both parts: the plan names who holds them beside their owner, the report what copies cost', async () => {
    const valve = (side: string): string => `
  n${side}: { kind: flowSource, flow: 5 l/min }
  v${side}: { kind: meteringValve, ratedFlow: 10 l/min, ratedPressureDrop: 5 bar }`;
    place.write(
      'shared.yaml',
      `ringmain: 1
name: shared
components:${valve('1')}${valve('2')}
  opening: { kind: dutyCycle, points: [[0 s, 0.2], [10 ms, 0.8]] }
  tank: { kind: tank }
lines:
  A: { from: n1, to: v1.in, volume: 1 l }
  B: { from: n2, to: v2.in, volume: 1 l }
direct: [{ from: v1.out, to: tank }, { from: v2.out, to: tank }]
signals: [{ from: opening, to: v1.opening }, { from: opening, to: v2.opening }]
run: { end: 20 ms }
record: { every: 1 ms, signals: [tank.in.q, opening.output] }
`,
    );
    const { code, out, err } = await place.run('partition', 'shared.yaml', '--out', 'shared.json');
    expect(code, err).toBe(0);
    expect(out).toMatch(/circuit +shared: 6 components in 4 clusters/);
    expect(out).toMatch(/copies +1 signal of time computed once more, in parts that read what others own: \d/);
    const plan = JSON.parse(readFileSync(place.path('shared.json'), 'utf8')) as Plan;
    expect(Object.keys(plan.copies ?? {})).toEqual(['opening', 'tank']);
    const digests: string[] = [];
    for (const words of [
      ['--plan', 'shared.json'],
      ['--workers', '1'],
    ]) {
      const run = await place.run('run', 'shared.yaml', '--json', ...words);
      digests.push((JSON.parse(run.out) as { digest: string }).digest);
    }
    expect(digests[0]).toBe(digests[1]);
  });

  test.each<[string[], RegExp]>([
    [['--method', 'magic'], /--method magic: must be one of greedy, spectral, multilevel, annealing, exhaustive, all/],
    [['--costs', 'guessed'], /--costs guessed: must be one of counted, measured/],
    [['--shares', '2,0'], /--shares 2,0: must be numbers above zero/],
    [['--shares', '2,1', '--parts', '3'], /--shares 2,1: 2 shares for 3 parts/],
    [['--hosts', '2', '--parts', '3'], /--hosts 2: 3 parts, and each host has as many; take --parts 4/],
    [['--imbalance', '1'], /--imbalance 1: must be a number above 1/],
    [['--out', 'plan.txt'], /--out plan\.txt: write a name that ends in \.json/],
    [['--method', 'all', '--plot', 'x.svg'], /--method all compares and writes nothing/],
  ])('%s', async (words, message) => {
    const { code, err } = await place.run('partition', ringMain, ...words);
    expect([code, err]).toEqual([1, expect.stringMatching(message)]);
  });
});

test.each(isFull ? ['ladder', 'tree', 'planar'] : ['planar'])('generate %s: a sound circuit, the same for a seed', async (shape) => {
  const words = ['generate', shape, '--stations', '12', '--seed', '3'];
  const { code, out } = await place.run(...words);
  expect(code).toBe(0);
  expect((await place.run(...words)).out).toBe(out);
  expect((await place.run('generate', shape, '--stations', '12', '--seed', '4')).out).not.toBe(out);
  place.write(`${shape}.yaml`, out);
  const run = await place.run('run', `${shape}.yaml`, '--end', '0.02s', '--method', 'spectral', '--workers', '2', '--json');
  expect(run.code, run.err).toBe(0);
  expect(JSON.parse(run.out)).toMatchObject({ circuit: `${shape}-12`, partitions: 2, ending: null });
  expect((await place.run('generate', shape, '--stations', '12', '--preset', 'a')).err).toMatch(/--preset a is for rings, not for a/);
  expect((await place.run('generate', shape, '--stations', '2')).err).toMatch(/CIR610/);
});

test.runIf(isFull)('bench partition: cut, imbalance and time of all methods, of gpmetis where it is installed', async () => {
  const { code, out, err } = await place.run('bench', 'partition', '--components', '100', '--parts', '2,4', '--json');
  expect(code, err).toBe(0);
  const { rows, metis } = JSON.parse(out) as { rows: PartitionRow[]; metis: boolean };
  expect(metis).toBe(metisIsThere());
  expect(rows.map(({ shape, parts }) => `${shape} ${parts}`)).toEqual(
    ['ring', 'ladder', 'tree', 'planar'].flatMap((s) => [`${s} 2`, `${s} 4`]),
  );
  for (const { results } of rows) {
    expect(results.map(({ method }) => method)).toEqual(['greedy', 'spectral', 'multilevel', ...(metis ? ['metis kway', 'metis rb'] : [])]);
    for (const { cut, imbalance, slowest } of results) expect(cut > 0 && imbalance >= 1 && slowest > imbalance).toBe(true);
  }
  expect(existsSync(place.path('graph'))).toBe(false);
});

test('bench partition optimum finds the circuits that come with the program from any folder', () => {
  expect(thesisCircuits().map((file) => existsSync(file))).toEqual([true, true, true, true, true]);
});

test('bench partition optimum: the proven optimum of a circuit', async () => {
  const { code, out, err } = await place.run('bench', 'partition', 'optimum', controlled, '--parts', '2,100,4', '--json');
  expect(code, err).toBe(0);
  const { rows } = JSON.parse(out) as { rows: OptimumRow[] };
  expect(rows.map(({ parts }) => parts)).toEqual([2, 4]);
  for (const { multilevel, best, bound } of rows) expect([best === bound, multilevel >= best]).toEqual([true, true]);
  expect((await place.run('bench', 'partition', 'optimum', controlled, '--parts', '4')).out).toMatch(
    /controlled-two-actuator +15 +4 +([\d.]+) ns +\1 ns +0.00 %/,
  );
});

test('a graph as METIS reads it', () => {
  expect(metisText(ringGraph(3))).toBe('3 3 011\n10 2 10 3 10\n10 1 10 3 10\n10 2 10 1 10\n');
});

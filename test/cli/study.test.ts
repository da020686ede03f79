import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { type SynchronisationTime, synchronisationTime } from '../../dist/cli/measure/barrierTime.js';
import { disturbance, mostNoise } from '../../dist/cli/measure/disturbed.js';
import { measureStudy, type Predicted, type Study, type StudyRow } from '../../dist/cli/measure/studyRuns.js';
import { readNetwork } from '../../dist/cli/studyScaling.js';
import { countedCosts } from '../../dist/partition/costs.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { describePlan } from '../../dist/partition/describePlan.js';
import { studyText } from '../../dist/report/studyTable.js';
import { isFull } from '../support/circuits.js';
import { reliefCircuit, Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

const toy = ['--rounds', '1', '--states', '2', '--seconds', '0.001'];

interface Account {
  readonly attempts: number;
  readonly cores: number;
  readonly barrier: { readonly own: number; readonly assumed: boolean; readonly here: number } | null;
  readonly rows: readonly {
    readonly name: string;
    readonly parts: number;
    readonly partitionSeconds: readonly number[];
    readonly componentSeconds: readonly number[];
    readonly predicted: { readonly seconds: number; readonly simulated: boolean } | null;
    readonly here: { readonly threads: number; readonly seconds: { readonly median: number } };
  }[];
}

describe('ringmain study', () => {
  // Full: times runs of several plans; quickly what the table is made of, below.
  test.runIf(isFull)('a row for each plan: partitions, run, prediction; more parts than cores are simulated', async () => {
    const { code, out } = await place.run(
      'study',
      'relief.yaml',
      '--parts',
      '2,3',
      '--methods',
      'greedy',
      '--plans',
      'none',
      ...toy,
      '--json',
    );
    expect(code).toBe(0);
    const { rows, cores, attempts, barrier } = JSON.parse(out) as Account;
    expect(rows.map(({ name }) => name)).toEqual(['2 greedy', '3 greedy']);
    for (const { parts, partitionSeconds, componentSeconds, predicted, here } of rows) {
      expect([partitionSeconds.length, componentSeconds.length]).toEqual([parts, parts]);
      for (const seconds of partitionSeconds) expect(seconds).toBeGreaterThan(0);
      expect(here.threads).toBe(Math.min(parts, cores));
      expect(predicted === null).toBe(barrier === null);
      if (predicted) expect(predicted.simulated).toBe(parts > cores);
      // No attempt of three components takes less than a nanosecond, or as long as a second.
      expect(here.seconds.median / attempts).toBeGreaterThan(1e-9);
      expect(here.seconds.median / attempts).toBeLessThan(1);
    }
  });

  test.runIf(isFull)(
    'a budget: fewer rounds, plans left out by name, each plan that is begun whole; says where it is; no error of a prediction under load',
    async () => {
      const { circuit } = parseCircuit(reliefCircuit, 'relief.yaml');
      const plans = ['2 one', '2 other'].map((name) => {
        const { owner, parts } = cutCircuit(circuit, 2, { method: 'greedy' });
        return {
          name,
          owner,
          plan: describePlan(circuit, owner, parts, { method: 'greedy', source: 'test', costs: countedCosts(circuit) }),
        };
      });
      const said: string[] = [];
      const study = await measureStudy(circuit, plans, {
        ...{ rounds: 3, states: 1, seconds: 0.001, budget: 1e-3, cores: 1, oversubscribe: false, run: { until: 1e-3 } },
        ...{ barrier: { own: 100, assumed: false, here: 110 }, say: (text: string) => said.push(text) },
      });
      expect(study.rows.map(({ name, here }) => [name, here.rounds])).toEqual([['2 one', 1]]);
      expect(study.leftOut).toEqual(['2 other']);
      for (const what of [/^serial engine \(\d+ s\)$/, /^2 one, plan 1 of 2: partition by partition/, /^2 one, plan 1 of 2: round 1 of 3/])
        expect(said).toContainEqual(expect.stringMatching(what));
      const row = study.rows[0] as StudyRow;
      const text = (disturbed: string | null): string =>
        studyText({ ...study, rows: [{ ...row, here: { ...row.here, disturbed } }], wantedRounds: 3 });
      expect(text(null)).toContain('\nfor want of time (--budget) fewer rounds than 3: 2 one 1\n');
      expect(text(null)).toContain('\nfor want of time (--budget) not measured: 2 other\n');
      expect(text(null)).toMatch(/^2 one +1 .* -?[\d.]+ %$/m);
      expect(text('others')).toMatch(/^2 one +1 .* –$/m);
      expect(text('others')).toMatch(/^2 one .* from times under load$/m);
      expect(text(null)).not.toContain('under load');
      expect(text('others')).toMatch(/^2 one was measured under load: others; /m);
    },
  );

  test('load shows in the serial engine over itself, in interruptions, and at the barrier', () => {
    const calm = {
      noise: { lowest: 0.96, median: 1, highest: 1.05 },
      interruptions: 0.01,
      barrier: { own: 100, assumed: false, here: 120 },
      threads: 2,
    };
    expect(disturbance(calm)).toBeNull();
    expect(disturbance({ ...calm, noise: { lowest: 0.7, median: 1, highest: 1.1 } })).toMatch(
      /^the serial engine over itself was 0\.70 to 1\.10/,
    );
    expect(disturbance({ ...calm, noise: { lowest: 0.9, median: 1, highest: 1.4 } })).toMatch(/0\.90 to 1\.40/);
    expect(disturbance({ ...calm, interruptions: 0.2 })).toBe('interruptions took 20.0 % of its time');
    const slow = { own: 100, assumed: false, here: 9000 };
    expect(disturbance({ ...calm, barrier: slow })).toMatch(/^a barrier of two threads took 9000 ns here, 100 ns alone/);
    // One thread meets nobody.
    expect(disturbance({ ...calm, barrier: slow, interruptions: 0.2, threads: 1 })).toBeNull();
  });

  test.runIf(isFull)('prints component time, run, waiting', async () => {
    const { code, out } = await place.run('study', 'relief.yaml', '--parts', '2', '--plans', 'none', ...toy);
    expect(code).toBe(0);
    expect(out).toMatch(/^component time, s/m);
    expect(out).toMatch(/^2 multilevel +\d/m);
    expect(out).toMatch(/^where threads wait/m);
  });

  test.runIf(isFull)('a plan in a file that the method makes too is one row; another of the same name is told by its file', async () => {
    const names = async (plans: string): Promise<string[]> => {
      const { code, out, err } = await place.run('study', 'relief.yaml', '--parts', '2', '--plans', plans, ...toy, '--json');
      expect(code, err).toBe(0);
      return (JSON.parse(out) as Account).rows.map(({ name }) => name);
    };
    expect((await place.run('partition', 'relief.yaml', '--parts', '2', '--out', 'same.json')).code).toBe(0);
    const plan = JSON.parse(readFileSync(place.path('same.json'), 'utf8')) as { owner: Record<string, number> };
    // Its parts the other way round are the same parts.
    const swapped = Object.fromEntries(Object.entries(plan.owner).map(([name, part]) => [name, 1 - part]));
    expect(Object.values(plan.owner).sort()).toEqual([0, 0, 1]);
    place.write('swapped.json', JSON.stringify({ ...plan, owner: swapped }));
    expect(await names('swapped.json')).toEqual(['2 multilevel']);
    const [alone] = Object.keys(plan.owner).filter((name) => plan.owner[name] === 1);
    const moved = Object.keys(plan.owner).find((name) => plan.owner[name] === 0 && name !== alone) as string;
    place.write('other.json', JSON.stringify({ ...plan, owner: { ...plan.owner, [moved]: 1 } }));
    expect(await names('other.json')).toEqual(['2 multilevel, other.json', '2 multilevel']);
  });

  test.runIf(isFull)(
    'more cores are predicted from synchronisations that nobody disturbed, runs here from those that there were; where all were, that is told',
    async () => {
      const circuit = await readCircuit('relief.yaml');
      const { owner, parts } = cutCircuit(circuit, 2, { method: 'greedy' });
      const plan = describePlan(circuit, owner, parts, { method: 'greedy', source: 'test', costs: countedCosts(circuit) });
      const studied = async (barrier: SynchronisationTime): Promise<Study> =>
        measureStudy(circuit, [{ name: '2 greedy', plan, owner }], {
          ...{ rounds: 1, states: 2, seconds: 0.001, budget: 600, cores: 2, oversubscribe: false, run: {}, barrier, say: () => {} },
        });
      const study = await studied({ own: 100, assumed: false, here: 9e5 });
      const [{ predicted }] = study.rows as unknown as [{ predicted: Predicted }];
      expect((1e9 * predicted.synchronisationSeconds) / study.attempts).toBeCloseTo(100, 6);
      // A synchronisation of two threads, of 0.9 ms, in every attempt.
      expect((1e9 * predicted.hereSeconds) / study.attempts).toBeGreaterThan(9e5);
      expect(studyText({ ...study, wantedRounds: 1 })).toMatch(
        /^barrier of two threads 100 ns; .*\nother programs were at work: here it took 900000 ns in the median/m,
      );
      expect(studyText({ ...study, wantedRounds: 1, barrier: { own: 150, assumed: true, here: 9e5 } })).toMatch(
        /^barrier of two threads 150 ns, assumed; .*\nother programs were at work \(not once without\): here it took/m,
      );
      expect(studyText({ ...study, wantedRounds: 1, barrier: { own: 100, assumed: false, here: 110 } })).not.toContain('other programs');
      // Rounds in which a thread slept are no synchronisations of the threads' own; without any other, what is usual is assumed.
      const time = { lowest: 7000, median: 9000, highest: 1e6 };
      expect(synchronisationTime({ time, awake: 98 })).toEqual({ own: 98, assumed: false, here: 9000 });
      expect(synchronisationTime({ time, awake: null })).toEqual({ own: 150, assumed: true, here: 9000 });
      expect(synchronisationTime({ time: null, awake: null })).toBeNull();
    },
  );

  test('a network: latency, bandwidth in bytes or bits, what a message takes', () => {
    expect(readNetwork('2us,12GB/s')).toEqual({ latency: 2000, bandwidth: 12, message: 300 });
    expect(readNetwork('1.5 us, 100 Gbit/s, 0.5 us')).toEqual({ latency: 1500, bandwidth: 12.5, message: 500 });
    expect(readNetwork('50us,125MB/s').bandwidth).toBeCloseTo(0.125, 12);
  });

  // Full: measures for some seconds.
  test.runIf(isFull)('cores and hosts: a curve, a recommendation, a page, what it rests on', async () => {
    const words = ['relief.yaml', '--cores', '1..64', '--rounds', '1', '--seconds', '0.001'];
    const { code, out, err } = await place.run('study', ...words, '--out', 'curve.html', '--json');
    expect(code, err).toBe(0);
    const account = JSON.parse(out);
    expect(account.points[0]).toMatchObject({ hosts: 1, cores: 1, speedUp: { low: 1, value: 1, high: 1 } });
    const { lowest, highest } = account.noise;
    const isDisturbed = highest > mostNoise || lowest < 1 / mostNoise;
    expect(account.notes).toEqual([
      expect.stringMatching(/relief has \d parts that lines join: more cores in all have nothing to do/),
      ...(isDisturbed ? [expect.stringMatching(/^the machine had other work: the serial engine over itself was /)] : []),
    ]);
    expect(account.recommendation.recommended.attempt.value).toBeGreaterThan(0);
    expect(account.calibration.serial.length).toBeGreaterThan(0);
    const page = readFileSync(place.path('curve.html'), 'utf8');
    for (const part of ['<svg', 'Provenance', 'times as fast']) expect(page).toContain(part);
    const text = await place.run(
      'study',
      'relief.yaml',
      '--hosts',
      '1..2',
      '--network',
      '2us,12GB/s',
      '--rounds',
      '1',
      '--seconds',
      '0.001',
    );
    expect(text).toMatchObject({ code: 0, out: expect.stringMatching(/^hosts +cores of each[\s\S]*more hosts do not pay/m) });
  });

  test.each([
    [['--methods', 'magic'], /--methods magic: must be one of greedy/],
    [['--methods', 'none', '--plans', 'none'], /nothing to study/],
    [['--parts', '1'], /--parts 1: must be a whole number of at least 2/],
    [['--cores', 'many'], /--cores many: must be a range of whole numbers from 1 on, such as 1\.\.64, or one such as 16/],
    [['--cores', '0..4'], /--cores 0\.\.4: must be a range of whole numbers from 1 on/],
    [['--cores', '1-64'], /--cores 1-64: must be a range/],
    [['--cores', '8..2'], /--cores 8\.\.2: the range ends before it begins; write 2\.\.8/],
    [
      ['--hosts', '1..4'],
      /--hosts 1\.\.4: what lies between them is not known; add --network with latency and bandwidth, such as --network 2us,12GB\/s/,
    ],
    [['--hosts', '1..4', '--network', '2us'], /--network 2us: write latency and bandwidth, such as 2us,12GB\/s/],
    [['--hosts', '1..4', '--network', '2,12GB/s'], /--network 2: .*no unit/],
    [
      ['--hosts', '1..4', '--network', '2us,12'],
      /--network 2us,12: '12' is no bandwidth above zero; write it with its unit, such as 12GB\/s or 100Gbit\/s/,
    ],
    [['--hosts', '1..4', '--network', '2us,0GB/s'], /'0GB\/s' is no bandwidth above zero/],
    [['--network', '2us,12GB/s'], /--network 2us,12GB\/s: belongs to a prediction; add --cores 1\.\.64/],
    [['--out', 'x.html'], /--out x\.html: belongs to a prediction; add --cores 1\.\.64/],
    [['--cores', '1..2', '--out', 'x.pdf'], /--out x\.pdf: write a name that ends in \.svg or \.html/],
    [['--cores', '1..2', '--parts', '4'], /--parts: belongs to the measuring of plans; leave it out, or --cores and --hosts/],
    [
      ['--cores', '8..16'],
      /8 cores in all are the fewest that are asked for, and relief has \d parts? that lines join; ask for \d at most/,
    ],
  ])('%j is told', async (words, message) => {
    expect(await place.run('study', 'relief.yaml', ...words)).toMatchObject({ code: 1, err: expect.stringMatching(message) });
  });
});

import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asCountsOrNone } from '../../dist/bench/protocol/benchmark.js';
import { benchShapes, generatedCircuit, stationsOf } from '../../dist/bench/protocol/generated.js';
import { type CeilingBase, CeilingRounds } from '../../dist/bench/scaling/ceilingRuns.js';
import { coreShares, parseTicks } from '../../dist/bench/scaling/coreShares.js';
import { defaultWorkers, fileText } from '../../dist/bench/scaling/scaling.js';
import { ceilingOf, figuresOf, noiseOf, type ScalingFile, type ScalingRow, scalingMark } from '../../dist/bench/scaling/scalingFile.js';
import { readmeMarks, scalingMarkdown, scalingPicture, scalingText, verdict } from '../../dist/bench/scaling/scalingReport.js';
import { endAfter, fewestAttempts, LoopSampler, nextSlice, serialEngine } from '../../dist/cli/measure/loopSampler.js';
import { simulate } from '../../dist/index.js';
import { cutCircuit } from '../../dist/partition/cutCircuit.js';
import { scalingPlot } from '../../dist/report/scalingPlot.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

/** Two rows by hand: two workers gain 1.95 on 1000 components and lose on 100. */
const row = (size: number, ratio: number): ScalingRow => ({
  mode: 'strong',
  family: 'ring',
  size,
  serial: {
    components: size,
    lines: size - 1,
    attempts: 100,
    end: 0.01,
    bytes: 200 * size,
    readSeconds: 0.01,
    setupSeconds: 0.02,
    js: [2e-3, 3e-3],
    wasm: [1e-3, 1.1e-3],
    kernels: 'wasm',
    again: [1e-3, 1e-3, 1.2e-3, 1e-3],
  },
  runs: [
    {
      workers: 2,
      components: size,
      attempts: 100,
      setupSeconds: 0.03,
      synchronisation: 100,
      cutLines: 2,
      slowest: 1.01,
      largestBlock: 0.006,
      serial: [1e-3, 1.2e-3, 0.9e-3, 1.1e-3],
      parallel: [1.1e-3 / ratio, 1e-3 / (ratio + 0.02)],
      losses: ratio < 1.9 ? { exchange: 0.1, imbalance: 0.005, decision: 0.02, barrier: 0.4, interruptions: 0 } : null,
    },
  ],
});

/** One that has a ceiling. */
const limited: ScalingRow = {
  ...row(1000, 1.8),
  runs: row(1000, 1.8).runs.map((run) => ({
    ...run,
    // Circuits of half the size, twice as many attempts: the same work in both together as twice the serial sample.
    ceiling: { components: 500, attempts: 200, alone: [1e-3, 1.2e-3, 0.9e-3, 1.1e-3], together: [1.25e-3, 1e-3], met: [2e-3, 1.25e-3] },
  })),
};

const file: ScalingFile = {
  what: scalingMark,
  command: 'ringmain bench scaling',
  date: '2026-11-21T20:00:00.000Z',
  commit: 'abc',
  node: 'v20',
  cpu: 'a processor',
  cores: 2,
  memoryBytes: 8e9,
  rounds: 2,
  seconds: 0.1,
  seed: 1,
  rows: [row(100, 0.5), row(1000, 1.95), row(2000, 1.8)],
  skipped: ['a tree: too large'],
};

describe('what follows from samples', () => {
  test('speed-up is the mean of the serial samples on both sides over the parallel one, pair by pair', () => {
    const { serial, runs } = row(1000, 2);
    const { speedUp, fastest, efficiency, parallel } = figuresOf(serial, runs[0] as (typeof runs)[0]);
    expect(speedUp.lowest).toBeCloseTo(2, 12);
    expect(speedUp.highest).toBeCloseTo(2.02, 12);
    expect(efficiency).toBeCloseTo(2.01 / 2, 12);
    expect(fastest).toBeCloseTo(0.9e-3 / (1e-3 / 2.02), 12);
    // 1e-3 / 2.02 s for 100 attempts of 1000 components
    expect(parallel.lowest).toBeCloseTo(10 / 2.02, 12);
    expect(noiseOf(serial)).toEqual({ lowest: 1, median: 1.1, highest: 1.2 });
  });

  test('a weak row counts components: twice as many in the same time is a scaled speed-up of 2', () => {
    const { serial, runs } = row(1000, 1);
    const twice = { ...(runs[0] as (typeof runs)[0]), components: 2000, attempts: 50, parallel: [0.55e-3, 0.5e-3] };
    expect(figuresOf(serial, twice).speedUp).toMatchObject({ lowest: 2, highest: 2 });
  });

  test('the verdict names what gains, what does not and why, and what loses', () => {
    expect(verdict(file)).toEqual([
      'Two workers gain 1.9 or more in 1 of 2 circuits of 1000 components and more.',
      'The others, and what their threads lost: ring of 2000 1.81 (barrier 40 %, decision 2 %).',
      'Two workers are slower than one: ring of 100 0.51.',
    ]);
    expect(verdict({ ...file, rows: [row(1000, 1.95)] }).at(-1)).toBe('No circuit is slower with two workers: the smallest gain is 1.96.');
  });

  test('a ceiling is the serial time a component and attempt over that of all engines at once; a run is held against it in the same round', () => {
    const { serial, runs } = limited;
    const { slowed, ceiling, met, reached, fastest } = ceilingOf(serial, runs[0] as (typeof runs)[0]) ?? expect.fail();
    expect(slowed.lowest).toBeCloseTo(1 / 1, 12);
    expect(slowed.highest).toBeCloseTo(1.25 / 1.1, 12);
    expect(ceiling.lowest).toBeCloseTo((2 * 1.1) / 1.25, 12);
    expect(ceiling.highest).toBeCloseTo((2 * 1) / 1, 12);
    expect(met.lowest).toBeCloseTo((2 * 1.1) / 2, 12);
    expect(met.highest).toBeCloseTo((2 * 1) / 1.25, 12);
    // Speed-ups of the rounds are 1.8 and 1.82.
    expect(reached.lowest).toBeCloseTo(1.82 / 2, 12);
    expect(reached.highest).toBeCloseTo(1.8 / 1.76, 12);
    expect(fastest.ceiling).toBeCloseTo((2 * 0.9) / 1, 12);
    expect(fastest.speedUp).toBeCloseTo(0.9 * 1.82, 12);
    expect(ceilingOf(serial, row(1000, 1.8).runs[0] as (typeof runs)[0])).toBeNull();
  });

  test('ceilings stand in text, Markdown, verdict and picture where they were measured; files without any are drawn as they are', () => {
    const told = { ...file, rows: [...file.rows, limited] };
    for (const text of [scalingText(told), scalingMarkdown(told, 'bench/results/x.json', 'results/x.svg')]) {
      expect(text).toMatch(/speed-up\/ceiling/);
      expect(text).toMatch(
        /1.07 \(1.00–1.14\).*1.88 \(1.76–2.00\).*1.35 \(1.10–1.60\).*1.81 \(1.80–1.82\).*0.97 \(0.91–1.02\).*1.80.*1.64.*0.91/,
      );
    }
    expect(verdict(told)).toContain(
      'There two engines over half of such a circuit each, which share nothing but the machine, gain 1.88, 1.35 where they meet after every attempt; two workers reach 0.97 of the former, by the fastest samples 0.91.',
    );
    expect(scalingPicture(told)).toContain('dotted: 2 serial engines at once');
    for (const text of [scalingText(file), scalingMarkdown(file, 'x.json', 'x.svg'), scalingPicture(file)]) {
      expect(text).not.toMatch(/ceiling|dotted/);
    }
  });

  test('shares of losses are of all time, so that they can be added: interruptions leave less to the others', () => {
    const [, , slow] = file.rows as [ScalingRow, ScalingRow, ScalingRow];
    const losses = { exchange: 0.1, imbalance: 0.1, decision: 0.3, barrier: 0.5, interruptions: 0.6 };
    const runs = slow.runs.map((run) => ({ ...run, losses }));
    expect(verdict({ ...file, rows: [{ ...slow, runs }] })[1]).toContain(
      '(other programs 60 %, barrier 20 %, decision 12 %, imbalance 4 %)',
    );
  });

  test('text, Markdown and picture show every row, and what was left out', () => {
    for (const text of [scalingText(file), scalingMarkdown(file, 'bench/results/x.json', 'results/x.svg')]) {
      expect(text).toContain('1.96 (1.95–1.97)');
      expect(text).toMatch(/eft out: a tree: too large/);
      expect(text).toContain('commit abc');
      expect(text).toContain(file.command);
    }
    const picture = scalingPicture(file);
    expect([...picture.matchAll(/<title>ring, 2 workers, /g)]).toHaveLength(3);
    // An outlier ends at the edge, 44 px from the top.
    const plotted = scalingPlot({
      title: '',
      ratio: '',
      across: 'components',
      series: [{ name: 'a', points: [{ across: 100, value: 1, lowest: 0.5, highest: 50 }] }],
      levels: [1, 2],
      notes: [],
    });
    expect(plotted).toMatch(/V44" stroke="#1f6fb4"/);
  });

  test('a machine that was not quiet is called so', () => {
    const still = (again: readonly number[]): string => {
      const [one] = file.rows as [ScalingRow];
      return scalingText({ ...file, rows: [{ ...one, serial: { ...one.serial, again } }] });
    };
    expect(still([1e-3, 1.1e-3])).toMatch(/One thread against itself: 0.91–0.91\.$/m);
    expect(still([1e-3, 1.3e-3])).toContain('The machine was not quiet');
  });

  test('who else had the cores is counted by the system, less what the program took', () => {
    const from = parseTicks('cpu  100 10 20 1000 5 1 2 30 7 0\ncpu0 1 2 3') ?? expect.fail();
    expect(from).toEqual({ busy: 133, stolen: 30, total: 1168 });
    const shares = coreShares(from, { busy: 133 + 500, stolen: 30 + 20, total: 1168 + 1000 }, 0.4);
    expect(shares).toEqual({ others: 0.1, stolen: 0.02 });
    // Clocks of two kinds: nothing is below zero.
    expect(coreShares(from, { busy: 133 + 390, stolen: 30, total: 1168 + 1000 }, 0.4)).toEqual({ others: 0, stolen: 0 });
    expect(parseTicks('')).toBeNull();
    expect(scalingText({ ...file, shares })).toContain("Of the cores' time other programs took 10 %, the hypervisor 2 %.");
    expect(scalingText({ ...file, shares: null })).not.toContain("cores' time");
  });

  test('the file has a line for each row and reads back', () => {
    const text = fileText(file);
    expect(JSON.parse(text)).toEqual(file);
    expect(text.split('\n').filter((line) => line.startsWith('{"mode"'))).toHaveLength(3);
  });
});

test('sizes are whole numbers from the fewest on, or none by that word', () => {
  const read = asCountsOrNone(20);
  expect([read('--weak', 'none'), read('--weak', '20,1000')]).toEqual([[], [20, 1000]]);
  expect(() => read('--weak', '100,19')).toThrow('--weak');
});

test('numbers of workers: powers of two, and all cores', () => {
  expect([1, 2, 3, 6, 16].map(defaultWorkers)).toEqual([[1], [1, 2], [1, 2, 3], [1, 2, 4, 6], [1, 2, 4, 8, 16]]);
});

test('a sample is found in slices: four times as long at most, a tenth of it at most, never fewer than the fewest attempts', () => {
  expect(nextSlice(10, 50, 1e-6, 1)).toBe(40);
  expect(nextSlice(100, 500, 1e-3, 1)).toBe(100);
  expect(nextSlice(100, 950, 1e-3, 1)).toBe(0);
  // An attempt takes longer than the whole sample should.
  expect(nextSlice(10, 10, 2, 1)).toBe(1);
  expect(nextSlice(1, fewestAttempts, 2, 1)).toBe(0);
});

describe('samples of the loop', () => {
  const circuit = generatedCircuit('ladder', stationsOf('ladder', 100), 1);
  const end = endAfter(circuit, 0.001);

  test('serial and parallel samples, again and again, end in the state of a run of simulate()', async () => {
    const {
      stateDigest,
      account: { steps },
    } = await simulate(circuit, { workers: 1, until: end });
    const { owner, parts } = cutCircuit(circuit, 2);
    const samplers = [
      new LoopSampler(circuit, serialEngine(circuit, 'wasm'), end),
      new LoopSampler(circuit, serialEngine(circuit, 'js'), end),
      new LoopSampler(circuit, { owner, parts, parallel: true, kernels: 'wasm' }, end),
    ];
    for (const sampler of samplers) {
      for (let time = 0; time < 2; time++) {
        expect(await sampler.sample()).toBeGreaterThan(0);
        expect(sampler.attempts).toBe(steps.accepted + steps.rejected);
        expect(sampler.stateDigest).toBe(stateDigest);
      }
    }
  });

  // Full: engines in threads that a benchmark times; quickly its samples, above.
  test.runIf(isFull).each(['wasm', 'js'] as const)(
    'engines beside each other end in the same state, free and synchronisation, and others are refused: %s',
    async (kernels) => {
      const sampler = new LoopSampler(circuit, serialEngine(circuit, kernels), end);
      await sampler.sample();
      const digestOf = (memory: Float64Array): string => sampler.digestOf(memory);
      const base: CeilingBase = {
        ...{ copy: sampler.copy(), components: circuit.components.length, attempts: sampler.attempts },
        ...{ digestOf, digest: sampler.stateDigest },
      };
      const rounds = await CeilingRounds.open(base, 2);
      try {
        await rounds.round();
        const { alone, together, met } = rounds.samples();
        expect([alone.length, together.length, met.length]).toEqual([2, 1, 1]);
        for (const time of [...alone, ...together, ...met]) expect(time).toBeGreaterThan(0);
      } finally {
        await rounds.close();
      }
      await expect(CeilingRounds.open({ ...base, digest: 'another' }, 2)).rejects.toThrow(
        'one serial engine, and 2 at once: results differ',
      );
      const more = { ...base, attempts: base.attempts + 1 };
      await expect(CeilingRounds.open(more, 2)).rejects.toThrow(`met ${base.attempts} times in ${more.attempts} attempts`);
    },
  );

  test.each(benchShapes)('a generated %s has about as many components as asked for', (shape) => {
    const { components } = generatedCircuit(shape, stationsOf(shape, 500), 1);
    expect(Math.abs(components.length / 500 - 1)).toBeLessThan(0.05);
  });
});

describe('the command', () => {
  let place: Workplace;
  beforeAll(() => {
    place = new Workplace();
    mkdirSync(place.path('folder.json'));
    place.write('other.json', '{}');
    place.write('broken.json', fileText(file).slice(0, -100));
  });
  afterAll(() => place.remove());
  const tiny = '--families ring --components 100 --weak 50 --workers 1 --rounds 2 --seconds 0.002'.split(' ');

  test.runIf(isFull)('measures, keeps every sample and a picture, and puts the tables into a file', async () => {
    const marks = readmeMarks(availableParallelism());
    place.write('notes.md', `# Notes\n${marks.join('old\n')}\nafter\n`);
    const all = tiny.filter((word, k) => word !== '--workers' && tiny[k - 1] !== '--workers');
    const { code, out, err } = await place.run('bench', 'scaling', ...all, '--out', 'kept', '--readme', 'notes.md');
    expect(code, err).toBe(0);
    expect(err).toContain('strong scaling, ring of 100 components');
    const [path] = /kept\/scaling\.\d+-cores\.json/.exec(out) ?? [''];
    const kept = JSON.parse(readFileSync(place.path(path), 'utf8')) as ScalingFile;
    const runs = defaultWorkers(availableParallelism()).map((count) => [count, 4, 2]);
    expect(
      kept.rows.map(({ mode, size, runs }) => [
        mode,
        size,
        runs.map(({ workers, serial, parallel }) => [workers, serial.length, parallel.length]),
      ]),
    ).toEqual([
      ['strong', 100, runs],
      ['weak', 50, runs],
    ]);
    for (const { mode, runs } of kept.rows) {
      for (const { workers, ceiling } of runs) {
        const counts = ceiling && [ceiling.alone, ceiling.together, ceiling.met].map((samples) => samples.length);
        expect(counts).toEqual(mode === 'strong' && workers > 1 && workers <= 5 ? [4, 2, 2] : undefined);
      }
    }
    for (const { serial } of kept.rows) {
      expect([serial.js.length, serial.wasm.length, serial.again.length]).toEqual([2, 2, 4]);
      expect(serial.attempts).toBeGreaterThanOrEqual(fewestAttempts);
    }
    if (kept.shares) for (const share of Object.values(kept.shares)) expect(share).toBeLessThanOrEqual(1);
    expect([kept.command, kept.node]).toEqual([
      expect.stringMatching(/^ringmain bench scaling --families ring .*--seconds 0.002$/),
      process.version,
    ]);
    expect(readFileSync(place.path(path.replace('.json', '.svg')), 'utf8')).toContain('Speed-up over the serial engine');
    expect(readFileSync(place.path('notes.md'), 'utf8')).toBe(
      `# Notes\n${marks.join(scalingMarkdown(kept, path, path.replace('.json', '.svg')))}\nafter\n`,
    );

    mkdirSync(place.path('pages'));
    place.write('pages/notes.md', marks.join(''));
    expect((await place.run('bench', 'scaling', '--from', path, '--readme', 'pages/notes.md')).code).toBe(0);
    expect(readFileSync(place.path('pages/notes.md'), 'utf8')).toContain(`](../${path.replace('.json', '.svg')})`);

    const again = await place.run('bench', 'scaling', '--from', path);
    expect([again.code, out.startsWith(again.out.trimEnd())]).toEqual([0, true]);
  });

  test.each([
    [['--families', 'star'], /--families star: must be one of ring, ladder, tree, planar/],
    [['--components', '3'], /--components 3: must be a whole number of at least 20/],
    [['--workers', '4000'], /--workers 4000: there are \d+ cores/],
    [['--from', 'relief.yaml'], /--from relief\.yaml: name a file that ends in \.json/],
    [['--from', 'none.json'], /--from none\.json: there is no such file; give a file of measurements/],
    [['--from', 'folder.json'], /--from folder\.json: it is a folder/],
    [['--from', 'other.json'], /other\.json is no file of ringmain bench scaling/],
    [['--from', 'broken.json'], /broken\.json is no whole file of ringmain bench scaling: it breaks off/],
    // Before anything is measured: nothing is said of a circuit.
    [[...tiny, '--readme', 'relief.yaml'], /^ringmain: relief\.yaml has no place for the tables/],
    [[...tiny, '--out', 'relief.yaml'], /^ringmain: --out relief\.yaml: the folder cannot be made \(a file stands there\)/],
  ])('%j is answered with what to write', async (words, message) => {
    const { code, out, err } = await place.run('bench', 'scaling', ...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });

  test('stored samples by another name are not drawn over', async () => {
    place.write('old', fileText(file));
    place.write('notes.md', readmeMarks(file.cores).join(''));
    expect(await place.run('bench', 'scaling', '--from', 'old', '--readme', 'notes.md')).toMatchObject({ code: 1, out: '' });
    expect(readFileSync(place.path('old'), 'utf8')).toBe(fileText(file));
    // Nor what is no picture.
    place.write('own.json', fileText(file));
    place.write('own.svg', fileText(file));
    const { code, err } = await place.run('bench', 'scaling', '--from', 'own.json', '--readme', 'notes.md');
    expect([code, err]).toEqual([1, expect.stringContaining('own.svg exists and is no result of ringmain')]);
  });

  test('a file without a place for the tables is left as it is', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'ringmain-scaling-'));
    try {
      writeFileSync(join(folder, 'own.json'), fileText(file));
      const { code, err } = await place.run('bench', 'scaling', '--from', join(folder, 'own.json'), '--readme', 'relief.yaml');
      expect([code, err]).toEqual([1, expect.stringContaining('relief.yaml has no place for the tables')]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

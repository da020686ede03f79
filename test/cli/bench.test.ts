import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RingsRow } from '../../dist/bench/scaling/rings.js';
import type { BrowserRow } from '../../dist/bench/step/browser.js';
import { kernelCase, timedKinds } from '../../dist/bench/step/kernels/kernelCase.js';
import { mostDifference, NativeKernels, nativeForms, nativeKinds } from '../../dist/bench/step/kernels/nativeKernels.js';
import type { KernelRow } from '../../dist/bench/step/kernels.js';
import type { RecordRow } from '../../dist/bench/step/record.js';
import type { SetUpAccount } from '../../dist/bench/step/setUp.js';
import type { SizeRow } from '../../dist/bench/step/sizes.js';
import type { StepAccount } from '../../dist/bench/step/stepReport.js';
import type { StepPart } from '../../dist/cli/measure/stepShares.js';
import { library } from '../../dist/components/library.js';
import { median, ratios, spreadOf, spreadText } from '../../dist/results/statistics.js';
import { browserPath } from '../support/browser.js';
import { isFull } from '../support/circuits.js';
import { Workplace } from './support.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

const compilerIsThere = ['gcc', 'clang', 'cc'].some((name) => spawnSync(name, ['--version']).status === 0);
const toy = ['--rounds', '1', '--seconds', '0.001'];

describe('bench step kernels', () => {
  test.runIf(isFull)('has a row for every kind, and C for its five where there is a compiler', async () => {
    const { code, out, err } = await place.run('bench', 'step', 'kernels', '--rows', '16', ...toy, '--json');
    expect(code, err).toBe(0);
    const { rows, c, kinds } = JSON.parse(out) as { rows: number; c: { note?: string; compiler?: string }; kinds: KernelRow[] };
    expect(rows).toBe(16);
    expect(kinds.map(({ kind }) => kind)).toEqual([...library.keys(), 'junction']);
    for (const { kind, javascript, scalar, lanes, lanesAgain } of kinds)
      for (const spread of [javascript, scalar, lanes, lanesAgain]) expect(spread.lowest, kind).toBeGreaterThan(0);
    expect(kinds.find(({ kind }) => kind === 'orifice')?.inLanes).toBe(true);
    const native = kinds.filter((row) => row.native);
    if (compilerIsThere) {
      expect(c.compiler).not.toBe('');
      expect(new Set(native.map(({ kind }) => kind))).toEqual(nativeKinds);
    } else {
      expect([c.note, native]).toEqual([expect.stringContaining('no C kernels'), []]);
    }
  });

  // Full: times kernels.
  test.runIf(isFull)('prints a table that says which kinds are not in lanes and what C is', async () => {
    const { code, out, err } = await place.run('bench', 'step', 'kernels', '--kinds', 'orifice,dutyCycle', '--rows', '16', ...toy);
    expect(code, err).toBe(0);
    expect(out).toMatch(/^orifice +\d/m);
    expect(out).toContain('ns of CPU time per instance in batches of 16');
    expect(out).toMatch(compilerIsThere ? /^C: .*-O2/m : /^no C kernels/m);
    expect(err).toContain('1/2 orifice');
  });

  test.each([
    [['--kinds', 'orifise'], /--kinds orifise: no such kind; did you mean 'orifice'\?/],
    [['--rows', '0'], /--rows 0: must be a whole number of at least 1/],
    [['--rounds', 'few'], /--rounds few: must be a whole number/],
    [['--seconds', '-1'], /--seconds -1: must be a number above zero/],
  ])('%j is answered with what to write', async (words, message) => {
    const { code, out, err } = await place.run('bench', 'step', 'kernels', ...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });

  test.each(timedKinds)('inputs of %s are the same for the same seed and differ for another', (kind) => {
    const image = (seed: number): string => kernelCase(kind, 8, seed).image.join();
    expect(image(1)).toBe(image(1));
    expect(image(1)).not.toBe(image(2));
  });

  test.runIf(isFull && compilerIsThere)('the C kernels are told from ours where they differ', () => {
    const native = NativeKernels.open();
    if (typeof native === 'string') throw new Error(native);
    try {
      const of = kernelCase('orifice', 16);
      native.give(of);
      for (const form of nativeForms) {
        native.time(of, form, 1, 0);
        // Memory before our kernel: all its results are zero.
        expect(native.compare(of, form, of.image).difference).toBeGreaterThan(mostDifference);
      }
    } finally {
      native.close();
    }
  });
});

describe('bench scaling rings', () => {
  test.runIf(isFull)(
    'measures presets and drawn sizes with one thread and two, and the machine; drawn ones have their own steps, and no peer',
    async () => {
      const kinds = ['a', 'b', 'drawn'];
      const { code, out, err } = await place.run(
        ...['bench', 'scaling', 'rings', '--kinds', kinds.join(), '--stations', '10', ...toy, '--json'],
      );
      expect(code, err).toBe(0);
      const { rows, machine, peers } = JSON.parse(out) as {
        rows: RingsRow[];
        machine: { triad: { median: number } };
        peers: { provenance: string };
      };
      expect(rows.map(({ preset, stations }) => [preset, stations])).toEqual(kinds.map((kind) => [kind, 10]));
      for (const { preset, oneThread, twoThreads, bytesPerStation, bytesPerComponent, peer, length } of rows) {
        for (const spread of [oneThread, twoThreads]) expect(spread.lowest).toBeGreaterThan(0);
        expect(bytesPerStation).toBeGreaterThan(0);
        expect(bytesPerComponent).toBeGreaterThan(100);
        expect(peer?.stations).toBe(preset === 'drawn' ? undefined : 10);
        expect(length.runs * length.steps).toBeGreaterThan(100);
      }
      expect(machine.triad.median).toBeGreaterThan(0);
      expect(peers.provenance).not.toBe('');
    },
  );

  test.runIf(isFull)('prints tables', async () => {
    const { code, out, err } = await place.run('bench', 'scaling', 'rings', '--kinds', 'a', '--stations', '7', ...toy);
    expect(code, err).toBe(0);
    expect(out).toMatch(/^ +a +7 +\d/m);
    expect(out).toContain('bench/peer.json');
    expect(err).toContain('ring a of 7 stations');
  });

  test.each([
    [['--kinds', 'c'], /--kinds c: must be one of a, b, drawn/],
    [['--stations', '10,many'], /--stations many: must be a whole number/],
  ])('%j is answered with what to write', async (words, message) => {
    const { code, out, err } = await place.run('bench', 'scaling', 'rings', ...words);
    expect([code, out]).toEqual([1, '']);
    expect(err).toMatch(message);
  });
});

test.runIf(isFull && browserPath !== undefined)(
  'bench step browser: the same digest in a page and in Node, a row by number of threads',
  async () => {
    const { code, out, err } = await place.run(
      'bench',
      'step',
      'browser',
      '--stations',
      '20',
      '--end',
      '0.01 s',
      '--rounds',
      '1',
      '--json',
    );
    expect(code, err).toBe(0);
    const { rows, attempts, browser } = JSON.parse(out) as { rows: BrowserRow[]; attempts: number; browser: string };
    expect([attempts, browser]).toEqual([100, expect.stringMatching(/^Chromium \d/)]);
    expect(rows.map(({ threads }) => threads)).toEqual(availableParallelism() > 1 ? [1, 2] : [1]);
    for (const { node, browser: page, ratio } of rows) expect(ratio.median).toBeCloseTo(page.median / node.median, 0);
  },
);

test.runIf(isFull)('bench step methods: of each error the integrators that take least, and nobody unfit on a smooth circuit', async () => {
  const { code, out } = await place.run('bench', 'step', 'methods', '--circuits', 'rc-volume', '--rounds', '1', '--json');
  expect(code).toBe(0);
  const { cases } = JSON.parse(out) as {
    cases: { circuit: string; unfit: string[]; runs: { method: string; tolerance: number; error: number }[] }[];
  };
  expect(cases.map(({ circuit }) => circuit)).toEqual(['rc-volume']);
  expect(cases[0]?.unfit).toEqual([]);
  const errorsOf = (method: string): number[] => (cases[0]?.runs ?? []).filter((run) => run.method === method).map(({ error }) => error);
  for (const method of ['rodas4', 'sdirk4', 'grk4t', 'rkf45', 'rkc']) {
    const errors = errorsOf(method);
    expect(errors, method).toHaveLength(7);
    expect(errors.at(-1), method).toBeLessThan((errors[0] as number) / 100);
  }
});

test('bench step record: values of rows, and of every step, each beside a run that records nothing', async () => {
  const { code, out, err } = await place.run('bench', 'step', 'record', 'relief.yaml', '--rounds', '1', '--json');
  expect(code, err).toBe(0);
  const { rows, noise } = JSON.parse(out) as { rows: readonly RecordRow[]; noise: object };
  const [some, many, envelopes, watches] = rows;
  expect(rows.map(({ quantities }) => quantities)).toEqual([12, 12, 12, 6]);
  expect(many?.values).toBeGreaterThan(1.5 * (some?.values ?? Number.NaN));
  // Of the same steps.
  expect((envelopes?.values ?? 0) / 12).toBe((watches?.values ?? 0) / 6);
  for (const { ratio, fastest, nanoseconds } of rows) expect([ratio.median, fastest, nanoseconds].every(Number.isFinite)).toBe(true);
  expect(noise).toMatchObject({ median: expect.any(Number) });
});

const program = resolve('dist/cli/main.js');

// Starts twenty processes.
test.runIf(isFull)('bench step set-up: processor time beyond that of --version, anew, kept, and of another build', async () => {
  const words = ['bench', 'step', 'set-up', '--stations', '3', '--rounds', '1', '--before', program, '--json'];
  const { code, out, err } = await place.run(...words);
  expect(code, err).toBe(0);
  const { version, rows } = JSON.parse(out) as SetUpAccount;
  expect(version.median).toBeGreaterThan(10);
  expect(rows.map(({ circuit }) => circuit)).toEqual(['two-actuator', 'ring-main', 'ring of 3']);
  for (const { anew, kept, before, keptOverAnew, keptOverBefore } of rows) {
    expect(keptOverAnew.median).toBeCloseTo(kept.median / anew.median, 9);
    expect(keptOverBefore?.median).toBeCloseTo(kept.median / (before?.median ?? Number.NaN), 9);
  }
});

describe('bench step', () => {
  type Printed = StepAccount & { readonly parts: readonly StepPart[] };

  test.runIf(isFull)(
    'parts of a serial attempt add up to it; two workers have their partitions, their barrier and a measured speed-up',
    async () => {
      const { code, out, err } = await place.run('bench', 'step', 'relief.yaml', ...toy, '--json');
      expect(code, err).toBe(0);
      const { circuit, parts, serial, twoWorkers, notes } = JSON.parse(out) as Printed;
      expect(circuit).toBe('relief');
      expect(parts.map(({ name }) => name)).toEqual([
        'components',
        'line errors',
        'exchange',
        'exchange between partitions, waves, record',
        'decision',
        'rest of the loop',
      ]);
      expect(parts.reduce((sum, part) => sum + part.median, 0)).toBeCloseTo(serial.loop.median, 6);
      expect(serial.sampled.accepted).toBeGreaterThan(0);
      expect(serial.partitions[0]?.kinds.map(({ kind }) => kind).sort()).toEqual(['flowSource', 'reliefValve', 'tank']);
      expect(twoWorkers?.cut.attempts).toBe(serial.attempts);
      expect(twoWorkers?.cut.time).toBe(serial.time);
      expect(twoWorkers?.cut.partitions.map(({ components }) => components).sort()).toEqual([1, 2]);
      expect(twoWorkers?.measured.speedUp.lowest).toBeGreaterThan(0);
      if (twoWorkers?.barrier) expect(twoWorkers.prediction.step?.attempt).toBeGreaterThan(twoWorkers.barrier.median);
      else expect([twoWorkers?.prediction.step, notes]).toEqual([null, [expect.stringContaining('the barrier')]]);
    },
  );

  test.runIf(isFull)('prints a line a part and writes both bars, over its own file but over no other', async () => {
    const words = ['bench', 'step', 'relief.yaml', ...toy, '--plot', 'step.svg'];
    for (let time = 0; time < 2; time++) {
      const { code, out, err } = await place.run(...words);
      expect(code, err).toBe(0);
      expect(out).toMatch(/^components +[\d.]+ +[\d.]+ +[\d.]+ % +█/m);
      expect(out).toMatch(/^ {2}1 × reliefValve +\d/m);
      expect(out).toMatch(/^measured: one thread/m);
      expect(out).toContain('plot in step.svg');
    }
    expect(readFileSync(place.path('step.svg'), 'utf8')).toMatch(/>serial engine: .*>two workers, slowest partition: /s);
    place.write('other.svg', '<svg/>');
    expect(await place.run(...words.slice(0, -1), 'other.svg')).toMatchObject({ code: 1, out: '' });
  });

  test('a circuit that cannot be cut has the serial bar alone', async () => {
    place.write('direct.yaml', directCircuit);
    const { code, out, err } = await place.run('bench', 'step', 'direct.yaml', ...toy, '--plot', 'direct.svg');
    expect(code, err).toBe(0);
    expect(out).toContain('note: one worker only');
    expect(readFileSync(place.path('direct.svg'), 'utf8')).not.toContain('two workers');
  });
});

const directCircuit = `
ringmain: 1
name: direct
title: A restrictor between two fixed pressures
source: test
fluid: { density: 890 kg/m3, viscosity: 60 cSt, bulkModulus: 8900 bar, vapourPressure: -1 bar }
components:
  supply: { kind: pressureSource, pressure: 10 bar }
  restrictor: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  tank: { kind: tank }
direct:
  - { from: restrictor.in, to: supply }
  - { from: restrictor.out, to: tank }
run: { end: 0.3 s, pressureError: 0.1 bar, minimumStep: 1 us, maximumStep: 1 ms }
record: { every: 5 ms, signals: [restrictor.in.q] }
`;

describe('kernels by either back end', () => {
  test.each([[['auto', 'balance', '--stations', '300,1000'], /--stations 300,1000: must be a whole number of at least 1/]])(
    '%j is refused, not taken for something else',
    async (words, message) => {
      expect(await place.run('bench', ...words)).toMatchObject({ code: 1, out: '', err: expect.stringMatching(message) });
    },
  );

  test('run takes --kernels and gives the same digest', async () => {
    const digests: string[] = [];
    for (const kernels of ['js', 'wasm']) {
      const { out } = await place.run('run', 'relief.yaml', '--json', '--kernels', kernels);
      const account = JSON.parse(out) as { kernels: string; digest: string };
      expect(account.kernels).toBe(kernels);
      digests.push(account.digest);
    }
    expect(digests[0]).toBe(digests[1]);
    expect(await place.run('run', 'relief.yaml', '--kernels', 'c')).toMatchObject({
      code: 1,
      err: expect.stringContaining('--kernels c: must be one of auto, native, wasm, js'),
    });
  });
});

test('spreads: lowest, median, highest', () => {
  expect(spreadOf([3, 1, 2])).toEqual({ lowest: 1, median: 2, highest: 3 });
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(spreadText(ratios([[1, 2]]))).toBe('0.50 (0.50–0.50)');
});

describe('bench published', () => {
  test.runIf(isFull)('runs the suites that are chosen and judges what they bear on, in both settings', async () => {
    const { code, out, err } = await place.run('bench', 'published', '--suites', 'hires,rt-1', '--json');
    expect(code, err).toBe(0);
    const { suites, verdicts, costs } = JSON.parse(out) as {
      suites: { name: string; cells: { method: string; error: number | null; independent: object | null }[] }[];
      verdicts: { name: string; published: string; ours: string; claims: { holds: boolean; found: string }[] }[];
      costs: null;
    };
    expect(costs).toBeNull();
    expect(suites.map(({ name }) => name)).toEqual(['rt-1', 'hires']);
    expect(suites.flatMap(({ cells }) => cells).some(({ independent }) => independent !== null)).toBe(true);
    expect(verdicts.map(({ name }) => name)).toEqual([...Array.from({ length: 22 }, (_, k) => `P${k + 1}`), 'VdP', 'HIRES']);
    const judged = new Map(verdicts.map((verdict) => [verdict.name, verdict]));
    expect([judged.get('P2')?.published, judged.get('P2')?.ours]).toEqual(['reproduced', 'not reproduced']);
    expect(judged.get('P17')?.published).toBe('not run');
    expect(judged.get('HIRES')?.claims.length).toBeGreaterThan(3);
  });

  test.runIf(isFull)('prints errors beside those of the independent program, costs, and a reason for each verdict', async () => {
    const { code, out, err } = await place.run('bench', 'published', '--suites', 'rt-2,costs', ...toy);
    expect(code, err).toBe(0);
    expect(out).toMatch(/^ros3p +exact +stepped over +4\.[67]e-6 \(\d\.\d\d\)/m);
    expect(out).toMatch(/^ode23s +published +stepped over .* fails \(both\)/m);
    expect(out).toMatch(/^rodas3 +[\d.]+ [µm]s +[\d.]+ +[\d.]+ [µm]s/m);
    expect(out).toMatch(/^P5: .*the published form, without ∂f\/∂t/m);
    expect(out).toMatch(/^P17 +not run/m);
  });

  test('names the suites where one is unknown', async () => {
    const { code, err } = await place.run('bench', 'published', '--suites', 'rt-3');
    expect(code).toBe(1);
    expect(err).toMatch(/--suites rt-3: there are rt-1, rt-2, circuit-2, .*, costs/);
  });
});

describe('bench step integrators', () => {
  test.runIf(isFull)('times every Jacobian by both algebras, and counts calls of f', async () => {
    const { code, out, err } = await place.run(
      'bench',
      'step',
      'integrators',
      '--sizes',
      '2,5,10,20',
      '--solvers',
      'ros3p',
      ...toy,
      '--json',
    );
    expect(code, err).toBe(0);
    const { rows, noise, perStep } = JSON.parse(out) as { rows: SizeRow[]; noise: object[]; perStep: { method: string }[] };
    expect(rows).toHaveLength(8);
    expect(noise).toHaveLength(4);
    expect(new Set(perStep.map(({ method }) => method)).has('rk23')).toBe(true);
    for (const { jacobian, grouped, cells, whole } of rows) {
      expect(cells.map(({ size }) => size)).toEqual([2, 5, 10, 20]);
      expect(whole?.exponent).toBeGreaterThan(0);
      for (const { size, time, rates, differences } of cells) {
        expect(time.lowest).toBeGreaterThan(0);
        expect(rates).toBeCloseTo(2, 1);
        // A chain has three groups of columns.
        if (jacobian === 'analytic') expect(differences).toBe(0);
        else expect(differences).toBeGreaterThanOrEqual(Math.min(size, grouped ? 3 : size));
      }
    }
  });

  // Full: it times.
  test.runIf(isFull)('prints times, ratios, shares and the noise', async () => {
    const { code, out, err } = await place.run('bench', 'step', 'integrators', '--sizes', '2,5', '--solvers', 'rodas3', ...toy);
    expect(code, err).toBe(0);
    expect(out).toMatch(/^rodas3 +sparse +analytic +[\d.]+ \([\d.]+\)/m);
    expect(out).toMatch(/^rodas3 +dense +differences, every column .*\d+ % 3\+5/m);
    expect(out).toContain('the first against itself: 2:');
  });

  test('a solver that chooses its steps is refused', async () => {
    const { code, err } = await place.run('bench', 'step', 'integrators', '--sizes', '2', '--solvers', 'bdf', ...toy);
    expect(code).toBe(1);
    expect(err).toContain('bdf chooses its steps');
  });
});

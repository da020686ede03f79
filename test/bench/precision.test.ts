import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { levelRatios, meanRatio } from '../../dist/bench/precision/against.js';
import { cases } from '../../dist/bench/precision/cases.js';
import { distances, precisionError, type RecordedRun } from '../../dist/bench/precision/error.js';
import { workAt } from '../../dist/bench/precision/levels.js';
import { type MeasuredSetting, measureCircuit, versionAt } from '../../dist/bench/precision/measure.js';
import { page, pictures } from '../../dist/bench/precision/page.js';
import { readStored } from '../../dist/bench/precision/stored.js';
import { published } from '../../dist/bench/precision/thesis.js';
import { contained } from '../../dist/bench/precision/thesisPage.js';
import { timeInTurn } from '../../dist/bench/precision/turns.js';
import { offerOf, verdicts } from '../../dist/bench/precision/verdict.js';
import { countProcessorTime } from '../../dist/bench/protocol/clock.js';
import { geometricMean } from '../../dist/results/statistics.js';
import { isFull } from '../support/circuits.js';
import { said } from '../support/commandLine.js';

const even = (rows: number, end: number, of: (t: number) => number): { t: Float64Array; y: Float64Array } => {
  const t = Float64Array.from({ length: rows + 1 }, (_, k) => (end * k) / rows);
  return { t, y: t.map(of) };
};

const recorded = (series: Record<string, { t: Float64Array; y: Float64Array }>): RecordedRun => ({
  columns: Object.keys(series).map((name) => ({ name })),
  series: (name) => series[name] as { t: Float64Array; y: Float64Array },
});

describe('the error of a run', () => {
  // 0 to 10 s; up by 200 at 2 s within a row of the reference, 0.1 ms.
  const step = (at: number) => (t: number) => (t < at - 1e-9 ? -100 : 100);
  const reference = even(100_000, 10, step(2));

  test('is the offset over the range where the reference is flat', () => {
    const run = even(1000, 10, (t) => step(2)(t) + 3);
    const { near, upright } = distances(run, reference, 200, 0.1);
    // The row at the jump itself reads 103 beside 100.
    expect([...near].every((d) => Math.abs(d - 0.015) < 1e-12)).toBe(true);
    expect([...upright].every((d) => Math.abs(d - 0.015) < 1e-12)).toBe(true);
  });

  test('of a jump that is late is how late it is, over a hundredth of the run, not its height', () => {
    // 60 ms late of 100 ms: rows at 2, 2.01, …, 2.05 s are 0, 10, …, 50 ms from the reference's jump, whose foot is a row of 0.1 ms before 2 s.
    const { near, upright } = distances(even(1000, 10, step(2.06)), reference, 200, 0.1);
    const late = [...near].filter((d) => d > 1e-9);
    expect(late).toHaveLength(6);
    for (const [k, d] of late.entries()) expect(d).toBeCloseTo(0.001 + 0.1 * k, 6);
    expect([...upright].filter((d) => d > 1e-9)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('of a jump that is early likewise, and of one later than a hundredth of the run its whole height', () => {
    const early = [...distances(even(1000, 10, step(1.97)), reference, 200, 0.1).near].filter((d) => d > 1e-9);
    expect(early.map((d) => Number(d.toFixed(6)))).toEqual([0.3, 0.2, 0.1]);
    const far = distances(even(1000, 10, step(2.5)), reference, 200, 0.1).near;
    expect(Math.max(...far)).toBe(1);
  });

  test('on a slope of m ranges in a period is the distance from the line, upright / √(1 + m²)', () => {
    const ramp = even(1000, 10, (t) => t);
    const { near, upright } = distances(
      even(100, 10, (t) => t + 0.05),
      ramp,
      10,
      5,
    );
    expect(upright[50]).toBeCloseTo(0.005, 12);
    expect(near[50]).toBeCloseTo(0.005 / Math.sqrt(1 + 0.5 ** 2), 12);
  });

  test('on a reference of few rows is the distance from the line between them, or from its end', () => {
    const line = { t: Float64Array.of(0, 10), y: Float64Array.of(0, 20) };
    // In periods of 5 s and ranges of 10 from (0, 0) to (2, 2): half a range above it, distances are 0.5/√2.
    const { near } = distances({ t: Float64Array.of(0, 5, 10), y: Float64Array.of(5, 15, 15) }, line, 10, 5);
    expect([...near].map((d) => d * Math.SQRT2)).toEqual([0.5, 0.5, 0.5].map((d) => expect.closeTo(d, 12)));
    expect(distances({ t: Float64Array.of(0), y: Float64Array.of(-3) }, line, 10, 5).near[0]).toBeCloseTo(0.3, 12);
  });

  test('is the root mean square over rows and quantities, and tells the worst', () => {
    const exact = recorded({ a: even(1000, 1, (t) => 2 * t), b: even(1000, 1, (t) => t), constant: even(1000, 1, () => 5) });
    const run = recorded({
      a: even(10, 1, (t) => 2 * t + 0.08),
      b: even(10, 1, (t) => t - 0.03),
      constant: even(10, 1, () => 5),
      unknown: even(10, 1, () => 9),
    });
    const found = precisionError(run, exact);
    // A range in a run is a hundredth of a range in a period.
    const tilt = Math.sqrt(1 + 0.01 ** 2);
    expect(found.upright).toBeCloseTo(Math.sqrt((0.04 ** 2 + 0.03 ** 2) / 3), 12);
    expect(found.error).toBeGreaterThan(found.upright / tilt - 1e-9);
    expect(found.error).toBeLessThanOrEqual(found.upright);
    expect(found.worst.name).toBe('a');
    expect(found.worst.error).toBeCloseTo(0.04, 5);
  });

  test('leaves out what is set aside, of the quantities named only', () => {
    const exact = recorded({ a: even(1000, 1, (t) => t), b: even(1000, 1, (t) => t) });
    const bad = (t: number): number => (t > 0.29 && t < 0.51 ? t + 1 : t);
    const run = recorded({ a: even(10, 1, bad), b: even(10, 1, (t) => t) });
    expect(precisionError(run, exact).upright).toBeCloseTo(Math.sqrt(3 / 11 / 2), 12);
    expect(precisionError(run, exact, [{ quantities: ['a'], from: 0.3, to: 0.5 }]).upright).toBeCloseTo(0, 12);
    expect(precisionError(run, exact, [{ quantities: ['b'], from: 0.3, to: 0.5 }]).upright).toBeCloseTo(Math.sqrt(3 / 11 / 2), 12);
  });

  test('is no number where the run is none, or nothing is compared', () => {
    const exact = recorded({ a: even(100, 1, (t) => t) });
    expect(precisionError(recorded({ a: even(10, 1, (t) => (t > 0.45 && t < 0.55 ? Number.NaN : t)) }), exact).error).toBeNaN();
    expect(precisionError(recorded({ a: even(10, 1, (t) => t) }), exact, [{ quantities: ['a'], from: 0, to: 1 }]).error).toBeNaN();
    expect(() => precisionError(recorded({ b: even(10, 1, (t) => t) }), exact)).toThrow('no quantity in common');
  });
});

describe('work at an error', () => {
  const points = (...pairs: [number, number][]) => pairs.map(([work, error]) => ({ work, error }));

  test('is interpolated, logarithm over logarithm', () => {
    expect(workAt(1e-3, points([1, 1e-2], [100, 1e-4]))?.work).toBeCloseTo(10, 12);
    // error ~ work^-2: 0.003 lies √(0.01/0.003) times the work from 0.01.
    expect(workAt(0.003, points([2, 0.01], [4, 0.0025], [8, 0.000625]))?.work).toBeCloseTo(2 * Math.sqrt(0.01 / 0.003), 12);
    expect(workAt(0.0025, points([2, 0.01], [4, 0.0025]))).toEqual({ work: 4, atMost: false, index: 1 });
  });

  test('does not count a setting that meets it by luck', () => {
    const found = workAt(0.01, points([1, 0.1], [2, 0.001], [4, 0.04], [16, 0.0025]));
    expect(found?.index).toBe(3);
    expect(found?.work).toBeCloseTo(8, 12);
  });

  test('is at most that of the loosest setting where that meets it, and none where the tightest does not or fails', () => {
    expect(workAt(0.01, points([3, 0.005], [6, 0.001]))).toEqual({ work: 3, atMost: true, index: 0 });
    expect(workAt(0.01, points([3, Number.POSITIVE_INFINITY], [6, 0.001]))).toEqual({ work: 6, atMost: true, index: 1 });
    expect(workAt(0.01, points([3, 0.5], [6, 0.02]))).toBeNull();
    expect(workAt(0.01, points([3, 0.5], [6, 0.001], [9, Number.POSITIVE_INFINITY]))).toBeNull();
    expect(workAt(0.01, points([3, 0.5], [6, Number.NaN]))).toBeNull();
  });

  test('is that of a tighter setting where that is cheaper', () => {
    expect(workAt(0.01, points([900, 0.02], [700, 0.005], [50, 0.001], [60, 0.0005]))).toEqual({ work: 50, atMost: false, index: 2 });
    expect(workAt(0.01, points([700, 0.005], [50, 0.001]))).toEqual({ work: 50, atMost: true, index: 1 });
  });

  test('ratios multiply: their mean is geometric', () => {
    expect(geometricMean([0.5, 8])).toBeCloseTo(2, 12);
  });
});

const setting = (method: string, label: string, seconds: number, error: number): MeasuredSetting => ({
  ...{ method, label, words: `--${label}`, ended: 'done', setupSeconds: 0, accepted: 1, rejected: 0, evaluations: null },
  error: { error, upright: error, worst: { name: 'a', error } },
  seconds: { lowest: seconds, median: 2 * seconds, highest: 3 * seconds, runs: 3 },
});

test('two versions: fastest times at each level, and the mean of what both meet', () => {
  const series = (scale: number): MeasuredSetting[] => [
    setting('tlm variable', 'a', scale, 0.1),
    setting('tlm variable', 'b', 10 * scale, 0.001),
    setting('tlm fixed', 'a', 1, 0.5),
  ];
  const ratios = levelRatios([{ circuit: 'x', references: 0, before: series(3), after: series(1) }], ['tlm variable', 'tlm fixed']);
  expect(ratios.map(({ ratio }) => ratio && Number(ratio.toFixed(12)))).toEqual([3, 3, 3, null, null, null]);
  expect(ratios[0]?.after?.work).toBeCloseTo(Math.sqrt(10), 12);
  expect(meanRatio(ratios)).toBeCloseTo(3, 12);
  expect(meanRatio(ratios.slice(3))).toBeNull();
});

test('what to take: the cheaper, even within a quarter, and its setting that meets the error', () => {
  const of = (tlm: number, radau: number) => ({
    ...{ circuit: 'x', components: 1, end: 1, set: [], asideReason: null, recorded: 1 },
    reference: { solver: 'radau5', tolerance: 1e-9, error: 0, upright: 0 },
    settings: [
      setting('tlm variable', 'loose', tlm / 10, 0.1),
      setting('tlm variable', 'tight', tlm, 0.001),
      setting('radau5', 'only', radau, 0.0005),
      setting('lsoda', 'slower', 10 * radau, 0.0005),
    ],
  });
  const at = (tlm: number, radau: number) => verdicts([of(tlm, radau)]).map(({ winner }) => winner);
  // At 1, 0.3 and 0.1 % TLM takes 1/√10, 0.58 and 1 of its tighter setting.
  expect(at(1, 0.5)).toEqual(['tlm', 'even', 'integrator']);
  expect(at(1, 5)).toEqual(['tlm', 'tlm', 'tlm']);
  expect(at(1, 0.35)).toEqual(['even', 'integrator', 'integrator']);
  expect(offerOf(of(1, 5), 'tlm variable', 0.01)?.setting.label).toBe('tight');
  expect(offerOf(of(1, 5), 'rodas4', 0.01)).toBeNull();
});

test('a run until later contains the run until earlier: its time is no shorter', () => {
  expect(contained([3, 7, 5, 9, 8])).toEqual([3, 5, 5, 8, 8]);
});

test('times are taken in turn, forwards and backwards, and no longer than told', async () => {
  const ran: number[] = [];
  const runs = [0, 1, 2].map((k) => () => {
    ran.push(k);
    return Promise.resolve(k === 2 ? 5 : 10 * (k + 1) + ran.length);
  });
  const found = await timeInTurn(runs, { rounds: 3, seconds: 5 });
  expect(ran).toEqual([0, 1, 2]);
  ran.length = 0;
  expect((await timeInTurn(runs, { rounds: 3, seconds: 100 })).map(({ runs: count, lowest }) => [count, lowest])).toEqual([
    [3, 11],
    [3, 22],
    [3, 5],
  ]);
  expect(ran).toEqual([0, 1, 2, 2, 1, 0, 0, 1, 2]);
  expect(found[2]).toEqual({ lowest: 5, median: 5, highest: 5, runs: 1 });
});

test('the clock counts work, not waiting', async () => {
  const usual = performance.now;
  try {
    countProcessorTime();
    const began = performance.now();
    await new Promise((done) => setTimeout(done, 300));
    const waited = performance.now() - began;
    let sum = 0;
    const working = performance.now();
    while (performance.now() - working < 20) sum += Math.sqrt(sum + 1);
    expect(sum).toBeGreaterThan(0);
    expect(waited).toBeLessThan(200);
  } finally {
    performance.now = usual;
  }
});

// Full: a toy run of a benchmark.
test.runIf(isFull)('a circuit by all methods: errors fall with what is asked for, by lines and by integrators', async () => {
  const version = await versionAt(resolve('.'));
  const found = await measureCircuit(
    version,
    { circuit: 'rc-volume', steps: [1e-3, 1e-4], tolerances: [1e-3, 1e-5] },
    { rounds: 1, seconds: 0 },
    () => {},
  );
  expect(found.settings.every(({ ended, seconds }) => ended === 'done' && seconds?.runs === 1)).toBe(true);
  const errors = (method: string): number[] => found.settings.filter((one) => one.method === method).map(({ error }) => error?.error ?? 1);
  for (const method of ['tlm variable', 'tlm fixed', 'rodas4', 'radau5', 'lsoda']) {
    const own = errors(method);
    expect(own.at(-1), method).toBeLessThan((own[0] as number) / 3);
    expect(own.at(-1), method).toBeLessThan(1e-3);
  }
  expect(found.reference.error).toBeLessThan(1e-6);
});

test("the thesis' intervals add up to what its text says: 26, 32 and 12 times", () => {
  const overall = published.intervals.map(({ rows }) => {
    const last = rows.at(-1);
    return last ? Math.round(last.lsoda / last.tlm) : 0;
  });
  expect(overall).toEqual([26, 32, 12]);
});

test.each([
  [['circuits', '--circuits', 'press'], '--circuits press: there are two-actuator, '],
  [['versions'], '--against FOLDER'],
  [['circuits', '--rounds', 'x'], '--rounds x: must be'],
])('bench precision %j is refused before anything is measured', async (words, message) => {
  const { code, err } = await said(['bench', 'precision', ...words]);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});

describe('bench/precision', () => {
  const folder = 'bench/precision';
  const stored = readStored(
    `${folder}/results`,
    cases.map(({ circuit }) => circuit),
  );

  test('its page and pictures are those of its results', () => {
    expect(stored.circuits.map(({ measured }) => measured.circuit)).toEqual(cases.map(({ circuit }) => circuit));
    expect(readFileSync(`${folder}/README.md`, 'utf8'), 'npx ringmain bench precision page writes it anew').toBe(page(stored));
    for (const { name, svg } of pictures(stored)) expect(readFileSync(`${folder}/results/${name}.svg`, 'utf8'), name).toBe(svg);
  });

  test('it has the tables of the thesis, all circuits and both versions', () => {
    const text = readFileSync(`${folder}/README.md`, 'utf8');
    for (const table of ['5.2', '5.3', '5.4', '5.5', '6.1', '6.4']) expect(text).toContain(`**Table ${table}**`);
    for (const { circuit } of cases) expect(text).toContain(`### ${circuit}\n`);
    expect(text).not.toMatch(/NaN|undefined|null/);
  });
});

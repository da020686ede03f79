import { describe, expect, test } from 'vitest';
import { seriesBeforehand } from '../../dist/surrogate/beforehand.js';
import { levelsOf, readDrive } from '../../dist/surrogate/drive.js';
import { persisted, relativeError, tells } from '../../dist/surrogate/measures.js';
import { Network } from '../../dist/surrogate/network.js';
import { type Series, samplesOf, scaleOf, splitOf } from '../../dist/surrogate/samples.js';
import { readSurrogate, type Surrogate, surrogateFrom, surrogateMark, surrogateText } from '../../dist/surrogate/stored.js';
import { type Trained, train } from '../../dist/surrogate/train.js';
import { random } from '../support/kernelBench.js';

/** y(t) = 0.8 y(t - 1) + x(t - 1)³/5, driven by levels; in units of its own. */
function known(count: number, seed: number): Series {
  const rng = random(seed);
  const x = new Float64Array(count);
  for (let k = 0; k < count; k++) x[k] = k % 7 === 0 ? 2 * rng() - 1 : (x[k - 1] as number);
  const y = new Float64Array(count);
  for (let k = 1; k < count; k++) y[k] = 0.8 * (y[k - 1] as number) + (x[k - 1] as number) ** 3 / 5;
  const constant = new Float64Array(count).fill(0.01);
  return { every: 1e-3, names: ['x', 'c'], inputs: [x.map((v) => 30 * v), constant], target: y.map((v) => 5e6 + 1e6 * v) };
}

const options = { delays: { sort: 'narx', from: 1, to: 1 }, hidden: [5, 5], split: 'block', seed: 4, epochs: 60, workers: 1 } as const;
const stored = (trained: Trained): Surrogate =>
  surrogateFrom(
    trained,
    { target: 'V.p', inputs: ['a.x', 'V.volume'], every: 1e-3 },
    { circuit: 'case', hash: 'none', set: [], drive: [], end: 1, seed: 4, split: 'block' },
  );

describe('a network learns a system that is known', () => {
  const made = train(known(1500, 1), options);

  test('to a thousandth of what persistence leaves, also where it has not been trained', async () => {
    const { errors, persistence, samples } = await made;
    expect(samples).toEqual({ train: 1049, validation: 225, test: 225 });
    expect(errors.train).toBeLessThan(1e-5);
    for (const part of ['train', 'validation', 'test'] as const) expect(errors[part] / persistence[part]).toBeLessThan(1e-3);
  });

  test('its errors are those of a network over the samples', async () => {
    const { shape, weights, scales, errors } = await made;
    const { features, targets, width, count } = samplesOf(known(1500, 1), options.delays, scales);
    const network = new Network(shape, weights);
    const { test: rows } = splitOf(count, 'block', 4);
    const sum = [...rows].reduce((all, n) => all + ((targets[n] as number) - network.value(features, n * width)) ** 2, 0);
    expect(sum / rows.length).toBe(errors.test);
  });

  test.each([2, 3])('%i threads give the same bits as one', async (workers) => {
    const few = { ...options, epochs: 5 };
    const [one, more] = [await train(known(400, 1), few), await train(known(400, 1), { ...few, workers })];
    expect(more.weights).toEqual(one.weights);
    expect(more.errors).toEqual(one.errors);
  });

  test('in a loop of its own it follows a run that it has not seen; told the past, better', async () => {
    const other = known(800, 9);
    const of = await made;
    const [open, closed] = [seriesBeforehand(of, other, true), seriesBeforehand(of, other, false)];
    const before = relativeError(other.target, persisted(other.target));
    expect(relativeError(other.target, open)).toBeLessThan(before / 20);
    expect(relativeError(other.target, closed)).toBeLessThan(before / 5);
    expect(relativeError(other.target, open)).toBeLessThan(relativeError(other.target, closed));
  });

  test('stored and read again it gives the same bits', async () => {
    const surrogate = stored(await made);
    const text = surrogateText(surrogate);
    expect(text.startsWith(surrogateMark)).toBe(true);
    const again = readSurrogate(text, 'x.json');
    expect(again.weights).toEqual(surrogate.weights);
    const other = known(300, 5);
    expect(seriesBeforehand(again, other, false)).toEqual(seriesBeforehand(surrogate, other, false));
    expect(surrogateText(again)).toBe(text);
  });

  test.each([
    ['no surrogate of ringmain', 'nonsense'],
    ['no surrogate of ringmain', '{"ringmain":1}'],
    ['a part of the surrogate is missing', '{"ringmain":1,"surrogate":{"target":"V.p"},"provenance":{}}'],
  ])('%s is told of a file that says so', (why, text) => {
    expect(() => readSurrogate(text, 'x.json')).toThrow(`x.json: ${why}`);
  });

  test('a file with a weight too few is told with both numbers', async () => {
    const surrogate = stored(await made);
    const text = surrogateText({ ...surrogate, weights: surrogate.weights.slice(1) });
    expect(() => readSurrogate(text, 'x.json')).toThrow(/50\.|: 5\d weights where its layers have 5\d/);
  });
});

test('inputs of the same instant: delay 0 needs no past, and persistence counts all the same', async () => {
  const { shape, errors, persistence, samples } = await train(known(200, 2), {
    ...options,
    delays: { sort: 'nfir', from: 0, to: 0 },
    epochs: 3,
  });
  expect(shape.inputs).toBe(2);
  expect(samples.train + samples.validation + samples.test).toBe(200);
  for (const value of [...Object.values(errors), ...Object.values(persistence)]) expect(Number.isFinite(value)).toBe(true);
});

test('samples see what their delays say: inputs from the latest to the oldest, then the past of the target', () => {
  const series: Series = { every: 1, names: ['a'], inputs: [Float64Array.of(0, 1, 2, 3, 4)], target: Float64Array.of(10, 11, 12, 13, 14) };
  const plain = { inputs: [{ middle: 0, half: 1 }], target: { middle: 0, half: 1 } };
  const rows = (sort: 'narx' | 'nfir', from: number, to: number) => {
    const { features, targets, width, count } = samplesOf(series, { sort, from, to }, plain);
    return Array.from({ length: count }, (_, n) => [...features.slice(n * width, (n + 1) * width), targets[n]]);
  };
  expect(rows('nfir', 1, 2)).toEqual([
    [1, 0, 12],
    [2, 1, 13],
    [3, 2, 14],
  ]);
  expect(rows('narx', 0, 1).at(-1)).toEqual([4, 3, 13, 14]);
  expect(rows('narx', 0, 0)).toHaveLength(4);
});

test('scales reach from -1 to 1, and a constant is 0', () => {
  expect(scaleOf(Float64Array.of(4, 2, 8))).toEqual({ middle: 5, half: 3 });
  expect(scaleOf(Float64Array.of(7, 7))).toEqual({ middle: 7, half: 1 });
});

test('splits: blocks follow each other in time, random ones are mixed; each sample is in one of them', () => {
  const block = splitOf(100, 'block', 1);
  expect([block.train.at(-1), block.validation[0], block.validation.at(-1), block.test[0]]).toEqual([69, 70, 84, 85]);
  const mixed = splitOf(100, 'random', 1);
  expect([mixed.train.length, mixed.validation.length, mixed.test.length]).toEqual([70, 15, 15]);
  expect([...mixed.train, ...mixed.validation, ...mixed.test].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, k) => k));
  expect(mixed.test[0]).toBeLessThan(85);
  expect(splitOf(100, 'random', 1)).toEqual(mixed);
  expect(splitOf(100, 'random', 2)).not.toEqual(mixed);
});

test('what an input tells alone: all of what is a function of it, however bent; nothing where it is noise or constant', () => {
  const rng = random(3);
  const y = Float64Array.from({ length: 2000 }, () => rng());
  const noise = Float64Array.from(y, () => rng());
  expect(
    tells(
      y.map((v) => Math.log(2 + v)),
      y,
    ),
  ).toBeGreaterThan(0.999);
  // Not the other way round: two values of the input have one square.
  expect(
    tells(
      y.map((v) => (v - 0.5) ** 2),
      y,
    ),
  ).toBeLessThan(0.2);
  // Few levels, and nothing between them.
  const levels = y.map((v) => Math.round(3 * v));
  expect(
    tells(
      levels.map((v) => -(v ** 3)),
      levels,
    ),
  ).toBe(1);
  // Half of the variance is that of the input.
  const sum = y.map((value, k) => value + (noise[k] as number));
  expect(Math.abs(tells(y, sum) - 0.5)).toBeLessThan(0.05);
  expect(tells(noise, y)).toBeLessThan(0.1);
  expect(
    tells(
      y.map(() => 1),
      y,
    ),
  ).toBe(0);
});

test('the relative error is that of the papers with its missing 1/N: RMSE over the mean size', () => {
  expect(relativeError(Float64Array.of(1, -3), Float64Array.of(2, -3))).toBeCloseTo(Math.sqrt(1 / 2) / 2, 15);
});

test('levels: held, within their range, the same for a seed, others for each channel', () => {
  const drive = readDrive('u = -10..10:500 ms');
  expect(drive).toEqual({ component: 'u', low: -10, high: 10, hold: 0.5 });
  const points = levelsOf(drive, 100, 1, 0);
  expect(points).toHaveLength(400);
  const values = points.filter((_, k) => k % 2 === 0).map(([, value]) => value);
  expect(points.every(([t, value], k) => t === 0.5 * Math.ceil(k / 2) && value === values[Math.floor(k / 2)])).toBe(true);
  expect(Math.min(...values)).toBeGreaterThanOrEqual(-10);
  expect(Math.max(...values)).toBeLessThanOrEqual(10);
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(19);
  expect(levelsOf(drive, 100, 1, 0)).toEqual(points);
  expect(levelsOf(drive, 100, 1, 1)).not.toEqual(points);
  expect(() => readDrive('u=3..2:1 s')).toThrow(/not a range of levels/);
});

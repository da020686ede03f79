import { expect, test } from 'vitest';
import { Network, type Shape, weightCount } from '../../dist/surrogate/network.js';
import { addPieces, pieceLength, pieces, sumPiece } from '../../dist/surrogate/normalEquations.js';
import { random } from '../support/kernelBench.js';

const sigmoid = (x: number): number => 1 / (1 + Math.exp(-x));
const drawn = (count: number, seed: number): Float64Array => {
  const rng = random(seed);
  return Float64Array.from({ length: count }, () => 2 * rng() - 1);
};

test('one neuron a layer, by hand', () => {
  const weights = Float64Array.of(0.5, -2, 0.3, 1.5, -0.7, 4, 0.25);
  const network = new Network({ inputs: 2, hidden: [1, 1] }, weights);
  const expected = 4 * sigmoid(1.5 * sigmoid(0.5 * 0.2 - 2 * -0.4 + 0.3) - 0.7) + 0.25;
  expect(network.value(Float64Array.of(9, 0.2, -0.4), 1)).toBeCloseTo(expected, 14);
});

test('slopes by every weight agree with central differences', () => {
  const shape: Shape = { inputs: 3, hidden: [4, 5] };
  const weights = drawn(weightCount(shape), 3);
  expect(weights).toHaveLength(3 * 4 + 4 + 4 * 5 + 5 + 5 + 1);
  const network = new Network(shape, weights);
  const x = drawn(3, 5);
  const slopes = new Float64Array(weights.length);
  expect(network.slopes(x, 0, slopes, 0)).toBe(network.value(x, 0));
  const step = 1e-5;
  slopes.forEach((slope, k) => {
    const own = weights[k] as number;
    weights[k] = own + step;
    const above = network.value(x, 0);
    weights[k] = own - step;
    const below = network.value(x, 0);
    weights[k] = own;
    // Third derivatives of a few units times step², and rounding over step: 1e-10 each.
    expect(Math.abs((above - below) / (2 * step) - slope), `weight ${k}`).toBeLessThan(1e-9);
  });
});

test('sums of the normal equations are those of the samples one by one, whatever is left over by pieces and fours', () => {
  const shape: Shape = { inputs: 2, hidden: [3, 2] };
  const count = weightCount(shape);
  const weights = drawn(count, 7);
  const samples = 61;
  const [features, targets] = [drawn(2 * samples, 11), drawn(samples, 13)];
  const rows = Int32Array.from({ length: samples - 4 }, (_, k) => samples - 1 - k);
  const results = new Float64Array(pieces * pieceLength(count));
  const sums = { shape, features, targets, rows, weights, results };
  for (let piece = 0; piece < pieces; piece++) sumPiece(sums, piece, true);
  const whole = addPieces(results, count, true).slice();
  const network = new Network(shape, weights);
  const slopes = new Float64Array(count);
  const expected = new Float64Array(pieceLength(count));
  for (const n of rows) {
    const error = (targets[n] as number) - network.slopes(features, 2 * n, slopes, 0);
    const add = (k: number, value: number): void => {
      expected[k] = (expected[k] as number) + value;
    };
    add(0, error * error);
    let at = 1 + count;
    for (let i = 0; i < count; i++) {
      add(1 + i, (slopes[i] as number) * error);
      for (let j = 0; j <= i; j++) add(at++, (slopes[i] as number) * (slopes[j] as number));
    }
  }
  expected.forEach((value, k) => {
    expect(Math.abs((whole[k] as number) - value), `place ${k}`).toBeLessThan(1e-12);
  });
  for (let piece = 0; piece < pieces; piece++) sumPiece(sums, piece, false);
  expect(addPieces(results, count, false)).toHaveLength(1);
  expect(results[0]).toBeCloseTo(expected[0] as number, 12);
});

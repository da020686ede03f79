/** Sums over samples that least squares need: Σe², JᵀJ and Jᵀe, in pieces whose number is fixed, so that the bits do not depend on how many threads add them. */
import { Network, type Shape } from './network.js';

/** Pieces that a set of samples is cut in. */
export const pieces = 8;

/** All that the pieces are made of; arrays that threads share. */
export interface Sums {
  readonly shape: Shape;
  readonly features: Float64Array;
  readonly targets: Float64Array;
  /** Numbers of the samples that count. */
  readonly rows: Int32Array;
  readonly weights: Float64Array;
  /** By piece: Σe², Jᵀe, and JᵀJ as the rows of its lower half. */
  readonly results: Float64Array;
}

/** Numbers of one piece, of so many weights. */
export function pieceLength(weights: number): number {
  return 1 + weights + (weights * (weights + 1)) / 2;
}

/** Samples whose slopes are added in one go: as many as keeps them in registers. */
const together = 4;

/** Computes one piece: with the slopes, or the sum of squares alone. e = target - output. */
export function sumPiece(sums: Sums, piece: number, withSlopes: boolean): void {
  const { shape, features, targets, rows, weights, results } = sums;
  const network = new Network(shape, weights);
  const { inputs } = shape;
  const count = weights.length;
  const length = pieceLength(count);
  const own = results.subarray(piece * length, (piece + 1) * length);
  own.fill(0);
  const [from, to] = [piece, piece + 1].map((k) => Math.floor((k * rows.length) / pieces)) as [number, number];
  if (!withSlopes) {
    let sum = 0;
    for (let k = from; k < to; k++) {
      const n = rows[k];
      const error = targets[n] - network.value(features, n * inputs);
      sum += error * error;
    }
    own[0] = sum;
    return;
  }
  const slopes = new Float64Array(together * count);
  const errors = new Float64Array(together);
  for (let k = from; k < to; k += together) {
    for (let r = 0; r < together; r++) {
      const n = rows[Math.min(k + r, to - 1)];
      if (k + r < to) errors[r] = targets[n] - network.slopes(features, n * inputs, slopes, r * count);
      else {
        errors[r] = 0;
        slopes.fill(0, r * count, (r + 1) * count);
      }
    }
    addSamples(own, slopes, errors, count);
  }
}

/** Adds four samples. */
function addSamples(own: Float64Array, slopes: Float64Array, errors: Float64Array, count: number): void {
  const [e0, e1, e2, e3] = errors as unknown as [number, number, number, number];
  own[0] = own[0] + (e0 * e0 + e1 * e1 + (e2 * e2 + e3 * e3));
  const [b, c, d] = [count, 2 * count, 3 * count];
  let at = 1 + count;
  for (let i = 0; i < count; i++) {
    const [g0, g1, g2, g3] = [slopes[i], slopes[b + i], slopes[c + i], slopes[d + i]];
    own[1 + i] = own[1 + i] + (g0 * e0 + g1 * e1 + (g2 * e2 + g3 * e3));
    for (let j = 0; j <= i; j++, at++)
      own[at] = own[at] + (g0 * slopes[j] + g1 * slopes[b + j] + (g2 * slopes[c + j] + g3 * slopes[d + j]));
  }
}

/** Pieces added in their order, in the place of the first. */
export function addPieces(results: Float64Array, weights: number, withSlopes: boolean): Float64Array {
  const length = pieceLength(weights);
  const whole = results.subarray(0, withSlopes ? length : 1);
  for (let piece = 1; piece < pieces; piece++) for (let k = 0; k < whole.length; k++) whole[k] = whole[k] + results[piece * length + k];
  return whole;
}

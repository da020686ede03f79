/**
 * Errors of capacitive lines, by which a step is judged. Ends that follow each other are taken in chunks, whose largest errors are kept: only those that have the partition's are
 * searched for the line. A partition begins with -0.5 for no error yet: a whole number would let V8 keep the maximum as a tagged value and allocate at every change.
 */
import type { LineOffsets } from './lineOffsets.js';

/**
 * A line's error: |p_a - p_b|, and |move - move₋ Δ/Δ₋| of its mean, what the curvature of its course makes in the step; move = (1-α) Σ (p - C) over both ends, and
 * `expected` is what ½ Σ p would be, had the mean moved on as in the last accepted step. The mean's counts 1.1 times, as it is what limits the steps of a mass on
 * springs of oil: the damping ratio of its swing, while it fades to a seventh in 1000 periods at 0.1 bar, is 2.3e-4 then, and 3.2e-4 where it counts once. Each end's part stands by itself, as a line that is cut has it.
 */
function lineError(F: Float64Array, _: Int32Array, o: LineOffsets, row: number, a: number, b: number): number {
  const between = Math.abs(F[o.p + a] - F[o.p + b]);
  if (!o.judgesMeans) return o.scaled ? o.scale * between : between;
  const beta = o.sharesFilter ? 1 - o.alpha : 1 - F[o.filter + row];
  const mean = o.meanWeight * Math.abs(beta * (F[o.p + a] - F[o.expected + row]) + beta * (F[o.p + b] - F[o.expected + row]));
  const larger = mean > between ? mean : between;
  return o.scaled ? o.scale * larger : larger;
}

/** Largest error of each chunk, which raises the partition's. A NaN is no error: the kernels have reported it. */
export function largestErrors(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  let worst = F[o.error];
  for (let k = 0; k < o.chunkCount; k++) {
    const at = (o.chunks + 6 * k) | 0;
    const a = I[at];
    const b = I[at + 1];
    const first = I[at + 2];
    const count = I[at + 3];
    let chunk = -0.5;
    lanes: for (let l = 0; l < count; l++) {
      const e = lineError(F, I, o, first + l, a + l, b + l);
      chunk = e > chunk ? e : chunk;
    }
    F[o.maxima + k] = chunk;
    if (chunk > worst) worst = chunk;
  }
  F[o.error] = worst;
}

/** The lowest line of all chunks that has the largest error. */
export function lineOfError(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const worst = F[o.error];
  let line = F[o.errorLine] | 0;
  for (let k = 0; k < o.chunkCount; k++) {
    if (F[o.maxima + k] === worst) {
      const at = (o.chunks + 6 * k) | 0;
      const a = I[at];
      const b = I[at + 1];
      const first = I[at + 2];
      const count = I[at + 3];
      for (let l = 0; l < count; l++) {
        const e = lineError(F, I, o, first + l, a + l, b + l);
        if (e === worst && (line < 0 || I[o.numbers + first + l] < line)) line = I[o.numbers + first + l];
      }
    }
  }
  F[o.errorLine] = line;
}

/** Lines in no chunk: they raise the partition's error and say which line has it, the lowest of several. */
export function scatteredErrors(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  let worst = F[o.error];
  let line = F[o.errorLine] | 0;
  for (let l = o.covered; l < o.inner; l++) {
    const e = lineError(F, I, o, l, I[o.endA + l], I[o.endB + l]);
    if (e >= worst && (e > worst || line < 0 || I[o.numbers + l] < line)) {
      worst = e;
      line = I[o.numbers + l];
    }
  }
  F[o.error] = worst;
  F[o.errorLine] = line;
}

/** Functions that stand in place of their calls. */
export const errorPieces = [lineError];

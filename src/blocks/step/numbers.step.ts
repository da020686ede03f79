/**
 * Numbers of what limits steps: lines, special causes, judged states, in the order of the file. A rank that has the layout of its part numbers what it has read; in messages stand the numbers
 * of the whole circuit, so that all ranks find the same cause where errors are equal. What a rank has not read gets a number of what it has, on the right side of its own ones.
 */

/** Lists of runs of numbers that follow each other here and in the whole circuit (I), `runWords` each: first here, how many, first in the whole, whether they are the rank's own; rising in both. */
export interface NumberOffsets {
  readonly runWords: number;
  readonly lineRuns: number;
  readonly lineRunCount: number;
  readonly stateRuns: number;
  readonly stateRunCount: number;
  /** Lines here, and in the whole; special causes. */
  readonly linesHere: number;
  readonly linesWhole: number;
  readonly specials: number;
}

/** Of a number here the one in the whole, by its runs; 0 where it has none. */
export function wholeOf(_F: Float64Array, I: Int32Array, o: NumberOffsets, runs: number, count: number, number: number): number {
  let whole = 0 | 0;
  for (let k = 0; k < count; k++) {
    const run = (runs + o.runWords * k) | 0;
    if (number < I[run] + I[run + 1]) {
      whole = (I[run + 2] + number - I[run]) | 0;
      break;
    }
  }
  return whole;
}

/** Of a number in the whole the one here; of one that is not here another rank's, the last before it, or else the first; -1 where there is none. */
export function hereOf(_F: Float64Array, I: Int32Array, o: NumberOffsets, runs: number, count: number, number: number): number {
  let here = -1 | 0;
  for (let k = 0; k < count; k++) {
    const run = (runs + o.runWords * k) | 0;
    const whole = I[run + 2];
    if (number >= whole && number < whole + I[run + 1]) {
      here = (I[run] + number - whole) | 0;
      break;
    }
    if (I[run + 3] === 0 && (here < 0 || whole < number)) {
      here = I[run];
      if (whole < number) here = (I[run] + I[run + 1] - 1) | 0;
    }
  }
  return here;
}

/** Number in the whole circuit; -1 for none. */
export function toWhole(F: Float64Array, I: Int32Array, o: NumberOffsets, number: number): number {
  let whole = number;
  const special = (number - o.linesHere) | 0;
  if (special >= o.specials) whole = (o.linesWhole + o.specials + wholeOf(F, I, o, o.stateRuns, o.stateRunCount, special - o.specials)) | 0;
  else if (special >= 0) whole = (o.linesWhole + special) | 0;
  else if (number >= 0) whole = wholeOf(F, I, o, o.lineRuns, o.lineRunCount, number);
  return whole;
}

/** Number here. */
export function toHere(F: Float64Array, I: Int32Array, o: NumberOffsets, number: number): number {
  let here = number;
  const special = (number - o.linesWhole) | 0;
  if (special >= o.specials) {
    const state = hereOf(F, I, o, o.stateRuns, o.stateRunCount, special - o.specials);
    // No state of others is here: a line of theirs stands for it.
    if (state < 0) here = hereOf(F, I, o, o.lineRuns, o.lineRunCount, o.linesWhole);
    else here = (o.linesHere + o.specials + state) | 0;
  } else if (special >= 0) here = (o.linesHere + special) | 0;
  else if (number >= 0) here = hereOf(F, I, o, o.lineRuns, o.lineRunCount, number);
  return here;
}

/**
 * Numbers of what limits steps: lines, special causes, judged states, in the order of the file. A rank numbers what it has read; in messages stand the numbers of the whole circuit, so that
 * all ranks find the same cause where errors are equal. What a rank has not read gets a number of what it has, on the right side of its own ones.
 */
import { specialCounterCount } from '../../program/layout/layout.js';

/** Numbers that follow each other, here and in the whole circuit; whether they are the rank's own. */
export interface Run {
  readonly here: number;
  readonly count: number;
  readonly whole: number;
  readonly isOwn: boolean;
}

/** Of one kind of number. */
export interface Numbered {
  /** Rising in both; none is empty. */
  readonly runs: readonly Run[];
  /** How many there are here, and in the whole circuit. */
  readonly here: number;
  readonly whole: number;
}

export class Numbers {
  constructor(
    readonly lines: Numbered,
    readonly states: Numbered,
  ) {}

  /** Number in the whole circuit; -1 for none. */
  toWhole(number: number): number {
    const { lines, states } = this;
    if (number < lines.here) return number < 0 ? number : wholeOf(lines, number);
    const special = number - lines.here;
    return lines.whole + (special < specialCounterCount ? special : specialCounterCount + wholeOf(states, special - specialCounterCount));
  }

  /** Whether the line of a number in the whole circuit is here. */
  isHere(line: number): boolean {
    return this.lines.runs.some(({ whole, count }) => line >= whole && line < whole + count);
  }

  /** Number here. */
  toHere(number: number): number {
    const { lines, states } = this;
    if (number < lines.whole) return number < 0 ? number : hereOf(lines, number);
    const special = number - lines.whole;
    if (special < specialCounterCount) return lines.here + special;
    const state = hereOf(states, special - specialCounterCount);
    // No state of others is here: a line of theirs stands for it.
    return state < 0 ? hereOf(lines, lines.whole) : lines.here + specialCounterCount + state;
  }
}

function wholeOf({ runs }: Numbered, number: number): number {
  for (let k = 0; k < runs.length; k++) {
    const run = runs[k] as Run;
    if (number < run.here + run.count) return run.whole + number - run.here;
  }
  return 0;
}

/** Of one that is not here another rank's, the last before it, or else the first; -1 where there is none. */
export function hereOf({ runs }: Numbered, number: number): number {
  let other = -1;
  for (let k = 0; k < runs.length; k++) {
    const { here, count, whole, isOwn } = runs[k] as Run;
    if (number >= whole && number < whole + count) return here + number - whole;
    if (!isOwn && (other < 0 || whole < number)) other = whole < number ? here + count - 1 : here;
  }
  return other;
}

/** Numbers of what limits steps, of a rank that has the layout of its part: how its own, and those of neighbours that are here, stand among those of all ranks (blocks/step/numbers.step.ts). */
import { type NumberOffsets, toHere, toWhole } from '../../blocks/step/numbers.step.js';
import { specialCounterCount } from '../../program/layout/layout.js';
import { numberRunWords, type RankNumbers } from '../../program/messages.js';

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

const noMemory = new Float64Array(0);

export class Numbers {
  /** For the loop. */
  readonly lists: RankNumbers;
  private readonly I: Int32Array;
  private readonly offsets: NumberOffsets;

  constructor(
    readonly lines: Numbered,
    readonly states: Numbered,
  ) {
    const [lineRuns, stateRuns] = [lines, states].map(({ runs }) =>
      runs.map(({ here, count, whole, isOwn }) => [here, count, whole, isOwn ? 1 : 0]),
    ) as [number[][], number[][]];
    const counts = { linesHere: lines.here, linesWhole: lines.whole, specials: specialCounterCount };
    this.lists = { ...counts, lineRuns, stateRuns };
    this.I = Int32Array.from([...lineRuns, ...stateRuns].flat());
    this.offsets = {
      ...{ ...counts, runWords: numberRunWords, lineRuns: 0, lineRunCount: lineRuns.length },
      ...{ stateRuns: numberRunWords * lineRuns.length, stateRunCount: stateRuns.length },
    };
  }

  /** Number in the whole circuit; -1 for none. */
  toWhole(number: number): number {
    return toWhole(noMemory, this.I, this.offsets, number);
  }

  /** Whether the line of a number in the whole circuit is here. */
  isHere(line: number): boolean {
    return this.lines.runs.some(({ whole, count }) => line >= whole && line < whole + count);
  }

  /** Number here. */
  toHere(number: number): number {
    return toHere(noMemory, this.I, this.offsets, number);
  }
}

/** Of lines alone. */
export const numbersOfLines = (lines: Numbered): Numbers => new Numbers(lines, { runs: [], here: 0, whole: 0 });

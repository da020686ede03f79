/** Chunks of capacitive lines: which lines are in them, and where they begin. */
import { expect, test } from 'vitest';
import { sortedLines } from '../../dist/blocks/lines/chunks.js';

/** So many lines whose ends follow each other, from these places on. */
function chunksOf(count: number, a: number, b: number) {
  const ends = Int32Array.from({ length: 2 * count }, (_, end) => (end % 2 === 0 ? a : b) + (end >> 1));
  const lines = Array.from({ length: count }, (_, line) => line);
  const { sorted, covered, chunks } = sortedLines(lines, new Map(), ends, new Int32Array(2 * count).fill(-1), true);
  const each = Array.from({ length: chunks.count }, (_, k) => chunks.words.slice(6 * k, 6 * k + 4) as [number, number, number, number]);
  for (const [first, , row, length] of each) for (let k = 0; k < length; k++) expect(ends[2 * (sorted[row + k] as number)]).toBe(first + k);
  expect([...sorted].sort((x, y) => x - y)).toEqual(lines);
  return { covered, each };
}

test('of a long run they begin at multiples of eight, rows and first ends alike, and leave out what comes before', () => {
  for (let a = 0; a < 9; a++) {
    const { covered, each } = chunksOf(300, 2000 + a, 3000 + a);
    expect(covered).toBe(300 - ((8 - (a % 8)) % 8));
    for (const [first, second, row] of each) expect([first % 8, second % 8, row % 8]).toEqual([0, 0, 0]);
  }
});

test('of a short run they have all lines, of one that is too short none', () => {
  expect(chunksOf(40, 2001, 3001)).toEqual({ covered: 40, each: [[2001, 3001, 0, 40]] });
  expect(chunksOf(7, 2001, 3001)).toEqual({ covered: 0, each: [] });
});

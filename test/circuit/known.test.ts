/** Reads of what must be there end at the read where it is not. */
import { expect, test } from 'vitest';
import { entryOf, numberAt } from '../../dist/circuit/text/known.js';

test('a column gives its numbers, NaN too, and throws beyond its ends', () => {
  const column = Float64Array.of(3, Number.NaN);
  expect([numberAt(column, 0), numberAt(column, 1)]).toEqual([3, Number.NaN]);
  for (const k of [-1, 2, Number.NaN]) expect(() => numberAt(column, k)).toThrow(new RangeError(`a column of 2 numbers has none at ${k}`));
});

test('a map gives its entries, 0 and null too, and throws for a key that it has not', () => {
  const map = new Map<string, number | null>(Object.entries({ zero: 0, nothing: null }));
  expect([entryOf(map, 'zero'), entryOf(map, 'nothing')]).toEqual([0, null]);
  expect(() => entryOf(map, 'other')).toThrow(new RangeError('a map of 2 entries has none for other'));
});

/** Units measured when ringmain was built: mathjs finds the same, and what comes with ringmain needs no others. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { measure, measures } from '../../dist/circuit/text/measures.js';

// Before the other tests of this process may have asked for more: what the build put there is first.
const kept = [...measures].filter(([, value]) => value !== null);

test('the build keeps what mathjs makes of a text, to the last bit', () => {
  expect(kept.length).toBeGreaterThan(60);
  for (const [text, value] of kept) {
    measures.delete(text);
    expect(measure(text), text).toEqual(value);
  }
  expect(measure('1 bar')).toEqual({ value: 1e5, dimensions: [1, -1, -2, 0, 0, 0, 0, 0, 0] });
});

test('circuits that come with ringmain are read without mathjs', async () => {
  const known = new Set(measures.keys());
  for (const name of readdirSync('circuits').filter((file) => file.endsWith('.yaml'))) await readCircuit(`circuits/${name}`);
  expect([...measures.keys()].filter((text) => !known.has(text))).toEqual([]);
});

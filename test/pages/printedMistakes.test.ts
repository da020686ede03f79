/** bench/printed-mistakes.md: every mistake has tests that are there, or says that no run can show it. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { pageText } from '../support/page.js';

const rows = pageText('bench/printed-mistakes.md')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(2)
  .map((line) => line.split(' | '));

test('all fifteen are there, in their order', () => {
  const numbers = rows.map(([first]) => Number(first?.replace('|', ''))).filter((number) => number > 0);
  expect(numbers).toEqual(Array.from({ length: 15 }, (_, k) => k + 1));
});

test.each(rows.map((cells) => [cells[1] as string, cells.at(-1) as string]))('%s', (_mistake, shown) => {
  if (shown.startsWith('no run ')) return;
  const files = [...shown.matchAll(/`(test\/[\w/.]+)`: ("[^`]+")/g)];
  expect(files).not.toEqual([]);
  for (const [, file, titles] of files) {
    const text = readFileSync(file as string, 'utf8');
    for (const [, title] of (titles as string).matchAll(/"([^"]+)"/g)) {
      const begins = ["'", '"'].some((quote) => text.includes(`${quote}${title}`));
      expect(begins, `${file} has no test that begins '${title}'`).toBe(true);
    }
  }
});

/** What README.md shows of a stored measurement, between two marks. */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect } from 'vitest';

const page = resolve('README.md');

/** Expects `content` between the marks, or writes it there where UPDATE_README is set. `test`: the file that does so. */
export function expectInReadme(mark: string, content: string, test: string): void {
  const pattern = new RegExp(`(<!-- ${mark} -->\\n)([\\s\\S]*?)(<!-- end of ${mark} -->)`);
  const readme = readFileSync(page, 'utf8');
  if (process.env.UPDATE_README)
    writeFileSync(
      page,
      readme.replace(pattern, (_, before, __, after) => `${before}${content}${after}`),
    );
  else expect(pattern.exec(readme)?.[2], `UPDATE_README=1 npx vitest run ${test} writes it anew`).toBe(content);
}

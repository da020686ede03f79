/** What an installed ringmain weighs: the account is whole, and what people install does not grow unseen. How code is counted. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeAccount } from '../../dist/bench/size/code.js';
import { type SizeAccount, sizeAccount, type Weight } from '../../dist/bench/size/size.js';
import { isFull } from '../support/circuits.js';
import { stored } from '../support/page.js';

const total = (weights: readonly Weight[]): number => weights.reduce((sum, { bytes }) => sum + bytes, 0);

test.runIf(isFull)('folders are all of the package, packages all that are installed; within a tenth of what is stored', () => {
  const account = sizeAccount();
  expect(total(account.folders)).toBe(account.unpacked);
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, Record<string, string>>;
  const names = (weights: readonly Weight[]): string[] => weights.slice(0, 3).map(({ name }) => name);
  for (const name of names(account.needed)) expect(dependencies).toHaveProperty([name]);
  expect(names(account.optional)[0]).toBe(Object.keys(optionalDependencies ?? {})[0]);
  const before = stored<SizeAccount>('bench/size.json');
  const sizes = ({ packed, unpacked, needed, optional }: SizeAccount): number[] => [packed, unpacked, total(needed), total(optional)];
  sizes(account).forEach((bytes, k) => {
    expect(bytes / (sizes(before)[k] as number)).toBeGreaterThan(0.9);
    expect(bytes / (sizes(before)[k] as number)).toBeLessThan(1.1);
  });
});

test('code is counted: circles by imports of types too, branches of outermost functions, casts, names of the main entry', () => {
  const sources = new Map([
    ['src/a.ts', "import type { B } from './b.js';\nexport const f = (x: B): number => (x[0] as number) || (x.length > 1 ? 1 : 2);\n"],
    [
      'src/b.ts',
      "import { f } from './a.js';\nexport type B = number[];\nexport class C {\n  m(k: number) {\n    switch (k) {\n      case 1: return f([]);\n      default: for (;;) if (k) break;\n    }\n    return [0].map((one) => one || k);\n  }\n}\n",
    ],
    ['src/index.ts', "export { f } from './a.js';\nexport { type B, C } from './b.js';\n"],
  ]);
  expect(codeAccount('now', sources)).toEqual({
    ...{ revision: 'now', files: 3, lines: 15, circles: 1, inCircles: 2, casts: 1, names: 3 },
    functions: [
      { file: 'src/b.ts', name: 'C.m', lines: 7, branches: 4 },
      { file: 'src/a.ts', name: 'f', lines: 1, branches: 2 },
    ],
  });
});

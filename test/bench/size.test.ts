/** What an installed ringmain weighs: the account is whole, and what people install does not grow unseen. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
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

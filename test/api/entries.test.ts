/** Entries of the package: each loads, and none gives what another gives already, but for the engine of a page, which is part of the main one. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { codeAccount } from '../../dist/bench/size/code.js';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as { exports: Record<string, { types: string; default: string }> };

test('every entry loads, and every name has one entry', async () => {
  const owners = new Map<string, string>();
  for (const [entry, { types, default: file }] of Object.entries(exports)) {
    expect(types).toBe(file.replace(/\.js$/, '.d.ts'));
    // What a worker of a page is; it waits for orders when it is loaded.
    if (entry.endsWith('/thread')) continue;
    const names = Object.keys((await import(new URL(`../../${file}`, import.meta.url).href)) as object);
    expect(names.length, entry).toBeGreaterThan(0);
    if (entry === './engine') continue;
    for (const name of names) {
      expect(owners.get(name), `${name} of ${entry}`).toBeUndefined();
      owners.set(name, entry);
    }
  }
  expect([...owners.values()].filter((entry) => entry === '.').length).toBeLessThan(40);
});

test('the main entry has some fifty names, types counted: what belongs to integrators, networks, ways to partition or stored rows has an entry of its own', () => {
  const text = readFileSync(new URL('../../src/index.ts', import.meta.url), 'utf8');
  expect(codeAccount('now', new Map([['src/index.ts', text]])).names).toBeLessThanOrEqual(50);
});

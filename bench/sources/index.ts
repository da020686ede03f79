/**
 * The index of published work (bench/sources.md): each item of papers.ts with what reproduces it, from the files that declare it, their `source` or `against`,
 * and from papers.ts where nothing does but a command, a test, or nothing, with its reason.
 */
import { itemsOf, type Named, namedIn } from './named.js';
import type { Entry } from './paper.js';
import { papers } from './papers.js';

/** Something that declares what it goes back to: the command that runs it, and its text. */
export interface Declared {
  readonly command: string;
  readonly source: string;
}

/** One row of the index. */
export interface Indexed {
  readonly paper: string;
  readonly entry: Entry;
  /** Commands and tests, or nothing but a reason, 'none: …'. */
  readonly ways: readonly string[];
}

/** Every entry with its ways, those of the files that declare an item of it first. */
export function indexOf(declared: readonly Declared[]): Indexed[] {
  const claims = declared.flatMap(({ command, source }) => namedIn(source).map((named) => ({ command, ...named })));
  return papers.flatMap(({ name, entries }) =>
    entries.map((entry): Indexed => {
      const [items, , ...ways] = entry;
      const own = itemsOf(items);
      const claiming = claims.filter(({ paper, item }) => paper === name && own.includes(item)).map(({ command }) => command);
      return { paper: name, entry, ways: [...new Set([...claiming, ...ways])] };
    }),
  );
}

/** What is named of papers, and is in none of their lists. */
export function missingOf(named: readonly Named[]): string[] {
  const known = new Set(
    papers.flatMap(({ name, entries }) => entries.flatMap(([items]) => itemsOf(items).map((item) => `${name}, ${item}`))),
  );
  return [...new Set(named.map(({ paper, item }) => `${paper}, ${item}`))].filter((one) => !known.has(one));
}

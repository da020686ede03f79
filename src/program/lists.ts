/** Lists of integers that step programs go through. */

import type { List } from '../blocks/family.js';

/** Lists, one behind the other. */
export class Lists {
  readonly values: number[] = [];

  /** `at`: the first Int32 word. */
  constructor(private readonly at: number) {}

  /** One entry after the other, each of as many words as its tuple has. */
  put(entries: readonly (readonly number[])[]): List {
    const list = { at: this.at + this.values.length, count: entries.length };
    for (const entry of entries) for (const value of entry) this.values.push(value);
    return list;
  }
}

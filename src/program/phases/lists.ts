/** Lists of integers that step programs go through. */

/** An Int32 list in memory: where it starts (in words) and how many entries it has. */
export interface List {
  readonly at: number;
  readonly count: number;
}

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

/** The entries of one section as the file has them: names and values in columns, no object for each; a path is made when somebody asks for it. */
import type { Path } from './raw.js';

/** Entries by number, in the order of the file. */
export interface Written<T> {
  readonly length: number;
  nameOf(k: number): string;
  rawOf(k: number): T;
  /** The place where it was written. */
  pathOf(k: number): Path;
}

/** A section that is a map of names, to which entries that the file does not name may be added. */
export class WrittenMap<T> implements Written<T> {
  private readonly names: string[] = [];
  private readonly raws: T[] = [];
  /** Of entries that are not written under their own names. */
  private readonly places = new Map<number, Path>();

  constructor(
    private readonly section: Path,
    entries: Readonly<Record<string, T>> = {},
  ) {
    for (const name of Object.keys(entries)) this.add(name, entries[name] as T);
  }

  add(name: string, raw: T, place?: Path): void {
    if (place) this.places.set(this.names.length, place);
    this.names.push(name);
    this.raws.push(raw);
  }

  get length(): number {
    return this.names.length;
  }

  nameOf(k: number): string {
    return this.names[k] as string;
  }

  rawOf(k: number): T {
    return this.raws[k] as T;
  }

  pathOf(k: number): Path {
    return this.places.get(k) ?? [...this.section, this.nameOf(k)];
  }
}

/** A section that is a list: its entries are called by their numbers. */
export function writtenList<T>(section: Path, entries: readonly T[] = []): Written<T> {
  return {
    length: entries.length,
    nameOf: (k) => `${section.at(-1)} ${k + 1}`,
    rawOf: (k) => entries[k] as T,
    pathOf: (k) => [...section, k],
  };
}

/** Entries of two sections as one, the second's behind. */
export function both<T>(first: Written<T>, second: Written<T>): Written<T> {
  if (second.length === 0) return first;
  const of = <V>(k: number, ask: (section: Written<T>, k: number) => V): V =>
    k < first.length ? ask(first, k) : ask(second, k - first.length);
  return {
    length: first.length + second.length,
    nameOf: (k) => of(k, (section, own) => section.nameOf(own)),
    rawOf: (k) => of(k, (section, own) => section.rawOf(own)),
    pathOf: (k) => of(k, (section, own) => section.pathOf(own)),
  };
}

/** Many names in little memory: one text with all of them, and a table to find them by (open addressing), sixteen bytes a name beside its letters. */
export class Names {
  private readonly text: string;
  private readonly ends: Int32Array;
  /** Numbers of names, counted from 1, where their hash says or behind; at most half full. Made when a name is looked for. */
  private places: Int32Array | undefined;

  /** No name may stand twice. */
  constructor(count: number, nameOf: (k: number) => string) {
    const names = Array.from({ length: count }, (_, k) => nameOf(k));
    this.text = names.join('');
    this.ends = new Int32Array(count);
    let end = 0;
    for (let k = 0; k < count; k++) {
      end += (names[k] as string).length;
      this.ends[k] = end;
    }
  }

  at(k: number): string {
    return this.text.slice(k === 0 ? 0 : this.ends[k - 1], this.ends[k]);
  }

  /** Number of the name that the first letters of a text are, or -1. */
  find(text: string, letters: number): number {
    this.places ??= this.table();
    const { ends, places } = this;
    for (let place = placeOf(text, 0, letters, places); places[place] !== 0; place = next(place, places)) {
      const k = places[place] - 1;
      const begin = k === 0 ? 0 : ends[k - 1];
      if (ends[k] - begin === letters && this.stands(text, letters, begin)) return k;
    }
    return -1;
  }

  /** Whether the letters stand there: the last ones, in which names differ most, first. */
  private stands(text: string, letters: number, begin: number): boolean {
    let k = letters - 1;
    while (k >= 0 && text.charCodeAt(k) === this.text.charCodeAt(begin + k)) k--;
    return k < 0;
  }

  private table(): Int32Array {
    const { text, ends } = this;
    const places = new Int32Array(2 ** Math.ceil(Math.log2(2 * ends.length + 1)));
    for (let k = 0; k < ends.length; k++) {
      let place = placeOf(text, k === 0 ? 0 : ends[k - 1], ends[k], places);
      while (places[place] !== 0) place = next(place, places);
      places[place] = k + 1;
    }
    return places;
  }
}

/** Where the name that is part of a text belongs: FNV-1a, its upper half mixed in. */
function placeOf(text: string, from: number, to: number, { length }: Int32Array): number {
  let h = 0x811c9dc5;
  for (let k = from; k < to; k++) h = Math.imul(h ^ text.charCodeAt(k), 0x01000193);
  return (h ^ (h >>> 15)) & (length - 1);
}

const next = (place: number, { length }: Int32Array): number => (place + 1) & (length - 1);

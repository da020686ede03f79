/** Many names in little memory: one text with all of them, and a table to find them by (open addressing), sixteen bytes a name beside its letters. */
export class Names {
  private readonly text: string;
  private readonly ends: Int32Array;
  /** Numbers of names, counted from 1, where their hash says or behind; at most half full. */
  private readonly places: Int32Array;

  /** No name may stand twice. */
  constructor(names: readonly string[]) {
    this.text = names.join('');
    this.ends = new Int32Array(names.length);
    this.places = new Int32Array(2 ** Math.ceil(Math.log2(2 * names.length + 1)));
    let end = 0;
    for (const [k, name] of names.entries()) {
      end += name.length;
      this.ends[k] = end;
      let place = this.first(name);
      while (this.places[place] !== 0) place = this.next(place);
      this.places[place] = k + 1;
    }
  }

  at(k: number): string {
    return this.text.slice(k === 0 ? 0 : this.ends[k - 1], this.ends[k]);
  }

  /** Number of a name, or -1. */
  find(name: string): number {
    for (let place = this.first(name); this.places[place] !== 0; place = this.next(place)) {
      const k = (this.places[place] as number) - 1;
      const begin = k === 0 ? 0 : (this.ends[k - 1] as number);
      if ((this.ends[k] as number) - begin === name.length && this.text.startsWith(name, begin)) return k;
    }
    return -1;
  }

  /** FNV-1a, its upper half mixed in. */
  private first(name: string): number {
    let h = 0x811c9dc5;
    for (let k = 0; k < name.length; k++) h = Math.imul(h ^ name.charCodeAt(k), 0x01000193);
    return (h ^ (h >>> 15)) & (this.places.length - 1);
  }

  private next(place: number): number {
    return (place + 1) & (this.places.length - 1);
  }
}

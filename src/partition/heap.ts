/** Vertices by gain: the largest first, gains changed in place. */
export class GainHeap {
  private readonly at: Int32Array;
  private readonly vertices: Int32Array;
  private readonly gains: Float64Array;
  private size = 0;

  /** For vertices 0 to count - 1. */
  constructor(count: number) {
    this.at = new Int32Array(count).fill(-1);
    this.vertices = new Int32Array(count);
    this.gains = new Float64Array(count);
  }

  get isEmpty(): boolean {
    return this.size === 0;
  }

  /** The vertex of the largest gain; only where there is one. */
  get top(): number {
    return this.vertices[0];
  }

  get topGain(): number {
    return this.gains[this.vertices[0]];
  }

  has(vertex: number): boolean {
    return this.at[vertex] >= 0;
  }

  /** Adds a vertex or changes its gain. */
  set(vertex: number, gain: number): void {
    const known = this.at[vertex];
    const before = this.gains[vertex];
    this.gains[vertex] = gain;
    if (known < 0) this.up(this.size++, vertex);
    else if (gain > before) this.up(known, vertex);
    else if (gain < before) this.down(known, vertex);
  }

  remove(vertex: number): void {
    const hole = this.at[vertex];
    if (hole < 0) return;
    this.at[vertex] = -1;
    const last = this.vertices[--this.size];
    if (last === vertex) return;
    if (this.gains[last] > this.gains[vertex]) this.up(hole, last);
    else this.down(hole, last);
  }

  clear(): void {
    for (let k = 0; k < this.size; k++) this.at[this.vertices[k]] = -1;
    this.size = 0;
  }

  private up(from: number, vertex: number): void {
    const gain = this.gains[vertex];
    let k = from;
    while (k > 0) {
      const parent = (k - 1) >> 1;
      const above = this.vertices[parent];
      if (this.gains[above] >= gain) break;
      this.put(k, above);
      k = parent;
    }
    this.put(k, vertex);
  }

  private down(from: number, vertex: number): void {
    const gain = this.gains[vertex];
    let k = from;
    for (;;) {
      let child = 2 * k + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.gain(child + 1) > this.gain(child)) child++;
      if (this.gain(child) <= gain) break;
      this.put(k, this.vertices[child]);
      k = child;
    }
    this.put(k, vertex);
  }

  private gain(place: number): number {
    return this.gains[this.vertices[place]];
  }

  private put(place: number, vertex: number): void {
    this.vertices[place] = vertex;
    this.at[vertex] = place;
  }
}

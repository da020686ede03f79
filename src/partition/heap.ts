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
    return this.vertices[0] as number;
  }

  get topGain(): number {
    return this.gains[this.vertices[0] as number] as number;
  }

  has(vertex: number): boolean {
    return (this.at[vertex] as number) >= 0;
  }

  gainOf(vertex: number): number {
    return this.gains[vertex] as number;
  }

  /** Adds a vertex or changes its gain. */
  set(vertex: number, gain: number): void {
    const known = this.at[vertex] as number;
    const before = this.gains[vertex] as number;
    this.gains[vertex] = gain;
    if (known < 0) this.up(this.size++, vertex);
    else if (gain > before) this.up(known, vertex);
    else if (gain < before) this.down(known, vertex);
  }

  remove(vertex: number): void {
    const hole = this.at[vertex] as number;
    if (hole < 0) return;
    this.at[vertex] = -1;
    const last = this.vertices[--this.size] as number;
    if (last === vertex) return;
    if ((this.gains[last] as number) > (this.gains[vertex] as number)) this.up(hole, last);
    else this.down(hole, last);
  }

  clear(): void {
    for (let k = 0; k < this.size; k++) this.at[this.vertices[k] as number] = -1;
    this.size = 0;
  }

  private up(from: number, vertex: number): void {
    const gain = this.gains[vertex] as number;
    let k = from;
    while (k > 0) {
      const parent = (k - 1) >> 1;
      const above = this.vertices[parent] as number;
      if ((this.gains[above] as number) >= gain) break;
      this.put(k, above);
      k = parent;
    }
    this.put(k, vertex);
  }

  private down(from: number, vertex: number): void {
    const gain = this.gains[vertex] as number;
    let k = from;
    for (;;) {
      let child = 2 * k + 1;
      if (child >= this.size) break;
      if (child + 1 < this.size && this.gain(child + 1) > this.gain(child)) child++;
      if (this.gain(child) <= gain) break;
      this.put(k, this.vertices[child] as number);
      k = child;
    }
    this.put(k, vertex);
  }

  private gain(place: number): number {
    return this.gains[this.vertices[place] as number] as number;
  }

  private put(place: number, vertex: number): void {
    this.vertices[place] = vertex;
    this.at[vertex] = place;
  }
}

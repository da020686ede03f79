/** Numbers 0 … count - 1 that are joined to sets, two by two. The lowest number of a set stands for it, so that sets are counted in the order of their members. */
export class Sets {
  private readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = new Int32Array(count);
    for (let k = 0; k < count; k++) this.parent[k] = k;
  }

  /** The lowest number of the set that k is in. */
  find(k: number): number {
    const { parent } = this;
    let root = k;
    while (parent[root] !== root) root = parent[root];
    for (let at = k; at !== root; ) {
      const next = parent[at];
      parent[at] = root;
      at = next;
    }
    return root;
  }

  /** Makes one set of theirs; false where they were of one set already. */
  join(a: number, b: number): boolean {
    const [x, y] = [this.find(a), this.find(b)];
    this.parent[Math.max(x, y)] = Math.min(x, y);
    return x !== y;
  }
}

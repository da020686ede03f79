/**
 * The order in which the clusters of a graph are decided one by one, and what must be remembered on the way: only the frontier, those decided clusters
 * that still have undecided neighbours. Circuits are nearly chains and trees, so that it stays narrow.
 */

/** Two clusters and what their choices cost together; infinite where that is forbidden. */
export interface Relation {
  readonly a: number;
  readonly b: number;
  /** Where one of the two is taken. */
  readonly ifDiffering: number;
  /** Where both are. */
  readonly ifBoth: number;
}

export interface FrontierStep {
  readonly cluster: number;
  /** Its place in the frontier, a bit of a mask. */
  readonly slot: number;
  /** Relations to clusters of the frontier. */
  readonly earlier: readonly { readonly slot: number; readonly ifDiffering: number; readonly ifBoth: number }[];
  /** Mask of those that leave the frontier after this step. */
  readonly leaving: number;
}

export interface Frontier {
  readonly steps: readonly FrontierStep[];
  /** Slots in use at most. */
  readonly width: number;
}

/** Steps with a small sum of 2^(size of the frontier): greedy, the best of all first clusters. */
export function frontierOf(count: number, relations: readonly Relation[]): Frontier {
  const near: Relation[][] = Array.from({ length: count }, () => []);
  for (const relation of relations) {
    (near[relation.a] as Relation[]).push(relation);
    (near[relation.b] as Relation[]).push(relation);
  }
  const neighbours = near.map((list, v) => Int32Array.from(new Set(list.map(({ a, b }) => (a === v ? b : a)))));
  return stepsOf(orderOf(neighbours), near, neighbours);
}

function orderOf(neighbours: readonly Int32Array[]): Int32Array {
  let best = new Int32Array(neighbours.length);
  let least = Number.POSITIVE_INFINITY;
  for (let first = 0; first < neighbours.length; first++) {
    const { order, states } = grownFrom(first, neighbours, least);
    if (states < least) [best, least] = [order, states];
  }
  return best;
}

/** Next is always the cluster after which the frontier is smallest, of equals the one with most decided neighbours. Stops at `most` states. */
function grownFrom(first: number, neighbours: readonly Int32Array[], most: number): { order: Int32Array<ArrayBuffer>; states: number } {
  const count = neighbours.length;
  const order = new Int32Array(count);
  const decided = new Uint8Array(count);
  const undecided = Int32Array.from(neighbours, (list) => list.length);
  let [size, states] = [0, 0];
  const growth = (v: number): number => {
    let change = undecided[v] > 0 ? 1 : 0;
    for (const u of neighbours[v] as Int32Array) if (decided[u] && undecided[u] === 1) change--;
    return change;
  };
  for (let k = 0; k < count && states < most; k++) {
    let [next, least, known] = [k === 0 ? first : -1, Number.POSITIVE_INFINITY, 0];
    for (let v = 0; k > 0 && v < count; v++) {
      if (decided[v]) continue;
      const [change, met] = [growth(v), (neighbours[v] as Int32Array).length - undecided[v]];
      if (change < least || (change === least && met > known)) [next, least, known] = [v, change, met];
    }
    size += growth(next);
    states += 2 ** size;
    decided[next] = 1;
    order[k] = next;
    for (const u of neighbours[next] as Int32Array) undecided[u] = undecided[u] - 1;
  }
  return { order, states };
}

function stepsOf(order: Int32Array, near: readonly (readonly Relation[])[], neighbours: readonly Int32Array[]): Frontier {
  const place = new Int32Array(order.length);
  order.forEach((v, k) => {
    place[v] = k;
  });
  const last = neighbours.map((list, v) => Math.max(place[v], ...Array.from(list, (u) => place[u])));
  const slot = new Int32Array(order.length);
  const taken: boolean[] = [];
  const steps = Array.from(order, (v, k): FrontierStep => {
    const free = taken.indexOf(false);
    slot[v] = free < 0 ? taken.length : free;
    taken[slot[v]] = true;
    const earlier = (near[v] as readonly Relation[]).flatMap(({ a, b, ifDiffering, ifBoth }) => {
      const u = a === v ? b : a;
      return place[u] < k ? [{ slot: slot[u], ifDiffering, ifBoth }] : [];
    });
    let leaving = 0;
    for (const u of [v, ...(neighbours[v] as Int32Array)]) {
      if (last[u] !== k) continue;
      leaving |= 1 << slot[u];
      taken[slot[u]] = false;
    }
    return { cluster: v, slot: slot[v], earlier, leaving };
  });
  return { steps, width: taken.length };
}

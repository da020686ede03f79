/**
 * Places for the vertices of a graph. Distances to some vertices far from each other, two coordinates that keep them best: Brandes, Pich, Eigensolver
 * methods for progressive multidimensional scaling of large data, GD 2006. Small graphs are then loosened by forces: Fruchterman, Reingold, Softw. Pract.
 * Exper. 21 (1991) 1129.
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';

export interface LayoutGraph {
  readonly count: number;
  /** By edge. */
  readonly from: Int32Array;
  readonly to: Int32Array;
}

const mostPivots = 50;
/** Graphs up to this size are loosened, with so many rounds; every pair repels. */
const mostLoosened = 1500;
const rounds = 150;

/** Coordinates in [0, 1]², the same for the same graph. */
export function graphLayout(graph: LayoutGraph): { readonly x: Float64Array; readonly y: Float64Array } {
  const { x, y } = scaled(graph);
  if (graph.count <= mostLoosened) loosen(graph, x, y);
  const [left, right] = extent(x);
  const [low, high] = extent(y);
  // One scale for both: a ring stays round.
  const size = Math.max(right - left, high - low, 1e-9);
  return { x: x.map((one) => 0.5 + (one - (left + right) / 2) / size), y: y.map((one) => 0.5 + (one - (low + high) / 2) / size) };
}

function extent(values: Float64Array): [number, number] {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  return [least, most];
}

function scaled(graph: LayoutGraph): { x: Float64Array; y: Float64Array } {
  const { count } = graph;
  const neighbours = rowsOf(graph);
  const pivots = Math.min(mostPivots, count);
  const nearest = new Float64Array(count).fill(Number.POSITIVE_INFINITY);
  const columns: Float64Array[] = [];
  let pivot = 0;
  for (let k = 0; k < pivots; k++) {
    const distance = distances(neighbours, count, pivot);
    columns.push(distance.map((one) => one * one));
    let next = 0;
    for (let v = 0; v < count; v++) {
      nearest[v] = Math.min(nearest[v] as number, distance[v] as number);
      if ((nearest[v] as number) > (nearest[next] as number)) next = v;
    }
    pivot = next;
  }
  centre(columns, count);
  const products = Matrix.zeros(pivots, pivots);
  for (let a = 0; a < pivots; a++) {
    for (let b = a; b < pivots; b++) {
      let sum = 0;
      for (let v = 0; v < count; v++) sum += ((columns[a] as Float64Array)[v] as number) * ((columns[b] as Float64Array)[v] as number);
      products.set(a, b, sum);
      products.set(b, a, sum);
    }
  }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(products, { assumeSymmetric: true });
  const order = realEigenvalues.map((_, k) => k).sort((a, b) => (realEigenvalues[b] as number) - (realEigenvalues[a] as number));
  const [x, y] = [0, 1].map((rank) => {
    const out = new Float64Array(count);
    const number = order[rank];
    if (number === undefined) return out;
    for (let k = 0; k < pivots; k++) {
      const factor = eigenvectorMatrix.get(k, number);
      const column = columns[k] as Float64Array;
      for (let v = 0; v < count; v++) out[v] = (out[v] as number) + factor * (column[v] as number);
    }
    return out;
  }) as [Float64Array, Float64Array];
  return { x, y };
}

/** Takes row and column means off. */
function centre(columns: readonly Float64Array[], count: number): void {
  const row = new Float64Array(count);
  for (const column of columns) for (let v = 0; v < count; v++) row[v] = (row[v] as number) + (column[v] as number) / columns.length;
  const all = row.reduce((a, b) => a + b, 0) / count;
  for (const column of columns) {
    const mean = column.reduce((a, b) => a + b, 0) / count;
    for (let v = 0; v < count; v++) column[v] = (column[v] as number) - mean - (row[v] as number) + all;
  }
}

function rowsOf({ count, from, to }: LayoutGraph): { start: Int32Array; list: Int32Array } {
  const start = new Int32Array(count + 1);
  for (const column of [from, to]) for (const v of column) start[v + 1] = (start[v + 1] as number) + 1;
  for (let v = 0; v < count; v++) start[v + 1] = (start[v + 1] as number) + (start[v] as number);
  const next = start.slice(0, count);
  const list = new Int32Array(2 * from.length);
  const put = (v: number, u: number): void => {
    const k = next[v] as number;
    list[k] = u;
    next[v] = k + 1;
  };
  for (let e = 0; e < from.length; e++) {
    put(from[e] as number, to[e] as number);
    put(to[e] as number, from[e] as number);
  }
  return { start, list };
}

/** Edges between `from` and every vertex; what cannot be reached is a little further than all else. */
function distances({ start, list }: { start: Int32Array; list: Int32Array }, count: number, from: number): Float64Array {
  const distance = new Float64Array(count).fill(-1);
  const queue = new Int32Array(count);
  let [read, written] = [0, 0];
  queue[written++] = from;
  distance[from] = 0;
  while (read < written) {
    const v = queue[read++] as number;
    for (let e = start[v] as number; e < (start[v + 1] as number); e++) {
      const u = list[e] as number;
      if ((distance[u] as number) >= 0) continue;
      distance[u] = (distance[v] as number) + 1;
      queue[written++] = u;
    }
  }
  const far = (distance[queue[written - 1] as number] as number) + 2;
  return distance.map((one) => (one < 0 ? far : one));
}

function loosen({ count, from, to }: LayoutGraph, x: Float64Array, y: Float64Array): void {
  const [left, right] = extent(x);
  const [low, high] = extent(y);
  const ideal = Math.max(right - left, high - low, 1) / Math.sqrt(Math.max(1, count));
  // Vertices in one place would never part.
  for (let v = 0; v < count; v++) {
    x[v] = (x[v] as number) + 0.1 * ideal * Math.cos(2.4 * v);
    y[v] = (y[v] as number) + 0.1 * ideal * Math.sin(2.4 * v);
  }
  const dx = new Float64Array(count);
  const dy = new Float64Array(count);
  for (let round = 0; round < rounds; round++) {
    dx.fill(0);
    dy.fill(0);
    for (let v = 0; v < count; v++) {
      for (let u = v + 1; u < count; u++) {
        const [a, b] = [(x[v] as number) - (x[u] as number), (y[v] as number) - (y[u] as number)];
        const force = (ideal * ideal) / Math.max(a * a + b * b, 1e-6 * ideal * ideal);
        dx[v] = (dx[v] as number) + a * force;
        dy[v] = (dy[v] as number) + b * force;
        dx[u] = (dx[u] as number) - a * force;
        dy[u] = (dy[u] as number) - b * force;
      }
    }
    for (let e = 0; e < from.length; e++) {
      const [v, u] = [from[e] as number, to[e] as number];
      const [a, b] = [(x[v] as number) - (x[u] as number), (y[v] as number) - (y[u] as number)];
      const force = Math.hypot(a, b) / ideal;
      dx[v] = (dx[v] as number) - a * force;
      dy[v] = (dy[v] as number) - b * force;
      dx[u] = (dx[u] as number) + a * force;
      dy[u] = (dy[u] as number) + b * force;
    }
    const most = 2 * ideal * (1 - round / rounds);
    for (let v = 0; v < count; v++) {
      const length = Math.hypot(dx[v] as number, dy[v] as number);
      const factor = length > most ? most / length : 1;
      x[v] = (x[v] as number) + factor * (dx[v] as number);
      y[v] = (y[v] as number) + factor * (dy[v] as number);
    }
  }
}

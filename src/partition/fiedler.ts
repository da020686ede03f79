/**
 * Fiedler's vector: the eigenvector of the second smallest eigenvalue of the Laplacian L = D - W, W the costs of the edges: L x = λ x, x ⊥ 1. Its order
 * puts what is strongly connected together. On coarser graphs it is L x = λ M x, M the number of clusters that went together. [1] Fiedler, Czech. Math. J. 25 (1975) 619. [2] Pothen, Simon,
 * Liou, SIAM J. Matrix Anal. Appl. 11 (1990) 430. Small graphs by a dense eigenvalue solver. Larger ones as in [3] Barnard, Simon, Concurrency 6 (1994)
 * 101: from the coarsest graph's vector to finer ones, on each improved by Lanczos' method, every vector orthogonalised against all before and against
 * the constant. One improvement looks at the polynomials of L applied to what the coarser graph gave, which damps what only the finer graph can have.
 */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { seeded } from '../circuit/text/random.js';
import type { PartitionGraph } from './graph.js';
import { levelsOf } from './multilevel/coarsen.js';

/** Graphs up to this size are solved densely. */
const dense = 120;
/** Lanczos vectors of one improvement. */
const basisSize = 16;
/** Improvements of one level at most; it ends before where λ has settled to `settled` of itself. */
const mostImprovements = 12;
const settled = 1e-2;

export interface Fiedler {
  readonly value: number;
  /** By cluster; of length 1. */
  readonly vector: Float64Array;
}

/** Fiedler's vector of a connected graph of two clusters or more. */
export function fiedler(graph: PartitionGraph, accuracy = settled): Fiedler {
  const levels = levelsOf({ ...graph, weight: new Float64Array(graph.count).fill(1) }, dense, seeded(1));
  const coarse = levels.at(-1) as (typeof levels)[number];
  let found = coarse.graph.count <= dense ? denseFiedler(coarse.graph) : improved(coarse.graph, ramp(coarse.graph.count), accuracy);
  for (let l = levels.length - 2; l >= 0; l--) {
    const { of } = levels[l + 1] as { of: Int32Array };
    const { graph: here } = levels[l] as (typeof levels)[number];
    const start = new Float64Array(here.count);
    for (let v = 0; v < start.length; v++) start[v] = found.vector[of[v]];
    found = improved(here, start, accuracy);
  }
  return found;
}

const ramp = (count: number): Float64Array => Float64Array.from({ length: count }, (_, v) => v);

/** All eigenvalues of M^(-1/2) L M^(-1/2); the second is taken. */
function denseFiedler({ count, weight, start, to, cut }: PartitionGraph): Fiedler {
  const root = weight.map(Math.sqrt);
  const matrix = Matrix.zeros(count, count);
  for (let v = 0; v < count; v++) {
    let degree = 0;
    for (let e = start[v]; e < start[v + 1]; e++) {
      const u = to[e];
      degree += cut[e];
      matrix.set(v, u, -cut[e] / (root[v] * root[u]));
    }
    matrix.set(v, v, degree / weight[v]);
  }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(matrix, { assumeSymmetric: true });
  const order = realEigenvalues.map((_, k) => k).sort((a, b) => realEigenvalues[a] - realEigenvalues[b]);
  const second = order[Math.min(1, count - 1)];
  const vector = Float64Array.from({ length: count }, (_, v) => eigenvectorMatrix.get(v, second) / root[v]);
  return { value: Math.max(0, realEigenvalues[second]), vector };
}

/** Improves a vector until its Rayleigh quotient has settled. Works on y = M^(1/2) x, of A = M^(-1/2) L M^(-1/2). */
function improved(graph: PartitionGraph, x: Float64Array, accuracy: number): Fiedler {
  const root = graph.weight.map(Math.sqrt);
  const constant = normalised(root.slice());
  const y = x.map((value, v) => value * root[v]);
  let value = Number.POSITIVE_INFINITY;
  for (let n = 0; n < mostImprovements; n++) {
    const next = lanczos(graph, root, constant, y);
    const done = n > 0 && value - next <= accuracy * value;
    value = next;
    if (done) break;
  }
  return { value, vector: y.map((one, v) => one / root[v]) };
}

/** Changes `y` to the vector of least Rayleigh quotient in the Krylov space that it spans; returns that quotient. */
function lanczos(graph: PartitionGraph, root: Float64Array, constant: Float64Array, y: Float64Array): number {
  const basis: Float64Array[] = [];
  const diagonal: number[] = [];
  const beside: number[] = [];
  let v = y.slice();
  remove(v, constant);
  if (norm(v) === 0) v = y.map((_, k) => (k % 2 === 0 ? 1 : -1) * root[k]);
  remove(v, constant);
  normalised(v);
  for (let k = 0; k < Math.min(basisSize, graph.count - 1); k++) {
    basis.push(v);
    const w = applied(graph, root, v);
    diagonal.push(dot(w, v));
    remove(w, constant);
    // Twice is enough (Parlett 1980, §6.9).
    for (let pass = 0; pass < 2; pass++) for (const other of basis) remove(w, other);
    const length = norm(w);
    if (length < 1e-12 * (1 + Math.abs(diagonal[0]))) break;
    beside.push(length);
    v = w.map((one) => one / length);
  }
  const size = basis.length;
  const small = Matrix.zeros(size, size);
  for (let k = 0; k < size; k++) {
    small.set(k, k, diagonal[k]);
    if (k + 1 === size) continue;
    small.set(k, k + 1, beside[k]);
    small.set(k + 1, k, beside[k]);
  }
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(small, { assumeSymmetric: true });
  let least = 0;
  for (let k = 1; k < size; k++) if (realEigenvalues[k] < realEigenvalues[least]) least = k;
  y.fill(0);
  for (let k = 0; k < size; k++) {
    const factor = eigenvectorMatrix.get(k, least);
    const vector = basis[k] as Float64Array;
    for (let u = 0; u < y.length; u++) y[u] = y[u] + factor * vector[u];
  }
  normalised(y);
  return Math.max(0, realEigenvalues[least]);
}

/** M^(-1/2) L M^(-1/2) v */
function applied({ count, start, to, cut }: PartitionGraph, root: Float64Array, v: Float64Array): Float64Array {
  const x = new Float64Array(count);
  for (let k = 0; k < count; k++) x[k] = v[k] / root[k];
  const out = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    let sum = 0;
    const own = x[k];
    for (let e = start[k]; e < start[k + 1]; e++) sum += cut[e] * (own - x[to[e]]);
    out[k] = sum / root[k];
  }
  return out;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k] * b[k];
  return sum;
}

const norm = (a: Float64Array): number => Math.sqrt(dot(a, a));

/** Takes the component along the unit vector `b` out of `a`. */
function remove(a: Float64Array, b: Float64Array): void {
  const along = dot(a, b);
  for (let k = 0; k < a.length; k++) a[k] = a[k] - along * b[k];
}

function normalised(a: Float64Array): Float64Array {
  const length = norm(a);
  if (length > 0) for (let k = 0; k < a.length; k++) a[k] = a[k] / length;
  return a;
}

/**
 * Flows in the lines of a volume. A lumped volume knows the flows at its components only; between junctions they follow from what enters and leaves each,
 * and around a loop of lines without resistance, where any circulation would do, it is the one of least Σq²: a difference of potentials of the junctions.
 */
import { tablesOf } from '../circuit/views.js';
import { identifier } from '../equations/kernel/kernel.js';
import type { CircuitSystem } from './system/circuitSystem.js';

/** By line: flow from its `from` to its `to`, m3/s; after `CircuitSystem.evaluate` at the operating point. */
export function steadyFlows({ circuit, system }: CircuitSystem): Float64Array {
  const { components, lines } = tablesOf(circuit);
  const { layout, batches, place } = system;
  const flow = new Float64Array(lines.count).fill(Number.NaN);
  /** Flow into the line at one of its ends, if a component sets it. */
  const known = (c: number, port: number): number | null => {
    const at = place.get(c);
    if (!at) return null;
    const [b, i] = at;
    const { name, assigns } = batches[b]?.form.ports[port] ?? { name: '', assigns: 'p' };
    if (assigns === 'p') return null;
    return layout.F[(layout.columns[b]?.get(`flow_${identifier(name)}`) as number) + i] as number;
  };
  for (let l = 0; l < lines.count; l++) {
    const from = known(lines.from[l] as number, lines.fromPort[l] as number);
    const to = known(lines.to[l] as number, lines.toPort[l] as number);
    if (from !== null || to !== null) flow[l] = from !== null && to !== null ? (from - to) / 2 : (from ?? -(to as number));
  }
  batches.forEach(({ instances }, b) => {
    if (instances.stands !== 'section') return;
    instances.lines[0]?.forEach((l, k) => {
      flow[l] = layout.F[(layout.columns[b]?.get('state_flow') as number) + k] as number;
    });
  });
  // Junctions have potentials; whatever else ends a line here holds its pressure, and has none.
  const isJunction = (c: number): boolean => components.kinds[components.kind[c] as number] === null;
  const need = new Float64Array(components.count);
  const open: number[] = [];
  for (let l = 0; l < lines.count; l++) {
    const [from, to] = [lines.from[l] as number, lines.to[l] as number];
    if (Number.isNaN(flow[l])) open.push(l);
    else {
      if (isJunction(from)) need[from] = (need[from] as number) - (flow[l] as number);
      if (isJunction(to)) need[to] = (need[to] as number) + (flow[l] as number);
    }
  }
  const potential = potentials(
    open.map((l) => [lines.from[l] as number, lines.to[l] as number]),
    need,
    isJunction,
  );
  for (const l of open) flow[l] = (potential[lines.from[l] as number] as number) - (potential[lines.to[l] as number] as number);
  return flow;
}

/**
 * Conjugate gradients for Σ (φ_j - φ_k) = need_j over the edges of each junction; φ = 0 where no junction is. Junctions that reach no such place have needs
 * whose sum is nothing but rounding, which no potential can meet: it is taken out first, or the iteration follows it to infinity.
 */
function potentials(edges: readonly (readonly [number, number])[], need: Float64Array, isJunction: (c: number) => boolean): Float64Array {
  const free = new Set(edges.flat().filter(isJunction));
  const n = need.length;
  const laplacian = (x: Float64Array, into: Float64Array): void => {
    into.fill(0);
    for (const [j, k] of edges) {
      const difference = (x[j] as number) - (x[k] as number);
      if (free.has(j)) into[j] = (into[j] as number) + difference;
      if (free.has(k)) into[k] = (into[k] as number) - difference;
    }
  };
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * (b[i] as number), 0);
  const phi = new Float64Array(n);
  const residual = Float64Array.from(need, (x, j) => (free.has(j) ? x : 0));
  for (const group of floating(edges, free)) {
    const mean = group.reduce((sum, j) => sum + (residual[j] as number), 0) / group.length;
    for (const j of group) residual[j] = (residual[j] as number) - mean;
  }
  const direction = residual.slice();
  const image = new Float64Array(n);
  let size = dot(residual, residual);
  const goal = 1e-30 * size;
  for (let round = 0; round < 4 * free.size && size > goal; round++) {
    laplacian(direction, image);
    const step = size / dot(direction, image);
    if (!Number.isFinite(step)) break;
    for (let i = 0; i < n; i++) {
      phi[i] = (phi[i] as number) + step * (direction[i] as number);
      residual[i] = (residual[i] as number) - step * (image[i] as number);
    }
    const next = dot(residual, residual);
    for (let i = 0; i < n; i++) direction[i] = (residual[i] as number) + (next / size) * (direction[i] as number);
    size = next;
  }
  return phi;
}

/** Groups of junctions that edges join to each other and to nothing else. */
function floating(edges: readonly (readonly [number, number])[], free: ReadonlySet<number>): number[][] {
  const next = new Map<number, number[]>();
  for (const [j, k] of edges) {
    next.set(j, [...(next.get(j) ?? []), k]);
    next.set(k, [...(next.get(k) ?? []), j]);
  }
  const seen = new Set<number>();
  const groups: number[][] = [];
  for (const start of free) {
    if (seen.has(start)) continue;
    const group = [start];
    let held = false;
    seen.add(start);
    for (let i = 0; i < group.length; i++) {
      for (const other of next.get(group[i] as number) ?? []) {
        if (!free.has(other)) held = true;
        else if (!seen.has(other)) {
          seen.add(other);
          group.push(other);
        }
      }
    }
    if (!held) groups.push(group);
  }
  return groups;
}

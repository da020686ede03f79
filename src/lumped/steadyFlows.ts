/**
 * Flows in the lines of a volume. A lumped volume knows the flows at its components only; between junctions they follow from what enters and leaves each,
 * and around a loop of lines without resistance, where any circulation would do, it is the one of least Σq²: a difference of potentials of the junctions.
 */
import { entryOf } from '../circuit/text/known.js';
import { tablesOf } from '../circuit/views.js';
import { identifier } from '../equations/kernel/kernel.js';
import type { OdePort } from '../equations/ode/odeForm.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { jointPorts } from './system/volumes.js';

/** Where a line ends. */
interface Place {
  /** A component; a joint where lines meet has a number behind these. */
  readonly number: number;
  /** Junctions, and joints where lines meet, have potentials; whatever else ends a line holds its pressure, and has none. */
  readonly isFree: boolean;
  /** Flow into the line, if a component sets it; m3/s. */
  readonly flow: number | null;
}

/** By line: flow from its `from` to its `to`, m3/s; after `CircuitSystem.evaluate` at the operating point. */
export function steadyFlows(of: CircuitSystem): Float64Array {
  const { lines } = tablesOf(of.circuit);
  const places = new Places(of);
  const flow = new Float64Array(lines.count).fill(Number.NaN);
  const ends = Array.from({ length: lines.count }, (_, l) => [
    places.at(lines.from[l], lines.fromPort[l]),
    places.at(lines.to[l], lines.toPort[l]),
  ]) as [Place, Place][];
  ends.forEach(([{ flow: from }, { flow: to }], l) => {
    if (from !== null || to !== null) flow[l] = from !== null && to !== null ? (from - to) / 2 : (from ?? -(to as number));
  });
  const { layout, batches } = of.system;
  batches.forEach(({ instances }, b) => {
    if (instances.stands !== 'section') return;
    instances.lines[0]?.forEach((l, k) => {
      flow[l] = layout.F[entryOf(layout.columns[b], 'state_flow') + k];
    });
  });
  const need = Float64Array.from(places.given);
  const open: (readonly [Place, Place])[] = [];
  ends.forEach((both, l) => {
    const [from, to] = both;
    if (Number.isNaN(flow[l])) open.push(both);
    else {
      if (from.isFree) need[from.number] = need[from.number] - flow[l];
      if (to.isFree) need[to.number] = need[to.number] + flow[l];
    }
  });
  const free = new Set(open.flat().flatMap(({ isFree, number }) => (isFree ? [number] : [])));
  const potential = potentials(
    open.map(([from, to]) => [from.number, to.number]),
    need,
    free,
  );
  ends.forEach(([from, to], l) => {
    if (Number.isNaN(flow[l])) flow[l] = potential[from.number] - potential[to.number];
  });
  return flow;
}

/** Neighbours at the ends of lines. */
class Places {
  /** By place: what enters it from members of a joined group, m3/s. */
  readonly given: number[];
  private readonly joints = new Map<string, Place>();
  private readonly meeting: ReturnType<typeof jointPorts>;

  constructor(private readonly of: CircuitSystem) {
    const { components } = tablesOf(of.circuit);
    this.given = new Array(components.count).fill(0);
    this.meeting = jointPorts(components);
  }

  at(c: number, port: number): Place {
    const { circuit, system } = this.of;
    const { components } = tablesOf(circuit);
    const kind = components.kind[c];
    if (components.kinds[kind] === null) return { number: c, isFree: true, flow: null };
    const at = system.place.get(c);
    if (!at) return { number: c, isFree: false, flow: null };
    const [b, i] = at;
    const ports = system.batches[b]?.form.ports ?? [];
    const joint = this.meeting[kind]?.[port] ?? null;
    const { name, assigns } = (joint === null ? ports[port] : ports.find((one) => one.name === joint)) as OdePort;
    if (assigns === 'p') return { number: c, isFree: false, flow: null };
    const { F, columns } = system.layout;
    const flow = F[entryOf(columns[b], `flow_${identifier(name)}`) + i];
    if (joint === null) return { number: c, isFree: false, flow };
    const key = `${c} ${joint}`;
    let place = this.joints.get(key);
    if (!place) {
      place = { number: this.given.push(flow) - 1, isFree: true, flow: null };
      this.joints.set(key, place);
    }
    return place;
  }
}

/**
 * Conjugate gradients for Σ (φ_j - φ_k) = need_j over the edges of each junction; φ = 0 where no junction is. Junctions that reach no such place have needs
 * whose sum is nothing but rounding, which no potential can meet: it is taken out first, or the iteration follows it to infinity.
 */
function potentials(edges: readonly (readonly [number, number])[], need: Float64Array, free: ReadonlySet<number>): Float64Array {
  const n = need.length;
  const laplacian = (x: Float64Array, into: Float64Array): void => {
    into.fill(0);
    for (const [j, k] of edges) {
      const difference = x[j] - x[k];
      if (free.has(j)) into[j] = into[j] + difference;
      if (free.has(k)) into[k] = into[k] - difference;
    }
  };
  const dot = (a: Float64Array, b: Float64Array): number => a.reduce((sum, x, i) => sum + x * b[i], 0);
  const phi = new Float64Array(n);
  const residual = Float64Array.from(need, (x, j) => (free.has(j) ? x : 0));
  for (const group of floating(edges, free)) {
    const mean = group.reduce((sum, j) => sum + residual[j], 0) / group.length;
    for (const j of group) residual[j] = residual[j] - mean;
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
      phi[i] = phi[i] + step * direction[i];
      residual[i] = residual[i] - step * image[i];
    }
    const next = dot(residual, residual);
    for (let i = 0; i < n; i++) direction[i] = residual[i] + (next / size) * direction[i];
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
      for (const other of next.get(group[i]) ?? []) {
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

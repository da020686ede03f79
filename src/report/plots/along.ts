/** A main: the way along lines between some components, with the places on it at which results have a pressure. */
import type { Circuit } from '../../circuit/circuit.js';

/** A recorded pressure and where on the way it is, m from its beginning. */
export interface Station {
  readonly name: string;
  readonly at: number;
}

export interface Way {
  /** m */
  readonly length: number;
  /** Names of the stations of the way, in order. */
  readonly components: readonly string[];
  /** In order; of those that may be recorded. */
  readonly stations: readonly Station[];
}

/** No way, and between which two. */
export interface NoWay {
  readonly from: string;
  readonly to: string;
}

/** A hydraulic line as an edge of the way: length, m; a line of given volume alone has none. */
interface Edge {
  readonly line: number;
  readonly to: number;
  readonly length: number;
}

/**
 * The shortest way along hydraulic lines from the first of some components over the others to the last (Dijkstra, Numer. Math. 1 (1959) 269); through other
 * components it leads only where they are junctions. A junction's pressure stands at its place, a line's mean in its middle, that of a port at the end of its line.
 */
export function wayAlong(circuit: Pick<Circuit, 'components' | 'lines'>, stops: readonly number[]): Way | NoWay {
  const { components, lines } = circuit;
  const edges: Edge[][] = components.map(() => []);
  lines.forEach(({ type, from, to, pipe }, line) => {
    if (type !== 'hydraulic') return;
    const length = pipe?.length ?? 0;
    edges[from.component]?.push({ line, to: to.component, length });
    edges[to.component]?.push({ line, to: from.component, length });
  });
  const nameOf = (c: number): string => components[c]?.name ?? '';
  const taken: { readonly line: number; readonly from: number; readonly to: number }[] = [];
  for (let k = 1; k < stops.length; k++) {
    const [from, to] = [stops[k - 1], stops[k]];
    const way = shortest(edges, from, to, (c) => components[c]?.kind === null);
    if (!way) return { from: nameOf(from), to: nameOf(to) };
    taken.push(...way);
  }
  const stations: Station[] = [];
  const first = stops[0];
  if (!components[first]?.kind) stations.push({ name: `${nameOf(first)}.p`, at: 0 });
  let at = 0;
  for (const { line, from, to } of taken) {
    const { name, pipe, from: begin, to: end } = lines[line] as Circuit['lines'][number];
    const length = pipe?.length ?? 0;
    const portOf = (c: number): string => `${nameOf(c)}.${begin.component === c ? begin.port : end.port}.p`;
    if (components[from]?.kind) stations.push({ name: portOf(from), at });
    stations.push({ name: `${name}.p`, at: at + length / 2 });
    at += length;
    stations.push({ name: components[to]?.kind ? portOf(to) : `${nameOf(to)}.p`, at });
  }
  return { length: at, components: [nameOf(first), ...taken.map(({ to }) => nameOf(to))], stations };
}

function shortest(
  edges: readonly (readonly Edge[])[],
  from: number,
  to: number,
  isThrough: (c: number) => boolean,
): { readonly line: number; readonly from: number; readonly to: number }[] | null {
  const best = new Map<number, { readonly length: number; readonly line: number; readonly from: number }>([
    [from, { length: 0, line: -1, from: -1 }],
  ]);
  const open = new Set([from]);
  const done = new Set<number>();
  while (open.size > 0) {
    let here = -1;
    for (const c of open) if (here < 0 || (best.get(c)?.length ?? 0) < (best.get(here)?.length ?? 0)) here = c;
    open.delete(here);
    done.add(here);
    if (here === to) break;
    if (here !== from && !isThrough(here)) continue;
    const sofar = best.get(here)?.length ?? 0;
    for (const { line, to: next, length } of edges[here] ?? []) {
      const known = best.get(next);
      if (done.has(next) || (known && known.length <= sofar + length)) continue;
      best.set(next, { length: sofar + length, line, from: here });
      open.add(next);
    }
  }
  if (!done.has(to)) return null;
  const way: { line: number; from: number; to: number }[] = [];
  for (let c = to; c !== from; ) {
    const step = best.get(c) as { line: number; from: number };
    way.unshift({ line: step.line, from: step.from, to: c });
    c = step.from;
  }
  return way;
}

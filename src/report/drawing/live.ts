/** A circuit drawn so that its lines can change while it is looked at: every edge by its number, with arrows for both ways. */
import type { Circuit } from '../../circuit/circuit.js';
import { type Drawing, type LiveSheet, liveSheet } from './drawing.js';

/** The quantities that colour an edge, of which some may not be recorded; positive flow goes from its first end to its second. */
export interface LiveEdge {
  /** Its pressure; else the mean of those at its ends. */
  readonly p: readonly string[];
  /** Flow out of its first end; out of its second. */
  readonly q: readonly [string, string];
}

/** Where edges run, one behind the other, in the units of the picture. */
export interface Routes {
  /** x and y of each point. */
  readonly points: Float64Array;
  /** By edge: points until its end, those of edges before it included. */
  readonly ends: Float64Array;
}

export interface LiveDrawing {
  readonly svg: string;
  /** By the number that an edge's element carries as `data-edge`. */
  readonly edges: readonly LiveEdge[];
  readonly shows: Drawing['shows'];
  /** Of a picture of so many edges that it has no elements of them: the page draws them below it. */
  readonly routes: Routes | null;
}

/** All of it, or its stations as boxes where it is large; `station`: one of these. */
export async function drawingLive(circuit: Circuit, station: string): Promise<LiveDrawing> {
  const { svg, edges, shows, routes } = await liveSheet(circuit, station);
  return {
    svg,
    shows,
    routes: routes && flat(routes),
    edges: edges.map(({ name, ends, type, isDirect }): LiveEdge => {
      if (type !== 'hydraulic') return { p: [], q: ['', ''] };
      const p = name === '' || isDirect ? ends.map((end) => `${end}.p`) : [`${name}.p`];
      return { p, q: [`${ends[0]}.q`, `${ends[1]}.q`] };
    }),
  };
}

function flat(routes: NonNullable<LiveSheet['routes']>): Routes {
  let count = 0;
  const ends = Float64Array.from(routes, (route) => {
    count += route.length;
    return count;
  });
  return { points: Float64Array.from(routes.flat(2)), ends };
}

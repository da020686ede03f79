/** A circuit drawn so that its lines can change while it is looked at: every edge by its number, with arrows for both ways. */
import type { Circuit } from '../../circuit/circuit.js';
import { type Drawing, liveSheet } from './drawing.js';

/** The quantities that colour an edge, of which some may not be recorded; positive flow goes from its first end to its second. */
export interface LiveEdge {
  /** Its pressure; else the mean of those at its ends. */
  readonly p: readonly string[];
  /** Flow out of its first end; out of its second. */
  readonly q: readonly [string, string];
}

export interface LiveDrawing {
  readonly svg: string;
  /** By the number that an edge's element carries as `data-edge`. */
  readonly edges: readonly LiveEdge[];
  readonly shows: Drawing['shows'];
}

/** All of it, or its stations as boxes where it is large; `station`: one of these. */
export async function drawingLive(circuit: Circuit, station: string): Promise<LiveDrawing> {
  const { svg, edges, shows } = await liveSheet(circuit, station);
  return {
    svg,
    shows,
    edges: edges.map(({ name, ends, type, isDirect }): LiveEdge => {
      if (type !== 'hydraulic') return { p: [], q: ['', ''] };
      const p = name === '' || isDirect ? ends.map((end) => `${end}.p`) : [`${name}.p`];
      return { p, q: [`${ends[0]}.q`, `${ends[1]}.q`] };
    }),
  };
}

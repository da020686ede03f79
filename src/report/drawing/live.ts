/** A circuit drawn so that its lines can change while it is looked at: every edge by its number, with arrows for both ways. */
import type { Circuit } from '../../circuit/circuit.js';
import { type Drawing, type LiveSheet, liveSheet } from './drawing.js';
import { markedNameSize } from './paint.js';

/** The quantities that colour an edge, of which some may not be recorded; positive flow goes from its first end to its second. */
export interface LiveEdge {
  /** Its pressure; else the mean of those at its ends. */
  readonly p: readonly string[];
  /** Flow out of its first end; out of its second. */
  readonly q: readonly [string, string];
}

/** The parts of a large picture that a page draws itself, in the units of the picture. */
export interface Sketch {
  /** x and y of each point of all edges, one behind the other. */
  readonly points: Float64Array;
  /** By edge: points until its end, those of edges before it included. */
  readonly ends: Float64Array;
  /** Of stations. */
  readonly names: readonly string[];
  /** x and y where each name begins. */
  readonly places: Float64Array;
  /** Their height. */
  readonly nameSize: number;
}

export interface LiveDrawing {
  readonly svg: string;
  /** By the number that an edge's element carries as `data-edge`. */
  readonly edges: readonly LiveEdge[];
  readonly shows: Drawing['shows'];
  /** Of a picture of so many edges that it has no elements of them: the page draws them below it. */
  readonly sketch: Sketch | null;
}

/** All of it, or its stations as boxes where it is large; `station`: one of these. */
export async function drawingLive(circuit: Circuit, station: string): Promise<LiveDrawing> {
  const { svg, edges, shows, without } = await liveSheet(circuit, station);
  return {
    svg,
    shows,
    sketch: without && sketchOf(without),
    edges: edges.map(({ name, ends, type, isDirect }): LiveEdge => {
      if (type !== 'hydraulic') return { p: [], q: ['', ''] };
      const isLine = name !== '' && !isDirect;
      // Ports of junctions have no names: between two of them the line itself tells.
      const isBetween = isLine && ends.every((end) => !end.includes('.'));
      return {
        p: isLine ? [`${name}.p`] : ends.map((end) => `${end}.p`),
        q: isBetween ? [`${name}.q`, ''] : [`${ends[0]}.q`, `${ends[1]}.q`],
      };
    }),
  };
}

function sketchOf({ routes, names }: NonNullable<LiveSheet['without']>): Sketch {
  let count = 0;
  const ends = Float64Array.from(routes, (route) => {
    count += route.length;
    return count;
  });
  return {
    points: Float64Array.from(routes.flat(2)),
    ends,
    names: names.map(({ name }) => name),
    places: Float64Array.from(names.flatMap(({ x, y }) => [x, y])),
    nameSize: markedNameSize,
  };
}

/** The state of a circuit at one time, as colours and arrows of its lines. */
import { niceAxis } from '../ticks.js';
import { formatQuantity } from '../units.js';
import type { LineLook } from './paint.js';
import type { SheetEdge } from './sheet.js';

/** Recorded values at one time, SI, by name: 'L1.p', 'pump.out.q'. */
export interface State {
  /** s */
  readonly time: number;
  readonly values: ReadonlyMap<string, number>;
}

/** Pa; smaller ranges are shown as this one. */
const leastRange = 1e5;
/** Of the scale, about. */
const marks = 10;

/** From low to high pressure; most colour-blind readers can tell them apart, as brightness falls and rises again in hue. */
const stops = ['#35418c', '#2a7fb8', '#2a9d78', '#c9a400', '#d9601a', '#a80f2c'];
/** Lines of which nothing is known. */
export const unknownColour = '#9aa0a6';
/** Flows smaller than this part of the largest are rest. */
const restShare = 1e-3;

export interface Scale {
  /** Pa */
  readonly low: number;
  readonly high: number;
}

/** Recorded pressure and flow of an edge; NaN for those that were not. Flow is positive from its first to its second end. */
export function valuesOf({ name, ends, type, isDirect }: SheetEdge, { values }: State): { readonly p: number; readonly q: number } {
  if (type !== 'hydraulic') return { p: Number.NaN, q: Number.NaN };
  const at = (quantity: string): number => values.get(quantity) ?? Number.NaN;
  const [from, to] = [at(`${ends[0]}.p`), at(`${ends[1]}.p`)];
  const mean = Number.isNaN(from) ? to : Number.isNaN(to) ? from : (from + to) / 2;
  const own = name === '' || isDirect ? Number.NaN : at(`${name}.p`);
  const [out, back] = ends.map((end) => at(`${end}.q`)) as [number, number];
  // Ports of junctions have no names: between two of them the line itself tells.
  const between = Number.isNaN(back) && name !== '' ? at(`${name}.q`) : -back;
  return { p: Number.isNaN(own) ? mean : own, q: Number.isNaN(out) ? between : out };
}

/** Least and largest pressure of some edges; null where none is recorded. */
export function scaleOf(edges: readonly SheetEdge[], state: State): Scale | null {
  const known = edges.map((edge) => valuesOf(edge, state).p).filter((p) => !Number.isNaN(p));
  if (known.length === 0) return null;
  const [low, high] = [known.reduce((a, b) => Math.min(a, b)), known.reduce((a, b) => Math.max(a, b))];
  // A hundredth of a bar below the open air does not begin a scale at minus ten.
  const axis = niceAxis(low < -leastRange / 10 ? low : 0, Math.max(high, low + leastRange), marks, true);
  return { low: axis.low, high: axis.high };
}

/** A colour between the stops; share from 0 to 1. */
export function colourAt(share: number): string {
  const place = Math.max(0, Math.min(1, share)) * (stops.length - 1);
  const k = Math.min(stops.length - 2, Math.floor(place));
  const part = (colour: string, at: number): number => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) => {
    const [a, b] = [part(stops[k] as string, at), part(stops[k + 1] as string, at)];
    return Math.round(a + (place - k) * (b - a))
      .toString(16)
      .padStart(2, '0');
  });
  return `#${mixed.join('')}`;
}

/** How an edge looks in a state. */
export function looksIn(edges: readonly SheetEdge[], state: State, scale: Scale | null): (edge: SheetEdge) => LineLook {
  const largest = edges.reduce((most, edge) => Math.max(most, Math.abs(valuesOf(edge, state).q) || 0), 0);
  return (edge) => {
    const { p, q } = valuesOf(edge, state);
    if (edge.type !== 'hydraulic') return { colour: '#222', flow: 0, says: '' };
    const colour = Number.isNaN(p) || !scale ? unknownColour : colourAt((p - scale.low) / (scale.high - scale.low));
    const flow = Math.abs(q) > restShare * largest ? Math.sign(q) : 0;
    const says = [
      Number.isNaN(p) ? 'pressure not recorded' : formatQuantity(p, 'Pa'),
      Number.isNaN(q) ? '' : formatQuantity(Math.abs(q), 'm3/s'),
    ];
    return { colour, flow, says: `: ${says.filter((one) => one !== '').join(', ')}` };
  };
}

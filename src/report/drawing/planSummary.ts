/**
 * A plan of many parts, or of a circuit of many stations, in one look: parts as arcs of a ring in the order in which the circuit file has their components,
 * bars outside by what each has to do, and chords inside for the lines that are cut between two of them.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { tablesOf } from '../../circuit/views.js';
import { escaped, plotMark } from '../svg.js';
import { formatCount, formatPlural } from '../units.js';
import { legendParts, mostNamed } from './legend.js';
import { partColour } from './paint.js';
import { tenth } from './symbols/ink.js';

/** Partition of each component, by number, and what the legend says of each partition. */
export interface DrawnPlan {
  readonly owner: Int32Array;
  readonly labels: readonly string[];
  /** Cost of each part over its share of all costs; default: by the number of its components. */
  readonly loads?: readonly number[];
}

interface Arc {
  readonly part: number;
  /** Components. */
  readonly count: number;
  /** 1: the mean of all parts. */
  readonly load: number;
  /** rad, clockwise from the top */
  readonly from: number;
  readonly to: number;
}

const [inner, outer, barTop] = [250, 262, 60];
const [half, top] = [390, 60];
/** Share of the ring that the gaps between arcs take together, at most. */
const gaps = 0.12;
/** px of arc that the number of a part needs. */
const leastNumbered = 14;

/** The picture as an SVG file; `chords`: pairs of parts that cut lines join. */
export function planSummary(
  circuit: Circuit,
  plan: DrawnPlan,
  title: string,
  caption: string | undefined,
): { readonly text: string; readonly parts: number; readonly chords: number } {
  const arcs = arcsOf(plan);
  const middle = new Float64Array(plan.labels.length);
  for (const { part, from, to } of arcs) middle[part] = (from + to) / 2;
  const cuts = cutsOf(circuit, plan);
  const most = Math.max(1, ...cuts.map(({ lines }) => lines));
  const highest = Math.max(1, ...arcs.map(({ load }) => load));
  const widest = Math.min(4, Math.max(0.5, (Math.PI * inner) / arcs.length));
  const lines = words(arcs, cuts, plan.loads !== undefined);
  const below = top + 2 * half + 14 + 16 * lines.length;
  // Of more parts than are named those with the most to do.
  const byLoad = arcs.length > mostNamed ? [...arcs].sort((a, b) => b.load - a.load) : arcs;
  const named = byLoad.map(({ part }) => part);
  const legend = legendParts(named, plan.labels, 16, below, 2 * half);
  const body = [
    `<g transform="translate(${half + 16} ${top + half})">`,
    ...cuts.map((cut) => chord(cut, middle[cut.a], middle[cut.b], cut.lines / most, widest)),
    ...arcs.map((arc) => arcArt(arc, plan.labels[arc.part] ?? '', highest)),
    `<circle r="${outer + 4 + barTop / highest}" fill="none" stroke="#777" stroke-dasharray="3 4"/>`,
    '</g>',
    ...lines.map((line, k) => `<text x="16" y="${top + 2 * half + 14 + 16 * k}" font-size="11">${escaped(line)}</text>`),
    ...legend.art,
  ];
  const [width, height] = [2 * half + 32, below + legend.height + 8];
  const text = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="system-ui, 'Helvetica Neue', Arial, sans-serif" font-size="12" fill="#222">`,
    plotMark,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="16" y="26" font-size="16" font-weight="600">${escaped(title)}</text>`,
    ...(caption ? [`<text x="16" y="44" fill="#555">${escaped(caption)}</text>`] : []),
    ...body,
    '</svg>',
    '',
  ].join('\n');
  return { text, parts: arcs.length, chords: cuts.length };
}

/** Parts that own something, in the order of the mean place of their components in the file. */
function arcsOf({ owner, labels, loads }: DrawnPlan): Arc[] {
  const counts = new Float64Array(labels.length);
  const places = new Float64Array(labels.length);
  owner.forEach((part, c) => {
    counts[part]++;
    places[part] += c;
  });
  const meanPlace = (part: number): number => places[part] / counts[part];
  const order = labels.flatMap((_, part) => (counts[part] === 0 ? [] : [part])).sort((a, b) => meanPlace(a) - meanPlace(b) || a - b);
  const gap = (2 * Math.PI * gaps) / Math.max(20, order.length);
  const perComponent = (2 * Math.PI - gap * order.length) / owner.length;
  let at = 0;
  return order.map((part) => {
    const count = counts[part];
    const [from, to] = [at, at + count * perComponent];
    at = to + gap;
    return { part, count, load: loads?.[part] ?? (count * order.length) / owner.length, from, to };
  });
}

interface Cut {
  readonly a: number;
  readonly b: number;
  readonly lines: number;
}

/** Pairs of parts with the number of lines between them. */
function cutsOf(circuit: Circuit, { owner, labels }: DrawnPlan): Cut[] {
  const { lines } = tablesOf(circuit);
  const counts = new Map<number, number>();
  for (let l = 0; l < lines.count; l++) {
    const [one, other] = [owner[lines.from[l]], owner[lines.to[l]]];
    if (one === other) continue;
    const pair = Math.min(one, other) * labels.length + Math.max(one, other);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return [...counts].map(([pair, count]) => ({ a: Math.floor(pair / labels.length), b: pair % labels.length, lines: count }));
}

const at = (radius: number, angle: number): string => `${tenth(radius * Math.sin(angle))} ${tenth(-radius * Math.cos(angle))}`;

function sector(low: number, high: number, from: number, to: number): string {
  // One arc of SVG cannot go all the way round.
  const middle = (from + to) / 2;
  const along = (radius: number, ends: readonly number[], sweep: 0 | 1): string =>
    ends.map((end) => `A${tenth(radius)} ${tenth(radius)} 0 0 ${sweep} ${at(radius, end)}`).join('');
  return `M${at(low, from)}${along(low, [middle, to], 1)}L${at(high, to)}${along(high, [middle, from], 0)}z`;
}

function arcArt({ part, load, from, to }: Arc, label: string, highest: number): string {
  const colour = partColour(part);
  const middle = (from + to) / 2;
  const reach = outer + 4 + (barTop * load) / highest;
  const isNumbered = (to - from) * outer >= leastNumbered;
  const number = isNumbered
    ? `<text transform="translate(${at(reach + 10, middle)})" y="4" text-anchor="middle" font-size="10">${part}</text>`
    : '';
  return `<g><title>${escaped(label)}</title><path d="${sector(inner, outer, from, to)}" fill="${colour}"/><path class="load" d="${sector(outer + 4, reach, from, to)}" fill="${colour}" fill-opacity="0.45"/>${number}</g>`;
}

/** Wider and darker, the more lines are cut; `widest`: px. */
function chord({ a, b, lines }: Cut, from: number, to: number, share: number, widest: number): string {
  const apart = Math.min(Math.abs(from - to), 2 * Math.PI - Math.abs(from - to));
  // Of neighbours close to the ring, of parts that lie opposite through the middle.
  const bend = inner * (1 - Math.min(1, (2 * apart) / Math.PI + 0.08));
  const between = Math.abs(from - to) <= Math.PI ? (from + to) / 2 : (from + to) / 2 + Math.PI;
  return `<path class="chord" d="M${at(inner - 2, from)}Q${at(bend, between)} ${at(inner - 2, to)}" fill="none" stroke="#b3001b" stroke-opacity="${tenth(0.3 + 0.5 * share)}" stroke-width="${tenth(widest * (0.2 + 0.8 * share))}"><title>${escaped(`parts ${a} and ${b}: ${formatPlural(lines, 'cut line')}`)}</title></path>`;
}

function words(arcs: readonly Arc[], cuts: readonly Cut[], isLoad: boolean): string[] {
  const counts = arcs.map(({ count }) => count);
  const lines = cuts.reduce((sum, cut) => sum + cut.lines, 0);
  const slowest = arcs.reduce((most, arc) => (arc.load > most.load ? arc : most), arcs[0] as Arc);
  const bars = isLoad ? 'cost of a part over its share of all costs' : 'components of a part over the mean';
  return [
    `arcs: ${formatPlural(arcs.length, 'part')} of ${formatCount(Math.min(...counts))} to ${formatCount(Math.max(...counts))} components, in the order of the file; each shows its own under the pointer`,
    `bars: ${bars}; dashed: 1; highest: ${slowest.load.toFixed(3)} in part ${slowest.part}`,
    `chords: ${formatPlural(lines, 'cut line')} between ${formatPlural(cuts.length, 'pair')} of parts, wider where there are more`,
    ...(arcs.length > mostNamed ? [`the ${mostNamed} parts with the most to do:`] : []),
  ];
}

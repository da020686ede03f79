/** The meaning of colours and marks, in words below a drawing. */
import { escaped } from '../svg.js';
import { formatCount, formatQuantity, formatSeconds } from '../units.js';
import { colourAt, type Scale, type State, unknownColour } from './flows.js';
import { partColour } from './paint.js';

export interface Legend {
  /** By partition; empty without a plan. */
  readonly parts: readonly string[];
  readonly hasCuts: boolean;
  readonly state: State | null;
  readonly scale: Scale | null;
  /** Hydraulic lines without a recorded pressure. */
  readonly unknown: number;
}

const row = 20;
/** Parts that a legend names; the rest are counted. */
export const mostNamed = 24;
/** px */
const columnWidth = 240;

type Entry = (x: number, y: number) => string;

/** Colours of parts, by number, and their labels, in a width. */
export function legendParts(
  parts: readonly number[],
  labels: readonly string[],
  x: number,
  y: number,
  width: number,
): { readonly art: readonly string[]; readonly height: number } {
  return inColumns(partEntries(parts, labels), x, y, width);
}

function partEntries(parts: readonly number[], labels: readonly string[]): Entry[] {
  const named = parts.slice(0, mostNamed).map((part): Entry => {
    const colour = partColour(part);
    return (x, y) =>
      `<rect x="${x}" y="${y - 10}" width="18" height="12" fill="${colour}40" stroke="${colour}"/>${text(x + 24, y, labels[part] ?? '')}`;
  });
  const left = parts.length - mostNamed;
  return left > 0 ? [...named, (x, y) => text(x, y, `and ${formatCount(left)} more`)] : named;
}

function inColumns(entries: readonly Entry[], x: number, y: number, width: number): { readonly art: string[]; readonly height: number } {
  const columns = Math.max(1, Math.floor(width / columnWidth));
  return {
    art: entries.map((entry, k) => entry(x + (k % columns) * columnWidth, y + 14 + row * Math.floor(k / columns))),
    height: row * Math.ceil(entries.length / columns),
  };
}

/** Its elements in a width, and its height; 0 where there is nothing to say. */
export function legendArt(
  { parts, hasCuts, state, scale, unknown }: Legend,
  x: number,
  y: number,
  width: number,
): { readonly art: readonly string[]; readonly height: number } {
  const entries = partEntries([...parts.keys()], parts);
  if (hasCuts)
    entries.push(
      (ex, ey) =>
        `<path d="M${ex} ${ey - 4}h18m-11 -5l-3 10m8 -10l-3 10" stroke="#b3001b" stroke-width="2" fill="none"/>${text(ex + 24, ey, 'cut line')}`,
    );
  if (state && scale && unknown > 0)
    entries.push(
      (ex, ey) => `<path d="M${ex} ${ey - 4}h18" stroke="${unknownColour}" stroke-width="2"/>${text(ex + 24, ey, 'pressure not recorded')}`,
    );
  const { art, height } = inColumns(entries, x, y, width);
  if (!state || !scale) return { art, height };
  return { art: [...art, scaleArt(state, scale, x, y + height)], height: height + 44 };
}

function scaleArt({ time }: State, { low, high }: Scale, x: number, y: number): string {
  const [wide, steps] = [220, 44];
  const bars = Array.from(
    { length: steps },
    (_, k) =>
      `<rect x="${x + (k * wide) / steps}" y="${y + 8}" width="${wide / steps + 0.5}" height="10" fill="${colourAt((k + 0.5) / steps)}"/>`,
  );
  const ticks = [0, 0.5, 1].map(
    (share) =>
      `<text x="${x + share * wide}" y="${y + 32}" font-size="10" text-anchor="${share === 0 ? 'start' : share === 1 ? 'end' : 'middle'}">${escaped(formatQuantity(low + share * (high - low), 'Pa'))}</text>`,
  );
  return `${bars.join('')}${ticks.join('')}${text(x + wide + 14, y + 17, `pressure at ${formatSeconds(time)}; arrows: flow`)}`;
}

const text = (x: number, y: number, words: string): string => `<text x="${x}" y="${y}" font-size="11">${escaped(words)}</text>`;

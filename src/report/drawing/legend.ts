/** What colours and marks mean, in words below a drawing. */
import { escaped } from '../svg.js';
import { formatQuantity, formatSeconds } from '../units.js';
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
const mostParts = 24;
/** px */
const columnWidth = 230;

/** Its elements in a width, and its height; 0 where there is nothing to say. */
export function legendArt(
  { parts, hasCuts, state, scale, unknown }: Legend,
  x: number,
  y: number,
  width: number,
): { readonly art: readonly string[]; readonly height: number } {
  const entries: ((x: number, y: number) => string)[] = parts
    .slice(0, mostParts)
    .map(
      (label, k) => (ex, ey) =>
        `<rect x="${ex}" y="${ey - 10}" width="18" height="12" fill="${partColour(k)}40" stroke="${partColour(k)}"/>${text(ex + 24, ey, label)}`,
    );
  if (parts.length > mostParts) entries.push((ex, ey) => text(ex, ey, `and ${parts.length - mostParts} more`));
  if (hasCuts)
    entries.push(
      (ex, ey) =>
        `<path d="M${ex} ${ey - 4}h18m-11 -5l-3 10m8 -10l-3 10" stroke="#b3001b" stroke-width="2" fill="none"/>${text(ex + 24, ey, 'cut line')}`,
    );
  if (state && scale && unknown > 0)
    entries.push(
      (ex, ey) => `<path d="M${ex} ${ey - 4}h18" stroke="${unknownColour}" stroke-width="2"/>${text(ex + 24, ey, 'pressure not recorded')}`,
    );
  const columns = Math.max(1, Math.floor(width / columnWidth));
  const art = entries.map((entry, k) => entry(x + (k % columns) * columnWidth, y + 14 + row * Math.floor(k / columns)));
  let height = row * Math.ceil(entries.length / columns);
  if (state && scale) {
    art.push(scaleArt(state, scale, x, y + height));
    height += 44;
  }
  return { art, height };
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

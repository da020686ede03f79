/** A map of one quantity over two others: a cell for each pair of values, coloured by its logarithm. */
import { logAxis, logShare } from './logTicks.js';
import { px } from './plotFrame.js';
import { escaped, svgText } from './svg.js';

export interface HeatMapAxis {
  readonly text: string;
  /** One for each column or row, as they are written. */
  readonly values: readonly string[];
}

export interface HeatMap {
  readonly title: string;
  readonly across: HeatMapAxis;
  readonly upward: HeatMapAxis;
  /** What the colours show. */
  readonly text: string;
  /** Above zero; null where there is none. By row (upward), then by column. */
  readonly values: readonly (readonly (number | null)[])[];
  /** What a cell says under the pointer. */
  tip(row: number, column: number): string;
}

const [left, upper, side, width] = [96, 48, 480, 720] as const;
const most = 8;

/** An SVG file's text. Pure. */
export function heatMap({ title, across, upward, text, values, tip }: HeatMap): string {
  const [right, lower] = [left + side, upper + side];
  const known = values.flat().filter((value): value is number => value !== null && value > 0 && Number.isFinite(value));
  const scale = logAxis(Math.min(...known), Math.max(...known), 8);
  const [wide, high] = [side / across.values.length, side / upward.values.length];
  const cells = values.flatMap((row, j) =>
    row.map((value, i) => {
      const fill = value !== null && value > 0 && Number.isFinite(value) ? colourAt(logShare(scale, value)) : '#d7dade';
      const place = `x="${px(left + i * wide)}" y="${px(lower - (j + 1) * high)}" width="${px(wide + 0.2)}" height="${px(high + 0.2)}"`;
      return `<rect ${place} fill="${fill}"><title>${escaped(tip(j, i))}</title></rect>`;
    }),
  );
  const bar = right + 36;
  const levels = Array.from({ length: 64 }, (_, k) => {
    const height = side / 64;
    return `<rect x="${bar}" y="${px(lower - (k + 1) * height)}" width="18" height="${px(height + 0.2)}" fill="${colourAt((k + 0.5) / 64)}"/>`;
  });
  const body = [
    ...cells,
    `<path d="M${left} ${upper}V${lower}H${right}V${upper}z" fill="none" stroke="#6b7280"/>`,
    ...marked(across.values).map(
      (i) =>
        `<text x="${px(left + (i + 0.5) * wide)}" y="${lower + 18}" text-anchor="middle">${escaped(across.values[i] as string)}</text>`,
    ),
    ...marked(upward.values).map(
      (j) =>
        `<text x="${left - 8}" y="${px(lower - (j + 0.5) * high)}" dy="4" text-anchor="end">${escaped(upward.values[j] as string)}</text>`,
    ),
    `<text x="${px((left + right) / 2)}" y="${lower + 40}" text-anchor="middle" font-weight="600">${escaped(across.text)}</text>`,
    `<text transform="translate(18 ${px((upper + lower) / 2)}) rotate(-90)" text-anchor="middle" font-weight="600">${escaped(upward.text)}</text>`,
    ...levels,
    ...scale.marks.map(
      ({ value, label }) => `<text x="${bar + 24}" y="${px(lower - side * logShare(scale, value))}" dy="4">${escaped(label)}</text>`,
    ),
    `<text transform="translate(${width - 18} ${px((upper + lower) / 2)}) rotate(-90)" text-anchor="middle" font-weight="600">${escaped(text)}</text>`,
  ];
  return svgText({ title, width, height: lower + 56, left, body });
}

/** Indices that get a label: all, or evenly chosen ones with both ends. */
function marked(values: readonly string[]): number[] {
  const last = values.length - 1;
  const count = Math.min(most, values.length);
  return [...new Set(Array.from({ length: count }, (_, k) => (count === 1 ? 0 : Math.round((k * last) / (count - 1)))))];
}

/** From dark blue by green to yellow: rises in lightness, so that it reads in print and for the colour-blind (after viridis). */
const ramp = [
  [68, 1, 84],
  [59, 82, 139],
  [33, 145, 140],
  [94, 201, 98],
  [253, 231, 37],
] as const;

function colourAt(share: number): string {
  const at = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const k = Math.min(ramp.length - 2, Math.floor(at));
  const mixed = [0, 1, 2].map((c) => {
    const [a, b] = [ramp[k]?.[c] as number, ramp[k + 1]?.[c] as number];
    return Math.round(a + (at - k) * (b - a));
  });
  return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`;
}

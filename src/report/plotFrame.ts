/** Common to pictures of one panel: a frame with marks and texts of both axes, and a legend at the right. */
import { colours, escaped } from './svg.js';
import type { Axis } from './ticks.js';

/** Where the panel lies, px. */
export interface Panel {
  readonly left: number;
  readonly right: number;
  readonly upper: number;
  readonly lower: number;
}

/** One direction: marks, where a value lies, and what the axis shows. */
export interface PlotAxis {
  readonly axis: Pick<Axis, 'marks'>;
  /** px */
  readonly at: (value: number) => number;
  readonly text: string;
}

/** Grid, labels and frame. */
export function frameMarkup({ left, right, upper, lower }: Panel, across: PlotAxis, upward: PlotAxis): string[] {
  return [
    ...upward.axis.marks.map(
      ({ value, label }) =>
        `<path d="M${left} ${px(upward.at(value))}H${px(right)}" stroke="#e6e8ec"/><text x="${left - 8}" y="${px(upward.at(value))}" dy="4" text-anchor="end">${escaped(label)}</text>`,
    ),
    ...across.axis.marks.map(
      ({ value, label }) =>
        `<path d="M${px(across.at(value))} ${upper}V${px(lower)}" stroke="#eef0f3"/><text x="${px(across.at(value))}" y="${px(lower + 18)}" text-anchor="middle">${escaped(label)}</text>`,
    ),
    `<path d="M${left} ${upper}V${px(lower)}H${px(right)}" fill="none" stroke="#6b7280"/>`,
    `<text transform="translate(18 ${px((upper + lower) / 2)}) rotate(-90)" text-anchor="middle" font-weight="600">${escaped(upward.text)}</text>`,
    `<text x="${px((left + right) / 2)}" y="${px(lower + 38)}" text-anchor="middle" font-weight="600">${escaped(across.text)}</text>`,
  ];
}

/** px that a legend of these names takes. */
export function legendWidth(names: readonly string[]): number {
  return Math.min(260, 46 + 7.4 * Math.max(0, ...names.map((name) => name.length)));
}

/** Colour of the i-th name. */
export function colourOf(i: number): string {
  return colours[i % colours.length] as string;
}

/** Attributes of the i-th line: more lines than colours are dashed. */
export function strokeOf(i: number): string {
  const dash = ['', '6 3', '2 2'][Math.floor(i / colours.length) % 3];
  return `stroke="${colourOf(i)}"${dash ? ` stroke-dasharray="${dash}"` : ''}`;
}

/** Two decimals at most. */
export function px(value: number): string {
  return String(Math.round(value * 100) / 100);
}

// The outline of a mark around (0, 0), so that lines differ without their colours.
const shapes = [
  'M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z',
  'M-3.5 -3.5h7v7h-7z',
  'M0 -4.5L4.2 3.2H-4.2z',
  'M0 -5L5 0L0 5L-5 0z',
  'M0 4.5L4.2 -3.2H-4.2z',
];

/** The mark of the i-th line at a place, with a text that shows under the pointer. */
export function markAt(i: number, x: number, y: number, tip = ''): string {
  const title = tip ? `<title>${escaped(tip)}</title>` : '';
  return `<path transform="translate(${px(x)} ${px(y)})" d="${shapes[i % shapes.length]}" fill="${colourOf(i)}">${title}</path>`;
}

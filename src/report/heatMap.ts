/** A map of one quantity over two others: a cell for each pair of values, coloured by it or by its logarithm. */
import { colourAt, noColour } from './colourRamp.js';
import { logAxis, logShare } from './logTicks.js';
import { px } from './plotFrame.js';
import { escaped, svgText } from './svg.js';
import { niceAxis } from './ticks.js';

export interface HeatMapAxis {
  readonly text: string;
  /** One for each column or row, as they are written. */
  readonly values: readonly string[];
}

export interface HeatMap {
  readonly title: string;
  readonly across: HeatMapAxis;
  readonly upward: HeatMapAxis;
  /** Name of the colours' quantity. */
  readonly text: string;
  /** Null where there is none. By row (upward), then by column. */
  readonly values: readonly (readonly (number | null)[])[];
  /** Colours by the logarithm of values above zero; others have none. */
  readonly isLogarithmic: boolean;
  /** Text of a cell under the pointer. */
  tip(row: number, column: number): string;
}

const [left, upper, side, width] = [96, 48, 480, 720] as const;
const most = 8;

/** An SVG file's text. Pure. */
export function heatMap({ title, across, upward, text, values, isLogarithmic, tip }: HeatMap): string {
  const [right, lower] = [left + side, upper + side];
  const isKnown = (value: number | null): value is number => value !== null && Number.isFinite(value) && (value > 0 || !isLogarithmic);
  const known = values.flat().filter(isKnown);
  const scale = scaleOf(known, isLogarithmic);
  const [wide, high] = [side / across.values.length, side / upward.values.length];
  const cells = values.flatMap((row, j) =>
    row.map((value, i) => {
      const fill = isKnown(value) ? colourAt(scale.share(value)) : noColour;
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
      ({ value, label }) => `<text x="${bar + 24}" y="${px(lower - side * scale.share(value))}" dy="4">${escaped(label)}</text>`,
    ),
    `<text transform="translate(${width - 18} ${px((upper + lower) / 2)}) rotate(-90)" text-anchor="middle" font-weight="600">${escaped(text)}</text>`,
  ];
  return svgText({ title, width, height: lower + 56, left, body });
}

interface Scale {
  readonly marks: readonly { readonly value: number; readonly label: string }[];
  /** 0 at the lower end of the colours, 1 at the upper. */
  readonly share: (value: number) => number;
}

function scaleOf(known: readonly number[], isLogarithmic: boolean): Scale {
  const [least, largest] = [Math.min(...known), Math.max(...known)];
  if (isLogarithmic) {
    const axis = logAxis(least, largest, 8);
    return { marks: axis.marks, share: (value) => logShare(axis, value) };
  }
  const { low, high, marks } = niceAxis(least, largest, 8, false);
  return { marks, share: (value) => (value - low) / (high - low) };
}

/** Indices that get a label: all, or evenly chosen ones with both ends. */
function marked(values: readonly string[]): number[] {
  const last = values.length - 1;
  const count = Math.min(most, values.length);
  return [...new Set(Array.from({ length: count }, (_, k) => (count === 1 ? 0 : Math.round((k * last) / (count - 1)))))];
}

/** One picture of the cost of accuracy: error over work, both logarithmic, a line for each method. */
import { logAxis, logShare } from './logTicks.js';
import { frameMarkup, legendWidth, markAt, px, strokeOf } from './plotFrame.js';
import { escaped, svgText } from './svg.js';
import { formatNumber } from './units.js';

export interface WorkPoint {
  /** Run time, steps or evaluations. */
  readonly work: number;
  readonly error: number;
  /** Its setting: '1e-3'. */
  readonly label: string;
}

export interface WorkPrecision {
  readonly title: string;
  /** Names of the axes, with units. */
  readonly work: string;
  readonly error: string;
  /** Points in the order in which they are joined. */
  readonly methods: readonly { readonly name: string; readonly points: readonly WorkPoint[] }[];
  /** Lines of text below the axis, such as what failed. */
  readonly notes?: readonly string[];
  /** px; default 960 by 560 */
  readonly width?: number;
  readonly height?: number;
}

const [upper, left] = [44, 84];
const lineHeight = 18;

/** An SVG file's text. Pure. Points whose work or error is not above zero and finite have no place on such axes: they are left out. */
export function workPrecision({ title, work, error, methods, notes = [], width = 960, height = 560 }: WorkPrecision): string {
  const shown = methods.map(({ name, points }) => ({ name, points: points.filter((point) => placed(point.work) && placed(point.error)) }));
  const all = shown.flatMap(({ points }) => points);
  const right = width - legendWidth(methods.map(({ name }) => name)) - 8;
  const lower = height - 54 - lineHeight * notes.length;
  const across = logAxis(Math.min(...all.map((point) => point.work)), Math.max(...all.map((point) => point.work)), (right - left) / 70);
  const upward = logAxis(Math.min(...all.map((point) => point.error)), Math.max(...all.map((point) => point.error)), (lower - upper) / 36);
  const x = (value: number): number => left + logShare(across, value) * (right - left);
  const y = (value: number): number => lower - logShare(upward, value) * (lower - upper);
  const body = [
    ...frameMarkup({ left, right, upper, lower }, { axis: across, at: x, text: work }, { axis: upward, at: y, text: error }),
    ...shown.map(({ name, points }, i) => {
      const line = points.map((point, k) => `${k === 0 ? 'M' : 'L'}${px(x(point.work))} ${px(y(point.error))}`).join('');
      const marks = points.map((point) =>
        markAt(
          i,
          x(point.work),
          y(point.error),
          `${name} ${point.label}: ${formatNumber(point.error, 2)} at ${formatNumber(point.work, 3)}`,
        ),
      );
      const below = upper + 10 + lineHeight * i;
      const entry = `<path d="M${px(right + 12)} ${below}h20" ${strokeOf(i)} stroke-width="1.6"/>${markAt(i, right + 22, below)}<text x="${px(right + 38)}" y="${below + 4}">${escaped(name)}</text>`;
      return `<g><path d="${line || 'M0 0'}" fill="none" ${strokeOf(i)} stroke-width="1.6" stroke-linejoin="round"/>${marks.join('')}${entry}</g>`;
    }),
    ...notes.map((note, k) => `<text x="${left}" y="${lower + 60 + lineHeight * k}" fill="#555">${escaped(note)}</text>`),
  ];
  return svgText({ title, width, height, left, body });
}

const placed = (value: number): boolean => value > 0 && Number.isFinite(value);

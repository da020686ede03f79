/** One picture of a ratio against the size of circuits, or the number of cores: a line for each series, its spread as bars. */
import { logAxis, logShare } from './logTicks.js';
import { colourOf, frameMarkup, legendWidth, markAt, px, strokeOf } from './plotFrame.js';
import { escaped, svgText } from './svg.js';
import { niceAxis } from './ticks.js';
import { formatCount } from './units.js';

export interface PlottedPoint {
  readonly across: number;
  readonly value: number;
  /** Ends of the bar: the lowest and the highest that were measured. */
  readonly lowest: number;
  readonly highest: number;
}

export interface ScalingSeries {
  readonly name: string;
  readonly points: readonly PlottedPoint[];
  /** What the machine allows: dotted. */
  readonly ceiling?: readonly Pick<PlottedPoint, 'across' | 'value'>[];
}

export interface ScalingPlot {
  readonly title: string;
  /** What the axes show. */
  readonly ratio: string;
  readonly across: string;
  readonly series: readonly ScalingSeries[];
  /** Dashed lines across: what is ideal, what neither wins nor loses. */
  readonly levels: readonly number[];
  /** Where the upward axis may end; default: a little above the highest level. */
  readonly most?: number;
  /** Lines of text below the axis. */
  readonly notes: readonly string[];
}

const [width, height] = [960, 520];
const [upper, left] = [44, 84];
const lineHeight = 18;
/** The axis ends at so many times the highest level: what a busy machine throws beyond it ends at the edge. */
const mostAbove = 1.25;

/** An SVG file's text. Pure. */
export function scalingPlot({
  title,
  ratio,
  across: acrossText,
  series,
  levels,
  most = mostAbove * Math.max(...levels),
  notes,
}: ScalingPlot): string {
  const points = series.flatMap((one) => one.points);
  const right = width - legendWidth(series.map(({ name }) => name)) - 8;
  const lower = height - 54 - lineHeight * notes.length;
  const sizes = points.map((point) => point.across);
  const across = logAxis(Math.min(...sizes), Math.max(...sizes), (right - left) / 70);
  const largest = Math.max(
    ...levels,
    ...points.map(({ highest }) => highest),
    ...series.flatMap(({ ceiling = [] }) => ceiling.map(({ value }) => value)),
  );
  const upward = niceAxis(0, Math.min(largest, most), (lower - upper) / 40, true);
  const x = (value: number): number => left + logShare(across, value) * (right - left);
  const y = (value: number): number => lower - ((Math.min(value, upward.high) - upward.low) / (upward.high - upward.low)) * (lower - upper);
  const body = [
    ...frameMarkup({ left, right, upper, lower }, { axis: across, at: x, text: acrossText }, { axis: upward, at: y, text: ratio }),
    ...levels.map((level) => `<path d="M${left} ${px(y(level))}H${px(right)}" stroke="#6b7280" stroke-dasharray="5 4"/>`),
    ...series.map(({ name, points: own, ceiling = [] }, i) => {
      const path = (along: readonly Pick<PlottedPoint, 'across' | 'value'>[]): string =>
        along.map((point, k) => `${k === 0 ? 'M' : 'L'}${px(x(point.across))} ${px(y(point.value))}`).join('');
      const above =
        ceiling.length > 0
          ? `<path d="${path(ceiling)}" fill="none" stroke="${colourOf(i)}" stroke-width="1.6" stroke-dasharray="2 4"/>`
          : '';
      const bars = own.map(
        ({ across: at, lowest, highest }) => `<path d="M${px(x(at))} ${px(y(lowest))}V${px(y(highest))}" stroke="${colourOf(i)}"/>`,
      );
      const marks = own.map(({ across: at, value, lowest, highest }) =>
        markAt(
          i,
          x(at),
          y(value),
          `${name}, ${formatCount(at)} ${acrossText}: ${value.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`,
        ),
      );
      const below = upper + 10 + lineHeight * i;
      const entry = `<path d="M${px(right + 12)} ${below}h20" ${strokeOf(i)} stroke-width="1.6"/>${markAt(i, right + 22, below)}<text x="${px(right + 38)}" y="${below + 4}">${escaped(name)}</text>`;
      return `<g><path d="${path(own) || 'M0 0'}" fill="none" ${strokeOf(i)} stroke-width="1.6" stroke-linejoin="round"/>${above}${bars.join('')}${marks.join('')}${entry}</g>`;
    }),
    ...notes.map((note, k) => `<text x="${left}" y="${lower + 60 + lineHeight * k}" fill="#555">${escaped(note)}</text>`),
  ];
  return svgText({ title, width, height, left, body });
}

/** One picture of stacked bars, one below the other over a common axis: what something consists of. */
import { colours, escaped, svgText } from '#ringmain/report/svg.js';
import { niceAxis } from '#ringmain/report/ticks.js';

export interface BarSegment {
  /** Segments of one name have one colour in all bars and one entry in the legend. */
  readonly name: string;
  /** Below zero for what measuring made so: drawn to the left of zero. */
  readonly value: number;
}

export interface StackedBar {
  readonly label: string;
  readonly segments: readonly BarSegment[];
}

export interface StackedBars {
  readonly title: string;
  /** What the axis shows, with its unit. */
  readonly axis: string;
  readonly bars: readonly StackedBar[];
  /** Lines of text below the axis. */
  readonly notes?: readonly string[];
  /** px; default 960 */
  readonly width?: number;
}

const top = 48;
const left = 24;
const labelHeight = 20;
const barHeight = 38;
const barGap = 18;
const axisHeight = 52;
const lineHeight = 18;
/** px, about: a character of the legend and of numbers. */
const characterWidth = 7;

/** An SVG file's text. Pure: the same input gives the same text. Values that are not finite are left out. */
export function stackedBars({ title, axis: axisText, bars, notes = [], width = 960 }: StackedBars): string {
  const shown = bars.map(({ label, segments }) => ({ label, segments: segments.filter(({ value }) => Number.isFinite(value)) }));
  const names = [...new Set(shown.flatMap(({ segments }) => segments.map(({ name }) => name)))];
  const legend = Math.min(width / 2, 40 + characterWidth * Math.max(0, ...names.map((name) => name.length)));
  const right = width - legend - 24;
  const ends = shown.map(({ segments }) => endsOf(segments));
  const axis = niceAxis(
    Math.min(0, ...ends.map(([low]) => low)),
    Math.max(0, ...ends.map(([, high]) => high)),
    Math.max(2, Math.floor((right - left) / 90)),
    false,
  );
  const x = (value: number): number => left + ((value - axis.low) / (axis.high - axis.low)) * (right - left);
  const each = labelHeight + barHeight + barGap;
  const lower = top + each * Math.max(1, shown.length);
  const noteTop = Math.max(lower + axisHeight, top + lineHeight * (names.length + 1));
  const body = [
    ...axis.marks.map(
      ({ value, label }) =>
        `<path d="M${px(x(value))} ${top}V${lower}" stroke="${value === 0 ? '#6b7280' : '#e6e8ec'}"/><text x="${px(x(value))}" y="${lower + 18}" text-anchor="middle">${label}</text>`,
    ),
    `<text x="${px((left + right) / 2)}" y="${lower + 38}" text-anchor="middle" font-weight="600">${escaped(axisText)}</text>`,
    ...shown.map((bar, k) => barMarkup(bar, names, top + each * k, x)),
    ...names.map((name, k) => {
      const y = top + lineHeight * k;
      return `<rect x="${px(right + 20)}" y="${y}" width="12" height="12" ${fill(k)}/><text x="${px(right + 38)}" y="${y + 10.5}">${escaped(name)}</text>`;
    }),
    ...notes.map((note, k) => `<text x="${left}" y="${noteTop + lineHeight * k + 10}" fill="#555">${escaped(note)}</text>`),
  ];
  return svgText({ title, width, height: noteTop + lineHeight * notes.length + 16, left, body });
}

/** Sums of what is below zero and of what is above. */
function endsOf(segments: readonly BarSegment[]): [low: number, high: number] {
  let [low, high] = [0, 0];
  for (const { value } of segments) {
    if (value < 0) low += value;
    else high += value;
  }
  return [low, high];
}

/** Segments from zero on to the right, those below zero to the left; a number where it has room, and a tip with the name on every one. */
function barMarkup({ label, segments }: StackedBar, names: readonly string[], upper: number, x: (value: number) => number): string {
  let [low, high] = [0, 0];
  const pieces = segments.map(({ name, value }) => {
    const from = value < 0 ? low + value : high;
    const to = value < 0 ? low : high + value;
    if (value < 0) low = from;
    else high = to;
    const [begin, end] = [x(from), x(to)];
    const number = numberText(value);
    const inside =
      end - begin > characterWidth * (number.length + 1)
        ? `<text x="${px((begin + end) / 2)}" y="${upper + labelHeight + barHeight / 2 + 4}" text-anchor="middle" fill="#fff">${number}</text>`
        : '';
    return `<g><title>${escaped(`${name}: ${number}`)}</title><rect x="${px(begin)}" y="${upper + labelHeight}" width="${px(end - begin)}" height="${barHeight}" ${fill(names.indexOf(name))} stroke="#fff" stroke-width="0.5"/>${inside}</g>`;
  });
  return [`<text x="${left}" y="${upper + 14}" font-weight="600">${escaped(label)}</text>`, ...pieces].join('\n');
}

/** More names than colours: the same colours again, paler. */
function fill(index: number): string {
  const again = Math.floor(index / colours.length);
  return `fill="${colours[index % colours.length]}"${again > 0 ? ` fill-opacity="${(1 / (1 + again)).toFixed(2)}"` : ''}`;
}

const px = (value: number): string => value.toFixed(1);

const numberText = (value: number): string => (Math.abs(value) < 10 ? value.toFixed(1) : value.toFixed(0)).replace('-', '−');

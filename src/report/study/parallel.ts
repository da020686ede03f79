/** Parallel coordinates: an axis for each parameter and measure, and a line for each variant, coloured by the last measure (Inselberg, The Visual Computer 1, 1985). */
import { colourAt } from '../colourRamp.js';
import { logAxis, logShare } from '../logTicks.js';
import { px } from '../plotFrame.js';
import { escaped, svgText } from '../svg.js';
import { niceAxis } from '../ticks.js';
import { formatNumber } from '../units.js';
import type { StudyColumn, StudyTable } from './studyTable.js';

const [left, upper, lower, gap, right] = [90, 84, 424, 150, 130] as const;
/** Lines from which on they are drawn fainter. */
const many = 200;

/** An SVG file's text. Variants without a number on one of the axes are left out, and counted in the title. Pure. */
export function parallelCoordinates({ title, parameters, measures, marked = [] }: StudyTable): string {
  const columns = [...parameters, ...measures];
  const axes = columns.map((column, k) => placed(column, left + k * gap));
  const rows = [...(columns[0]?.values.keys() ?? [])];
  const whole = rows.filter((row) => columns.every(({ values }) => Number.isFinite(values[row])));
  const last = axes.at(-1) as Placed;
  // The best and the front lie on top.
  const stands = new Set(marked);
  const order = [...whole].sort((a, b) => Number(stands.has(a)) - Number(stands.has(b)));
  const opacity = whole.length > many ? 0.35 : 0.7;
  const lines = order.map((row) => {
    const points = axes.map(({ x, y }, k) => `${px(x)} ${px(y(columns[k]?.values[row]))}`);
    const stroke = stands.has(row)
      ? 'stroke="#111" stroke-width="2.5"'
      : `stroke="${colourAt(last.share(columns[columns.length - 1].values[row]))}" stroke-width="1.2" opacity="${opacity}"`;
    const tip = columns.map(({ name, unit, values }) => `${name} ${formatNumber(values[row])} ${unit}`.trim()).join(', ');
    return `<path d="M${points.join('L')}" fill="none" ${stroke}><title>${escaped(tip)}</title></path>`;
  });
  const leftOut = rows.length - whole.length;
  const width = left + (columns.length - 1) * gap + right;
  return svgText({
    title: leftOut > 0 ? `${title} (${leftOut} of ${rows.length} without a result)` : title,
    ...{ width, height: lower + 40, left: 24 },
    body: [
      ...lines,
      ...axes.map(({ markup }) => markup),
      `<text x="${left}" y="${lower + 24}">a line for each variant, coloured by ${escaped(columns.at(-1)?.name ?? '')}${marked.length > 0 ? '; black: the best' : ''}</text>`,
    ],
  });
}

interface Placed {
  readonly x: number;
  /** px of a value. */
  readonly y: (value: number) => number;
  readonly share: (value: number) => number;
  readonly markup: string;
}

function placed({ name, unit, values, isLogarithmic }: StudyColumn, x: number): Placed {
  const known = values.filter(Number.isFinite);
  const [least, largest] = [Math.min(...known), Math.max(...known)];
  const axis = isLogarithmic ? logAxis(least, largest, 8) : niceAxis(least, largest, 8, false);
  const share = (value: number): number => (isLogarithmic ? logShare(axis, value) : (value - axis.low) / (axis.high - axis.low));
  const y = (value: number): number => lower - share(value) * (lower - upper);
  const shown = name.length > 22 ? `${name.slice(0, 21)}…` : name;
  const markup = [
    `<path d="M${px(x)} ${upper}V${lower}" stroke="#333" stroke-width="1.5"/>`,
    `<text x="${px(x)}" y="${upper - 28}" text-anchor="middle" font-weight="600">${escaped(shown)}</text>`,
    `<text x="${px(x)}" y="${upper - 12}" text-anchor="middle">${escaped(unit)}</text>`,
    ...axis.marks.map(
      ({ value, label }) =>
        `<path d="M${px(x - 4)} ${px(y(value))}h8" stroke="#333"/><text x="${px(x - 8)}" y="${px(y(value))}" dy="4" text-anchor="end" stroke="#fff" stroke-width="3" paint-order="stroke">${escaped(label)}</text>`,
    ),
  ].join('');
  return { x, y, share, markup };
}

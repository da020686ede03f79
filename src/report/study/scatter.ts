/** Two measures of each variant against each other, and the front that no variant is beyond. */
import { paretoFront } from '../../fit/outcome.js';
import { frameMarkup, px } from '../plotFrame.js';
import { escaped, svgText } from '../svg.js';
import { niceAxis } from '../ticks.js';
import { formatNumber } from '../units.js';
import { columnText, type StudyColumn, type StudyTable } from './studyTable.js';

/** Which way is better of each of the two measures. */
export interface ScatterFront {
  readonly best: readonly ['least' | 'most', 'least' | 'most'];
}

const [left, right, upper, lower, width] = [80, 690, 48, 470, 720] as const;

/** An SVG file's text: of the first two measures. `marked` rows are the front, joined in their order; else it is found among all where `front` says what is better. Pure. */
export function scatterPlot({ title, parameters, measures, marked }: StudyTable, front?: ScatterFront): string {
  const [across, upward] = measures as [StudyColumn, StudyColumn];
  const rows = [...across.values.keys()].filter((row) => Number.isFinite(across.values[row]) && Number.isFinite(upward.values[row]));
  const best = marked ?? (front ? frontOf(across.values, upward.values, rows, front) : []);
  const axisOf = ({ values }: StudyColumn, from: number, to: number) => {
    const known = rows.map((row) => values[row]);
    const axis = niceAxis(Math.min(...known), Math.max(...known), 7, true);
    return { axis, at: (value: number): number => from + ((value - axis.low) / (axis.high - axis.low)) * (to - from) };
  };
  const [x, y] = [
    { ...axisOf(across, left, right), text: columnText(across) },
    { ...axisOf(upward, lower, upper), text: columnText(upward) },
  ];
  const at = (row: number): string => `${px(x.at(across.values[row]))} ${px(y.at(upward.values[row]))}`;
  const tip = (row: number): string =>
    [...parameters, across, upward].map(({ name, unit, values }) => `${name} ${formatNumber(values[row])} ${unit}`.trim()).join(', ');
  const isBest = new Set(best);
  const dot = (row: number, look: string): string =>
    `<circle cx="${at(row).replace(' ', '" cy="')}" ${look}><title>${escaped(tip(row))}</title></circle>`;
  return svgText({
    ...{ title, width, height: lower + 56, left },
    body: [
      ...frameMarkup({ left, right, upper, lower }, x, y),
      ...rows.filter((row) => !isBest.has(row)).map((row) => dot(row, 'r="2.5" fill="#1f6fb4" opacity="0.4"')),
      ...(best.length > 1 ? [`<path d="M${best.map(at).join('L')}" fill="none" stroke="#d1495b" stroke-width="1.2"/>`] : []),
      ...best.map((row) => dot(row, 'r="4" fill="#d1495b"')),
    ],
  });
}

/** Rows that no other is better than in both, in the order of the first measure. */
function frontOf(a: readonly number[], b: readonly number[], rows: readonly number[], { best }: ScatterFront): number[] {
  const [first, second] = best.map((way) => (way === 'least' ? 1 : -1)) as [number, number];
  return paretoFront(rows.map((row) => ({ objectives: [first * a[row], second * b[row]], violation: 0 }))).map((k) => rows[k] as number);
}

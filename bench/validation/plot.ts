/** Picture of one validation case: of each comparison ours and the reference in one panel, their difference in another below it. */

import { linePath } from '#ringmain/report/linePath.js';
import { logAxis, logShare } from '#ringmain/report/logTicks.js';
import { colourOf, frameMarkup, markAt, type Panel, type PlotAxis, px } from '#ringmain/report/plotFrame.js';
import { escaped, svgText } from '#ringmain/report/svg.js';
import { niceAxis } from '#ringmain/report/ticks.js';
import { displayUnit } from '#ringmain/report/units.js';
import type { Curve } from './case.js';
import type { Verdict } from './judge.js';
import { formatError } from './table.js';

const [left, width, legend] = [84, 960, 150];
const [head, upperHeight, lowerHeight, between, below] = [96, 230, 90, 40, 60];
/** Up to this many places each has a mark. */
const marked = 40;

/** An SVG file's text. Pure. */
export function validationPlot(verdict: Verdict): string {
  const { case: one, error, passed, curves, failure } = verdict;
  const texts = [
    one.title,
    `against ${one.against}`,
    `${one.measure}: ${failure ?? formatError(error)}, tolerance ${formatError(one.tolerance)}`,
  ];
  const body = texts.map((text, k) => `<text x="${left}" y="${46 + 16 * k}" fill="#555">${escaped(text)}</text>`);
  let upper = head;
  for (const curve of curves) {
    const { markup, height } = comparison(curve, upper + 24);
    body.push(`<text x="${left}" y="${upper + 16}" font-weight="600">${escaped(curve.name)}</text>`, ...markup);
    upper += 24 + height;
  }
  return svgText({ title: `${one.name}: ${passed ? 'pass' : 'FAIL'}`, width, height: upper, left, body });
}

function comparison(curve: Curve, upper: number): { readonly markup: string[]; readonly height: number } {
  const right = width - legend;
  const across = acrossAxis(curve, right);
  const { unit, factor } = displayUnit(curve.unit);
  const [ours, reference] = [curve.ours, curve.reference].map((values) => Float64Array.from(values, (value) => value * factor)) as [
    Float64Array,
    Float64Array,
  ];
  const values = [...ours, ...reference].filter(Number.isFinite);
  const top: Panel = { left, right, upper, lower: upper + upperHeight };
  const upward = upwardAxis(values, top, unit || 'dimensionless', curve.logarithmic === true);
  const x = Float64Array.from(curve.x);
  const line = (y: Float64Array, { at }: PlotAxis, stroke: string): string =>
    `<path d="${linePath(x, y, { x: across.at, y: at })}" fill="none" ${stroke} stroke-linejoin="round"/>`;
  const marks = x.length > marked ? [] : [...x].map((place, k) => markAt(1, across.at(place), upward.at(reference[k] as number)));
  const entry = (text: string, stroke: string, row: number): string =>
    `<path d="M${right + 12} ${upper + 10 + 18 * row}h20" ${stroke}/><text x="${right + 38}" y="${upper + 14 + 18 * row}">${text}</text>`;
  // The reference broad and pale below ours, so that both are seen where they agree.
  const [broad, thin] = [`stroke="${colourOf(1)}" stroke-opacity="0.45" stroke-width="5"`, `stroke="${colourOf(0)}" stroke-width="1.4"`];
  const markup = [
    ...asideMarkup(curve, across, top),
    ...frameMarkup(top, curve.logarithmic ? across : { ...across, text: '' }, upward),
    line(reference, upward, broad),
    ...marks,
    line(ours, upward, thin),
    entry('reference', broad, 0),
    entry('ringmain', thin, 1),
  ];
  if (curve.logarithmic) return { markup, height: upperHeight + below };
  const start = upper + upperHeight + between;
  const bottom: Panel = { left, right, upper: start, lower: start + lowerHeight };
  const difference = judgedDifference(curve, ours, reference);
  const small = upwardAxis([...difference.filter(Number.isFinite), 0], bottom, 'difference', false);
  return {
    markup: [...markup, ...asideMarkup(curve, across, bottom), ...frameMarkup(bottom, across, small), line(difference, small, thin)],
    height: upperHeight + between + lowerHeight + below,
  };
}

/** Ours less the reference; NaN, which leaves a gap, where it does not count. */
function judgedDifference({ x, aside = [] }: Curve, ours: Float64Array, reference: Float64Array): Float64Array {
  return ours.map((value, k) => {
    const place = x[k] as number;
    return aside.some(([from, to]) => place >= from && place <= to) ? Number.NaN : value - (reference[k] as number);
  });
}

function acrossAxis({ x, abscissa, logarithmic }: Curve, right: number): PlotAxis {
  const { name, unit } = abscissa ?? { name: 'time', unit: 's' };
  const places = [...(x as Iterable<number> & ArrayLike<number>)];
  const [low, high] = places.reduce(([least, most], place) => [Math.min(least, place), Math.max(most, place)], [Infinity, -Infinity]);
  if (logarithmic) {
    const axis = logAxis(low, high, 8);
    return { axis, at: (value) => left + logShare(axis, value) * (right - left), text: labelled(name, unit) };
  }
  const shown = unit === 's' && high - low < 0.5 ? { unit: 'ms', factor: 1e3 } : displayUnit(unit);
  const axis = niceAxis(low * shown.factor, high * shown.factor, 9, false);
  const place = (value: number): number => left + ((value - axis.low) / (axis.high - axis.low)) * (right - left);
  // Marks are in the unit that is shown, values in SI: marks are taken back.
  const marks = axis.marks.map(({ value, label }) => ({ value: value / shown.factor, label }));
  return { axis: { marks }, at: (value) => place(value * shown.factor), text: labelled(name, shown.unit) };
}

function upwardAxis(values: readonly number[], { upper, lower }: Panel, text: string, logarithmic: boolean): PlotAxis {
  const [low, high] = values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [Infinity, -Infinity]);
  if (logarithmic) {
    const axis = logAxis(low, high, 6);
    return { axis, at: (value) => lower - logShare(axis, value) * (lower - upper), text };
  }
  const axis = niceAxis(low, high, Math.max(2, Math.floor((lower - upper) / 45)), true);
  return { axis, at: (value) => lower - ((value - axis.low) / (axis.high - axis.low)) * (lower - upper), text };
}

/** Grey where nothing is judged. */
function asideMarkup({ aside = [], x }: Curve, { at }: PlotAxis, { upper, lower }: Panel): string[] {
  const [first, last] = [x[0] as number, x[x.length - 1] as number];
  return aside.flatMap(([from, to]) => {
    const [a, b] = [at(Math.max(from, first)), at(Math.min(to, last))];
    return b > a ? [`<path d="M${px(a)} ${upper}H${px(b)}V${lower}H${px(a)}z" fill="#f1f2f4"/>`] : [];
  });
}

const labelled = (name: string, unit: string): string => (unit === '' || unit === '1' ? name : `${name}, ${unit}`);

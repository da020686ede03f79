/**
 * One picture of results: a panel for each unit, one above the other over a common time axis.
 *
 * Our own SVG rather than a charting library: axes, ticks and lines are all that is needed, and a library that draws without a browser (echarts) is
 * larger than the whole of ringmain; pages that one moves about in (zoom, values under the pointer) are another stage.
 */
import { type CurveFrame, linePath } from './linePath.js';
import { logAxis, logShare } from './logTicks.js';
import { colours, escaped, svgText } from './svg.js';
import { type Axis, niceAxis } from './ticks.js';
import { type DisplayUnit, displayUnit } from './units.js';

export interface PlotSeries {
  readonly name: string;
  /** SI; shown in the engineer's unit. */
  readonly unit: string;
  /** s, or what `LinePlot.across` names */
  readonly t: Float64Array;
  readonly y: Float64Array;
  /** Number of the panel; default: one for all. Series of other units have panels of their own either way. */
  readonly panel?: number;
}

export interface LinePlot {
  readonly title: string;
  readonly series: readonly PlotSeries[];
  /** Name of the horizontal axis, SI; default: time. */
  readonly across?: { readonly name: string; readonly unit: string };
  /** Units to show in place of the usual ones, by the SI unit. */
  readonly units?: ReadonlyMap<string, DisplayUnit>;
  /** Upward axes of powers of ten; values that are not above zero leave a gap. */
  readonly logarithmic?: boolean;
  /** px; default 960 */
  readonly width?: number;
  /** px, of the whole picture; default 240 for each panel beside title and time axis */
  readonly height?: number;
}

// More curves than colours are dashed.
const dashes = ['', '6 3', '2 2'];
const top = 44;
const bottom = 46;
const left = 72;
const panelGap = 18;

/** An SVG file's text. Pure: the same input gives the same text. */
export function linePlot(plot: LinePlot): string {
  const { title, series, across = timeAcross, units = new Map(), logarithmic = false, width = 960, height } = plot;
  const panels = panelsOf(series, (unit) => units.get(unit) ?? displayUnit(unit));
  const legend = Math.min(240, 46 + 7.4 * Math.max(0, ...series.map(({ name }) => Math.min(name.length, 26))));
  const whole = height ?? top + bottom + 240 * Math.max(1, panels.length);
  const panelHeight = (whole - top - bottom - panelGap * Math.max(0, panels.length - 1)) / Math.max(1, panels.length);
  const plotWidth = width - left - legend;
  const time = acrossAxis(series, across, units, Math.max(2, Math.floor(plotWidth / 90)));
  const x = (t: number): number => left + ((t * time.factor - time.low) / (time.high - time.low)) * plotWidth;
  const body = panels.map((panel, i) => {
    const upper = top + i * (panelHeight + panelGap);
    return panelMarkup(panel, { upper, height: panelHeight, width: plotWidth, time, x, logarithmic, last: i === panels.length - 1 });
  });
  const empty = panels.length === 0 ? [`<text x="${left}" y="${top + 20}">nothing was recorded</text>`] : [];
  return svgText({ title, width, height: whole, left, body: [...body, ...empty] });
}

/** Series that share a panel, with the unit in which they are shown. */
export interface Panel {
  readonly unit: string;
  readonly factor: number;
  readonly series: readonly PlotSeries[];
}

interface PanelFrame {
  readonly upper: number;
  readonly height: number;
  readonly width: number;
  readonly time: Axis & { readonly text: string };
  readonly x: (t: number) => number;
  readonly logarithmic: boolean;
  readonly last: boolean;
}

/** Series of one number and unit of display share a panel; panels stand in the order in which they first occur. */
export function panelsOf(series: readonly PlotSeries[], unitOf: (unit: string) => DisplayUnit): Panel[] {
  const panels = new Map<string, { unit: string; factor: number; series: PlotSeries[] }>();
  for (const one of series) {
    const { unit, factor } = unitOf(one.unit);
    const key = `${one.panel ?? 0} ${unit}`;
    const panel = panels.get(key) ?? { unit, factor, series: [] };
    panel.series.push(one);
    panels.set(key, panel);
  }
  return [...panels.values()];
}

const timeAcross = { name: 'time', unit: 's' };

/** From the least to the largest value. Default unit of times: s, ms or µs, by their span. */
function acrossAxis(
  series: readonly PlotSeries[],
  { name, unit }: NonNullable<LinePlot['across']>,
  units: NonNullable<LinePlot['units']>,
  count: number,
): Axis & { readonly text: string; readonly factor: number } {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { t } of series)
    for (const value of t) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  const shown = units.get(unit) ?? (unit === 's' ? timeUnit(high - low) : displayUnit(unit));
  const text = shown.unit === '' ? name : `${name}, ${shown.unit}`;
  return { ...niceAxis(low * shown.factor, high * shown.factor, count, false), text, factor: shown.factor };
}

function timeUnit(span: number): DisplayUnit {
  if (span > 0 && span < 0.5e-3) return { unit: 'µs', factor: 1e6 };
  return span > 0 && span < 0.5 ? { unit: 'ms', factor: 1e3 } : { unit: 's', factor: 1 };
}

function panelMarkup(panel: Panel, { upper, height, width, time, x, logarithmic, last }: PanelFrame): string {
  const [low, high] = rangeOf(panel, logarithmic);
  const axis = (logarithmic ? logAxis : niceAxis)(low, high, Math.max(2, Math.floor(height / 45)), true);
  const lower = upper + height;
  const share = (value: number): number => (logarithmic ? logShare(axis, value) : (value - axis.low) / (axis.high - axis.low));
  const y = (value: number): number => lower - share(value * panel.factor) * height;
  const placed = (one: PlotSeries): PlotSeries =>
    logarithmic ? { ...one, y: one.y.map((value) => (value > 0 ? value : Number.NaN)) } : one;
  const position = (value: number): string => (lower - share(value) * height).toFixed(1);
  const across = (value: number): string => (left + ((value - time.low) / (time.high - time.low)) * width).toFixed(1);
  const right = left + width;
  const lines = [
    ...axis.marks.map(
      ({ value, label }) =>
        `<path d="M${left} ${position(value)}H${right}" stroke="${value === 0 ? '#b5bac2' : '#e6e8ec'}"/><text x="${left - 8}" y="${position(value)}" dy="4" text-anchor="end">${label}</text>`,
    ),
    ...time.marks.map(({ value, label }) => {
      const line = `<path d="M${across(value)} ${upper}V${lower}" stroke="#eef0f3"/>`;
      return last ? `${line}<text x="${across(value)}" y="${lower + 18}" text-anchor="middle">${label}</text>` : line;
    }),
    `<path d="M${left} ${upper}V${lower}H${right}" fill="none" stroke="#6b7280"/>`,
    `<text transform="translate(18 ${upper + height / 2}) rotate(-90)" text-anchor="middle" font-weight="600">${escaped(panel.unit || 'dimensionless')}</text>`,
  ];
  if (last)
    lines.push(`<text x="${left + width / 2}" y="${lower + 38}" text-anchor="middle" font-weight="600">${escaped(time.text)}</text>`);
  return [`<g>`, ...lines, ...panel.series.map((one, i) => curveMarkup(placed(one), i, { x, y }, right, upper, height)), '</g>'].join('\n');
}

/** The curve, and its entry in the legend while there is room for it. */
function curveMarkup({ name, t, y }: PlotSeries, i: number, frame: CurveFrame, right: number, upper: number, height: number): string {
  const dash = dashes[Math.floor(i / colours.length) % dashes.length];
  const stroke = `stroke="${colours[i % colours.length]}"${dash ? ` stroke-dasharray="${dash}"` : ''}`;
  const path = `<path d="${linePath(t, y, frame)}" fill="none" ${stroke} stroke-width="1.6" stroke-linejoin="round"/>`;
  const below = upper + 10 + 18 * i;
  if (below > upper + height) return path;
  const shown = name.length > 26 ? `${name.slice(0, 25)}…` : name;
  return `${path}<path d="M${right + 12} ${below}h18" ${stroke} stroke-width="2.5"/><text x="${right + 36}" y="${below + 4}">${escaped(shown)}</text>`;
}

/** Least and largest value that has a place, in the unit of display. */
function rangeOf({ series, factor }: Panel, logarithmic: boolean): readonly [number, number] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { y } of series) {
    for (const value of y) {
      if (!Number.isFinite(value) || (logarithmic && value <= 0)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return [low * factor, high * factor];
}

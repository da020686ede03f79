/** One panel of a plot: the curves of one unit over an axis that all panels of the plot share. */
import uPlot from 'uplot';
import { type DisplayUnit, formatNumber } from '../../units.js';

export interface Trace {
  readonly name: string;
  /** SI */
  readonly x: Float64Array<ArrayBuffer>;
  readonly y: Float64Array<ArrayBuffer>;
}

export interface PanelFrame {
  readonly across: { readonly name: string; readonly shown: DisplayUnit };
  readonly shown: DisplayUnit;
  readonly isCurve: boolean;
  readonly isLogarithmic: boolean;
  readonly width: number;
  /** Panels with the same key have one cursor. */
  readonly key: string;
  /** Told when the range of the axis has changed, in its unit. */
  onRange(low: number, high: number): void;
}

const height = 240;
const lightInks = ['#1f6fb4', '#c8384b', '#20784b', '#a86500', '#7b4fb3', '#0b7480', '#8c564b', '#b52a80', '#5b6770', '#6f6800'];
const darkInks = ['#6cb0f0', '#ff7f8e', '#5fcf97', '#ffb23e', '#b99af5', '#4fd0dd', '#cfa397', '#f07ac8', '#a9b6bf', '#cfc64f'];
const dashes = [[], [6, 3], [2, 2]];

const isDark = (): boolean => matchMedia('(prefers-color-scheme: dark)').matches && !matchMedia('print').matches;
const colour = (name: string): string => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Six significant digits; a missing value is a dash. */
export const digits = (value: number | null | undefined): string =>
  value === null || value === undefined || Number.isNaN(value) ? '–' : String(Number(value.toPrecision(6)));

/** Least value at which a logarithmic axis begins: far below, uPlot rounds its next mark to 0 and counts marks without end (10 ** -24 is no 1e-24). */
const leastLogarithmic = 1e-18;

/** Powers of ten about the values, from `leastLogarithmic` on. */
const powersAbout: uPlot.Range.Function = (_, low, high) =>
  low === null || high === null
    ? [low, high]
    : uPlot.rangeLog(Math.max(low, leastLogarithmic), Math.max(high, 10 * leastLogarithmic), 10, true);

/** Draws the panel into an element. */
export function panel(into: HTMLElement, traces: readonly Trace[], frame: PanelFrame): uPlot {
  const { across, shown, isCurve, isLogarithmic, width, key } = frame;
  const inks = isDark() ? darkInks : lightInks;
  const text = (name: string, unit: string): string => (unit === '' ? name : `${name}, ${unit}`);
  const axis = {
    stroke: () => colour('--soft'),
    grid: { stroke: () => colour('--grid'), width: 1 },
    ticks: { stroke: () => colour('--rule'), width: 1 },
    values: (_: uPlot, marks: readonly (number | null)[]) => marks.map((mark) => (mark === null ? '' : formatNumber(mark, 6))),
  };
  const lines = traces.map(
    ({ name }, k): uPlot.Series => ({
      label: name,
      stroke: inks[k % inks.length] as string,
      width: 1.5,
      dash: dashes[Math.floor(k / inks.length) % dashes.length] as number[],
      spanGaps: false,
      pxAlign: 0,
      points: { show: false },
      value: (_, value) => digits(value),
      ...(isCurve
        ? {
            facets: [
              { scale: 'x', auto: true },
              { scale: 'y', auto: true },
            ],
            paths: curvePath,
          }
        : {}),
    }),
  );
  const options: uPlot.Options = {
    ...(isCurve ? { mode: 2 as const } : {}),
    width,
    height,
    scales: { x: { time: false }, ...(isLogarithmic ? { y: { distr: 3 as const, range: powersAbout } } : {}) },
    legend: { live: !isCurve },
    cursor: { sync: { key, scales: ['x', null] }, drag: { x: true, y: isCurve }, ...(isCurve ? {} : { dataIdx: nearestRow }) },
    axes: [
      { ...axis, label: text(across.name, across.shown.unit), labelSize: 22 },
      { ...axis, label: shown.unit === '' ? 'dimensionless' : shown.unit, size: 64, labelSize: 20 },
    ],
    series: [{ label: text(across.name, across.shown.unit), value: (_, value) => digits(value) }, ...lines],
    hooks: {
      setScale: [
        (u, scale) => {
          const { min, max } = u.scales['x'] ?? {};
          if (scale === 'x' && typeof min === 'number' && typeof max === 'number') frame.onRange(min, max);
        },
      ],
    },
  };
  return new uPlot(options, isCurve ? curves(traces, frame) : aligned(traces, frame), into);
}

const scaled = (values: Float64Array, factor: number): Float64Array => (factor === 1 ? values : values.map((value) => value * factor));

/** Curves over one column of all their rows; rows that a curve lacks are undefined there, which breaks no line. */
function aligned(traces: readonly Trace[], { across, shown, isLogarithmic }: PanelFrame): uPlot.AlignedData {
  const groups = new Map<Float64Array, Float64Array[]>();
  for (const { x, y } of traces) groups.set(x, [...(groups.get(x) ?? []), y]);
  const tables = [...groups].map(
    ([x, ys]): uPlot.AlignedData => [
      scaled(x, across.shown.factor),
      ...ys.map((y) =>
        Array.from(scaled(y, shown.factor), (value) => (Number.isFinite(value) && !(isLogarithmic && value <= 0) ? value : null)),
      ),
    ],
  );
  if (tables.length === 1) return tables[0] as uPlot.AlignedData;
  const joined = uPlot.join(tables);
  // In the order of the curves, not of their tables.
  const order = [...groups].flatMap(([x]) => traces.flatMap((trace, k) => (trace.x === x ? [k] : [])));
  const data: uPlot.AlignedData = [joined[0] as number[]];
  order.forEach((k, column) => {
    data[k + 1] = joined[column + 1] as (number | null | undefined)[];
  });
  return data;
}

function curves(traces: readonly Trace[], { across, shown }: PanelFrame): uPlot.AlignedData {
  const data = traces.map(({ x, y }) => [scaled(x, across.shown.factor), scaled(y, shown.factor)]);
  return [null, ...data] as unknown as uPlot.AlignedData;
}

/** Row under the cursor, of curves that have none there the nearest. */
function nearestRow(u: uPlot, series: number, row: number): number {
  const values = u.data[series] ?? [];
  if (values[row] !== null && values[row] !== undefined) return row;
  for (let away = 1; away < 2000; away++) {
    if (values[row - away] !== null && values[row - away] !== undefined) return row - away;
    if (values[row + away] !== null && values[row + away] !== undefined) return row + away;
  }
  return row;
}

/** A line through points in their order, whichever way it runs. */
const curvePath: uPlot.Series.PathBuilder = (u, series) => {
  const [xs, ys] = u.data[series] as unknown as [Float64Array, Float64Array];
  const stroke = new Path2D();
  let isDown = false;
  for (const [k, x] of xs.entries()) {
    const y = ys[k] ?? Number.NaN;
    if (!Number.isFinite(x) || !Number.isFinite(y)) isDown = false;
    else {
      const at = [u.valToPos(x, 'x', true), u.valToPos(y, 'y', true)] as const;
      if (isDown) stroke.lineTo(...at);
      else stroke.moveTo(...at);
      isDown = true;
    }
  }
  const clip = new Path2D();
  clip.rect(u.bbox.left, u.bbox.top, u.bbox.width, u.bbox.height);
  return { stroke, clip };
};

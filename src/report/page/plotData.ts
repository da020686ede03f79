/** Curves as a page's script gets them. */
import type { Across, ChosenUnits, Plot } from '../plots/plot.js';
import { packed } from './numbers.js';

/** A plot in a page. */
export interface PlotData {
  /** Text for readers who cannot see it. */
  readonly label: string;
  readonly across: Across;
  readonly isCurve: boolean;
  readonly isLogarithmic: boolean;
  /** Columns of doubles (numbers.ts); curves with the same rows share one. */
  readonly columns: readonly string[];
  readonly traces: readonly {
    readonly name: string;
    readonly unit: string;
    readonly panel: number;
    readonly x: number;
    readonly y: number;
  }[];
  /** Units to begin with, by SI unit. */
  readonly units: Readonly<Record<string, string>>;
}

/** Rows of a curve above which a page has only the lowest and the highest of each of `mostRows / 4` intervals. */
export const mostRows = 20_000;

/** The data of a plot in a page, and whether curves were thinned for it. */
export function plotData(plot: Plot, units: ChosenUnits, most = mostRows): { readonly data: PlotData; readonly isThinned: boolean } {
  const columns: string[] = [];
  const known = new Map<Float64Array, number>();
  const columnOf = (values: Float64Array): number => {
    const number = known.get(values) ?? columns.push(packed(values)) - 1;
    known.set(values, number);
    return number;
  };
  let isThinned = false;
  const traces = plot.series.map(({ name, unit, panel = 0, t, y }) => {
    const rows = t.length <= most ? { t, y } : thinned(t, y, most);
    isThinned ||= rows.t !== t;
    return { name, unit, panel, x: columnOf(rows.t), y: columnOf(rows.y) };
  });
  const chosen = Object.fromEntries([...units].map(([si, { unit }]) => [si, unit]));
  const { title: label, across, isCurve, isLogarithmic = false } = plot;
  return { data: { label, across, isCurve, isLogarithmic, columns, traces, units: chosen }, isThinned };
}

/** Of every interval of rows the first, lowest, highest and last, in their order: rows that were recorded, with no peak lost. */
export function thinned(
  t: Float64Array,
  y: Float64Array,
  most: number,
): { readonly t: Float64Array<ArrayBuffer>; readonly y: Float64Array<ArrayBuffer> } {
  const each = Math.ceil((4 * t.length) / most);
  const kept: number[] = [];
  for (let from = 0; from < t.length; from += each) {
    const to = Math.min(t.length, from + each);
    let [low, high] = [from, from];
    for (let k = from; k < to; k++) {
      if (y[k] < y[low]) low = k;
      if (y[k] > y[high]) high = k;
    }
    kept.push(...[...new Set([from, low, high, to - 1])].sort((a, b) => a - b));
  }
  return { t: Float64Array.from(kept, (k) => t[k]), y: Float64Array.from(kept, (k) => y[k]) };
}

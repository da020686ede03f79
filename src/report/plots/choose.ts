/** From results of one or several runs to the curves that were asked for. */
import type { PlotSeries } from '../linePlot.js';
import { choosePlotted } from '../plotChoice.js';
import { difference, type Rows, valuesAt } from './between.js';
import { extremeRows } from './extremes.js';
import { type Across, overTime, type Plot } from './plot.js';
import { spectrum } from './spectrum.js';

/** Recorded rows of one run, and its name where several are shown. */
export interface RunRows {
  readonly label: string;
  readonly t: Float64Array;
  readonly columns: readonly { readonly name: string; readonly unit: string }[];
  readonly values: readonly Float64Array[];
}

/** Names in all runs, each once, in the order of the first run that has it. */
export function namesOf(runs: readonly RunRows[]): string[] {
  return [...new Set(runs.flatMap(({ columns }) => columns.map(({ name }) => name)))];
}

/** One column of a run; undefined where it was not recorded. */
export function seriesOf({ t, columns, values }: RunRows, name: string): PlotSeries | undefined {
  const k = columns.findIndex((column) => column.name === name);
  return k < 0 ? undefined : { name, unit: columns[k]?.unit ?? '1', t, y: values[k] as Float64Array };
}

/** Signals that a picture has room for, by default: the first of each unit. */
export function firstNames(run: RunRows): { readonly names: readonly string[]; readonly leftOut: number } {
  const series = (name: string) => seriesOf(run, name) as PlotSeries;
  const chosen = choosePlotted({ columns: run.columns, series });
  return { names: chosen.series.map(({ name }) => name), leftOut: chosen.leftOut };
}

/** Name of a curve: with its run where there are several. */
const labelled = (name: string, { label }: RunRows, runs: readonly RunRows[]): string => (runs.length > 1 ? `${name}, ${label}` : name);

/** Signals over time, or over another quantity: of all runs over each other, signal by signal. */
export function plotOverTime(title: string, runs: readonly RunRows[], names: readonly string[], across: Across = overTime): Plot {
  const series = names.flatMap((name) =>
    runs.flatMap((run) => {
      const one = seriesOf(run, name);
      return one ? [{ ...one, name: labelled(name, run, runs) }] : [];
    }),
  );
  return { title, across, series, isCurve: false };
}

/** Signals less those of another run at the same times. */
export function plotDifferences(title: string, runs: readonly RunRows[], names: readonly string[], base: RunRows): Plot {
  const plot = plotOverTime(title, runs, names);
  const series = names.flatMap((name) =>
    runs.flatMap((run) => {
      const [one, other] = [seriesOf(run, name), seriesOf(base, name)];
      return one && other ? [{ ...one, name: labelled(name, run, runs), y: difference(one, other) }] : [];
    }),
  );
  return { ...plot, series };
}

/** Signals over another signal of the same run. */
export function plotAgainst(title: string, runs: readonly RunRows[], names: readonly string[], against: string): Plot {
  const series = runs.flatMap((run) => {
    const across = seriesOf(run, against);
    return names.flatMap((name) => {
      const one = seriesOf(run, name);
      return across && one ? [{ ...one, name: labelled(name, run, runs), t: across.y }] : [];
    });
  });
  const unit = runs.map((run) => seriesOf(run, against)?.unit).find((one) => one !== undefined) ?? '1';
  return { title, across: { name: against, unit }, series, isCurve: true };
}

/** Amplitudes of signals by frequency. */
export function plotSpectra(plot: Plot): Plot {
  const series = plot.series.map((one) => ({ ...one, ...spectrum(one) }));
  return { ...plot, title: `${plot.title}: amplitudes`, across: { name: 'frequency', unit: 'Hz' }, series };
}

/** Recorded pressures along a way, at some times, or, without any, their lowest and highest. */
export function plotProfile(
  title: string,
  runs: readonly RunRows[],
  stations: readonly { readonly name: string; readonly at: number }[],
  times: readonly number[],
  timeText: (time: number) => string,
): Plot {
  const series = runs.flatMap((run): PlotSeries[] => {
    const there = stations.flatMap(({ name, at }) => {
      const one = seriesOf(run, name);
      return one ? [{ at, one }] : [];
    });
    const t = Float64Array.from(there, ({ at }) => at);
    const curve = (name: string, value: (one: Rows) => number): PlotSeries => ({
      name: labelled(name, run, runs),
      unit: 'Pa',
      t,
      y: Float64Array.from(there, ({ one }) => value(one)),
    });
    if (times.length > 0) return times.map((time) => curve(timeText(time), (one) => valuesAt(one, Float64Array.of(time))[0]));
    const extreme =
      (which: 'low' | 'high') =>
      (one: Rows): number =>
        one.y[extremeRows(one.y)?.[which] ?? -1] ?? Number.NaN;
    return [curve('highest', extreme('high')), curve('lowest', extreme('low'))];
  });
  return { title, across: { name: 'way', unit: 'm' }, series, isCurve: false };
}

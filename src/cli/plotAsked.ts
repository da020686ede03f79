/** Which plot the options of `ringmain plot` ask for; options that do not go together are mistakes. */

import { didYouMean } from '../circuit/file/closest.js';
import { readCircuit } from '../circuit/file/read.js';
import { selectNames } from '../circuit/text/globs.js';
import { numberAt } from '../circuit/text/known.js';
import { unjoined } from '../report/drawing/unjoined.js';
import { type NoWay, type Way, wayAlong } from '../report/plots/along.js';
import {
  firstNames,
  namesOf,
  plotAgainst,
  plotDifferences,
  plotOverTime,
  plotProfile,
  plotSpectra,
  type RunRows,
} from '../report/plots/choose.js';
import type { Plot } from '../report/plots/plot.js';
import { formatPlural, formatSeconds } from '../report/units.js';
import { UserError } from '../results/userError.js';
import { list, quantity } from './options.js';
import { warnUser } from './print.js';
import { readShown } from './resultsFile.js';
import type { SweptRows } from './sweepTable.js';

/** Options of a plot, as they stand on the command line. */
export interface AskedPlot {
  readonly signals: readonly string[];
  readonly minus?: string | undefined;
  readonly against?: string | undefined;
  readonly along?: string | undefined;
  readonly circuit?: string | undefined;
  readonly at?: string | undefined;
  readonly title?: string | undefined;
  readonly spectrum: boolean;
}

/** The plot, and notes about it. */
export async function askedPlot(asked: AskedPlot, runs: readonly RunRows[]): Promise<{ readonly plot: Plot; readonly notes: string[] }> {
  const { minus, against, along, spectrum, at, circuit } = asked;
  const kinds = Object.entries({ '--minus': minus, '--against': against, '--along': along }).filter(([, value]) => value !== undefined);
  if (kinds.length > 1) throw new UserError(`${kinds.map(([option]) => option).join(' and ')} do not go together; leave one out`);
  if (spectrum && (against !== undefined || along !== undefined))
    throw new UserError(`--spectrum is of signals over time; leave out ${against === undefined ? '--along' : '--against'}`);
  if (along === undefined && (circuit !== undefined || at !== undefined))
    throw new UserError(`${circuit === undefined ? '--at' : '--circuit'} belongs to --along; name the components of a main with it`);
  const labels = runs.map(({ label }) => label).join(', ');
  if (along !== undefined) return profile(asked, along, runs, labels);
  if (against !== undefined && !namesOf(runs).includes(against))
    throw new UserError(`--against ${against}: was not recorded${didYouMean(against, namesOf(runs))}`);
  const { panels, leftOut } = chosenNames(asked.signals, runs, against);
  const notes = leftOut > 0 ? [`${formatPlural(leftOut, 'recorded signal')} not drawn; choose with --signals`] : [];
  if (against !== undefined) return { plot: inPanels(panels, (names) => plotAgainst(asked.title ?? labels, runs, names, against)), notes };
  if (minus === undefined) {
    const plot = inPanels(panels, (names) => plotOverTime(asked.title ?? labels, runs, names));
    return { plot: spectrum ? plotSpectra(plot) : plot, notes };
  }
  const base: RunRows = { ...(await readShown(minus)), label: minus };
  const plot = inPanels(panels, (names) => plotDifferences(asked.title ?? `${labels} less ${minus}`, runs, names, base));
  if (plot.series.length === 0) throw new UserError(`--minus ${minus}: has none of the signals ${panels.flat().join(', ')}`);
  return { plot: spectrum ? plotSpectra(plot) : plot, notes };
}

/** The plot of a sweep's table: its measures over what was varied, or over one of them. */
export function askedSweep(
  asked: AskedPlot,
  { across, curves, by, measures }: SweptRows,
  label: string,
): { readonly plot: Plot; readonly notes: string[] } {
  const { minus, along, circuit, at, spectrum, against, title = `${label}${by.length > 0 ? `, by ${by.join(', ')}` : ''}` } = asked;
  const others = Object.entries({
    '--minus': minus,
    '--along': along,
    '--circuit': circuit,
    '--at': at,
    '--spectrum': spectrum || undefined,
  });
  const [other] = others.find(([, value]) => value !== undefined) ?? [];
  if (other !== undefined) throw new UserError(`${other}: ${label} is the table of a sweep, which has no times; leave it out`);
  if (against !== undefined && !namesOf(curves).includes(against))
    throw new UserError(`--against ${against}: is not in the table${didYouMean(against, namesOf(curves))}`);
  const own = [measures.filter((name) => name !== against)];
  const panels = asked.signals.length > 0 ? chosenNames(asked.signals, curves, against).panels : own;
  const isAcross = against === undefined || against === across.name;
  // The value first: legends have little room.
  const draw = (names: readonly string[]): Plot => {
    const plots = curves.map((one) => (isAcross ? plotOverTime(title, [one], names, across) : plotAgainst(title, [one], names, against)));
    const series = names.flatMap((name, n) =>
      plots.flatMap((plot, k) =>
        plot.series[n] ? [{ ...plot.series[n], name: by.length > 0 ? `${curves[k]?.label}: ${name}` : name }] : [],
      ),
    );
    return { ...(plots[0] as Plot), series };
  };
  return { plot: inPanels(panels, draw), notes: [] };
}

/** Names by panel: those of each --signals share one; without any, the first of each unit. */
function chosenNames(
  signals: readonly string[],
  runs: readonly RunRows[],
  against?: string,
): { readonly panels: readonly (readonly string[])[]; readonly leftOut: number } {
  if (signals.length === 0) {
    const { names, leftOut } = firstNames(runs[0] as RunRows);
    return { panels: [names.filter((name) => name !== against)], leftOut };
  }
  const known = namesOf(runs);
  const selections = signals.map((patterns) => selectNames(known, list(patterns)));
  const unmatched = selections.flatMap((selection) => selection.unmatched);
  if (unmatched.length > 0)
    throw new UserError(unmatched.map((pattern) => `--signals ${pattern}: no recorded signal${didYouMean(pattern, known)}`).join('\n'));
  return { panels: selections.map(({ names }) => names), leftOut: 0 };
}

/** One plot of the curves that each panel's names give. */
function inPanels(panels: readonly (readonly string[])[], draw: (names: readonly string[]) => Plot): Plot {
  const plots = panels.map(draw);
  return { ...(plots[0] as Plot), series: plots.flatMap(({ series }, panel) => series.map((one) => ({ ...one, panel }))) };
}

async function profile(
  { circuit: file, at, title }: AskedPlot,
  along: string,
  runs: readonly RunRows[],
  labels: string,
): Promise<{ readonly plot: Plot; readonly notes: string[] }> {
  if (file === undefined) throw new UserError(`--along ${along}: name the circuit file with --circuit, for the lengths of lines`);
  const { drawn: circuit } = unjoined(await readCircuit(file, { onWarning: warnUser(file) }));
  const names = circuit.components.map(({ name }) => name);
  const stops = list(along).map((name) => {
    const number = names.indexOf(name);
    if (number < 0) throw new UserError(`--along ${name}: no such component in ${file}${didYouMean(name, names)}`);
    return number;
  });
  if (stops.length < 2) throw new UserError(`--along ${along}: name at least two components, such as r1,r4`);
  const way: Way | NoWay = wayAlong(circuit, stops);
  if ('from' in way)
    throw new UserError(`--along ${along}: no way by lines and junctions from ${way.from} to ${way.to}; name what lies between`);
  if (way.length === 0) throw new UserError(`--along ${along}: the lines between have volumes, but no lengths`);
  const known = new Set(namesOf(runs));
  const missing = way.stations.filter(({ name }) => !known.has(name));
  if (missing.length > way.stations.length - 2)
    throw new UserError(
      `--along ${along}: fewer than two of its pressures were recorded; run with --record '${way.stations.map(({ name }) => name).join(',')}'`,
    );
  const times = list(at ?? '').map((text) => quantity('--at', text, 's'));
  for (const { label, t } of runs)
    for (const time of times)
      if (time < numberAt(t, 0) || time > numberAt(t, t.length - 1))
        throw new UserError(
          `--at ${formatSeconds(time)}: ${label} goes from ${formatSeconds(numberAt(t, 0))} to ${formatSeconds(numberAt(t, t.length - 1))}`,
        );
  const plot = plotProfile(title ?? `${labels}: pressure from ${list(along).join(' over ')}`, runs, way.stations, times, formatSeconds);
  const notes = missing.length > 0 ? [`not recorded on the way: ${missing.map(({ name }) => name).join(', ')}`] : [];
  return { plot, notes };
}

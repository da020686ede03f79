/** `ringmain fit`: values of a circuit by measured traces, with intervals and correlations. */
import { readCircuitText } from '../circuit/file/read.js';
import { type Fit, type FitPlan, planFit, runFit } from '../fit/identify.js';
import { fitPicture, fitText, fittedParameters } from '../report/study/fitTables.js';
import { formatNumber } from '../report/units.js';
import { readMeasured } from '../results/stores/measuredTable.js';
import { UserError } from '../results/userError.js';
import { settingsAt } from '../run/points/searched.js';
import { type ExitCode, exitCodes } from './exit.js';
import { settingsOf, wholeNumber } from './options.js';
import { type ArgumentsOf, circuitWord, command, text, texts } from './optionTable.js';
import { print, printJson } from './print.js';
import { runSettings, searching, searchOptions } from './searching.js';
import { commandLine, studyTarget, writeStudy } from './studyFiles.js';

const { grid: _, ...ofSearches } = searchOptions;
const options = {
  data: text("measured table, FILE.csv or FILE.parquet: times first, headings with units, 'time [ms],position [mm]'"),
  clock: text("of the table, which shows delay + rate·t: 'delay 50 ms', or searched, 'delay -50 ms..50 ms, rate 0.99..1.01'"),
  seed: text('of the random starts; the same seed, the same result', '1'),
  starts: text('starts: the middle of the ranges, or where --vary says, and others at random', '4'),
  iterations: text('steps of each start at most', '50'),
  difference: text('half the distance between the points of a difference, in parts of each range', '1e-3'),
  points: text('where runs that are done stand until the end, FILE.partial, so that --resume can go on'),
  plot: text('picture of traces and residuals, FILE.svg, or a page with tables, FILE.html'),
  ...ofSearches,
  match: texts(
    "a quantity and its measured column, 'cylinder.x=position'; known values behind commas: noise 0.1 mm (its deviation), delay 5 ms and offset 1 mm (by which its clock and its zero are ahead), or ranges of them to be searched; repeat for more",
  ),
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const fitCommand = command('fit', {
  words: circuitWord,
  options,
  examples: [
    [
      "circuits/lift.yaml --data out/measured.csv --match 'cylinder.x=position, noise 0.2 mm' --clock 'delay -50 ms..50 ms' --vary 'cylinder.viscousFriction=500 N s/m..10000 N s/m' --vary 'throttle.area=3 mm2..12 mm2' --plot out/fit.html",
      'friction and throttle of a lift, by a trace whose clock is off',
    ],
  ],
  epilogue: [
    "Levenberg and Marquardt's method from several starts, slopes by central differences. Intervals are those of independent noise of equal deviation about the best",
    'values, to first order. Without noise given, traces are weighted by their residuals. Units of the table are those of circuits: bar, psi, in, rev/min and more.',
  ].join('\n'),
  run: fitAndReport,
});

async function fitAndReport(args: Arguments): Promise<ExitCode> {
  const plan = await planOf(args);
  const { points } = plan;
  const picture = args.plot === undefined ? null : studyTarget('--plot', args.plot, args.force);
  const search = { points, file: args.points, nameIt: 'which fit? Name where its runs stand with --points FILE', targets: [picture] };
  return searching({ ...args, grid: undefined }, search, async ({ runs, answered, phase }) => {
    const fit = await runFit(plan, {
      ...runs,
      onAnswer: answered,
      onIteration: (start, iteration, squares) => phase.show(`start ${start + 1}, step ${iteration}: ${formatNumber(squares)}`),
    });
    phase.clear();
    const summary = fitText(plan, fit);
    if (picture && fit.best !== null) {
      const title = `${points.circuit.name}: ${plan.traces.map(({ signal }) => signal).join(', ')}`;
      const pictures = [{ heading: 'Traces and residuals', svg: fitPicture(plan, fit, title) }];
      await writeStudy(picture, { title, summary, pictures, tables: [correlationTable(plan, fit)] }, commandLine());
    }
    if (args.json) printJson(jsonOf(plan, fit));
    else if (!args.quiet) {
      print(summary);
      const settings = settingsAt(points.searched, fit.point).map((entry) => `--set '${entry}'`);
      if (fit.best !== null) print(`\n${settings.join(' ')}`);
      if (picture && fit.best !== null) print(`picture in ${picture.file}`);
    }
    return fit.best === null ? exitCodes.failed : exitCodes.done;
  });
}

async function planOf(args: Arguments): Promise<FitPlan> {
  if (args.data === undefined) throw new UserError('--data: where are the measured traces? Name the table, FILE.csv or FILE.parquet');
  const { settings } = await runSettings({ ...args, grid: undefined });
  const difference = Number(args.difference);
  if (!(difference > 0 && difference < 0.5))
    throw new UserError(`--difference ${args.difference}: must be a part of the ranges, above 0 and below 0.5`);
  const measured = { file: args.data, ...(await readMeasured(args.data)) };
  return planFit(await readCircuitText(args.circuit), args.circuit, measured, {
    ...settings,
    ...{ set: settingsOf(args), vary: args.vary, match: args.match, ...(args.clock === undefined ? {} : { clock: args.clock }) },
    ...{ starts: wholeNumber('--starts', args.starts, 1), seed: wholeNumber('--seed', args.seed, 0) },
    ...{ iterations: wholeNumber('--iterations', args.iterations, 1), difference },
  });
}

function correlationTable({ parameters }: FitPlan, { certainty }: Fit) {
  return {
    heading: 'Correlations',
    columns: [{ heading: '' }, ...parameters.map(({ name }) => ({ heading: name, isNumber: true }))],
    rows: parameters.map(({ name }, i) => [
      name,
      ...parameters.map((_, j) => formatNumber(certainty?.correlations[i]?.[j] ?? Number.NaN, 3)),
    ]),
  };
}

function jsonOf(plan: FitPlan, fit: Fit): object {
  const { starts, best, certainty, traces, made, wallSeconds } = fit;
  const names = plan.parameters.map(({ name }) => name);
  return {
    ...{ circuit: plan.points.circuit.name, made, wallSeconds, best },
    starts: starts.map(({ squares, iterations, stopped }) => ({ squares, iterations, stopped })),
    parameters: best === null ? [] : fittedParameters(plan, fit),
    correlations: certainty?.correlations ?? null,
    ...{ freedom: certainty?.freedom ?? null, condition: certainty?.condition ?? null },
    confounded: certainty?.confounded.map((group) => group.map((k) => names[k])) ?? [],
    withoutEffect: certainty?.withoutEffect.map((k) => names[k]) ?? [],
    traces: traces.map(({ deviation, lag, t }, k) => ({ signal: plan.traces[k]?.signal, rows: t.length, deviation, lag })),
  };
}

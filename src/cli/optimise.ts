/** `ringmain optimise`: values of a circuit for which a measure is least or largest, or the front of several. */
import { readCircuitText } from '../circuit/file/read.js';
import { type Evaluated, type Found, planSearch, runSearch, type SearchPlan, searchMethods } from '../fit/optimise.js';
import { formOf, studyPicture } from '../report/study/pictures.js';
import { searchTable, searchText } from '../report/study/searchTables.js';
import { displayUnit, formatNumber, formatPlural } from '../report/units.js';
import { writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { settingsAt } from '../run/points/searched.js';
import { measureNames } from '../run/sweep/measures.js';
import { sweepHeader, sweepLine } from '../run/sweep/table.js';
import { type ExitCode, exitCodes } from './exit.js';
import { settingsOf, wholeNumber } from './options.js';
import { type ArgumentsOf, circuitWord, command, flag, text, texts } from './optionTable.js';
import { print, printJson } from './print.js';
import { runSettings, searching, searchOptions } from './searching.js';
import { commandLine, studyTarget, tableTarget, writeStudy } from './studyFiles.js';

const options = {
  method: text(`${searchMethods.join(', ')}; default: nsga-2 of a front, else cma-es`),
  seed: text('of the random draws; the same seed, the same result', '1'),
  runs: text('runs at most', '1000'),
  population: text('points of a generation; default: 4 + 3 ln n of cma-es, 40 of nsga-2'),
  starts: text('searches side by side, all but the first from random points; default: 4 of nelder-mead, else 1'),
  tolerance: text('size at which a search has come to rest, in parts of the ranges', '1e-4'),
  out: text('table of all points to write, FILE.csv, as that of a sweep; until then they stand in FILE.csv.partial'),
  plot: text('picture of all points, FILE.svg, or a page with pictures and tables, FILE.html'),
  ...searchOptions,
  minimise: texts(
    "a measure to be small, such as 'max(cyl.cap.p)'; of several each in parts of a quantity, 'max(cyl.cap.p) / 100 bar', which are added",
  ),
  maximise: texts('a measure to be large'),
  never: texts(
    "a condition that must hold at no step, as --watch of run has it, 'n.p > 250 bar', or of a measure, 'settling(cyl.x, 2 %) > 0.5 s'; repeat for more",
  ),
  front: flag('several objectives are not added: find all points that no other is better than in each'),
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const optimiseCommand = command('optimise', {
  words: circuitWord,
  options,
  examples: [
    [
      "circuits/lift.yaml --vary 'throttle.area=3 mm2..12 mm2' --minimise 'firstAbove(cylinder.x, 0.4 m)' --never 'cylinder.v > 0.15 m/s'",
      'as fast as a limit of speed allows',
    ],
    [
      "circuits/cushion.yaml --vary 'slot.first=10 mm2..60 mm2 log' --vary 'slot.second=10 mm2..60 mm2 log' --minimise 'max(mass.chamber.p)' --minimise 'final(mass.landing)' --front --plot out/front.html",
      'highest pressure against landing speed of a cushion',
    ],
  ],
  epilogue: [
    `Measures: ${measureNames.join(', ')}, as of sweep.`,
    'A point that keeps all limits is better than one that breaks any; of two that break some the one that breaks less. Runs that fail are worse than all.',
    'cma-es: Hansen, arXiv:1604.00772. nelder-mead: Gao & Han 2012, for few parameters and smooth measures. nsga-2: Deb et al. 2002.',
  ].join('\n'),
  run: searchAndReport,
});

async function searchAndReport(args: Arguments): Promise<ExitCode> {
  const plan = await planOf(args);
  const table = args.out === undefined ? null : tableTarget(args.out, args.force);
  const picture = args.plot === undefined ? null : studyTarget('--plot', args.plot, args.force);
  const nameIt = 'which search? Name its table with --out FILE.csv';
  return searching(args, { points: plan.points, file: args.out, nameIt, targets: [table, picture] }, async ({ runs, answered, phase }) => {
    const found = await runSearch(plan, {
      ...runs,
      onAnswer: answered,
      onBatch: (evaluated, best) => phase.show(progressText(plan, evaluated, best)),
    });
    phase.clear();
    if (table) await writeWhole(table, tableLines(plan, found));
    const objectives = plan.goals.goals.map(({ text, sign }) => `${sign > 0 ? 'least' : 'largest'} ${text}`);
    const title = `${plan.points.circuit.name}: ${objectives.join(', ')}`;
    const summary = searchText(plan, found);
    if (picture && found.best !== null) {
      const study = searchTable(plan, found, title);
      const svg = studyPicture(study, formOf(study, plan.isFront));
      await writeStudy(picture, { title, summary, pictures: [{ heading: 'All points', svg }], tables: [] }, commandLine());
    }
    if (args.json) printJson(jsonOf(plan, found, args));
    else if (!args.quiet) {
      print(summary);
      if (table) print(`table in ${table.file}`);
      if (picture && found.best !== null) print(`picture in ${picture.file}`);
    }
    const best = found.best === null ? null : (found.evaluated[found.best] as Evaluated);
    return best === null || best.outcome.violation > 0 ? exitCodes.failed : exitCodes.done;
  });
}

async function planOf(args: Arguments): Promise<SearchPlan> {
  const { method } = args;
  if (method !== undefined && !(searchMethods as readonly string[]).includes(method))
    throw new UserError(`--method ${method}: must be one of ${searchMethods.join(', ')}`);
  const tolerance = Number(args.tolerance);
  if (!(tolerance > 0 && tolerance < 1))
    throw new UserError(`--tolerance ${args.tolerance}: must be a part of the ranges, above 0 and below 1`);
  return planSearch(await readCircuitText(args.circuit), args.circuit, {
    ...(await runSettings(args)).settings,
    ...{ set: settingsOf(args), vary: args.vary, minimise: args.minimise, maximise: args.maximise, never: args.never },
    ...{ front: args.front, seed: wholeNumber('--seed', args.seed, 0), runs: wholeNumber('--runs', args.runs, 2), tolerance },
    ...(method === undefined ? {} : { method: method as (typeof searchMethods)[number] }),
    ...(args.population === undefined ? {} : { population: wholeNumber('--population', args.population, 4) }),
    ...(args.starts === undefined ? {} : { starts: wholeNumber('--starts', args.starts, 1) }),
  });
}

function progressText({ goals }: SearchPlan, evaluated: readonly Evaluated[], best: Evaluated | null): string {
  const says = best
    ? `, best ${best.outcome.objectives.map((value) => formatNumber(value)).join(', ')}${best.outcome.violation > 0 ? ' (breaks limits)' : ''}`
    : '';
  return `${formatPlural(evaluated.length, 'point')}${goals.goals.length > 0 ? says : ''}`;
}

function* tableLines({ points }: SearchPlan, { evaluated }: Found): Iterable<string> {
  const columns = {
    varied: points.searched.map(({ name, unit }) => ({ name, unit: unit || null })),
    measures: points.measures.map(({ text, unit }) => ({ text, ...displayUnit(unit) })),
  };
  yield `${sweepHeader(columns)}\n`;
  for (const [k, { point, answer }] of evaluated.entries()) {
    const values = settingsAt(points.searched, point).map((entry) => entry.slice(entry.indexOf('=') + 1));
    const { measured, steps, digest, error } = answer;
    yield sweepLine(columns, { variant: k + 1, values, measured, steps, digest, error, wallSeconds: Number.NaN });
  }
}

function jsonOf(plan: SearchPlan, { evaluated, best, front, ...rest }: Found, { out, plot }: Arguments): object {
  const one = (k: number): object => {
    const { point, answer, outcome } = evaluated[k] as Evaluated;
    const settings = settingsAt(plan.points.searched, point);
    return {
      ...{ point: k + 1, set: settings, objectives: outcome.objectives, violation: outcome.violation },
      measured: Object.fromEntries(plan.points.measures.map(({ text }, m) => [text, answer.measured[m] ?? null])),
      watched: answer.watched,
    };
  };
  return {
    ...{ circuit: plan.points.circuit.name, method: plan.method, seed: plan.seed, points: evaluated.length, ...rest },
    ...{ best: best === null ? null : one(best), front: front.map(one), out: out ?? null, plot: plot ?? null },
  };
}

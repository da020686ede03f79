/** `ringmain sensitivity`: which parameters make a measure vary, by Sobol's indices. */
import { readCircuitText } from '../circuit/file/read.js';
import { seeded } from '../circuit/text/random.js';
import { mostParameters, type Sensitivity, saltelliDesign, sensitivityOf } from '../fit/sensitivity.js';
import { sensitivityBars } from '../report/study/sensitivityBars.js';
import { right, textTable } from '../report/table.js';
import { formatNumber, formatPlural, formatQuantity, formatSeconds } from '../report/units.js';
import { UserError } from '../results/userError.js';
import { type PointPlan, planPoints } from '../run/points/plan.js';
import { PointRuns } from '../run/points/pointRuns.js';
import type { PointAnswer } from '../run/points/worker.js';
import { measureNames } from '../run/sweep/measures.js';
import { type ExitCode, exitCodes } from './exit.js';
import { settingsOf, wholeNumber } from './options.js';
import { type ArgumentsOf, circuitWord, command, text, texts } from './optionTable.js';
import { print, printJson } from './print.js';
import { runSettings, searching, searchOptions } from './searching.js';
import { commandLine, studyTarget, writeStudy } from './studyFiles.js';

const options = {
  rows: text('rows of the design, best a power of 2; each takes two runs and one for each parameter', '256'),
  seed: text('of the shift of the design; the same seed, the same result', '1'),
  points: text('where runs that are done stand until the end, FILE.partial, so that --resume can go on'),
  plot: text('picture of the indices, FILE.svg, or a page, FILE.html'),
  ...searchOptions,
  measure: texts(`what to look at, such as 'max(nB.p)'; repeat for more: ${measureNames.join(', ')}`),
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const sensitivityCommand = command('sensitivity', {
  words: circuitWord,
  options,
  examples: [
    [
      "circuits/cushion.yaml --vary 'slot.first=20 mm2..40 mm2' --vary 'slot.second=10 mm2..25 mm2' --vary 'mass.mass=400 kg..600 kg' --measure 'max(mass.chamber.p)'",
      'the parameters that the highest pressure of a cushion depends on',
    ],
  ],
  epilogue: [
    'Parameters are taken as evenly spread over their ranges (by factors with log), each by itself. First order: the part of the variance that goes where one parameter is known;',
    'total: the part that stays where all others are known. Design and estimators: Saltelli et al. 2010, Jansen 1999; intervals of 95 % from resampled rows.',
  ].join('\n'),
  run: findAndReport,
});

async function findAndReport(args: Arguments): Promise<ExitCode> {
  const { settings } = await runSettings(args);
  const rows = wholeNumber('--rows', args.rows, 8);
  const seed = wholeNumber('--seed', args.seed, 0);
  if (args.measure.length === 0) throw new UserError("nothing is measured; write --measure 'max(component.quantity)'");
  const plan = planPoints(await readCircuitText(args.circuit), args.circuit, {
    ...settings,
    ...{ set: settingsOf(args), vary: args.vary, measures: args.measure },
  });
  const count = plan.searched.length;
  if (count > mostParameters)
    throw new UserError(`${count} parameters, and the design has room for ${mostParameters}; set those that matter least`);
  const picture = args.plot === undefined ? null : studyTarget('--plot', args.plot, args.force);
  const search = { points: plan, file: args.points, nameIt: 'of which runs? Name where they stand with --points FILE', targets: [picture] };
  return searching(args, search, async (hooks) => {
    const began = performance.now();
    const design = saltelliDesign(rows, count, seeded(seed));
    let done = 0;
    const runs = new PointRuns(plan, {
      ...hooks.runs,
      onAnswer: (key, answer) => {
        hooks.answered(key, answer);
        hooks.phase.show(`${++done} of ${design.length} runs`);
      },
    });
    const answers = await runs.at(design).finally(() => runs.close());
    hooks.phase.clear();
    const found = plan.measures.map((_, m) =>
      sensitivityOf(
        answers.map(({ measured }) => measured[m] ?? Number.NaN),
        count,
        seeded(seed + 1),
      ),
    );
    const seconds = (performance.now() - began) / 1000;
    const summary = textOf(plan, found, answers, seconds);
    const title = `${plan.circuit.name}: sensitivities`;
    const names = plan.searched.map(({ name }) => name);
    const svg = sensitivityBars(
      title,
      names,
      plan.measures.map(({ text }, m) => ({ name: text, found: found[m] as Sensitivity })),
    );
    if (picture) await writeStudy(picture, { title, summary, pictures: [{ heading: 'Indices', svg }], tables: [] }, commandLine());
    if (args.json)
      printJson({
        circuit: plan.circuit.name,
        parameters: names,
        measures: plan.measures.map(({ text }, m) => ({ measure: text, ...found[m] })),
        runs: design.length,
        made: runs.made,
      });
    else if (!args.quiet) {
      print(summary);
      if (picture) print(`picture in ${picture.file}`);
    }
    return found.some(({ rows: whole }) => whole === 0) ? exitCodes.failed : exitCodes.done;
  });
}

function textOf(
  { searched, measures }: PointPlan,
  found: readonly Sensitivity[],
  answers: readonly PointAnswer[],
  seconds: number,
): string {
  const failed = answers.filter(({ error }) => error !== null);
  const cell = ({ value, low, high }: Sensitivity['first'][number]): string =>
    Number.isFinite(value) ? `${formatNumber(value, 3)} (${formatNumber(low, 2)} to ${formatNumber(high, 2)})` : '–';
  const parts = measures.map(({ text, unit }, m) => {
    const { mean, variance, rows, first, total } = found[m] as Sensitivity;
    const head = `${text}: mean ${formatQuantity(mean, unit)}, deviation ${formatQuantity(Math.sqrt(variance), unit)}, ${formatPlural(rows, 'row')}`;
    const table = textTable(
      [{ heading: 'parameter' }, right('first order'), right('total')],
      searched.map(({ name }, k) => [name, cell(first[k] as Sensitivity['first'][number]), cell(total[k] as Sensitivity['first'][number])]),
    );
    return `${head}\n${table}`;
  });
  return [
    `${formatPlural(answers.length, 'run')} in ${formatSeconds(seconds)}; intervals of 95 %`,
    ...(failed.length > 0 ? [`${formatPlural(failed.length, 'run')} failed, and their rows do not count: ${failed[0]?.error}`] : []),
    '',
    parts.join('\n\n'),
  ].join('\n');
}

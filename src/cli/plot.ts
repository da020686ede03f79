/** `ringmain plot`: recorded signals as a picture, as a page to move about in, or as a quick look in the terminal. */
import { basename } from 'node:path';
import { linePlot } from '../report/linePlot.js';
import type { RunRows } from '../report/plots/choose.js';
import type { ChosenUnits, Plot } from '../report/plots/plot.js';
import { plotPage } from '../report/plots/plotPage.js';
import { terminalPlot } from '../report/plots/terminal.js';
import { formOf, type StudyForm, studyForms, studyPicture } from '../report/study/pictures.js';
import { plotMark } from '../report/svg.js';
import { chosenUnits, type DisplayUnit, formatPlural } from '../report/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { plotScript } from './bundled.js';
import { list } from './options.js';
import { type ArgumentsOf, command, flag, text, texts } from './optionTable.js';
import { askedPlot, askedSweep } from './plotAsked.js';
import { print } from './print.js';
import { withPhases } from './progress.js';
import { readShown } from './resultsFile.js';
import { commandLine, studyTarget, writeStudy } from './studyFiles.js';
import { readStudyTable } from './studyTable.js';
import { readSweepTable, type SweptRows } from './sweepTable.js';

const words = { results: { about: 'files of results, several over each other, or the table of a sweep', many: true } } as const;
const options = {
  out: text('file to write: FILE.svg, or FILE.html to move about in; default: beside the first results, FILE.svg'),
  minus: text('results of another run: draws the difference to it'),
  against: text('a signal to stand across in place of time'),
  along: text('components of a main in order, such as r1,r4: pressure over length, between them the shortest way by lines'),
  circuit: text('of --along: the circuit file, for the lengths of lines'),
  at: text('of --along: times, such as 0.1s,0.2s; default: the lowest and highest pressure'),
  units: text('units in place of the usual ones, such as MPa,psi,l/s,m,ms'),
  title: text('above the picture'),
  as: text(
    "of the table of a sweep or a search: 'curves', 'map' (two parameters), 'parallel' (more) or 'scatter' (the first two measures)",
  ),
  best: text("of --as scatter: the better end of each of the two measures, 'least,most'; draws the front"),
  signals: {
    ...texts("names or globs of a panel, such as 'act1.x,act2.x'; repeat for more panels; default: the first of each unit"),
    alias: 's',
  },
  spectrum: flag('amplitudes by frequency'),
  terminal: flag('a quick look here in place of a file'),
  force: flag('overwrite a file that ringmain did not write'),
};
type Arguments = ArgumentsOf<typeof words, typeof options>;

export const plotCommand = command('plot', {
  words,
  options,
  examples: [
    ["out/two.csv -s 'act*.x' -s 'p*.out.p' --out out/two.html", 'a page with zoom, cursor and units'],
    ["out/a.csv out/b.csv -s 'act1.x'", 'two runs over each other'],
    ["out/b.csv --minus out/a.csv -s 'act*.x'", 'how far they are apart'],
    ['out/two.csv -s act1.v --against act1.x', 'velocity over stroke'],
    ["out/sweep.csv -s 'max(nB.p)'", "a sweep's table: a measure over what was varied, a curve for each value of the rest"],
    ["out/sweep.csv --as scatter -s 'max(nB.p),settling(act1.x, 2 %)' --best least,least", 'two measures of each variant, and the front'],
    ['out/ripple.csv -s gauge.p --spectrum --units kPa', 'harmonics of a pump'],
    ['out/ring.csv --along r1,r4 --circuit circuits/ring-main.yaml --at 0.1s,0.2s', 'pressure along a main'],
    ['out/two.csv -s run.step --terminal', 'length of steps (record run.step, run.error, run.limit, run.rejected), in the terminal'],
  ],
  run: drawPlot,
});

async function drawPlot(args: Arguments): Promise<void> {
  if (args.as !== undefined) return drawStudy({ ...args, as: args.as });
  if (args.best !== undefined) throw new UserError(`--best ${args.best}: of --as scatter; give that, too`);
  const { results: files, out, terminal, force } = args;
  if (terminal && out !== undefined) throw new UserError(`--terminal writes no file; leave out --out ${out}, or --terminal`);
  const units = unitsOf(args.units);
  // Mains are metres long, not millimetres.
  if (args.along !== undefined && !units.has('m')) units.set('m', { unit: 'm', factor: 1 });
  const target = targetOf(out ?? `${(files[0] as string).replace(/\.\w+$/, '')}.svg`, force);
  if (!terminal) await checkTarget(target);
  const labels = runLabels(files);
  const said = await withPhases(false, async (phase) => {
    phase.show(`reading ${files.join(', ')}`);
    const { plot, notes } = await asked(args, labels, () => phase.show('drawing'));
    if (terminal) {
      const { columns: width = 100, isTTY = false } = process.stdout;
      return [terminalPlot(plot, units, { width, hasColours: isTTY }), ...notes];
    }
    await writeWhole(target, [await fileText(plot, units, target.file)]);
    return [`${formatPlural(plot.series.length, 'curve')} in ${target.file}`, ...notes];
  });
  for (const line of said) print(line);
}

/** A table of variants, in the form that is asked for. */
async function drawStudy({
  results: [file = '', ...others],
  as,
  best,
  out,
  title,
  signals,
  force,
}: Arguments & { readonly as: string }): Promise<void> {
  if (!(studyForms as readonly string[]).includes(as)) throw new UserError(`--as ${as}: must be one of ${studyForms.join(', ')}`);
  if (others.length > 0) throw new UserError(`--as ${as}: one table of a sweep, not ${others.length + 1}`);
  const target = studyTarget('--out', out ?? file.replace(/\.\w+$/, '.svg'), force);
  await checkTarget(target);
  const table = await readStudyTable(file, title ?? (runLabels([file])[0] as string));
  if (!table) throw new UserError(`${file}: no table of a sweep or a search`);
  const wanted = signals.flatMap(list);
  const missing = wanted.find((name) => !table.measures.some((measure) => measure.name === name));
  if (missing !== undefined)
    throw new UserError(`-s ${missing}: ${file} has no such measure; it has ${table.measures.map(({ name }) => name).join(', ')}`);
  const shown = { ...table, measures: wanted.length === 0 ? table.measures : table.measures.filter(({ name }) => wanted.includes(name)) };
  const fits = { curves: shown.parameters.length === 1, map: formOf(shown) === 'map', parallel: true, scatter: shown.measures.length >= 2 }[
    as as StudyForm
  ];
  if (!fits)
    throw new UserError(
      `--as ${as}: the table has ${formatPlural(shown.parameters.length, 'parameter')} and ${formatPlural(shown.measures.length, 'measure')}; that suits ${formOf(shown)}`,
    );
  const ways = best === undefined ? undefined : list(best);
  if (ways && (as !== 'scatter' || ways.length !== 2 || ways.some((way) => way !== 'least' && way !== 'most')))
    throw new UserError(`--best ${best}: write 'least' or 'most' for each of the two measures of --as scatter`);
  const svg = studyPicture(shown, as as StudyForm, ways && { best: ways as ['least' | 'most', 'least' | 'most'] });
  await writeStudy(
    target,
    {
      title: shown.title,
      summary: `${formatPlural(shown.measures[0]?.values.length ?? 0, 'variant')} of ${file}`,
      pictures: [{ heading: 'Variants', svg }],
      tables: [],
    },
    commandLine(),
  );
  print(`picture in ${target.file}`);
}

/** The plot that the options ask for of the files. */
async function asked(args: Arguments, labels: readonly string[], onRead: () => void): ReturnType<typeof askedPlot> {
  const { results: files } = args;
  const swept = await Promise.all(files.map((file) => readSweepTable(file, args.against)));
  const table = swept.findIndex((one) => one !== null);
  if (table >= 0) {
    if (files.length > 1) throw new UserError(`${files[table]} is the table of a sweep: draw it alone`);
    onRead();
    return askedSweep(args, swept[table] as SweptRows, labels[table] as string);
  }
  const runs = await Promise.all(
    files.map(async (file, k): Promise<RunRows> => ({ ...(await readShown(file)), label: labels[k] as string })),
  );
  onRead();
  return askedPlot(args, runs);
}

async function fileText(plot: Plot, units: ChosenUnits, file: string): Promise<string> {
  if (/\.html$/i.test(file)) return plotPage(plot, units, await plotScript());
  return linePlot({ ...plot, units });
}

function targetOf(file: string, force: boolean): Target {
  if (!/\.(svg|html)$/i.test(file)) throw new UserError(`--out ${file}: write a name that ends in .svg or .html`);
  return { file, force, isOurs: (beginning) => beginning.includes(plotMark) };
}

/** Units by the quantity that they are of. */
function unitsOf(text: string | undefined): Map<string, DisplayUnit> {
  const units = new Map<string, DisplayUnit>();
  for (const name of list(text ?? '')) {
    const found = chosenUnits.find(({ unit }) => unit === name);
    if (!found) throw new UserError(`--units ${name}: must be one of ${chosenUnits.map(({ unit }) => unit).join(', ')}`);
    if (units.has(found.of))
      throw new UserError(`--units ${text}: ${units.get(found.of)?.unit} and ${name} are of one quantity; choose one`);
    units.set(found.of, found);
  }
  return units;
}

/** Names of files without folder and ending; whole names where two would be the same. */
function runLabels(files: readonly string[]): string[] {
  const short = files.map((file) => basename(file).replace(/\.\w+$/, ''));
  return new Set(short).size === short.length ? short : [...files];
}

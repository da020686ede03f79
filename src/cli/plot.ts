/** `ringmain plot`: recorded signals as a picture, as a page to move about in, or as a quick look in the terminal. */
import { basename } from 'node:path';
import { linePlot } from '../report/linePlot.js';
import type { RunRows } from '../report/plots/choose.js';
import type { ChosenUnits, Plot } from '../report/plots/plot.js';
import { plotPage } from '../report/plots/plotPage.js';
import { terminalPlot } from '../report/plots/terminal.js';
import { plotMark } from '../report/svg.js';
import { chosenUnits, type DisplayUnit, formatPlural } from '../report/units.js';
import { checkTarget, type Target, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { list } from './options.js';
import { type ArgumentsOf, command, flag, text, texts } from './optionTable.js';
import { plotScript } from './pageScript.js';
import { askedPlot, askedSweep } from './plotAsked.js';
import { print } from './print.js';
import { withPhases } from './progress.js';
import { readShown } from './resultsFile.js';
import { readSweepTable, type SweptRows } from './sweepTable.js';

const words = { results: { about: 'files of results, several over each other, or the table of a sweep', many: true } } as const;
const options = {
  out: text('file to write: FILE.svg, or FILE.html to move about in; default: beside the first results, FILE.svg'),
  minus: text('results of another run: what is drawn is the difference to it'),
  against: text('a signal to stand across in place of time'),
  along: text('components of a main in order, such as r1,r4: pressure over length, between them the shortest way by lines'),
  circuit: text('of --along: the circuit file, for the lengths of lines'),
  at: text('of --along: times, such as 0.1s,0.2s; default: the lowest and highest pressure'),
  units: text('units in place of the usual ones, such as MPa,psi,l/s,m,ms'),
  title: text('above the picture'),
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
    ['out/ripple.csv -s gauge.p --spectrum --units kPa', 'harmonics of a pump'],
    ['out/ring.csv --along r1,r4 --circuit circuits/ring-main.yaml --at 0.1s,0.2s', 'pressure along a main'],
    ['out/two.csv -s run.step --terminal', 'length of steps (record run.step, run.error, run.limit, run.rejected), in the terminal'],
  ],
  run: drawPlot,
});

async function drawPlot(args: Arguments): Promise<void> {
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

/** What is to be drawn of the files. */
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
    if (!found) throw new UserError(`--units ${name}: must be of ${chosenUnits.map(({ unit }) => unit).join(', ')}`);
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

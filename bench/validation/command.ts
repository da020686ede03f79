/** `ringmain validate`: the physics against analytic, published and independent results, as a table. */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { closest } from '#ringmain/circuit/file/closest.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { selectNames } from '#ringmain/circuit/text/globs.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { exitCodes } from '#ringmain/cli/exit.js';
import { catchInterrupts } from '#ringmain/cli/interrupt.js';
import { command, flag, text } from '#ringmain/cli/optionTable.js';
import { checkPlotFile, writePicture } from '#ringmain/cli/plotFile.js';
import { print, printJson } from '#ringmain/cli/print.js';
import { PhaseLine } from '#ringmain/cli/progress.js';
import { formatPlural } from '#ringmain/report/units.js';
import { Interrupted } from '#ringmain/results/ending.js';
import { UserError } from '#ringmain/results/userError.js';
import type { ValidationCase, Workbench } from './case.js';
import { judge, type Verdict } from './judge.js';
import { validationPlot } from './plot.js';
import { validationCases } from './registry.js';
import { validationList, validationTable, verdictText } from './table.js';

export const validateCommand = command('validate', {
  words: { case: { about: "names of cases, such as 'water-hammer*'; default: all", many: true, optional: true } },
  options: {
    plot: text('folder for a picture of each case: ours, the reference, the difference'),
    list: flag('only list the cases, each with the reason of its tolerance'),
    force: flag('overwrite pictures that are not of ringmain'),
    json: flag('one JSON object on standard output'),
  },
  examples: [
    ['', 'all cases'],
    ["'holmboe*' --plot out/validation", 'some, with pictures'],
  ],
  epilogue: 'Exit codes: 0 all pass, 1 your mistake, 2 a case fails.',
  run: async ({ case: patterns, plot, list, force, json }) => {
    const cases = chosen(patterns);
    if (list) {
      if (json) printJson({ cases: cases.map(caseJson) });
      else print(validationList(cases));
      return;
    }
    if (plot !== undefined) await checkFolder(plot, cases, force);
    const { verdicts, isWhole } = await judged(cases, json);
    if (plot !== undefined) for (const verdict of verdicts) await writePicture(validationPlot(verdict), fileOf(plot, verdict.case), force);
    if (json) printJson({ cases: verdicts.map(verdictJson), ...counts(verdicts), interrupted: !isWhole, plot: plot ?? null });
    else print(verdictsText(verdicts, plot));
    if (!isWhole) process.stderr.write(`ringmain: interrupted after ${verdicts.length} of ${formatPlural(cases.length, 'case')}\n`);
    if (!isWhole) process.exitCode = exitCodes.interrupted;
    else if (!verdicts.every(({ passed }) => passed)) process.exitCode = exitCodes.failed;
  },
});

function chosen(patterns: readonly string[]): ValidationCase[] {
  if (patterns.length === 0) return [...validationCases];
  const names = validationCases.map(({ name }) => name);
  const { names: found, unmatched } = selectNames(names, patterns);
  if (unmatched.length > 0) {
    const [word = ''] = unmatched;
    const meant = closest(word, names);
    throw new UserError(`no case '${word}'${meant ? `; did you mean '${meant}'?` : ''} ('ringmain validate --list' shows all)`);
  }
  return validationCases.filter(({ name }) => found.includes(name));
}

/** Text of a table of bench/reference/, made by an independent program; this file lies three folders below that of the package. */
const referenceTable = (name: string): Promise<string> =>
  readFile(new URL(`../../../bench/reference/${name}.csv`, import.meta.url), 'utf8');

type Timed = Verdict & { readonly seconds: number };

/** Runs case by case; on standard error what is under way, and on a terminal's place for it the count. Ctrl-C keeps the verdicts that there are. */
async function judged(cases: readonly ValidationCase[], quiet: boolean): Promise<{ verdicts: Timed[]; isWhole: boolean }> {
  const bench: Workbench = { circuit: (name, set = []) => readCircuit(bundledCircuit(name), { set: [...set] }), table: referenceTable };
  const phase = new PhaseLine(quiet);
  const verdicts: Timed[] = [];
  const interruption = catchInterrupts({ quiet });
  interruption.says = 'stopping, verdicts until now are kept';
  try {
    for (const [k, one] of cases.entries()) {
      phase.show(`${k + 1} of ${cases.length}: ${one.name}`);
      const begin = performance.now();
      const verdict = await interruption.leaving(judge(one, bench));
      verdicts.push({ ...verdict, seconds: (performance.now() - begin) / 1e3 });
      interruption.keep();
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error;
  } finally {
    phase.clear();
    interruption.release();
  }
  return { verdicts, isWhole: verdicts.length === cases.length };
}

/** The reasons stand below where there are few cases. */
function verdictsText(verdicts: readonly Verdict[], plot: string | undefined): string {
  const passed = verdicts.length <= 3 ? verdicts.filter((verdict) => verdict.passed).map(verdictText) : [];
  return [...passed, validationTable(verdicts), ...(plot === undefined ? [] : [`pictures in ${plot}`])].join('\n\n');
}

const fileOf = (folder: string, { name }: ValidationCase): string => join(folder, `${name}.svg`);

/** Makes the folder and refuses what may not be overwritten, before the first case runs. */
async function checkFolder(folder: string, cases: readonly ValidationCase[], force: boolean): Promise<void> {
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new UserError(`--plot ${folder}: cannot make this folder (${error.code}); name another`);
  });
  for (const one of cases) await checkPlotFile(fileOf(folder, one), force);
}

const caseJson = ({ name, group, title, against, measure, tolerance, reason }: ValidationCase) => ({
  ...{ name, group, title, against, measure, tolerance, reason },
});

const verdictJson = ({ case: one, error, passed, failure, notes = [], seconds }: Verdict & { readonly seconds: number }) => ({
  ...caseJson(one),
  ...{ error, verdict: passed ? 'pass' : 'fail', failure, notes, seconds },
});

const counts = (verdicts: readonly Verdict[]) => ({
  passed: verdicts.filter(({ passed }) => passed).length,
  failed: verdicts.filter(({ passed }) => !passed).length,
});

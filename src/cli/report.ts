/** `ringmain report`: runs a circuit, once or with changes beside each other, and writes all that there is to see in one page. */
import { endingText } from '../report/summary.js';
import { formatBytes } from '../report/units.js';
import { checkTarget, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { checkByLines } from '../run/byLines.js';
import { type ExitCode, exitCodeOf } from './exit.js';
import { settingsOf } from './options.js';
import { type ArgumentsOf, circuitWord, command, flag, text, texts } from './optionTable.js';
import { print, warnUser } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import { reportTarget, reportText, runForReport } from './reportFile.js';
import { readWithText } from './runFiles.js';
import { readRunOptions } from './runOptions.js';
import { lineOptions, planOption } from './runTable.js';

const options = {
  out: text('file to write: FILE.html; default: CIRCUIT.html'),
  title: text('above the report; default: the title of the circuit'),
  ...lineOptions,
  plan: planOption,
  set: texts('override a value of the circuit, as in run'),
  also: texts('a run beside the first, with this changed: prv.crackingPressure="160 bar"; repeat for more'),
  force: flag('overwrite a file that ringmain did not write'),
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const reportCommand = command('report', {
  words: circuitWord,
  options,
  examples: [
    ['circuits/two-actuator.yaml --out out/two-actuator.html', 'one run'],
    ['circuits/two-actuator.yaml --also prv.crackingPressure="160 bar" --out out/two-pressures.html', 'two runs over each other'],
    ['circuits/ring-main.yaml --workers 2 --out out/ring-main.html', 'with the load and the waits of two workers'],
  ],
  run: report,
});

async function report(args: Arguments): Promise<ExitCode> {
  const { circuit: file, out, set, also, force } = args;
  const phase = new PhaseLine(false);
  try {
    if (out !== undefined) await checkTarget(reportTarget(out, force));
    const asked = await readRunOptions({ ...args, timeline: undefined });
    phase.show(`reading ${file}`);
    const onWarning = warnUser(file, phase);
    const circuits = await Promise.all(
      ['', ...also].map(async (change) => ({
        label: change === '' ? (also.length > 0 ? 'as given' : '') : change,
        ...(await readWithText(file, [...settingsOf(args), ...(change === '' ? [] : [change])], change === '' ? onWarning : () => {})),
      })),
    );
    if (new Set(also).size < also.length) throw new UserError('--also: two of them are the same');
    for (const { circuit } of circuits) checkByLines(circuit, 'reports');
    const [{ circuit: first }] = circuits as [(typeof circuits)[number]];
    const target = reportTarget(out ?? `${first.name}.html`, force);
    await checkTarget(target);
    const runs: Awaited<ReturnType<typeof runForReport>>[] = [];
    for (const { label, circuit, warnings } of circuits) {
      const progress = new ProgressView(label || circuit.name, false);
      phase.clear();
      const run = runForReport(circuit, label, { ...asked, onProgress: progress.update }, warnings);
      runs.push(await run.finally(() => progress.stop()));
    }
    phase.show('drawing');
    const page = await reportText({
      title: args.title ?? (first.title || first.name),
      opening: '',
      runs,
      circuitFile: file,
      changes: set,
      command: ['ringmain', ...process.argv.slice(2)],
    });
    phase.clear();
    const bytes = await writeWhole(target, [page]);
    print(`report in ${target.file} (${formatBytes(bytes)})`);
    const early = runs.find(({ results }) => results.ending);
    if (!early) return exitCodeOf({ ending: null });
    process.stderr.write(`ringmain: ${endingText(early.results)}\n`);
    return exitCodeOf(early.results);
  } finally {
    phase.clear();
  }
}

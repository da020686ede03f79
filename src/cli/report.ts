/** `ringmain report`: runs a circuit, once or with changes beside each other, and writes all that there is to see in one page. */
import type { Argv } from 'yargs';
import { endingText } from '../report/summary.js';
import { formatBytes } from '../report/units.js';
import { checkTarget, writeWhole } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import type { Command } from './command.js';
import { type ExitCode, exitCodeOf } from './exit.js';
import { addTextOptions, settingsOf, type TextOptions } from './options.js';
import { print, warnUser } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import { reportTarget, reportText, runForReport } from './reportFile.js';
import { runTexts } from './run.js';
import { readWithText } from './runFiles.js';
import { type RunArguments, readRunOptions } from './runOptions.js';

interface Arguments extends RunArguments {
  readonly circuit: string;
  readonly out?: string | undefined;
  readonly title?: string | undefined;
  readonly set: string[];
  readonly also: string[];
  readonly force: boolean;
}

/** Of the options of `run` those that say how to run; what a report has is the same for all. */
const asInRun = [
  'workers',
  'plan',
  'method',
  'driver',
  'kernels',
  'look-ahead',
  'exchange-every',
  'steps',
  'step',
  'pressure-error',
  'law',
  'line',
  'end',
  'record',
  'envelope',
  'every',
  'grid',
  'deadline',
] as const satisfies readonly (keyof typeof runTexts)[];

const textOptions: TextOptions = {
  out: ['file to write: FILE.html; default: CIRCUIT.html'],
  title: ['above the report; default: the title of the circuit'],
  ...Object.fromEntries(asInRun.map((name) => [name, [runTexts[name]] as const])),
};

const flags = {
  steady: 'start at the operating point, with signals as they are at t = 0',
  'own-steps': 'each partition takes its own variable steps, as in run',
  balance: 'partitions change hands during the run, as in run',
  oversubscribe: 'more threads than cores',
  force: 'overwrite a file that ringmain did not write',
} as const;

export const reportCommand: Command<Arguments> = {
  builder: (yargs: Argv): Argv<Arguments> => {
    yargs.positional('circuit', { type: 'string', demandOption: true, describe: 'circuit file' });
    addTextOptions(yargs, textOptions);
    for (const [name, describe] of Object.entries(flags)) yargs.option(name, { type: 'boolean', default: false, describe });
    const many = { type: 'string', array: true, nargs: 1, default: [] as string[] } as const;
    return yargs
      .option('set', { ...many, describe: 'override a value of the circuit, as in run' })
      .option('watch', { ...many, describe: "condition that is judged at every step, 'c*.in.p < 60 bar', as in run; repeat for more" })
      .option('also', { ...many, describe: 'a run beside the first, with this changed: prv.crackingPressure="160 bar"; repeat for more' })
      .example('$0 report circuits/two-actuator.yaml --out out/two-actuator.html', 'one run')
      .example(
        '$0 report circuits/two-actuator.yaml --also prv.crackingPressure="160 bar" --out out/two-pressures.html',
        'two runs over each other',
      )
      .example(
        '$0 report circuits/ring-main.yaml --workers 2 --out out/ring-main.html',
        'with the load and the waits of two workers',
      ) as unknown as Argv<Arguments>;
  },
  handler: async (args) => {
    process.exitCode = await report(args);
  },
};

async function report(args: Arguments): Promise<ExitCode> {
  const { circuit: file, out, set, also, force } = args;
  const phase = new PhaseLine(false);
  try {
    if (out !== undefined) await checkTarget(reportTarget(out, force));
    const options = await readRunOptions({ ...args, timeline: undefined });
    phase.show(`reading ${file}`);
    const onWarning = warnUser(file, phase);
    const circuits = await Promise.all(
      ['', ...also].map(async (change) => ({
        label: change === '' ? (also.length > 0 ? 'as given' : '') : change,
        ...(await readWithText(file, [...settingsOf(args), ...(change === '' ? [] : [change])], change === '' ? onWarning : () => {})),
      })),
    );
    if (new Set(also).size < also.length) throw new UserError('--also: two of them are the same');
    const [{ circuit: first }] = circuits as [(typeof circuits)[number]];
    const target = reportTarget(out ?? `${first.name}.html`, force);
    await checkTarget(target);
    const runs: Awaited<ReturnType<typeof runForReport>>[] = [];
    for (const { label, circuit, warnings } of circuits) {
      const progress = new ProgressView(label || circuit.name, false);
      phase.clear();
      const run = runForReport(circuit, label, { ...options, onProgress: progress.update }, warnings);
      runs.push(await run.finally(() => progress.stop()));
    }
    phase.show('drawing');
    const text = await reportText({
      title: args.title ?? (first.title || first.name),
      opening: '',
      runs,
      circuitFile: file,
      changes: set,
      command: ['ringmain', ...process.argv.slice(2)],
    });
    phase.clear();
    const bytes = await writeWhole(target, [text]);
    print(`report in ${target.file} (${formatBytes(bytes)})`);
    const early = runs.find(({ results }) => results.ending);
    if (!early) return exitCodeOf({ ending: null });
    process.stderr.write(`ringmain: ${endingText(early.results)}\n`);
    return exitCodeOf(early.results);
  } finally {
    phase.clear();
  }
}

/** `ringmain sweep`: variants of a circuit side by side, a row of measures for each. */
import { formatDiagnostic } from '../circuit/file/diagnostic.js';
import { readCircuitText } from '../circuit/file/read.js';
import { formOf, studyPicture } from '../report/study/pictures.js';
import { textTable } from '../report/table.js';
import { displayUnit, formatNumber, formatPlural, formatSeconds } from '../report/units.js';
import { checkTarget, type Target } from '../results/fileStore.js';
import { UserError } from '../results/userError.js';
import { measureNames } from '../run/sweep/measures.js';
import { planSweep, readSweep, type SweepPlan, type SweepSettings, type SweepSubject } from '../run/sweep/plan.js';
import type { SweepRow } from '../run/sweep/runner.js';
import { readShard, type Shard } from '../run/sweep/shards.js';
import { runSweep, type Sweep } from '../run/sweep/sweep.js';
import { programIdentity } from './bundled.js';
import { type ExitCode, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { settingsOf, wholeNumber } from './options.js';
import { type ArgumentsOf, circuitWord, command, flag, jsonFlag, quietFlag, text, texts } from './optionTable.js';
import { print, printJson } from './print.js';
import { PhaseLine } from './progress.js';
import { readRunOptions } from './runOptions.js';
import { someSettings } from './settingOptions.js';
import { commandLine, studyTarget, writeStudy } from './studyFiles.js';
import { studyOf } from './studyTable.js';
import { SweepFile, shardWords } from './sweepFile.js';
import { mergeShards } from './sweepMerge.js';
import { openQueue } from './sweepQueue.js';
import { slurmScript } from './sweepSlurm.js';

const options = {
  ...someSettings('until', 'every', 'grid', 'step', 'pressureError', 'law', 'line', 'kernels', 'steadyStart'),
  workers: text('how many variants run at once; default: one for each core'),
  out: text('table to write, FILE.csv; rows stand in FILE.csv.partial until all are done'),
  plot: text('picture, FILE.svg, or a page with it, FILE.html: curves over one parameter, maps over two, parallel coordinates of more'),
  vary: texts(
    "values of one parameter: 'prv.crackingPressure=140 bar,150 bar', 'L1.length=2 m..8 m:5' or tables, 'u.points=[[0 s, 0], [1 s, 1]],[[0 s, 1]]'; repeat for all combinations",
  ),
  measure: texts(`what to report of each variant, such as 'max(act1.x)'; repeat for more: ${measureNames.join(', ')}`),
  set: texts('override a value of the circuit in all variants'),
  shard: text("run one of several parts, '3/20', into a file of its own beside FILE.csv, whole or not at all"),
  queue: text(
    "have workers of other hosts run it, by Redis or Valkey: 'redis://host', with TLS 'rediss://name:password@host' (see ringmain worker)",
  ),
  slurm: text('print a script for Slurm that runs the sweep as an array of so many shards'),
  merge: flag('put the shards beside FILE.csv together, or name those that are missing'),
  resume: flag('go on with a sweep that was stopped, from the rows in FILE.csv.partial'),
  force: flag('overwrite files that are no results of ringmain, and rows of another sweep'),
  json: jsonFlag,
  quiet: quietFlag,
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const sweepCommand = command('sweep', {
  words: circuitWord,
  options,
  examples: [
    [
      "circuits/two-actuator.yaml --vary 'prv.crackingPressure=130 bar..160 bar:7' --measure 'max(nB.p)' --measure 'final(act1.x)'",
      'seven settings of a valve: highest pressure and last position of each',
    ],
    [
      "circuits/press.yaml --vary 'fluid.temperature=20 degC,40 degC,60 degC' --set 'fluid.name=ISO VG 46' --vary 'run.pressureError=0.1 bar,0.01 bar' --measure 'rms(run.step)'",
      'all six combinations; each has a program of its own',
    ],
    [
      "circuits/two-actuator.yaml --vary 'act1.mass=10 kg..500 kg:200' --measure 'settling(act1.v, 2 %)' --out out/mass.csv --resume",
      'go on with a sweep that was stopped with Ctrl-C',
    ],
    [
      "circuits/press.yaml --vary 'prv.crackingPressure=150 bar..200 bar:1000' --measure 'max(cyl.x)' --out out/m.csv --queue redis://host",
      "by all hosts on which 'ringmain worker redis://host' runs",
    ],
    [
      "circuits/press.yaml --vary 'prv.crackingPressure=150 bar..200 bar:1000' --measure 'max(cyl.x)' --out out/m.csv --merge",
      'the table of the shards of a sweep, with the bytes of one that was made at once',
    ],
  ],
  epilogue: [
    'Measures see every accepted step, so that a peak between two rows counts; only final, mean and rms (both over time) are of recorded rows (--every).',
    'settling(y, 2 %): time from which on y stays within 2 % of its whole change, or within a quantity, of its last value. firstAbove(y, 100 bar), firstBelow:',
    'when y is first beyond. overshoot(y): part of its whole change by which y goes beyond its last value. A cell without such a number is empty.',
    "Twenty shards by GNU parallel, which may start them on other hosts (--sshlogin): seq 20 | parallel ringmain sweep circuits/press.yaml --vary 'prv.crackingPressure=150 bar..200 bar:1000' --measure 'max(cyl.x)' --out out/m.csv --workers 1 --shard {}/20",
    'The table has the units of the terminal, --json SI. ringmain plot draws the table, over the varied parameters.',
  ].join('\n'),
  run: sweepAndReport,
});

/** Options of a sweep, as the command line has them. */
interface Asked {
  readonly text: string;
  readonly settings: SweepSettings;
  readonly workers: number | 'auto' | undefined;
}

async function sweepAndReport(args: Arguments): Promise<ExitCode> {
  refuseCrossed(args);
  const { workers, plan: _, ...run } = await readRunOptions({ ...args, resume: undefined });
  const settings = { ...run, ...{ set: settingsOf(args), vary: args.vary, measures: args.measure } };
  const asked = { text: await readCircuitText(args.circuit), settings, workers };
  if (args.merge) return merge(args, asked);
  if (args.slurm === undefined) return runAndReport(args, asked);
  const shards = wholeNumber('--slurm', args.slurm, 1);
  // All mistakes now, not in every task.
  planSweep(asked.text, args.circuit, settings);
  print(slurmScript(args, shards));
  return exitCodes.done;
}

/** Throws UserError for options of which one makes no sense beside another. */
function refuseCrossed({ shard, merge, slurm, queue, workers, out, resume }: Arguments): void {
  const given = { '--shard': shard, '--merge': merge || undefined, '--slurm': slurm, '--queue': queue };
  const ways = Object.entries(given).flatMap(([way, value]) => (value === undefined ? [] : [way]));
  if (ways.length > 1) throw new UserError(`${ways.join(' and ')} are different things; give one of them`);
  if (queue !== undefined && workers !== undefined)
    throw new UserError('--workers are threads of this machine, and --queue has those of its workers; leave one of the two out');
  if (ways.length > 0 && queue === undefined && out === undefined)
    throw new UserError(`${ways[0]} needs --out FILE.csv, beside which the shards stand`);
  if (resume && (merge || slurm !== undefined)) throw new UserError(`${ways[0]} runs nothing that could be resumed; leave out --resume`);
}

async function merge(args: Arguments, { text, settings }: Asked): Promise<ExitCode> {
  const began = performance.now();
  const subject = readSweep(text, args.circuit, settings);
  const identity = { program: programIdentity(), ...subject.identity };
  const out = args.out as string;
  const { rows, shards } = await mergeShards(out, subject, { identity, force: args.force });
  if (args.json) printJson({ circuit: subject.circuit.name, variants: rows.length, shards, rows, identity, out });
  else if (!args.quiet)
    print(
      `${formatPlural(rows.length, 'variant')} of ${formatPlural(shards, 'shard')} in ${formatSeconds((performance.now() - began) / 1000)}\ntable in ${out}; its shards may be removed`,
    );
  return reportFailed(subject, rows) ? exitCodes.failed : exitCodes.done;
}

async function runAndReport(args: Arguments, { text, settings, workers }: Asked): Promise<ExitCode> {
  const shard = args.shard === undefined ? null : readShard(args.shard);
  const plan = planSweep(text, args.circuit, settings, shard);
  const identity = { program: programIdentity(), ...plan.identity };
  for (const warning of plan.warnings) process.stderr.write(`${formatDiagnostic(args.circuit, warning)}\n`);
  const { force, resume } = args;
  const picture = args.plot === undefined ? null : studyTarget('--plot', args.plot, force);
  if (picture) await checkTarget(picture);
  const silent = args.quiet || args.json;
  let progress: SweepProgress | null = null;
  const onNote = (note: string): void => {
    progress?.stop();
    if (!args.quiet) process.stderr.write(`note: ${note}\n`);
  };
  const queue = args.queue === undefined ? null : await openQueue(args.queue, onNote);
  const interruption = catchInterrupts(args);
  interruption.says = queue ? 'stopping; workers go on, and the same words fetch what they do' : 'stopping, rows that are done are kept';
  try {
    const opened = args.out === undefined ? null : await SweepFile.open(args.out, plan, { force, resume, identity, shard });
    const done = opened?.done ?? [];
    if (!silent) process.stderr.write(`${planText(plan, done.length, shard)}\n`);
    if (!args.quiet) for (const measure of plan.ofRows) process.stderr.write(`${rowsNote(measure)}\n`);
    const shown = new SweepProgress(plan.variants.length, done, silent);
    progress = shown;
    const onRow = (row: SweepRow, where = ''): void => {
      opened?.table.add(row);
      interruption.keep();
      shown.add(row, where);
    };
    if (queue) interruption.keep();
    const hooks = { done, signal: interruption.signal, onRow };
    const { swept, finish, shares } = queue
      ? await queue.run(plan, { ...hooks, identity, settings, anew: force, onNote })
      : { swept: await runSweep(plan, { ...hooks, ...(typeof workers === 'number' ? { workers } : {}) }), finish: null, shares: null };
    progress.stop();
    await opened?.table.close(swept);
    await finish?.();
    if (shares && !silent) process.stderr.write(`${shares}\n`);
    return await report(args, plan, swept, { identity, picture, written: swept.interrupted ? opened?.table.partial : opened?.table.file });
  } finally {
    progress?.stop();
    interruption.release();
    queue?.close();
  }
}

/** Prints and draws what was swept. */
async function report(
  args: Arguments,
  plan: SweepSubject,
  swept: Sweep,
  { identity, picture, written }: { readonly identity: object; readonly picture: Target | null; readonly written: string | undefined },
): Promise<ExitCode> {
  if (args.json) printJson({ ...swept, identity, out: written ?? null });
  else if (!args.quiet) print(sweepText(swept, written));
  if (picture && !swept.interrupted) await drawSweep(picture, swept, written, args);
  const failed = reportFailed(plan, swept.rows);
  return swept.interrupted ? exitCodes.interrupted : failed ? exitCodes.failed : exitCodes.done;
}

/** Draws the results, by the form that suits the number of parameters. */
async function drawSweep(target: Target, swept: Sweep, written: string | undefined, { json, quiet }: Arguments): Promise<void> {
  const table = studyOf(swept.circuit, swept, swept.rows);
  const svg = studyPicture(table, formOf(table));
  await writeStudy(
    target,
    { title: swept.circuit, summary: sweepText(swept, written), pictures: [{ heading: 'Variants', svg }], tables: [] },
    commandLine(),
  );
  if (!json && !quiet) print(`picture in ${target.file}`);
}

/** Names variants that failed on standard error; whether there are any. */
function reportFailed(subject: SweepSubject, rows: readonly SweepRow[]): boolean {
  const failed = rows.filter(({ error }) => error !== null);
  for (const { variant, values, error } of failed.slice(0, 10))
    process.stderr.write(`ringmain: variant ${variant} (${settingsText(subject, values)}): ${error}\n`);
  if (failed.length > 10) process.stderr.write(`ringmain: and ${failed.length - 10} more variants failed\n`);
  return failed.length > 0;
}

/** Of a measure that would see every step. */
const rowsNote = (measure: string): string =>
  `note: ${measure} is of recorded rows: flows into a fixed pressure are summed from rows. Measure the components that it comes from, or take a shorter --every`;

const settingsText = ({ varies }: SweepSubject, values: readonly string[]): string =>
  varies.map(({ name }, k) => `${name}=${values[k]}`).join(', ');

function planText({ circuit, varies, count, variants, programs, reasons }: SweepPlan, done: number, shard: Shard | null): string {
  const product = varies.length > 1 ? ` (${varies.map(({ values }) => values.length).join(' × ')})` : '';
  const tunable = new Set(programs.flatMap((program) => program.tunable)).size;
  const columns = tunable > 0 ? `, ${formatPlural(tunable, 'tunable parameter')}` : '';
  const known = done > 0 ? `; ${done} are done` : '';
  const part = shard ? `${shardWords(shard)}, ${variants.length} of ` : '';
  return [
    `${circuit.name}: ${part}${formatPlural(count, 'variant')}${product} by ${formatPlural(programs.length, 'program')}${columns}${known}`,
    ...reasons.map(({ name, why }) => `note: ${name} takes programs of its own: ${why}`),
  ].join('\n');
}

/** The rows, unless they went into a file, and their cost. */
function sweepText(swept: Sweep, written: string | undefined): string {
  const { rows, varied, measures, variants, workers, wallSeconds, runSeconds, compiled } = swept;
  const shown = (value: number | undefined, unit: string): string =>
    value === undefined || Number.isNaN(value) ? '–' : formatNumber(value * displayUnit(unit).factor, 6);
  const withUnit = (text: string, unit: string): string => (unit === '' ? text : `${text} [${unit}]`);
  const headings = [
    'variant',
    ...varied.map(({ name }) => name),
    ...measures.map(({ text, unit }) => withUnit(text, displayUnit(unit).unit)),
    'steps',
  ];
  const table = textTable(
    headings.map((heading) => ({ heading, align: 'right' })),
    rows.map(({ variant, values, measured, steps, error }) => [
      String(variant),
      ...values,
      ...measures.map(({ unit }, k) => (error === null ? shown(measured[k], unit) : 'failed')),
      String(steps),
    ]),
  );
  const count = rows.length < variants ? `${rows.length} of ${variants} variants` : formatPlural(variants, 'variant');
  return [
    ...(written === undefined ? [table, ''] : []),
    `${count} in ${formatSeconds(wallSeconds)} by ${formatPlural(workers, 'worker')}; their runs took ${formatSeconds(runSeconds)} together; ${formatPlural(compiled, 'program')} compiled`,
    ...(written === undefined ? [] : [`table in ${written}${rows.length < variants ? '; --resume goes on from there' : ''}`]),
  ].join('\n');
}

/** How many variants are done: a line that changes on a terminal. */
class SweepProgress {
  private readonly phase: PhaseLine;
  private done: number;
  private failed: number;

  constructor(
    private readonly count: number,
    done: readonly SweepRow[],
    silent: boolean,
  ) {
    this.phase = new PhaseLine(silent);
    this.done = done.length;
    this.failed = done.filter(({ error }) => error !== null).length;
  }

  /** `where`: who is at it. */
  add({ error }: SweepRow, where: string): void {
    this.done++;
    if (error !== null) this.failed++;
    const text = `${this.done} of ${this.count} variants${this.failed > 0 ? `, ${this.failed} failed` : ''}${where}`;
    this.phase.show(text);
  }

  stop(): void {
    this.phase.clear();
  }
}

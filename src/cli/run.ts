/** `ringmain run`: simulate a circuit, print the account, write what was recorded. */
import type { Argv } from 'yargs';
import type { Circuit } from '../circuit/circuit.js';
import { treatedBy, treatmentNames } from '../circuit/treatments/recorded.js';
import { treatments } from '../lumped/treatments/registry.js';
import { partitionMethods } from '../partition/methods/registry.js';
import { endingText, summaryText } from '../report/summary.js';
import { summaryJson } from '../report/summaryJson.js';
import type { Progress } from '../results/progress.js';
import type { About } from '../results/stores/store.js';
import { simulate } from '../run/simulate.js';
import type { Results, RunOptions } from '../run/types.js';
import { aboutResults, aboutRun } from './about.js';
import { checkAgainstStrict, compareWithStrict, type StrictComparison, type StrictOutcome, strictText } from './againstStrict.js';
import { isCheckpointed, runWithCheckpoints } from './checkpoints.js';
import type { Command } from './command.js';
import { type ExitCode, exitCodeOf } from './exit.js';
import { catchInterrupts, type Interruption } from './interrupt.js';
import { once, reduceOption, settingsOf } from './options.js';
import { print, printJson, warnUser } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import { type Arguments, checkFiles, leftRows, readWithText, rowFilesFor, writeFiles } from './runFiles.js';
import { readRunOptions } from './runOptions.js';
import { checkSolverOptions } from './solverOptions.js';

/** Text options of `run` with what `--help` says of them. */
export const runTexts = {
  workers: "'auto', or how many threads to share the circuit among; 1 is the serial engine",
  plan: 'partition file to run; it fixes the number of workers',
  method: `how to partition the circuit: ${[...partitionMethods.keys()].join(', ')}; default: greedy or multilevel`,
  solver: "'tlm' (lines, on all cores), or an integrator of the lumped equations: rodas4, radau5, bdf, lsoda and others",
  tolerance: 'relative tolerance of an integrator, such as 1e-5',
  'absolute-tolerance':
    "of an integrator: '0.01bar' for all unknowns of that quantity, 'act1.x=1um' for those of a name or glob; with commas, the last that fits counts; default: --tolerance times a usual size",
  events: "of an integrator: 'locate' ends steps where a valve or stop switches, 'step over' does not",
  jacobian: "of an integrator: 'analytic', 'differences' or 'adaptive differences'",
  'transition-pressure': 'of an integrator: pressure difference below which orifices are laminar; default: 0.01bar',
  driver: "'serial' or 'parallel'; parallel with one worker measures the cost of threads",
  kernels:
    "'native' (C, by the compiler that is there, for the vectors of this processor), 'wasm' (WebAssembly, two instances at a time) or 'js' (JavaScript); 'auto' takes native for long runs; the results are the same",
  'look-ahead':
    "steps between synchronisations at most, where wave lines of a fixed step let partitions meet less often; 'off' is 1; the results are the same",
  'exchange-every':
    'of fixed steps: time between exchanges of partitions, such as 100us; what came across is held meanwhile, an approximation',
  steps: "fixed steps of the plan's partitions in their order, such as 10us,100us; they exchange every longest step by default",
  step: "fixed step, such as 10us, or 'variable'",
  'initial-step': 'first of variable steps, such as 1us',
  'minimum-step': 'least of variable steps, such as 10ns',
  'maximum-step': 'largest of variable steps, such as 1ms',
  'pressure-error':
    'largest pressure difference along a line that a variable step may make, such as 0.1bar; force and torque errors of springs go with it',
  law: "how variable steps are steered: 'standard', 'thesis' (Burton 1994, rejecting above ten times the pressure error) or 'thesisStrict' (above the pressure error)",
  line: "equations of capacitive lines: 'secondOrder' or 'thesis' (as printed in Burton 1994: of first order)",
  end: 'simulated time to stop at, such as 2.5s',
  record: "names or globs of what to record, such as 'act*.x,p2.out.p'",
  envelope: 'names or globs whose smallest and largest values are kept at every step, with their times: of the run, and in every row',
  every: "time between recorded rows, such as 5ms; of an integrator also 'step', a row at every accepted step",
  grid: "where rows stand: 'steps', at the first step at or after each multiple of --every, or 'exact', at the multiple, interpolated",
  out: 'results to write: FILE.csv, .parquet or .h5',
  plot: 'picture of the results to write, FILE.svg',
  timeline: 'times the whole run: picture of what each thread does when, FILE.svg, or every time as a table, FILE.csv',
  checkpoint: 'file to save the run to now and then, and at Ctrl-C; whole or not at all, the last good one stays',
  'checkpoint-every': 'wall time from one checkpoint to the next, such as 30s; default: 10s',
  'checkpoint-at': 'simulated time to save the run at, such as 1.5s',
  resume: 'file that --checkpoint wrote: goes on from there, with any number of workers, plan and kernels; the results are the same',
  deadline: 'give up when no step was tried for so long; default: 30s',
} as const;

export const runCommand: Command<Arguments> = {
  builder: (yargs: Argv): Argv<Arguments> => {
    yargs.positional('circuit', { type: 'string', demandOption: true, describe: 'circuit file' });
    for (const [name, describe] of Object.entries(runTexts)) {
      yargs.option(name, { type: 'string', requiresArg: true, describe, coerce: once(`--${name}`) });
    }
    return yargs
      .option('set', {
        type: 'string',
        array: true,
        nargs: 1,
        default: [],
        describe:
          'override a value of the circuit, prv.crackingPressure="160 bar", run.maximumStep="1 ms", u.points="[[0 s, 0], [1 s, 1]]"; repeat for more',
      })
      .option('reduce', reduceOption)
      .option('watch', {
        type: 'string',
        array: true,
        nargs: 1,
        describe: "condition that is judged at every step, 'c*.in.p < 60 bar': first and last time, total time, extreme; repeat for more",
      })
      .option('treat', {
        type: 'string',
        array: true,
        nargs: 1,
        default: [],
        describe: `of an integrator: what gives the pressure of a small volume in place of its rate equation, 'V1=quasi-steady' or ${[...treatments.keys()].slice(1).join(', ')}, with settings behind; repeat for more`,
      })
      .option('force', { type: 'boolean', default: false, describe: 'overwrite files that are no results of ringmain' })
      .option('json', { type: 'boolean', default: false, describe: 'print one JSON object instead of text' })
      .option('quiet', { type: 'boolean', default: false, describe: 'print errors only' })
      .option('steady', { type: 'boolean', default: false, describe: 'start at the operating point, with signals as they are at t = 0' })
      .option('against-strict', {
        type: 'boolean',
        default: false,
        describe:
          'with --exchange-every, --steps or --own-steps: make the strict run too, and report how far every recorded quantity lies from it',
      })
      .option('own-steps', {
        type: 'boolean',
        default: false,
        describe:
          'each partition takes its own variable steps between synchronisations; only wave lines are cut, and results depend on the plan',
      })
      .option('published-form', {
        type: 'boolean',
        default: false,
        describe: 'Rosenbrock methods without the term of the time derivative, as some programs have them',
      })
      .option('real-time', { type: 'boolean', default: false, describe: 'time every step of an integrator against --step' })
      .option('balance', {
        type: 'boolean',
        default: false,
        describe: 'several partitions a thread, which change hands during the run as their times ask for; the results are the same',
      })
      .option('oversubscribe', {
        type: 'boolean',
        default: false,
        describe: 'more threads than cores rather than several partitions a thread',
      })
      .example('$0 run circuits/two-actuator.yaml', 'simulate and print the account')
      .example(
        '$0 run circuits/two-actuator.yaml --set prv.crackingPressure="160 bar" --out out/two.csv',
        'another setting, results to a table',
      )
      .example("$0 run circuits/two-actuator.yaml --record 'act*.x,nB.p' --plot out/two.svg", 'two positions and a pressure as a picture')
      .example(
        "$0 run circuits/ring-main.yaml --watch 'w*_motor.in.p < 60 bar' --envelope 'w*_motor.in.p' --every 0.1s --out out/ring.h5",
        'which motors had less than 60 bar at any step, when and for how long',
      )
      .example('$0 run circuits/ring-main.yaml --workers 4 --json', 'four threads, account for a program')
      .example(
        '$0 run circuits/two-actuator.yaml --plan partitions/two-actuator.2.thesis.json --steps 10us,100us --against-strict',
        'a step for each partition, and what that costs in accuracy',
      )
      .example(
        '$0 run circuits/pump-house.yaml --own-steps --workers 4 --against-strict',
        'a partition to the pump house and to each consumer, each with its own variable steps; how far that is from one step for all',
      )
      .example(
        '$0 run circuits/two-actuator.yaml --plan partitions/two-actuator.2.thesis.json --step 10us --exchange-every 100us',
        'two partitions that exchange at every tenth step: an approximation',
      )
      .example(
        '$0 run circuits/ring-main.yaml --workers 2 --balance',
        'several partitions a thread, which change hands as their times ask for',
      )
      .example(
        '$0 run circuits/ring-main.yaml --workers 2 --timeline out/timeline.svg',
        'what each thread does when, and where time is lost',
      )
      .example(
        '$0 run circuits/marine.yaml --checkpoint out/marine.checkpoint --checkpoint-every 30s',
        'saves the run every half minute, and at Ctrl-C',
      )
      .example(
        '$0 run circuits/marine.yaml --resume out/marine.checkpoint --checkpoint out/marine.checkpoint --workers 2',
        'goes on from there; the results are those of a run that was never stopped',
      )
      .example('$0 run circuits/two-actuator.yaml --solver rodas4 --tolerance 1e-4', 'the same circuit as stiff differential equations')
      .example(
        "$0 run circuits/flow-control-valve.yaml --solver rk4 --step 100us --treat 'V1=advanced-pseudo-dynamic innerStep=10us pseudoVolume=1l'",
        'a small volume that would ask for steps of 1 us, led to rest before each step',
      ) as unknown as Argv<Arguments>;
  },
  handler: async (args) => {
    checkSolverOptions(args);
    const lumped = args.solver !== undefined && args.solver !== 'tlm';
    process.exitCode = lumped ? await (await import('./runLumped.js')).runLumped(args) : await runAndReport(args);
  },
};

async function runAndReport(args: Arguments): Promise<ExitCode> {
  const interruption = catchInterrupts({ quiet: args.quiet });
  const phase = new PhaseLine(args.quiet || args.json);
  try {
    await checkFiles(args);
    if (!args.quiet) for (const left of leftRows(args)) process.stderr.write(`ringmain: ${left}\n`);
    checkAgainstStrict(args);
    const options = await readRunOptions(args);
    phase.show(`reading ${args.circuit}`);
    const { circuit, text, warnings } = await readWithText(args.circuit, settingsOf(args), warnUser(args.circuit, phase));
    if (args.record === undefined && !args.quiet)
      for (const name of treatmentNames(treatedBy(circuit.run.treat)).filter((one) => circuit.record.signals.includes(one)))
        process.stderr.write(`ringmain: ${name} is not recorded: TLM treats no volume; --solver rk4 does\n`);
    const about = aboutRun(args, args.circuit, circuit, text);
    return await runCircuit({ circuit, warnings }, options, about, args, phase, interruption);
  } finally {
    phase.clear();
    interruption.release();
  }
}

async function runCircuit(
  { circuit, warnings }: { readonly circuit: Circuit; readonly warnings: readonly string[] },
  options: RunOptions,
  about: About,
  args: Arguments,
  phase: PhaseLine,
  interruption: Interruption,
): Promise<ExitCode> {
  const rows = rowFilesFor(args, about);
  try {
    const watched = async <Made>(name: string, go: (hooks: Pick<RunOptions, 'signal' | 'onProgress'>) => Promise<Made>): Promise<Made> => {
      const progress = new ProgressView(name, args.quiet || args.json);
      phase.show(`setting up ${name}`);
      const onProgress = (news: Progress): void => {
        phase.clear();
        if (news.accepted > 0) interruption.keep();
        progress.update(news);
      };
      const made = await go({ signal: interruption.signal, onProgress }).finally(() => progress.stop());
      phase.clear();
      return made;
    };
    const results = await watched(circuit.name, (hooks) =>
      isCheckpointed(args)
        ? runWithCheckpoints(circuit, { ...options, ...hooks, rows }, args, (text) => process.stderr.write(`ringmain: ${text}\n`))
        : simulate(circuit, { ...options, ...hooks, rows }),
    );
    if (args.out !== undefined) phase.show(`writing ${args.out}`);
    // Files before text: a closed pipe or a full terminal must not cost the results.
    const written = await writeFiles(results, circuit.title || circuit.name, args, () => aboutResults(about, circuit, results));
    phase.clear();
    if (!args.json) report(results, warnings, args, written);
    let strict: StrictOutcome | undefined;
    try {
      if (args.againstStrict) {
        interruption.says = 'stopping the strict run, the other one is whole';
        strict = await watched(`${circuit.name}, strict`, (hooks) => compareWithStrict(circuit, { ...options, ...hooks }, results));
        if (!args.json && !args.quiet) print(`\n${strictText(strict)}`);
        if (strict.ending?.kind === 'failed') process.stderr.write(`ringmain: strict: ${endingText(strict)}\n`);
      }
    } finally {
      // One object of both, and of the one that there is where the other cannot be run.
      if (args.json) reportJson(results, warnings, args, strict?.comparison ?? null);
    }
    rows.remove();
    return exitCodeOf(results.ending ? results : { ending: strict?.ending ?? null });
  } finally {
    phase.clear();
    // An error has left them.
    for (const file of rows.files)
      process.stderr.write(`ringmain: rows until then are in ${file}: ringmain recover ${file} --out ${args.out ?? 'NAME.csv'}\n`);
    rows.close();
  }
}

function report(results: Results, warnings: readonly string[], { quiet }: Arguments, written: readonly string[]): void {
  if (!quiet) print([summaryText(results, warnings), ...written].join('\n'));
  tellEnding(results);
}

/** `strict`: how far the run lies from the strict one; null where one of the two did not end. */
function reportJson(
  results: Results,
  warnings: readonly string[],
  { out, plot, timeline, againstStrict }: Arguments,
  strict: StrictComparison | null,
): void {
  const asked = againstStrict ? { strict } : {};
  printJson({ ...summaryJson(results, warnings), ...asked, out: out ?? null, plot: plot ?? null, timeline: timeline ?? null });
  tellEnding(results);
}

function tellEnding(results: Results): void {
  const ending = endingText(results);
  if (ending) process.stderr.write(`ringmain: ${ending}\n`);
}

/** `ringmain run`: simulate a circuit, print the account, write what was recorded. */
import type { Circuit } from '../circuit/circuit.js';
import { endingText } from '../report/summary.js';
import type { Progress } from '../results/progress.js';
import type { About } from '../results/stores/store.js';
import { UserError } from '../results/userError.js';
import type { RunOptions } from '../run/types.js';
import type { SolverChoice } from '../session/automatic/choose.js';
import { lines } from '../session/engine.js';
import { openRun } from '../session/openRun.js';
import { simulate } from '../session/simulate.js';
import { aboutResults, aboutRun, recoverLine } from './about.js';
import { checkAgainstStrict, compareWithStrict, type StrictOutcome, strictText } from './againstStrict.js';
import { isCheckpointed, runWithCheckpoints, solverOfResumed } from './checkpoints.js';
import { type ExitCode, exitCodeOf } from './exit.js';
import { catchInterrupts, type Interruption } from './interrupt.js';
import { settingsOf } from './options.js';
import { circuitWord, command } from './optionTable.js';
import { print, warnUser } from './print.js';
import { PhaseLine, ProgressView } from './progress.js';
import { checkFiles, leftRows, readWithText, rowFilesFor, writeFiles } from './runFiles.js';
import { cacheOptions, readRunOptions } from './runOptions.js';
import { noteTreated, reportJson, reportRun } from './runReport.js';
import { type Arguments, runOptions } from './runTable.js';
import { checkSolverOptions } from './solverOptions.js';

export const runCommand = command('run', {
  words: circuitWord,
  options: runOptions,
  examples: [
    ['circuits/two-actuator.yaml', 'simulate and print the account'],
    ['circuits/two-actuator.yaml --set prv.crackingPressure="160 bar" --out out/two.csv', 'another setting, results to a table'],
    ["circuits/two-actuator.yaml --record 'act*.x,nB.p' --plot out/two.svg", 'two positions and a pressure as a picture'],
    [
      "circuits/ring-main.yaml --watch 'w*_motor.in.p < 60 bar' --envelope 'w*_motor.in.p' --every 0.1s --out out/ring.h5",
      'which motors had less than 60 bar at any step, when and for how long',
    ],
    ['circuits/ring-main.yaml --workers 4 --json', 'four threads, account for a program'],
    [
      'circuits/two-actuator.yaml --plan partitions/two-actuator.2.thesis.json --steps 10us,100us --against-strict',
      'a step for each partition, and its cost in accuracy',
    ],
    [
      'circuits/pump-house.yaml --own-steps --workers 4 --against-strict',
      'a partition to the pump house and to each consumer, each with its own variable steps; how far that is from one step for all',
    ],
    [
      'circuits/two-actuator.yaml --plan partitions/two-actuator.2.thesis.json --step 10us --exchange-every 100us',
      'two partitions that exchange at every tenth step: an approximation',
    ],
    ['circuits/ring-main.yaml --workers 2 --balance', 'several partitions a thread, which change hands as their times ask for'],
    ['circuits/ring-main.yaml --workers 2 --timeline out/timeline.svg', 'what each thread does when, and where time is lost'],
    ['circuits/marine.yaml --checkpoint out/marine.checkpoint --checkpoint-every 30s', 'saves the run every half minute, and at Ctrl-C'],
    [
      'circuits/marine.yaml --resume out/marine.checkpoint --checkpoint out/marine.checkpoint --workers 2',
      'goes on from there; the results are those of a run that was never stopped',
    ],
    ['out/ring.yaml --dry-rank 31/64 --end 10ms', 'memory, set-up and time of one rank of 64, measured without the others'],
    ['circuits/two-actuator.yaml --solver rodas4 --tolerance 1e-4', 'the same circuit as stiff differential equations'],
    ['circuits/two-actuator-real-valve.yaml --solver auto --accuracy 1%', 'by whichever of TLM and integrators is predicted to be fastest'],
    [
      'circuits/marine.yaml --solver bdf --checkpoint out/marine.checkpoint',
      'by an integrator, saved every ten seconds; --resume needs no --solver, the checkpoint names it',
    ],
    [
      "circuits/flow-control-valve.yaml --solver rk4 --step 100us --treat 'V1=advanced-pseudo-dynamic innerStep=10us pseudoVolume=1l'",
      'a small volume that would ask for steps of 1 us, led to rest before each step',
    ],
  ],
  run: async (args) => {
    // Another engine refuses these with all options that it lacks.
    const isByLines = args.solver === undefined || args.solver === lines;
    if (isByLines && args.dryRank !== undefined) return (await import('./runParts.js')).runDry(args);
    if (isByLines && args.noDigest && args.driver !== 'mpi')
      throw new UserError('--no-digest belongs to --driver mpi and to --dry-rank; other runs have one');
    if (args.driver === 'mpi') return (await import('./runRanks.js')).runOnRanks(args);
    return runAs(args, null);
  },
});

/** By the solver that the command line names, with the choice that named it; where none is named, the checkpoint that is resumed does, else the file may. */
async function runAs(args: Arguments, choice: SolverChoice | null): Promise<ExitCode> {
  const { solver, resume } = args;
  if (resume !== undefined && (solver === undefined || solver === 'auto')) {
    const saved = await solverOfResumed(resume);
    if (solver === undefined) return runAs({ ...args, solver: saved }, choice);
    throw new UserError(`--resume ${resume} goes on by ${saved}, which saved it, and --solver auto chooses one; leave out --solver`);
  }
  if (solver === 'auto') return (await import('./runAutomatic.js')).runAutomatic(args, runAs);
  checkSolverOptions(args);
  if (solver !== undefined && solver !== lines) return (await import('./runLumped.js')).runLumped(args, choice);
  const ended = await runAndReport(args, choice);
  return typeof ended === 'string' ? runAs({ ...args, solver: ended }, null) : ended;
}

/** By lines; or the name of the solver that the file names in their place. */
async function runAndReport(args: Arguments, choice: SolverChoice | null): Promise<ExitCode | string> {
  const interruption = catchInterrupts({ quiet: args.quiet });
  const phase = new PhaseLine(args.quiet || args.json);
  try {
    await checkFiles(args);
    if (!args.quiet) for (const left of leftRows(args)) process.stderr.write(`ringmain: ${left}\n`);
    checkAgainstStrict(args);
    const options = { ...(await readRunOptions(args)), ...cacheOptions(args) };
    phase.show(`reading ${args.circuit}`);
    const { circuit, text, warnings } = await readWithText(args.circuit, settingsOf(args), warnUser(args.circuit, phase));
    if (args.solver === undefined && circuit.run.solver !== lines) return circuit.run.solver;
    if (args.solver === undefined) checkSolverOptions({ ...args, solver: lines });
    noteTreated(circuit, args);
    const about = aboutRun(args, args.circuit, circuit, text);
    return await runCircuit({ circuit, warnings }, options, about, args, phase, interruption, choice);
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
  choice: SolverChoice | null,
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
        ? runWithCheckpoints(
            {
              open: (from) => openRun(circuit, { solver: lines, lookAhead: true, ...options, ...hooks, rows, ...from }),
              rowFiles: () => rows.files,
              interruption,
              whole: async (bytes, file) => (await import('./resumeParts.js')).wholeOfParts(bytes, file, args, circuit, about.text ?? ''),
            },
            args,
          )
        : simulate(circuit, { ...options, ...hooks, rows }),
    );
    if (choice) Object.assign(results, { notes: [choice.note, ...results.notes] });
    if (args.out !== undefined) phase.show(`writing ${args.out}`);
    // Files before text: a closed pipe or a full terminal must not cost the results.
    const written = await writeFiles(results, circuit.title || circuit.name, args, () => aboutResults(about, circuit, results));
    phase.clear();
    if (!args.json) reportRun(results, warnings, args, written);
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
      if (args.json) reportJson(results, warnings, args, strict?.comparison ?? null, choice);
    }
    rows.remove();
    return exitCodeOf(results.ending ? results : { ending: strict?.ending ?? null });
  } finally {
    phase.clear();
    // An error has left them.
    for (const file of rows.files) process.stderr.write(`ringmain: rows until then are in ${file}: ${recoverLine(file, args.out)}\n`);
    rows.close();
  }
}

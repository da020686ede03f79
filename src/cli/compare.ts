/** `ringmain compare`: TLM and integrators on one circuit, with run times, counts and errors against a reference. */
import { closest } from '../circuit/file/closest.js';
import { readCircuit } from '../circuit/file/read.js';
import { methods } from '../lumped/methods/registry.js';
import { simulateLumped } from '../lumped/solve.js';
import { comparisonPicture, type Work, works } from '../report/comparisonPlot.js';
import { intervalTable, solverTable } from '../report/comparisonTable.js';
import { formatNumber, formatSeconds } from '../report/units.js';
import { UserError } from '../results/userError.js';
import { simulate } from '../session/simulate.js';
import { settled } from '../settings/settled.js';
import { type ExitCode, exitCodes } from './exit.js';
import { catchInterrupts } from './interrupt.js';
import { type ComparePlan, toleranceText } from './measure/compareCases.js';
import { compareSolvers, type SolverComparison } from './measure/compareRuns.js';
import { NoReference } from './measure/references.js';
import { list, positiveQuantity, reduceFlag, settingsOf, wholeNumber } from './options.js';
import { type ArgumentsOf, circuitWord, command, flag, oneOf, text, texts } from './optionTable.js';
import { checkPlotFile, writePicture } from './plotFile.js';
import { print, printJson, warnUser } from './print.js';
import { withPhases } from './progress.js';

const options = {
  solvers: text("'tlm' and integrators, separated by commas", 'tlm,rodas4,bdf'),
  tolerances: text('relative tolerances of the integrators; default: 1e-3,1e-5, none where only --fixed-steps is given'),
  pressureErrors: text("pressure errors of tlm, such as 1bar,0.1bar; default: the circuit's"),
  fixedSteps: text('fixed steps of all solvers, such as 0.25ms,1ms'),
  reference: text('integrator that the others are measured against', 'radau5'),
  referenceTolerance: text(
    'its relative tolerance, and that of an independent integrator which must agree to a tenth of the ranked errors',
    '1e-9',
  ),
  rounds: text('runs of each solver; medians are printed', '3'),
  intervals: text('simulated times, such as 0.5,1,1.5, until which run times are given too (s unless they have a unit)'),
  events: text("'locate': steps end where a valve opens or a stop is met; 'step over': they do not", 'locate'),
  end: text('simulated time to stop at, such as 2.5s'),
  record: text("names or globs of the quantities to compare, such as 'act*.x'; default: the circuit's"),
  every: text('time between compared rows, such as 5ms'),
  plot: text('picture of error over work to write, FILE.svg'),
  work: text("its horizontal axis: 'time', 'steps' or 'evaluations'", 'time'),
  set: texts('override a value of the circuit, as in run'),
  reduce: reduceFlag,
  publishedForm: flag('Rosenbrock methods, but for the reference, without the term of the time derivative'),
  json: flag('print one JSON object instead of tables'),
};
type Arguments = ArgumentsOf<typeof circuitWord, typeof options>;

export const compareCommand = command('compare', {
  words: circuitWord,
  options,
  examples: [
    ['circuits/two-actuator.yaml --end 0.2s', 'three solvers against radau5'],
    ['circuits/two-actuator.yaml --solvers tlm,lsoda --tolerances 1e-5 --intervals 0.5,1,1.5,2.5', 'run time by interval'],
    ['circuits/rc-volume.yaml --solvers rodas3,ode23s --fixed-steps 0.25ms,1ms,4ms --plot out/steps.svg', 'errors at fixed steps'],
  ],
  run: compare,
});

async function compare(args: Arguments): Promise<ExitCode> {
  const interruption = catchInterrupts({ quiet: args.json });
  try {
    const plan = readPlan(args, interruption.signal);
    const work = oneOf('--work', args.work, works);
    if (args.plot !== undefined) await checkPlotFile(args.plot, false);
    const circuit = await withPhases(args.json, (phase) => {
      phase.show(`reading ${args.circuit}`);
      return readCircuit(args.circuit, { set: settingsOf(args), onWarning: warnUser(args.circuit, phase) });
    });
    const end = settled('lines', circuit, plan.common).until;
    const beyond = plan.intervals.find((time) => time > end);
    if (beyond !== undefined) throw new UserError(`--intervals ${beyond} s lies after the end of the run at ${end} s`);
    interruption.keep();
    const found = await withPhases(args.json, (phase) =>
      compareSolvers(circuit, plan, { tlm: simulate, lumped: simulateLumped }, (text) => phase.show(text)),
    );
    await report(circuit.name, found, args, work);
    return found.interrupted ? exitCodes.interrupted : exitCodes.done;
  } catch (error) {
    if (!(error instanceof NoReference)) throw error;
    const isInterrupted = interruption.signal.aborted;
    const wayOut = isInterrupted
      ? ''
      : '; take another --reference or --reference-tolerance, an earlier --end, or --record other quantities';
    process.stderr.write(`ringmain: ${error.message}${wayOut}\n`);
    return isInterrupted ? exitCodes.interrupted : exitCodes.failed;
  } finally {
    interruption.release();
  }
}

async function report(name: string, found: SolverComparison, { plot, json }: Arguments, work: Work): Promise<void> {
  if (plot !== undefined) await writePicture(comparisonPicture(name, found.rows, work), plot, false);
  if (json) printJson({ circuit: name, node: process.version, ...found, plot: plot ?? null });
  else print(tablesText(name, found, plot));
}

function tablesText(name: string, { reference, rows, intervals, notes, interrupted }: SolverComparison, plot: string | undefined): string {
  const { solver, tolerance, other, accuracy } = reference;
  const own = `${other} lies within ${formatNumber(accuracy.largest, 2)} of it${accuracy.worst ? ` (${accuracy.worst} at ${formatSeconds(accuracy.at)})` : ''}`;
  const parts = [
    `${name}: deviations in parts of each recorded quantity's range, from ${solver} at ${toleranceText(tolerance)}; ${own}`,
    solverTable(rows),
    ...(intervals
      ? [`run time until a simulated time; in brackets the interval alone, over ${intervals.cases[0]?.name}\n\n${intervalTable(intervals)}`]
      : []),
    ...notes.map((note) => `note: ${note}`),
    ...(interrupted ? ['interrupted: results of fewer rounds'] : []),
    ...(plot === undefined ? [] : [`plot in ${plot}`]),
  ];
  return parts.join('\n\n');
}

/** Checks and reads all options; the first mistake is thrown. */
function readPlan(args: Arguments, signal: AbortSignal): ComparePlan {
  const integrators = [...methods.keys()];
  const solvers = [...new Set(list(args.solvers))];
  if (solvers.length === 0) throw new UserError(`--solvers '${args.solvers}': names nothing`);
  for (const solver of solvers) knownSolver('--solvers', solver, ['tlm', ...integrators]);
  knownSolver('--reference', args.reference, integrators);
  const { fixedSteps, tolerances = fixedSteps === undefined ? '1e-3,1e-5' : '' } = args;
  const times = list(args.intervals ?? '').map((item) => positiveQuantity('--intervals', /[a-zµ]$/.test(item) ? item : `${item} s`, 's'));
  return {
    solvers,
    tolerances: list(tolerances).map((item) => toleranceOf('--tolerances', item)),
    pressureErrors: list(args.pressureErrors ?? '').map((item) => positiveQuantity('--pressure-errors', item, 'Pa')),
    fixedSteps: list(fixedSteps ?? '').map((item) => positiveQuantity('--fixed-steps', item, 's')),
    reference: { solver: args.reference, tolerance: toleranceOf('--reference-tolerance', args.referenceTolerance) },
    rounds: wholeNumber('--rounds', args.rounds, 1),
    intervals: times.sort((a, b) => a - b),
    integration: { events: oneOf('--events', args.events, ['locate', 'step over']), timeDerivative: !args.publishedForm },
    // Times of extremes are no quantities to rank solvers by.
    common: {
      ...{ envelope: [], watch: [] },
      signal,
      ...(args.end === undefined ? {} : { until: positiveQuantity('--end', args.end, 's') }),
      ...(args.record === undefined ? {} : { record: list(args.record) }),
      ...(args.every === undefined ? {} : { every: positiveQuantity('--every', args.every, 's') }),
    },
  };
}

function knownSolver(option: string, solver: string, known: readonly string[]): void {
  if (known.includes(solver)) return;
  const meant = closest(solver, known);
  throw new UserError(`${option} ${solver}: no such solver${meant ? `; did you mean '${meant}'?` : ''} (there are ${known.join(', ')})`);
}

function toleranceOf(option: string, text: string): number {
  const tolerance = Number(text);
  if (!(tolerance > 0 && tolerance < 1)) throw new UserError(`${option} ${text}: must be between 0 and 1`);
  return tolerance;
}

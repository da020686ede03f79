/**
 * `ringmain bench precision hard-cases`: all integrators that choose their steps on problems and circuits that are hard for one reason or another, beside radau5 at 1e-12. An explicit method that
 * stability alone would cost more than 1e5 steps is named as unfit and not run; whatever else does not come to its end is told.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asNames } from '#ringmain/cli/optionTable.js';
import type { Counts, Method, MethodOptions } from '#ringmain/lumped/method.js';
import { methods } from '#ringmain/lumped/methods/registry.js';
import type { OdeProblem } from '#ringmain/lumped/problem.js';
import { lumpedSystem, simulateLumped } from '#ringmain/lumped/solve.js';
import { ratesAlong, stableSteps } from '#ringmain/lumped/stability/ratesAlong.js';
import type { IntegratorResults } from '#ringmain/lumped/types.js';
import { toldFrom } from '#ringmain/lumped/unfit.js';
import { cellsText } from '#ringmain/report/table.js';
import { type Measured, part, say, secondsOption, type Values } from '../../protocol/benchmark.js';
import { countProcessorTime } from '../../protocol/clock.js';
import { beforeOfCases, beforeOfCylinder } from './before.js';
import { hardCircuits } from './circuits.js';
import { beforeCells, type HardCaseAccount, type HardRun, hardCasesText } from './hardCasesTable.js';
import { type HardProblem, hardProblems, problemOf } from './problems.js';

const known = [...hardProblems, ...hardCircuits].map(({ name }) => name);

const commandOptions = {
  cases: { about: `cases, separated by commas: ${known.map((name) => name.split(',')[0]).join(', ')}; default: all`, read: asNames },
  most: { ...secondsOption('10'), about: 'seconds after which a run is given up' },
};

export const hardCasesPart = part({
  name: 'hard-cases',
  describe: 'all integrators on stiff problems, small volumes and sliding switches, beside a reference at 1e-12',
  options: commandOptions,
  examples: [['--cases HIRES,Robertson', 'what each method takes for two problems, and how far off it is']],
  measure,
});

export const hardTolerances = [1e-4, 1e-6] as const;
const [reference, looser] = [1e-12, 1e-11] as const;
/** Times that a run of less than so many s is repeated. */
const [repeats, short] = [3, 0.2] as const;
/** Of those that choose their steps themselves. */
const names = [...methods.values()].filter(({ name }) => !['ros2p', 'ros3p', 'rk4', 'forwardEuler'].includes(name));

/** What a case can do. */
interface HardCase {
  readonly name: string;
  readonly of: string;
  readonly problem: OdeProblem;
  readonly start: Float64Array;
  readonly end: number;
  readonly absolute: (tolerance: number) => Float64Array;
  run(method: string, tolerance: number, most: number): Promise<Solved>;
}

interface Solved extends Omit<HardRun, 'method' | 'tolerance' | 'error'> {
  /** Distance from another solution of the case. */
  from(other: Solved): number;
  readonly solution: readonly number[] | IntegratorResults;
}

async function measure({ cases, most }: Values<typeof commandOptions>): Promise<Measured> {
  countProcessorTime();
  const accounts: HardCaseAccount[] = [];
  for (const problem of hardProblems) if (isWanted(problem.name, cases)) accounts.push(await accountOf(ofProblem(problem), most));
  for (const { name, of, until, circuit } of hardCircuits)
    if (isWanted(name, cases)) accounts.push(await accountOf(ofCircuit(name, of, await circuit(), until), most));
  say('before and after');
  const before = [...beforeOfCases(accounts), ...(isWanted('servo cylinder', cases) ? await beforeOfCylinder(most) : [])];
  return { stored: { most, before, cases: accounts }, text: () => `${cellsText(beforeCells(before))}\n\n${hardCasesText(accounts)}` };
}

const isWanted = (name: string, cases: readonly string[] | undefined): boolean =>
  cases === undefined || cases.some((one) => name === one || name.split(',')[0] === one);

async function accountOf(of: HardCase, most: number): Promise<HardCaseAccount> {
  const exact = await of.run('radau5', reference, 100 * most);
  if (exact.ended !== 'done') throw new RunFault(`${of.name}: the reference ends with ${exact.ended}`);
  const apart = (await of.run('radau5', looser, 100 * most)).from(exact);
  const along = ratesAlong(of.problem, of.start, {
    ...{ from: 0, to: of.end, locate: true, initialStep: null, minimumStep: 0, maximumStep: of.end / 10 },
    absoluteTolerance: of.absolute(1e-2),
  });
  const unfit: HardCaseAccount['unfit'][number][] = [];
  const runs: HardRun[] = [];
  for (const { name, implicit } of names) {
    const bound = along && !implicit ? stableSteps(along, name) : null;
    if (bound && bound.steps > toldFrom) {
      unfit.push({ method: name, steps: Number(bound.steps.toPrecision(2)), step: Number(bound.step.toPrecision(2)) });
      continue;
    }
    say(`${of.name}, ${name}`);
    for (const tolerance of hardTolerances) {
      const solved = await of.run(name, tolerance, most);
      const { from: __, solution: _, ...counts } = { ...solved };
      // A short run is mostly JavaScript that is not compiled yet: the fastest of some.
      for (let again = 0; again < repeats && counts.seconds < short; again++)
        counts.seconds = Math.min(counts.seconds, (await of.run(name, tolerance, most)).seconds);
      const error = solved.ended === 'done' ? Number(solved.from(exact).toPrecision(3)) : null;
      runs.push({ method: name, tolerance, ...counts, seconds: Number(counts.seconds.toPrecision(3)), error });
    }
  }
  const end = Array.isArray(exact.solution) ? (exact.solution as readonly number[]) : null;
  return { name: of.name, of: of.of, size: of.problem.size, reference: { apart: Number(apart.toPrecision(2)), end }, unfit, runs };
}

const countsOf = ({ accepted, rejected, failed, rates, differences }: Counts): Pick<HardRun, 'accepted' | 'rejected' | 'evaluations'> => ({
  accepted,
  rejected: rejected + failed,
  evaluations: rates + differences,
});

/** Attempts between two looks at the clock. */
const attempts = 100;

function ofProblem(hard: HardProblem): HardCase {
  const problem = problemOf(hard);
  const absolute = (tolerance: number): Float64Array => new Float64Array(problem.size).fill(tolerance * hard.absolute);
  const optionsOf = (tolerance: number): MethodOptions => ({
    ...{ relativeTolerance: tolerance, absoluteTolerance: absolute(tolerance), fixedStep: null, initialStep: null },
    ...{ minimumStep: 0, maximumStep: Number.POSITIVE_INFINITY, jacobian: 'analytic', timeDerivative: true, algebra: 'auto' },
  });
  return {
    ...{ name: hard.name, of: `${problem.size} unknowns to ${hard.end} s`, problem, end: hard.end, absolute },
    start: Float64Array.from(hard.start),
    run: async (name, tolerance, most) => {
      const stepper = (methods.get(name) as Method).start(problem, optionsOf(tolerance));
      stepper.y.set(hard.start);
      const began = performance.now();
      stepper.begin(0);
      let ended = 'done';
      for (let n = 1; stepper.t < hard.end && ended === 'done'; n++) {
        if (stepper.attempt(hard.end) === 'stuck') ended = `stuck at ${Number(stepper.t.toPrecision(3))} s`;
        else if (n % attempts === 0 && performance.now() - began > 1000 * most) ended = `given up at ${Number(stepper.t.toPrecision(3))} s`;
      }
      const solution = [...stepper.y];
      return {
        ...{ ...countsOf(stepper.counts), seconds: (performance.now() - began) / 1000, ended, solution },
        from: (other) =>
          (other.solution as readonly number[]).reduce(
            (worst, right, i) => Math.max(worst, Math.abs((solution[i] as number) - right) / (Math.abs(right) + hard.absolute)),
            0,
          ),
      };
    },
  };
}

function ofCircuit(name: string, of: string, circuit: Circuit, until: number): HardCase {
  const system = lumpedSystem(circuit);
  const start = new Float64Array(system.size);
  system.initial(start);
  return {
    ...{ name, of, problem: system, start, end: until },
    // As sizes go in a quick run.
    absolute: (tolerance) => start.map((value) => tolerance * Math.max(Math.abs(value), 1e-3)),
    run: async (solver, relativeTolerance, most) => {
      const results = await simulateLumped(circuit, { solver, relativeTolerance, until, signal: AbortSignal.timeout(1000 * most) });
      const { ending, cost, end } = results;
      const at = `at ${Number(end.toPrecision(3))} s`;
      const ended = ending === null ? 'done' : ending.kind === 'failed' ? `${ending.code} ${at}` : `given up ${at}`;
      return {
        ...{ ...countsOf(cost.counts), seconds: cost.wallSeconds, ended, solution: results },
        from: (other) => largestDeviation(results, other.solution as IntegratorResults),
      };
    },
  };
}

/** Largest deviation of a recorded quantity in parts of its range. */
function largestDeviation(results: IntegratorResults, exact: IntegratorResults): number {
  return Math.max(
    ...exact.columns.map(({ name }) => {
      const [y, right] = [results.series(name).y, exact.series(name).y];
      let [low, high, worst] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
      right.forEach((value, k) => {
        low = Math.min(low, value);
        high = Math.max(high, value);
        worst = Math.max(worst, Math.abs((y[k] ?? Number.NaN) - value));
      });
      return high > low ? worst / (high - low) : 0;
    }),
  );
}

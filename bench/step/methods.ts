/**
 * `ringmain bench step methods`: which integrator to take for what. Every method that chooses its steps, at tolerances from 1e-2 to 1e-8, on circuits of several kinds; error is the
 * largest deviation of a recorded quantity from radau5 at 1e-11, in parts of its range; CPU time is that of integrating, the least of the rounds. A run that takes longer than
 * `--most` is given up: the method is unfit there.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asNames } from '#ringmain/cli/optionTable.js';
import { methods } from '#ringmain/lumped/methods/registry.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import type { IntegratorResults } from '#ringmain/lumped/types.js';
import { textTable } from '#ringmain/report/table.js';
import { formatCount, formatSeconds } from '#ringmain/report/units.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { countProcessorTime } from '../protocol/clock.js';

const commandOptions = {
  circuits: { about: 'which of the circuits, separated by commas; default: all', read: asNames },
  rounds: { ...roundsOption, fallback: '3' },
  most: { ...secondsOption('3'), about: 'seconds after which a run is given up' },
};

/** Circuits by what makes them what they are, to a time at which even a slow method ends. */
export const methodCases = [
  { circuit: 'rc-volume', until: 0.2, of: 'smooth, not stiff' },
  { circuit: 'orifices-rt-1', until: 1.5, of: 'stiff, real eigenvalues, jumps of an input' },
  { circuit: 'three-orifices', until: 5, of: 'a small volume behind an orifice' },
  { circuit: 'servo-cylinder', until: 2, of: 'stiff, and masses on oil' },
  { circuit: 'two-actuator', until: 0.7, of: 'valves that switch' },
  { circuit: 'hires', until: 370, of: 'chemistry, stiff' },
] as const;

const names = [...methods.values()].filter(({ name }) => !['ros2p', 'ros3p', 'rk4', 'forwardEuler'].includes(name)).map(({ name }) => name);
const tolerances = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];
/** Errors that are asked for. */
export const methodLevels = [1e-2, 1e-4, 1e-6] as const;

export const stepMethods = part({
  name: 'methods',
  describe: 'which integrator takes least for an error, on circuits of several kinds',
  options: commandOptions,
  examples: [['--rounds 1', 'the three fastest integrators for three errors, by circuit']],
  measure,
});

/** One setting that ran to its end. */
export interface MethodRun {
  readonly method: string;
  readonly tolerance: number;
  readonly error: number;
  /** s of processor time of integration, the least of the rounds. */
  readonly seconds: number;
  readonly evaluations: number;
  readonly accepted: number;
}

export interface MethodCase {
  readonly circuit: string;
  readonly of: string;
  readonly runs: readonly MethodRun[];
  /** Methods of which no run came to its end in time. */
  readonly unfit: readonly string[];
}

async function measure({ circuits, rounds, most }: Values<typeof commandOptions>): Promise<Measured> {
  countProcessorTime();
  const cases: MethodCase[] = [];
  for (const { circuit: name, until, of } of methodCases.filter((one) => circuits?.includes(one.circuit) ?? true)) {
    const circuit = await readCircuit(bundledCircuit(name));
    const exact = await simulateLumped(circuit, { solver: 'radau5', relativeTolerance: 1e-11, until });
    if (exact.ending) throw new RunFault(`${name}: ${exact.ending.message}`);
    const runs: MethodRun[] = [];
    const unfit: string[] = [];
    for (const method of names) {
      say(`${name}, ${method}`);
      const own = await runsOf(circuit, exact, method, until, rounds, most);
      if (own.length === 0) unfit.push(method);
      runs.push(...own);
    }
    cases.push({ circuit: name, of, runs, unfit });
  }
  const account = { rounds, most, cases };
  return {
    stored: account,
    text: () =>
      textTable(
        methodHeadings.map((heading) => ({ heading })),
        methodCells(cases),
      ),
  };
}

/** Of one method, from loose to tight, until one takes too long. */
async function runsOf(
  circuit: Circuit,
  exact: IntegratorResults,
  solver: string,
  until: number,
  rounds: number,
  most: number,
): Promise<MethodRun[]> {
  const found: MethodRun[] = [];
  for (const relativeTolerance of tolerances) {
    let seconds = Number.POSITIVE_INFINITY;
    let results: IntegratorResults | null = null;
    for (let round = 0; round < rounds; round++) {
      results = await simulateLumped(circuit, { solver, relativeTolerance, until, signal: AbortSignal.timeout(1000 * most) });
      if (results.ending) break;
      seconds = Math.min(seconds, results.cost.wallSeconds);
    }
    if (!results || results.ending?.kind === 'interrupted') break;
    if (results.ending) continue;
    const { rates, differences, accepted } = results.cost.counts;
    const [error, time] = [errorOf(results, exact), seconds].map((value) => Number(value.toPrecision(3))) as [number, number];
    found.push({ method: solver, tolerance: relativeTolerance, error, seconds: time, evaluations: rates + differences, accepted });
  }
  return found;
}

/** Largest deviation of a recorded quantity in parts of its range. */
function errorOf(results: IntegratorResults, exact: IntegratorResults): number {
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

/** Columns of the table. */
export const methodHeadings = ['circuit', 'kind', ...methodLevels.map((level) => `error below ${level}`), 'unfit'] as const;

/** Its cells, for a terminal and a page: of each error the three methods that take least time, with their evaluations. */
export const methodCells = (cases: readonly MethodCase[]): string[][] =>
  cases.map(({ circuit, of, runs, unfit }) => [
    circuit,
    of,
    ...methodLevels.map((level) => {
      const best = names.flatMap((method) => {
        const good = runs.filter((run) => run.method === method && run.error <= level).sort((a, b) => a.seconds - b.seconds)[0];
        return good ? [good] : [];
      });
      return best
        .sort((a, b) => a.seconds - b.seconds)
        .slice(0, 3)
        .map(({ method, seconds, evaluations }) => `${method} ${formatSeconds(seconds)} (${formatCount(evaluations)})`)
        .join(', ');
    }),
    unfit.join(', '),
  ]);

/** Runs the cases of `ringmain compare`, round after round, and measures each against a reference. */
import type { Circuit } from '../../circuit/circuit.js';
import type { IntervalAccount, RowError, SolverRow } from '../../report/comparisonTable.js';
import { deviation, exceeds } from '../../results/deviation.js';
import { RunError } from '../../results/runError.js';
import { median, spreadOf } from '../../results/statistics.js';
import { isUserMistake } from '../exit.js';
import { type Account, type Case, type ComparePlan, casesOf, type Engines, runLumped, toleranceText } from './compareCases.js';

export interface SolverComparison {
  readonly reference: {
    readonly solver: string;
    readonly tolerance: number;
    /** How far the same solver lies from it at ten times the tolerance: a bound on its own error where errors fall with the tolerance. Null: that run failed. */
    readonly accuracy: RowError | null;
  };
  readonly rows: readonly SolverRow[];
  /** Null where no intervals were asked for. */
  readonly intervals: IntervalAccount | null;
  readonly interrupted: boolean;
  readonly notes: readonly string[];
}

/** The reference did not reach its end: there is nothing to compare with. */
export class NoReference extends Error {}

/** What is known of a case after some rounds. */
interface Progress {
  readonly seconds: number[];
  readonly intervals: (number | null)[][];
  account: Account | null;
  error: RowError | null;
  /** Null while it runs through. */
  failure: string | null;
}

/**
 * Reference first, with no volume treated whatever the file says, then all cases in turn, forwards in one round and backwards in the next, all in this thread. What a case gives is the same in every
 * round, so the first is compared; a case that fails is not tried again.
 */
export async function compareSolvers(
  circuit: Circuit,
  plan: ComparePlan,
  engines: Engines,
  say: (text: string) => void,
): Promise<SolverComparison> {
  const { solver, tolerance } = plan.reference;
  const reference = async (relativeTolerance: number): Promise<Account> => {
    say(`reference ${solver} at ${toleranceText(relativeTolerance)}`);
    return runLumped(circuit, { ...plan, intervals: [], integration: {} }, { solver, relativeTolerance, treat: [] }, engines);
  };
  const exact = await reference(tolerance);
  if (exact.ending) throw new NoReference(`the reference, ${solver} at ${toleranceText(tolerance)}: ${exact.ending.message}`);
  const looser = await reference(10 * tolerance);
  const accuracy = looser.ending ? null : errorOf(looser, exact);
  const cases = casesOf(circuit, plan, engines);
  const progress = cases.map((): Progress => ({ seconds: [], intervals: [], account: null, error: null, failure: null }));
  let interrupted = looser.ending?.kind === 'interrupted';
  for (let round = 0; round < plan.rounds && !interrupted; round++) {
    const order = cases.map((_, k) => (round % 2 === 0 ? k : cases.length - 1 - k));
    for (const k of order) {
      const [one, state] = [cases[k] as Case, progress[k] as Progress];
      if (state.failure !== null || interrupted) continue;
      say(`round ${round + 1}/${plan.rounds}  ${one.solver} ${one.setting}`);
      interrupted = await once(one, state, exact);
    }
  }
  return {
    reference: { solver, tolerance, accuracy },
    rows: cases.map((one, k) => rowOf(one, progress[k] as Progress)),
    intervals: plan.intervals.length === 0 ? null : intervalsOf(plan.intervals, cases, progress),
    interrupted,
    notes: notesOf(cases, progress, exact),
  };
}

/** Runs a case once more; returns whether the user interrupted it. */
async function once(one: Case, state: Progress, exact: Account): Promise<boolean> {
  let account: Account;
  try {
    account = await one.run();
  } catch (error) {
    // A method that cannot take this circuit or setting is a finding too.
    if (!isUserMistake(error) && !(error instanceof RunError)) throw error;
    state.failure = firstLine(error.message);
    return false;
  }
  if (account.ending?.kind === 'interrupted') {
    if (state.account === null) state.failure = account.ending.message;
    return true;
  }
  state.seconds.push(account.wallSeconds);
  state.intervals.push([...account.intervals]);
  if (state.account === null) {
    state.account = account;
    if (account.ending) state.failure = firstLine(account.ending.message);
    else state.error = errorOf(account, exact);
  }
  return false;
}

/** Largest deviation over the quantities that both have recorded. */
function errorOf({ recorded }: Account, { recorded: exact }: Account): RowError {
  const known = new Set(exact.columns.map(({ name }) => name));
  let [largest, worst, at, typical] = [0, '', 0, 0];
  for (const { name } of recorded.columns) {
    if (!known.has(name)) continue;
    const found = deviation(recorded.series(name), exact.series(name));
    if (exceeds(found.largest, largest)) [largest, worst, at] = [found.largest, name, found.time];
    if (exceeds(found.typical, typical)) typical = found.typical;
  }
  return { largest, worst, at, typical };
}

function rowOf({ solver, setting, tolerance, step }: Case, { seconds, account, error, failure }: Progress): SolverRow {
  const none = { accepted: null, rejected: null, evaluations: null, jacobians: null, factorizations: null, discontinuities: null };
  return {
    solver,
    setting,
    tolerance,
    step,
    wallSeconds: seconds.length === 0 ? null : spreadOf(seconds),
    ...(account?.counts ?? none),
    error,
    ended: failure ?? (account ? 'done' : 'not run'),
  };
}

function intervalsOf(times: readonly number[], cases: readonly Case[], progress: readonly Progress[]): IntervalAccount {
  return {
    times,
    cases: cases.map(({ solver, setting }, k) => ({
      name: `${solver} ${setting}`,
      seconds: times.map((_, i) => {
        const found = (progress[k] as Progress).intervals.flatMap((round) => round[i] ?? []);
        return found.length === 0 ? null : median(found);
      }),
    })),
  };
}

/** Quantities that were not compared, and what tlm's deviation consists of. */
function notesOf(cases: readonly Case[], progress: readonly Progress[], exact: Account): string[] {
  const notes: string[] = [];
  const known = new Set(exact.recorded.columns.map(({ name }) => name));
  const missing = new Set(
    progress.flatMap(({ account }) => account?.recorded.columns.filter(({ name }) => !known.has(name)) ?? []).map(({ name }) => name),
  );
  if (missing.size > 0) notes.push(`not compared, as the reference has no such quantity: ${[...missing].join(', ')}`);
  if (cases.some(({ solver }) => solver === 'tlm'))
    notes.push(
      "tlm's deviation holds its delays and steps as well as what differs in the equations: the reference has no delays in capacitive lines, and bends square roots near zero",
    );
  return notes;
}

const firstLine = (text: string): string => text.split('\n')[0] as string;

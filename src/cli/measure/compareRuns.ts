/** Runs the cases of `ringmain compare`, round after round, and measures each against a reference. */
import type { Circuit } from '../../circuit/circuit.js';
import type { IntervalAccount, RowError, SolverRow } from '../../report/comparisonTable.js';
import { formatNumber } from '../../report/units.js';
import { RunError } from '../../results/runError.js';
import { median, spreadOf } from '../../results/statistics.js';
import { isUserMistake } from '../exit.js';
import { type Account, type Case, type ComparePlan, casesOf, type Engines } from './compareCases.js';
import { type Deviations, deviationsOf, NoReference, type References, ranked, referencesOf, unranked, worstOf } from './references.js';

export interface SolverComparison {
  readonly reference: {
    readonly solver: string;
    readonly tolerance: number;
    /** The independent integrator that it is checked by, at the same tolerance, and how far that lies from it. */
    readonly other: string;
    readonly accuracy: RowError;
  };
  readonly rows: readonly SolverRow[];
  /** Null where no intervals were asked for. */
  readonly intervals: IntervalAccount | null;
  readonly interrupted: boolean;
  readonly notes: readonly string[];
}

/** Measurements of a case after some rounds. */
interface Progress {
  readonly seconds: number[];
  readonly intervals: (number | null)[][];
  account: Account | null;
  deviations: Deviations | null;
  /** Null while it runs through. */
  failure: string | null;
}

/**
 * References first, with no volume treated whatever the file says, then all cases in turn, forwards in one round and backwards in the next, all in this thread. What a case gives is the same in every
 * round, so the first is compared; a case that fails is not tried again. Throws NoReference where the references do not agree to a tenth of anything that is to be ranked.
 */
export async function compareSolvers(
  circuit: Circuit,
  plan: ComparePlan,
  engines: Engines,
  say: (text: string) => void,
): Promise<SolverComparison> {
  const references = await referencesOf(circuit, plan, engines, say);
  const { exact } = references;
  const cases = casesOf(circuit, plan, engines);
  const progress = cases.map((): Progress => ({ seconds: [], intervals: [], account: null, deviations: null, failure: null }));
  let interrupted = false;
  for (let round = 0; round < plan.rounds && !interrupted; round++) {
    const order = cases.map((_, k) => (round % 2 === 0 ? k : cases.length - 1 - k));
    for (const k of order) {
      const [one, state] = [cases[k] as Case, progress[k] as Progress];
      if (state.failure !== null || interrupted) continue;
      say(`round ${round + 1}/${plan.rounds}  ${one.solver} ${one.setting}`);
      interrupted = await once(one, state, exact);
    }
    // Further rounds would only tell times.
    if (rankedOf(references, progress).size === 0 && progress.some(({ deviations }) => deviations))
      throw new NoReference(unranked(references));
  }
  const names = rankedOf(references, progress);
  const rows = cases.map((one, k) => rowOf(one, progress[k] as Progress, references, names));
  return {
    reference: { ...plan.reference, other: references.other, accuracy: worstOf(references.apart) },
    rows,
    intervals: plan.intervals.length === 0 ? null : intervalsOf(plan.intervals, cases, progress),
    interrupted,
    notes: notesOf(cases, progress, references, names, rows),
  };
}

const rankedOf = (references: References, progress: readonly Progress[]): Set<string> =>
  ranked(
    references,
    progress.flatMap(({ deviations }) => deviations ?? []),
  );

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
    else state.deviations = deviationsOf(account, exact);
  }
  return false;
}

function rowOf(
  { solver, setting, tolerance, step }: Case,
  { seconds, account, deviations, failure }: Progress,
  { apart }: References,
  names: ReadonlySet<string>,
): SolverRow {
  const none = { accepted: null, rejected: null, evaluations: null, jacobians: null, factorizations: null, discontinuities: null };
  return {
    solver,
    setting,
    tolerance,
    step,
    wallSeconds: seconds.length === 0 ? null : spreadOf(seconds),
    ...(account?.counts ?? none),
    error: deviations && worstOf(new Map([...deviations].filter(([name]) => names.has(name))), apart),
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
function notesOf(
  cases: readonly Case[],
  progress: readonly Progress[],
  { exact, apart, names: solvers }: References,
  names: ReadonlySet<string>,
  rows: readonly SolverRow[],
): string[] {
  const notes: string[] = [];
  const left = progress.some(({ deviations }) => deviations) ? [...apart].filter(([name]) => !names.has(name)) : [];
  if (left.length > 0)
    notes.push(
      `not ranked, as ${solvers} are not within a tenth of the deviations from each other: ${left.map(([name, { largest }]) => `${name} (${formatNumber(largest, 2)})`).join(', ')}`,
    );
  const known = new Set(exact.recorded.columns.map(({ name }) => name));
  const missing = new Set(
    progress.flatMap(({ account }) => account?.recorded.columns.filter(({ name }) => !known.has(name)) ?? []).map(({ name }) => name),
  );
  if (missing.size > 0) notes.push(`not compared, as the reference has no such quantity: ${[...missing].join(', ')}`);
  if (rows.some(({ error }) => error?.bounds))
    notes.push(`'<': ${solvers} are not within a tenth of the deviation from each other, so that no more is known of it`);
  if (cases.some(({ solver }) => solver === 'tlm'))
    notes.push(
      "tlm's deviation holds its delays and steps as well as what differs in the equations: the reference has no delays in capacitive lines, and bends square roots near zero",
    );
  return notes;
}

const firstLine = (text: string): string => text.split('\n')[0] as string;

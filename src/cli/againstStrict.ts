/** `ringmain run --against-strict`: the strict run beside one in which partitions have steps of their own or exchange at intervals, and how far apart they are. */
import type { Circuit } from '../circuit/circuit.js';
import { deviations, deviationTable, type QuantityDeviation } from '../report/deviationTable.js';
import { formatSeconds } from '../report/units.js';
import type { Ending } from '../results/ending.js';
import { UserError } from '../results/userError.js';
import type { LineResults, RunOptions } from '../run/types.js';
import { simulate } from '../session/simulate.js';
import { settled } from '../settings/settled.js';
import type { RunArguments } from './runOptions.js';

export interface StrictComparison {
  /** s: the longest step of the strict run; a fixed one is the shortest of the run. */
  readonly step: number;
  /** Whether it was variable. */
  readonly varies: boolean;
  readonly wallSeconds: number;
  readonly digest: string;
  /** Component evaluations of the strict run over those of this one. */
  readonly evaluationsSaved: number;
  readonly quantities: readonly QuantityDeviation[];
}

/** Refuses the option beside a run that is strict anyway. */
export function checkAgainstStrict({ againstStrict, exchangeEvery, steps, ownSteps }: RunArguments): void {
  if (againstStrict && exchangeEvery === undefined && steps === undefined && !ownSteps)
    throw new UserError('--against-strict measures the cost in accuracy of --exchange-every, --steps or --own-steps; add one of them');
}

/** Rows of a strict run of variable steps for one of the run with own steps, whose rows lie elsewhere: interpolation then adds next to nothing. */
const finest = 100;
/** Rows of the strict run: it is held in memory beside the other. */
const mostRows = 2e6;

/** Options of the strict run: one step for all, exchanged at every step. `circuit`: default end of the run and interval of its records. */
export function strictOptions(
  { exchangeEvery: _, steps, ownSteps, timeline: __, ...options }: RunOptions,
  circuit: Pick<Circuit, 'run' | 'record'>,
): RunOptions {
  if (ownSteps) {
    const { every, until } = settled('lines', circuit, options);
    const rows = Math.max(1, until / every);
    return { ...options, every: every / Math.max(1, Math.min(finest, Math.floor(mostRows / rows) - 1)) };
  }
  return steps ? { ...options, step: Math.min(...steps) } : options;
}

/** The strict run: how far the other one lies from it, and how it ended. */
export interface StrictOutcome {
  /** Null where one of the two runs did not reach its end. */
  readonly comparison: StrictComparison | null;
  /** Why the strict run did not; null where it did, or was not begun. */
  readonly ending: Ending | null;
}

/** Runs strictly and compares. `options`: of the run that gave the results. */
export async function compareWithStrict(circuit: Circuit, options: RunOptions, results: LineResults): Promise<StrictOutcome> {
  if (results.ending) return { comparison: null, ending: null };
  const strict = await simulate(circuit, strictOptions(options, circuit));
  if (strict.ending) return { comparison: null, ending: strict.ending };
  const {
    account: { steps },
    cost: { wallSeconds, evaluations },
    digest,
  } = strict;
  const comparison = {
    step: steps.largest,
    varies: options.ownSteps ?? false,
    wallSeconds,
    digest,
    evaluationsSaved: evaluations / results.cost.evaluations,
    quantities: deviations(results, strict),
  };
  return { comparison, ending: null };
}

/** Text behind the summary. */
export function strictText({ comparison, ending }: StrictOutcome): string {
  if (ending) return `no comparison: the strict run ${ending.kind === 'interrupted' ? 'was interrupted' : 'failed'}`;
  if (!comparison) return 'no comparison: the run did not reach its end, so the strict one was not made';
  const { step, varies, wallSeconds, evaluationsSaved, quantities } = comparison;
  return [
    deviationTable(quantities),
    `deviations from the strict run at ${formatSeconds(step)}${varies ? ' or less' : ''} at the recorded rows, in parts of each quantity's range there`,
    `the strict run took ${formatSeconds(wallSeconds)} and ${evaluationsSaved.toFixed(2)} times the evaluations of components`,
  ].join('\n');
}

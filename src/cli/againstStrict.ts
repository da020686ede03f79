/** `ringmain run --against-strict`: the strict run beside one in which partitions have steps of their own or exchange at intervals, and how far apart they are. */
import type { Circuit } from '../circuit/circuit.js';
import { deviations, deviationTable, type QuantityDeviation } from '../report/deviationTable.js';
import { formatSeconds } from '../report/units.js';
import { UserError } from '../results/userError.js';
import { simulate } from '../run/simulate.js';
import type { Results, RunOptions } from '../run/types.js';
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
    throw new UserError('--against-strict measures what --exchange-every, --steps or --own-steps cost in accuracy; add one of them');
}

/** Rows of a strict run of variable steps for one of the run with own steps, whose rows lie elsewhere: interpolation then adds next to nothing. */
const finer = 100;

/** Options of the strict run: one step for all, exchanged at every step. `every`: time between rows of the circuit, s. */
export function strictOptions({ exchangeEvery: _, steps, ownSteps, timeline: __, ...options }: RunOptions, every: number): RunOptions {
  if (ownSteps) return { ...options, every: (options.every ?? every) / finer };
  return steps ? { ...options, step: Math.min(...steps) } : options;
}

/** Runs strictly and compares; null where one of the two did not reach its end. */
export async function compareWithStrict(circuit: Circuit, options: RunOptions, results: Results): Promise<StrictComparison | null> {
  if (results.ending) return null;
  const strict = await simulate(circuit, strictOptions(options, circuit.record.every));
  if (strict.ending) return null;
  const { steps, wallSeconds, digest, evaluations } = strict;
  const evaluationsSaved = evaluations / results.evaluations;
  return {
    step: steps.largest,
    varies: options.ownSteps ?? false,
    wallSeconds,
    digest,
    evaluationsSaved,
    quantities: deviations(results, strict),
  };
}

/** Text behind the summary. */
export function strictText(found: StrictComparison | null): string {
  if (!found) return 'no strict run to compare with: one of the two did not reach its end';
  const { step, varies, wallSeconds, evaluationsSaved, quantities } = found;
  return [
    deviationTable(quantities),
    `deviations from the strict run at ${formatSeconds(step)}${varies ? ' or less' : ''} at the recorded rows, in parts of each quantity's range there`,
    `the strict run took ${formatSeconds(wallSeconds)} and ${evaluationsSaved.toFixed(2)} times the evaluations of components`,
  ].join('\n');
}

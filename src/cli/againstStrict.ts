/** `ringmain run --against-strict`: the strict run beside one that exchanges at intervals, and how far apart they are. */
import type { Circuit } from '../circuit/circuit.js';
import { deviations, deviationTable, type QuantityDeviation } from '../report/deviationTable.js';
import { formatSeconds } from '../report/units.js';
import { UserError } from '../results/userError.js';
import { simulate } from '../run/simulate.js';
import type { Results, RunOptions } from '../run/types.js';
import type { RunArguments } from './runOptions.js';

export interface StrictComparison {
  /** s: the shortest step of the run, which the strict one takes everywhere. */
  readonly step: number;
  readonly wallSeconds: number;
  readonly digest: string;
  /** Component evaluations of the strict run over those of this one. */
  readonly evaluationsSaved: number;
  readonly quantities: readonly QuantityDeviation[];
}

/** Refuses the option beside a run that is strict anyway. */
export function checkAgainstStrict({ againstStrict, exchangeEvery, steps }: RunArguments): void {
  if (againstStrict && exchangeEvery === undefined && steps === undefined)
    throw new UserError('--against-strict measures what --exchange-every or --steps cost in accuracy; add one of the two');
}

/** Options of the strict run: one step for all, exchanged at every step. */
export function strictOptions({ exchangeEvery: _, steps, timeline: __, ...options }: RunOptions): RunOptions {
  return steps ? { ...options, step: Math.min(...steps) } : options;
}

/** Runs strictly and compares; null where one of the two did not reach its end. */
export async function compareWithStrict(circuit: Circuit, options: RunOptions, results: Results): Promise<StrictComparison | null> {
  if (results.ending) return null;
  const strict = await simulate(circuit, strictOptions(options));
  if (strict.ending) return null;
  const { steps, wallSeconds, digest, evaluations } = strict;
  const evaluationsSaved = evaluations / results.evaluations;
  return { step: steps.largest, wallSeconds, digest, evaluationsSaved, quantities: deviations(results, strict) };
}

/** Text behind the summary. */
export function strictText(found: StrictComparison | null): string {
  if (!found) return 'no strict run to compare with: one of the two did not reach its end';
  const { step, wallSeconds, evaluationsSaved, quantities } = found;
  return [
    deviationTable(quantities),
    `deviations from the strict run at ${formatSeconds(step)} at the recorded rows, in parts of each quantity's range there`,
    `the strict run took ${formatSeconds(wallSeconds)} and ${evaluationsSaved.toFixed(2)} times the evaluations of components`,
  ].join('\n');
}

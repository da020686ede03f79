/** The account of a run for programs. */
import type { IntegratorResults } from '../lumped/types.js';
import { type Losses, lossesOf } from '../run/account/losses.js';
import type { LineResults } from '../run/types.js';
import type { Results } from '../session/types.js';
import { warningsOf } from './runReport/warnings.js';

/** Common fields of both engines, in one level. */
type Flat<Of extends Results> = Pick<Of, 'circuit' | 'end' | 'ending' | 'notes' | 'digest' | 'stateDigest'> &
  Of['run'] &
  Of['account'] & {
    readonly recorded: { readonly quantities: number; readonly rows: number };
    /** Sentences, the gravest first. */
    readonly warnings: readonly string[];
  };

/** Everything in `LineResults` but the recorded rows themselves. */
export type RunSummary = Flat<LineResults> &
  Omit<LineResults['cost'], 'timeline'> & {
    /** Only where slices of threads were timed; `rankLosses` are those of ranks. */
    readonly losses?: Losses | null;
  };

/** Everything in `IntegratorResults` but the recorded rows, the steps of the trace and the time of every attempt. */
export type IntegratorSummary = Flat<IntegratorResults> &
  Omit<IntegratorResults['cost'], 'realTime'> & {
    readonly realTime: Omit<NonNullable<IntegratorResults['cost']['realTime']>, 'times'> | null;
    readonly tracedSteps: number;
  };

/** A plain object without typed arrays or methods; `ofFile` are the warnings of the circuit file. */
export function summaryJson(results: LineResults, ofFile?: readonly string[]): RunSummary;
export function summaryJson(results: Results, ofFile?: readonly string[]): RunSummary | IntegratorSummary;
export function summaryJson(results: Results, ofFile: readonly string[] = []): RunSummary | IntegratorSummary {
  const { circuit, end, ending, notes, digest, stateDigest } = results;
  const recorded = { quantities: results.columns.length, rows: results.rows };
  const warnings = [...warningsOf(results), ...ofFile];
  const common = { digest, stateDigest, recorded, warnings, notes };
  if (results.engine === 'lines') {
    const { timeline, ...cost } = results.cost;
    const losses = timeline && !cost.rankLosses ? { losses: lossesOf(timeline) } : {};
    return { circuit, ...results.run, end, ending, ...results.account, ...cost, ...losses, ...common };
  }
  const { realTime, ...cost } = results.cost;
  const shown = realTime && { step: realTime.step, median: realTime.median, largest: realTime.largest, missed: realTime.missed };
  const traced = { realTime: shown, tracedSteps: results.trace.length };
  return { circuit, ...results.run, end, ending, ...results.account, ...cost, ...traced, ...common };
}

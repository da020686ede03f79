/** The account of a run for programs. */
import { type Observed, observerNames } from '../blocks/kept/registry.js';
import { type Losses, lossesOf } from '../run/account/losses.js';
import type { Results } from '../run/types.js';
import { warningsOf } from './runReport/warnings.js';

/** Everything in `Results` but the recorded rows themselves. */
export type RunSummary = Omit<Results, 'series' | 't' | 'rows' | 'pieces' | 'column' | 'columns' | 'timeline'> & {
  readonly recorded: { readonly quantities: number; readonly rows: number };
  /** Sentences, the gravest first. */
  readonly warnings: readonly string[];
  /** Only where slices were timed. */
  readonly losses?: Losses | null;
};

/** A plain object without typed arrays or methods; `ofFile` are the warnings of the circuit file. */
export function summaryJson(results: Results, ofFile: readonly string[] = []): RunSummary {
  return {
    circuit: results.circuit,
    components: results.components,
    lines: results.lines,
    workers: results.workers,
    partitions: results.partitions,
    driver: results.driver,
    kernels: results.kernels,
    lookAhead: results.lookAhead,
    synchronisations: results.synchronisations,
    barrier: results.barrier,
    end: results.end,
    ending: results.ending,
    steps: results.steps,
    forced: results.forced,
    crossings: results.crossings,
    ownSteps: results.ownSteps,
    limitedBy: results.limitedBy,
    balance: results.balance,
    hasOil: results.hasOil,
    cavitation: results.cavitation,
    pressures: results.pressures,
    ...(Object.fromEntries(observerNames.map((name) => [name, results[name]])) as unknown as Observed),
    wallSeconds: results.wallSeconds,
    setupSeconds: results.setupSeconds,
    nsPerComponentStep: results.nsPerComponentStep,
    nsPerLineEndStep: results.nsPerLineEndStep,
    evaluations: results.evaluations,
    exchange: results.exchange,
    memoryBytes: results.memoryBytes,
    digest: results.digest,
    stateDigest: results.stateDigest,
    recorded: { quantities: results.columns.length, rows: results.rows },
    ...(results.balancing ? { balancing: results.balancing } : {}),
    ...(results.timeline ? { losses: lossesOf(results.timeline) } : {}),
    warnings: [...warningsOf(results), ...ofFile],
    notes: results.notes,
  };
}

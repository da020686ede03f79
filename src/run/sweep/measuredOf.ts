/** Measures of a run. */
import type { LineResults } from '../types.js';
import { everyStep, type Series } from './everyStep.js';
import { isOfRows, type Measure, measured } from './measures.js';

/** By measure; those with an envelope see what lies between rows. */
export function measuredOf(measures: readonly Measure[], results: LineResults): number[] {
  const kept = new Map(results.account.envelopes.map(({ name }) => [name, null as Series | null]));
  return measures.map((measure) => {
    const { signal } = measure;
    const rows = results.series(signal);
    if (isOfRows(measure) || !kept.has(signal)) return measured(measure, rows);
    const steps = kept.get(signal) ?? everyStep(results, signal);
    kept.set(signal, steps);
    return measured(measure, rows, steps);
  });
}

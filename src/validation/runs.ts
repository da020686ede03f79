/** Runs of a case's circuits: serial, and an end before its time is an error. */
import type { Circuit } from '../circuit/circuit.js';
import { simulate } from '../run/simulate.js';
import type { Results, RunOptions } from '../run/types.js';

/** By the line engine, one worker. */
export async function byLines(circuit: Circuit, options: Omit<RunOptions, 'workers'> = {}): Promise<Results> {
  const results = await simulate(circuit, { ...options, workers: 1 });
  if (results.ending) throw new Error(`${circuit.name} ended early: ${results.ending.message}`);
  return results;
}

/** A recorded quantity without its row of t = 0, which is not a step's. */
export function stepsOf(results: Pick<Results, 'series'>, name: string): { readonly t: Float64Array; readonly y: Float64Array } {
  const { t, y } = results.series(name);
  return { t: t.subarray(1), y: y.subarray(1) };
}

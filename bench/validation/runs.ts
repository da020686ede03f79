/** Runs of a case's circuits, serial; an end before its time is an error. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '#ringmain/lumped/types.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import { simulate } from '#ringmain/session/simulate.js';

/** What both engines give. */
export type Traces = Pick<LineResults, 'series' | 't'>;

/** By the line engine, one worker. */
export async function byLines(circuit: Circuit, options: Omit<RunOptions, 'workers'> = {}): Promise<LineResults> {
  return whole(await simulate(circuit, { ...options, workers: 1 }));
}

/** As an ODE; default: 1e-8. */
export async function byOde(circuit: Circuit, options: LumpedOptions = {}): Promise<IntegratorResults> {
  return whole(await simulateLumped(circuit, { relativeTolerance: 1e-8, ...options }));
}

/** The same circuit by both, with the words that name them in pictures. */
export async function byBoth(circuit: Circuit): Promise<readonly (readonly [name: 'by TLM' | 'as an ODE', results: Traces])[]> {
  return [
    ['by TLM', await byLines(circuit)],
    ['as an ODE', await byOde(circuit)],
  ];
}

/** A recorded quantity without its row of t = 0, which is not a step's. */
export function stepsOf(results: Traces, name: string): { readonly t: Float64Array; readonly y: Float64Array } {
  const { t, y } = results.series(name);
  return { t: t.subarray(1), y: y.subarray(1) };
}

function whole<Ran extends LineResults | IntegratorResults>(results: Ran): Ran {
  if (results.ending) throw new Error(`${results.circuit} ended early: ${results.ending.message}`);
  return results;
}

/** Deviations from a reference at the same rows, as they are published. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { simulateLumped } from '#ringmain/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '#ringmain/lumped/types.js';
import { UserError } from '#ringmain/results/userError.js';

export interface Deviations {
  /** √(1/N Σ(x - x_m)²), unit of x. */
  readonly rms: number;
  /** The same over the mean of |x|: of the reference. */
  readonly relative: number;
}

/** A tight run that others are held against, with no volume treated whatever the file says. Throws where it ends before its time: errors would be those of what it has got to. */
export async function referenceRun(circuit: Circuit, options: LumpedOptions): Promise<IntegratorResults> {
  const run = await simulateLumped(circuit, { ...options, treat: [], solver: 'radau5', relativeTolerance: 1e-8 });
  if (run.ending) throw new UserError(`no reference for ${circuit.name}: ${run.ending.message}`);
  return run;
}

/** Of a series from its reference; NaN where it ends early or has no number. */
export function deviationsFrom(reference: Float64Array, series: Float64Array): Deviations {
  const rms = runningDeviations(reference, series, 1)[0] as number;
  const size = reference.reduce((sum, value) => sum + Math.abs(value), 0);
  return { rms, relative: (rms * reference.length) / size };
}

/** The root mean square with N growing: after each of so many equal parts of the run, unit of x. */
export function runningDeviations(reference: Float64Array, series: Float64Array, parts: number): number[] {
  const count = reference.length;
  const running: number[] = [];
  let squares = 0;
  for (let k = 0; k < count; k++) {
    squares += ((series[k] ?? Number.NaN) - (reference[k] as number)) ** 2;
    if (running.length < Math.floor((parts * (k + 1)) / count)) running.push(Math.sqrt(squares / (k + 1)));
  }
  return running;
}

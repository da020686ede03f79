/** Series for a surrogate, from a run of the whole circuit. */
import type { Circuit } from '../../circuit/circuit.js';
import { Interrupted } from '../../results/ending.js';
import { RunError } from '../../results/runError.js';
import type { Series } from '../../surrogate/samples.js';
import { simulateLumped } from '../solve.js';
import type { IntegratorResults, LumpedOptions } from '../types.js';
import { checkTargetName, ofPressure } from './quantities.js';

export interface DataOptions extends Pick<LumpedOptions, 'signal' | 'onProgress' | 'relativeTolerance'> {
  readonly target: string;
  readonly inputs: readonly string[];
  /** s */
  readonly every: number;
  /** More quantities to record. */
  readonly record?: readonly string[];
}

export interface DataSet {
  readonly series: Series;
  readonly results: IntegratorResults;
  /** A recorded quantity at the samples. */
  column(name: string): Float64Array;
}

/** Runs a circuit by rodas4, with no volume treated whatever the file says, and takes a sample every so often. Rejects with RunError for names that are none, and where the run ends before its time; with Interrupted where the signal ended it. */
export async function dataSetOf(circuit: Circuit, { target, inputs, every, record = [], ...options }: DataOptions): Promise<DataSet> {
  checkTargetName(circuit, target);
  const derived = inputs.map((name) => ofPressure(circuit, name));
  const sources = inputs.map((name, k) => derived[k]?.pressure ?? name);
  const names = [...new Set([target, ...sources, ...record])];
  const results = await simulateLumped(circuit, { solver: 'rodas4', relativeTolerance: 1e-6, ...options, treat: [], every, record: names });
  if (results.ending?.kind === 'interrupted') throw new Interrupted(`interrupted while the data were made, at ${results.end} s of them`);
  if (results.ending)
    throw new RunError(
      'SUR113',
      `the run for the data set ends at ${results.end} s: ${results.ending.message}`,
      'look at it with ringmain run --solver rodas4',
    );
  const count = Math.floor(results.end / every + 1e-9) + 1;
  const column = (name: string): Float64Array => results.series(name).y.slice(0, count);
  const of = inputs.map((_, k) => {
    const values = column(sources[k] as string);
    const follows = derived[k];
    return follows ? values.map(follows.of) : values;
  });
  return { series: { every, names: inputs, inputs: of, target: column(target) }, results, column };
}

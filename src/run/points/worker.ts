/** A worker thread of a search: it runs one point after the other, each by the serial engine, in one memory as long as the program is the same. */
import { workerData } from 'piscina';
import { CircuitError } from '../../circuit/file/diagnostic.js';
import { circuitReader } from '../../circuit/file/parse.js';
import type { StartState } from '../../network/startState.js';
import { RunError } from '../../results/runError.js';
import type { WebAssembly } from '../../wasm/webAssembly.js';
import { compile, ProgramInstance } from '../compile.js';
import { programKey, tunableColumns } from '../programKey.js';
import { measuredOf } from '../sweep/measuredOf.js';
import { hasWaves } from '../sweep/plan.js';
import type { PointTask } from './plan.js';

export interface PointData {
  readonly task: PointTask;
  /** The module of the program that the search begins with; null where there is none. */
  readonly shared: { readonly key: string; readonly module: WebAssembly.Module } | null;
}

/** The extreme of a watched quantity. */
export interface WatchedExtreme {
  readonly condition: string;
  readonly name: string;
  /** How far its farthest value is beyond the limit, below 0 where it never is; SI. */
  readonly beyond: number;
  readonly limit: number;
}

export interface PointAnswer {
  /** By measure; empty where the run did not reach its end. */
  readonly measured: readonly number[];
  readonly watched: readonly WatchedExtreme[];
  /** Times, then values by trace. */
  readonly traces: readonly Float64Array[];
  readonly steps: number;
  readonly digest: string;
  /** Why the run could not begin, or did not reach its end. */
  readonly error: string | null;
}

const { task, shared } = workerData as PointData;
const read = circuitReader(task.text, task.file);
let current: ProgramInstance | null = null;

/** Runs one point, of which `--set` entries are given. */
export default async function work(set: readonly string[]): Promise<PointAnswer> {
  try {
    const { circuit } = read([...task.set, ...set]);
    const start = task.steady ? await steadyStart(circuit) : null;
    const key = programKey(circuit, tunableColumns(circuit, task.tunable));
    // The layout of wave lines is made for the flow that they start with.
    if (current?.program.key !== key || (start && hasWaves(circuit))) {
      // The memory of the program before is given back first.
      current = null;
      const module = shared?.key === key && !start ? shared.module : null;
      current = new ProgramInstance(compile(circuit, task.settings, { tunable: task.tunable, module, start }));
    }
    const results = current.run(circuit, start);
    const { ending } = results;
    if (ending) return failed(`${ending.kind === 'failed' ? `${ending.code}  ` : ''}${ending.message}`, results.account.steps.accepted);
    return {
      measured: measuredOf(task.measures, results),
      watched: results.account.watches.map(({ condition, name, relation, extreme, limit }) => ({
        ...{ condition, name, limit, beyond: relation === '>' ? extreme - limit : limit - extreme },
      })),
      traces: task.traces.length === 0 ? [] : [results.t, ...task.traces.map((name) => results.series(name).y)],
      ...{ steps: results.account.steps.accepted, digest: results.digest, error: null },
    };
  } catch (error) {
    if (error instanceof CircuitError) return failed(error.diagnostics.map(({ code, message }) => `${code}  ${message}`).join('; '), 0);
    if (!(error instanceof RunError)) throw error;
    return failed(`${error.code}  ${error.message}`, 0);
  }
}

const failed = (error: string, steps: number): PointAnswer => ({ measured: [], watched: [], traces: [], steps, digest: '', error });

async function steadyStart(circuit: Parameters<ProgramInstance['run']>[0]): Promise<StartState> {
  const { steadyState } = await import('../../lumped/steady.js');
  return steadyState(circuit);
}

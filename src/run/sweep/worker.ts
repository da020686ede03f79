/** A worker thread of a sweep: it runs one variant after the other, each by the serial engine, in one memory as long as the program is the same. */
import { workerData } from 'piscina';
import type { Circuit } from '../../circuit/circuit.js';
import { circuitReader } from '../../circuit/file/parse.js';
import type { StartState } from '../../network/startState.js';
import { RunError } from '../../results/runError.js';
import type { WebAssembly } from '../../wasm/webAssembly.js';
import { compile, ProgramInstance, type ProgramSettings } from '../compile.js';
import { measuredOf } from './measuredOf.js';
import type { Measure } from './measures.js';

/** Common to all variants. */
export interface SweepData {
  readonly text: string;
  readonly file: string;
  readonly settings: ProgramSettings;
  readonly steady: boolean;
  readonly measures: readonly Measure[];
}

export interface VariantTask {
  readonly set: readonly string[];
  /** Number of its program. */
  readonly program: number;
  readonly tunable: readonly string[];
  /** Null where this thread is to compile it. */
  readonly module: WebAssembly.Module | null;
}

export interface VariantAnswer {
  /** By measure; empty where the run did not reach its end. */
  readonly measured: readonly number[];
  readonly steps: number;
  readonly digest: string;
  /** s, of the run's loop */
  readonly wallSeconds: number;
  /** Why the run could not begin, or did not reach its end. */
  readonly error: string | null;
  /** Whether a program was compiled for it here. */
  readonly compiled: boolean;
}

const { text, file, settings, steady, measures } = workerData as SweepData;
const read = circuitReader(text, file);
let current: { readonly program: number; readonly instance: ProgramInstance } | null = null;

/** Runs one variant. */
export default async function work(task: VariantTask): Promise<VariantAnswer> {
  let compiled = false;
  try {
    const { circuit } = read(task.set);
    const start = steady ? await steadyStart(circuit) : null;
    if (current?.program !== task.program) {
      // The memory of the program before is given back first.
      current = null;
      compiled = task.module === null && settings.kernels !== 'js';
      current = {
        program: task.program,
        instance: new ProgramInstance(compile(circuit, settings, { tunable: task.tunable, module: task.module, start })),
      };
    }
    const results = current.instance.run(circuit, start);
    const {
      ending,
      digest,
      cost: { wallSeconds },
    } = results;
    return {
      measured: ending ? [] : measuredOf(measures, results),
      steps: results.account.steps.accepted,
      digest,
      wallSeconds,
      error: ending && `${ending.kind === 'failed' ? `${ending.code}  ` : ''}${ending.message}`,
      compiled,
    };
  } catch (error) {
    if (!(error instanceof RunError)) throw error;
    return { measured: [], steps: 0, digest: '', wallSeconds: 0, error: `${error.code}  ${error.message}`, compiled };
  }
}

async function steadyStart(circuit: Circuit): Promise<StartState> {
  const { steadyState } = await import('../../lumped/steady.js');
  return steadyState(circuit);
}

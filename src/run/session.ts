/** All that a run needs before its first attempt: memory, programs of the partitions and of the master, what is recorded, and the state at t = 0. */
import type { Circuit } from '../circuit/circuit.js';
import type { Layout } from '../network/layout.js';
import type { MasterProgram } from './master.js';
import type { PartitionProgram } from './program.js';
import type { RecordedColumn } from './recorder.js';

export interface Session {
  readonly circuit: Circuit;
  readonly layout: Layout;
  readonly memory: WebAssembly.Memory;
  readonly F: Float64Array;
  readonly I: Int32Array;
  readonly programs: readonly PartitionProgram[];
  readonly master: MasterProgram;
  readonly columns: readonly RecordedColumn[];
  /** Where recorded rows stand: times at `times`, column k at `at + k·rows`. */
  readonly record: { readonly times: number; readonly at: number; readonly rows: number };
  /** Oil in the lines at t = 0 is the zero of the mass balance: mean pressures then, by line. */
  readonly startMeans: Float64Array;
}

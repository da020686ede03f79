/** Everything that a run needs before its first attempt: memory, sources of the partitions, recorded quantities, and the state at t = 0. */
import type { Circuit } from '../circuit/circuit.js';
import type { KernelFunction, KernelsName } from '../equations/kernel/kernelSource.js';
import type { NativeLibrary } from '../native/host.js';
import type { StartState } from '../network/startState.js';
import type { Layout } from '../program/layout/layout.js';
import type { PreparedProgram } from '../program/prepare.js';
import type { RunProgram } from '../program/program.js';
import type { Recorded } from '../program/recorder.js';
import type { ThreadPlan } from '../program/threadPlan.js';
import type { RowStore } from '../results/rows.js';
import type { WebAssembly } from '../wasm/webAssembly.js';

/** The oil in a circuit. */
export interface OilContent {
  /** Port volumes, port by port, m3. */
  readonly portVolumes: Float64Array;
  /** By line, of wave lines: oil beyond that of the initial pressure at rest; of lines that conserve mass their content, ρV/ρ₀; m3. */
  readonly lines: Float64Array;
  /** In lines and port volumes, m3, and kg of the density that its pressure gives it, ρ e^∫dp/B; cavities are not taken off. */
  readonly volume: number;
  readonly mass: number;
}

/** A session as its state at t = 0 is set. */
export type OpenedSession = Omit<Session, 'oilAtStart'>;

export interface Session
  extends Recorded,
    Pick<PreparedProgram, 'observers' | 'looked' | 'record' | 'overrides' | 'timing' | 'placed' | 'beyond' | 'messages'> {
  readonly circuit: Circuit;
  readonly layout: Layout;
  readonly memory: WebAssembly.Memory;
  readonly F: Float64Array;
  readonly I: Int32Array;
  readonly program: RunProgram;
  readonly threads: ThreadPlan;
  readonly kernels: KernelsName;
  /** Of kernels in WebAssembly: what every thread instantiates. */
  readonly module: WebAssembly.Module | null;
  /** Of native kernels: what every thread loads. */
  readonly library: NativeLibrary | null;
  /** Phases of all partitions (and, in WebAssembly, everything else) as functions of this thread. */
  readonly functions: ReadonlyMap<string, KernelFunction>;
  /** Where the run starts, if not at what the circuit's file says. */
  readonly start: StartState | null;
  readonly oilAtStart: OilContent;
  /** Where rows go that leave the memory; null: it has room for all. */
  readonly rows: RowStore | null;
}

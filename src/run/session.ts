/** All that a run needs before its first attempt: memory, sources of the partitions, what is recorded, and the state at t = 0. */

import type { Circuit } from '../circuit/circuit.js';
import type { KernelFunction } from '../equations/kernel/kernelSource.js';
import type { StartState } from '../network/startState.js';
import type { Kept } from '../program/kept.js';
import type { Layout } from '../program/layout/layout.js';
import type { RunProgram } from '../program/program.js';
import type { Recorded } from '../program/recorder.js';
import type { ThreadPlan } from '../program/threadPlan.js';
import type { RowStore } from '../results/rows.js';
import type { OilContent } from './account/oilBalance.js';
import type { RowArea, RowRoom } from './account/rows.js';
import type { KernelsName } from './types.js';

/** A session as its state at t = 0 is set. */
export type OpenedSession = Omit<Session, 'oilAtStart'>;

export interface Session extends Recorded {
  readonly circuit: Circuit;
  /** What is kept at every accepted step. */
  readonly kept: Kept;
  readonly layout: Layout;
  readonly memory: WebAssembly.Memory;
  readonly F: Float64Array;
  readonly I: Int32Array;
  readonly program: RunProgram;
  readonly threads: ThreadPlan;
  readonly kernels: KernelsName;
  /** Of kernels in WebAssembly: what every thread instantiates. */
  readonly module: WebAssembly.Module | null;
  /** Phases of all partitions (and, in WebAssembly, everything else) as functions of this thread. */
  readonly functions: ReadonlyMap<string, KernelFunction>;
  /** Where the run starts, if not at what the circuit's file says. */
  readonly start: StartState | null;
  readonly oilAtStart: OilContent;
  /** Where recorded rows stand: times at `times`, cell k at `at + k·rows`; of exact rows its value a step before at `before + k`. How many there is room for. */
  readonly record: RowArea & RowRoom & { readonly before: number };
  /** Where rows go that leave the memory; null: it has room for all. */
  readonly rows: RowStore | null;
  /** Of a run that is held: first of the cells for inputs that are set, a double for each input of the circuit. */
  readonly overrides: number;
  /** Where marks of timed slices go (doubles), for how many slices of a thread there is room, and which of them are timed; null: none. */
  readonly timing: { readonly at: number; readonly slices: number; readonly every: number } | null;
}

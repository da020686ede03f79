/**
 * The page's side of the control interface to an engine in a worker of it (serve.ts), which comlink carries: orders and answers, a few a second. What a run
 * computes stays in the worker until it is read or the run is closed.
 *
 *     const engine = connectEngine(new Worker(new URL('./engine.js', import.meta.url), { type: 'module' }));
 *     const run = await engine.open(text, { until: 2.5, onProgress: ({ time }) => show(time) });
 *     await run.advance({ until: 1 });
 *     await run.set('dev.position', 0.3);
 *     await run.advance();
 *     const { t, values } = await run.close();
 */
import { type Endpoint, proxy, wrap } from 'comlink';
import type { Advance, Stop } from '../results/held.js';
import type { Progress } from '../results/progress.js';
import type { HeldOptions, LineResults } from '../run/types.js';

/** Options of a run from a page: threads are the worker's to give, and `pause` stops it. */
export interface RemoteOptions extends Omit<HeldOptions, 'threads' | 'signal'> {
  /** Values that replace those of the text: 'prv.crackingPressure=160 bar'. */
  readonly set?: readonly string[];
}

/** Results as they come over: the recorded columns in the order of `columns`. */
export interface RemoteResults extends Omit<LineResults, 'series' | 'pieces' | 'column'> {
  readonly values: readonly Float64Array[];
}

/** A run that is held in the worker (HeldRun); every order rejects as it does there. */
export interface RemoteRun {
  advance(how?: Advance): Promise<Stop>;
  pause(): Promise<void>;
  progress(): Promise<Progress>;
  read(name: string): Promise<number>;
  set(name: string, value: number): Promise<void>;
  save(): Promise<Uint8Array>;
  /** Ends the run, and gives its results. */
  close(): Promise<RemoteResults>;
}

export interface RemoteEngine {
  /** Reads and checks the text of a circuit, and opens a run of it. Rejects with all its mistakes in one message. */
  open(text: string, options?: RemoteOptions): Promise<RemoteRun>;
}

/** The worker's interface: functions come over as their own argument. */
export interface ServedEngine {
  open(text: string, options: RemoteOptions, onProgress: HeldOptions['onProgress']): Promise<RemoteRun>;
}

/** The engine at the other end of a worker or a MessagePort. */
export function connectEngine(endpoint: Endpoint): RemoteEngine {
  const served = wrap<ServedEngine>(endpoint) as unknown as ServedEngine;
  return { open: (text, { onProgress, ...options } = {}) => served.open(text, options, onProgress && proxy(onProgress)) };
}

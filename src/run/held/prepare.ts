/** Circuit + options → a session that is ready for its first attempt, and its plan. */
import { ownThreads } from '#threads';
import type { Circuit } from '../../circuit/circuit.js';
import type { KernelsName } from '../../equations/kernel/kernelSource.js';
import { nativeNotes } from '../../native/notes.js';
import { memoryRows } from '../../results/rows.js';
import { settled } from '../../settings/settled.js';
import type { ModuleStore } from '../../wasm/moduleCache.js';
import { availableCores } from '../choice.js';
import { openSessionSoon, type SessionRank } from '../openSession.js';
import { laidPlan, planRun, type RankShare, type RunPlan } from '../runPlan.js';
import type { Session } from '../session.js';
import type { Driver } from '../threads/driver.js';
import type { Fault } from '../threads/faults.js';
import { NativeBeside } from '../threads/nativeBeside.js';
import { SerialDriver } from '../threads/serial.js';
import type { HeldOptions } from '../types.js';

/** Facts of a run from before it is prepared. */
export interface Known {
  /** By component: its partition, for as many workers as are asked for. */
  readonly owner?: Int32Array | null;
  /** Where the run starts, which needs no search then; null: at what the file says. */
  readonly start?: Session['start'];
  /** Of a rank: the partitions that it runs, and what it tells the others. */
  readonly rank?: RankShare;
  readonly tells?: Omit<SessionRank, 'beyond'>;
}

export interface PreparedRun {
  readonly session: Session;
  readonly plan: RunPlan;
  /** s, all and of the search for an operating point. */
  readonly setupSeconds: number;
  readonly searchSeconds: number;
}

/** Throws RunError or PlanError for what cannot be run. */
export async function prepareRun(
  circuit: Circuit,
  options: HeldOptions,
  faults: readonly Fault[],
  cores: number,
  known: Known = {},
): Promise<PreparedRun> {
  const began = performance.now();
  const plan = planRun(circuit, options, cores, known.owner ?? null);
  const { owner, parts, threads } = laidPlan(plan, cores, known.rank);
  // Faults are put around JavaScript functions.
  const kernels = kernelsOf(options, faults);
  const searched = performance.now();
  const start = known.start === undefined ? await startOf(circuit, options) : known.start;
  const searchSeconds = (performance.now() - searched) / 1000;
  if (start?.notes) plan.notes.push(...start.notes);
  const rows = options.rows ?? memoryRows();
  const ofRank = known.tells ? { beyond: null, ...known.tells } : null;
  const opened = await openSessionSoon(circuit, owner, parts, options, threads, kernels, start, rows, ofRank);
  const { session } = opened;
  plan.notes.push(...codeNotes(opened, options));
  return { session, plan, setupSeconds: (performance.now() - began) / 1000, searchSeconds };
}

/** Where the code of a session comes from, and why it is not native where it was to be. */
export const codeNotes = (
  { session, refused, isKept }: Awaited<ReturnType<typeof openSessionSoon>>,
  { modules }: Pick<HeldOptions, 'modules'>,
): string[] => [...nativeNotes(session.library, refused), ...storeNotes(modules, isKept)];

function storeNotes(store: ModuleStore | undefined, isKept: boolean): string[] {
  if (!store) return [];
  const found = isKept ? [`set up before: compiled steps from ${store.folder} (--no-cache compiles them anew)`] : [];
  return [...found, ...store.reasons.map((reason) => `cache of compiled programs: ${reason}`)];
}

function kernelsOf({ kernels = 'auto' }: HeldOptions, faults: readonly Fault[]): KernelsName {
  if (kernels !== 'auto') return kernels;
  return faults.length > 0 ? 'js' : 'wasm';
}

/** The driver that was chosen; of several threads it starts them. */
export async function driverOf({ session, plan }: PreparedRun, options: HeldOptions, faults: readonly Fault[]): Promise<Driver> {
  if (plan.driver === 'serial') return new SerialDriver(session, undefined, besideOf(session, options));
  // Loaded when it is needed.
  const { ParallelDriver } = await import('../threads/host.js');
  return ParallelDriver.start(session, {
    host: options.threads ?? ownThreads,
    deadline: options.deadline ?? 30,
    spin: options.spin,
    beside: besideOf(session, options),
    faults,
  });
}

/** Native kernels for a run that is to have whatever is fastest; `threads`: that share the cores. */
export function besideOf(session: Session, options: HeldOptions, threads = session.threads.threads): NativeBeside | null {
  const { kernels = 'auto', native } = options;
  if (kernels !== 'auto' || session.kernels !== 'wasm') return null;
  return new NativeBeside(session, threads < availableCores(options), native);
}

/** Where the run starts, if not at what the circuit's file says. */
async function startOf(circuit: Circuit, options: HeldOptions): Promise<Session['start']> {
  const { signal, onProgress } = options;
  const { steadyStart, until: end } = settled('lines', circuit, options);
  if (!steadyStart) return null;
  const { steadyState } = await import('../../lumped/steady.js');
  return steadyState(circuit, {
    signal,
    onProgress: (starting) => onProgress?.({ time: 0, end, accepted: 0, rejected: 0, step: 0, starting }),
  });
}

/** Circuit + options → a session that is ready for its first attempt, and what was chosen for it. */
import { ownThreads } from '#threads';
import type { Circuit } from '../../circuit/circuit.js';
import { tablesOf } from '../../circuit/views.js';
import type { KernelsName } from '../../equations/kernel/kernelSource.js';
import type { NativeLibrary } from '../../native/host.js';
import { clusters } from '../../partition/clusters.js';
import { groupPartitions, partitionGraph } from '../../partition/group.js';
import type { Rates } from '../../program/layout/rates.js';
import { lookAheadWindow } from '../../program/lookAhead.js';
import { checkOwnSteps, type OwnSteps, ownSteps } from '../../program/ownSteps.js';
import { settingsOf } from '../../program/settings.js';
import { rateNotes, ratesOf } from '../../program/stepRates.js';
import type { ThreadPlan } from '../../program/threadPlan.js';
import { memoryRows } from '../../results/rows.js';
import { settled } from '../../settings/settled.js';
import type { ModuleStore } from '../../wasm/moduleCache.js';
import { type Choice, choose, mostAhead } from '../choice.js';
import { openSessionSoon } from '../openSession.js';
import type { Session } from '../session.js';
import type { Driver } from '../threads/driver.js';
import type { Fault } from '../threads/faults.js';
import { foldPartitions } from '../threads/folding.js';
import { NativeBeside } from '../threads/nativeBeside.js';
import { SerialDriver } from '../threads/serial.js';
import type { HeldOptions } from '../types.js';

/** What of a run is known before it is prepared. */
export interface Known {
  /** By component: its partition, for as many workers as are asked for. */
  readonly owner?: Int32Array | null;
  /** Where the run starts, which needs no search then; null: at what the file says. */
  readonly start?: Session['start'];
}

export interface Prepared {
  readonly session: Session;
  readonly choice: Choice;
  /** s, all and of the search for an operating point. */
  readonly setupSeconds: number;
  readonly searchSeconds: number;
}

/** Who runs what: what a run is laid out by. */
export interface Planned {
  readonly choice: Choice;
  /** By component, of the partitions that are laid out. */
  readonly owner: Int32Array;
  readonly parts: number;
  readonly threads: ThreadPlan & { readonly rates: Rates | null };
}

/** Chooses workers, partitions, driver and how far partitions go by themselves. Throws RunError or PlanError for what cannot be run. */
export function plannedRun(circuit: Circuit, options: HeldOptions, cores: number, known: Known = {}): Planned {
  const fixedStep = settled('lines', circuit, options).step;
  checkOwnSteps(options);
  const choice = choose(circuit, options, cores, fixedStep, known.owner ?? null);
  if (fixedStep === null && tablesOf(circuit).lines.count === 0)
    choice.notes.push('no lines: TLM judges its steps by pressure differences along lines, so only maximumStep keeps them short here');
  const rates = ratesOf(circuit, choice.owner, choice.parts, options, fixedStep);
  const window = rates ? Math.max(...rates.counts) : Math.min(mostAhead(options), lookAheadWindow(circuit, choice.owner, fixedStep));
  choice.notes.push(...rateNotes(circuit, choice.owner, options, rates));
  const parallel = choice.driver === 'parallel';
  const balance = options.balance && parallel && choice.workers > 1 ? balanced(circuit, choice) : null;
  if (options.balance && !balance) choice.notes.push('balance: one thread runs all partitions, none can change hands');
  const own = options.ownSteps ? ownSteps(circuit, choice.owner, choice.parts, settingsOf(circuit, options, rates)) : null;
  if (options.ownSteps) choice.notes.push(ownStepsNote(circuit, choice.parts, own));
  const inStep = window === 1 && !rates && !own && !balance;
  const folding =
    inStep && parallel && choice.workers < choice.parts ? foldPartitions(circuit, choice.owner, choice.parts, choice.workers) : null;
  const held = { ...(balance ? { balance } : {}), ...(folding ? { folded: folding.groups } : {}) };
  const threads = { threads: choice.workers, parallel, spins: choice.workers <= cores, window, rates, own, ...held };
  return { choice, owner: folding?.owner ?? choice.owner, parts: folding?.groups.length ?? choice.parts, threads };
}

/** Throws RunError or PlanError for what cannot be run. */
export async function prepareRun(
  circuit: Circuit,
  options: HeldOptions,
  faults: readonly Fault[],
  cores: number,
  known: Known = {},
): Promise<Prepared> {
  const began = performance.now();
  const { choice, owner, parts, threads } = plannedRun(circuit, options, cores, known);
  // Faults are put around JavaScript functions.
  const kernels = kernelsOf(options, faults);
  const searched = performance.now();
  const start = known.start === undefined ? await startOf(circuit, options) : known.start;
  const searchSeconds = (performance.now() - searched) / 1000;
  if (start?.notes) choice.notes.push(...start.notes);
  const rows = options.rows ?? memoryRows();
  const { session, refused, isKept } = await openSessionSoon(circuit, owner, parts, options, threads, kernels, start, rows);
  choice.notes.push(...nativeNotes(session.library, refused), ...storeNotes(options.modules, isKept));
  return { session, choice, setupSeconds: (performance.now() - began) / 1000, searchSeconds };
}

function storeNotes(store: ModuleStore | undefined, isKept: boolean): string[] {
  if (!store) return [];
  const found = isKept ? [`set up before: compiled steps from ${store.folder} (--no-cache compiles them anew)`] : [];
  return [...found, ...store.reasons.map((reason) => `cache of compiled programs: ${reason}`)];
}

function kernelsOf({ kernels = 'auto' }: HeldOptions, faults: readonly Fault[]): KernelsName {
  if (kernels !== 'auto') return kernels;
  return faults.length > 0 ? 'js' : 'wasm';
}

/** What native kernels are made by, or why there are none. */
function nativeNotes(library: NativeLibrary | null, refused: string | null): string[] {
  if (refused !== null) return [`kernels in WebAssembly, not native: ${refused}`];
  if (!library) return [];
  const { compiler, width, seconds, isKept, reasons } = library;
  const made = isKept ? 'found in the cache' : `compiled in ${seconds.toPrecision(2)} s`;
  const kept = reasons.map((reason) => `cache of compiled programs: ${reason}`);
  return [`native kernels: ${compiler}, ${width} double${width === 1 ? '' : 's'} at a time, ${made}`, ...kept];
}

/** The driver that was chosen; of several threads it starts them. */
export async function driverOf({ session, choice }: Prepared, options: HeldOptions, faults: readonly Fault[]): Promise<Driver> {
  if (choice.driver === 'serial') return new SerialDriver(session, undefined, besideOf(session, options));
  // Loaded when it is needed.
  const { ParallelDriver } = await import('../threads/host.js');
  return ParallelDriver.start(session, {
    host: options.threads ?? ownThreads,
    deadline: options.deadline ?? 30,
    spin: options.spin,
    faults,
  });
}

/** Native kernels for a run that is to have whatever is fastest. */
export function besideOf(session: Session, { kernels = 'auto', native }: HeldOptions): NativeBeside | null {
  return kernels === 'auto' && session.kernels === 'wasm' ? new NativeBeside(session, native) : null;
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

function ownStepsNote(circuit: Circuit, parts: number, own: OwnSteps | null): string {
  if (own) return 'own steps: results depend on the plan, but not on the number of threads';
  return parts === 1 && clusters(circuit, true).count > 1
    ? 'own steps: all components are in one partition and take the same steps; --workers or --plan gives more partitions'
    : 'own steps: there is no wave line to cut, so all components take the same steps';
}

/** Which thread runs which partition at first. */
function balanced(circuit: Circuit, { owner, parts, workers }: Choice): Required<ThreadPlan>['balance'] {
  const graph = partitionGraph(circuit, owner, parts);
  return { owners: groupPartitions(graph, workers), neighbours: graph };
}

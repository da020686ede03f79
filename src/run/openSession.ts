/** Opens a session: lays the network out, fills the memory, makes the programs, sets the state at t = 0. */
import { nativeHost } from '#native';
import { threadWord } from '../blocks/step/barrier.js';
import { publishedPlaces, publishedStride, startPlane } from '../blocks/step/decision.js';
import { writeOwners } from '../blocks/step/ownership.js';
import type { Circuit } from '../circuit/circuit.js';
import { tablesOf } from '../circuit/views.js';
import type { KernelsName, PortableKernels } from '../equations/kernel/kernelSource.js';
import { crossed } from '../equations/solve/crossings.js';
import type { NativeOptions } from '../native/host.js';
import { withoutCompiler } from '../native/notes.js';
import type { StartState } from '../network/startState.js';
import type { PlacedBeyond } from '../program/beyond.js';
import { familiesOf } from '../program/families.js';
import type { Layout } from '../program/layout/layout.js';
import type { Rates } from '../program/layout/rates.js';
import { keptModule, runModule, runSources, threadSources } from '../program/link.js';
import type { RankMessages } from '../program/messages.js';
import { type OfRank, oneThread, type PreparedProgram, prepare } from '../program/prepare.js';
import type { ThreadPlan } from '../program/threadPlan.js';
import type { RowStorage } from '../results/rows.js';
import { type ModuleStore, moduleOf, moduleSoon } from '../wasm/moduleCache.js';
import type { WebAssembly } from '../wasm/webAssembly.js';
import { oilContent } from './account/oilBalance.js';
import type { OpenedSession, Session } from './session.js';
import { startState } from './start.js';
import { allocate, pageBytes } from './threads/memory.js';
import { instantiate, instantiateSoon, linkSources } from './threads/threads.js';
import type { HeldOptions } from './types.js';

/** Bytes of memory that a serial run of a circuit takes. Throws RunError where it cannot be run as it is. */
export function runBytes(circuit: Circuit): number {
  const { bytes } = prepare(circuit, new Int32Array(tablesOf(circuit).components.count), 1, {}, oneThread, null, {});
  return Math.ceil(bytes / pageBytes) * pageBytes;
}

type SessionThreads = ThreadPlan & { readonly rates?: Rates | null };

/** Of a session of one rank: the parts that it has not, where it has the layout of its part only, and what it tells the others. */
export interface SessionRank extends Omit<OfRank, 'messages'> {
  messages(layout: Layout, threads: ThreadPlan, beyond: PlacedBeyond | null): RankMessages;
}

/**
 * Builds the session; its memory is shared where `threads` are parallel; without `storage` it holds all rows of the run. Throws RunError for what the memory cannot
 * hold.
 */
export function openSession(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  options: HeldOptions,
  threads: SessionThreads,
  kernels: PortableKernels,
  start: StartState | null = null,
  storage: RowStorage | null = null,
): Session {
  const laid = layMemory(circuit, owner, parts, options, threads, start, storage);
  const module = kernels === 'wasm' ? moduleOf(moduleBytes(laid)) : null;
  return opened(laid, { kernels, module, library: null, functions: module ? instantiate(module, laid.memory) : linkedHere(laid) });
}

/** Opens a session whose code is compiled beside this thread; `native`: how, where it is native. Gives why it is not, where it could not be made. */
export async function openSessionSoon(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  options: HeldOptions,
  threads: SessionThreads,
  kernels: KernelsName,
  start: StartState | null = null,
  storage: RowStorage | null = null,
  rank: SessionRank | null = null,
): Promise<{ session: Session; refused: string | null; isKept: boolean }> {
  const laid = layMemory(circuit, owner, parts, options, threads, start, storage, rank);
  const made = kernels === 'native' ? await nativeCode(laid, options.native) : null;
  if (made && 'code' in made) return { session: opened(laid, made.code), refused: null, isKept: false };
  const bytes = kernels === 'js' ? null : moduleMade(laid, options.modules);
  const module = bytes && (await moduleSoon(bytes.bytes));
  const functions = module ? await instantiateSoon(module, laid.memory) : linkedHere(laid);
  const code: Code = { kernels: module ? 'wasm' : 'js', module, library: null, functions };
  return { session: opened(laid, code), refused: made?.refused ?? null, isKept: bytes?.isKept ?? false };
}

/** The code of a session. */
type Code = Pick<Session, 'kernels' | 'module' | 'library' | 'functions'>;

/** Throws RunError where there is no compiler; any other failure is a reason. */
async function nativeCode(laid: Laid, options: NativeOptions | undefined): Promise<{ code: Code } | { refused: string }> {
  const { sources, exported } = runSources(laid.program, laid.threads);
  const made = await nativeHost.make(sources, exported, options);
  if ('refused' in made) {
    if (made.isWithoutCompiler) throw withoutCompiler(nativeHost.isPossible);
    return made;
  }
  return { code: { kernels: 'native', module: null, library: made, functions: nativeHost.load(made.file, laid.memory) } };
}

/** A session without its functions. */
type Laid = Omit<OpenedSession, keyof Code>;

function layMemory(
  circuit: Circuit,
  owner: Int32Array,
  parts: number,
  options: HeldOptions,
  threads: SessionThreads,
  start: StartState | null,
  storage: RowStorage | null,
  rank: SessionRank | null = null,
): Laid {
  const messagesOf: OfRank['messages'] = (layout, others) => (rank as SessionRank).messages(layout, threads, others);
  const ofRank = rank && { ...rank, messages: messagesOf };
  const prepared = prepare(circuit, owner, parts, options, threads, start, storage, ofRank);
  const { beyond, messages, layout, columns, cells, observers, looked, record, program, timing, overrides, placed } = prepared;
  const memory = allocate(prepared.bytes, threads.parallel);
  const { F, I } = viewsOf(memory);
  fillMemory(prepared, F, I, threads);
  // A rank without crossings publishes none.
  for (const at of beyond?.published ?? [])
    for (const turn of [0, 1]) F[at + turn * publishedStride + publishedPlaces.crossingAt] = crossed.none;
  const rows =
    storage?.open({
      circuit: circuit.name,
      // Made of the whole circuit, and asked for by files only.
      get hash() {
        return circuit.hash;
      },
      columns: columns.map(({ name, unit }) => ({ name, unit })),
    }) ?? null;
  return {
    circuit,
    layout,
    memory,
    F,
    I,
    program,
    threads,
    start,
    columns,
    cells,
    observers,
    looked,
    record,
    timing,
    overrides,
    placed,
    rows,
    beyond,
    messages,
  };
}

const moduleBytes = ({ program, threads, memory }: Laid): Uint8Array<ArrayBuffer> =>
  runModule(program, threads, { pages: memory.buffer.byteLength / pageBytes, shared: threads.parallel });

function moduleMade(laid: Laid, store: ModuleStore | undefined): { readonly bytes: Uint8Array<ArrayBuffer>; readonly isKept: boolean } {
  const { program, threads, memory } = laid;
  const ofMemory = { pages: memory.buffer.byteLength / pageBytes, shared: threads.parallel };
  return store ? keptModule(program, threads, ofMemory, store) : { bytes: moduleBytes(laid), isKept: false };
}

/** Phases of all partitions in JavaScript, for one thread. */
function linkedHere({ program, threads, F, I }: Laid): Session['functions'] {
  const whole = { threads: 1, parallel: false, spins: false, window: threads.window, own: threads.own ?? null };
  return linkSources(threadSources(program, 0, whole), F, I);
}

function opened(laid: Laid, code: Code): Session {
  const session = { ...laid, ...code };
  startState(session);
  return { ...session, oilAtStart: oilContent(session) };
}

/** A memory as doubles and as Int32 words. */
export function viewsOf({ buffer }: WebAssembly.Memory): Pick<Session, 'F' | 'I'> {
  const F = new Float64Array(buffer);
  return { F, I: new Int32Array(buffer, 0, Math.min(2 * F.length, 2 ** 31 - 1)) };
}

/** Puts into a memory of zeros what does not change during a run, and the states of the file. */
export function fillMemory(
  { layout, program, lists, messages }: Pick<PreparedProgram, 'layout' | 'program' | 'lists' | 'messages'>,
  F: Float64Array,
  I: Int32Array,
  threads: ThreadPlan,
): void {
  for (const [family, placed] of familiesOf(layout)) family.fill?.({ F, I }, placed, layout.site);
  I.set(program.lists, lists);
  if (messages) I.set(messages.lists, messages.listsAt);
  if (program.ownership && threads.balance) writeOwners(program.ownership, I, threads.balance.owners, threads.threads);
  for (let thread = 0; thread < threads.threads; thread++) I[threadWord(thread, 'plane')] = startPlane;
}

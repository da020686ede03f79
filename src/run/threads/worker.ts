/** A worker thread: it runs the step loop of its partitions, linked or instantiated here. No parser, no circuit, no messages. */
import { nativeHost } from '#native';
import { aborts, abortWord, threadWord } from '../../blocks/step/barrier.js';
import { outcomes, verdicts } from '../../blocks/step/outcomes.js';
import { type OwnershipTable, type PartitionRange, partitionsOf } from '../../blocks/step/ownership.js';
import type { KernelFunction, KernelSource } from '../../equations/kernel/kernelSource.js';
import type { WebAssembly } from '../../wasm/webAssembly.js';
import { type BalanceAccount, BalancedRounds, type BalancePlan } from './balancedRounds.js';
import { type BarrierFunctions, forgetSynchronisations, measureSpin, meet, type SpinBudget } from './barrierSetUp.js';
import { type Fault, withFaults } from './faults.js';
import { attemptsTowards, type Course, type Goal, isFull, isReached } from './goal.js';
import { handedOver } from './handover.js';
import { nextOrder, park } from './orders.js';
import { instantiate, linkSources } from './threads.js';
import { type TimedAccount, type TimedPlan, TimedRounds } from './timedRounds.js';

export interface WorkerTask {
  readonly memory: WebAssembly.Memory;
  readonly thread: number;
  /** Of kernels in WebAssembly, and the file of native ones; else the sources are linked. */
  readonly module: WebAssembly.Module | null;
  readonly library: string | null;
  /** Where native kernels may take over: the file of their library, once there is one. */
  readonly handover: SharedArrayBuffer | null;
  readonly sources: readonly KernelSource[];
  readonly faults: readonly Fault[];
  /** Null where no slices are timed. */
  readonly timing: TimedPlan | null;
  /** Null where partitions keep their threads. */
  readonly balance: BalancePlan | null;
  /** How many threads there are, who runs what, and the decisions to go by. */
  readonly threads: number;
  readonly here: PartitionRange | null;
  readonly ownership: OwnershipTable | null;
  readonly course: Course;
  /** Whether threads measure how long to spin before they begin. */
  readonly measuresSpin: boolean;
}

export type WorkerResult =
  | {
      readonly type: 'ended';
      readonly wallSeconds: number;
      readonly timed: TimedAccount | null;
      readonly balanced: BalanceAccount | null;
      /** Of thread 0, where that was asked for. */
      readonly spin: SpinBudget | null;
    }
  | { readonly type: 'aborted' }
  | { readonly type: 'threw'; readonly partition: number; readonly message: string };

/** Most attempts before the loop is entered anew: only then does V8 take its optimised code. */
const mostRounds = 1 << 20;
const firstRounds = 64;

/** Carries out orders until the word says to leave, an abort or a throw; a throw sets the abort word so that the others leave too. */
export default function work(task: WorkerTask): WorkerResult {
  const { thread, timing, balance, measuresSpin, memory } = task;
  const F = new Float64Array(memory.buffer);
  const I = new Int32Array(memory.buffer, 0, Math.min(2 * F.length, 2 ** 31 - 1));
  try {
    const functions = functionsOf(task, F, I);
    const own = (name: string): KernelFunction => functions.get(`${name}_${thread}`) as KernelFunction;
    const plain = own('rounds');
    const barrier: BarrierFunctions = { arrive: own('arrive'), spin: own('spin') };
    const timed = timing ? new TimedRounds(timing, plain, functions, F, I) : null;
    const unbalanced = timed?.run ?? plain;
    const balanced = balance ? new BalancedRounds(balance, unbalanced, functions, F, I) : null;
    let rounds = balanced?.run ?? unbalanced;
    let mayGoOver = task.handover !== null;
    // All meet once before the clock starts: compiling is set-up.
    if (!meet(barrier)) return { type: 'aborted' };
    const spin = measuresSpin ? measureSpin(thread, barrier, I) : null;
    if (spin === false) return { type: 'aborted' };
    forgetSynchronisations(thread, I);
    let wallSeconds = 0;
    for (let order = 0; ; order++) {
      const goal = nextOrder(I, F, order);
      if (!goal) break;
      const began = performance.now();
      timed?.begin();
      const file = mayGoOver && task.handover ? handedOver(task.handover) : null;
      if (file !== null) {
        rounds = nativeRounds(task, file, timed);
        mayGoOver = false;
      }
      const outcome = goOn(task, goal, rounds, F, I);
      if (outcome === outcomes.aborted) return { type: 'aborted' };
      wallSeconds += (performance.now() - began) / 1000;
      park(I, thread, outcome);
    }
    if (Atomics.load(I, abortWord) === aborts.now) return { type: 'aborted' };
    return { type: 'ended', wallSeconds, timed: timed?.account() ?? null, balanced: balanced?.account() ?? null, spin };
  } catch (error) {
    Atomics.store(I, abortWord, aborts.now);
    return {
      type: 'threw',
      partition: I[threadWord(thread, 'partition')],
      message: error instanceof Error ? error.message : String(error),
    };
  }
}

function functionsOf(
  { memory, module, library, sources, faults }: WorkerTask,
  F: Float64Array,
  I: Int32Array,
): Map<string, KernelFunction> {
  if (library !== null) return loaded({ memory }, library);
  return module ? instantiate(module, memory) : linkSources(sources, F, I, withFaults(faults));
}

/** Functions of a native library: a thread that is being ended ends the others. */
const loaded = ({ memory }: Pick<WorkerTask, 'memory'>, file: string): Map<string, KernelFunction> =>
  nativeHost.load(file, memory, { word: abortWord, value: aborts.now });

/** The loop of a native library that takes over, timed as the one before. */
function nativeRounds(task: WorkerTask, file: string, timed: TimedRounds | null): KernelFunction {
  const functions = loaded(task, file);
  return timed?.goOver(functions) ?? (functions.get(`rounds_${task.thread}`) as KernelFunction);
}

/** Goes on to a goal, the end or a stop, and stands behind an accepted step then; all threads make the same attempts, as all decide the same. */
function goOn(
  { thread, threads, here, course, ownership }: WorkerTask,
  goal: Goal,
  rounds: KernelFunction,
  F: Float64Array,
  I: Int32Array,
): number {
  let most: number = firstRounds;
  for (;;) {
    // Another's partition may be ahead by now.
    const partition = partitionsOf(thread, { threads, here }, course.made.length, I, ownership)[0];
    if (isReached(course, partition, goal, F) || isFull(course, partition, F)) return outcomes.goOn;
    let outcome = rounds(attemptsTowards(course, partition, goal, F, most));
    while (outcome === outcomes.stopped && F[course.verdict[partition]] !== verdicts.accept) outcome = rounds(course.window);
    if (outcome !== outcomes.goOn) return outcome;
    most = Math.min(mostRounds, 4 * most);
  }
}

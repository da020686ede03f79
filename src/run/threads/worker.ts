/** What a worker thread runs: the step loop of its partitions, linked or instantiated here. No parser, no circuit, no messages. */
import type { KernelFunction, Unit } from '../../equations/unit.js';
import { outcomes } from '../loop/outcomes.js';
import { type BalanceAccount, BalancedRounds, type BalancePlan } from './balancedRounds.js';
import { aborts, abortWord, threadWord } from './barrier.js';
import { type BarrierFunctions, forgetMeetings, measureSpin, meet, type SpinBudget } from './barrierSetUp.js';
import { type Fault, withFaults } from './faults.js';
import { instantiate, linkUnits } from './threads.js';
import { type TimedAccount, type TimedPlan, TimedRounds } from './timedRounds.js';

export interface WorkerTask {
  readonly memory: WebAssembly.Memory;
  readonly thread: number;
  /** Of kernels in WebAssembly; else the units are linked. */
  readonly module: WebAssembly.Module | null;
  readonly units: readonly Unit[];
  readonly faults: readonly Fault[];
  /** Null where no slices are timed. */
  readonly timing: TimedPlan | null;
  /** Null where partitions keep their threads. */
  readonly balance: BalancePlan | null;
  /** Whether threads measure how long to spin before they begin. */
  readonly measuresSpin: boolean;
}

export type WorkerResult =
  | {
      readonly type: 'ended';
      readonly outcome: number;
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

/** Runs to the end of the run, an abort or a throw; a throw sets the abort word so that the others leave too. */
export default function work({ memory, thread, module, units, faults, timing, balance, measuresSpin }: WorkerTask): WorkerResult {
  const F = new Float64Array(memory.buffer);
  const I = new Int32Array(memory.buffer, 0, Math.min(2 * F.length, 2 ** 31 - 1));
  try {
    const functions = module ? instantiate(module, memory) : linkUnits(units, F, I, withFaults(faults));
    const own = (name: string): KernelFunction => functions.get(`${name}_${thread}`) as KernelFunction;
    const [plain, finish] = [own('rounds'), own('finish')];
    const barrier: BarrierFunctions = { arrive: own('arrive'), spin: own('spin') };
    const timed = timing ? new TimedRounds(timing, plain, functions, F, I) : null;
    const unbalanced = timed?.run ?? plain;
    const balanced = balance ? new BalancedRounds(balance, unbalanced, functions, F, I) : null;
    const rounds = balanced?.run ?? unbalanced;
    // All meet once before the clock starts: compiling is set-up.
    if (!meet(barrier)) return { type: 'aborted' };
    const spin = measuresSpin ? measureSpin(thread, barrier, I) : null;
    if (spin === false) return { type: 'aborted' };
    forgetMeetings(thread, I);
    const began = performance.now();
    let outcome: number = outcomes.goOn;
    for (let attempts = 64; outcome === outcomes.goOn; attempts = Math.min(mostRounds, 4 * attempts)) outcome = rounds(attempts);
    if (outcome === outcomes.aborted) return { type: 'aborted' };
    if (outcome !== outcomes.failed) finish();
    const wallSeconds = (performance.now() - began) / 1000;
    return { type: 'ended', outcome, wallSeconds, timed: timed?.account() ?? null, balanced: balanced?.account() ?? null, spin };
  } catch (error) {
    Atomics.store(I, abortWord, aborts.now);
    return {
      type: 'threw',
      partition: I[threadWord(thread, 'partition')] as number,
      message: error instanceof Error ? error.message : String(error),
    };
  }
}

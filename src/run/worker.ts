/** What a worker thread runs: its partitions' phases, a barrier an attempt, the master's decision if it arrives last. No parser, no circuit, no messages. */
import { aborts, abortWord, createBarrier, outcomeWord } from './barrier.js';
import { type Fault, withFault } from './faults.js';
import { createMaster, type MasterProgram, outcomes, verdicts } from './master.js';
import { createPartition } from './partition.js';
import type { PartitionProgram } from './program.js';

export interface WorkerTask {
  readonly buffer: SharedArrayBuffer;
  readonly thread: number;
  readonly threads: number;
  readonly spins: boolean;
  /** Partitions that this thread runs in turn. */
  readonly programs: readonly PartitionProgram[];
  readonly master: MasterProgram;
  readonly startPlane: number;
  readonly faults: readonly Fault[];
}

export type WorkerResult =
  | { readonly type: 'ended'; readonly outcome: number; readonly plane: number; readonly wallSeconds: number }
  | { readonly type: 'aborted' }
  | { readonly type: 'threw'; readonly partition: number; readonly message: string };

/** Runs to the end of the run, an abort or a throw; a throw sets the abort word so that the others leave too. */
export default function work(task: WorkerTask): WorkerResult {
  const { buffer, thread, threads, spins, programs, master, faults } = task;
  const F = new Float64Array(buffer);
  const I = new Int32Array(buffer, 0, Math.min(2 * F.length, 2 ** 31 - 1));
  let current = programs[0]?.index ?? 0;
  try {
    const partitions = programs.map((program) => withFault(createPartition(program, F, I), faults, program.index));
    const indices = programs.map((program) => program.index);
    const decide = createMaster(master, F);
    const { verdict } = master.decision;
    const barrier = createBarrier(I, thread, threads, spins);
    let plane = task.startPlane;
    let parity = 0;

    // All meet once before the clock starts: compiling is set-up.
    const first = barrier.arrive();
    if (first === null) return { type: 'aborted' };
    if (first) barrier.release();
    const began = performance.now();
    for (;;) {
      for (let k = 0; k < partitions.length; k++) {
        current = indices[k] as number;
        (partitions[k] as (typeof partitions)[number]).attempt(plane, parity);
      }
      const last = barrier.arrive();
      if (last === null) return { type: 'aborted' };
      if (last) {
        let outcome = decide(parity);
        if (outcome === outcomes.goOn && Atomics.load(I, abortWord) === aborts.afterThisStep) outcome = stopped;
        I[outcomeWord] = outcome;
        barrier.release();
      }
      const outcome = I[outcomeWord] as number;
      if (outcome === outcomes.failed) return { type: 'ended', outcome, plane, wallSeconds: (performance.now() - began) / 1000 };
      if (F[verdict] === verdicts.accept) {
        plane = 1 - plane;
        for (let k = 0; k < partitions.length; k++) {
          current = indices[k] as number;
          (partitions[k] as (typeof partitions)[number]).accept(plane, parity);
        }
      } else {
        for (let k = 0; k < partitions.length; k++) (partitions[k] as (typeof partitions)[number]).reject();
      }
      if (outcome !== outcomes.goOn) return { type: 'ended', outcome, plane, wallSeconds: (performance.now() - began) / 1000 };
      parity = 1 - parity;
    }
  } catch (error) {
    Atomics.store(I, abortWord, aborts.now);
    return { type: 'threw', partition: current, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Outcome beside those of the master: the user has asked to stop, and this step is complete. */
export const stopped = 3;

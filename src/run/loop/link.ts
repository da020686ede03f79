/** What each thread links, and the one WebAssembly module that all threads instantiate. */
import type { Unit } from '../../equations/unit.js';
import { ModuleBuilder } from '../../wasm/module.js';
import { moduleOf } from '../../wasm/moduleCache.js';
import { barrierUnits } from '../threads/barrier.js';
import { adoptText } from '../threads/ownership.js';
import { areAlone, type ThreadPlan } from '../threads/threads.js';
import { finishText, type LoopPlan, loopText, type Timed } from './loopText.js';
import type { RunProgram } from './program.js';

/** What the step loop of a thread is made for. */
function loopPlan({ partitions, ownership, meetings, exchanges, verdicts }: RunProgram, thread: number, plan: ThreadPlan): LoopPlan {
  const { threads, parallel, window } = plan;
  const all = partitions.map((_, p) => p);
  const own = ownership ? all : all.filter((p) => p % threads === thread);
  return { thread, partitions: own, ownership, parallel, window, alone: areAlone(plan), verdicts, meetings, exchanges };
}

/** Text of a timed twin of a thread's loop, to be linked by the thread itself (timedRounds.ts, balancedRounds.ts). */
export function timedLoopText(program: RunProgram, thread: number, plan: ThreadPlan, timed: Timed): string {
  return loopText(loopPlan(program, thread, plan), timed);
}

const unit = (text: string, name: string, as = name): Unit => ({ text, constants: {}, name, as });

/** Units of one thread beside those of its partitions: barrier and step loop, under the names `rounds_THREAD`, `finish_THREAD`, …. */
function loopUnits(program: RunProgram, thread: number, threadPlan: ThreadPlan): Unit[] {
  const { threads, parallel } = threadPlan;
  const own = (text: string, name: string): Unit => unit(text, name, `${name}_${thread}`);
  const barrier = parallel ? barrierUnits(thread, threads) : [];
  const plan = loopPlan(program, thread, threadPlan);
  const { ownership } = program;
  const adopt = ownership ? [own(adoptText(ownership, thread), 'adopt')] : [];
  return [...barrier, ...adopt, own(loopText(plan), 'rounds'), own(finishText(plan), 'finish')];
}

/** Everything that one thread needs, in order. */
export function threadUnits(program: RunProgram, thread: number, plan: ThreadPlan): Unit[] {
  const own = program.partitions.filter((_, p) => program.ownership !== null || p % plan.threads === thread);
  return [...program.shared, ...own.flat(), ...loopUnits(program, thread, plan)];
}

/** One module of the whole run. */
export function runModule(program: RunProgram, plan: ThreadPlan, memory: { pages: number; shared: boolean }): WebAssembly.Module {
  const builder = new ModuleBuilder({ ...memory, lanes: true });
  const units = [...program.shared, ...program.partitions.flat()];
  const loops = Array.from({ length: plan.threads }, (_, thread) => loopUnits(program, thread, plan)).flat();
  for (const unit of [...units, ...loops]) builder.add(unit);
  const phases = program.partitions.flatMap((_, p) =>
    [
      'components',
      'attempt',
      'decide',
      'accept',
      'settle',
      'reject',
      ...(areAlone(plan) ? ['alone'] : []),
      ...(program.exchanges ? ['exchange'] : []),
    ].map((phase) => `${phase}_${p}`),
  );
  // A host that reads between attempts calls these itself.
  const means = units.map(({ as }) => as).filter((as) => /^(receive|means|delayMeans)_/.test(as));
  return moduleOf(builder.build([...phases, ...means, ...loops.map(({ as }) => as)]));
}

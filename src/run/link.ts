/** What each thread links, and the one WebAssembly module that all threads instantiate. */
import type { Unit } from '../equations/unit.js';
import { ModuleBuilder } from '../wasm/module.js';
import { moduleOf } from '../wasm/moduleCache.js';
import { arriveText, releaseText } from './barrier.js';
import { finishText, type LoopPlan, loopText } from './loopText.js';
import type { RunProgram } from './program.js';
import type { ThreadPlan } from './threads.js';

/** What the step loop of a thread is made for. */
function loopPlan({ partitions, meetings, exchanges }: RunProgram, thread: number, { threads, parallel, window }: ThreadPlan): LoopPlan {
  return { thread, partitions: partitions.map((_, p) => p).filter((p) => p % threads === thread), parallel, window, meetings, exchanges };
}

/** Text of the timed twin of a thread's loop, to be linked by the thread itself (timedRounds.ts). */
export function timedLoopText(program: RunProgram, thread: number, plan: ThreadPlan): string {
  return loopText(loopPlan(program, thread, plan), program.master.decision, true);
}

/** Units of one thread beside those of its partitions: barrier and step loop, under the names `rounds_THREAD`, `finish_THREAD`, …. */
export function loopUnits(program: RunProgram, thread: number, threadPlan: ThreadPlan): Unit[] {
  const { threads, parallel, spins } = threadPlan;
  const unit = (text: string, name: string): Unit => ({ text, constants: {}, name, as: `${name}_${thread}` });
  const barrier = parallel ? [unit(arriveText(thread, threads, spins), 'arrive'), unit(releaseText, 'release')] : [];
  const plan = loopPlan(program, thread, threadPlan);
  return [...barrier, unit(loopText(plan, program.master.decision), 'rounds'), unit(finishText(plan), 'finish')];
}

/** Everything that one thread needs, in order. */
export function threadUnits(program: RunProgram, thread: number, plan: ThreadPlan): Unit[] {
  const own = program.partitions.filter((_, p) => p % plan.threads === thread);
  return [...program.shared, ...own.flat(), ...program.decide, ...loopUnits(program, thread, plan)];
}

/** One module of the whole run. */
export function runModule(program: RunProgram, plan: ThreadPlan, memory: { pages: number; shared: boolean }): WebAssembly.Module {
  const builder = new ModuleBuilder({ ...memory, lanes: true });
  const units = [...program.shared, ...program.partitions.flat(), ...program.decide];
  const loops = Array.from({ length: plan.threads }, (_, thread) => loopUnits(program, thread, plan)).flat();
  for (const unit of [...units, ...loops]) builder.add(unit);
  const phases = program.partitions.flatMap((_, p) =>
    [
      'components',
      'attempt',
      'accept',
      'settle',
      'reject',
      ...(plan.window > 1 ? ['alone'] : []),
      ...(program.exchanges ? ['exchange'] : []),
    ].map((phase) => `${phase}_${p}`),
  );
  const means = units.map(({ as }) => as).filter((as) => as.startsWith('means_') || as.startsWith('delayMeans_'));
  const decide = program.decide.map(({ as }) => as);
  return moduleOf(builder.build([...phases, ...means, ...decide, ...loops.map(({ as }) => as)]));
}

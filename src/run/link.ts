/** What each thread links, and the one WebAssembly module that all threads instantiate. */
import type { Unit } from '../equations/unit.js';
import { ModuleBuilder } from '../wasm/module.js';
import { moduleOf } from '../wasm/moduleCache.js';
import { arriveText, releaseText } from './barrier.js';
import { finishText, loopText } from './loopText.js';
import type { RunProgram } from './program.js';
import type { ThreadPlan } from './threads.js';

/** Units of one thread beside those of its partitions: barrier and step loop, under the names `rounds_THREAD`, `finish_THREAD`, …. */
export function loopUnits({ partitions, master }: RunProgram, thread: number, { threads, parallel, spins, window }: ThreadPlan): Unit[] {
  const own = partitions.map((_, p) => p).filter((p) => p % threads === thread);
  const unit = (text: string, name: string): Unit => ({ text, constants: {}, name, as: `${name}_${thread}` });
  const barrier = parallel ? [unit(arriveText(thread, threads, spins), 'arrive'), unit(releaseText, 'release')] : [];
  const plan = { thread, partitions: own, parallel, window };
  return [...barrier, unit(loopText(plan, master.decision), 'rounds'), unit(finishText(plan), 'finish')];
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
    ['components', 'attempt', 'accept', 'settle', 'reject'].map((phase) => `${phase}_${p}`),
  );
  const means = units.map(({ as }) => as).filter((as) => as.startsWith('means_') || as.startsWith('delayMeans_'));
  return moduleOf(builder.build([...phases, ...means, ...loops.map(({ as }) => as)]));
}

/** Sources that each thread links, and the one WebAssembly module that all threads instantiate. */

import type { Timed } from '../blocks/step/marks.js';
import { threadOf } from '../blocks/step/ownership.js';
import { areFreeRunning, exchangeOfRanks, roundsLoop, threadLoops } from '../blocks/step/threadLoops.js';
import { sourceOfLoop } from '../code/stepSource.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { sourceKey } from '../equations/kernel/sourceKey.js';
import { builtModule, compiledModule } from '../wasm/compiledModules.js';
import type { ModuleOptions } from '../wasm/module.js';
import type { ModuleStore } from '../wasm/moduleCache.js';
import type { RunProgram } from './program.js';
import type { ThreadPlan } from './threadPlan.js';

/** The step loop of a thread alone, or a timed twin of it. */
export const loopSource = (program: RunProgram, thread: number, plan: ThreadPlan, timed: Timed | null = null): KernelSource =>
  sourceOfLoop(roundsLoop(program, thread, plan, timed));

/** Exchange of messages with the other ranks. */
const exchangeSource: KernelSource = { text: '', constants: {}, name: exchangeOfRanks, as: exchangeOfRanks, isGiven: true };

/** All of a thread beside its partitions. */
export const loopSources = (program: RunProgram, thread: number, plan: ThreadPlan): KernelSource[] =>
  threadLoops(program, thread, plan).map(sourceOfLoop);

/** Everything that one thread needs, in order. */
export function threadSources(program: RunProgram, thread: number, plan: ThreadPlan): KernelSource[] {
  const own = program.partitions.filter((_, p) => program.ownership !== null || threadOf(plan, p) === thread);
  return [...program.shared, ...own.flat(), ...loopSources(program, thread, plan)];
}

/** Sources of a whole run, all threads, and the functions of them that are called from outside. */
export function runSources(program: RunProgram, plan: ThreadPlan): { sources: KernelSource[]; exported: string[] } {
  const sources = [...(plan.here ? [exchangeSource] : []), ...program.shared, ...program.partitions.flat()];
  const loops = Array.from({ length: plan.threads }, (_, thread) => loopSources(program, thread, plan)).flat();
  const phases = program.partitions.flatMap((_, p) =>
    [
      'components',
      'attempt',
      'decide',
      'accept',
      'receiveAndRecord',
      'reject',
      ...(program.keepsLater ? ['keep'] : []),
      ...(areFreeRunning(plan) ? ['freeRunning'] : []),
      ...(program.exchanges ? ['exchange'] : []),
      ...(program.posts ? ['outer'] : []),
    ].map((phase) => `${phase}_${p}`),
  );
  // A host that reads between attempts calls these itself.
  const means = sources.map(({ as }) => as).filter((as) => /^(receive|means|delayMeans)_/.test(as));
  return { sources: [...sources, ...loops], exported: [...phases, ...means, ...loops.map(({ as }) => as)] };
}

type ModuleMemory = Pick<ModuleOptions, 'pages' | 'shared'>;

/** Bytes of the one module of the whole run. */
export function runModule(program: RunProgram, plan: ThreadPlan, memory: ModuleMemory): Uint8Array<ArrayBuffer> {
  const { sources, exported } = runSources(program, plan);
  return compiledModule(sources, exported, { ...memory, lanes: true });
}

/** The module from a store where it holds one: texts are neither parsed nor compiled then. */
export function keptModule(
  program: RunProgram,
  plan: ThreadPlan,
  memory: ModuleMemory,
  store: ModuleStore,
): ReturnType<ModuleStore['made']> {
  const { sources, exported } = runSources(program, plan);
  return store.made([sourceKey(memory, exported, sources)], 'wasm', () => builtModule(sources, exported, { ...memory, lanes: true }));
}

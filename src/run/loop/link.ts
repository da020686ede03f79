/** What each thread links, and the one WebAssembly module that all threads instantiate. */
import type { Unit } from '../../equations/unit.js';
import { ModuleBuilder } from '../../wasm/module.js';
import { areAlone, type ThreadPlan } from '../threads/threads.js';
import { loopUnits } from './loopUnits.js';
import type { RunProgram } from './program.js';

/** Everything that one thread needs, in order. */
export function threadUnits(program: RunProgram, thread: number, plan: ThreadPlan): Unit[] {
  const own = program.partitions.filter((_, p) => program.ownership !== null || p % plan.threads === thread);
  return [...program.shared, ...own.flat(), ...loopUnits(program, thread, plan)];
}

/** Bytes of the one module of the whole run. */
export function runModule(program: RunProgram, plan: ThreadPlan, memory: { pages: number; shared: boolean }): Uint8Array<ArrayBuffer> {
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
  return builder.build([...phases, ...means, ...loops.map(({ as }) => as)]);
}

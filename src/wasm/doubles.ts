/** Functions on doubles of generated texts, for the set-up: the bits of the kernels, at their speed, and without `new Function`. */
import { elementarySources } from '../code/elementarySources.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { ModuleBuilder } from './module.js';
import { WebAssembly } from './webAssembly.js';

/** By name: the functions of sources on doubles, which may call the elementary ones. The module is small enough to be compiled at once. */
export function functionsOnDoubles<N extends string>(
  sources: readonly (KernelSource & { readonly as: N })[],
): Readonly<Record<N, (...x: number[]) => number>> {
  const pages = 1;
  const builder = new ModuleBuilder({ pages, shared: false, lanes: false });
  for (const source of [...elementarySources, ...sources]) builder.add(source);
  const module = new WebAssembly.Module(builder.build(sources.map(({ as }) => as)));
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  return new WebAssembly.Instance(module, { env: { memory } }).exports as Readonly<Record<N, (...x: number[]) => number>>;
}

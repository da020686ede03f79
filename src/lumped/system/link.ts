/** Texts of all kinds → functions over one memory, by either back end; both give the same bits. */
import { elementarySources } from '../../code/elementarySources.js';
import { linearSolvesOf } from '../../code/linearSolveSources.js';
import { linkJavascript } from '../../equations/kernel/javascript.js';
import type { KernelFunction, KernelSource, PortableKernels } from '../../equations/kernel/kernelSource.js';
import { refusalOf } from '../../results/machineRefusal.js';
import { compiledModule } from '../../wasm/compiledModules.js';
import { moduleOf } from '../../wasm/moduleCache.js';
import { WebAssembly } from '../../wasm/webAssembly.js';
import type { Batch } from './batch.js';

/** A function over instances first … last - 1, or over those that the places first … last - 1 name. */
export type BatchFunction = (first: number, last: number) => void;

/** Functions of sources, by name, over a memory: what a back end does. */
export type Linker = (
  sources: readonly KernelSource[],
  names: readonly string[],
  memory: WebAssembly.Memory,
) => ReadonlyMap<string, KernelFunction>;

interface Memory {
  readonly memory: WebAssembly.Memory;
  readonly F: Float64Array;
  readonly I: Int32Array;
}

const pageBytes = 65_536;

/** A memory of at least so many bytes, which never grows. Throws MachineRefusal where the machine has no more. */
export function memoryOf(bytes: number): WebAssembly.Memory {
  const pages = Math.max(1, Math.ceil(bytes / pageBytes));
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: pages });
  } catch (error) {
    throw refusalOf(error, { bytes: pages * pageBytes }) ?? error;
  }
}

/** By batch: its functions by name. `columns` are the offsets that its texts name, `time`, `transition` and `scratch` those of what is the same for all. */
export function link(
  batches: readonly Batch[],
  columns: readonly ReadonlyMap<string, number>[],
  { time, transition, scratch }: { readonly time: number; readonly transition: number; readonly scratch: number },
  { memory, F, I }: Memory,
  kernels: PortableKernels | Linker,
): ReadonlyMap<string, BatchFunction>[] {
  const own: KernelSource[] = batches.flatMap(({ functions }, b) => {
    const offsets = [...(columns[b] as ReadonlyMap<string, number>)].map(([key, at]) => [`o_${key}`, at] as const);
    const common = [['o_time', time] as const, ['o_transition', transition] as const, ['o_scratch', scratch] as const];
    const constants = [...common, ...offsets];
    return [...functions].map(([name, text]): KernelSource => {
      const named = new Set(text.match(/\bo_\w+/g));
      return { text, constants: Object.fromEntries(constants.filter(([key]) => named.has(key))), name, as: `${name}_${b}` };
    });
  });
  const sources = [...elementarySources, ...linearSolvesOf(own.map(({ text }) => text)), ...own];
  const names = own.map(({ as }) => as);
  const linked = kernels === 'js' ? linkJavascript(sources, F, I) : (kernels === 'wasm' ? instantiated : kernels)(sources, names, memory);
  return batches.map(
    ({ functions }, b) =>
      new Map([...functions.keys()].map((name) => [name, linked.get(`${name}_${b}`) as KernelFunction as BatchFunction])),
  );
}

/** Functions of sources by their names, as a WebAssembly module over the memory. */
export function instantiated(
  sources: readonly KernelSource[],
  names: readonly string[],
  memory: WebAssembly.Memory,
): ReadonlyMap<string, KernelFunction> {
  const bytes = compiledModule(sources, names, { pages: memory.buffer.byteLength / pageBytes, shared: false, lanes: false });
  const { exports } = new WebAssembly.Instance(moduleOf(bytes), { env: { memory } });
  return new Map(names.map((name) => [name, exports[name] as KernelFunction]));
}

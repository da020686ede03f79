/** The same sources by every back end, each over a memory of its own. */
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import type { KernelFunction, KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';

export const backEnds = ['JavaScript', 'WebAssembly', 'WebAssembly in lanes'] as const;
export type BackEnd = (typeof backEnds)[number];

export interface Made {
  readonly F: Float64Array;
  readonly I: Int32Array;
  readonly functions: ReadonlyMap<string, KernelFunction>;
  /** Functions with a loop in lanes. */
  readonly inLanes: ReadonlySet<string>;
}

/** Functions `exported` of sources, over a memory of at least `doubles`. */
export function make(backEnd: BackEnd, sources: readonly KernelSource[], exported: readonly string[], doubles: number): Made {
  const pages = Math.ceil((8 * doubles) / 65536);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  const F = new Float64Array(memory.buffer as ArrayBuffer);
  const I = new Int32Array(F.buffer);
  if (backEnd === 'JavaScript') return { F, I, functions: linkJavascript(sources, F, I), inLanes: new Set() };
  const builder = new ModuleBuilder({ pages, shared: false, lanes: backEnd === 'WebAssembly in lanes' });
  for (const source of sources) builder.add(source);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(builder.build(exported)), { env: { memory } });
  return { F, I, functions: new Map(Object.entries(exports)) as unknown as Map<string, KernelFunction>, inLanes: builder.inLanes };
}

const long = (F: Float64Array): BigInt64Array => new BigInt64Array(F.buffer, F.byteOffset, F.length);

/** First place at which two memories differ by bits; all NaN count as one value. -1 if there is none. */
export function firstDifference(a: Float64Array, b: Float64Array): number {
  const [x, y] = [long(a), long(b)];
  return x.findIndex((bits, k) => bits !== y[k] && !(Number.isNaN(a[k]) && Number.isNaN(b[k])));
}

/** A step program on copies of a memory: called as it stands, as JavaScript and as WebAssembly. */
import { linkJavascript } from '../../dist/equations/kernel/javascript.js';
import type { KernelFunction, KernelSource } from '../../dist/equations/kernel/kernelSource.js';
import type { Session } from '../../dist/run/session.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';
import { WebAssembly } from '../../dist/wasm/webAssembly.js';

/** What became of the memory, as words: bits are compared, whatever they mean. */
export interface ThreeWays {
  /** How many words the function as it stands changes. */
  readonly changed: number;
  /** Words that the others leave otherwise. */
  readonly javascript: number;
  readonly wasm: number;
}

/** What the source `as`, with others before it that it calls, and the function that it is made of do to the memory as it is. */
export function threeWays(
  memory: WebAssembly.Memory,
  sources: readonly KernelSource[],
  as: string,
  made: (F: Float64Array, I: Int32Array, ...integers: number[]) => unknown,
  ...integers: number[]
): ThreeWays {
  const pages = memory.buffer.byteLength / 65536;
  const after = (run: (copy: WebAssembly.Memory) => void): Int32Array => {
    const copy = new WebAssembly.Memory({ initial: pages, maximum: pages });
    new Uint8Array(copy.buffer).set(new Uint8Array(memory.buffer));
    run(copy);
    return new Int32Array(copy.buffer);
  };
  const views = ({ buffer }: WebAssembly.Memory) => [new Float64Array(buffer), new Int32Array(buffer)] as const;
  const differing = (a: Int32Array, b: Int32Array): number => a.reduce((count, word, k) => count + (word === b[k] ? 0 : 1), 0);
  const asItStands = after((copy) => made(...views(copy), ...integers));
  const javascript = after((copy) => linkJavascript(sources, ...views(copy)).get(as)?.(...integers));
  const wasm = after((copy) => {
    const builder = new ModuleBuilder({ pages, shared: false, lanes: true });
    for (const one of sources) builder.add(one);
    const instance = new WebAssembly.Instance(new WebAssembly.Module(builder.build([as])), { env: { memory: copy } });
    (instance.exports[as] as KernelFunction)(...integers);
  });
  return {
    changed: differing(new Int32Array(memory.buffer), asItStands),
    javascript: differing(asItStands, javascript),
    wasm: differing(asItStands, wasm),
  };
}

/** The same of a source of a session's program. */
export function threeWaysOf(
  { memory, program }: Pick<Session, 'memory' | 'program'>,
  as: string,
  made: (F: Float64Array, I: Int32Array, ...integers: number[]) => unknown,
  ...integers: number[]
): ThreeWays {
  const source = program.partitions.flat().find((one) => one.as === as);
  if (!source) throw new Error(`no source ${as}`);
  return threeWays(memory, [...program.shared, source], as, made, ...integers);
}

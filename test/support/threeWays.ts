/** A step program on copies of a session's memory: called as it stands, as JavaScript and as WebAssembly. */
import { linkJavascript } from '../../dist/equations/javascript.js';
import type { KernelFunction, Unit } from '../../dist/equations/unit.js';
import type { Session } from '../../dist/run/session.js';
import { ModuleBuilder } from '../../dist/wasm/module.js';

/** A memory after each of the three, as words: bits are compared, whatever they mean. */
export interface ThreeWays {
  readonly before: Int32Array;
  readonly asItStands: Int32Array;
  readonly javascript: Int32Array;
  readonly wasm: Int32Array;
}

/** What the unit `as` of the session's program and the function that it is made of do to the memory as it is. */
export function threeWays(
  { memory, program }: Pick<Session, 'memory' | 'program'>,
  as: string,
  made: (F: Float64Array, I: Int32Array, ...integers: number[]) => unknown,
  ...integers: number[]
): ThreeWays {
  const pages = memory.buffer.byteLength / 65536;
  const all = program.partitions.flat();
  const unit = all.find((one) => one.as === as);
  if (!unit) throw new Error(`no unit ${as}`);
  const units: Unit[] = [...program.shared, unit];
  const after = (run: (copy: WebAssembly.Memory) => void): Int32Array => {
    const copy = new WebAssembly.Memory({ initial: pages, maximum: pages });
    new Uint8Array(copy.buffer).set(new Uint8Array(memory.buffer));
    run(copy);
    return new Int32Array(copy.buffer);
  };
  const views = ({ buffer }: WebAssembly.Memory) => [new Float64Array(buffer), new Int32Array(buffer)] as const;
  return {
    before: new Int32Array(memory.buffer).slice(),
    asItStands: after((copy) => made(...views(copy), ...integers)),
    javascript: after((copy) => linkJavascript(units, ...views(copy)).get(as)?.(...integers)),
    wasm: after((copy) => {
      const builder = new ModuleBuilder({ pages, shared: false, lanes: true });
      for (const one of units) builder.add(one);
      const instance = new WebAssembly.Instance(new WebAssembly.Module(builder.build([as])), { env: { memory: copy } });
      (instance.exports[as] as KernelFunction)(...integers);
    }),
  };
}

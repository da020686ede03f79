/** Texts of kernels → one WebAssembly module over an imported memory. */

import { type Callee, FunctionTable } from '../code/functionTable.js';
import { laneLoop } from '../code/laneLoops.js';
import type { Loop } from '../code/trees.js';
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { Bytes, Code, valueTypes } from './binary.js';
import { emitLanes } from './lanes.js';
import { Emitter, valueType } from './scalar.js';

export interface ModuleOptions {
  /** 64 KiB pages of the memory, which never grows. */
  readonly pages: number;
  readonly shared: boolean;
  /** Two lanes at a time where a loop allows it. */
  readonly lanes: boolean;
}

export class ModuleBuilder {
  private readonly table = new FunctionTable();
  /** Functions with at least one loop in lanes. */
  readonly inLanes = new Set<string>();

  constructor(private readonly options: ModuleOptions) {}

  /** Adds the functions of a text; it may call those of texts added before. Throws SyntaxError for what is not in the language. */
  add(source: KernelSource): void {
    this.table.add(source);
  }

  /** The module's bytes; it exports the named functions and imports `env.memory` and, by their names, the functions that are given. */
  build(exported: readonly string[]): Uint8Array<ArrayBuffer> {
    const types: string[] = [];
    const typeBytes = new Bytes();
    const typeOf = ({ tree }: Callee): number => {
      const inputs = tree.parameters.map((p) => valueType(p.type));
      const outputs = tree.result === null ? [] : [valueType(tree.result)];
      const key = `${inputs} ${outputs}`;
      const at = types.indexOf(key);
      if (at >= 0) return at;
      typeBytes
        .byte(0x60)
        .unsigned(inputs.length)
        .byte(...inputs.map((t) => valueTypes[t]));
      typeBytes.unsigned(outputs.length).byte(...outputs.map((t) => valueTypes[t]));
      return types.push(key) - 1;
    };
    const given = this.table.functions.filter(({ isGiven }) => isGiven);
    const written = this.table.functions.slice(given.length);
    const functions = new Bytes().unsigned(written.length);
    const codes = new Bytes().unsigned(written.length);
    for (const made of written) {
      functions.unsigned(typeOf(made));
      codes.sized(this.body(made));
    }
    const { pages, shared } = this.options;
    const imports = new Bytes()
      .unsigned(1 + given.length)
      .text('env')
      .text('memory')
      .byte(0x02, shared ? 0x03 : 0x01)
      .unsigned(pages)
      .unsigned(pages);
    for (const made of given) imports.text('env').text(nameOf(made)).byte(0x00).unsigned(typeOf(made));
    const exports = new Bytes().unsigned(exported.length);
    for (const name of exported) exports.text(name).byte(0x00).unsigned(this.table.find(name).index);
    const module = new Bytes().byte(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
    const section = (id: number, content: Bytes): Bytes => module.byte(id).sized(content);
    section(1, new Bytes().unsigned(types.length).append(typeBytes));
    section(2, imports);
    section(3, functions);
    section(7, exports);
    section(10, codes);
    section(0, new Bytes().text('name').byte(1).sized(this.names()));
    return module.values;
  }

  /** Names of functions, by which profilers and traps tell of them. */
  private names(): Bytes {
    const names = new Bytes().unsigned(this.table.functions.length);
    for (const made of this.table.functions) names.unsigned(made.index).text(nameOf(made));
    return names;
  }

  private body(made: Callee): Bytes {
    const { tree, callee } = made;
    const lanes = (inner: Emitter, loop: Loop): boolean => {
      const checked = laneLoop(loop, callee);
      if (!checked) return false;
      emitLanes(inner, loop, checked);
      this.inLanes.add(nameOf(made));
      return true;
    };
    const emitter = new Emitter(tree.parameters, { callee, lanes: this.options.lanes ? lanes : null });
    emitter.function(tree);
    const locals = new Bytes().unsigned(emitter.locals.length);
    for (const type of emitter.locals) locals.unsigned(1).byte(valueTypes[type]);
    return new Code().append(locals).append(emitter.code).op('end');
  }
}

const nameOf = ({ as, tree }: Callee): string => as ?? tree.name;

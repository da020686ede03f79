/** Texts of kernels → one WebAssembly module over an imported memory. */
import type { Unit } from '../equations/unit.js';
import { Bytes, Code, type ValueType, valueTypes } from './binary.js';
import { emitLanes, emitVectorFunction } from './lanes.js';
import { NotInLanes } from './laneValues.js';
import { lower } from './lower.js';
import type { FunctionTree, Type } from './program.js';
import { Emitter, valueType } from './scalar.js';

export interface ModuleOptions {
  /** 64 KiB pages of the memory, which never grows. */
  readonly pages: number;
  readonly shared: boolean;
  /** Two lanes at a time where a loop allows it. */
  readonly lanes: boolean;
}

interface Entry {
  readonly tree: FunctionTree;
  readonly vector: boolean;
  /** Names of the unit's own functions → index. */
  readonly own: ReadonlyMap<string, number>;
}

export class ModuleBuilder {
  private readonly entries: Entry[] = [];
  private readonly indices = new Map<string, number>();
  private readonly signatures = new Map<string, FunctionTree>();
  /** Functions with at least one loop in lanes. */
  readonly inLanes = new Set<string>();

  constructor(private readonly options: ModuleOptions) {}

  /** Adds the functions of a text; it may call those of texts added before. Throws SyntaxError for what is not in the language. */
  add({ text, constants, name, as, parameters: type }: Unit): void {
    const parameters = type ?? 'int';
    const own = new Map<string, number>();
    for (const tree of lower(text, constants, this.signatures, parameters)) {
      own.set(tree.name, this.entries.length);
      if (tree.name === name) {
        this.indices.set(as, this.entries.length);
        this.signatures.set(as, tree);
      }
      this.entries.push({ tree, vector: false, own });
      if (parameters !== 'double' || !this.options.lanes) continue;
      own.set(`${tree.name} in lanes`, this.entries.length);
      if (tree.name === name) this.indices.set(`${as} in lanes`, this.entries.length);
      this.entries.push({ tree, vector: true, own });
    }
  }

  /** The module's bytes; it exports the named functions and imports `env.memory`. */
  build(exported: readonly string[]): Uint8Array<ArrayBuffer> {
    const types: string[] = [];
    const typeBytes = new Bytes();
    const typeOf = ({ tree, vector }: Entry): number => {
      const value = (type: Type): ValueType => (vector ? 'v128' : valueType(type));
      const inputs = tree.parameters.map((p) => value(p.type));
      const outputs = tree.result === null ? [] : [value(tree.result)];
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
    const functions = new Bytes().unsigned(this.entries.length);
    const codes = new Bytes().unsigned(this.entries.length);
    for (const entry of this.entries) {
      functions.unsigned(typeOf(entry));
      codes.sized(this.body(entry));
    }
    const { pages, shared } = this.options;
    const imports = new Bytes()
      .unsigned(1)
      .text('env')
      .text('memory')
      .byte(0x02, shared ? 0x03 : 0x01)
      .unsigned(pages)
      .unsigned(pages);
    const exports = new Bytes().unsigned(exported.length);
    for (const name of exported) exports.text(name).byte(0x00).unsigned(this.indexOf(name));
    const module = new Bytes().byte(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00);
    const section = (id: number, content: Bytes): Bytes => module.byte(id).sized(content);
    section(1, new Bytes().unsigned(types.length).append(typeBytes));
    section(2, imports);
    section(3, functions);
    section(7, exports);
    section(10, codes);
    return Uint8Array.from(module.values);
  }

  private indexOf(name: string): number {
    const index = this.indices.get(name);
    if (index === undefined) throw new Error(`no function ${name}`);
    return index;
  }

  private body(entry: Entry): Bytes {
    const { tree, vector, own } = entry;
    const emitter = new Emitter(tree.parameters, {
      functionIndex: (name, wantsVector) => {
        const full = wantsVector ? `${name} in lanes` : name;
        return own.get(full) ?? this.indexOf(full);
      },
      lanes: !this.options.lanes
        ? null
        : (inner, loop) => {
            const done = inner.attempt(
              () => emitLanes(inner, loop),
              (error) => error instanceof NotInLanes,
            );
            if (done) this.inLanes.add(this.nameOf(entry));
            return done;
          },
    });
    if (vector) emitVectorFunction(emitter, tree.body, tree.parameters);
    else emitter.function(tree);
    const locals = new Bytes().unsigned(emitter.locals.length);
    for (const type of emitter.locals) locals.unsigned(1).byte(valueTypes[type]);
    return new Code().append(locals).append(emitter.code).op('end');
  }

  private nameOf({ own, tree }: Entry): string {
    const index = own.get(tree.name);
    for (const [name, at] of this.indices) if (at === index) return name;
    return tree.name;
  }
}

/**
 * WebAssembly, with the part of its interface that is used here: TypeScript ships it with its browser libraries only. It is no global of this package, as who uses that may have such a
 * library or not.
 */
export declare namespace WebAssembly {
  interface Memory {
    readonly buffer: ArrayBuffer | SharedArrayBuffer;
  }
  type Module = object;
  interface Instance {
    readonly exports: Readonly<Record<string, unknown>>;
  }
}

interface Interface {
  Memory: new (descriptor: { initial: number; maximum?: number; shared?: boolean }) => WebAssembly.Memory;
  Module: new (bytes: Uint8Array<ArrayBuffer>) => WebAssembly.Module;
  Instance: new (module: WebAssembly.Module, imports: { env: { memory: WebAssembly.Memory } }) => WebAssembly.Instance;
  compile(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module>;
  instantiate(module: WebAssembly.Module, imports: { env: { memory: WebAssembly.Memory } }): Promise<WebAssembly.Instance>;
  validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}

export const { WebAssembly } = globalThis as unknown as { readonly WebAssembly: Interface };

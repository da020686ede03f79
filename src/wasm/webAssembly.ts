/** WebAssembly as all rooms know it: TypeScript has its interface among those of browsers only. Rooms that name it import this file. */

declare global {
  // The part of the JavaScript interface that is used here; TypeScript ships it with its browser libraries only.
  namespace WebAssembly {
    class Memory {
      constructor(descriptor: { initial: number; maximum?: number; shared?: boolean });
      readonly buffer: ArrayBuffer | SharedArrayBuffer;
    }
    class Module {
      constructor(bytes: Uint8Array<ArrayBuffer>);
    }
    class Instance {
      constructor(module: Module, imports: { env: { memory: Memory } });
      readonly exports: Readonly<Record<string, unknown>>;
    }
    function compile(bytes: Uint8Array<ArrayBuffer>): Promise<Module>;
    function instantiate(module: Module, imports: { env: { memory: Memory } }): Promise<Instance>;
    function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
  }
}

export {};

/** Keeps bytes of modules from one process to the next (cache/cache.ts). */
import { WebAssembly } from './webAssembly.js';
export interface ModuleStore {
  /** The bytes made of these parts before, or made now; `kind` is the end of the file's name. */
  made(
    parts: Iterable<string>,
    kind: string,
    make: () => Uint8Array<ArrayBuffer>,
  ): { readonly bytes: Uint8Array<ArrayBuffer>; readonly isKept: boolean };
  /** Where it keeps them, and why something was not read or not kept. */
  readonly folder: string | null;
  readonly reasons: readonly string[];
}

/** Modules made last, with their bytes: the same circuit run again finds its code, and what the engine has optimised of it. */
const made: { readonly bytes: Uint8Array; readonly module: WebAssembly.Module }[] = [];
const mostMade = 8;

/** The module of these bytes: a known one, or a new one, compiled here and at once. */
export function moduleOf(bytes: Uint8Array<ArrayBuffer>): WebAssembly.Module {
  return knownModule(bytes) ?? keep(bytes, new WebAssembly.Module(bytes));
}

/** Compiles beside this thread where that is a page's own, which may not do it itself; elsewhere it is ready some 30 ms sooner if it is not handed over. */
export async function moduleSoon(bytes: Uint8Array<ArrayBuffer>): Promise<WebAssembly.Module> {
  return knownModule(bytes) ?? keep(bytes, 'document' in globalThis ? await WebAssembly.compile(bytes) : new WebAssembly.Module(bytes));
}

function knownModule(bytes: Uint8Array): WebAssembly.Module | null {
  const known = made.find((m) => m.bytes === bytes || (m.bytes.length === bytes.length && m.bytes.every((byte, k) => byte === bytes[k])));
  if (!known) return null;
  made.splice(made.indexOf(known), 1);
  made.push(known);
  return known.module;
}

function keep(bytes: Uint8Array, module: WebAssembly.Module): WebAssembly.Module {
  made.push({ bytes, module });
  if (made.length > mostMade) made.shift();
  return module;
}

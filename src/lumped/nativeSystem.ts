/** Rates and Jacobians of a system as C: the texts that WebAssembly has, compiled on this machine (`native/`), with the same bits. */
import { nativeHost } from '#native';
import type { KernelSource, KernelsName } from '../equations/kernel/kernelSource.js';
import type { NativeOptions } from '../native/host.js';
import { nativeNotes, withoutCompiler } from '../native/notes.js';
import type { CircuitSystem } from './system/circuitSystem.js';
import { instantiated, type Linker } from './system/link.js';

/** A system, what its equations run as, and what there is to say of that. */
export interface LinkedSystem {
  readonly system: CircuitSystem;
  readonly kernels: KernelsName;
  readonly notes: readonly string[];
}

/**
 * The system that `build` makes, by native kernels; by WebAssembly, with the reason among the notes, where they cannot be made. Throws RunError where there is no compiler. The
 * system is built twice: its texts are known when it has been, and a compiler is waited for.
 */
export async function nativeSystem(build: (link: Linker) => CircuitSystem, options: NativeOptions = {}): Promise<LinkedSystem> {
  let [sources, names]: [readonly KernelSource[], readonly string[]] = [[], []];
  const portable = build((texts, functions, memory) => {
    [sources, names] = [texts, functions];
    return instantiated(texts, functions, memory);
  });
  const made = await nativeHost.make(sources, names, options);
  if (!('refused' in made))
    return {
      system: build((_texts, _names, memory) => nativeHost.load(made.file, memory)),
      kernels: 'native',
      notes: nativeNotes(made, null),
    };
  if (made.isWithoutCompiler) throw withoutCompiler(nativeHost.isPossible);
  return { system: portable, kernels: 'wasm', notes: nativeNotes(null, made.refused) };
}

/** Bytes of modules made last in this process: a circuit that is run again, or by another plan and back, is neither parsed nor compiled again. */
import type { KernelSource } from '../equations/kernel/kernelSource.js';
import { compiledParts } from '../equations/kernel/sourceKey.js';
import { ModuleBuilder, type ModuleOptions } from './module.js';

interface CompiledModule {
  readonly sources: readonly KernelSource[];
  readonly exported: readonly string[];
  readonly options: ModuleOptions;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const compiled: CompiledModule[] = [];
const mostCompiled = 8;

/** Bytes of the module of these sources with these functions exported; of what was asked for lately those that were made then, which nobody may change. */
export function compiledModule(
  sources: readonly KernelSource[],
  exported: readonly string[],
  options: ModuleOptions,
): Uint8Array<ArrayBuffer> {
  const known = compiled.findIndex((one) => isOf(one, sources, exported, options));
  const [found] = known < 0 ? [] : compiled.splice(known, 1);
  const made = found ?? { sources: sources.map(compiledParts), exported, options, bytes: builtModule(sources, exported, options) };
  compiled.push(made);
  if (compiled.length > mostCompiled) compiled.shift();
  return made.bytes;
}

/** Compiles whatever was compiled before. */
export function builtModule(
  sources: readonly KernelSource[],
  exported: readonly string[],
  options: ModuleOptions,
): Uint8Array<ArrayBuffer> {
  const builder = new ModuleBuilder(options);
  for (const source of sources) builder.add(source);
  return builder.build(exported);
}

function isOf(
  one: CompiledModule,
  sources: readonly KernelSource[],
  exported: readonly string[],
  { pages, shared, lanes }: ModuleOptions,
): boolean {
  const { options } = one;
  return (
    options.pages === pages &&
    options.shared === shared &&
    options.lanes === lanes &&
    one.sources.length === sources.length &&
    isSameList(one.exported, exported) &&
    one.sources.every((source, k) => isSameSource(source, sources[k] as KernelSource))
  );
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((name, k) => name === b[k]);

const isSameSource = (a: KernelSource, b: KernelSource): boolean =>
  a.name === b.name &&
  a.as === b.as &&
  a.parameters === b.parameters &&
  a.isGiven === b.isGiven &&
  isSameList(a.inlined ?? [], b.inlined ?? []) &&
  isSameConstants(a.constants, b.constants) &&
  a.text === b.text;

function isSameConstants(a: KernelSource['constants'], b: KernelSource['constants']): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => Object.is(a[name], b[name]));
}

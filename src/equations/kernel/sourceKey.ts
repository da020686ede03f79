/** Key of compiled sources, as text. */
import type { KernelSource } from './kernelSource.js';

/** The parts of a source that its compiled form depends on; its JavaScript is made where it is asked for. */
export const compiledParts = ({ text, constants, name, as, parameters, inlined, isGiven }: KernelSource): KernelSource => ({
  text,
  constants,
  name,
  as,
  ...(parameters && { parameters }),
  ...(inlined && { inlined }),
  ...(isGiven && { isGiven }),
});

/** `options` of a compiler, sources and the functions of them that are exported, in JSON that keeps all numbers apart: -0 from 0, and those that are not finite. */
export const sourceKey = (options: object, exported: readonly string[], sources: readonly KernelSource[]): string =>
  JSON.stringify([options, exported, sources.map(compiledParts)], (_, inner: unknown) =>
    typeof inner === 'number' && (!Number.isFinite(inner) || Object.is(inner, -0))
      ? { number: Object.is(inner, -0) ? '-0' : String(inner) }
      : inner,
  );

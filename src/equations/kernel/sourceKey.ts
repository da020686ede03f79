/** What is compiled of sources depends on, as text: the key of what is kept of it, and what tells one from another. */
import type { KernelSource } from './kernelSource.js';

/** What of a source its compiled form depends on; its JavaScript is made where it is asked for. */
export const compiledParts = ({ text, constants, name, as, parameters, inlined }: KernelSource): KernelSource => ({
  text,
  constants,
  name,
  as,
  ...(parameters && { parameters }),
  ...(inlined && { inlined }),
});

/** `options` of a compiler, sources and the functions of them that are exported, in JSON that tells all numbers apart: -0 from 0, and what is not finite. */
export const sourceKey = (options: object, exported: readonly string[], sources: readonly KernelSource[]): string =>
  JSON.stringify([options, exported, sources.map(compiledParts)], (_, inner: unknown) =>
    typeof inner === 'number' && (!Number.isFinite(inner) || Object.is(inner, -0))
      ? { number: Object.is(inner, -0) ? '-0' : String(inner) }
      : inner,
  );

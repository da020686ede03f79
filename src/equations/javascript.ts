/** JavaScript back end: units as functions over the memory. A text is JavaScript already. */
import type { KernelFunction, Unit } from './unit.js';

/** A double and its two words (the second is the higher: little-endian, as WebAssembly is). */
const double = new Float64Array(1);
const words = new Int32Array(double.buffer);
/** 2^k by k + 1023. Read from a table: a double written as two words would wait for both writes before it could be read. */
const powers = Float64Array.from({ length: 2048 }, (_, exponent) => {
  words[0] = 0;
  words[1] = exponent << 20;
  return double[0] as number;
});

/** The intrinsics (see elementary.ts) that texts may call. */
export const intrinsics = {
  exponentOf: (x: number): number => {
    double[0] = x;
    return (((words[1] as number) >> 20) & 0x7ff) - 1023;
  },
  powerOfTwo: (k: number): number => powers[(k + 1023) & 0x7ff] as number,
} as const;

let compiled = 0;

/**
 * Makes functions of units, in their order: each may call those before it. `wrap` may put something around a function; `known` are functions
 * that texts may call beside the units.
 * V8 shares the code of equal texts, and code that two memories share reads the memory's address anew at every access (measured: 34 against 22 ns a
 * component-step in the second run of a process): a number makes each text its own.
 */
export function linkJavascript(
  units: readonly Unit[],
  F: Float64Array,
  I: Int32Array,
  wrap: (name: string, made: KernelFunction) => KernelFunction = (_, made) => made,
  known: Iterable<readonly [string, KernelFunction]> = [],
): Map<string, KernelFunction> {
  const functions = new Map<string, KernelFunction>([...Object.entries(intrinsics), ...known]);
  for (const { text: written, javascript: text = written, constants, name, as } of units) {
    const called = [...new Set([...text.matchAll(/\b([A-Za-z_]\w*)\(/g)].map(([, callee]) => callee as string))].filter((c) =>
      functions.has(c),
    );
    const values = Object.entries(constants).map(([constant, value]) => `${constant} = ${value}`);
    const head = values.length > 0 ? `const ${values.join(', ')};\n` : '';
    const source = `'use strict';\n${head}${text}\nreturn ${name};\n// ${compiled++}`;
    const made = new Function('F', 'I', ...called, source)(F, I, ...called.map((c) => functions.get(c))) as KernelFunction;
    functions.set(as, wrap(as, made));
  }
  return functions;
}

/** JavaScript back end: units as functions over the memory. A text is JavaScript already. */
import { exponentOf, powerOfTwo } from './intrinsics.js';
import type { KernelFunction, KernelSource } from './kernelSource.js';

/** The intrinsics that texts may call. */
const intrinsics: Readonly<Record<string, KernelFunction>> = { exponentOf, powerOfTwo };

/** Whether text may become code here: a page may forbid it (Content-Security-Policy without 'unsafe-eval'). */
export function allowsText(): boolean {
  try {
    return new Function('return true')() === true;
  } catch {
    return false;
  }
}

let compiled = 0;

/**
 * Makes functions of sources, in their order: each may call those before it. `wrap` may put something around a function; `known` are functions
 * that texts may call beside the units: those that are given.
 * V8 shares the code of equal texts, and code that two memories share reads the memory's address anew at every access (measured: 34 against 22 ns a
 * component-step in the second run of a process): a number makes each text its own.
 */
export function linkJavascript(
  units: readonly KernelSource[],
  F: Float64Array,
  I: Int32Array,
  wrap: (name: string, made: KernelFunction) => KernelFunction = (_, made) => made,
  known: Iterable<readonly [string, KernelFunction]> = [],
): Map<string, KernelFunction> {
  const functions = new Map<string, KernelFunction>([...Object.entries(intrinsics), ...known]);
  for (const { text: written, javascript: text = written, constants, name, as, isGiven } of units) {
    if (isGiven) continue;
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

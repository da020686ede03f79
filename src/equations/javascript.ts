/** JavaScript back end: a kernel's text as a function over the memory. The text is JavaScript already. */
import { elementaryJavascript, intrinsicArrays } from './elementary.js';
import { linearSolveText } from './linearSolve.js';

let compiled = 0;

/**
 * The function that `text` ends with: of `name`, over F (doubles) and I (the same memory as Int32 words). What the texts call by name comes with it.
 * V8 shares the code of equal texts, and code that two memories share reads the memory's address anew at every access (measured: 34 against 22 ns a
 * component-step in the second run of a process): a number makes each text its own.
 */
export function javascriptFunction(text: string, name: string, F: Float64Array, I: Int32Array): (...integers: number[]) => void {
  const helpers = [...(text.includes('linearSolve(') ? [linearSolveText] : []), ...elementaryJavascript(text)];
  const source = ["'use strict';", ...helpers, text, `return ${name};`, `// ${compiled++}`].join('\n');
  return new Function('F', 'I', ...Object.keys(intrinsicArrays), source)(F, I, ...Object.values(intrinsicArrays)) as (
    ...integers: number[]
  ) => void;
}

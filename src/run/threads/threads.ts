/** Functions of one thread over the run's memory. All that a worker needs beside them are numbers. */
import { linkJavascript } from '../../equations/kernel/javascript.js';
import type { KernelFunction, KernelSource } from '../../equations/kernel/kernelSource.js';
import { RunError } from '../../results/runError.js';
import { WebAssembly } from '../../wasm/webAssembly.js';

/** Functions that a program calls and does not have: the exchange of a rank's first thread with the others (run/ranks/). */
export interface Given {
  readonly exchange: KernelFunction;
}

/** Sources in JavaScript. `wrap` may put something around a function. */
export function linkSources(
  sources: readonly KernelSource[],
  F: Float64Array,
  I: Int32Array,
  wrap?: (name: string, made: KernelFunction) => KernelFunction,
): Map<string, KernelFunction> {
  const functions = codeOf(() => linkJavascript(sources, F, I, wrap));
  // See blocks/waves/rings.step.ts: the loops must have seen their end before they are long.
  for (const [name, loop] of functions) if (/^(publish|receive|means)_/.test(name)) loop(0);
  return functions;
}

/** Default for callers that never meet other ranks. */
const none: Given = {
  exchange: () => {
    throw new Error('no exchange here');
  },
};

/** Functions of a module over a memory; `given`: those that it calls and does not have. */
export function instantiate(module: WebAssembly.Module, memory: WebAssembly.Memory, given = none): Map<string, KernelFunction> {
  return functionsOf(new WebAssembly.Instance(module, { env: { memory, ...given } }));
}

/** Instantiates beside this thread. */
export async function instantiateSoon(module: WebAssembly.Module, memory: WebAssembly.Memory): Promise<Map<string, KernelFunction>> {
  return functionsOf(await WebAssembly.instantiate(module, { env: { memory, ...none } }));
}

const functionsOf = ({ exports }: WebAssembly.Instance): Map<string, KernelFunction> =>
  new Map(Object.entries(exports)) as Map<string, KernelFunction>;

/** A timed twin of a thread's step loop: always JavaScript, over the phases of whatever the kernels are. `now`: its clock, ms. */
export function linkTimedTwin(
  twin: KernelSource,
  functions: ReadonlyMap<string, KernelFunction>,
  F: Float64Array,
  I: Int32Array,
  now: KernelFunction = () => performance.now(),
): KernelFunction {
  return codeOf(() => linkJavascript([twin], F, I, undefined, [...functions, ['now', now]])).get(twin.as) as KernelFunction;
}

/** The functions of texts, where a page's rules allow that. */
function codeOf<T>(make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof EvalError)) throw error;
    throw new RunError(
      'RUN229',
      `this run needs code made of text, which is not allowed here (${error.message})`,
      "take kernels: 'wasm' without timeline and balance, or allow 'unsafe-eval'",
    );
  }
}

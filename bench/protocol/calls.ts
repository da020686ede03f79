/** Calls in a row: how many a sample takes, and what one of them does. */

/** How often to call so that a sample takes at least `seconds`; calls often enough before that V8 has optimised what is called. */
export function callsFor(call: () => void, seconds: number): number {
  for (let calls = 1; ; calls *= 2) {
    if (nanosecondsPerCall(call, calls) * calls >= 1e9 * seconds) return calls;
  }
}

/** One sample: ns per call of `calls` in a row. */
export function nanosecondsPerCall(call: () => void, calls: number): number {
  const began = performance.now();
  for (let n = 0; n < calls; n++) call();
  return ((performance.now() - began) * 1e6) / calls;
}

/** Calls in a row: how many a sample takes, and what one of them does. */

/** ns */
export type Clock = () => number;
export const wallClock: Clock = () => 1e6 * performance.now();
/** CPU time of this process: other programs at work do not lengthen it. For calls of one thread that wait for nobody. */
export const cpuClock: Clock = () => {
  const { user, system } = process.cpuUsage();
  return 1e3 * (user + system);
};

/** How often to call so that a sample takes at least `seconds`; calls often enough before that V8 has optimised what is called. */
export function callsFor(call: () => void, seconds: number, clock = wallClock): number {
  for (let calls = 1; ; calls *= 2) {
    if (nanosecondsPerCall(call, calls, clock) * calls >= 1e9 * seconds) return calls;
  }
}

/** One sample: ns per call of `calls` in a row. */
export function nanosecondsPerCall(call: () => void, calls: number, clock = wallClock): number {
  const began = clock();
  for (let n = 0; n < calls; n++) call();
  return (clock() - began) / calls;
}

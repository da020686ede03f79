/** Times at equal distances. */

/** `count` times from `from` to `to`, both included. */
export function evenTimes(from: number, to: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, n) => (n === count - 1 ? to : from + ((to - from) * n) / Math.max(1, count - 1)));
}

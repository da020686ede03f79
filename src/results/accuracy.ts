/** Errors relative to a reference solution, as the literature on stiff circuits measures them (Esqué 2008, equation 5.1). */

/** `count` times from `from` to `to`, both included. */
export function evenTimes(from: number, to: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, n) => (n === count - 1 ? to : from + ((to - from) * n) / Math.max(1, count - 1)));
}

/** One number for several quantities: ‖e‖₂ over their root mean squares. */
export function overallError(each: readonly { readonly rootMeanSquare: number }[]): number {
  return Math.hypot(...each.map(({ rootMeanSquare }) => rootMeanSquare));
}

/** The part that has gone of something that decays. */

/** 1 - e^(-x), x > 0. */
export function gone(_F: Float64Array, _I: Int32Array, o: { readonly exp: (x: number) => number }, x: number): number {
  return x < 1e-3 ? x * (1 - x * (0.5 - x / 6)) : 1 - o.exp(-Math.min(x, 700));
}

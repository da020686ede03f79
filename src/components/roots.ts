/**
 * Text of a root with a slope at zero, for edges whose opening the pressures of the same step move: there the equations are left to Newton's method, which
 * needs few rounds where slopes are bounded (a plain ssqrt is solved too, within a bracket). Below 1e4 Pa it is the polynomial of dampedReliefValve.ts, √1e4 (Δp/1e4)(3 - |Δp|/1e4)/2, with the
 * same value and slope there.
 */

/** Signed root of a pressure difference, both ways. */
export const rootOf = (dp: string): string => `if(abs(${dp}) > 1e4, ssqrt(${dp}), 0.005 * ${dp} * (3 - abs(${dp}) / 1e4))`;

/** Root of a pressure difference above 0. */
export const forwardRootOf = (dp: string): string => `if(${dp} > 1e4, ssqrt(${dp}), 0.005 * max(0, ${dp}) * (3 - max(0, ${dp}) / 1e4))`;

/** Runs of the circuits with a small volume, and the arithmetic that they were published with. */
import { readFileSync } from 'node:fs';
import { deviationsFrom } from '../../dist/bench/smallVolumes/errors.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults, LumpedOptions } from '../../dist/lumped/types.js';

/** What is altered in the file: base of the logarithm, values, other texts. */
export interface Altered {
  readonly base?: string;
  readonly set?: string[];
  readonly text?: (file: string) => string;
}

/** Runs of a circuit by RK4 over its jumps with rows of 1 ms by default; a run that fails is an error. */
export function smallVolumeRuns(name: string, common: LumpedOptions) {
  const file = readFileSync(`circuits/${name}.yaml`, 'utf8');
  return async (options: LumpedOptions, { base = 'e', set = [], text = (own) => own }: Altered = {}): Promise<IntegratorResults> => {
    const { circuit } = parseCircuit(text(file.replace('base: e', `base: ${base}`)), `${name}.yaml`, { set });
    const results = await simulateLumped(circuit, { solver: 'rk4', every: 1e-3, events: 'step over', ...common, ...options });
    if (results.ending) throw new Error(results.ending.message);
    return results;
  };
}

/** Root mean square over the mean of the reference. */
export const relativeError = (reference: IntegratorResults, results: IntegratorResults, name: string): number =>
  deviationsFrom(reference.series(name).y, results.series(name).y).relative;

type Complex = readonly [re: number, im: number];

/** √ and ln of a complex number, as MATLAB has them for negative ones too. */
function root([re, im]: Complex): Complex {
  const size = Math.hypot(re, im);
  const real = Math.sqrt(Math.max(0, (size + re) / 2));
  const imaginary = Math.sqrt(Math.max(0, (size - re) / 2));
  return [real, im < 0 ? -imaginary : imaginary];
}

/**
 * Real part of p2 of the three orifices by forward Euler in complex numbers, at rows of `every`: what a program computes whose roots of negative numbers are imaginary and
 * that goes on with them.
 */
export function matlabThreeOrifices(step: number, end: number, every: number): Float64Array {
  const K = 0.6 * (Math.PI / 4) * 1e-6 * Math.sqrt(2 / 900);
  const [V1, V2] = [1e-3, 1e-5];
  const rate = (volume: number, p: Complex, inward: Complex, outward: Complex): Complex => {
    const argument: Complex = [(90 * p[0]) / 2.8e7 + 3, (90 * p[1]) / 2.8e7];
    const log: Complex = [Math.log(Math.hypot(...argument)), Math.atan2(argument[1], argument[0])];
    const factor = (0.5 * 1.8e9 * K) / volume;
    const net: Complex = [inward[0] - outward[0], inward[1] - outward[1]];
    return [factor * (log[0] * net[0] - log[1] * net[1]), factor * (log[0] * net[1] + log[1] * net[0])];
  };
  const rows = new Float64Array(Math.round(end / every) + 1);
  const perRow = Math.round(every / step);
  let [p1, p2]: Complex[] = [
    [0, 0],
    [0, 0],
  ];
  for (let row = 1; row < rows.length; row++) {
    for (let k = 0; k < perRow; k++) {
      const [a, b] = [p1 as Complex, p2 as Complex];
      const [q1, q2, q3] = [root([1e7 - a[0], -a[1]]), root([a[0] - b[0], a[1] - b[1]]), root(b)];
      const [r1, r2] = [rate(V1, a, q1, q2), rate(V2, b, q2, q3)];
      p1 = [a[0] + step * r1[0], a[1] + step * r1[1]];
      p2 = [b[0] + step * r2[0], b[1] + step * r2[1]];
    }
    rows[row] = (p2 as Complex)[0];
  }
  return rows;
}

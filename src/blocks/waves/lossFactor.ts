/** Loss of steady flow in a pipe, as a friction law has it. */
import type { Elementary } from '../site.js';

/** λ of steady flow by Re and (ε/3.7d)^1.11: in a step, and as equations by `number` and `roughness` for integrators. */
export interface LossFactor {
  /** A step function that stands in place of its calls; `number`: Re, at least 1; `roughness`: a cell. */
  factor(F: Float64Array, I: Int32Array, o: Pick<Elementary, 'exp' | 'log10'>, number: number, roughness: number): number;
  readonly equations: string;
  readonly expression: string;
}

/** λ of a loss, beside the step. */
export const factorOf = ({ factor }: LossFactor, elementary: Elementary, number: number, roughness: number): number =>
  factor(Float64Array.of(roughness), new Int32Array(0), elementary, number, 0);

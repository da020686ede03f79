/** Independent views of stability functions: a closed form of R, and |R| over the left half-plane. */
import { binomial } from '../../dist/lumped/stability/polynomial.js';
import { growthAt, laguerre, type StabilityFunction } from '../../dist/lumped/stability/stabilityFunction.js';

/**
 * R of any method of order `degree` at least with the denominator (1 - γ z)^s, as SDIRK and Rosenbrock methods have it:
 *   P(z) = Σ_k L_k^(s-k)(1/γ) (-γ z)^k,   k = 0 … degree,
 * with generalised Laguerre polynomials. `degree` s: order s; `degree` s - 1: the top coefficient vanishes, as for stiffly accurate methods of order s - 1.
 */
export function singleDiagonal(stages: number, gamma: number, degree = stages): StabilityFunction {
  const powers = Array.from({ length: stages + 1 }, (_, k) => (-gamma) ** k);
  return {
    numerator: powers.slice(0, degree + 1).map((power, k) => laguerre(k, stages - k, 1 / gamma) * power),
    denominator: powers.map((power, k) => binomial(stages, k) * power),
  };
}

/** Largest |R| over a grid of the closed left half-plane: |z| from 1e-3 to 1e6, and the imaginary axis. An independent check of `isAStable`. */
export function largestInLeftHalfPlane(r: StabilityFunction, radii = 200, angles = 60): number {
  let largest = 0;
  for (let i = 0; i < radii; i++) {
    const radius = 10 ** (-3 + (9 * i) / (radii - 1));
    for (let j = 0; j < angles; j++) {
      const angle = (Math.PI / 2) * (1 + j / (angles - 1));
      // cos(π/2) is not zero in doubles; the first angle is the axis itself.
      const z = { re: j === 0 ? 0 : radius * Math.cos(angle), im: radius * Math.sin(angle) };
      largest = Math.max(largest, growthAt(r, z));
    }
  }
  return largest;
}

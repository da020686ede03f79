/**
 * Stability of multistep methods: the boundary locus z(θ) = ρ(e^iθ)/σ(e^iθ), written in ∇ = 1 - e^(-iθ) (Hairer & Wanner 1996, V.1).
 * Of the implicit formulas solved exactly: Adams methods that iterate a few times without a matrix are bounded further by their iteration.
 */
import type { Complex } from './polynomial.js';
import { polynomialAt } from './polynomial.js';
import type { Polyline } from './regions.js';

export type MultistepFamily = 'bdf' | 'adams';

/** One point of the locus. BDF of order k: Σ_j ∇^j / j, j = 1 … k. Adams-Moulton of order k: ∇ / Σ_j γ_j ∇^j, j = 0 … k - 1. */
export function locusAt(family: MultistepFamily, order: number, angle: number): Complex {
  const nabla = { re: 1 - Math.cos(angle), im: Math.sin(angle) };
  if (family === 'bdf') return polynomialAt([0, ...Array.from({ length: order }, (_, j) => 1 / (j + 1))], nabla);
  const { re, im } = polynomialAt(adamsCoefficients(order), nabla);
  const square = re * re + im * im;
  return { re: (nabla.re * re + nabla.im * im) / square, im: (nabla.im * re - nabla.re * im) / square };
}

/** γ_j of the implicit Adams methods in backward differences: Σ_i γ_(j-i)/(i + 1) = 0 for j > 0, γ_0 = 1. */
function adamsCoefficients(count: number): number[] {
  const coefficients = [1];
  for (let j = 1; j < count; j++) coefficients.push(-coefficients.reduce((sum, value, i) => sum + value / (j - i + 1), 0));
  return coefficients;
}

/** The whole locus, closed. */
export function locus(family: MultistepFamily, order: number, points = 720): Polyline {
  // Adams of order 2 is the trapezoid, whose locus, the imaginary axis, passes through infinity at θ = π.
  return Array.from({ length: points + 1 }, (_, n) => locusAt(family, order, (2 * Math.PI * n) / points + 1e-9));
}

/**
 * α of A(α)-stability, degrees: the widest sector around the negative real axis that the locus stays out of; 90 is A-stable, 0 is none.
 * BDF: 90, 90, 86.03, 73.35, 51.84 for orders 1 to 5. Adams of order 3 and above have none, as their regions are bounded.
 */
export function sectorAngle(family: MultistepFamily, order: number): number {
  if (family === 'adams' && order > 2) return 0;
  let least = 90;
  for (let n = 1; n < 20_000; n++) {
    const { re, im } = locusAt(family, order, (Math.PI * n) / 20_000);
    if (re < -1e-12 * (1 + Math.abs(im))) least = Math.min(least, (Math.atan2(Math.abs(im), -re) * 180) / Math.PI);
  }
  return least;
}

/** How far the negative real axis is stable: the locus at θ = π. */
export function multistepRealLimit(family: MultistepFamily, order: number): number {
  return family === 'bdf' || order < 3 ? Number.NEGATIVE_INFINITY : locusAt(family, order, Math.PI).re;
}

/** Modified Bessel functions of the first kind of complex argument, Re z ≥ 0, and zeros of J_2. */
import { add, type Complex, complex, divide, exp, magnitude, multiply, scale } from './complex.js';

/**
 * e^(-z) I_k(z), k = 0 … orders. Up to |z| = 40 by Miller's backward recurrence I_(k-1) = I_(k+1) + (2k/z) I_k, scaled by e^z = I_0 + 2 Σ I_k;
 * beyond by the asymptotic series with both exponentials, DLMF 10.40.5, least term e^(-80). Error below 1e-12 of the largest in both.
 */
export function scaledBesselI(z: Complex, orders = 2): Complex[] {
  return magnitude(z) <= 40 ? byRecurrence(z, orders) : Array.from({ length: orders + 1 }, (_, order) => asymptotic(z, order));
}

function byRecurrence(z: Complex, orders: number): Complex[] {
  const size = magnitude(z);
  if (size === 0) return Array.from({ length: orders + 1 }, (_, order) => complex(order === 0 ? 1 : 0));
  const start = Math.ceil(1.4 * size) + 30 + orders;
  const found: Complex[] = [];
  let above = complex(0);
  let here = complex(1e-100);
  let sum = complex(0);
  for (let k = start; k >= 0; k--) {
    if (k <= orders) found[k] = here;
    sum = add(sum, scale(here, k === 0 ? 1 : 2));
    const below = add(above, multiply(divide(complex(2 * k), z), here));
    above = here;
    here = below;
    // Small |z| makes terms grow without bound.
    if (magnitude(here) > 1e50) {
      [here, above, sum] = [scale(here, 1e-100), scale(above, 1e-100), scale(sum, 1e-100)];
      for (let order = k; order <= orders; order++) found[order] = scale(found[order] as Complex, 1e-100);
    }
  }
  return found.map((value) => divide(value, sum));
}

function asymptotic(z: Complex, order: number): Complex {
  let term = complex(1);
  let rising = term;
  let falling = term;
  for (let k = 1; k <= 60; k++) {
    const next = divide(scale(term, (4 * order * order - (2 * k - 1) ** 2) / (8 * k)), z);
    if (magnitude(next) > magnitude(term) && k > order) break;
    term = next;
    rising = add(rising, scale(term, k % 2 === 0 ? 1 : -1));
    falling = add(falling, term);
  }
  // ± i e^(±νπi), sign of Im z; on the real axis it is below every rounding.
  const turn = complex(0, (z.im >= 0 ? 1 : -1) * (order % 2 === 0 ? 1 : -1));
  const both = add(rising, multiply(multiply(turn, exp(scale(z, -2))), falling));
  return divide(both, scale(sqrtOf(z), Math.sqrt(2 * Math.PI)));
}

function sqrtOf(z: Complex): Complex {
  const size = Math.sqrt(magnitude(z));
  const half = Math.atan2(z.im, z.re) / 2;
  return complex(size * Math.cos(half), size * Math.sin(half));
}

/** First positive zeros of J_2, by Newton from McMahon's expansion, DLMF 10.21.19; J_k(x) = i^(-k) I_k(ix). */
export function zerosOfJ2(count: number): number[] {
  return Array.from({ length: count }, (_, index) => {
    const base = (index + 1 + 0.75) * Math.PI;
    let x = base - 15 / (8 * base);
    for (let pass = 0; pass < 6; pass++) {
      // e^(-ix) I_k(ix) = i^k e^(-ix) J_k(x): the common factor falls out of J_2/J_2' = J_2/(J_1 - 2 J_2/x).
      const [, one, two] = scaledBesselI(complex(0, x)) as [Complex, Complex, Complex];
      const ratio = divide(multiply(two, complex(0, -1)), one).re;
      x -= ratio / (1 - (2 * ratio) / x);
    }
    return x;
  });
}

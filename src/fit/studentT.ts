/** Student's t distribution, for intervals of few samples. */

/** ln Γ(x), x > 0, by Lanczos' series (g = 7, 9 terms; relative error below 1e-14). */
function logGamma(x: number): number {
  const terms = [
    0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
    -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
  ];
  const z = x - 1;
  const sum = terms.reduce((total, term, k) => (k === 0 ? term : total + term / (z + k)), 0);
  const t = z + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (z + 0.5) * Math.log(t) - t + Math.log(sum);
}

/** Regularised incomplete beta function I_x(a, b) by its continued fraction (Lentz). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a;
  const tiny = 1e-300;
  let [c, d] = [1, 1 / Math.max(tiny, 1 - ((a + b) * x) / (a + 1))];
  let fraction = d;
  for (let m = 1; m < 500; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    let change = 1;
    for (const term of [even, odd]) {
      d = 1 / (1 + term * d || tiny);
      c = 1 + term / c || tiny;
      change = c * d;
      fraction *= change;
    }
    if (Math.abs(change - 1) < 1e-15) break;
  }
  return front * fraction;
}

/** P(|T| ≤ t) of T with so many degrees of freedom. */
export function tWithin(t: number, freedom: number): number {
  return 1 - incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
}

/** The t with P(|T| ≤ t) = `level`: 1.96 for 0.95 and many degrees of freedom. */
export function tQuantile(level: number, freedom: number): number {
  let [low, high] = [0, 1];
  while (tWithin(high, freedom) < level) high *= 2;
  for (let k = 0; k < 100; k++) {
    const middle = (low + high) / 2;
    if (tWithin(middle, freedom) < level) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

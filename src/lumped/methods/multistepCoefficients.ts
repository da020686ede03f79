/**
 * Coefficients of the Adams-Moulton and BDF formulas with variable steps, for a Nordsieck history.
 *
 * With x = (t − t_n)/h, the corrected history is the predicted one plus Δ·l(x), Δ = y_n − predicted y_n. l follows from which past values
 * the formula keeps, at x = −ξ_i, ξ_i = (t_n − t_{n−i})/h:
 *   BDF of order q, fixed leading coefficient:  l(x) = (1 + x/ξ*)·Π_{i=1}^{q−1} (1 + x/ξ_i),  1/ξ* such that l_1 = Σ_{j=1}^{q} 1/j     [1]
 *   Adams-Moulton of order q:                   l'(x) ∝ Π_{i=1}^{q−1} (1 + x/ξ_i),  l(−1) = 0, l(0) = 1                              [2]
 * [1] Jackson & Sacks-Davis, ACM TOMS 6, 1980; Brown, Byrne & Hindmarsh, SIAM J. Sci. Stat. Comput. 10, 1989.
 * [2] Byrne & Hindmarsh, ACM TOMS 1, 1975. Error constants as in the mathematical chapter of CVODE's documentation.
 */

/** Which formulas: Adams-Moulton for problems that are not stiff, BDF for those that are. */
export type Family = 'adams' | 'bdf';

/** Highest orders: Adams-Moulton 12; BDF 5, as that of order 6 is hardly stable. */
export const highestOrder: Readonly<Record<Family, number>> = { adams: 12, bdf: 5 };

/** Coefficients of one step. */
export interface Coefficients {
  /** l_0 … l_q. */
  readonly l: Float64Array;
  /** Local error is this times Δ, which for BDF is taken for h^(q+1)·y^(q+1). */
  error: number;
  /** That of order q − 1 is this times column q of the history, corrected. */
  errorBelow: number;
  /** That of order q + 1 is this times the change of Δ against the step before, rescaled. */
  errorAbove: number;
  /** Its ratio in two steps rescales the older Δ: Δ of order q is y^(q+1) over this, but for powers of h. */
  change: number;
}

/** Room for the coefficients of any order. */
export function noCoefficients(): Coefficients {
  return { l: new Float64Array(highestOrder.adams + 2), error: 0, errorBelow: 0, errorAbove: 0, change: 0 };
}

/**
 * Coefficients of a step of length h after steps of the lengths past[1] (the last), past[2], …, all in s.
 * `work` holds a polynomial of order + 1.
 */
export function setCoefficients(
  family: Family,
  order: number,
  h: number,
  past: Float64Array,
  into: Coefficients,
  work: Float64Array,
): void {
  into.l.fill(0);
  if (family === 'bdf') setBdf(order, h, past, into);
  else setAdams(order, h, past, into, work);
}

function setBdf(order: number, h: number, past: Float64Array, into: Coefficients): void {
  const { l } = into;
  l[0] = 1;
  // Order 1: l = 1 + x, ξ* = 1.
  let harmonic = 0; // Σ 1/j for j < q
  let span = 0; // t_n − t_{n−i}
  let degree = 0;
  for (let i = 1; i < order; i++) {
    harmonic += 1 / i;
    span += i === 1 ? h : past[i - 1];
    timesRoot(l, degree++, h / span);
  }
  const below = l[1]; // Σ 1/ξ_i, i < q
  const leading = harmonic + 1 / order;
  span += order === 1 ? h : past[order - 1];
  const last = h / span; // 1/ξ_q
  const star = leading - below; // 1/ξ*
  timesRoot(l, degree, star);
  // The leading coefficient of the formula that would have used all true points: Σ 1/ξ_i, i ≤ q.
  const whole = below + last;
  const a = 1 + whole - leading;
  const b = 1 + order * a;
  const lq = l[order];
  into.error = Math.abs(a / (leading * b));
  into.change = Math.abs((b * star) / (lq * last));
  // Order q − 1 takes its Δ' from column q of the history; its leading coefficients are without the last terms.
  const a3 = -harmonic;
  const a4 = -below;
  into.errorBelow = order > 1 ? Math.abs(((star / lq) * (1 - a4 + a3)) / a3) : 1;
  span += past[order];
  const next = h / span;
  const a5 = -leading - 1 / (order + 1);
  const a6 = -whole - next;
  into.errorAbove = Math.abs((1 - a6 + a5) / b / (next * (order + 2) * a5));
}

function setAdams(order: number, h: number, past: Float64Array, into: Coefficients, work: Float64Array): void {
  const { l } = into;
  work.fill(0);
  work[0] = 1;
  let span = h;
  for (let i = 1; i < order; i++) {
    // One point fewer is the formula of the order below.
    if (i === order - 1) into.errorBelow = (order * integral(work, order - 2, 2)) / work[order - 2];
    timesRoot(work, i - 1, h / span);
    span += past[i];
  }
  const area = integral(work, order - 1, 1);
  l[0] = 1;
  for (let i = 1; i <= order; i++) l[i] = work[i - 1] / (i * area);
  // 1/ξ_q: for order 1 the span is that of this step itself.
  const last = h / span;
  into.error = order === 1 ? 0.5 : (integral(work, order - 1, 2) * last) / area;
  into.change = 1 / (last * l[order]);
  if (order === 1) {
    into.errorBelow = 1;
    into.errorAbove = 1 / 12;
    return;
  }
  timesRoot(work, order - 1, last);
  into.errorAbove = integral(work, order, 2) / area / (order + 1);
}

/** Multiplies a polynomial of a degree by 1 + inverse·x. */
function timesRoot(p: Float64Array, degree: number, inverse: number): void {
  for (let i = degree + 1; i > 0; i--) p[i] = p[i] + p[i - 1] * inverse;
}

/** (−1)^(moment − 1)·∫ x^(moment − 1) p(x) dx from −1 to 0. */
function integral(p: Float64Array, degree: number, moment: number): number {
  let sum = 0;
  for (let i = 0; i <= degree; i++) sum += ((i % 2 === 0 ? 1 : -1) * p[i]) / (i + moment);
  return sum;
}

/**
 * Four ways to integrate y' = f(t, y, z), 0 = g(t, y, z) of index 1 by an explicit method of fixed step (Hodgson, Hyde and Sharma, ch. 24.4; corrections after
 * Baumgarte 1972 and by projection):
 *
 *     least order    y alone is integrated, z solved from g = 0 wherever f is asked for: nothing drifts
 *     plain          z' = -J⁻¹ (g_y f + g_t), J = g_z, is integrated too: dg/dt = 0, and what g once is stays, with what the steps add
 *     Baumgarte      z' = -J⁻¹ (g_y f + g_t + γ g): g decays with e^(-γ t)
 *     projection     the plain form, and after each step z from g = 0 with y held: momentum is kept, massless flows give way
 */
import { linearSolve } from '#ringmain/blocks/kinds/linearSolve.step.js';
import type { Dae } from './dae.js';

export type Form = 'least order' | 'plain' | 'Baumgarte' | 'projection';
export const forms: readonly Form[] = ['least order', 'plain', 'Baumgarte', 'projection'];
export type ExplicitMethod = 'euler' | 'rk4';

export interface FormRun {
  readonly form: Form;
  readonly method: ExplicitMethod;
  /** s */
  readonly step: number;
  /** How often f was asked for, and rounds of Newton's method. */
  readonly evaluations: number;
  readonly iterations: number;
  /** |g|, the largest of all after steps and that at the end, in the units of the equations. */
  readonly drift: { readonly largest: number; readonly atEnd: number };
  readonly y: Float64Array;
}

export interface FormOptions {
  readonly form: Form;
  readonly method: ExplicitMethod;
  /** s; a whole number of them is taken up to the end. */
  readonly step: number;
  /** s */
  readonly end: number;
  /** γ of Baumgarte, 1/s. */
  readonly gain: number;
  /** Added to z at the start: an inconsistent one. */
  readonly offset?: number;
}

/** Integrates a system by one form. Throws RangeError where g = 0 is not solved in 60 rounds. */
export function integrateForm(dae: Dae, { form, method, step, end, gain, offset = 0 }: FormOptions): FormRun {
  let [evaluations, iterations] = [0, 0];
  const n = dae.states.length;
  const solved = (t: number, y: Float64Array, from: Float64Array): Float64Array => {
    const found = solvedUnknowns(dae, t, y, from);
    iterations += found.iterations;
    return found.z;
  };
  let guess: Float64Array = solved(0, dae.start.y, dae.start.z);
  const isLeast = form === 'least order';
  /** Rates of y, or of y and z. */
  const slope = (t: number, w: Float64Array): Float64Array => {
    evaluations++;
    const y = w.slice(0, n);
    if (isLeast) {
      guess = solved(t, y, guess);
      return dae.rates(t, y, guess);
    }
    const z = w.slice(n);
    const rates = dae.rates(t, y, z);
    return Float64Array.of(...rates, ...unknownRates(dae, t, y, z, rates, form === 'Baumgarte' ? gain : 0));
  };
  let w: Float64Array = isLeast ? dae.start.y.slice() : Float64Array.of(...dae.start.y, ...guess.map((z) => z + offset));
  let [largest, atEnd] = [0, 0];
  const count = Math.round(end / step);
  for (let k = 0; k < count; k++) {
    w = method === 'euler' ? plus(w, step, slope(k * step, w)) : rk4(slope, k * step, w, step);
    const y = w.slice(0, n);
    if (isLeast) continue;
    if (form === 'projection') w = Float64Array.of(...y, ...solved((k + 1) * step, y, w.slice(n)));
    atEnd = Math.max(...dae.constraints((k + 1) * step, y, w.slice(n)).g.map(Math.abs));
    largest = Math.max(largest, atEnd);
  }
  return { form, method, step, evaluations, iterations, drift: { largest, atEnd }, y: w.slice(0, n) };
}

/** Unknowns that fulfil g = 0 with the states held, by Newton's method from a guess. */
export function solvedUnknowns(
  dae: Dae,
  t: number,
  y: Float64Array,
  from: Float64Array,
): { readonly z: Float64Array; readonly iterations: number } {
  let z = from;
  for (let round = 1; round <= 60; round++) {
    const { g, byUnknown } = dae.constraints(t, y, z);
    const correction = solvedSystem(byUnknown, g);
    z = z.map((value, k) => value - correction[k]);
    if (correction.every((d, k) => Math.abs(d) <= 1e-11 * (1 + Math.abs(z[k])))) return { z, iterations: round };
  }
  throw new RangeError(`the equations 0 = e are not solved at t = ${t} s`);
}

/** z' = -J⁻¹ (g_y f + g_t + γ g). */
function unknownRates(dae: Dae, t: number, y: Float64Array, z: Float64Array, rates: Float64Array, gain: number): Float64Array {
  const { g, byUnknown, byState, byTime } = dae.constraints(t, y, z);
  const n = y.length;
  const right = g.map((value, i) => {
    let sum = byTime[i] + gain * value;
    for (let k = 0; k < n; k++) sum += byState[i * n + k] * rates[k];
    return -sum;
  });
  return solvedSystem(byUnknown, right);
}

function solvedSystem(matrix: Float64Array, right: Float64Array): Float64Array {
  const m = right.length;
  const room = Float64Array.of(...matrix, ...right);
  linearSolve(room, new Int32Array(0), {}, 0, m);
  return room.slice(m * m);
}

const plus = (w: Float64Array, h: number, slope: Float64Array): Float64Array => w.map((value, k) => value + h * slope[k]);

function rk4(slope: (t: number, w: Float64Array) => Float64Array, t: number, w: Float64Array, h: number): Float64Array {
  const a = slope(t, w);
  const b = slope(t + h / 2, plus(w, h / 2, a));
  const c = slope(t + h / 2, plus(w, h / 2, b));
  const d = slope(t + h, plus(w, h, c));
  return w.map((value, k) => value + (h / 6) * (a[k] + 2 * b[k] + 2 * c[k] + d[k]));
}

/**
 * The loops over capacitive lines that conserve mass (`fluid: { conserve: mass }`): those of capacitiveLines.step.ts, but for what a line keeps.
 *
 * A flow q through a component is one mass at both of its ports, ρ₀q, ρ₀ the density at the pressure of the open air, and what a component displaces, dV of
 * the volume that it lends, is oil of the density in the line. With σ(p) = ρ(p)/ρ₀ = e^(p/B) and q = r - V', r what passes through, V' what is displaced,
 * a line of volume V keeps M = σV:
 *
 *     M' = Σr = Σ(q + V')              M p'/B = Σq - (σ-1) V'                                                                     [1]
 *
 * The first is exact in a step, M + Δ(q_a + q_b) + ΔV, and the pressure is that of this content, B ln(M/V): a shut chamber keeps its mass, and what one component
 * takes from a line, another gives to a line, whatever the pressures. The second gives Z = Δ B/((1-α) M), with which the mean of the exchange rises by
 * (1-α) ½ Σ(w - C) = Δ B Σq/M: it says what came in. Ports see the middle of the step, for which what is displaced is taken to go on as in the last step,
 *
 *     C = mean - ½ (σ-1) B ΔV/M Δ'/Δ ± … ,                                                                                       [2]
 *
 * of second order. Of it the line sees (σ-1)(1 - 1/z) of a flow, at most σ-1 of α/(1-α) (1 - cos ωΔ) turned round: 1 % at 160 bar, where the filter takes 25 %.
 *
 * Columns: `mass` is M, `displaced` the middle term of [2] for a next step of the same length, `bulkModulus` is B of the oil with its wall, `modulus` B/(1-α). After a
 * rejection all follow from the accepted ones, as there. M ≤ 0 and V ≤ 0 have no pressure: NaN, which ends the run.
 */
import { characterize, keepEnergy } from './capacitiveLines.step.js';
import type { LineOffsets } from './lineOffsets.js';

/**
 * ln x = 2u (1 + u²/3 + u⁴/5 + …), u = (x-1)/(x+1), to u¹³: right to 1e-15 from 0.8 to 1.22, to 1e-11 up to 1.5, of densities: there the pressure is 0.4 B. A logarithm
 * for all x made most of what mass costs a step. Content does not depend on it.
 */
function logarithm(_F: Float64Array, _I: Int32Array, _o: LineOffsets, x: number): number {
  const u = (x - 1) / (x + 1);
  const z = u * u;
  const w = z * z;
  const even = 1 + w * (1 / 5 + w * (1 / 9 + w * (1 / 13)));
  const odd = 1 / 3 + w * (1 / 7 + w * (1 / 11));
  return 2 * u * (even + z * odd);
}

/** Exchange, content, pressure, volume and new Z of one line, its `row` of the table, between ends `a` and `b`, with port volumes in the cells `lentA`, `lentB`. */
function acceptMassLine(
  F: Float64Array,
  I: Int32Array,
  o: LineOffsets,
  row: number,
  a: number,
  b: number,
  lentA: number,
  lentB: number,
  step: number,
  ratio: number,
  sharedAhead: number,
): void {
  const alpha = o.sharesFilter ? o.alpha : F[o.filter + row];
  const beta = 1 - alpha;
  const ahead = o.sharesFilter ? sharedAhead : (0.5 * ratio) / beta;
  const ca = F[o.c + a];
  const cb = F[o.c + b];
  const wa = F[o.w + a];
  const wb = F[o.w + b];
  const moved = 0.5 * beta * (wa + wb - (ca + cb));
  const h = 0.5 * (alpha * (ca - cb) + beta * (wb - wa));
  const own = F[o.ownVolume + row];
  const withA = o.lendsA ? own + F[lentA] : own;
  const v = o.lendsB ? withA + F[lentB] : withA;
  const displaced = v - F[o.volume + row];
  const before = F[o.mass + row];
  const B = F[o.bulkModulus + row];
  const modulus = F[o.modulus + row];
  const mass = before + before * (moved / B) + displaced;
  const left = v > 0 ? (mass > 0 ? mass : 0 / 0) : 0 / 0;
  const density = left / v;
  const strain = logarithm(F, I, o, density);
  const mean = B * strain + o.ambientPressure;
  const inverse = 1 / left;
  const s = modulus * inverse;
  const z = F[o.z + a];
  const next = step * s;
  const change = next / z;
  const going = -0.5 * (density - 1) * displaced * B * inverse;
  const lead = ((0.5 * alpha) / beta) * Math.min(2, change);
  if (o.keepsEnergy) keepEnergy(F, I, o, row, ca, cb, wa, wb, 0.5 * (F[o.mean + row] + mean), moved);
  F[o.mass + row] = mass;
  F[o.volume + row] = v;
  F[o.mean + row] = mean;
  F[o.half + row] = h;
  F[o.move + row] = moved;
  F[o.displaced + row] = going;
  if (!o.fixedStep) {
    F[o.stiffness + row] = s;
    F[o.impedance + row] = z;
  }
  characterize(F, I, o, row, a, b, mean + going * ratio, change * h, moved, lead * moved, ahead);
  F[o.z + a] = next;
  F[o.z + b] = next;
}

/** What one line needs beside its ends after a rejected step. */
function rejectMassLine(
  F: Float64Array,
  I: Int32Array,
  o: LineOffsets,
  row: number,
  a: number,
  b: number,
  step: number,
  ratio: number,
): void {
  const alpha = o.sharesFilter ? o.alpha : F[o.filter + row];
  const beta = 1 - alpha;
  const next = step * F[o.stiffness + row];
  const change = next / F[o.impedance + row];
  const moved = F[o.move + row];
  const lead = ((0.5 * alpha) / beta) * Math.min(2, change);
  const middle = F[o.mean + row] + F[o.displaced + row] * ratio;
  characterize(F, I, o, row, a, b, middle, change * F[o.half + row], moved, lead * moved, (0.5 * ratio) / beta);
  F[o.z + a] = next;
  F[o.z + b] = next;
}

/** Lines of one list of chunks after an accepted step. */
export function acceptMassChunks(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  const sharedAhead = (0.5 * ratio) / (1 - o.alpha);
  for (let k = o.from; k < o.to; k = k + 6) {
    const a = I[k];
    const b = I[k + 1];
    const first = I[k + 2];
    const count = I[k + 3];
    const lentA = I[k + 4];
    const lentB = I[k + 5];
    lanes: for (let l = 0; l < count; l++) acceptMassLine(F, I, o, first + l, a + l, b + l, lentA + l, lentB + l, step, ratio, sharedAhead);
  }
}

/** The lines that are in no chunk. */
export function acceptMassScattered(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  const sharedAhead = (0.5 * ratio) / (1 - o.alpha);
  for (let l = o.covered; l < o.lines; l++) {
    const lentA = o.lendsA ? I[o.volumeA + l] : 0;
    const lentB = o.lendsB ? I[o.volumeB + l] : 0;
    acceptMassLine(F, I, o, l, I[o.endA + l], I[o.endB + l], lentA, lentB, step, ratio, sharedAhead);
  }
}

/** Lines of one list of chunks after a rejected step. */
export function rejectMassChunks(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  for (let k = o.from; k < o.to; k = k + 6) {
    const a = I[k];
    const b = I[k + 1];
    const first = I[k + 2];
    const count = I[k + 3];
    lanes: for (let l = 0; l < count; l++) rejectMassLine(F, I, o, first + l, a + l, b + l, step, ratio);
  }
}

/** The lines that are in no chunk, after a rejected step. */
export function rejectMassScattered(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  for (let l = o.covered; l < o.lines; l++) rejectMassLine(F, I, o, l, I[o.endA + l], I[o.endB + l], step, ratio);
}

/** Functions that stand in place of their calls. */
export const massPieces = { accept: [characterize, keepEnergy, logarithm, acceptMassLine], reject: [characterize, rejectMassLine] };

/**
 * The loops over the cavities of wave lines (cavities.ts): liquid between the sections, all vapour and gas in them.
 *
 *     V' = Δ Σ(p - C)/Z over the line ends that meet there, less the flow of the component;   V (p - p_v) = M                       [1]
 *
 * With x = p - p_v that is a x² + b x = M, a = Δ Σ 1/Z, b = V_before - a (Σ(C/Z)/Σ(1/Z) - p_v) - Δ q, whose one root x ≥ 0 has no cancellation. M = 0 is
 * the vapour cavity model (Streeter, J. Hydr. Div. 95 (1969) 1959), in which either V or x is 0; a little gas at constant temperature the gas cavity
 * model (Wylie, J. Fluids Eng. 106 (1984) 307). V follows the flows at the end of the step (ψ = 1), so that no swing between steps remains.
 *
 * At a gas cavity between component and line the component's p = C' + Z' q is the straight line through two solutions of [1]: at the flow of the last
 * step, and at the pressure p₀ of the last step. Components that hold their flow, or their pressure, are thereby solved exactly, others to the order of
 * the step. The cavity is then solved with the flow that the component came to have, so that no oil is lost; Δ K/Z of the line's slope is bounded,
 * or the flow could not be told from the waves.
 *
 * Where the fluid's air is released in times of its own (circuit/fluid/releasedAir.ts), M is a state: of all the air of its share of the line a part is free,
 * which follows Henry's law at the pressure x of the gas, M' = (M_all e(x) - M)/τ, after each accepted step at the volume that it then has. A hundred-thousandth stays
 * as bubbles, or nothing would begin.
 *
 * `share` is 1; with 0 the functions do nothing.
 */
import type { Places } from '../column.js';
import { gone } from '../decay.js';
import type { cavities } from './columns.js';

/** Where the cavities of one block stand, those within lines or those at ports: a column (F) of each of their numbers. */
export interface CavityOffsets extends Places<(typeof cavities)['columns']> {
  /** Columns of ends (F). */
  readonly c: number;
  readonly z: number;
  readonly p: number;
  readonly w: number;
  /** Decision words, and the verdict on an accepted attempt. */
  readonly step: number;
  readonly attempts: number;
  readonly verdict: number;
  readonly acceptedTime: number;
  readonly accept: number;
  /** Whether air is released in times of its own, s; `span`: P_d - P_v, Pa; M_all over the volume from which a cavity is reported, Pa; length of the accepted step. */
  readonly releases: boolean;
  readonly releaseTime: number;
  readonly dissolutionTime: number;
  readonly span: number;
  readonly fullGas: number;
  readonly lastStep: number;
  readonly exp: (x: number) => number;
  /** Word that tells of a cavity that is larger than its room. */
  readonly overfull: number;
  readonly count: number;
  /** Within lines: the first of the ends, of which two after two meet. */
  readonly firstEnd: number;
  /** At ports: their ends (I). */
  readonly ends: number;
  readonly atPorts: boolean;
}

/** Root x ≥ 0 of a x² + b x = gas; a > 0, gas ≥ 0. */
function rootOf(_F: Float64Array, _I: Int32Array, _o: CavityOffsets, a: number, b: number, gas: number): number {
  const root = Math.sqrt(b * b + 4 * a * gas);
  return b > 0 ? (2 * gas) / (root + b) : (root - b) / (2 * a);
}

/** Pressures and leaving waves of ends within lines: after the components, before the waves. */
export function joints(F: Float64Array, I: Int32Array, o: CavityOffsets, share: number): void {
  const step = F[o.step];
  for (let k = 0; k < o.count * share; k++) {
    const a = (o.firstEnd + 2 * k) | 0;
    const ca = F[o.c + a];
    const cb = F[o.c + 1 + a];
    const za = F[o.z + a];
    const zb = F[o.z + 1 + a];
    const both = (ca * zb + cb * za) / (za + zb);
    const before = F[o.volume + k];
    const over = both - F[o.vapour + k];
    let pressure = both;
    let after = 0;
    if (over < 0 || before > 0) {
      const gas = F[o.gas + k];
      const slope = (step * (za + zb)) / (za * zb);
      const b = before - slope * over;
      const x = rootOf(F, I, o, slope, b, gas);
      pressure = F[o.vapour + k] + x;
      // At M = 0 what b leaves.
      after = gas > 0 ? gas / x : Math.max(0, b);
    }
    F[o.trial + k] = after;
    F[o.p + a] = pressure;
    F[o.p + 1 + a] = pressure;
    F[o.w + a] = 2 * pressure - ca;
    F[o.w + 1 + a] = 2 * pressure - cb;
  }
}

/** Gas cavities between components and lines, with the flows that the components came to have: after the components, before the waves. */
export function portCavities(F: Float64Array, I: Int32Array, o: CavityOffsets, share: number): void {
  const step = F[o.step];
  for (let k = 0; k < o.count * share; k++) {
    const e = I[o.ends + k];
    const c = F[o.characteristic + k];
    const z = F[o.impedance + k];
    const gas = F[o.gas + k];
    const drawing = (F[o.w + e] - F[o.c + e]) / (2 * F[o.z + e]);
    const slope = step / z;
    const b = F[o.volume + k] - slope * (c - F[o.vapour + k]) - step * drawing;
    const x = rootOf(F, I, o, slope, b, gas);
    const pressure = F[o.vapour + k] + x;
    F[o.drawing + k] = drawing;
    F[o.trial + k] = gas / x;
    F[o.c + e] = c;
    F[o.z + e] = z;
    F[o.p + e] = pressure;
    F[o.w + e] = 2 * pressure - c;
  }
}

/** Takes the volumes of an accepted attempt, and notes the largest: before the next attempt. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: a loop of the step, in one piece
export function keepCavities(F: Float64Array, I: Int32Array, o: CavityOffsets, share: number): void {
  if (F[o.attempts] > 0 && F[o.verdict] === o.accept) {
    const now = F[o.acceptedTime];
    for (let k = 0; k < o.count * share; k++) {
      const v = F[o.trial + k];
      F[o.volume + k] = v;
      if (o.atPorts) F[o.drawn + k] = F[o.drawing + k];
      if (o.releases && F[o.open + k] > 0) {
        const gas = F[o.gas + k];
        const missing = F[o.open + k] * o.fullGas * Math.max(1e-5, 1 - gas / v / o.span) - gas;
        const u = gone(F, I, o, F[o.lastStep] / (missing > 0 ? o.releaseTime : o.dissolutionTime));
        F[o.gas + k] = gas + u * missing;
      }
      if (v > F[o.open + k]) {
        if (F[o.largest + k] === 0) F[o.first + k] = now;
        F[o.last + k] = now;
        F[o.largest + k] = Math.max(F[o.largest + k], v);
        if (v > F[o.room + k]) F[o.overfull] = 1;
      }
    }
  }
}

/** C and Z that components see at gas cavities: before an attempt, after C and Z of the lines. */
export function softenPorts(F: Float64Array, I: Int32Array, o: CavityOffsets, share: number): void {
  const step = F[o.step];
  for (let k = 0; k < o.count * share; k++) {
    const e = I[o.ends + k];
    const c = F[o.c + e];
    const z = F[o.z + e];
    const volume = F[o.volume + k];
    const gas = F[o.gas + k];
    const vapour = F[o.vapour + k];
    const slope = step / z;
    const b = volume - slope * (c - vapour) - step * F[o.drawn + k];
    const x = rootOf(F, I, o, slope, b, gas);
    // The bound of Z/Z' - 1: a q of 1e-4 of a wave's is then still told to 1e-8 by waves.
    const soft = z / (1 + Math.min(1e4, volume / (x * slope)));
    F[o.characteristic + k] = c;
    F[o.impedance + k] = z;
    F[o.c + e] = vapour + x - soft * F[o.drawn + k];
    F[o.z + e] = soft;
  }
}

/** Functions that stand in place of their calls. */
export const cavityPieces = [rootOf, gone];

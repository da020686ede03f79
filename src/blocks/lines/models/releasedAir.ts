/**
 * A capacitive line whose oil has air that is released and dissolved in times of its own (circuit/fluid/releasedAir.ts): plain lines are of this model
 * where the fluid asks for it. Its content K = ∫dp/B follows the flow as that of any line of the fluid's law (capacitiveLines.step.ts); the part x of its air that is free
 * follows the mean of its mean pressures before and behind, p̄ = ½(m + m'), exactly:
 *
 *     x' = x + u (e(p̄) - x),  u = 1 - e^(-Δ/τ),   K(m', x') = K,   K -> K + (q_a + q_b) Δ/V                                                  [1]
 *
 * which is one equation of m', of slope ∂K/∂p + ½ u |e'| r > 0, r = -∂K/∂x: Newton's method from the mean of the exchange. In a step the line so has the compliance
 *
 *     K' = ∂K/∂p + ½ u |e'| r                and rises by  s = r u (e(m) - x)/K'  where nothing flows,                                        [2]
 *
 * as a hose sinks by its creep: Z = Δ/((1-α) V K'), and ports see the mean of the step without their flows, m + ½ s. Both are of the next step, whose Δ is
 * known when Z is made. Order 2, as p̄ belongs to the middle of the step; x stays between 0 and 1 at any step.
 *
 * The bounds of lines of the fluid's law hold here too: the mean leaves the span of the exchange by a quarter of its move at most, and a line that stiffens keeps its flow.
 */

import type { Places } from '../../column.js';
import { gone } from '../../decay.js';
import { characterize, keepEnergy } from '../capacitiveLines.step.js';
import { commonColumns, lineColumns } from '../lineColumns.js';
import type { LineOffsets, LinePlaces } from '../lineOffsets.js';
import type { LineModel } from './model.js';

const air = lineColumns({
  free: { unit: '1', writer: 'accept', use: 'saved', about: 'part of the air that is not dissolved' },
  drift: { unit: 'Pa', writer: 'line', use: 'saved', about: 'rise of the mean in the step by released air' },
});

/** The law of the fluid, as these loops have it. */
export interface AirOffsets {
  /** s */
  readonly releaseTime: number;
  readonly dissolutionTime: number;
  readonly airFree: (p: number) => number;
  readonly airFreeSlope: (p: number) => number;
  readonly airContent: (p: number, free: number) => number;
  readonly airCompliance: (p: number, free: number) => number;
  readonly airRelief: (p: number, free: number) => number;
}
type AirPlaces = LinePlaces & Places<typeof air> & AirOffsets;
type SoftOffsets = LineOffsets & Places<typeof air> & AirOffsets;

/** [2] of a line for a step: compliance and stiffness, drift, C and Z; of volume v, mean m, half difference d, that belonged to `impedance`, and the last move of its mean by flows. */
function present(
  F: Float64Array,
  I: Int32Array,
  o: SoftOffsets,
  row: number,
  a: number,
  b: number,
  step: number,
  ratio: number,
  v: number,
  m: number,
  d: number,
  moved: number,
  least: number,
  last: number,
): void {
  const beta = 1 - F[o.filter + row];
  const x = F[o.free + row];
  const missing = o.airFree(m) - x;
  const u = gone(F, I, o, missing > 0 ? step / o.releaseTime : step / o.dissolutionTime);
  const relief = o.airRelief(m, x);
  const compliance = o.airCompliance(m, x) + F[o.wall + row] - 0.5 * u * o.airFreeSlope(m) * relief;
  const drift = (relief * u * missing) / compliance;
  const s = 1 / (beta * v * compliance);
  const z = Math.max(least, (s * last) / 1.2);
  const next = step * s;
  const change = next / z;
  const lead = ((0.5 * F[o.filter + row]) / beta) * Math.min(2, change);
  F[o.compliance + row] = compliance;
  F[o.stiffness + row] = s;
  F[o.drift + row] = drift;
  F[o.impedance + row] = z;
  characterize(F, I, o, row, a, b, m + 0.5 * drift, change * d, moved, lead * moved, (0.5 * ratio) / beta);
  F[o.z + a] = next;
  F[o.z + b] = next;
}

/** Exchange, content, air, volume and new Z of one line between ends a and b. */
function acceptSoft(F: Float64Array, I: Int32Array, o: SoftOffsets, row: number, a: number, b: number, step: number, last: number): void {
  const alpha = F[o.filter + row];
  const beta = 1 - alpha;
  const ca = F[o.c + a];
  const cb = F[o.c + b];
  const wa = F[o.w + a];
  const wb = F[o.w + b];
  const moved = beta * 0.5 * (wa + wb - (ca + cb));
  const h = 0.5 * (alpha * (ca - cb) + beta * (wb - wa));
  const before = F[o.mean + row];
  const had = F[o.volume + row];
  const v = F[o.ownVolume + row] + F[I[o.volumeA + row]] + F[I[o.volumeB + row]];
  // Of the volume that comes and goes, as in acceptLine.
  const over = (v - had) / (v + had);
  const series = 1 + over * over * (1 / 3 + 0.2 * over * over);
  const during = ((2 * had) / (v + had)) * series;
  const risen = F[o.compliance + row] * moved * during;
  const content = F[o.content + row] + risen;
  F[o.stored + row] = F[o.stored + row] + (0.5 * (v + had) * (content - F[o.content + row])) / series;
  F[o.content + row] = content;
  const wall = F[o.wall + row];
  const x = F[o.free + row];
  const released = gone(F, I, o, last / o.releaseTime);
  const dissolved = gone(F, I, o, last / o.dissolutionTime);
  const m = before + F[o.drift + row] + moved * during;
  let mean = m;
  for (let round = 0; round < 30; round++) {
    const missing = o.airFree(0.5 * (before + mean)) - x;
    const u = missing > 0 ? released : dissolved;
    const free = x + u * missing;
    const off = o.airContent(mean, free) + wall * mean - content;
    const far = Math.abs(off);
    const slope = o.airCompliance(mean, free) + wall - 0.5 * u * o.airFreeSlope(0.5 * (before + mean)) * o.airRelief(mean, free);
    mean = far > 4e-16 ? mean - off / slope : mean;
    if (far < 1e-6) break;
  }
  const room = 0.25 * Math.abs(moved) + 5000;
  mean = Math.max(Math.min(m, before) - room, Math.min(Math.max(m, before) + room, mean));
  const lacks = o.airFree(0.5 * (before + mean)) - x;
  F[o.free + row] = x + (lacks > 0 ? released : dissolved) * lacks;
  if (o.keepsEnergy) keepEnergy(F, I, o, row, ca, cb, wa, wb, 0.5 * (before + mean), moved);
  F[o.volume + row] = v;
  F[o.mean + row] = mean;
  F[o.half + row] = h;
  F[o.move + row] = moved;
  present(F, I, o, row, a, b, step, step / last, v > 0 ? v : 0 / 0, mean, h, moved, F[o.z + a], last);
}

/** Lines after an accepted step. */
function acceptAir(F: Float64Array, I: Int32Array, o: SoftOffsets): void {
  const step = F[o.step];
  const last = F[o.lastStep];
  for (let l = o.covered; l < o.lines; l++) {
    acceptSoft(F, I, o, l, I[o.endA + l], I[o.endB + l], step, last);
  }
}

/** Lines after a rejected step: from the accepted mean, half difference, content and air to the Z of the new step. */
function rejectAir(F: Float64Array, I: Int32Array, o: SoftOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  for (let l = o.covered; l < o.lines; l++) {
    const a = I[o.endA + l];
    const b = I[o.endB + l];
    present(F, I, o, l, a, b, step, ratio, F[o.volume + l], F[o.mean + l], F[o.half + l], F[o.move + l], F[o.impedance + l], 0);
  }
}

const noWords = new Int32Array(0);

/** At rest at a pressure the air is in equilibrium. */
function start(F: Float64Array, places: LinePlaces, row: number, pressure: number, step: number): void {
  const o = places as AirPlaces;
  const free = o.airFree(pressure);
  F[o.free + row] = free;
  F[o.drift + row] = 0;
  const taken = gone(F, noWords, o, step / o.dissolutionTime);
  const compliance =
    o.airCompliance(pressure, free) + F[o.wall + row] - 0.5 * taken * o.airFreeSlope(pressure) * o.airRelief(pressure, free);
  F[o.compliance + row] = compliance;
  F[o.stiffness + row] = 1 / ((1 - F[o.filter + row]) * F[o.volume + row] * compliance);
}

const ofPresent = [characterize, gone, present];

export const releasedAir = {
  name: 'releasedAir',
  about: 'A capacitive line whose oil has air that is released in a time of its own.',
  source: 'Schweitzer and Szebehely, J. Appl. Phys. 21 (1950) 1218',
  block: { name: 'lines with released air', row: 'line', columns: lineColumns({ ...commonColumns('law'), ...air }) },
  accept: { scattered: acceptAir, pieces: [...ofPresent, keepEnergy, acceptSoft] },
  reject: { scattered: rejectAir, pieces: ofPresent },
  state: { start, held: () => 0 },
  own: null,
} as const satisfies LineModel;

/**
 * A hose: a capacitive line whose wall yields at once and creeps, as rubber and plastics do.
 *
 * Its wall is an elastic spring in series with Kelvin-Voigt elements. A thin wall of thickness e on a diameter d strains the volume by p d/(E e); element k
 * follows by and by, and the oil that comes in fills the volume, compresses the oil and stretches the wall:
 *
 *     τ_k ε_k' + ε_k = c_k p,   c_k = d/(E_k e)             Σq = V/B p' + V₀ Σ ε_k'                                               [1]
 *
 * V/B is that of oil and elastic wall, V₀ the hose's own volume; port volumes at its ends do not creep.
 *
 * In a step Δ the pressure of the wall is the mean of the line's means before and behind, p̄ = ½(m + m'), for which [1] is solved exactly:
 *
 *     ε_k' = ε_k + u_k (c_k p̄ - ε_k),   u_k = 1 - e^(-Δ/τ_k)                                                                     [2]
 *
 * With the oil W of the step that is  (m' - m)(V/B + ½ V₀ Σ u_k c_k) = W - V₀ Σ u_k (c_k m - ε_k):  a capacitive line of larger compliance,
 * K = V/B + ½ V₀ Σ u_k c_k, that sinks by s = V₀ Σ u_k (c_k m - ε_k)/K where nothing flows. So Z = Δ/((1-α) K), and ports see the mean of the step without
 * their flows, m - ½ s, in place of m; all else is as in capacitiveLines.step.ts. Both are of the next step, whose Δ is known when Z is made.
 *
 * Order 2, as p̄ belongs to the middle of the step. Passive at any step: of [2], between p̄ and what an element takes, the transfer is u_k c_k (z-1)/(z-1+u_k),
 * and its real part on |z| = 1 is u_k c_k (2-u_k)(1-cos θ)/|z-1+u_k|² ≥ 0, 0 < u_k < 1: an element takes energy, never gives it. Oil is kept exactly, as what elements take
 * is what the line is left without.
 *
 * The start is at rest: ε_k = c_k p. Kelvin-Voigt elements for creep of walls: Covas et al., J. Hydr. Res. 43 (2005) 56.
 */

import type { Places } from '../../column.js';
import { gone } from '../../decay.js';
import { characterize, keepEnergy } from '../capacitiveLines.step.js';
import { commonColumns, lineColumns } from '../lineColumns.js';
import type { LineOffsets, LinePlaces } from '../lineOffsets.js';
import type { GivenLine, LineModel, LineNumbers, LumpedForm } from './model.js';

const creep = lineColumns({
  strain: { unit: '1', each: 'part', writer: 'accept', use: 'saved', about: 'ε of each element' },
  share: { unit: '1/Pa', each: 'part', writer: 'fill', use: 'constant', about: 'c = d/(E e) of each element' },
  retardation: { unit: 's', each: 'part', writer: 'fill', use: 'constant', about: 'τ of each element' },
});
type HosePlaces = LinePlaces & Places<typeof creep>;
type HoseOffsets = LineOffsets & Places<typeof creep>;

/** C and Z of a hose for a step, of volume v, mean m, half difference d that belonged to `impedance`, and the last move of its mean by flows. */
function present(
  F: Float64Array,
  I: Int32Array,
  o: HoseOffsets,
  row: number,
  a: number,
  b: number,
  step: number,
  ratio: number,
  v: number,
  m: number,
  d: number,
  moved: number,
  impedance: number,
): void {
  const beta = 1 - F[o.filter + row];
  const own = F[o.ownVolume + row];
  let given = 0.5 - 0.5;
  let taken = 0.5 - 0.5;
  for (let k = 0; k < o.parts; k++) {
    const at = (k * o.lines + row) | 0;
    const u = gone(F, I, o, step / F[o.retardation + at]);
    const c = F[o.share + at];
    given = given + u * c;
    taken = taken + u * (c * m - F[o.strain + at]);
  }
  const compliance = v / F[o.bulkModulus + row] + 0.5 * own * given;
  const next = step / (beta * compliance);
  const change = next / impedance;
  const middle = m - (0.5 * own * taken) / compliance;
  const lead = ((0.5 * F[o.filter + row]) / beta) * Math.min(2, change);
  characterize(F, I, o, row, a, b, middle, change * d, moved, lead * moved, (0.5 * ratio) / beta);
  F[o.z + a] = next;
  F[o.z + b] = next;
}

/** Exchange, creep, volume and new Z of one hose between ends a and b. */
function acceptHose(F: Float64Array, I: Int32Array, o: HoseOffsets, row: number, a: number, b: number, step: number, last: number): void {
  const alpha = F[o.filter + row];
  const beta = 1 - alpha;
  const z = F[o.z + a];
  const ca = F[o.c + a];
  const cb = F[o.c + b];
  const wa = F[o.w + a];
  const wb = F[o.w + b];
  const rise = 0.5 * (wa + wb - (ca + cb));
  const oil = (last * rise) / z;
  const h = 0.5 * (alpha * (ca - cb) + beta * (wb - wa));
  const before = F[o.mean + row];
  const own = F[o.ownVolume + row];
  const had = F[o.volume + row];
  const v = own + F[I[o.volumeA + row]] + F[I[o.volumeB + row]];
  // Of the volume that comes and goes, as in acceptLine: (V' - V)/ln(V'/V).
  const over = (v - had) / (v + had);
  const square = over * over;
  const during = (0.5 * (v + had)) / (1 + square * (1 / 3 + 0.2 * square));
  const elastic = during / F[o.bulkModulus + row];
  let given = 0.5 - 0.5;
  let taken = 0.5 - 0.5;
  for (let k = 0; k < o.parts; k++) {
    const at = (k * o.lines + row) | 0;
    const u = gone(F, I, o, last / F[o.retardation + at]);
    const c = F[o.share + at];
    given = given + u * c;
    taken = taken + u * (c * before - F[o.strain + at]);
  }
  const compliance = elastic + 0.5 * own * given;
  const m = before + (oil - own * taken) / compliance;
  const middle = 0.5 * (before + m);
  let crept = 0.5 - 0.5;
  for (let k = 0; k < o.parts; k++) {
    const at = (k * o.lines + row) | 0;
    const e = F[o.strain + at];
    const u = gone(F, I, o, last / F[o.retardation + at]);
    const more = u * (F[o.share + at] * middle - e);
    F[o.strain + at] = e + more;
    crept = crept + more;
  }
  F[o.stored + row] = F[o.stored + row] + elastic * (m - before) + own * crept;
  if (o.keepsEnergy) keepEnergy(F, I, o, row, ca, cb, wa, wb, middle, beta * rise);
  F[o.volume + row] = v;
  F[o.mean + row] = m;
  F[o.half + row] = h;
  F[o.move + row] = beta * rise;
  F[o.impedance + row] = z;
  present(F, I, o, row, a, b, step, step / last, v > 0 ? v : 0 / 0, m, h, beta * rise, z);
}

/** Hoses after an accepted step. */
function acceptHoses(F: Float64Array, I: Int32Array, o: HoseOffsets): void {
  const step = F[o.step];
  const last = F[o.lastStep];
  for (let l = o.covered; l < o.lines; l++) {
    acceptHose(F, I, o, l, I[o.endA + l], I[o.endB + l], step, last);
  }
}

/** Hoses after a rejected step: from the accepted mean, half difference and strains to the Z of the new step. */
function rejectHoses(F: Float64Array, I: Int32Array, o: HoseOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  for (let l = o.covered; l < o.lines; l++) {
    const v = F[o.volume + l];
    const m = F[o.mean + l];
    const d = F[o.half + l];
    present(F, I, o, l, I[o.endA + l], I[o.endB + l], step, ratio, v, m, d, F[o.move + l], F[o.impedance + l]);
  }
}

/** At rest at a pressure all elements have followed it. */
function start(F: Float64Array, o: HosePlaces, row: number, pressure: number, step: number): void {
  const own = F[o.ownVolume + row];
  let given = 0;
  for (let k = 0; k < o.parts; k++) {
    const at = k * o.lines + row;
    F[o.strain + at] = F[o.share + at] * pressure;
    given += (1 - o.exp(-step / F[o.retardation + at])) * F[o.share + at];
  }
  const compliance = F[o.volume + row] / F[o.bulkModulus + row] + 0.5 * own * given;
  F[o.stiffness + row] = 1 / ((1 - F[o.filter + row]) * compliance);
}

/** Of the strains, against those of rest at a pressure. */
function held(F: Float64Array, o: HosePlaces, row: number, pressure: number): number {
  let strain = 0;
  for (let k = 0; k < o.parts; k++) {
    const at = k * o.lines + row;
    strain += F[o.strain + at] - F[o.share + at] * pressure;
  }
  return F[o.ownVolume + row] * strain;
}

function numbers({ diameter, wallThickness, parts }: GivenLine): LineNumbers {
  return {
    share: parts.map(({ modulus }) => diameter / (modulus * wallThickness)),
    retardation: parts.map(({ retardationTime }) => retardationTime),
  };
}

/** [1] but for V/B. */
function lumped(parts: number): LumpedForm {
  const all = Array.from({ length: parts }, (_, k) => k + 1);
  const each = <T>(name: string, value: T): (readonly [string, T])[] => all.map((k) => [`${name}${k}`, value] as const);
  return {
    parameters: {
      volume: { unit: 'm3', about: 'V₀' },
      ...Object.fromEntries(each('share', { unit: '1/Pa', about: 'c = d/(E e)' })),
      ...Object.fromEntries(each('retardation', { unit: 's', about: 'τ' })),
    },
    states: Object.fromEntries(all.map((k) => [`strain${k}`, { unit: '1', initial: `share${k} * line.p`, about: 'ε' }])),
    equations: [
      ...all.map((k) => `der(strain${k}) = (share${k} * line.p - strain${k}) / retardation${k}`),
      `line.q = -volume * (${all.map((k) => `der(strain${k})`).join(' + ')})`,
    ].join('\n'),
  };
}

const ofPresent = [characterize, gone, present];

export const hose = {
  name: 'hose',
  about: 'A capacitive line whose wall yields at once and creeps: Kelvin-Voigt elements in series with an elastic wall.',
  source: 'Covas et al., J. Hydr. Res. 43 (2005) 56',
  block: { name: 'hoses', row: 'line', columns: lineColumns({ ...commonColumns('variable'), ...creep }) },
  accept: { scattered: acceptHoses, pieces: [...ofPresent, keepEnergy, acceptHose] },
  reject: { scattered: rejectHoses, pieces: ofPresent },
  state: { start, held },
  own: {
    one: 'a hose',
    many: 'hoses',
    key: {
      name: 'creep',
      about: 'elements of its wall, each a spring and a damper side by side',
      most: 4,
      each: {
        modulus: { unit: 'Pa', above: 0, about: 'E of the element' },
        retardationTime: { unit: 's', above: 0, about: 'time in which it follows a pressure, by 63 %' },
      },
    },
    needs: ['diameter', 'wallThickness', 'wallModulus'],
    form: 'variable',
    numbers,
    lumped,
    summary: (lines) => ({ name: 'retardation times', unit: 's', values: lines.flatMap(({ retardation }) => retardation) }),
  },
} as const satisfies LineModel;

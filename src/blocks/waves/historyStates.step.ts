/**
 * Friction of wave lines that keep a history in time (histories.step.ts), and the cells of the history.
 *
 * Friction along the line, x = R/2Z of an element of delay T, to second order in x:
 *
 *     C_a = e^(-x) w_b(t-T) + (1 - ε - e^(-x)) F_b(t-T) + ε [(1-λ) M_a(t) + λ F_a(t)],   ε = x/(1+x)                               [2]
 *     M(t) = 1/2T ∫ w(t-u) du,   F(t) = 1/2T ∫ 2(1 - u/2T) w(t-u) du,   u from 0 to 2T
 *
 * What passes without an echo; what was reflected twice by friction on its way, and comes up to 2T late, the less the later; what friction along
 * the line reflects of the own wave. To first order it follows from friction taken along a characteristic with the flow of the lossless line; e^(-x)
 * is the front's exact loss; the sum of the parts is 1, so that a pressure at rest stays, and p_a - p_b = 2Z ε/(1-ε) q = R q in steady flow; with
 * λ = 2 (1 - ε - e^(-x))/ε = x - … the line holds T/Z = V/B, as it must.
 * M and F are kept as states, T M' = (w - w(t-2T))/2 and T F' = w - M, integrated exactly over a step (cells without slopes here; where a cell is
 * made of several steps, F takes what their moment was beyond the cell's), or F would keep every difference for ever; the step's own w in them makes Z' ≠ Z.
 *
 * Friction that depends on frequency adds x · ½ Σ y_i of the flow that friction sees, u = M_a - C_a (2Z q at rest), y_i as in circuit/lines/weights.ts.
 * Friction at the ends, R/2 or a turbulent half element's ρ λ(|q|) L |q|/(4 d A²) with the last accepted |q|: Z' = Z + R/2, λ of turbulentFriction.ts. Turbulent lines have that for ε in [2], and the y_i of
 * turbulent flow, with x of the laminar R: the unsteady part of both is 4μ/r² ∫ W v'.
 */
import type { HistoryOffsets } from './columns.js';

/** Change of the outgoing wave since the last accepted step. */
function noteChange(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const scalars = I[head + o.scalars];
  const own = (rows + o.own * stride) | 0;
  const last = (rows + o.last * stride) | 0;
  const change = (rows + o.change * stride) | 0;
  lanes: for (let j = 0; j < count; j++) {
    F[change + j] = F[own + j] - F[last + j];
    F[last + j] = F[own + j];
  }
  F[scalars + o.stepBefore] = F[scalars + o.stepLast];
  F[scalars + o.stepLast] = F[o.lastStep];
}

/** Takes the accepted attempt into the newest cell; as soon as that is long enough it goes into the rings. */
function fillCell(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const scalars = I[head + o.scalars];
  const remembers = o.remembers && I[head + o.memory] > 0;
  const own = (rows + o.own * stride) | 0;
  const wave = (rows + o.wave * stride) | 0;
  const openWave = (rows + o.openWave * stride) | 0;
  const openOwn = (rows + o.openOwn * stride) | 0;
  const openMoment = (rows + o.openMoment * stride) | 0;
  const falling = (rows + o.falling * stride) | 0;
  const h = F[o.lastStep];
  const length = F[scalars + o.length];
  const whole = length + h;
  const delay = F[scalars + o.delay];
  if (length > 0) {
    const part = h / whole;
    lanes: for (let j = 0; j < count; j++) F[openWave + j] = F[openWave + j] + part * (F[wave + j] - F[openWave + j]);
    if (remembers) {
      const halfStep = 0.5 * h * h;
      const half = 0.5 * whole * whole;
      const isWhole = whole >= F[scalars + o.spacing] ? 0.5 / (delay * delay) : 0;
      lanes: for (let j = 0; j < count; j++) {
        const sum = F[openMoment + j] + h * (length * F[openOwn + j]) + halfStep * F[own + j];
        const mixed = F[openOwn + j] + part * (F[own + j] - F[openOwn + j]);
        F[openMoment + j] = sum;
        F[openOwn + j] = mixed;
        F[falling + j] = F[falling + j] + isWhole * (sum - half * mixed);
      }
    }
  } else {
    const half = 0.5 * h * h;
    lanes: for (let j = 0; j < count; j++) {
      F[openWave + j] = F[wave + j];
      F[openOwn + j] = F[own + j];
      F[openMoment + j] = half * F[own + j];
    }
  }
  if (whole >= F[scalars + o.spacing]) {
    const closed = (I[head + o.closed] + 1) | 0;
    const slot = closed % I[head + o.slots];
    const waves = (I[head + o.waves] + slot * stride) | 0;
    const owns = (I[head + o.owns] + slot * stride) | 0;
    lanes: for (let j = 0; j < count; j++) F[waves + j] = F[openWave + j];
    if (remembers) {
      lanes: for (let j = 0; j < count; j++) F[owns + j] = F[openOwn + j];
    }
    F[I[head + o.times] + slot] = F[o.acceptedTime];
    I[head + o.closed] = closed;
    F[scalars + o.length] = 0;
  } else {
    F[scalars + o.length] = whole;
  }
}

/** Sums of the weighting function, of friction that depends on frequency. */
function followSums(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const scalars = I[head + o.scalars];
  const impedance = (rows + o.impedance * stride) | 0;
  const own = (rows + o.own * stride) | 0;
  const flow = (rows + o.flow * stride) | 0;
  const seen = (rows + o.seen * stride) | 0;
  const known = (rows + o.known * stride) | 0;
  const half = 0.5 * (F[o.lastStep] / (2 * F[scalars + o.delay]));
  lanes: for (let j = 0; j < count; j++) {
    const change = F[known + j] + half * F[own + j] - F[own + j] + 2 * F[impedance + j] * F[flow + j] - F[seen + j];
    F[seen + j] = F[seen + j] + change;
    unrolled: for (let k = 0; k < o.terms; k++) {
      const sum = (rows + (o.sums + k) * stride + j) | 0;
      F[sum] = F[sum] * F[scalars + (o.decays + k)] + F[scalars + (o.responses + k)] * change;
    }
  }
}

/** M and F of [2] at the end of the accepted step. */
function followMeans(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const own = (rows + o.own * stride) | 0;
  const mean = (rows + o.mean * stride) | 0;
  const falling = (rows + o.falling * stride) | 0;
  const before = (rows + o.before * stride) | 0;
  const known = (rows + o.known * stride) | 0;
  const ratio = F[o.lastStep] / (2 * F[I[head + o.scalars] + o.delay]);
  const half = 0.5 * ratio;
  lanes: for (let j = 0; j < count; j++) {
    const left = F[own + j];
    const m = F[known + j] + half * left;
    F[mean + j] = F[mean + j] + ratio * (left - F[before + j]);
    F[falling + j] = F[falling + j] + 2 * ratio * (left - m);
  }
}

/** Friction at the ends, of the accepted flow. */
function resist(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const flow = (rows + o.flow * stride) | 0;
  const series = (rows + o.series * stride) | 0;
  const darcy = (rows + o.darcy * stride) | 0;
  const reynolds = (rows + o.reynolds * stride) | 0;
  const roughness = (rows + o.roughness * stride) | 0;
  lanes: for (let j = 0; j < count; j++) {
    const size = Math.abs(F[flow + j]);
    const number = Math.max(F[reynolds + j] * size, 1);
    const factor = o.factor(F, I, o, number, roughness + j);
    F[series + j] = F[darcy + j] > 0 ? F[darcy + j] * factor * Math.max(size, 1 / F[reynolds + j]) : F[series + j];
  }
}

/** Of the table at `head`. */
function commitTable(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  noteChange(F, I, o, head);
  fillCell(F, I, o, head);
  if (o.remembers && I[head + o.memory] > 0) {
    if (o.dependsOnFrequency && I[head + o.memory] >= o.frequencyMemory) followSums(F, I, o, head);
    followMeans(F, I, o, head);
  }
  if (o.losesByFlow && I[head + o.memory] === o.lossMemory) resist(F, I, o, head);
}

/** Takes an accepted attempt into the newest cells and the states. */
export function commit(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  if (F[o.attempts] > 0 && F[o.verdict] === o.accept) {
    for (let t = 0; t < o.tables * share; t++) commitTable(F, I, o, o.heads + o.headSize * t);
  }
}

/** Contribution of the terms of the weighting function in the next step. */
function weigh(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const scalars = I[head + o.scalars];
  const unit = F[o.step] * F[scalars + o.dissipation];
  const e = (scalars + o.decays) | 0;
  const r = (scalars + o.responses) | 0;
  const n = (scalars + o.exponents) | 0;
  const m = (scalars + o.weights) | 0;
  lanes: for (let k = 0; k < o.terms; k++) {
    const d = F[n + k] * unit;
    const left = o.exp(-d);
    F[e + k] = left;
    F[r + k] = (F[m + k] * (1 - left)) / d;
  }
  let a = 0;
  for (let k = 0; k < o.terms; k++) a = a + 0.5 * F[r + k];
  F[scalars + o.response] = a;
}

/** Contribution of friction along the line to the arriving wave, and the part of it that the step's own w has. */
function addFriction(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const returned = (rows + o.returned * stride) | 0;
  const tilt = (rows + o.tilt * stride) | 0;
  const mean = (rows + o.mean * stride) | 0;
  const falling = (rows + o.falling * stride) | 0;
  const arriving = (rows + o.arriving * stride) | 0;
  const effective = (rows + o.effective * stride) | 0;
  const moment = (rows + o.moment * stride) | 0;
  const known = (rows + o.known * stride) | 0;
  const delay = F[I[head + o.scalars] + o.delay];
  const ratio = F[o.step] / (2 * delay);
  const half = 0.5 * ratio;
  const per = 0.5 / delay;
  lanes: for (let j = 0; j < count; j++) {
    const x = F[tilt + j];
    const part = F[returned + j];
    const m = F[mean + j] - per * F[moment + j];
    const f = F[falling + j] - ratio * m;
    F[known + j] = m;
    F[arriving + j] = F[arriving + j] + part * ((1 - x) * m + x * f);
    F[effective + j] = part * ((1 - x) * half + x * (ratio - ratio * half));
  }
}

/** Contribution of friction that depends on frequency. */
function addFrequencies(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const scalars = I[head + o.scalars];
  const seen = (rows + o.seen * stride) | 0;
  const arriving = (rows + o.arriving * stride) | 0;
  const effective = (rows + o.effective * stride) | 0;
  const known = (rows + o.known * stride) | 0;
  const friction = (rows + o.half * stride) | 0;
  const a = F[scalars + o.response];
  const half = 0.5 * (F[o.step] / (2 * F[scalars + o.delay]));
  lanes: for (let j = 0; j < count; j++) {
    let sum = F[scalars + o.decays] * F[rows + o.sums * stride + j];
    unrolled: for (let k = 1; k < o.terms; k++) sum = sum + F[scalars + (o.decays + k)] * F[rows + (o.sums + k) * stride + j];
    const x = F[friction + j];
    const past = 0.5 * sum;
    const scale = 1 / (1 + x * a);
    F[arriving + j] = scale * (F[arriving + j] + x * (past + a * (F[known + j] - F[seen + j])));
    F[effective + j] = scale * (F[effective + j] + x * a * half);
  }
}

/** Of the table at `head`. */
function solveTable(F: Float64Array, I: Int32Array, o: HistoryOffsets, head: number): void {
  const rows = I[head + o.rows];
  const stride = I[head + o.stride];
  const count = I[head + o.count];
  const impedance = (rows + o.impedance * stride) | 0;
  const initial = (rows + o.initial * stride) | 0;
  const arriving = (rows + o.arriving * stride) | 0;
  const characteristic = (rows + o.characteristic * stride) | 0;
  const effective = (rows + o.effective * stride) | 0;
  if (o.remembers && I[head + o.memory] > 0) {
    addFriction(F, I, o, head);
    if (o.dependsOnFrequency && I[head + o.memory] >= o.frequencyMemory) {
      weigh(F, I, o, head);
      addFrequencies(F, I, o, head);
    }
    lanes: for (let j = 0; j < count; j++) {
      const b = F[effective + j];
      const scale = 1 / (1 - b);
      F[characteristic + j] = F[initial + j] + scale * F[arriving + j];
      F[effective + j] = F[impedance + j] * (1 + b) * scale;
    }
  } else {
    lanes: for (let j = 0; j < count; j++) {
      F[characteristic + j] = F[initial + j] + F[arriving + j];
      F[effective + j] = F[impedance + j];
    }
  }
}

/** Loss by flow of another law than that of `commit`, where a partition has several. */
export function resistTables(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  if (F[o.attempts] > 0 && F[o.verdict] === o.accept) {
    for (let t = 0; t < o.tables * share; t++) {
      const head = (o.heads + o.headSize * t) | 0;
      if (I[head + o.memory] === o.lossMemory) resist(F, I, o, head);
    }
  }
}

/** C and Z of the line itself for the next step. */
export function solve(F: Float64Array, I: Int32Array, o: HistoryOffsets, share: number): void {
  for (let t = 0; t < o.tables * share; t++) solveTable(F, I, o, o.heads + o.headSize * t);
}

/** Functions that stand in place of their calls, and those that are called; `o.factor` stands before `resist`. */
export const statePieces = {
  commit: [[noteChange, fillCell, followSums, followMeans], [commitTable]],
  resist: [resist],
  solve: [[weigh, addFriction, addFrequencies], [solveTable]],
} as const;

/**
 * The loops over capacitive lines (Burton 1994 §3), of second order.
 *
 *     error     e = |p_a - p_b|                                                                    (3.28)
 *     exchange  C_a' = α C_a + (1-α) w_b,  C_b' = α C_b + (1-α) w_a                                (3.16)
 *     kept      move = ½(C_a' + C_b') - ½(C_a + C_b),  mean' = mean + move,  half = ½(C_a' - C_b'),  with the step's own Z
 *     new Z     Z' = Δ' Be / ((1-α) V')                                                            (3.25)-(3.27)
 *               C = mean' ± (Z'/Z) half - ½ α/(1-α) r move,  r = Z'/Z, at most 2
 *
 * As printed, the mean is ½(C_a + C_b) itself. The filter α is there to damp the line's numerical oscillation, the difference of its ends. But it makes Z too
 * large for the mean: with q into both ends, Z₀ = Δ Be/V and Z = Z₀/(1-α), the mean rises by 2 Z₀ q, and the middle of the step, where p and q belong, is
 * mean + Z₀ q; the port is met by mean + Z q, a θ-rule with θ = ½/(1-α), of first order and damped. What is too much, α/(1-α) Z₀ q, is half of
 * α/(1-α) times the mean's last move: that is taken from both ends. A load p = -H Z₀ q... then sees
 *
 *     p = Z₀ [(z+1)/(z-1) + α/(1-α) (1 - 1/z)] q          both ends alike        (trapezoidal rule, and a term of second order)
 *     p = Z₀ [1/(1-α) - 2/(z + 1 - 2α)] q                 ends against each other (parasitic inertance, damped by |2α-1| a step)
 *
 * Both have a real part that is not negative on |z| = 1, α/(1-α) (1 - cos ωΔ) and what the second has: at a constant step the line takes energy, never gives it, and
 * what is taken from a slow oscillation is of third order in ωΔ. Equal loads, q = -H p/Z₀/2 each, obey a z² - (a + b - H) z + b = 0 with
 * a = 1 + H/2(1-α), b = αH/2(1-α): |z| → √α for H → ∞, if α ≥ 1/9 (the trapezoidal rule: 1). Steps that change by a constant ratio r have √(αr), and are
 * unstable above r = 1/α; a step that comes back from one cut short for an event has r without bound: therefore 2. In a line that is loaded at one end |z| → 0.875 at α = 0.2.
 *
 * Where steps change, the line could give: compensation keeps its flow, and with it the flow of its parasitic inertance, whose energy grows as Δ². A step that grows in one
 * part of a swing and is cut in another then drives the swing (16 % in 1000 swings at 0.01 bar). A mass that is solved without the line's inertance (equations/solve/lineInertances.ts) loses what that gains, and is not driven. Each
 * other line that may swing with a mass (network/linesAtMasses.ts) has an account of its work, `keepEnergy`: an observer and a
 * brake of passivity (Hannaford and Ryu, IEEE Trans. Robot. Autom. 18 (2002) 1). Of the work p_a q_a Δ + p_b q_b Δ that ports do in a step, over V/B,
 *
 *     ½ (p_a - p_b) T + (½ (p_a + p_b) - ½ (mean + mean')) M,   T = ½ (1-α)(w - c),  w = w_a - w_b,  c = C_a - C_b,  M = move                     [E]
 *
 * is what the line takes beyond what compresses its oil; the first term is ⅛ (1-α)(w² - c²). What it may give back is what it took, and no more than ⅛ c² + ¼ α/(1-α) M₋²,
 * what at this step is stored by its inertance and by the correction. Steps that do not change never owe: [E] less what is stored is ½ α (1-α)(p_a - p_b)² and ¼ α/(1-α)(M - M₋)².
 * While a line owes, half of the correction is left away, by 0.15 of the pressure error at most: ports then meet a resistance to the rise of pressure, a first-order
 * rule as the printed one. Both ends see the same, so that no flow through the line is disturbed, and where pressures stay nothing is: brakes on the difference of the ends, which
 * oppose flow, let circuits ring (ring-main: 1.1 to 1.3 times the steps, here 1.05). 5 % of what is taken is not lent. At fixed steps there is none of this.
 *
 * Where components lend their volume, W oil goes into the line while V becomes V': in proportion to each other, so that V dp/B = W gives
 * Δp = (B W/V) · V ln(V'/V)/(V' - V), a logarithm by its series in u = (V' - V)/(V' + V). In a closed chamber W = V - V', and p + B ln V, its mass, does
 * not change by more than rounding, however often a piston goes to and fro.
 *
 * A ledger keeps what the oil is compressed by, ∫V dp/B, from volumes and pressures and not from W: V there is (V' - V)/ln(V'/V), which makes it W if the
 * line has changed as it should (in the printed form, that of the step's begin). The oil balance holds it against what came in (account/oilBalance.ts).
 *
 * A pressure that rises into a shut end near vapour pressure is not taken below it by the correction: that would be a cavity out of nothing.
 *
 * Where the bulk modulus follows the fluid's law, the mean of the exchange has risen by B (q_a + q_b) Δ/V with the B of the step's beginning: right to
 * first order only. So a line keeps its content, ∫dp/B, which has risen by (q_a + q_b) Δ/V exactly, and its mean becomes the pressure of that content,
 * by Newton's method from the mean of the exchange (one round, unless the pressure changes by much of B). The half difference, the flow, stays. What
 * Newton's method leaves is made good in the next step, since the content does not depend on it: oil is neither made nor lost.
 *
 * Two bounds hold a jump of pressure into foam, which is accepted at the smallest step whatever its error. The components have met the foam's impedance, and
 * brought far more oil than its air gives room for: by its content the line would rise to many times the jump. So the mean leaves the
 * span from the one before to that of the exchange by a quarter of it (and 0.05 bar) at most; what is left goes out in the steps to come. And a line that stiffens keeps its flow
 * up to 1.2 times the stiffness a step: more would make the energy of its parasitic inertance, out of nothing, as many times larger.
 *
 * A volume that is exhausted, V' ≤ 0, has no Z: it is made NaN, which ends the run in the next attempt (run/account/exhausted.ts says why). A negative one would
 * give energy, or a solution that does not exist, where a component then looks for it. Written 0 / 0: of the name NaN V8 makes an object
 * for every line.
 *
 * After a rejection only the last line runs, from the accepted (mean, half, Z, V). Where ends of lines follow each other as the lines do, they are taken
 * in chunks of contiguous memory, in lanes; what is scattered, line by line (chunks.ts). With a fixed step nothing is rejected: errors are
 * not asked for, impedances of fixed volumes never change, and what only compensation needs is not stored: half difference and move, two columns of twelve that such a step would move
 * through the caches, are made where a call of the loop ends (`keepChunks`), for digests and checkpoints. Functions without `export` stand in place of their calls.
 */
import type { LineOffsets } from './lineOffsets.js';

/**
 * C of both ends from mean `m`, half difference `d` of the new Z and the last move of the mean; what is expected of the next. `taken`: what both ends are lowered by for
 * the move; `ahead`: part of it that is expected.
 */
export function characterize(
  F: Float64Array,
  _: Int32Array,
  o: LineOffsets,
  row: number,
  a: number,
  b: number,
  m: number,
  d: number,
  moved: number,
  taken: number,
  ahead: number,
): void {
  if (o.secondOrder) {
    let lowered = taken;
    if (o.keepsEnergy) {
      // Half of it between -brake and brake. Bounds by absolute values: of comparisons come jumps, which nothing foretells.
      const part = 0.5 * taken;
      const back = 0.5 * (Math.abs(part + o.brake) - Math.abs(part - o.brake));
      lowered = F[o.work + row] < 0 ? taken - back : taken;
    }
    const below = m - lowered;
    if (o.holdsOil) {
      // Comparisons, which take one instruction in lanes where Math.min and Math.max take six.
      const floor = Math.abs(d) + o.vapourPressure;
      const least = m < floor ? m : floor;
      const low = below < least ? least : below;
      F[o.c + a] = low + d;
      F[o.c + b] = low - d;
      if (o.judgesMeans) F[o.expected + row] = low + ahead * moved;
    } else {
      F[o.c + a] = below + d;
      F[o.c + b] = below - d;
      if (o.judgesMeans) F[o.expected + row] = below + ahead * moved;
    }
  } else {
    F[o.c + a] = m + d;
    F[o.c + b] = m - d;
    if (o.judgesMeans) F[o.expected + row] = m + ahead * moved;
  }
}

/**
 * Keeps account of what a line may give back, eight times [E] of the head: `characterize` brakes it where that is less than nothing.
 * `ca` to `wb`: characteristics and waves of the step; `middle`: half of its means before and behind; `moved`: the move of its mean by flows.
 */
export function keepEnergy(
  F: Float64Array,
  _: Int32Array,
  o: LineOffsets,
  row: number,
  ca: number,
  cb: number,
  wa: number,
  wb: number,
  middle: number,
  moved: number,
): void {
  const alpha = o.sharesFilter ? o.alpha : F[o.filter + row];
  const beta = 1 - alpha;
  const share = o.sharesFilter ? o.moveShare : (2 * alpha) / beta;
  const c = ca - cb;
  const w = wa - wb;
  const square = c * c;
  const before = F[o.move + row];
  const stored = square + share * before * before;
  const had = F[o.work + row];
  const work = beta * (w * w - square) + (2 * (ca + cb + (wa + wb)) - 8 * middle) * moved;
  // The lesser of both, and 0.95 of what is taken or all that is given.
  F[o.work + row] = 0.5 * (had + stored - Math.abs(had - stored)) + (0.975 * work - 0.025 * Math.abs(work));
}

/** Exchange, mean, volume and new Z of one line, its `row` of the table, between ends `a` and `b`, with port volumes in the cells `lentA`, `lentB`. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: the text is compiled: a loop of the step, in one piece
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: the text is compiled: a loop of the step, in one piece
function acceptLine(
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
  sharedLead: number,
  sharedAhead: number,
): void {
  const alpha = o.sharesFilter ? o.alpha : F[o.filter + row];
  const beta = 1 - alpha;
  const lead = o.sharesFilter ? sharedLead : ((0.5 * alpha) / beta) * (o.fixedVolume && !o.fixedStep ? Math.min(2, ratio) : 1);
  const ahead = o.sharesFilter ? sharedAhead : (0.5 * ratio) / beta;
  const ca = F[o.c + a];
  const cb = F[o.c + b];
  const wa = F[o.w + a];
  const wb = F[o.w + b];
  const sum = ca + cb;
  const rise = 0.5 * (wa + wb - sum);
  const h = 0.5 * (alpha * (ca - cb) + beta * (wb - wa));
  const before = F[o.mean + row];
  if (o.fixedVolume) {
    const m = o.secondOrder ? before + beta * rise : 0.5 * sum + beta * rise;
    const moved = o.secondOrder ? beta * rise : m - before;
    if (o.keepsEnergy) keepEnergy(F, I, o, row, ca, cb, wa, wb, 0.5 * (before + m), moved);
    F[o.mean + row] = m;
    if (!o.keepsLater) {
      F[o.half + row] = h;
      F[o.move + row] = moved;
    }
    if (o.fixedStep) characterize(F, I, o, row, a, b, m, h, moved, lead * moved, ahead);
    else {
      const next = step * F[o.stiffness + row];
      characterize(F, I, o, row, a, b, m, ratio * h, moved, lead * moved, ahead);
      F[o.z + a] = next;
      F[o.z + b] = next;
    }
  } else {
    const own = F[o.ownVolume + row];
    const withA = o.lendsA ? own + F[lentA] : own;
    const v = o.lendsB ? withA + F[lentB] : withA;
    const had = F[o.volume + row];
    const over = 1 / (v + had);
    const u = (v - had) * over;
    const square = u * u;
    const series = 1 + square * (1 / 3 + 0.2 * square);
    const during = 2 * had * over * series;
    const m = o.secondOrder ? before + beta * rise * during : 0.5 * sum + beta * rise;
    const moved = o.secondOrder ? beta * rise : m - before;
    let mean = m;
    let compliance = 0;
    if (o.followsLaw) {
      const risen = F[o.compliance + row] * moved;
      const wall = F[o.wall + row];
      const content = F[o.content + row] + risen * during;
      F[o.stored + row] = F[o.stored + row] + (0.5 * (v + had) * (content - F[o.content + row])) / series;
      F[o.content + row] = content;
      for (let round = 0; round < 30; round++) {
        const off = o.lawContent(mean) + wall * mean - content;
        const far = Math.abs(off);
        compliance = o.lawCompliance(mean) + wall;
        mean = far > 4e-16 ? mean - off / compliance : mean;
        if (far < 1e-6) break;
      }
      const room = 0.25 * Math.abs(moved) + 5000;
      mean = Math.max(Math.min(m, before) - room, Math.min(Math.max(m, before) + room, mean));
      F[o.compliance + row] = compliance;
    } else if (o.secondOrder) {
      F[o.stored + row] = F[o.stored + row] + (0.5 * (v + had) * (m - before)) / (series * F[o.bulkModulus + row]);
    } else {
      F[o.stored + row] = F[o.stored + row] + (had * (m - before)) / F[o.bulkModulus + row];
    }
    F[o.volume + row] = v;
    const left = v > 0 ? v : 0 / 0;
    const s = o.followsLaw ? 1 / (beta * left * compliance) : F[o.modulus + row] / left;
    const z = o.followsLaw ? Math.max(F[o.z + a], (s * F[o.lastStep]) / 1.2) : F[o.z + a];
    if (!o.fixedStep) {
      F[o.stiffness + row] = s;
      F[o.impedance + row] = z;
    }
    const next = step * s;
    const change = next / z;
    if (o.keepsEnergy) keepEnergy(F, I, o, row, ca, cb, wa, wb, 0.5 * (before + mean), moved);
    F[o.mean + row] = mean;
    F[o.half + row] = h;
    F[o.move + row] = moved;
    characterize(F, I, o, row, a, b, mean, change * h, moved, lead * moved * Math.min(2, change), ahead);
    F[o.z + a] = next;
    F[o.z + b] = next;
  }
}

/** Half difference and move of the mean of a line of fixed volume, as `acceptLine` makes them. */
function keepLine(F: Float64Array, _: Int32Array, o: LineOffsets, row: number, a: number, b: number): void {
  const alpha = o.sharesFilter ? o.alpha : F[o.filter + row];
  const beta = 1 - alpha;
  const ca = F[o.c + a];
  const cb = F[o.c + b];
  const wa = F[o.w + a];
  const wb = F[o.w + b];
  const sum = ca + cb;
  const rise = 0.5 * (wa + wb - sum);
  F[o.half + row] = 0.5 * (alpha * (ca - cb) + beta * (wb - wa));
  F[o.move + row] = o.secondOrder ? beta * rise : 0.5 * sum + beta * rise - F[o.mean + row];
}

/** What one line needs beside its ends after a rejected step: from the accepted mean, half difference and move to the Z of the new step. */
function rejectLine(
  F: Float64Array,
  I: Int32Array,
  o: LineOffsets,
  row: number,
  a: number,
  b: number,
  step: number,
  ratio: number,
  sharedLead: number,
  sharedAhead: number,
): void {
  const alpha = o.sharesFilter ? o.alpha : F[o.filter + row];
  const beta = 1 - alpha;
  const lead = o.sharesFilter ? sharedLead : ((0.5 * alpha) / beta) * (o.fixedVolume ? Math.min(2, ratio) : 1);
  const ahead = o.sharesFilter ? sharedAhead : (0.5 * ratio) / beta;
  const next = step * F[o.stiffness + row];
  const change = o.fixedVolume ? ratio : next / F[o.impedance + row];
  const moved = F[o.move + row];
  const taken = o.fixedVolume ? lead * moved : lead * moved * Math.min(2, change);
  characterize(F, I, o, row, a, b, F[o.mean + row], change * F[o.half + row], moved, taken, ahead);
  F[o.z + a] = next;
  F[o.z + b] = next;
}

/** Lines of one list of chunks after an accepted step. */
export function acceptChunks(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  const sharedLead = ((0.5 * o.alpha) / (1 - o.alpha)) * (o.fixedVolume && !o.fixedStep ? Math.min(2, ratio) : 1);
  const sharedAhead = (0.5 * ratio) / (1 - o.alpha);
  for (let k = o.from; k < o.to; k = k + 6) {
    const a = I[k];
    const b = I[k + 1];
    const first = I[k + 2];
    const count = I[k + 3];
    const lentA = I[k + 4];
    const lentB = I[k + 5];
    lanes: for (let l = 0; l < count; l++) {
      acceptLine(F, I, o, first + l, a + l, b + l, lentA + l, lentB + l, step, ratio, sharedLead, sharedAhead);
    }
  }
}

/** What `acceptChunks` leaves out of lines of fixed volume at fixed steps, before it: at the end of a call of the loop only. */
export function keepChunks(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  for (let k = o.from; k < o.to; k = k + 6) {
    const a = I[k];
    const b = I[k + 1];
    const first = I[k + 2];
    const count = I[k + 3];
    lanes: for (let l = 0; l < count; l++) keepLine(F, I, o, first + l, a + l, b + l);
  }
}

/** The lines that are in no chunk. */
export function acceptScattered(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  const sharedLead = ((0.5 * o.alpha) / (1 - o.alpha)) * (o.fixedVolume && !o.fixedStep ? Math.min(2, ratio) : 1);
  const sharedAhead = (0.5 * ratio) / (1 - o.alpha);
  for (let l = o.covered; l < o.lines; l++) {
    const a = I[o.endA + l];
    const b = I[o.endB + l];
    const lentA = o.lendsA ? I[o.volumeA + l] : 0;
    const lentB = o.lendsB ? I[o.volumeB + l] : 0;
    acceptLine(F, I, o, l, a, b, lentA, lentB, step, ratio, sharedLead, sharedAhead);
  }
}

/** Lines of one list of chunks after a rejected step. */
export function rejectChunks(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  const sharedLead = ((0.5 * o.alpha) / (1 - o.alpha)) * (o.fixedVolume ? Math.min(2, ratio) : 1);
  const sharedAhead = (0.5 * ratio) / (1 - o.alpha);
  for (let k = o.from; k < o.to; k = k + 6) {
    const a = I[k];
    const b = I[k + 1];
    const first = I[k + 2];
    const count = I[k + 3];
    lanes: for (let l = 0; l < count; l++) rejectLine(F, I, o, first + l, a + l, b + l, step, ratio, sharedLead, sharedAhead);
  }
}

/** The lines that are in no chunk, after a rejected step. */
export function rejectScattered(F: Float64Array, I: Int32Array, o: LineOffsets): void {
  const step = F[o.step];
  const ratio = step / F[o.lastStep];
  const sharedLead = ((0.5 * o.alpha) / (1 - o.alpha)) * (o.fixedVolume ? Math.min(2, ratio) : 1);
  const sharedAhead = (0.5 * ratio) / (1 - o.alpha);
  for (let l = o.covered; l < o.lines; l++) rejectLine(F, I, o, l, I[o.endA + l], I[o.endB + l], step, ratio, sharedLead, sharedAhead);
}

/** Functions that stand in place of their calls. */
export const linePieces = { accept: [characterize, keepEnergy, acceptLine], keep: [keepLine], reject: [characterize, rejectLine] };

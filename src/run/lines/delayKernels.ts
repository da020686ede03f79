/**
 * Text of the loops over wave lines that keep a history in time; what the tables hold is told in network/delayTables.ts.
 *
 * A step is a mean over its time: what leaves in (t_{n-1}, t_n] arrives as the mean of what left in (t - T - Δ, t - T], t the end of the step:
 *
 *     C = 1/Δ ∫ w(u) du,   u from t_n - T to t_n - T + Δ                                                                          [1]
 *
 * over cells, in each of which w is a straight line of the cell's mean and of van Leer's slope (the harmonic mean of the slopes to both sides, 0 where
 * they differ in sign; no steeper than keeps the cell within the range of its neighbours). These intervals follow each other
 * without gap, so that oil is kept whatever the steps of both partitions are; the error of C is of order Δ². At a fixed step and without slopes [1] is what
 * waveKernels.ts computes. Why at most a quarter of the delay a step: the cells of [1] and the next one then have been whole for a step, so that other
 * partitions may read them without mail: they were complete at the barrier before, and the ring is longer than what is read. A rejected attempt
 * leaves nothing but rows that the next one writes anew.
 *
 * The error that steers the step is what a straight line between steps would be off, h² w''/8 = |d - d'|/8 with d the change of w in this step and d'
 * that in the step before, times the ratio of the times between; but no more than |d|/8 or |d'|/8: a jump between two steps is a jump at any step.
 * It fades out towards steps of T/256: a front as narrow as that need not be followed step by step.
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
 * Friction that depends on frequency adds x · ½ Σ y_i of the flow that friction sees, u = M_a - C_a (2Z q at rest), y_i as in network/weights.ts.
 * Friction at the ends, R/2 or a turbulent half element's ρ λ(|q|) L |q|/(4 d A²) with the last accepted |q|: Z' = Z + R/2. λ: Haaland, J. Fluids
 * Eng. 105 (1983) 89; 64/Re to Re 2000, from 4000 on Haaland, between them a straight line. Turbulent lines have that for ε in [2], and the y_i of
 * turbulent flow, with x of the laminar R: the unsteady part of both is 4μ/r² ∫ W v'.
 */

import type { DecisionWord } from '../../blocks/decision.js';
import { endRows, headSize, memories, runSize, scalarWords, sourceSize, terms } from '../../network/delayTables.js';
import type { PartitionLayout } from '../../network/layout.js';
import { verdicts } from '../loop/outcomes.js';
import { columns, head, places, scalar } from './delayTexts.js';
import { nodeCommitText, nodeFlowText, nodeText } from './lentVolumeTexts.js';

type Decision = Readonly<Record<DecisionWord, number>>;

const decays = scalarWords.length;
const responses = decays + terms;
const exponents = responses + terms;
const weights = exponents + terms;

/** Fronts are not made narrower than this part of a delay for the error's sake. */
const sharpest = 256;

/**
 * Text of the function that takes the flow of the own ends as the components left it: what leaves, and what of it arrives. `turn`: offset of the word
 * that counts meetings of the partitions, by which the pressures of the record alternate.
 */
export function publishDelaysText(
  layout: PartitionLayout,
  decision: Decision,
  words: { error: number; errorLine: number },
  fixedStep: boolean,
  turn: number,
): string {
  const { c, z, w, delays } = layout;
  const { step, lastStep } = decision;
  const { tables, lists, pressures } = delays;
  const errors = `
    const error = (rows + ${endRows.indexOf('error')} * stride) | 0, change = (rows + ${endRows.indexOf('change')} * stride) | 0;
    const last = (rows + ${endRows.indexOf('last')} * stride) | 0;
    const before = F[${lastStep}] + ${scalar('stepBefore')}, times = before > 0 ? (h + F[${lastStep}]) / before : 0;
    const share = 0.125 * Math.max(0, 1 - ${scalar('delay')} / (${sharpest} * h));
    let worst = -0.5;
    ${columns(`
      const d = F[own + j] - F[last + j], e = times * F[change + j];
      const off = share * Math.min(Math.abs(d - e), Math.min(Math.abs(d), Math.abs(e)));
      F[error + j] = off;
      worst = off > worst ? off : worst;`)}
    if (worst >= F[${words.error}]) {
      const lines = ${head('lines')};
      let line = worst > F[${words.error}] ? -1 | 0 : F[${words.errorLine}] | 0;
      for (let j = 0; j < count; j++) {
        if (F[error + j] === worst && (line < 0 || I[lines + j] < line)) line = I[lines + j];
      }
      F[${words.error}] = worst; F[${words.errorLine}] = line;
    }`;
  return `function publishDelays(share) {
  const h = F[${step}], parity = (F[${turn}] | 0) % 2;
  for (let k = 0; k < ${pressures.values.length}; k = k + 2) {
    const end = I[${pressures.at} + k];
    F[I[${pressures.at + 1} + k] + parity] = 0.5 * (F[${w} + end] + F[${c} + end]);
  }
  for (let t = 0; t < ${tables.length}; t++) {
    const head = (${lists.at} + ${headSize} * t) | 0;
    ${places('impedance', 'initial', 'passed', 'smeared', 'falling', 'own', 'wave', 'flow', 'characteristic', 'effective', 'known')}
    const first = ${head('runs')}, runs = ${head('runCount')};
    for (let r = 0; r < runs; r++) {
      const run = (first + ${runSize} * r) | 0, n = I[run + 2];
      const from = I[run], to = (flow + I[run + 1]) | 0;
      const ends = (${w} + from) | 0, cs = (${c} + from) | 0, zs = (${z} + from) | 0;
      lanes: for (let j = 0; j < n; j++) F[to + j] = (F[ends + j] - F[cs + j]) / (2 * F[zs + j]);
    }
    ${memoriesOf(tables).lent ? `if (${head('lent')} > 0) {\n    ${nodeFlowText}\n    }` : ''}
    ${columns(`
      const left = F[characteristic + j] - F[initial + j] + (F[effective + j] + F[impedance + j]) * F[flow + j];
      F[own + j] = left; F[wave + j] = left;`)}
    if (${head('memory')} > 0) {
      const ratio = h / (2 * ${scalar('delay')}), share = 0.5 * ratio;
      ${columns(`
      const left = F[own + j], m = F[known + j] + share * left;
      F[wave + j] = F[passed + j] * left + F[smeared + j] * (F[falling + j] + ratio * (left - m));`)}
    }${fixedStep ? '' : errors}
  }
}`;
}

/** Text of the function that prepares C and Z of the own ends for the next attempt, from what has left until the last accepted one. */
export function receiveDelaysText(layout: PartitionLayout, decision: Decision): string {
  const { delays } = layout;
  const { tables, lists } = delays;
  const { attempts, step, verdict } = decision;
  const has = memoriesOf(tables);
  return `${windowText(decision)}
${commitText(decision, has)}
${solveText(decision, has)}
function receiveDelays(share) {
  for (let t = 0; t < ${tables.length}; t++) {
    const head = (${lists.at} + ${headSize} * t) | 0;
    const sources = ${head('sources')}, sourceCount = ${head('sourceCount')};
    if (F[${attempts}] > 0 && F[${verdict}] === ${verdicts.accept}) commit(head);
    for (let s = 0; s < sourceCount; s++) window(head, (sources + ${sourceSize} * s) | 0, 1);
    ${has.along ? `if (${head('memory')} > 0) window(head, (sources + ${sourceSize} * sourceCount) | 0, 2);` : ''}
    solve(head);
    ${places('drop', 'series', 'characteristic', 'effective')}
    ${
      has.lent
        ? `if (${head('lent')} > 0) {
      const h = F[${step}];
      ${nodeText(layout)}
    } else {`
        : '{'
    }
    const first = ${head('runs')}, runs = ${head('runCount')};
    for (let r = 0; r < runs; r++) {
      const run = (first + ${runSize} * r) | 0, n = I[run + 2], from = I[run + 1];
      const cs = (${layout.c} + I[run]) | 0, zs = (${layout.z} + I[run]) | 0;
      const characteristics = (characteristic + from) | 0, drops = (drop + from) | 0, effectives = (effective + from) | 0, resistances = (series + from) | 0;
      lanes: for (let j = 0; j < n; j++) {
        F[cs + j] = F[characteristics + j] - F[drops + j];
        F[zs + j] = F[effectives + j] + F[resistances + j];
      }
    }
    }
  }
}`;
}

/** [1] of a source: what arrives after one delay, or mean and moment 1/Δ ∫ (end - u) w(u) du after two. */
function windowText({ acceptedTime, time }: Decision): string {
  const loop = (isSloped: boolean, isFirst: boolean): string => `lanes: for (let j = 0; j < n; j++) {
          const middle = F[at + j];${
            isSloped
              ? `
          const left = middle - F[before + j], right = F[after + j] - middle, a1 = left * perLeft, a2 = right * perRight, both = a1 * a2;
          const most = Math.min(Math.abs(left), Math.abs(right)) * perHalf, mean = both > 0 ? (2 * both) / (a1 + a2) : 0;
          const slope = Math.max(-most, Math.min(most, mean));`
              : ''
          }
          F[to + j] = ${isFirst ? 'middle' : 'F[to + j] + weight * (middle - F[reference + j])'}${isSloped ? ' + weight * (slope * offset)' : ''};
        }`;
  const moments = (isFirst: boolean): string => `lanes: for (let j = 0; j < n; j++) {
          const middle = F[at + j];
          F[to + j] = ${isFirst ? 'middle' : 'F[to + j] + weight * (middle - F[reference + j])'};
          F[moments + j] = ${isFirst ? '' : 'F[moments + j] + '}weight * (age * middle);
        }`;
  return `function window(head, source, delays) {
  const slots = ${head('slots')}, scalars = ${head('scalars')}, rows = ${head('rows')}, stride = ${head('stride')};
  const arriving = (rows + ${endRows.indexOf('arriving')} * stride) | 0, twoAgo = (rows + ${endRows.indexOf('before')} * stride) | 0;
  const moment = (rows + ${endRows.indexOf('moment')} * stride) | 0;
  const ring = I[source], width = I[source + 1], first = I[source + 2], runs = I[source + 3], times = I[source + 4];
  const delay = delays * ${scalar('delay')}, a = F[${acceptedTime}] - delay, b = F[${time}] - delay, span = b - a;
  let begin = I[source + 5];
  while (F[times + begin % slots] <= a) begin = (begin + 1) | 0;
  I[source + 5] = begin;
  let start = a, i = begin, more = 1 | 0;
  while (more > 0) {
    const previous = F[times + (i + slots - 1) % slots], end = F[times + i % slots], following = F[times + (i + 1) % slots];
    const stop = Math.min(end, b), length = stop - start, size = end - previous, weight = length / span;
    const partial = start > previous || stop < end ? 1 | 0 : 0 | 0;
    const beforeSize = previous - F[times + (i + slots - 2) % slots];
    const perLeft = 2 / (size + beforeSize), perRight = 2 / (size + (following - end)), perHalf = 2 / size;
    const half = 0.5 * (start + stop), offset = half - 0.5 * (previous + end), age = b - half;
    for (let r = 0; r < runs; r++) {
      const run = (first + ${runSize} * r) | 0, n = I[run + 2], column = I[run + 1];
      const at = (ring + (i % slots) * width + column) | 0, before = (ring + ((i + slots - 1) % slots) * width + column) | 0;
      const after = (ring + ((i + 1) % slots) * width + column) | 0, reference = (ring + (begin % slots) * width + column) | 0;
      const moments = (moment + I[run]) | 0;
      if (delays > 1) {
        const to = (twoAgo + I[run]) | 0;
        if (i === begin) {
        ${moments(true)}
        } else {
        ${moments(false)}
        }
      } else {
        const to = (arriving + I[run]) | 0;
        if (partial > 0) {
          if (i === begin) {
        ${loop(true, true)}
          } else {
        ${loop(true, false)}
          }
        } else if (i === begin) {
        ${loop(false, true)}
        } else {
        ${loop(false, false)}
        }
      }
    }
    if (end >= b) more = 0;
    start = end;
    i = (i + 1) | 0;
  }
}`;
}

/** Takes the accepted attempt into the newest cell and the states. */
function commitText({ acceptedTime, lastStep }: Decision, has: Memories): string {
  const { all, term } = termRows;
  const friction = `
    lanes: for (let j = 0; j < count; j++) {
      const size = Math.abs(F[flow + j]), number = Math.max(F[reynolds + j] * size, 1);
      const root = -1.8 * log10(6.9 / Math.max(number, 4000) + F[roughness + j]);
      const laminar = 64 / Math.min(number, 2000), turbulent = 1 / (root * root);
      const share = Math.min(1, Math.max(0, (number - 2000) / 2000));
      const factor = laminar + share * (turbulent - laminar);
      F[series + j] = F[darcy + j] > 0 ? F[darcy + j] * factor * Math.max(size, 1 / F[reynolds + j]) : F[series + j];
    }`;
  return `function commit(head) {
  ${places('impedance', 'series', 'darcy', 'reynolds', 'roughness', 'openWave', 'openOwn', 'mean', 'falling', 'seen', 'last', 'change', 'own', 'openMoment', 'wave', 'flow', 'before', 'known')}
  const h = F[${lastStep}], length = ${scalar('length')}, whole = length + h, delay = ${scalar('delay')}, memory = ${head('memory')};
  ${has.lent ? `if (${head('lent')} > 0) {\n    ${nodeCommitText}\n  }` : ''}
  ${columns(' F[change + j] = F[own + j] - F[last + j]; F[last + j] = F[own + j];')}
  ${scalar('stepBefore')} = ${scalar('stepLast')}; ${scalar('stepLast')} = h;
  if (length > 0) {
    const share = h / whole;
    ${columns(` F[openWave + j] = F[openWave + j] + share * (F[wave + j] - F[openWave + j]);`)}
    if (memory > 0) {
      const halfStep = 0.5 * h * h, half = 0.5 * whole * whole, isWhole = whole >= ${scalar('spacing')} ? 0.5 / (delay * delay) : 0;
      ${columns(`
        const sum = F[openMoment + j] + h * (length * F[openOwn + j]) + halfStep * F[own + j];
        const mixed = F[openOwn + j] + share * (F[own + j] - F[openOwn + j]);
        F[openMoment + j] = sum; F[openOwn + j] = mixed;
        F[falling + j] = F[falling + j] + isWhole * (sum - half * mixed);`)}
    }
  } else {
    const half = 0.5 * h * h;
    ${columns(' F[openWave + j] = F[wave + j]; F[openOwn + j] = F[own + j]; F[openMoment + j] = half * F[own + j];')}
  }
  if (whole >= ${scalar('spacing')}) {
    const closed = (${head('closed')} + 1) | 0, slot = closed % ${head('slots')};
    const waves = (${head('waves')} + slot * stride) | 0, owns = (${head('owns')} + slot * stride) | 0;
    ${columns(' F[waves + j] = F[openWave + j];')}
    if (memory > 0) {
      ${columns(' F[owns + j] = F[openOwn + j];')}
    }
    F[${head('times')} + slot] = F[${acceptedTime}];
    ${head('closed')} = closed;
    ${scalar('length')} = 0;
  } else {
    ${scalar('length')} = whole;
  }
  if (memory > 0) {
    const ratio = h / (2 * delay), share = 0.5 * ratio;
    ${
      has.frequency
        ? `if (memory > ${memories.along}) {
      ${columns(`
        const change = F[known + j] + share * F[own + j] - F[own + j] + 2 * F[impedance + j] * F[flow + j] - F[seen + j];
        F[seen + j] = F[seen + j] + change;
        ${all((k) => `F[${term(k)} + j] = F[${term(k)} + j] * F[scalars + ${decays + k}] + F[scalars + ${responses + k}] * change;`)}`)}
    }`
        : ''
    }
    ${columns(`
      const left = F[own + j], m = F[known + j] + share * left;
      F[mean + j] = F[mean + j] + ratio * (left - F[before + j]);
      F[falling + j] = F[falling + j] + 2 * ratio * (left - m);`)}
  }${has.turbulent ? `\n  if (memory === ${memories.turbulent}) {${friction}\n  }` : ''}
}`;
}

/** Which kinds of memory a partition has, and whether volume is lent to its ends: only their loops are in its texts. */
interface Memories {
  readonly along: boolean;
  readonly frequency: boolean;
  readonly turbulent: boolean;
  readonly lent: boolean;
}

const memoriesOf = (tables: PartitionLayout['delays']['tables']): Memories => ({
  along: tables.some(({ memory }) => memory > 0),
  frequency: tables.some(({ memory }) => memory >= memories.frequency),
  turbulent: tables.some(({ memory }) => memory === memories.turbulent),
  lent: tables.some(({ lent }) => lent),
});

/** Rows of the sums of the weighting function. */
const termRows = {
  term: (k: number): string => `rows + ${endRows.length + k} * stride`,
  all: (text: (k: number) => string): string => Array.from({ length: terms }, (_, k) => text(k)).join('\n        '),
};

/** C and Z of the line itself for the next step. */
function solveText({ step }: Decision, has: Memories): string {
  const { term } = termRows;
  return `function solve(head) {
  ${places('impedance', 'initial', 'returned', 'tilt', 'half', 'mean', 'falling', 'seen', 'arriving', 'characteristic', 'effective', 'moment', 'known')}
  ${
    has.along
      ? `if (${head('memory')} > 0) {
    const h = F[${step}], delay = ${scalar('delay')}, ratio = h / (2 * delay), share = 0.5 * ratio, per = 0.5 / delay;
    let a = 0;
    ${
      has.frequency
        ? `if (${head('memory')} > ${memories.along}) {
      const unit = h * ${scalar('dissipation')};
      const e = (scalars + ${decays}) | 0, r = (scalars + ${responses}) | 0, n = (scalars + ${exponents}) | 0, m = (scalars + ${weights}) | 0;
      lanes: for (let k = 0; k < ${terms}; k++) {
        const d = F[n + k] * unit, left = exp(-d);
        F[e + k] = left; F[r + k] = (F[m + k] * (1 - left)) / d;
      }
      for (let k = 0; k < ${terms}; k++) a = a + 0.5 * F[r + k];
      ${scalar('response')} = a;
    }`
        : ''
    }
    ${columns(`
      const x = F[tilt + j], part = F[returned + j];
      const m = F[mean + j] - per * F[moment + j], f = F[falling + j] - ratio * m;
      F[known + j] = m;
      F[arriving + j] = F[arriving + j] + part * ((1 - x) * m + x * f);
      F[effective + j] = part * ((1 - x) * share + x * (ratio - ratio * share));`)}
    ${
      has.frequency
        ? `if (${head('memory')} > ${memories.along}) {
      ${columns(`
        const x = F[half + j], past = 0.5 * (${Array.from({ length: terms }, (_, k) => `F[scalars + ${decays + k}] * F[${term(k)} + j]`).join(' + ')});
        const scale = 1 / (1 + x * a);
        F[arriving + j] = scale * (F[arriving + j] + x * (past + a * (F[known + j] - F[seen + j])));
        F[effective + j] = scale * (F[effective + j] + x * a * share);`)}
    }`
        : ''
    }
    ${columns(`
      const b = F[effective + j], scale = 1 / (1 - b);
      F[characteristic + j] = F[initial + j] + scale * F[arriving + j];
      F[effective + j] = F[impedance + j] * (1 + b) * scale;`)}
  } else {`
      : '{'
  }
    ${columns(' F[characteristic + j] = F[initial + j] + F[arriving + j]; F[effective + j] = F[impedance + j];')}
  }
}`;
}

/** Text of the function that computes mean pressures of lines for the record: of both ports, of the last attempt before the last meeting. */
export function delayMeansText({ delays }: PartitionLayout, turn: number): string {
  const { at, values } = delays.means;
  return `function delayMeans(share) {
  const parity = ((F[${turn}] | 0) + 1) % 2;
  for (let k = 0; k < ${values.length}; k = k + 3) F[I[${at + 2} + k]] = 0.5 * (F[I[${at} + k] + parity] + F[I[${at + 1} + k] + parity]);
}`;
}

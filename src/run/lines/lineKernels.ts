/**
 * Text of the loops over capacitive lines (Burton 1994 §3), of second order.
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
 * A volume that is used up, V' ≤ 0, has no Z: it is made NaN, which ends the run in the next attempt (usedUp.ts says why). A negative one would
 * give energy, or a solution that does not exist, where a component then looks for it. Written 0 / 0: of the name NaN V8 makes an object
 * for every line.
 *
 * After a rejection only the last line runs, from the accepted (mean, half, Z, V). Where ends of lines follow each other as the lines do, they are taken
 * in chunks of contiguous memory, in lanes; what is scattered, line by line (network/lineTables.ts). With a fixed step nothing is rejected: errors are
 * not asked for, impedances of fixed volumes never change, and what only compensation needs is not stored.
 *
 * -0.5 stands for no error yet: a whole number would let V8 keep the maximum as a tagged value and allocate at every change.
 */
import type { LineEquations } from '../../circuit/circuit.js';
import type { FluidLaw } from '../../circuit/fluidLaw.js';
import type { PortType } from '../../equations/definition.js';
import type { LineTable, PartitionLayout } from '../../network/layout.js';
import { chunkWords, type Lent } from '../../network/lineTables.js';

/** What an error of a line is multiplied with, by the type of its ports, to be one of pressure: the reference pressure error over theirs. */
export type ErrorScale = Readonly<Record<PortType, number>>;

/**
 * Part of one end in the error of a line's mean, |move - move₋ Δ/Δ₋|: what the curvature of its course makes in the step. The move is (1-α) Σ (p - C) over both
 * ends; `expected` is what half of Σ p would be, had it moved on as in the last accepted step.
 */
export const meanError = (p: string, expected: string, beta: string): string => `${beta} * (${p} - ${expected})`;

/**
 * Text of the function that writes the partition's largest error and its line, the lowest of several; a NaN is no error: the kernels have told of it.
 * Called once with `share` 0 before it is called
 * with 1: V8 compiles a long loop while it runs for the first time, and would give up at the statements behind it, which it has not seen yet, at every
 * call anew (measured: five times slower).
 */
export function errorText(
  { p, tables }: Pick<PartitionLayout, 'p' | 'tables'>,
  words: { readonly error: number; readonly errorLine: number },
  scale: ErrorScale,
  { fixedStep, sharedFilter, judgesMeans }: LineLoops,
): string {
  if (fixedStep) return `function errors(share) { F[${words.error}] = -0.5; F[${words.errorLine}] = -1; }`;
  /** Statements for one line, which give its error `e`. */
  const error = ({ type, expected, filter }: LineTable, a: string, b: string, row: string): string => {
    const scaled = (e: string): string => (scale[type] === 1 ? e : `${scale[type]} * ${e}`);
    const beta = sharedFilter === null ? `(1 - F[${filter} + ${row}])` : String(1 - sharedFilter);
    const part = (end: string): string => meanError(`F[${p} + ${end}]`, `F[${expected} + ${row}]`, beta);
    const between = `Math.abs(F[${p} + ${a}] - F[${p} + ${b}])`;
    if (!judgesMeans) return `const e = ${scaled(between)};`;
    return `const between = ${between}, mean = Math.abs(${part(a)} + ${part(b)}), e = ${scaled('(mean > between ? mean : between)')};`;
  };
  const own = tables.filter((t) => t.inner > 0);
  const largest = own.map((table) => {
    const { chunks, maxima } = table;
    return `
  for (let k = 0; k < ${chunks.count} * share; k++) {
    const at = (${chunks.at} + ${chunkWords} * k) | 0;
    const a = I[at], b = I[at + 1], first = I[at + 2], count = I[at + 3];
    let chunk = -0.5;
    lanes: for (let l = 0; l < count; l++) {
      ${error(table, 'a + l', 'b + l', 'first + l')}
      chunk = e > chunk ? e : chunk;
    }
    F[${maxima} + k] = chunk;
    if (chunk > worst) worst = chunk;
  }`;
  });
  const whose = own.map((table) => {
    const { chunks, maxima, numbers } = table;
    return `
  for (let k = 0; k < ${chunks.count} * share; k++) {
    if (F[${maxima} + k] === worst) {
      const at = (${chunks.at} + ${chunkWords} * k) | 0;
      const a = I[at], b = I[at + 1], first = I[at + 2], count = I[at + 3];
      for (let l = 0; l < count; l++) {
        ${error(table, 'a + l', 'b + l', 'first + l')}
        if (e === worst && (line < 0 || I[${numbers} + first + l] < line)) line = I[${numbers} + first + l];
      }
    }
  }`;
  });
  const scattered = own.map((table) => {
    const { covered, inner, endA, endB, numbers } = table;
    return `
  for (let l = ${covered}; l < ${covered} + ${inner - covered} * share; l++) {
    const a = I[${endA} + l], b = I[${endB} + l];
    ${error(table, 'a', 'b', 'l')}
    if (e >= worst && (e > worst || line < 0 || I[${numbers} + l] < line)) { worst = e; line = I[${numbers} + l]; }
  }`;
  });
  return `function errors(share) {
  let worst = -0.5, line = -1 | 0;${largest.join('')}${whose.join('')}${scattered.join('')}
  F[${words.error}] = worst; F[${words.errorLine}] = line;
}`;
}

/** Offsets of the decision words that the loops read: next step, and the step that was accepted last. */
export interface StepWords {
  readonly step: number;
  readonly lastStep: number;
}

/** How a line of a table is addressed: its own row, its ends, volumes lent at them. */
interface Names {
  readonly row: string;
  readonly a: string;
  readonly b: string;
  readonly lentA: string | null;
  readonly lentB: string | null;
}

/** Chunks by what is lent (each a loop in lanes), then the scattered lines; `body` is the text for one line. */
function overLines(table: LineTable, body: (names: Names) => string): string {
  const { chunks, covered, lines, endA, endB, volumeA, volumeB } = table;
  const hasLent = table.form !== 'fixed';
  const chunk = (lent: Lent): Names => ({
    row: 'first + l',
    a: 'a + l',
    b: 'b + l',
    lentA: lent === 'from' || lent === 'both' ? 'F[lentA + l]' : null,
    lentB: lent === 'to' || lent === 'both' ? 'F[lentB + l]' : null,
  });
  const scattered: Names = {
    row: 'l',
    a: 'a',
    b: 'b',
    lentA: hasLent ? `F[I[${volumeA} + l]]` : null,
    lentB: hasLent ? `F[I[${volumeB} + l]]` : null,
  };
  const loops = chunks.groups.map(
    ({ lent, from, to }) => `
  for (let k = ${chunks.at + chunkWords * from}; k < ${chunks.at + chunkWords * to}; k = k + ${chunkWords}) {
    const a = I[k], b = I[k + 1], first = I[k + 2], count = I[k + 3]${hasLent ? ', lentA = I[k + 4], lentB = I[k + 5]' : ''};
    lanes: for (let l = 0; l < count; l++) {${body(chunk(lent))}
    }
  }`,
  );
  return `${loops.join('')}
  for (let l = ${covered}; l < ${lines.length}; l++) {
    const a = I[${endA} + l], b = I[${endB} + l];${body(scattered)}
  }`;
}

/** Rounds of Newton's method at most; content that is off by less than the first ends them, by less than the second is rounding. */
const inversion = { rounds: 30, close: 1e-6, rounding: 4e-16 };
/** Of the mean beyond the span from the one before to that of the exchange, in parts of it and Pa; of the stiffness for which a flow is kept, a step; of Z'/Z with which the mean's last move goes on. */
const bounds = { beyond: 0.25, atLeast: 5000, stiffening: 1.2, ratio: 2 };

/** The mean `p` of a line of the fluid's law and its 1/B there, from the mean `m` of the exchange, which has `moved` from the one before. */
function lawText({ mean, stored, wall, compliance, content }: LineTable, row: string, law: FluidLaw): string {
  const own = law.text('p');
  return `
    const before = F[${mean} + ${row}], risen = F[${compliance} + ${row}] * moved, wall = F[${wall} + ${row}];
    const content = F[${content} + ${row}] + risen * during;
    F[${stored} + ${row}] = F[${stored} + ${row}] + 0.5 * (v + had) * (content - F[${content} + ${row}]) / series;
    F[${content} + ${row}] = content;
    let p = m, compliance = 0;
    for (let round = 0; round < ${inversion.rounds}; round++) {
      ${own.lines.join('\n      ')}
      const off = ${own.content} + wall * p - content, far = Math.abs(off);
      compliance = ${own.compliance} + wall;
      p = far > ${inversion.rounding} ? p - off / compliance : p;
      if (far < ${inversion.close}) break;
    }
    const room = ${bounds.beyond} * Math.abs(moved) + ${bounds.atLeast};
    p = Math.max(Math.min(m, before) - room, Math.min(Math.max(m, before) + room, p));
    F[${compliance} + ${row}] = compliance;`;
}

/** What the loops over lines are made for. */
export interface LineLoops {
  /** α, where it is the same in all lines. */
  readonly sharedFilter: number | null;
  readonly fixedStep: boolean;
  /** Whether steps are judged by what the means do, too. */
  readonly judgesMeans: boolean;
  readonly law: FluidLaw | null;
  readonly form: LineEquations;
  /** Pa. */
  readonly vapourPressure: number;
}

/**
 * α and what follows from it, for a whole loop or for a line: `lead`, what is taken from both ends in parts of the mean's last move, where volumes are fixed, or what
 * stands before Z'/Z there; `ahead`, half of what the ends' pressures move on by.
 */
const filterText = (alpha: string, { form }: LineTable, { fixedStep, judgesMeans }: LineLoops): string => {
  const bounded = form === 'fixed' && !fixedStep ? ` * Math.min(${bounds.ratio}, ratio)` : '';
  const ahead = judgesMeans && !fixedStep ? ', ahead = 0.5 * ratio / beta' : '';
  return `const alpha = ${alpha}, beta = 1 - alpha, lead = 0.5 * alpha / beta${bounded}${ahead};`;
};

/**
 * C of both ends from mean `m`, half difference `d` of the new Z and the last move of the mean, and what is expected of the next; `ratio`: Z'/Z of a
 * volume that changes.
 */
function characteristicsText(
  c: number,
  { type, expected }: LineTable,
  { row, a, b }: Names,
  { form, vapourPressure, fixedStep, judgesMeans }: LineLoops,
  m: string,
  moved: string,
  ratio: string | null,
): string {
  const expects =
    judgesMeans && !fixedStep ? (low: string): string => `\n    F[${expected} + ${row}] = ${low} + ahead * ${moved};` : () => '';
  if (form === 'thesis') return `F[${c} + ${a}] = ${m} + d; F[${c} + ${b}] = ${m} - d;${expects(m)}`;
  const below = `${m} - lead * ${moved}${ratio === null ? '' : ` * Math.min(${bounds.ratio}, ${ratio})`}`;
  // Comparisons, which take one instruction in lanes where Math.min and Math.max take six.
  const bounded = `floor = Math.abs(d) + ${vapourPressure}, least = ${m} < floor ? ${m} : floor, low = below < least ? least : below`;
  return `const below = ${below}, ${type === 'hydraulic' ? bounded : 'low = below'};
    F[${c} + ${a}] = low + d; F[${c} + ${b}] = low - d;${expects('low')}`;
}

/** Text of one table's loop after an accepted step. With a fixed volume Z'/Z is the ratio of the steps, one number for all lines; so is the filter α where it is the same everywhere. */
export function acceptLinesText(
  { c, z, w }: Pick<PartitionLayout, 'c' | 'z' | 'w'>,
  table: LineTable,
  { step, lastStep }: StepWords,
  loops: LineLoops,
): string {
  const { mean, half, move, stiffness, impedance, ownVolume, volume, modulus, bulkModulus, stored, filter } = table;
  const { sharedFilter, fixedStep, law, form } = loops;
  const isLaw = table.form === 'law';
  const ledger = (row: string): string =>
    `\n    F[${stored} + ${row}] = F[${stored} + ${row}] + ${form === 'thesis' ? 'had * (m' : '0.5 * (v + had) * (m'} - F[${mean} + ${row}]) / (${form === 'thesis' ? '' : 'series * '}F[${bulkModulus} + ${row}]);`;
  const isFixed = table.form === 'fixed';
  const grown = ({ row, lentA, lentB }: Names): string => `
    const v = F[${ownVolume} + ${row}]${lentA ? ` + ${lentA}` : ''}${lentB ? ` + ${lentB}` : ''}, had = F[${volume} + ${row}];
    const over = 1 / (v + had), u = (v - had) * over, square = u * u, series = 1 + square * (${1 / 3} + 0.2 * square), during = 2 * had * over * series;`;
  const volumes = ({ row, a }: Names): string => `${isLaw ? lawText(table, row, law as FluidLaw) : ledger(row)}
    F[${volume} + ${row}] = v;
    const left = v > 0 ? v : 0 / 0;
    const s = ${isLaw ? '1 / (beta * left * compliance)' : `F[${modulus} + ${row}] / left`}, z = ${isLaw ? `Math.max(F[${z} + ${a}], s * F[${lastStep}] / ${bounds.stiffening})` : `F[${z} + ${a}]`};${fixedStep ? '' : `\n    F[${stiffness} + ${row}] = s; F[${impedance} + ${row}] = z;`}
    const next = step * s, change = next / z, d = change * h;`;
  const fixed = ({ row }: Names): string =>
    fixedStep ? '\n    const d = h;' : `\n    const next = step * F[${stiffness} + ${row}], d = ratio * h;`;
  const storesImpedance = !isFixed || !fixedStep;
  const kept = isLaw ? 'p' : 'm';
  const means =
    form === 'thesis'
      ? (row: string) => `m = 0.5 * sum + beta * rise, moved = m - F[${mean} + ${row}]`
      : (row: string) => `moved = beta * rise, m = F[${mean} + ${row}] + moved${isFixed ? '' : ' * during'}`;
  return `function acceptLines() {
  const step = F[${step}], ratio = step / F[${lastStep}];${sharedFilter === null ? '' : `\n  ${filterText(String(sharedFilter), table, loops)}`}${overLines(
    table,
    (names) => `${sharedFilter === null ? `\n    ${filterText(`F[${filter} + ${names.row}]`, table, loops)}` : ''}
    const ca = F[${c} + ${names.a}], cb = F[${c} + ${names.b}], wa = F[${w} + ${names.a}], wb = F[${w} + ${names.b}];
    const sum = ca + cb, rise = 0.5 * (wa + wb - sum);${isFixed ? '' : grown(names)}
    const ${means(names.row)}, h = 0.5 * (alpha * (ca - cb) + beta * (wb - wa));${isFixed ? fixed(names) : volumes(names)}
    F[${mean} + ${names.row}] = ${kept}; F[${half} + ${names.row}] = h; F[${move} + ${names.row}] = moved;
    ${characteristicsText(c, table, names, loops, kept, 'moved', isFixed ? null : 'change')}${storesImpedance ? ` F[${z} + ${names.a}] = next; F[${z} + ${names.b}] = next;` : ''}`,
  )}
}`;
}

/** Text of one table's loop after a rejected step. */
export function rejectLinesText(
  { c, z }: Pick<PartitionLayout, 'c' | 'z'>,
  table: LineTable,
  { step, lastStep }: StepWords,
  loops: LineLoops,
): string {
  const { stiffness, impedance, half, mean, move, filter } = table;
  const { sharedFilter } = loops;
  const isFixed = table.form === 'fixed';
  return `function rejectLines() {
  const step = F[${step}], ratio = step / F[${lastStep}];${sharedFilter === null ? '' : `\n  ${filterText(String(sharedFilter), table, loops)}`}${overLines(
    table,
    (names) => `${sharedFilter === null ? `\n    ${filterText(`F[${filter} + ${names.row}]`, table, loops)}` : ''}
    const next = step * F[${stiffness} + ${names.row}]${isFixed ? '' : `, change = next / F[${impedance} + ${names.row}]`}, d = ${isFixed ? 'ratio' : 'change'} * F[${half} + ${names.row}], m = F[${mean} + ${names.row}];
    ${characteristicsText(c, table, names, loops, 'm', `F[${move} + ${names.row}]`, isFixed ? null : 'change')}
    F[${z} + ${names.a}] = next; F[${z} + ${names.b}] = next;`,
  )}
}`;
}

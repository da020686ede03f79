/**
 * Text of the loops over capacitive lines (Burton 1994 §3).
 *
 *     error     e = |p_a - p_b|                                                                    (3.28)
 *     exchange  C_a' = α C_a + (1-α) w_b,  C_b' = α C_b + (1-α) w_a                                (3.16)
 *     kept      mean = ½(C_a' + C_b'),  half = ½(C_a' - C_b'),  with the step's own Z
 *     new Z     Z' = Δ' Be / ((1-α) V')  and  C = mean ± (Z'/Z) half                               (3.25)-(3.27)
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
import type { FluidLaw } from '../../circuit/fluidLaw.js';
import type { PortType } from '../../equations/definition.js';
import type { LineTable, PartitionLayout } from '../../network/layout.js';
import { chunkWords, type Lent } from '../../network/lineTables.js';

/** What an error of a line is multiplied with, by the type of its ports, to be one of pressure: the reference pressure error over theirs. */
export type ErrorScale = Readonly<Record<PortType, number>>;

/**
 * Text of the function that writes the partition's largest error and its line, the lowest of several; a NaN is no error: the kernels have told of it.
 * Called once with `share` 0 before it is called
 * with 1: V8 compiles a long loop while it runs for the first time, and would give up at the statements behind it, which it has not seen yet, at every
 * call anew (measured: five times slower).
 */
export function errorText(
  { p, tables }: Pick<PartitionLayout, 'p' | 'tables'>,
  words: { error: number; errorLine: number },
  fixedStep: boolean,
  scale: ErrorScale,
): string {
  if (fixedStep) return `function errors(share) { F[${words.error}] = -0.5; F[${words.errorLine}] = -1; }`;
  const difference = (type: PortType, a: string, b: string): string =>
    `${scale[type] === 1 ? '' : `${scale[type]} * `}Math.abs(F[${p} + ${a}] - F[${p} + ${b}])`;
  const own = tables.filter((t) => t.inner > 0);
  const largest = own.map(
    ({ type, chunks, maxima, covered, inner, endA, endB }) => `
  for (let k = 0; k < ${chunks.count} * share; k++) {
    const at = (${chunks.at} + ${chunkWords} * k) | 0;
    const a = I[at], b = I[at + 1], count = I[at + 3];
    let chunk = -0.5;
    lanes: for (let l = 0; l < count; l++) {
      const e = ${difference(type, 'a + l', 'b + l')};
      chunk = e > chunk ? e : chunk;
    }
    F[${maxima} + k] = chunk;
    if (chunk > worst) worst = chunk;
  }
  for (let l = ${covered}; l < ${covered} + ${inner - covered} * share; l++) {
    const e = ${difference(type, `I[${endA} + l]`, `I[${endB} + l]`)};
    if (e > worst) worst = e;
  }`,
  );
  const whose = own.map(
    ({ type, chunks, maxima, covered, inner, endA, endB, numbers }) => `
  for (let k = 0; k < ${chunks.count} * share; k++) {
    if (F[${maxima} + k] === worst) {
      const at = (${chunks.at} + ${chunkWords} * k) | 0;
      const a = I[at], b = I[at + 1], first = I[at + 2], count = I[at + 3];
      for (let l = 0; l < count; l++) {
        if (${difference(type, 'a + l', 'b + l')} === worst && (line < 0 || I[${numbers} + first + l] < line)) line = I[${numbers} + first + l];
      }
    }
  }
  for (let l = ${covered}; l < ${covered} + ${inner - covered} * share; l++) {
    if (${difference(type, `I[${endA} + l]`, `I[${endB} + l]`)} === worst && (line < 0 || I[${numbers} + l] < line)) line = I[${numbers} + l];
  }`,
  );
  return `function errors(share) {
  let worst = -0.5, line = -1 | 0;${largest.join('')}${whose.join('')}
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
/** Of the mean beyond the span from the one before to that of the exchange, in parts of it and Pa; of the stiffness for which a flow is kept, a step. */
const bounds = { beyond: 0.25, atLeast: 5000, stiffening: 1.2 };

/** The mean `p` of a line of the fluid's law and its 1/B there, from the mean `m` of the exchange. */
function lawText({ mean, volume, stored, wall, compliance, content }: LineTable, row: string, law: FluidLaw): string {
  const own = law.text('p');
  return `
    const before = F[${mean} + ${row}], moved = m - before, risen = F[${compliance} + ${row}] * moved, wall = F[${wall} + ${row}];
    F[${stored} + ${row}] = F[${stored} + ${row}] + F[${volume} + ${row}] * risen;
    const content = F[${content} + ${row}] + risen;
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

/** Text of one table's loop after an accepted step. With a fixed volume Z'/Z is the ratio of the steps, one number for all lines; so is the filter α where it is the same everywhere. */
export function acceptLinesText(
  { c, z, w }: Pick<PartitionLayout, 'c' | 'z' | 'w'>,
  table: LineTable,
  { step, lastStep }: StepWords,
  sharedFilter: number | null,
  fixedStep: boolean,
  law: FluidLaw | null,
): string {
  const { mean, half, stiffness, impedance, ownVolume, volume, modulus, bulkModulus, stored, filter } = table;
  const isLaw = table.form === 'law';
  const ledger = (row: string): string =>
    `\n    F[${stored} + ${row}] = F[${stored} + ${row}] + (F[${volume} + ${row}] / F[${bulkModulus} + ${row}]) * (m - F[${mean} + ${row}]);`;
  const volumes = ({ row, a, lentA, lentB }: Names): string => `
    const v = F[${ownVolume} + ${row}]${lentA ? ` + ${lentA}` : ''}${lentB ? ` + ${lentB}` : ''};${isLaw ? lawText(table, row, law as FluidLaw) : ledger(row)}
    F[${volume} + ${row}] = v;
    const left = v > 0 ? v : 0 / 0;
    const s = ${isLaw ? '1 / (beta * left * compliance)' : `F[${modulus} + ${row}] / left`}, z = ${isLaw ? `Math.max(F[${z} + ${a}], s * F[${lastStep}] / ${bounds.stiffening})` : `F[${z} + ${a}]`};${fixedStep ? '' : `\n    F[${stiffness} + ${row}] = s; F[${impedance} + ${row}] = z;`}
    const next = step * s, d = (next / z) * h;`;
  const fixed = ({ row }: Names): string =>
    fixedStep ? '\n    const d = h;' : `\n    const next = step * F[${stiffness} + ${row}], d = ratio * h;`;
  const storesImpedance = table.form !== 'fixed' || !fixedStep;
  const kept = isLaw ? 'p' : 'm';
  return `function acceptLines() {
  const step = F[${step}], ratio = step / F[${lastStep}];${sharedFilter === null ? '' : `\n  const alpha = ${sharedFilter}, beta = 1 - alpha;`}${overLines(
    table,
    (names) => `${sharedFilter === null ? `\n    const alpha = F[${filter} + ${names.row}], beta = 1 - alpha;` : ''}
    const ca = alpha * F[${c} + ${names.a}] + beta * F[${w} + ${names.b}], cb = alpha * F[${c} + ${names.b}] + beta * F[${w} + ${names.a}];
    const m = 0.5 * (ca + cb), h = 0.5 * (ca - cb);${table.form === 'fixed' ? fixed(names) : volumes(names)}
    F[${mean} + ${names.row}] = ${kept}; F[${half} + ${names.row}] = h;
    F[${c} + ${names.a}] = ${kept} + d; F[${c} + ${names.b}] = ${kept} - d;${storesImpedance ? ` F[${z} + ${names.a}] = next; F[${z} + ${names.b}] = next;` : ''}`,
  )}
}`;
}

/** Text of one table's loop after a rejected step. */
export function rejectLinesText({ c, z }: Pick<PartitionLayout, 'c' | 'z'>, table: LineTable, { step, lastStep }: StepWords): string {
  const { stiffness, impedance, half, mean } = table;
  const ratio = ({ row }: Names): string => (table.form !== 'fixed' ? `next / F[${impedance} + ${row}]` : 'ratio');
  return `function rejectLines() {
  const step = F[${step}]${table.form !== 'fixed' ? '' : `, ratio = step / F[${lastStep}]`};${overLines(
    table,
    (names) => `
    const next = step * F[${stiffness} + ${names.row}], d = (${ratio(names)}) * F[${half} + ${names.row}], m = F[${mean} + ${names.row}];
    F[${c} + ${names.a}] = m + d; F[${c} + ${names.b}] = m - d; F[${z} + ${names.a}] = next; F[${z} + ${names.b}] = next;`,
  )}
}`;
}

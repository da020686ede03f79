/**
 * Text of the loops over capacitive lines (tlm.md §1). Each is a closure of its own with the offsets as constants, like the component kernels.
 *
 *     error     e = |p_a - p_b|                                                                    (3.28)
 *     exchange  C_a' = α C_a + (1-α) w_b,  C_b' = α C_b + (1-α) w_a                                (3.16)
 *     kept      mean = ½(C_a' + C_b'),  half = ½(C_a' - C_b'),  with the step's own Z
 *     new Z     Z' = Δ' Be / ((1-α) V')  and  C = mean ± (Z'/Z) half                               (3.25)-(3.27)
 *
 * -0.5 stands for no error yet: a whole number would let V8 keep the maximum as a tagged value and allocate at every change.
 * After a rejection only the last line runs, from the accepted (mean, half, Z, V).
 */
import type { LineTable, PartitionLayout } from '../network/layout.js';

/**
 * Text of the function that writes the partition's largest error. Called once with `share` 0 before it is
 * called with 1: V8 compiles a long loop while it runs for the first time, and would give up at the statements behind it, which it has not seen yet,
 * at every call anew (measured: five times slower).
 */
export function errorText(partition: PartitionLayout, words: { error: number; errorLine: number; notFinite: number }): string {
  const loops = partition.tables
    .filter((t) => t.inner > 0)
    .map(
      (t) => `
  max = -0.5; arg = 0;
  for (let l = 0; l < ${t.inner} * share; l++) {
    const e = Math.abs(F[${partition.p} + I[${t.endA} + l]] - F[${partition.p} + I[${t.endB} + l]]);
    if (!(e <= max)) { if (e === e) { max = e; arg = l; } else bad = l; }
  }
  number = I[${t.numbers} + arg];
  if (max > worst || (max === worst && number < line)) { worst = max; line = number; }`,
    );
  return `function errors(share) {
  let worst = -0.5, max = -0.5, line = -1 | 0, bad = -1 | 0, arg = 0 | 0, number = 0 | 0;${loops.join('')}
  F[${words.error}] = worst; F[${words.errorLine}] = line; F[${words.notFinite}] = bad;
}`;
}

/** Offsets of the master's words that the loops read: next step, and the step that was accepted last. */
export interface StepWords {
  readonly step: number;
  readonly lastStep: number;
}

/** Text of one table's loop after an accepted step. With a fixed volume Z'/Z is the ratio of the steps, one number for all lines; so is the filter α where it is the same everywhere. */
export function acceptLinesText(
  partition: PartitionLayout,
  table: LineTable,
  { step, lastStep }: StepWords,
  sharedFilter: number | null,
): string {
  const { c, z, w } = partition;
  const volume = `
    const v = F[${table.ownVolume} + l] + F[I[${table.volumeA} + l]] + F[I[${table.volumeB} + l]];
    F[${table.stored} + l] = F[${table.stored} + l] + (F[${table.volume} + l] / F[${table.bulkModulus} + l]) * (m - F[${table.mean} + l]);
    F[${table.volume} + l] = v;
    const s = F[${table.modulus} + l] / v, z = F[${z} + a];
    F[${table.stiffness} + l] = s; F[${table.impedance} + l] = z;
    const next = step * s, d = (next / z) * h;`;
  const fixed = `
    const next = step * F[${table.stiffness} + l], d = ratio * h;`;
  return `function acceptLines() {
  const step = F[${step}], ratio = step / F[${lastStep}];${sharedFilter === null ? '' : `\n  const alpha = ${sharedFilter}, beta = 1 - alpha;`}
  for (let l = 0; l < ${table.lines.length}; l++) {
    const a = I[${table.endA} + l], b = I[${table.endB} + l];
${sharedFilter === null ? `    const alpha = F[${table.filter} + l], beta = 1 - alpha;\n` : ''}    const ca = alpha * F[${c} + a] + beta * F[${w} + b], cb = alpha * F[${c} + b] + beta * F[${w} + a];
    const m = 0.5 * (ca + cb), h = 0.5 * (ca - cb);${table.variable ? volume : fixed}
    F[${table.mean} + l] = m; F[${table.half} + l] = h;
    F[${c} + a] = m + d; F[${c} + b] = m - d; F[${z} + a] = next; F[${z} + b] = next;
  }
}`;
}

/** Text of one table's loop after a rejected step. */
export function rejectLinesText(partition: PartitionLayout, table: LineTable, { step, lastStep }: StepWords): string {
  const { c, z } = partition;
  const ratio = table.variable ? `next / F[${table.impedance} + l]` : 'ratio';
  return `function rejectLines() {
  const step = F[${step}]${table.variable ? '' : `, ratio = step / F[${lastStep}]`};
  for (let l = 0; l < ${table.lines.length}; l++) {
    const a = I[${table.endA} + l], b = I[${table.endB} + l];
    const next = step * F[${table.stiffness} + l], d = (${ratio}) * F[${table.half} + l], m = F[${table.mean} + l];
    F[${c} + a] = m + d; F[${c} + b] = m - d; F[${z} + a] = next; F[${z} + b] = next;
  }
}`;
}

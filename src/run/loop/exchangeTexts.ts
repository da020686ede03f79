/**
 * Texts of the exchange across capacitive lines between partitions that meet every H only, each with a whole number n of steps of its own in H
 * (Burton 1994, appended paper on the two-actuator circuit with fixed steps: data exchange every 100 µs, different steps in different partitions).
 *
 * Between meetings the characteristics that arrive from the other side are held. What is printed there gives each side the impedance of its own step,
 * Z = Δ/C, passes on the last wave and adjusts it by the ratio of the impedances. Such a line does not keep its oil: with one end closed and a flow q
 * into the other it rises by ½(Z_a + Z_b) q in H where it should by (H/C) q; with ten steps of H/10 on both sides it is ten times as large as it is.
 * So here a line that is cut works at the step H on both sides, whatever their own are; only what leaves is a mean:
 *
 *     Z = H/((1-α) C)          p = C_a + Zq in every step,   C_a held          w̄_a = (1/n) Σ (p + Zq) over the steps since the last meeting
 *     C_a' = α C_a + (1-α) w̄_b,  C_b' = α C_b + (1-α) w̄_a                      hence  S' - S = (H/C)(q̄_a + q̄_b),  S = ½(C_a + C_b)
 *
 * exactly, and no oil is made or lost, however different the steps; volumes that components lend, and the fluid's law, count as they are at the meeting. Both
 * sides have the same Z: nothing is scaled. The line is a delay of H and passive for any H (a mean carries no more than its parts), with the parasitic
 * inertance of the step H, H²/C (3.14), and the error of that step: of order 1 in H with the filter, of order 2 without. At n = 1 on all sides it is the strict run.
 */
import { mailStride } from '../../blocks/decision.js';
import type { List } from './partitionTexts.js';

/** Whole numbers of a cut line in the list: w of the own end and of the ghost of the other, volumes of both (-1: none is lent there), slots, sum. */
const heldWords = 7;

const each = ({ at, count }: List, body: string): string =>
  `  for (let k = ${at}; k < ${at + heldWords * count}; k = k + ${heldWords}) {\n${body}\n  }`;

/** Text of `hold()`: after each own step. */
export const holdText = (held: List): string =>
  `function hold() {
${each(held, '    const sum = I[k + 6];\n    F[sum] = F[sum] + F[I[k]];')}
}`;

/** Text of `sendMeans(parity)`: before the meeting, after `steps` steps. */
export const sendMeansText = (held: List, steps: number): string =>
  `function sendMeans(parity) {
${each(held, `    const slot = I[k + 4] + ${mailStride} * parity, sum = I[k + 6];\n    F[slot + 1] = F[sum] / ${steps};\n    F[slot + 2] = F[I[k + 2]];\n    F[sum] = 0;`)}
}`;

/** Text of `exchange(parity)`: after the meeting; `accept` are the loops over the lines. */
export const exchangeText = (held: List, accept: readonly string[]): string =>
  `function exchange(parity) {
${each(
  held,
  `    const own = I[k + 4] + ${mailStride} * parity, other = I[k + 5] + ${mailStride} * parity, volume = I[k + 3];
    F[I[k]] = F[own + 1];
    F[I[k + 1]] = F[other + 1];
    if (volume >= 0) F[volume] = F[other + 2];`,
)}
${accept.map((as) => `  ${as}();`).join('\n')}
}`;

/**
 * Exchange across capacitive lines between partitions that meet every H only, each with a whole number n of steps of its own in H
 * (Burton 1994, appended paper on the two-actuator circuit with fixed steps: data exchange every 100 µs, different steps in different partitions).
 *
 * Between synchronisations the characteristics that arrive from the other side are held. What is printed there gives each side the impedance of its own step,
 * Z = Δ/C, passes on the last wave and adjusts it by the ratio of the impedances. Such a line does not keep its oil: with one end closed and a flow q
 * into the other it rises by ½(Z_a + Z_b) q in H where it should by (H/C) q; with ten steps of H/10 on both sides it is ten times as large as it is.
 * So here a line that is cut works at the step H on both sides, whatever their own are; only what leaves is a mean:
 *
 *     Z = H/((1-α) C)          p = C_a + Zq in every step,   C_a held          w̄_a = (1/n) Σ (p + Zq) over the steps since the last synchronisation
 *     C_a' = α C_a + (1-α) w̄_b,  C_b' = α C_b + (1-α) w̄_a                      hence  S' - S = (H/C)(q̄_a + q̄_b),  S = ½(C_a + C_b)
 *
 * exactly, and no oil is made or lost, however different the steps; volumes that components lend, and the fluid's law, count as they are at the synchronisation. Both
 * sides have the same Z: nothing is scaled. The line is a delay of H and passive for any H (a mean carries no more than its parts), with the parasitic
 * inertance of the step H, H²/C (3.14), and the error of that step: of order 1 in H with the filter, of order 2 without. At n = 1 on all sides it is the strict run.
 */

export interface HeldOffsets {
  /** List (I), seven words a cut line: w of the own end and of the other, volumes of both (-1: the other lends none), places of both in the exchange, sum of the waves. */
  readonly held: number;
  readonly heldCount: number;
  /** n */
  readonly steps: number;
  /** Places within an end's words in the exchange (cutLines.step.ts). */
  readonly slotStride: number;
  readonly slotWave: number;
  readonly slotVolume: number;
  /** The loops over the lines that are cut. */
  readonly acceptHeld: () => void;
}

/** After each own step: the wave that leaves, summed. */
export function hold(F: Float64Array, I: Int32Array, o: HeldOffsets): void {
  for (let k = 0; k < 7 * o.heldCount; k = k + 7) {
    const sum = I[o.held + 6 + k];
    F[sum] = F[sum] + F[I[o.held + k]];
  }
}

/** Before the synchronisation, after n steps. */
export function sendMeans(F: Float64Array, I: Int32Array, o: HeldOffsets, parity: number): void {
  for (let k = 0; k < 7 * o.heldCount; k = k + 7) {
    const slot = I[o.held + 4 + k] + o.slotStride * parity;
    const sum = I[o.held + 6 + k];
    F[slot + o.slotWave] = F[sum] / o.steps;
    F[slot + o.slotVolume] = F[I[o.held + 2 + k]];
    F[sum] = 0;
  }
}

/** After the synchronisation. */
export function exchange(F: Float64Array, I: Int32Array, o: HeldOffsets, parity: number): void {
  for (let k = 0; k < 7 * o.heldCount; k = k + 7) {
    const own = I[o.held + 4 + k] + o.slotStride * parity;
    const other = I[o.held + 5 + k] + o.slotStride * parity;
    const volume = I[o.held + 3 + k];
    F[I[o.held + k]] = F[own + o.slotWave];
    F[I[o.held + 1 + k]] = F[other + o.slotWave];
    if (volume >= 0) F[volume] = F[other + o.slotVolume];
  }
  o.acceptHeld();
}

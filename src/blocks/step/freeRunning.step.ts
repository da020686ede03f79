/**
 * One partition that runs by itself until the threads meet: its own steps, its own decision words. Which of its planes is the accepted one
 * follows from the steps that it has accepted, so partitions may take different numbers of steps, and any thread may run any of them.
 */

export interface FreeRunningOffsets {
  /** Plane that is the accepted one at t = 0. */
  readonly startPlane: number;
  /** Steps to the synchronisation, where these are fixed. */
  readonly steps: number;
  /** Whether lines to others hold what came across meanwhile. */
  readonly holds: boolean;
  /** Decision words of the partition. */
  readonly accepted: number;
  readonly synchronisations: number;
  readonly verdict: number;
  /** Value of the verdict. */
  readonly acceptVerdict: number;
  /** Outcomes of decisions. */
  readonly goOn: number;
  readonly failed: number;
  /** Phases of the partition. */
  readonly receiveAndRecord: (plane: number) => void;
  readonly attempt: (plane: number, parity: number) => void;
  readonly decide: (parity: number) => number;
  readonly accept: (plane: number, parity: number) => void;
  readonly reject: () => void;
  readonly keep: () => void;
  readonly hold: () => void;
  readonly sendMeans: (parity: number) => void;
}

/** Up to `steps` fixed steps; gives the outcome of the last. */
export function runSteps(F: Float64Array, _I: Int32Array, o: FreeRunningOffsets, parity: number): number {
  let plane = (o.startPlane + (F[o.accepted] | 0)) % 2;
  let outcome = o.goOn | 0;
  for (let s = 0; s < o.steps && outcome === o.goOn; s++) {
    o.receiveAndRecord(plane);
    o.attempt(plane, parity);
    outcome = o.decide(parity);
    if (outcome !== o.failed) {
      plane = 1 - plane;
      // The last of a call of the loop, perhaps.
      if (s === o.steps - 1 || outcome !== o.goOn) o.keep();
      o.accept(plane, parity);
      if (o.holds) o.hold();
    }
  }
  if (o.holds) o.sendMeans(parity);
  return outcome;
}

/** Attempts with steps of the partition's own until the synchronisation, rejected ones too; gives the outcome of the last. */
export function runToSynchronisation(F: Float64Array, _I: Int32Array, o: FreeRunningOffsets, parity: number): number {
  const synchronisations = F[o.synchronisations];
  let plane = (o.startPlane + (F[o.accepted] | 0)) % 2;
  let outcome = o.goOn | 0;
  while (outcome === o.goOn && F[o.synchronisations] === synchronisations) {
    o.receiveAndRecord(plane);
    o.attempt(plane, parity);
    outcome = o.decide(parity);
    if (outcome !== o.failed) {
      if (F[o.verdict] === o.acceptVerdict) {
        plane = 1 - plane;
        o.accept(plane, parity);
      } else o.reject();
    }
  }
  return outcome;
}

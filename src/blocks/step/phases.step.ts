/**
 * Phases of one partition. They read the decision words, the partition's own columns and the exchange of its cut lines; they write its own columns,
 * its words and its places in the exchange. They allocate nothing, throw nothing, read no clock and know no Atomics; the step loop (loop.step.ts) synchronises between them.
 */

export interface KernelOffsets {
  /** Word that tells which batch was entered last. */
  readonly phase: number;
  readonly batch: number;
  /** Whether nothing that it gives ever changes: it is evaluated at t = 0 only. */
  readonly idle: boolean;
  readonly kernel: (plane: number) => void;
}

/** One batch of components. */
export function runKernel(F: Float64Array, _I: Int32Array, o: KernelOffsets, plane: number, start: number): void {
  if (!o.idle || start > 0) {
    F[o.phase] = o.batch;
    o.kernel(plane);
  }
}

export interface ComponentOffsets {
  /** Words of the partition. */
  readonly event: number;
  readonly failed: number;
  readonly notFinite: number;
  readonly hasCavity: number;
  /** All batches in their order. */
  readonly kernels: (plane: number, start: number) => void;
}

/** Components only; `start` is 1 at t = 0, when those that rest are evaluated too. */
export function components(F: Float64Array, _I: Int32Array, o: ComponentOffsets, plane: number, start: number): void {
  F[o.event] = 1e300;
  F[o.failed] = 0;
  F[o.notFinite] = -1;
  F[o.hasCavity] = 0;
  o.kernels(plane, start);
}

export interface OuterOffsets extends ComponentOffsets {
  /** See PartitionOffsets; of ends of lines to other partitions. */
  readonly send: (parity: number) => void;
  readonly publish: (share: number) => void;
}

/**
 * Where a rank posts its messages before all components are computed: those at lines to other partitions, with what drives them, and all that goes to the others. Then come the
 * other components, with the rest of the attempt.
 */
export function outer(F: Float64Array, _I: Int32Array, o: OuterOffsets, plane: number, parity: number): void {
  F[o.event] = 1e300;
  F[o.failed] = 0;
  F[o.notFinite] = -1;
  F[o.hasCavity] = 0;
  o.kernels(plane, 0);
  o.send(parity);
  o.publish(1);
}

/** The other components. */
export function inner(_F: Float64Array, _I: Int32Array, o: Pick<ComponentOffsets, 'kernels'>, plane: number, start: number): void {
  o.kernels(plane, start);
}

/** Functions that the phases call: one after the other, none where a partition has no such rows. */
export interface PartitionOffsets {
  /** Words of the partition. */
  readonly event: number;
  readonly failed: number;
  readonly notFinite: number;
  readonly broken: number;
  readonly overfull: number;
  readonly highest: number;
  readonly error: number;
  readonly errorLine: number;
  /** Decision words. */
  readonly accepted: number;
  readonly recordRow: number;
  /** Where it publishes for the decision. */
  readonly publishedStride: number;
  readonly toError: number;
  readonly toErrorLine: number;
  readonly toBad: number;
  readonly toEvent: number;
  /** Pa; a highest pressure above it ends the run. */
  readonly pressureLimit: number;
  /** Whether a cavity that is larger than its room ends the run. */
  readonly endsOverfull: boolean;
  /** Whether pressures are looked at now and then, and accepted steps from look to look. */
  readonly looks: boolean;
  readonly lookEvery: number;
  readonly components: (plane: number, start: number) => void;
  /** Exchange with other partitions (exchange/cutLines.step.ts). */
  readonly send: (parity: number) => void;
  readonly fetch: (parity: number) => void;
  /** Of lines, after the components; they raise the error. Then of states. */
  readonly errors: () => void;
  readonly stateErrors: () => void;
  /** Of wave lines: what leaves, what arrives, and mean pressures where these are recorded. `share` is 1. */
  readonly publish: (share: number) => void;
  readonly receive: (share: number) => void;
  readonly means: (share: number) => void;
  readonly crossings: (turn: number) => void;
  /** Of capacitive lines. */
  readonly acceptLines: () => void;
  readonly rejectLines: () => void;
  readonly extremes: () => void;
  /** Flows into fixed pressures (kinds/directFlows.step.ts); cavities (kinds/cavityReports.step.ts). */
  readonly integrate: () => void;
  readonly reportCavities: (plane: number) => void;
  /** Observers (kept/observer.ts) by the point of a step; of those that need them mean pressures of wave lines come first. */
  readonly observeLook: (plane: number) => void;
  readonly observeAccept: () => void;
  readonly observes: boolean;
  readonly verdict: number;
  readonly acceptVerdict: number;
  readonly observedMeans: (share: number) => void;
  readonly observeReceive: (plane: number) => void;
  readonly observeRow: () => void;
  /** A recorded row (kept/rows.step.ts, kept/exactRows.step.ts). */
  readonly record: (plane: number, row: number) => void;
  readonly judge: (plane: number) => void;
}

/**
 * Components and own line errors from the accepted plane; publishes waves, the exchange and what a decision needs, at the places of this attempt's parity. What
 * is known after the components is written then: the other cores have given up those cache lines when the thread arrives. The error begins at -0.5: a whole number
 * would let V8 keep it as a tagged value and allocate at every change.
 */
export function attempt(F: Float64Array, _I: Int32Array, o: PartitionOffsets, plane: number, parity: number): void {
  o.components(plane, 0);
  const turn = o.publishedStride * parity;
  F[o.toEvent + turn] = F[o.event];
  o.send(parity);
  F[o.error] = -0.5;
  F[o.errorLine] = -1;
  o.errors();
  o.publish(1);
  o.stateErrors();
  o.crossings(turn);
  F[o.toError + turn] = F[o.error];
  F[o.toErrorLine + turn] = F[o.errorLine];
  const fails = F[o.failed] !== 0 || F[o.notFinite] >= 0 || F[o.broken] !== 0;
  const ends = F[o.highest] > o.pressureLimit || (o.endsOverfull && F[o.overfull] !== 0);
  F[o.toBad + turn] = ends ? 2 : fails ? 1 : 0;
}

export interface KeepOffsets {
  readonly keepLines: () => void;
}

/** Before `accept` of the attempt with which a call of the loop ends, at fixed steps. */
export function keep(_F: Float64Array, _I: Int32Array, o: KeepOffsets): void {
  o.keepLines();
}

/** The exchange, lines and reporting after acceptance; `plane` is the newly accepted one. */
export function accept(F: Float64Array, _I: Int32Array, o: PartitionOffsets, plane: number, parity: number): void {
  o.fetch(parity);
  o.acceptLines();
  if (o.looks) {
    if ((F[o.accepted] | 0) % o.lookEvery === 0) {
      o.extremes();
      o.observeLook(plane);
    }
  }
  o.integrate();
  o.reportCavities(plane);
  o.observeAccept();
}

/** Waves that arrive, and the record: after an accepted step, when the partitions that the waves come from have published. */
export function receiveAndRecord(F: Float64Array, _I: Int32Array, o: PartitionOffsets, plane: number): void {
  o.receive(1);
  if (o.observes) {
    if (F[o.verdict] === o.acceptVerdict && F[o.accepted] > 0) {
      o.observedMeans(1);
      o.observeReceive(plane);
    }
  }
  const row = F[o.recordRow] | 0;
  if (row >= 0) {
    o.means(1);
    o.record(plane, row);
    o.judge(plane);
    o.observeRow();
  }
}

/** Compensation for the new step from the accepted state. */
export function reject(_F: Float64Array, _I: Int32Array, o: PartitionOffsets): void {
  o.rejectLines();
}

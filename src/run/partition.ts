/**
 * One partition at work. Reads the decision words, its own columns, the mail of its cut lines and the rings of leaving waves; writes its own columns,
 * its words, its mail and its rings.
 * The phases allocate nothing, throw nothing, read no clock and know no Atomics; the drivers call them and synchronise between them.
 */
import { javascriptFunction } from '../equations/javascript.js';
import { mailStride } from './mail.js';
import type { PartitionProgram } from './program.js';

export interface PartitionPhases {
  /** Components and own line errors from the accepted plane; publishes to the mail of this attempt's parity. */
  attempt(plane: number, parity: number): void;
  /** Mail, exchange, compensation, record. `plane` is the newly accepted one. */
  accept(plane: number, parity: number): void;
  /** Compensation for the new step from the accepted state. */
  reject(): void;
  /** Components only: the evaluation at t = 0. */
  components(plane: number): void;
}

type KernelFunction = (plane: number) => void;
type Phase = () => void;
type SharedPhase = (share: number) => void;

/** Compiles a partition's texts over the shared memory. */
export function createPartition(program: PartitionProgram, F: Float64Array, I: Int32Array): PartitionPhases {
  const kernels: KernelFunction[] = program.kernels.map((k) => javascriptFunction(k.text, 'kernel', F, I));
  const batches = Int32Array.from(program.kernels, (k) => k.batch);
  const errors = javascriptFunction(program.errors, 'errors', F, I);
  errors(0);
  const acceptLines: Phase[] = program.accept.map((text) => javascriptFunction(text, 'accept', F, I));
  const rejectLines: Phase[] = program.reject.map((text) => javascriptFunction(text, 'reject', F, I));
  const wavePhase = (text: string | null | undefined, name: string): SharedPhase | null => {
    if (!text) return null;
    const phase: SharedPhase = javascriptFunction(text, name, F, I);
    phase(0);
    return phase;
  };
  const publish = wavePhase(program.waves?.publish, 'publish');
  const receiveWaves = wavePhase(program.waves?.receive, 'receive');
  const means = wavePhase(program.waves?.means, 'means');
  const send = Int32Array.from(program.send.flat());
  const receive = Int32Array.from(program.receive.flat());
  const direct = Int32Array.from(program.direct.flat());
  const record = Int32Array.from(program.record.flat());
  const { words, decision, zero } = program;

  function components(plane: number): void {
    F[words.event] = 1e300;
    F[words.failed] = 0;
    for (let k = 0; k < kernels.length; k++) {
      F[words.phase] = batches[k] as number;
      (kernels[k] as KernelFunction)(plane);
    }
  }

  function attempt(plane: number, parity: number): void {
    components(plane);
    errors(1);
    if (publish !== null) publish(1);
    for (let k = 0; k < send.length; k += 4) {
      const slot = (send[k + 3] as number) + mailStride * parity;
      F[slot] = F[send[k] as number] as number;
      F[slot + 1] = F[send[k + 1] as number] as number;
      F[slot + 2] = F[send[k + 2] as number] as number;
    }
  }

  function accept(plane: number, parity: number): void {
    for (let k = 0; k < receive.length; k += 4) {
      const slot = (receive[k + 3] as number) + mailStride * parity;
      F[receive[k] as number] = F[slot] as number;
      F[receive[k + 1] as number] = F[slot + 1] as number;
      const cell = receive[k + 2] as number;
      if (cell !== zero) F[cell] = F[slot + 2] as number;
    }
    for (let k = 0; k < acceptLines.length; k++) (acceptLines[k] as Phase)();
    if (receiveWaves !== null) receiveWaves(1);
    if (direct.length > 0) integrateDirect();
    const row = F[decision.recordRow] as number;
    if (row >= 0) {
      if (means !== null) means(1);
      for (let k = 0; k < record.length; k += 3) F[(record[k + 2] as number) + row] = F[record[k + plane] as number] as number;
    }
  }

  /** Flow into a fixed pressure that components see without a line: out of them, so minus their q. */
  function integrateDirect(): void {
    const step = F[decision.lastStep] as number;
    for (let k = 0; k < direct.length; k += 3) F[direct[k + 1] as number] = 0;
    for (let k = 0; k < direct.length; k += 3) {
      const q = F[direct[k] as number] as number;
      F[direct[k + 1] as number] = (F[direct[k + 1] as number] as number) - q;
      F[direct[k + 2] as number] = (F[direct[k + 2] as number] as number) - q * step;
    }
  }

  function reject(): void {
    for (let k = 0; k < rejectLines.length; k++) (rejectLines[k] as Phase)();
  }

  return { attempt, accept, reject, components };
}

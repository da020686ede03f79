/** A run driven by hand, attempt by attempt, without the master: a test chooses every step and looks into the memory between phases. */
import { decisionOffsets, decisionWords, startPlane } from '../../dist/blocks/step/decision.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import type { KernelFunction } from '../../dist/equations/kernel/kernelSource.js';
import { openSession } from '../../dist/run/openSession.js';
import type { Session } from '../../dist/run/session.js';

export class ByHand {
  readonly session: Session;
  readonly F: Float64Array;
  /** The accepted plane. */
  plane: number = startPlane;
  private readonly words;
  private readonly parts;

  constructor(
    readonly circuit: Circuit,
    owner = new Int32Array(circuit.components.length),
    parts = 1,
    kernels: 'js' | 'wasm' = 'js',
  ) {
    this.session = openSession(
      circuit,
      owner,
      parts,
      { until: 1, every: 1, record: ['*'] },
      { threads: 1, parallel: false, spins: false, window: 1 },
      kernels,
    );
    const { F, layout, functions } = this.session;
    this.F = F;
    this.words = decisionOffsets(layout);
    this.parts = layout.partitions.map(({ index }) => {
      const phase = (name: string) => functions.get(`${name}_${index}`) as KernelFunction;
      return {
        attempt: phase('attempt'),
        accept: phase('accept'),
        receiveAndRecord: phase('receiveAndRecord'),
        reject: phase('reject'),
        keep: phase('keep'),
      };
    });
    F[this.words.acceptedTime] = 0;
    this.receiveAndRecord();
  }

  /** Simulated time reached, s. */
  get time(): number {
    return this.F[this.words.acceptedTime] as number;
  }

  /** As after a rejection: impedances and characteristics for a step of this length, from the accepted state. */
  retune(step: number): void {
    this.setStep(step);
    for (const part of this.parts) part.reject();
  }

  /** What arrives, for the step that was set last. */
  receiveAndRecord(): void {
    for (const part of this.parts) part.receiveAndRecord(this.plane);
  }

  /** Components and errors of an attempt with the step that was set last. */
  attempt(parity = 0): void {
    for (const part of this.parts) part.attempt(this.plane, parity);
  }

  /** Accepts the attempt and prepares for a step of length `next`. */
  accept(next: number, parity = 0): void {
    const { F, words } = this;
    // As where a call of the loop ends: programs of fixed steps keep there what a rejected step reads.
    for (const part of this.parts) part.keep?.();
    F[words.lastStep] = F[words.step] as number;
    F[words.acceptedTime] = F[words.time] as number;
    F[words.accepted] = (F[words.accepted] as number) + 1;
    F[words.attempts] = (F[words.attempts] as number) + 1;
    F[words.recordRow] = -1;
    this.setStep(next);
    this.plane = 1 - this.plane;
    for (const part of this.parts) part.accept(this.plane, parity);
    this.receiveAndRecord();
  }

  /** Attempts and accepts the prepared step, then prepares for `next`. */
  advance(next: number): void {
    this.attempt();
    this.accept(next);
  }

  /** Present step, s. */
  get step(): number {
    return this.F[this.words.step] as number;
  }

  private setStep(step: number): void {
    const { F, words } = this;
    F[words.step] = step;
    F[words.half] = step / 2;
    F[words.time] = (F[words.acceptedTime] as number) + step;
    const { decision, partitions } = this.session.layout;
    for (const own of partitions) F.copyWithin(own.decision, decision, decision + decisionWords.length);
  }

  /** Value by the name that is recorded, of the accepted state: 'act.x', 'act.cap.p', a junction's 'n.p', a line's 'L1.p'; also 'act.cavity_cap', 'n.cavity'. */
  value(name: string): number {
    const { layout } = this.session;
    const [owner = '', first = '', second] = name.split('.');
    const c = this.circuit.components.findIndex((x) => x.name === owner);
    if (c < 0) return this.line(owner).mean;
    const batch = layout.partitions[layout.owner[c] as number]?.batches[layout.place.batch[c] as number];
    const row = layout.place.row[c] as number;
    const isCavity = first.startsWith('cavity');
    const keys = isCavity
      ? [`${first === 'cavity' ? 'cavity_junction' : first}_${this.plane}`]
      : second
        ? [`${second}_${first}`]
        : [`output_${first}`, `state_${first}_${this.plane}`, `hold_${first}_${this.plane}`, `${first}_0`];
    const at = keys.map((key) => batch?.offsets[key]).find((offset) => offset !== undefined);
    if (at === undefined || !batch) throw new Error(`nothing is called ${name}`);
    // Cavity columns mean nothing while the batch has none.
    if (isCavity && this.F[(batch.offsets['cavities'] as number) + this.plane] === 0) return 0;
    return this.F[at + row] as number;
  }

  /** Mean and half difference of the accepted characteristics, and Z, C at both ends as prepared for the next step. */
  line(name: string): { mean: number; half: number; z: number; cA: number; cB: number } {
    const { session, F } = this;
    const { layout } = session;
    const number = this.circuit.lines.findIndex((l) => l.name === name);
    for (const { index, c, z } of layout.partitions) {
      const tables = layout.families.lines.partitions[index]?.tables ?? [];
      for (const table of tables) {
        const row = table.lines.indexOf(number);
        if (row < 0) continue;
        const [a, b] = [session.I[table.endA + row] as number, session.I[table.endB + row] as number];
        return {
          mean: F[table.mean + row] as number,
          half: F[table.half + row] as number,
          z: F[z + a] as number,
          cA: F[c + a] as number,
          cB: F[c + b] as number,
        };
      }
    }
    throw new Error(`nothing is called ${name}`);
  }
}

/**
 * Treatments of small volumes: instead of the rate equation p' = Σq/C, which is stiff where C is small, something else gives the pressure.
 *
 * A treatment is one object in registry.ts, and its form, which reading a circuit file needs too, one in circuit/treatments/forms.ts. Where its pressure follows from the rest at every moment it is asked at every evaluation ('always'); else once at the
 * beginning of each step, and the pressure is held over it ('step'). It sees its volume through `SmallVolume`: flows of the components at it, everything else held.
 */

import type { Circuit } from '../../circuit/circuit.js';
import type { TreatmentForm } from '../../circuit/treatments/forms.js';

/** A volume that is treated. Flows are into it, m3/s; all but its own pressure are those of the last evaluation of the whole system. */
export interface SmallVolume {
  /** As the user named it: a line or junction of it. */
  readonly name: string;
  /** Of its lines, m3. */
  readonly oil: number;
  /** Nothing falls below, Pa. */
  readonly lowest: number;
  /** 1/C at the last evaluation, Pa/m3: B/V without walls and lent volumes. */
  readonly stiffness: number;
  /** Components at it. */
  readonly throttles: readonly string[];
  /** Lines that make it. */
  readonly lines: readonly string[];
  readonly circuit: Circuit;
  /** Reads a recorded quantity of the run, as it is at the last evaluation; RunError RUN208 for a name that is none. */
  quantity(name: string): () => number;
  /** Σq at a pressure of its own. */
  net(pressure: number): number;
  /** Each component's share of it → into. */
  flows(pressure: number, into: Float64Array): void;
}

/** Costs of a treatment so far. */
export interface TreatmentCounts {
  /** Times that it was asked. */
  asked: number;
  /** Iterations of it, whatever one is to it. */
  iterations: number;
  /** Of one time, and when that was, s. */
  most: number;
  mostAt: number;
  /** Times that the cap ended it, and when the first of them were, s. */
  capped: number;
  readonly cappedAt: readonly number[];
}

/** Times with the cap that are kept. */
const mostCapped = 10;

/** Counts of one treated volume. */
export class Tally implements TreatmentCounts {
  asked = 0;
  iterations = 0;
  most = 0;
  mostAt = 0;
  capped = 0;
  readonly cappedAt: number[] = [];
  /** Iterations of the last time. */
  last = 0;

  /** One time more, at t. */
  add(t: number, iterations: number, isCapped = false): void {
    this.asked++;
    this.iterations += iterations;
    this.last = iterations;
    if (iterations > this.most) {
      this.most = iterations;
      this.mostAt = t;
    }
    if (!isCapped) return;
    this.capped++;
    if (this.cappedAt.length < mostCapped) this.cappedAt.push(t);
  }
}

/** A treatment at work on one volume. */
export interface Treated {
  /** Pressure at t, from that which the volume had, Pa. Called at every accepted step and at the start; 'always': between them too. */
  pressure(t: number, before: number): number;
  /** 'always': the solution has got to t. */
  accepted?(t: number, pressure: number): void;
  readonly counts: Tally;
  /** Recordables of its form beside the iterations ('V1.residual'), of the last time. */
  readonly read?: Readonly<Record<string, () => number>>;
  /** Whether there was no pressure at some time since `accepted`. */
  hasNone?(): boolean;
  /** s, between the instants at which it gives another pressure: a whole multiple of the step. */
  readonly interval?: number;
}

export interface Treatment extends TreatmentForm {
  readonly about: string;
  /** Paper and equation. */
  readonly source: string;
  readonly when: 'always' | 'step';
  /** Whether it is the equation Σq = 0, whose slopes implicit methods have. */
  readonly algebraic?: boolean;
  /** How many components there must be at the volume; default: any number. */
  readonly throttles?: number;
  /** Gets ready; `values` has every setting, `text` what the file says, `named` the file or, where it has no name, volume and treatment, for messages. */
  start(volume: SmallVolume, values: Readonly<Record<string, number>>, text: string | null, named: string): Treated;
}

/** Which volume, by which treatment, with which settings (SI). */
export interface TreatmentChoice {
  /** Line or junction of the volume. */
  readonly volume: string;
  readonly treatment: string;
  readonly settings?: Readonly<Record<string, number>>;
  /** The contents of the file of 'surrogate:FILE'. */
  readonly text?: string;
  /** Name of that file, for messages. */
  readonly file?: string;
}

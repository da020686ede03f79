/**
 * The discrete state of a lumped system: on which side of every switch the solution is, which states a reset holds, accepted values and holds, and the
 * next point in time at which something jumps.
 *
 * A reset takes hold of a state where its condition is true at the end of a step; the state then has no rate. It lets go where a short trial step of the
 * free state, from here and with what is accepted here, would not be taken hold of again: the trial comes before the reset, as in a TLM step, so that a
 * piston leaves a stop, or breaks away, by itself.
 */

import { conditionName, resetName } from '../../circuit/conditionText.js';
import { dependsOn } from '../../equations/graph/graph.js';
import type { Switch } from '../../equations/graph/switches.js';
import type { KindDefinition } from '../../equations/language/definition.js';
import type { Carried, Carrier } from '../carrier.js';
import type { Surfaces } from '../problem.js';
import type { Batch } from './batch.js';
import { clearHeld, type DiscreteBatch, discreteBatchesOf, exchange, judgeResets, keepHeld, returnHeld } from './discreteBatches.js';
import type { SystemLayout } from './layout.js';
import { airSwitchName } from './releasedAir.js';
import type { Tolerances } from './searchStarts.js';
import { keepSide, maySlide, slide } from './sliding.js';
import { surfacesOf } from './surfaces.js';
import { Transitions } from './transitions.js';

/** s; only signs and comparisons with it matter: a velocity from rest is its product with an acceleration. */
const trialStep = 1e-5;
/** Of that, where unknowns are found: a valve that opens by so little moves no pressure which anything else determines, and determines one that nothing does. */
const leastShare = 1e-9;
/** s: resets that take hold in vain twice within it do so at every step. */
const instant = 1e-6;
/** A mode may move the value of another switch: a few rounds settle that. */
const mostRounds = 10;

/** The system as its discrete state needs it. */
export interface Evaluator {
  /** Pressures and outputs at (t, y), in the layout's cells. */
  values(t: number, y: Float64Array): void;
  /** Finds the unknowns of equations with states of a batch, at those that are in its cells. */
  findAgain(batch: number): void;
}

export class Discrete implements Carried {
  readonly switches: number;
  readonly counts: Transitions;
  nextEvent = Number.POSITIVE_INFINITY;
  readonly surfaces: Surfaces;
  /** Whether what is accepted shifts surfaces at every step. */
  readonly surfacesShift: boolean;
  /** Switches that the solution slides on: their modes do not follow it. */
  sliding: readonly number[] = [];
  private readonly parts: readonly DiscreteBatch[];
  private readonly withModes: readonly DiscreteBatch[];
  private readonly withResets: readonly DiscreteBatch[];
  private readonly withHolds: readonly DiscreteBatch[];
  private readonly withSignature: readonly DiscreteBatch[];
  private readonly withEvents: readonly DiscreteBatch[];
  private readonly eventsMove: boolean;
  private readonly holdsFollow: boolean;
  private from = Number.NEGATIVE_INFINITY;
  private shift = 0;
  private readonly values: Float64Array;
  /** Error limits of an integrator, by unknown; null at fixed steps. */
  tolerances: Tolerances | null = null;
  /** When resets took hold in vain last, s; and whether they did so within an instant, and since then no other way. */
  private inVainAt = Number.NEGATIVE_INFINITY;
  private rests = false;
  /** Resets that take hold where the solution stands: switch, cell of the flag, unknown, and what that was. */
  private readonly taken: {
    count: number;
    readonly index: Int32Array;
    readonly flag: Int32Array;
    readonly unknown: Int32Array;
    readonly before: Float64Array;
  };

  constructor(
    private readonly evaluator: Evaluator,
    private readonly layout: SystemLayout,
    batches: readonly Batch[],
  ) {
    const { parts, switches } = discreteBatchesOf(batches, layout);
    this.parts = parts;
    this.withModes = parts.filter(({ mode }) => mode.length > 0);
    this.withResets = parts.filter(({ held }) => held.length > 0);
    this.withHolds = parts.filter(({ preHold, preState }) => preHold.length + preState.length > 0);
    this.withSignature = parts.filter(({ signature }) => signature.length > 0);
    this.withEvents = parts.filter(({ event }) => event >= 0);
    this.holdsFollow = parts.some(({ batch }) => batch.form.holds.some(({ value }) => dependsOn(value, (s) => s.startsWith('mode:'))));
    this.surfacesShift = batches.some(({ form }) => form.surfacesShift);
    this.eventsMove = parts.some(({ eventMoves }) => eventMoves);
    this.switches = switches;
    this.values = new Float64Array(switches);
    const resets = this.withResets.reduce((sum, { count, held }) => sum + count * held.length, 0);
    const numbers = (): Int32Array => new Int32Array(resets);
    this.taken = { count: 0, index: numbers(), flag: numbers(), unknown: numbers(), before: new Float64Array(resets) };
    this.counts = new Transitions(switches);
    this.surfaces = surfacesOf(
      parts,
      layout,
      (t, y) => evaluator.values(t, y),
      (t, on) => {
        this.sliding = on;
        this.counts.slideOn(t, on);
      },
    );
  }

  /** Beside what stands in the layout's cells. */
  carry(carrier: Carrier): void {
    this.nextEvent = carrier.number(this.nextEvent);
    this.from = carrier.number(this.from);
    this.shift = carrier.number(this.shift);
    this.sliding = carrier.list(this.sliding);
    this.inVainAt = carrier.number(this.inVainAt);
    this.rests = carrier.flag(this.rests);
    this.counts.carry(carrier);
  }

  /** Time at which f is to be taken: behind a point where it jumps, just beyond it; and of a stage beyond the next such point, that. */
  rightOf(t: number): number {
    return Math.min(this.nextEvent, Math.max(t, this.from + this.shift));
  }

  /** From now on f is taken at the very time that it is asked for, and no point in time is an event. */
  takeTimeAsItIs(): void {
    this.from = 0;
    this.shift = 0;
    this.nextEvent = Number.POSITIVE_INFINITY;
  }

  /** Modes follow the solution at (t, y); nothing is accepted. */
  followModes(t: number, y: Float64Array): void {
    if (this.withModes.length > 0) this.settleModes(t, y, -1);
  }

  /** By unknown: where a reset would take it that does not hold it yet, at y; NaN where none would. */
  wouldSet(y: Float64Array, values: Float64Array): void {
    const { F } = this.layout;
    values.fill(Number.NaN);
    if (this.withResets.length === 0) return;
    this.evaluator.values(0, y);
    for (const part of this.withResets) {
      const { count, held, isHeld, resetTo, unknown } = part;
      judgeResets(part, this.layout.F);
      for (let k = 0; k < held.length; k++)
        for (let i = 0; i < count; i++) if (F[held[k] + i] === 0 && F[isHeld[k] + i] !== 0) values[unknown[k] + i] = F[resetTo[k] + i];
    }
  }

  /** Puts the value of every held state into its cell. */
  keepHeld(): void {
    keepHeld(this.withResets, this.layout.F);
  }

  /** Clears the columns of held states in values of a pattern. */
  clearHeld(starts: Int32Array, values: Float64Array): void {
    clearHeld(this.withResets, this.layout.F, starts, values);
  }

  switchValues(t: number, y: Float64Array, values: Float64Array): void {
    this.evaluator.values(t, y);
    this.modeValues(values);
    this.resetValues(values);
    this.signatureValues(values);
  }

  isContinuous(index: number): boolean {
    return this.withModes.some(({ firstMode, firstReset }) => index >= firstMode && index < firstReset);
  }

  switchName(index: number, side?: boolean): string {
    return switchName(this.parts, index, side);
  }

  arrive(t: number, y: Float64Array, crossed: number, settled: boolean): boolean {
    this.counts.arrive(t);
    const begins = this.from === Number.NEGATIVE_INFINITY;
    const landed = t >= this.nextEvent;
    returnHeld(this.withResets, this.layout.F, y);
    this.evaluator.values(t, y);
    // Before anything is judged by them, modes are on the side where the solution begins.
    if (begins) this.settleModes(t, y, -1);
    let jumped = !settled && this.takeHold(t, y);
    if (jumped) this.evaluator.values(t, y);
    // A hold that follows the solution is decided by the modes here.
    const decided = this.holdsFollow && !settled;
    if (decided && this.settleModes(t, y, crossed)) jumped = true;
    this.accept();
    if (landed || begins || this.eventsMove) this.findNextEvent(t);
    if (landed || begins) {
      // A table's corner and `time > t` still have the value before it at the corner itself.
      this.from = t;
      // Beyond what sources take as rounding of their instants: 1e-9 of a period.
      this.shift = Math.min(1e-7, 1e-3 * (this.nextEvent - t));
      if (landed) this.counts.time++;
      jumped = true;
    }
    if (this.signatureChanged()) jumped = true;
    if (settled && !jumped && !this.surfacesShift) {
      return this.withResets.some((part) => maySlide(part, this.layout.F)) && this.letGo(t, y);
    }
    if (this.settleModes(t, y, crossed, decided)) jumped = true;
    if (this.letGo(t, y)) jumped = true;
    if (begins) {
      this.counts.begin();
    }
    return jumped;
  }

  private modeValues(values: Float64Array): void {
    const { F } = this.layout;
    for (const { count, firstMode, mode, value, switches } of this.withModes) {
      switches(0, count);
      for (let k = 0; k < mode.length; k++) {
        const [v, m, to] = [value[k], mode[k], firstMode + k * count];
        for (let i = 0; i < count; i++) values[to + i] = F[m + i] === 0 ? F[v + i] : -F[v + i];
      }
    }
  }

  private resetValues(values: Float64Array): void {
    const { F } = this.layout;
    for (const part of this.withResets) {
      const { count, firstReset, held, isHeld } = part;
      judgeResets(part, this.layout.F);
      let holds = false;
      for (let k = 0; k < held.length; k++) {
        const [h, is, to] = [held[k], isHeld[k], firstReset + k * count];
        for (let i = 0; i < count; i++) {
          if (F[h + i] === 0) values[to + i] = F[is + i] === 0 ? 1 : -1;
          else holds = true;
        }
      }
      if (holds) this.trial(part, values);
    }
  }

  /** Whether the discrete part of a signature is what it would be if a step ended here. */
  private signatureValues(values: Float64Array): void {
    const { F } = this.layout;
    for (const part of this.withSignature) {
      const { count, discrete, firstSignature, signature, signatureBefore } = part;
      if (!discrete.includes(true)) continue;
      this.signaturesOfEnd(part);
      for (let i = 0; i < count; i++) {
        let same = true;
        for (let k = 0; k < signature.length; k++) if (discrete[k] && F[signature[k] + i] !== F[signatureBefore[k] + i]) same = false;
        values[firstSignature + i] = same ? 1 : -1;
      }
    }
  }

  /** The signatures of a step that ends here: with the holds and states of now as those before it. */
  private signaturesOfEnd(part: DiscreteBatch): void {
    const { F } = this.layout;
    const { count, newHold, preHold, state, preState, savedPre } = part;
    if (newHold.length > 0) part.holds(0, count);
    exchange(F, newHold, preHold, count);
    for (let k = 0; k < state.length; k++) {
      const [from, to] = [state[k], preState[k]];
      for (let i = 0; i < count; i++) {
        savedPre[k * count + i] = F[to + i];
        F[to + i] = F[from + i];
      }
    }
    part.signatures(0, count);
    for (let k = 0; k < state.length; k++) for (let i = 0; i < count; i++) F[preState[k] + i] = savedPre[k * count + i];
    exchange(F, newHold, preHold, count);
  }

  /** Values of resets that hold: whether a short free step from here would be taken hold of again. */
  private trial(part: DiscreteBatch, values: Float64Array): void {
    const { F } = this.layout;
    const { batch, count, firstReset, held, isHeld, touched, saved } = part;
    for (let k = 0; k < touched.length; k++) for (let i = 0; i < count; i++) saved[k * count + i] = F[touched[k] + i];
    this.acceptPart(part);
    for (let k = 0; k < held.length; k++) F.fill(0, held[k], held[k] + count);
    this.stepFree(part);
    part.resets(0, count);
    for (let k = 0; k < touched.length; k++) for (let i = 0; i < count; i++) F[touched[k] + i] = saved[k * count + i];
    this.evaluator.findAgain(batch.index);
    for (let k = 0; k < held.length; k++) {
      const [h, is, to] = [held[k], isHeld[k], firstReset + k * count];
      for (let i = 0; i < count; i++) if (F[h + i] !== 0) values[to + i] = F[is + i] === 0 ? -1 : 1;
    }
  }

  /** Two short steps from the states that were saved, with nothing held. */
  private stepFree(part: DiscreteBatch): void {
    const { F } = this.layout;
    const { batch, count, touched, saved, states, rates, sliding } = part;
    // States stand last among the columns that were saved.
    const before = (touched.length - states.length) * count;
    const first = sliding ? leastShare * trialStep : trialStep;
    for (let round = 0; round < 2; round++) {
      this.evaluator.findAgain(batch.index);
      part.flows(0, count);
      if (sliding) keepSide(sliding, F, count, round === 0 ? sliding.shut : sliding.open);
      const step = round === 0 ? first : trialStep;
      for (let k = 0; k < states.length; k++) {
        const [state, rate, from] = [states[k], rates[k], before + k * count];
        for (let i = 0; i < count; i++) F[state + i] = saved[from + i] + step * F[rate + i];
      }
    }
  }

  /** Resets whose condition is true take hold, unless that is in vain again and again. */
  private takeHold(t: number, y: Float64Array): boolean {
    const { F } = this.layout;
    const { taken } = this;
    this.findTaken(y);
    if (taken.count === 0) return false;
    const inVain = this.isInVain(t, y);
    this.rests = inVain && (this.rests || t - this.inVainAt < instant);
    if (inVain) this.inVainAt = t;
    if (this.rests) {
      for (let n = 0; n < taken.count; n++) {
        F[taken.flag[n]] = 0;
        y[taken.unknown[n]] = taken.before[n];
      }
      this.evaluator.values(t, y);
      return false;
    }
    for (let n = 0; n < taken.count; n++) this.counts.count(taken.index[n], 'resets', true);
    return true;
  }

  private findTaken(y: Float64Array): void {
    const { F } = this.layout;
    const { taken } = this;
    taken.count = 0;
    for (const part of this.withResets) {
      const { count, firstReset, held, heldAt, isHeld, resetTo, unknown } = part;
      judgeResets(part, this.layout.F);
      for (let k = 0; k < held.length; k++) {
        for (let i = 0; i < count; i++) {
          if (F[held[k] + i] !== 0 || F[isHeld[k] + i] === 0) continue;
          F[held[k] + i] = 1;
          F[heldAt[k] + i] = F[resetTo[k] + i];
          const n = taken.count++;
          taken.index[n] = firstReset + k * count + i;
          taken.flag[n] = held[k] + i;
          taken.unknown[n] = unknown[k] + i;
          taken.before[n] = y[taken.unknown[n]];
          y[taken.unknown[n]] = F[resetTo[k] + i];
        }
      }
    }
  }

  /**
   * Whether all that was taken hold of would be let go at once, from where it was but for the error of a step. A piston that rests on its stop with next to no force is a little beyond it
   * after every step: an integrator that began anew each time would go on by instants.
   */
  private isInVain(t: number, y: Float64Array): boolean {
    const { taken, tolerances } = this;
    if (tolerances === null) return false;
    for (let n = 0; n < taken.count; n++) {
      const unknown = taken.unknown[n];
      const allowed = tolerances.absolute[unknown] + tolerances.relative * Math.abs(y[unknown]);
      if (Math.abs(y[unknown] - taken.before[n]) > allowed) return false;
    }
    this.evaluator.values(t, y);
    this.resetValues(this.values);
    for (let n = 0; n < taken.count; n++) if (this.values[taken.index[n]] > 0) return false;
    return true;
  }

  private letGo(t: number, y: Float64Array): boolean {
    const { F } = this.layout;
    let released = false;
    if (this.withResets.length === 0) return false;
    this.evaluator.values(t, y);
    this.resetValues(this.values);
    for (const { count, firstReset, held, sliding } of this.withResets) {
      for (let k = 0; k < held.length; k++) {
        for (let i = 0; i < count; i++) {
          const index = firstReset + k * count + i;
          if (F[held[k] + i] === 0) continue;
          if (this.values[index] > 0) {
            if (sliding) slide(sliding, F, count, k, i);
            continue;
          }
          F[held[k] + i] = 0;
          this.counts.count(index, 'resets', false);
          released = true;
        }
      }
    }
    return released;
  }

  /** Accepted values and holds become those at this point. */
  private accept(): void {
    for (const part of this.withHolds) this.acceptPart(part);
  }

  private acceptPart({ count, newHold, preHold, state, preState, holds }: DiscreteBatch): void {
    if (newHold.length > 0) holds(0, count);
    for (let k = 0; k < newHold.length; k++) this.copy(newHold[k], preHold[k], count);
    for (let k = 0; k < state.length; k++) this.copy(state[k], preState[k], count);
  }

  private findNextEvent(t: number): void {
    const { F } = this.layout;
    let next = Number.POSITIVE_INFINITY;
    for (const { count, event, findEvent } of this.withEvents) {
      findEvent(0, count);
      for (let i = 0; i < count; i++) {
        const time = F[event + i];
        if (time > t && time < next) next = time;
      }
    }
    this.nextEvent = next < 1e300 ? next : Number.POSITIVE_INFINITY;
  }

  /** Of the part that asked for the next event: its component and kind. */
  nextEventBy(): { readonly component: string; readonly definition: KindDefinition | null } {
    const { F } = this.layout;
    for (const { batch, count, event } of this.withEvents)
      for (let i = 0; i < count; i++)
        if (F[event + i] === this.nextEvent) return { component: batch.instances.nameOf(i), definition: batch.instances.definition };
    return { component: '', definition: null };
  }

  private signatureChanged(): boolean {
    const { F } = this.layout;
    let changed = false;
    for (const { count, signature, signatureBefore, signatures } of this.withSignature) {
      signatures(0, count);
      for (let k = 0; k < signature.length; k++) {
        const [now, before] = [signature[k], signatureBefore[k]];
        for (let i = 0; i < count; i++) {
          if (F[now + i] !== F[before + i]) changed = true;
          F[before + i] = F[now + i];
        }
      }
    }
    return changed;
  }

  /** Modes follow the solution; that of the switch an integrator was cut back to changes whatever rounding says. */
  private settleModes(t: number, y: Float64Array, crossed: number, again = false): boolean {
    let changed = false;
    for (let round = 0; round < mostRounds; round++) {
      this.evaluator.values(t, y);
      this.modeValues(this.values);
      for (const index of this.sliding) this.values[index] = 1;
      // That of the crossing changes once, be it that rounding leaves it a little on this side.
      if (!this.flipModes(crossed, !again && round === 0)) break;
      changed = true;
    }
    return changed;
  }

  /** Modes change whose values are not from 0 on, and that of the crossing where it `flips`, whatever its value; whether any did. */
  private flipModes(crossed: number, flips: boolean): boolean {
    const { F } = this.layout;
    let flipped = false;
    for (const { count, firstMode, mode } of this.withModes) {
      for (let k = 0; k < mode.length; k++) {
        for (let i = 0; i < count; i++) {
          const index = firstMode + k * count + i;
          if (index === crossed ? !flips : this.values[index] >= 0) continue;
          F[mode[k] + i] = 1 - F[mode[k] + i];
          this.counts.count(index, 'switches', F[mode[k] + i] !== 0);
          flipped = true;
        }
      }
    }
    return flipped;
  }

  private copy(from: number, to: number, count: number): void {
    const { F } = this.layout;
    for (let i = 0; i < count; i++) F[to + i] = F[from + i];
  }
}

/** The name of a switch of these parts; `side`: on which it is, of a condition undefined for that on which it holds. */
function switchName(parts: readonly DiscreteBatch[], index: number, side?: boolean): string {
  for (const { batch, count, firstMode, firstReset, firstSignature, discrete } of parts) {
    if (index >= firstSignature + (discrete.includes(true) ? count : 0)) continue;
    const { form, instances } = batch;
    const nameOf = (first: number): string => instances.nameOf((index - first) % count);
    if (index >= firstSignature) return `${nameOf(firstSignature)}: another accepted state`;
    if (index >= firstReset)
      return resetName(nameOf(firstReset), form.resets[Math.floor((index - firstReset) / count)]?.name as string, side);
    const k = Math.floor((index - firstMode) / count);
    const condition = conditionName(nameOf(firstMode), instances.definition, form.switches[k] as Switch, k, side ?? true);
    return instances.stands === 'air' ? airSwitchName(nameOf(firstMode), condition) : condition;
  }
  return '';
}

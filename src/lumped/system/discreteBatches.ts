/** Discrete states of a batch: where its modes, resets, holds and signatures stand, each place looked up once. */
import { entryOf } from '../../circuit/text/known.js';
import type { Batch } from './batch.js';
import type { SystemLayout } from './layout.js';
import type { BatchFunction } from './link.js';
import { type Sliding, slidingOf } from './sliding.js';

export interface DiscreteBatch {
  readonly batch: Batch;
  readonly count: number;
  /** First switch of its modes, and of its resets. */
  readonly firstMode: number;
  readonly firstReset: number;
  /** By mode: cells of the mode and of its switch's value. */
  readonly mode: Int32Array;
  readonly value: Int32Array;
  /** By reset: cells of the flag, of the value held, of whether it would hold, of the value that it would set, of the state, of its accepted value (-1: nobody reads that); and its first unknown. */
  readonly held: Int32Array;
  readonly heldAt: Int32Array;
  readonly heldState: Int32Array;
  readonly isHeld: Int32Array;
  readonly resetTo: Int32Array;
  readonly accepted: Int32Array;
  readonly unknown: Int32Array;
  /** Pairs of cells: holds' new and accepted values; states whose accepted value is read, and that value. */
  readonly newHold: Int32Array;
  readonly preHold: Int32Array;
  readonly state: Int32Array;
  readonly preState: Int32Array;
  /** By value of the signature: now, and as it was. */
  readonly signature: Int32Array;
  readonly signatureBefore: Int32Array;
  /** First switch of the signatures, one an instance, and which values it is about: those that change at points. */
  readonly firstSignature: number;
  readonly discrete: readonly boolean[];
  /** Room for accepted values of states. */
  readonly savedPre: Float64Array;
  /** All states, and their rates. */
  readonly states: Int32Array;
  readonly rates: Int32Array;
  /** Cell of the next event, or -1; whether it depends on more than time. */
  readonly event: number;
  readonly eventMoves: boolean;
  /** Columns that a trial changes and puts back. */
  readonly touched: Int32Array;
  readonly saved: Float64Array;
  /** Null where it has no unknowns of equations beside resets. */
  readonly sliding: Sliding | null;
  readonly switches: BatchFunction;
  readonly resets: BatchFunction;
  readonly holds: BatchFunction;
  readonly signatures: BatchFunction;
  readonly findEvent: BatchFunction;
  readonly flows: BatchFunction;
}

const nothing: BatchFunction = () => {};

/** The batches of a system, and how many switches they have. */
export function discreteBatchesOf(
  batches: readonly Batch[],
  layout: SystemLayout,
): { readonly parts: readonly DiscreteBatch[]; readonly switches: number } {
  let switches = 0;
  const parts = batches.map((batch, b): DiscreteBatch => {
    const { form, instances, pre } = batch;
    const { count } = instances;
    const columns = layout.columns[b] as ReadonlyMap<string, number>;
    const functions = layout.functions[b] as ReadonlyMap<string, BatchFunction>;
    const of = (role: string, names: readonly { readonly name: string }[]): Int32Array =>
      Int32Array.from(names, ({ name }) => entryOf(columns, `${role}_${name}`));
    const numbered = (role: string, list: readonly unknown[]): Int32Array =>
      Int32Array.from(list, (_, k) => entryOf(columns, `${role}_${k}`));
    const firstMode = switches;
    const firstReset = firstMode + form.switches.length * count;
    const firstSignature = firstReset + form.resets.length * count;
    const discrete = form.signature.map((one) => one.discrete);
    switches = firstSignature + (discrete.includes(true) ? count : 0);
    const read = form.rates.filter(({ name }) => pre.includes(name));
    const [held, preHold, preState, states] = [of('held', form.resets), of('pre', form.holds), of('pre', read), of('state', form.rates)];
    const touched = form.resets.length === 0 ? new Int32Array(0) : Int32Array.from([...held, ...preHold, ...preState, ...states]);
    const functionOf = (name: string): BatchFunction => functions.get(name) ?? nothing;
    return {
      batch,
      count,
      firstMode,
      firstReset,
      mode: numbered('mode', form.switches),
      value: numbered('switch', form.switches),
      held,
      heldAt: of('heldAt', form.resets),
      heldState: of('state', form.resets),
      isHeld: of('isHeld', form.resets),
      resetTo: of('resetTo', form.resets),
      accepted: Int32Array.from(form.resets, ({ name }) => columns.get(`pre_${name}`) ?? -1),
      unknown: Int32Array.from(form.resets, ({ name }) => entryOf(layout.unknownOf[b], `state_${name}`)),
      newHold: of('new', form.holds),
      preHold,
      state: of('state', read),
      preState,
      signature: numbered('signature', form.signature),
      signatureBefore: numbered('signatureBefore', form.signature),
      firstSignature,
      discrete,
      savedPre: new Float64Array(read.length * count),
      states,
      rates: of('rate', form.rates),
      event: columns.get('event') ?? -1,
      eventMoves: batch.eventMoves,
      touched,
      saved: new Float64Array(touched.length * count),
      sliding: slidingOf(batch, columns),
      switches: functionOf('switches'),
      resets: functionOf('resets'),
      holds: functionOf('holds'),
      signatures: functionOf('signature'),
      findEvent: functionOf('event'),
      flows: functionOf('flows'),
    };
  });
  return { parts, switches };
}

/** Puts the value of every state that a reset holds into its cell, to the bit: what an integrator leaves of it by rounding must not decide on a direction. */
export function keepHeld(parts: readonly DiscreteBatch[], F: Float64Array): void {
  for (const { count, held, heldAt, heldState } of parts)
    for (let k = 0; k < held.length; k++) for (let i = 0; i < count; i++) if (F[held[k] + i] !== 0) F[heldState[k] + i] = F[heldAt[k] + i];
}

/** Puts it into the unknowns. */
export function returnHeld(parts: readonly DiscreteBatch[], F: Float64Array, y: Float64Array): void {
  for (const { count, held, heldAt, unknown } of parts)
    for (let k = 0; k < held.length; k++) for (let i = 0; i < count; i++) if (F[held[k] + i] !== 0) y[unknown[k] + i] = F[heldAt[k] + i];
}

/** Clears the columns of held states in values of a pattern: nothing depends on what is held. */
export function clearHeld(parts: readonly DiscreteBatch[], F: Float64Array, starts: Int32Array, values: Float64Array): void {
  for (const { count, held, unknown } of parts)
    for (let k = 0; k < held.length; k++)
      for (let i = 0; i < count; i++) {
        const j = unknown[k] + i;
        if (F[held[k] + i] !== 0) values.fill(0, starts[j], starts[j + 1]);
      }
}

/**
 * Judges the resets of a part: accepted states are those of the step's beginning, as a change of direction is judged by them; accepted holds, such as a force, are as they would be if a
 * step ended here. A state that begins where its reset would put it is let go in this step: it is not at rest with the force of now, and is held only where the force of then says so too.
 */
export function judgeResets(
  { count, newHold, preHold, holds, resets, isHeld, resetTo, accepted, saved }: DiscreteBatch,
  F: Float64Array,
): void {
  resets(0, count);
  if (newHold.length === 0) return;
  for (let k = 0; k < isHeld.length; k++) for (let i = 0; i < count; i++) saved[k * count + i] = F[isHeld[k] + i];
  holds(0, count);
  exchange(F, newHold, preHold, count);
  resets(0, count);
  exchange(F, newHold, preHold, count);
  for (let k = 0; k < isHeld.length; k++) {
    const before = accepted[k];
    if (before < 0) continue;
    for (let i = 0; i < count; i++) if (saved[k * count + i] === 0 && F[before + i] === F[resetTo[k] + i]) F[isHeld[k] + i] = 0;
  }
}

/** Exchanges columns of `count` rows, pair by pair. */
export function exchange(F: Float64Array, one: Int32Array, other: Int32Array, count: number): void {
  for (let k = 0; k < one.length; k++) {
    const [a, b] = [one[k], other[k]];
    for (let i = 0; i < count; i++) {
      const value = F[a + i];
      F[a + i] = F[b + i];
      F[b + i] = value;
    }
  }
}

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

/**
 * Unknowns of equations that nothing determines while a reset holds a state, such as the pressure between two shut valves, one of which its own spring keeps at its
 * limit. Where the state would leave its limit, and at the least opening be driven back, it stands still in between: in the limit of small volumes the pressure is that at
 * which it has no rate. There the search for the unknowns begins from then on, and there they stay.
 */
import { entryOf } from '../../circuit/text/known.js';
import { identifier } from '../../equations/kernel/kernel.js';
import type { Batch } from './batch.js';

/** Unknowns of a kind that may slide so, by instance. */
export interface Sliding {
  /** Rates of states with resets. */
  readonly rate: Int32Array;
  /** Unknowns: where they are found, and where the search for them begins. */
  readonly solved: Int32Array;
  readonly found: Int32Array;
  /** Rates and unknowns of the shut state, and of its least opening. */
  readonly shut: Float64Array;
  readonly open: Float64Array;
}

/** Of a kind, by its columns; null where it has no unknowns of equations beside resets. */
export function slidingOf({ form, instances }: Batch, columns: ReadonlyMap<string, number>): Sliding | null {
  const tears = form.solved.flatMap((block) => block.tears.map(identifier));
  if (tears.length === 0 || form.resets.length === 0) return null;
  const cells = (role: string, names: readonly string[]): Int32Array =>
    Int32Array.from(names, (name) => entryOf(columns, `${role}_${name}`));
  const rate = cells(
    'rate',
    form.resets.map(({ name }) => name),
  );
  const size = (rate.length + tears.length) * instances.count;
  return {
    rate,
    solved: cells('solved', tears),
    found: cells('found', tears),
    shut: new Float64Array(size),
    open: new Float64Array(size),
  };
}

/** Instances of a kind: the flags of its resets, and what of them may slide. */
interface Resets {
  readonly count: number;
  readonly held: Int32Array;
  readonly sliding: Sliding | null;
}

/** Whether one of the states is held. */
export function maySlide({ count, held, sliding }: Resets, F: Float64Array): boolean {
  if (sliding) for (const column of held) for (let i = 0; i < count; i++) if (F[column + i] !== 0) return true;
  return false;
}

/** Keeps rates and unknowns as they are now. */
export function keepSide({ rate, solved }: Sliding, F: Float64Array, count: number, side: Float64Array): void {
  for (let k = 0; k < rate.length; k++) for (let i = 0; i < count; i++) side[k * count + i] = F[rate[k] + i];
  for (let k = 0; k < solved.length; k++) for (let i = 0; i < count; i++) side[(rate.length + k) * count + i] = F[solved[k] + i];
}

/** The unknowns of an instance go to where the state of a reset has no rate, if that is between both sides. */
export function slide({ rate, solved, found, shut, open }: Sliding, F: Float64Array, count: number, reset: number, i: number): void {
  const [before, behind] = [shut[reset * count + i], open[reset * count + i]];
  if (!(before * behind < 0)) return;
  const share = before / (before - behind);
  for (let k = 0; k < solved.length; k++) {
    const at = (rate.length + k) * count + i;
    const value = shut[at] + share * (open[at] - shut[at]);
    F[solved[k] + i] = value;
    F[found[k] + i] = value;
  }
}

/**
 * Where the search for unknowns of equations begins, which is where those stay that nothing determines: as they were found last. Behind a switch it is as they were
 * found at the end of the last step that tells. Steps become as short as an instant where a valve shuts, and what is found there is the ratio of two openings of which
 * rounding and the error of the step are all that is left: a pressure anywhere between supply and load, which would stay behind the shut valve. So does a step at whose end
 * an unknown has moved far where a state that is off by some tolerances would move it as far, or be at its limit.
 */
import { entryOf } from '../../circuit/text/known.js';
import { identifier } from '../../equations/kernel/kernel.js';
import type { Carried, Carrier } from '../carrier.js';
import type { Batch } from './batch.js';
import type { SystemLayout } from './layout.js';

/** s: what a step is that tells; as short as the trial by which a reset lets go (discrete.ts). */
const leastStep = 1e-5;
/** Shorter ones tell, too, where no longer one came for so many of those; and uncertain ones for so many. */
const most = 100;
const mostUncertain = 1000;
/** Of an unknown: moves that are looked into, and what it may move by where a state is off by so many tolerances. */
const mayMove = 0.1;
const mayBeOff = 5;

/** Unknowns of a batch. */
interface Sought {
  readonly batch: number;
  readonly count: number;
  readonly tears: readonly { readonly from: number; readonly to: number; readonly told: Float64Array }[];
  /** Columns of its states, and their first unknowns. */
  readonly states: readonly { readonly cell: number; readonly unknown: number }[];
  /** Judges resets: which states a step that ended here would take hold of. */
  readonly judge: () => void;
  readonly isHeld: readonly number[];
  /** By instance: whether an unknown is uncertain; s, when all were told last. */
  readonly uncertain: Uint8Array;
  /** By instance: room. */
  readonly moved: Uint8Array;
  readonly saved: Float64Array;
  readonly toldAt: Float64Array;
  /** By tear and instance. */
  readonly found: Float64Array;
  /** By tear and instance, as they were found where the solution came to last. */
  readonly latest: Float64Array;
}

/** Of unknowns of the system: the tolerance that an integrator keeps. */
export interface Tolerances {
  readonly relative: number;
  readonly absolute: Float64Array;
}

export class SearchStarts implements Carried {
  tolerances: Tolerances | null = null;
  private readonly sought: readonly Sought[];
  private before = Number.NaN;
  private toldAt = Number.NaN;

  constructor(
    private readonly F: Float64Array,
    batches: readonly Batch[],
    { columns, unknownOf, functions }: SystemLayout,
    private readonly findAgain: (batch: number) => void,
  ) {
    this.sought = batches.flatMap(({ form, instances: { count } }, b): Sought[] => {
      const at = (role: string, tear: string): number => entryOf(columns[b], `${role}_${identifier(tear)}`);
      const tears = form.solved.flatMap((block) => block.tears);
      if (tears.length === 0) return [];
      return [
        {
          batch: b,
          count,
          tears: tears.map((tear) => ({ from: at('solved', tear), to: at('found', tear), told: new Float64Array(count).fill(Number.NaN) })),
          states: form.rates.map(({ name }) => ({
            cell: entryOf(columns[b], `state_${name}`),
            unknown: entryOf(unknownOf[b], `state_${name}`),
          })),
          judge: () => functions[b]?.get('resets')?.(0, count),
          isHeld: form.resets.map(({ name }) => entryOf(columns[b], `isHeld_${name}`)),
          uncertain: new Uint8Array(count),
          moved: new Uint8Array(count),
          saved: new Float64Array(count),
          toldAt: new Float64Array(count).fill(Number.NaN),
          found: new Float64Array(tears.length * count),
          latest: new Float64Array(tears.length * count).fill(Number.NaN),
        },
      ];
    });
  }

  /** Beside what stands in the layout's cells. */
  carry(carrier: Carrier): void {
    this.before = carrier.number(this.before);
    this.toldAt = carrier.number(this.toldAt);
    for (const { tears, uncertain, toldAt, latest } of this.sought)
      carrier.arrays(uncertain, toldAt, latest, ...tears.map(({ told }) => told));
  }

  /** The solution has come to t, where `crossed` is the switch that it crosses, or -1; unknowns are as they were found here. */
  arrive(t: number, crossed: number): void {
    const step = t - this.before;
    const tells = crossed < 0 && !(step < leastStep && step > 0 && t - this.toldAt < most * leastStep);
    this.before = t;
    if (tells) this.toldAt = t;
    for (const sought of this.sought) {
      if (tells) this.look(sought, t);
      this.begin(sought, t, crossed < 0, tells);
    }
  }

  /**
   * Behind a search that gave no number: once more, from where the solution came to last. What a step told last may lie on the other side of an edge, which no search passes where openings
   * are next to nothing.
   */
  searchOn(batch: number): void {
    for (const sought of this.sought) {
      if (sought.batch !== batch || !this.startFromLatest(sought)) continue;
      this.exchangeStarts(sought);
      this.findAgain(batch);
      this.exchangeStarts(sought);
    }
  }

  /** Has starts in `found`: of instances without a number the latest solution, of all others their own. Gives whether there are any of the first. */
  private startFromLatest({ tears, count, found, latest }: Sought): boolean {
    const { F } = this;
    let any = false;
    for (let i = 0; i < count; i++) {
      let lacks = false;
      for (let k = 0; k < tears.length; k++) if (!Number.isFinite(F[tears[k].from + i])) lacks = true;
      if (lacks) any = true;
      for (let k = 0; k < tears.length; k++) {
        const last = latest[k * count + i];
        found[k * count + i] = lacks && Number.isFinite(last) ? last : F[tears[k].to + i];
      }
    }
    return any;
  }

  /** The next search begins at what was found, where it `counts` and is a number, else at what was told last; `tells`: what was found is told, but where it is uncertain. */
  private begin({ tears, count, uncertain, toldAt, latest }: Sought, t: number, counts: boolean, tells: boolean): void {
    const { F } = this;
    for (let i = 0; i < count; i++) {
      const told = tells && uncertain[i] === 0;
      if (told) toldAt[i] = t;
      for (let k = 0; k < tears.length; k++) {
        const { from, to, told: last } = tears[k];
        const value = F[from + i];
        if (Number.isFinite(value)) latest[k * count + i] = value;
        if (counts && Number.isFinite(value)) F[to + i] = value;
        else if (Number.isFinite(last[i])) F[to + i] = last[i];
        if (told) last[i] = F[to + i];
      }
    }
  }

  /** Which instances have unknowns that moved far since they were told, and are uncertain. */
  private look(sought: Sought, t: number): void {
    const { F, tolerances } = this;
    const { tears, count, uncertain, moved, saved, found, states, batch } = sought;
    uncertain.fill(0);
    if (tolerances === null || !this.haveMoved(sought, t)) return;
    for (let k = 0; k < tears.length; k++) for (let i = 0; i < count; i++) found[k * count + i] = F[tears[k].from + i];
    moved.set(uncertain);
    uncertain.fill(0);
    for (const { cell, unknown } of states)
      for (const side of [1, -1]) {
        for (let i = 0; i < count; i++) {
          const value = F[cell + i];
          saved[i] = value;
          F[cell + i] = value + side * mayBeOff * (tolerances.absolute[unknown + i] + tolerances.relative * Math.abs(value));
        }
        this.findAgain(batch);
        sought.judge();
        F.set(saved, cell);
        this.findUncertain(sought);
      }
    // From what was found: a search from elsewhere may end where it has no number.
    this.exchangeStarts(sought);
    this.findAgain(batch);
    this.exchangeStarts(sought);
  }

  /** Whether any unknowns are far from what was told shortly before; `uncertain` then has whose. */
  private haveMoved({ tears, count, uncertain, toldAt }: Sought, t: number): boolean {
    const { F } = this;
    let any = false;
    for (let i = 0; i < count; i++) {
      if (!(t - toldAt[i] < mostUncertain * leastStep)) continue;
      for (const { from, told } of tears) if (isFar(F[from + i], told[i])) uncertain[i] = 1;
      if (uncertain[i] !== 0) any = true;
    }
    return any;
  }

  /** Beside the solution: those that moved are uncertain where something is held, or where what is found is far from what was found on it. */
  private findUncertain({ tears, count, uncertain, moved, found, isHeld }: Sought): void {
    const { F } = this;
    for (const held of isHeld) for (let i = 0; i < count; i++) if (moved[i] !== 0 && F[held + i] !== 0) uncertain[i] = 1;
    for (let k = 0; k < tears.length; k++)
      for (let i = 0; i < count; i++) if (moved[i] !== 0 && isFar(F[tears[k].from + i], found[k * count + i])) uncertain[i] = 1;
  }

  /** Puts the unknowns that were found in place of the starts, and the starts in theirs. */
  private exchangeStarts({ tears, count, found }: Sought): void {
    const { F } = this;
    for (let k = 0; k < tears.length; k++)
      for (let i = 0; i < count; i++) {
        const start = F[tears[k].to + i];
        F[tears[k].to + i] = found[k * count + i];
        found[k * count + i] = start;
      }
  }
}

const isFar = (value: number, other: number): boolean => Math.abs(value - other) > mayMove * Math.max(Math.abs(value), Math.abs(other));

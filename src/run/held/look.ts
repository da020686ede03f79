/** Quantities of a run where it stands: read from its memory, between two attempts. A page asks for thousands of them thirty times a second. */

import type { Recorded } from '../../program/recorder.js';
import { acceptedPlanes } from '../account/account.js';
import type { Session } from '../session.js';

/** Looks at the quantities of a table; where each stands is found out once. */
export class Look {
  /** Of quantity k, cells from `first[k]` until before `first[k + 1]`: its own, and those that are taken from it. */
  private readonly first: Int32Array;
  private readonly partition: Int32Array;
  private readonly plane0: Int32Array;
  private readonly plane1: Int32Array;
  private readonly ofWave: Uint8Array;
  /** By quantity: whether it has no value before the first step. */
  private readonly isLater: Uint8Array;

  constructor(
    private readonly session: Pick<Session, 'F' | 'layout' | 'functions'>,
    { columns, cells }: Recorded,
  ) {
    const own = columns.map((column) => [column, ...(column.users ?? []).map((user) => cells[user] as (typeof cells)[number])]);
    const all = own.flat();
    this.first = new Int32Array(own.length + 1);
    own.forEach((some, k) => {
      this.first[k + 1] = this.first[k] + some.length;
    });
    this.partition = Int32Array.from(all, ({ partition }) => partition);
    this.plane0 = Int32Array.from(all, ({ plane0 }) => plane0);
    this.plane1 = Int32Array.from(all, ({ plane1 }) => plane1);
    this.ofWave = Uint8Array.from(all, ({ ofWave }) => Number(ofWave === true));
    this.isLater = Uint8Array.from(columns, ({ timing }) => Number(timing === 'middle'));
  }

  /** Quantities with these numbers as the last accepted step left them, SI; NaN for what there is none of, or not before the first step. */
  values(which: ArrayLike<number>, isBegun: boolean): Float64Array {
    const { F } = this.session;
    const { first, partition, plane0, plane1, ofWave, isLater } = this;
    const planes = acceptedPlanes(this.session);
    const received = new Set<number>();
    const values = new Float64Array(which.length).fill(Number.NaN);
    for (let n = 0; n < which.length; n++) {
      const k = which[n];
      if (!(k >= 0 && k < isLater.length) || (isLater[k] === 1 && !isBegun)) continue;
      const from = first[k];
      let sum = 0;
      for (let cell = from; cell < first[k + 1]; cell++) {
        const p = partition[cell];
        if (ofWave[cell] === 1 && !received.has(p)) {
          this.receive(p);
          received.add(p);
        }
        const value = F[(planes[p] === 0 ? plane0[cell] : plane1[cell]) as number];
        sum = cell === from ? value : sum - value;
      }
      values[n] = sum;
    }
    return values;
  }

  /** A wave that arrives is otherwise received with the next attempt, and gives the same then. */
  private receive(partition: number): void {
    for (const one of ['receive', 'means', 'delayMeans']) this.session.functions.get(`${one}_${partition}`)?.(1);
  }
}

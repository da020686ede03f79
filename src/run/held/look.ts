/** What quantities are where a run stands: read from the memory of the run, between two attempts. */

import type { RecordedCell, RecordedColumn } from '../../program/recorder.js';
import { acceptedPlanes } from '../account/account.js';
import type { Session } from '../session.js';

/** Reads some quantities; what is common to all is asked for once. */
export class Look {
  private readonly planes: readonly number[];
  private readonly received = new Set<number>();

  constructor(private readonly session: Pick<Session, 'F' | 'layout' | 'functions'>) {
    this.planes = acceptedPlanes(session);
  }

  /** A quantity as the last accepted step left it, SI; `cells`: those that its users are numbers of. */
  value(column: RecordedColumn, cells: readonly RecordedCell[]): number {
    return (column.users ?? []).reduce((sum, user) => sum - this.cell(cells[user] as RecordedCell), this.cell(column));
  }

  private cell({ partition, plane0, plane1, ofWave }: RecordedCell): number {
    // What arrives is otherwise received with the next attempt, and gives the same then.
    if (ofWave && !this.received.has(partition)) {
      for (const one of ['receive', 'means', 'delayMeans']) this.session.functions.get(`${one}_${partition}`)?.(1);
      this.received.add(partition);
    }
    return this.session.F[this.planes[partition] === 0 ? plane0 : plane1] as number;
  }
}

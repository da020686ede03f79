/** What a stored measurement says of where and when it was made. */
import { thisMachine } from '#ringmain/cli/measure/thisMachine.js';
import { commitOf } from './commit.js';

export interface Stamp extends ReturnType<typeof thisMachine> {
  /** Of the program; null where it lies in no checkout of its own. */
  readonly commit: string | null;
  /** Year, month and day. */
  readonly date: string;
}

/** Of a measurement that is made now. */
export const stampOf = (): Stamp => ({ ...thisMachine(), commit: commitOf(), date: new Date().toISOString().slice(0, 10) });

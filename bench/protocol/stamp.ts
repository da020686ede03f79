/** What a stored measurement says of where and when it was made. */
import { loadavg } from 'node:os';
import { thisMachine } from '#ringmain/cli/measure/thisMachine.js';
import { commitOf } from './commit.js';

export interface Stamp extends ReturnType<typeof thisMachine> {
  /** Of the program; null where it lies in no checkout of its own. */
  readonly commit: string | null;
  /** Year, month and day. */
  readonly date: string;
  /** Threads that ran or waited for a core, the benchmark's own among them, in the mean of the last minute; 0 where the system does not tell. */
  readonly load: number;
}

/** Of a measurement that is made now. */
export const stampOf = (): Stamp => ({
  ...thisMachine(),
  commit: commitOf(),
  date: new Date().toISOString().slice(0, 10),
  load: Number((loadavg()[0] ?? 0).toFixed(1)),
});

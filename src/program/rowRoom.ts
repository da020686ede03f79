/** Room for recorded rows in the memory of a run. */
import type { RowStorage } from '../results/rows.js';
import type { Rates } from './layout/rates.js';
import type { StepControllerSettings } from './options.js';
import type { OwnSteps } from './ownSteps.js';
import { longestWay } from './settings.js';

/** Room for rows in the memory of a run. */
export interface RowRoom {
  readonly rows: number;
  /** Rows that a call of the loop records at most; it is called where so many fit, and never asks itself. Infinite room: all rows of the run fit. */
  readonly most: number;
  readonly room: number;
}

/** Of the rows in memory, by default. */
const usualBytes = 8 * 2 ** 20;

/** `all`: rows of the whole run at most; `storage`: where they go that leave the memory, null: none do. */
export function rowRoom(all: number, cells: number, most: number, storage: Pick<RowStorage, 'rowsInMemory'> | null): RowRoom {
  const wanted = storage?.rowsInMemory ?? Math.floor(usualBytes / (8 * (1 + cells)));
  // What is not complete is of a step and a half.
  const rows = Math.max(wanted, 4 * most + 16);
  if (!storage || rows >= all) return { rows: all, most, room: Number.POSITIVE_INFINITY };
  // One more for the last step of a run that is interrupted.
  return { rows, most, room: rows - 1 };
}

/** Rows that a call of the loop records at most: one for each multiple of `every` on its longest way, and the last of the run; of the steps' grid, one a step. */
export function rowsOfCall(
  settings: StepControllerSettings,
  { window, rates, own }: { readonly window: number; readonly rates: Rates | null; readonly own: OwnSteps | null },
): number {
  const ways = Math.floor((longestWay(settings, rates, window) / settings.every) * (1 + 1e-9)) + 2;
  return settings.grid === 'steps' && !rates && !own ? Math.min(ways, window) : ways;
}

/** A plot before it is a picture, a page or a quick look in the terminal: curves over something that is mostly time. */
import type { PlotSeries } from '../linePlot.js';
import type { DisplayUnit } from '../units.js';

/** Name of the horizontal axis. */
export interface Across {
  readonly name: string;
  /** SI */
  readonly unit: string;
}

export interface Plot {
  readonly title: string;
  readonly across: Across;
  /** Their `t` is what `across` names. */
  readonly series: readonly PlotSeries[];
  /** Curves that may run back: a signal against another. */
  readonly isCurve: boolean;
  /** Values by their logarithm; not there: as they are. */
  readonly isLogarithmic?: boolean;
}

/** Units that were asked for, by the SI unit in whose place they stand. */
export type ChosenUnits = ReadonlyMap<string, DisplayUnit>;

export const overTime: Across = { name: 'time', unit: 's' };

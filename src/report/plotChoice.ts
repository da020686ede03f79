/** Which of many recorded quantities one picture can show. */

import { isEnvelopeTime } from '../blocks/kept/envelopes.js';
import type { LineResults } from '../run/types.js';
import type { PlotSeries } from './linePlot.js';
import { displayUnit } from './units.js';

export interface PlotChoice {
  readonly series: readonly PlotSeries[];
  /** Names recorded and not drawn. */
  readonly leftOut: number;
}

/** The first recorded quantities of each unit, so that every panel stays readable; `--record` chooses others. */
export function choosePlotted(results: Pick<LineResults, 'columns' | 'series'>, perPanel = 8, panels = 5): PlotChoice {
  const taken = new Map<string, number>();
  const series: PlotSeries[] = [];
  const columns = results.columns.filter(({ name }) => !isEnvelopeTime(name));
  for (const { name, unit } of columns) {
    const shown = displayUnit(unit).unit;
    const count = taken.get(shown);
    if (count === undefined ? taken.size >= panels : count >= perPanel) continue;
    taken.set(shown, (count ?? 0) + 1);
    series.push({ name, ...results.series(name) });
  }
  return { series, leftOut: columns.length - series.length };
}

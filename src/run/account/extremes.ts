/** Highest and lowest pressure of a run, from the words that its partitions keep (blocks/kept/extremes.ts). */
import type { PressureAt } from '../../blocks/family.js';
import { endName } from '../../circuit/tables.js';
import { familiesOf } from '../../program/families.js';
import type { Layout } from '../../program/layout/layout.js';
import type { Extreme, Extremes } from '../../results/extremes.js';
import type { Session } from '../session.js';

/** Extremes of all partitions; null where no line holds oil. */
export function extremesOf({ layout, F }: Session): Extremes | null {
  const [range] = familiesOf(layout).flatMap(([family, placed]) => family.pressureRange?.(F, placed, layout.site) ?? []);
  if (!range || range.highest.end < 0 || range.lowest.end < 0) return null;
  const { highest, lowest, stepsApart } = range;
  return { highest: extreme(layout, highest), lowest: extreme(layout, lowest), stepsApart };
}

function extreme({ network, site }: Layout, { value, time, end }: PressureAt): Extreme {
  const { lines, components } = network.tables;
  const isWave = site.historyOf(end >> 1) !== 'none';
  const isPort = isWave && time > 0;
  return {
    pressure: value,
    time,
    of: isPort ? 'port' : isWave ? 'initial' : 'mean',
    line: lines.nameOf(end >> 1),
    ports: (isPort ? [end] : [end & ~1, end | 1]).map((of) => endName(components, lines, of)),
  };
}

/** Highest and lowest pressure of a run, from the words that its partitions keep (blocks/kept/extremes.ts). */
import { type Found, foundExtremes, stepsApart } from '../../blocks/kept/extremes.js';
import { endName, lineValue } from '../../circuit/tables.js';
import type { Extreme, Extremes } from '../../results/extremes.js';
import type { Session } from '../session.js';

/** Extremes of all partitions; null where no line holds oil. */
export function extremesOf(session: Session): Extremes | null {
  const { highest, deepest } = foundExtremes(session.F, session.layout.site.words);
  if (highest.end < 0 || deepest.end < 0) return null;
  return { highest: extreme(session, highest), lowest: extreme(session, { ...deepest, value: -deepest.value }), stepsApart };
}

function extreme({ layout }: Session, { value, time, end }: Found): Extreme {
  const { lines, components } = layout.network.tables;
  const isWave = !Number.isNaN(lineValue(lines, end >> 1, 'delay'));
  const isPort = isWave && time > 0;
  return {
    pressure: value,
    time,
    of: isPort ? 'port' : isWave ? 'initial' : 'mean',
    line: lines.nameOf(end >> 1),
    ports: (isPort ? [end] : [end & ~1, end | 1]).map((of) => endName(components, lines, of)),
  };
}

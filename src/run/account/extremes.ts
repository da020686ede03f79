/** Highest and lowest pressure of a run, from the words that its partitions keep (program/phases/extremes.ts). */

import type { PartitionWord } from '../../blocks/decision.js';
import { endName, lineType, lineValue } from '../../circuit/tables.js';
import { stepsApart } from '../../program/phases/extremes.js';
import { wordOffsets } from '../../program/program.js';
import type { Extreme, Extremes } from '../../results/extremes.js';
import type { Session } from '../session.js';

interface Found {
  readonly value: number;
  readonly time: number;
  readonly end: number;
}

/** The higher one; of equals the earlier one, then that of the lower number. */
const beats = (a: Found, b: Found): boolean =>
  a.value > b.value || (a.value === b.value && (a.time < b.time || (a.time === b.time && a.end < b.end)));

/** What a run begins with: the words of all partitions. `pressureOf`: pressure at an end of a line at t = 0, Pa. */
export function startExtremes({ layout, F }: Pick<Session, 'layout' | 'F'>, pressureOf: (end: number) => number): void {
  const { lines } = layout.network.tables;
  const first = {
    highest: { value: Number.NEGATIVE_INFINITY, time: 0, end: -1 },
    deepest: { value: Number.NEGATIVE_INFINITY, time: 0, end: -1 },
  };
  for (let end = 0; end < 2 * lines.count; end++) {
    if (lineType(lines, end >> 1) !== 'hydraulic') continue;
    const pressure = pressureOf(end);
    const [high, deep] = [pressure, -pressure].map((value): Found => ({ value, time: 0, end })) as [Found, Found];
    if (beats(high, first.highest)) first.highest = high;
    if (beats(deep, first.deepest)) first.deepest = deep;
  }
  for (const partition of layout.partitions) {
    const words = wordOffsets(partition);
    for (const [name, { value, time, end }] of Object.entries(first)) {
      F[words[name as PartitionWord]] = value;
      F[words[`${name}Time` as PartitionWord]] = time;
      F[words[`${name}End` as PartitionWord]] = end;
    }
  }
}

/** Extremes of all partitions; null where no line holds oil. */
export function extremesOf(session: Session): Extremes | null {
  const found = (name: 'highest' | 'deepest'): Found =>
    session.layout.partitions
      .map((partition): Found => {
        const words = wordOffsets(partition);
        const word = (of: PartitionWord): number => session.F[words[of]];
        return { value: word(name), time: word(`${name}Time`), end: word(`${name}End`) };
      })
      .reduce((best, one) => (beats(one, best) ? one : best));
  const [highest, deepest] = [found('highest'), found('deepest')];
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

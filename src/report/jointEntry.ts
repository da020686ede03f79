/** Joints whose pressure fell below the vapour pressure, in words. */
import type { Account } from '../results/results.js';
import { formatPlural, formatQuantity, formatSeconds } from './units.js';

/** Joints that are named, the lowest first; `--json` has all. */
const named = 3;

/** Label and text for a summary; none where all pressures were above. */
export function jointEntry(joints: Account['joints']): [string, string][] {
  if (joints.length === 0) return [];
  const shown = joints.slice(0, named).map(jointText);
  const more = joints.length > named ? [`${joints.length - named} more`] : [];
  const head = `${formatPlural(joints.length, 'joint')} without volume fell below the vapour pressure, as if oil could pull: put a line there`;
  return [['joints', [head, ...shown, ...more].join('\n')]];
}

/** 'valve.in from 12 ms to 40 ms, lowest -3.2 bar at 15 ms' */
export function jointText({ where, first, last, lowest, lowestTime }: Account['joints'][number]): string {
  const span =
    first === last ? `at ${formatSeconds(first)}` : `from ${first === 0 ? 'the start' : formatSeconds(first)} to ${formatSeconds(last)}`;
  return `${where} ${span}, lowest ${formatQuantity(lowest, 'Pa')} at ${formatSeconds(lowestTime)}`;
}

/** Changes of modes in words. */
import type { ModeChanges } from '../blocks/kept/modes.js';
import { formatCount, formatPlural, formatSeconds } from './units.js';

/** Conditions that are named, the busiest first; `--json` has more, and the first changes. */
const named = 3;

/** Label and text for a summary; none where nothing changed. */
export function modesEntry(changes: ModeChanges | null): [string, string][] {
  if (!changes || changes.switches + changes.resets === 0) return [];
  const head = `${formatPlural(changes.switches, 'change of a condition', 'changes of conditions')}, ${formatPlural(changes.resets, 'state')} held or let go`;
  const told = changes.busiest.slice(0, named).map(({ what, count, first, last }) => {
    const times =
      count === 1 ? `once, at ${formatSeconds(first)}` : `${formatCount(count)} times, ${formatSeconds(first)} to ${formatSeconds(last)}`;
    return `${what}: ${times}`;
  });
  return [['modes', [head, ...told].join('\n')]];
}

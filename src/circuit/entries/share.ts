/**
 * The share of one rank in a compact circuit: the instances that it owns, and one beyond each end. Nothing else of the circuit is written out, so that reading costs a rank
 * in proportion to its part.
 *
 *     own      instances [from, end) of the one group of `repeat`, as many as others have, but for one
 *     beyond   the instance before the first and the one behind the last, which others own: what stands at the other ends of the lines that are cut
 *
 * The instances that are read keep their numbers, names and values and stand in the order of the file; in a closed group the last of them is followed by the first, so that
 * what is read is a whole circuit. Between two instances that others own that may be a line that the circuit does not have; it is in no part of the rank's own.
 */
import type { RawCircuit, RawConnection, RawRepeat, RawSubcircuit } from '../file/raw.js';
import { instanceIn } from './section.js';

/** Which rank of how many. */
export interface OneOfRanks {
  readonly rank: number;
  readonly ranks: number;
}

export interface Share extends OneOfRanks {
  readonly group: string;
  /** Instances of the whole circuit. */
  readonly count: number;
  /** First own instance, and the first behind them. */
  readonly from: number;
  readonly end: number;
  /** All that are read, rising. */
  readonly instances: Int32Array;
}

/** First instance of a rank's own. */
export const firstOf = (rank: number, { ranks, count }: Pick<Share, 'ranks' | 'count'>): number => Math.floor((rank * count) / ranks);

/** The share of a rank, or why there is none: the rank then needs the whole circuit. */
export function shareOf(raw: RawCircuit, { rank, ranks }: OneOfRanks): Share | string {
  const why = whyWhole(raw);
  if (why !== null) return why;
  const [group, { count, close = false }] = Object.entries(raw.repeat ?? {})[0] as [string, RawRepeat];
  if (count < ranks) return `there are ${ranks} ranks, and '${group}' is repeated ${count} times`;
  const [from, end] = [rank, rank + 1].map((one) => firstOf(one, { ranks, count })) as [number, number];
  const around = [from - 1, end].flatMap((i) => (i >= 0 && i < count ? [i] : close ? [(i + count) % count] : []));
  const own = Array.from({ length: end - from }, (_, k) => from + k);
  const instances = Int32Array.from(new Set([...own, ...around])).sort();
  return { rank, ranks, group, count, from, end, instances };
}

/** The part of a circuit that does not follow from a few instances; null: none. */
function whyWhole({ components, lines, direct, signals, repeat, subcircuits, run }: RawCircuit): string | null {
  const groups = Object.keys(repeat ?? {});
  if (groups.length !== 1) return groups.length === 0 ? 'it repeats nothing' : 'it repeats several groups';
  const others = [components, lines, direct, signals].some((entries) => Object.keys(entries ?? {}).length > 0);
  if (others) return 'it has components and lines beside those that it repeats';
  if (Object.keys(run?.treat ?? {}).length > 0) return 'it treats volumes';
  for (const [name, own] of Object.entries(subcircuits ?? {}))
    for (const key of ['direct', 'signals'] as const)
      if (connectionsOf(own, key).some(({ from, to }) => [from, to].some((end) => String(end).startsWith('next.'))))
        return `${key} of subcircuit '${name}' lead to the next instance`;
  return null;
}

const connectionsOf = (own: RawSubcircuit, key: 'direct' | 'signals'): readonly RawConnection[] => Object.values(own[key] ?? {});

/** Instance whose part a name is, or -1. */
export const instanceOf = ({ group, count }: Pick<Share, 'group' | 'count'>, name: string): number =>
  instanceIn({ name: group, count }, name);

/** Whether an instance is a rank's own. */
export const isOwn = ({ from, end }: Pick<Share, 'from' | 'end'>, instance: number): boolean => instance >= from && instance < end;

/** Rank that owns an instance. */
export function rankOf(share: Pick<Share, 'ranks' | 'count'>, instance: number): number {
  let rank = Math.min(share.ranks - 1, Math.floor(((instance + 0.5) * share.ranks) / share.count));
  while (firstOf(rank, share) > instance) rank--;
  while (firstOf(rank + 1, share) <= instance) rank++;
  return rank;
}

/** Of names and globs those that may choose something of the rank's own; of the run itself where nothing is left, since no names mean usual ones. */
export function ownPatterns(share: Share, patterns: readonly string[]): readonly string[] {
  const kept = patterns.filter((pattern) => {
    const instance = instanceOf(share, pattern);
    return instance < 0 || isOwn(share, instance);
  });
  return kept.length === 0 && patterns.length > 0 ? ['run.step'] : kept;
}

/**
 * The share of one rank in a compact circuit: the instances that it owns, and one beyond each end. Nothing else of the circuit is written out, so that reading costs a rank
 * in proportion to its part.
 *
 *     own      of each group of `repeat` the instances [from, end), as many as others have, but for one
 *     beyond   the instance before the first and the one behind the last, which others own: what stands at the other ends of the lines that are cut
 *
 * Instances are numbered through all groups, in the order of the file. The instances that are read keep their numbers, names and values and stand in the order of the file; in a closed group the last of them is followed by the first, so that
 * what is read is a whole circuit. Between two instances that others own that may be a line that the circuit does not have; it is in no part of the rank's own.
 */
import { askedObservers } from '../../blocks/kept/registry.js';
import type { RawCircuit, RawConnection, RawRepeat, RawSubcircuit } from '../file/raw.js';
import { instanceIn } from './section.js';

/** Which rank of how many. */
export interface OneOfRanks {
  readonly rank: number;
  readonly ranks: number;
}

/** A group of `repeat`. */
export interface SharedGroup {
  readonly name: string;
  /** Of the whole circuit, and number of the first. */
  readonly count: number;
  readonly first: number;
  /** Of one instance at most. */
  readonly entries: number;
}

export interface Share extends OneOfRanks {
  readonly groups: readonly SharedGroup[];
  /** All that are read, rising. */
  readonly instances: Int32Array;
}
type Groups = Pick<Share, 'groups'>;

/** Entries that the instances of one group may have together where they are read: more would not fit into the memory of any run. */
export const mostEntries = 4_000_000;

/** Entries of one instance of a group at most. */
export function entriesOf({ subcircuits = {} }: RawCircuit, { subcircuit, every = {} }: RawRepeat): number {
  const names = [subcircuit, Object.values(every)].flat().filter((name) => Object.hasOwn(subcircuits, name));
  const sizes = names.map((name) => {
    const { components = {}, lines = {}, direct = [], signals = [] } = subcircuits[name] as RawSubcircuit;
    return Object.keys(components).length + Object.keys(lines).length + direct.length + signals.length;
  });
  return Math.max(1, ...sizes);
}

/** First instance in a group of a rank's own. */
const firstOf = (rank: number, ranks: number, { count, first }: SharedGroup): number => first + Math.floor((rank * count) / ranks);

/** A rank's own instances, [from, end) in each group. */
export const ownRanges = ({ groups, rank, ranks }: Groups & OneOfRanks): (readonly [from: number, end: number])[] =>
  groups.map((group) => [firstOf(rank, ranks, group), firstOf(rank + 1, ranks, group)]);

/** Groups that have fewer instances than there are parts; null: none. */
export function whyTooFew({ groups }: Groups, parts: number, parted: string): string | null {
  const few = groups.find(({ count }) => count < parts);
  return few ? `there are ${parted}, and '${few.name}' is repeated ${few.count} times` : null;
}

/** The share of a rank, or why there is none: the rank then needs the whole circuit. */
export function shareOf(raw: RawCircuit, { rank, ranks }: OneOfRanks): Share | string {
  const repeats = Object.entries(raw.repeat ?? {});
  let behind = 0;
  const groups = repeats.map(([name, repeat]): SharedGroup => {
    const { count } = repeat;
    behind += count;
    return { name, count, first: behind - count, entries: entriesOf(raw, repeat) };
  });
  const why = whyWhole(raw) ?? whyTooFew({ groups }, ranks, `${ranks} ranks`);
  if (why !== null) return why;
  const instances = ownRanges({ groups, rank, ranks }).flatMap(([from, end], g) => {
    const [{ first, count, entries }, close = false] = [groups[g] as SharedGroup, repeats[g]?.[1].close];
    // Reading them is refused (compact.ts); there may be no room for their numbers either.
    if ((end - from) * entries > mostEntries) return [];
    const around = [from - 1, end].flatMap((i) =>
      i >= first && i < first + count ? [i] : close ? [first + ((i - first + count) % count)] : [],
    );
    return [...Array.from({ length: end - from }, (_, k) => from + k), ...around];
  });
  return { rank, ranks, groups, instances: Int32Array.from(new Set(instances)).sort() };
}

/** A rank's own instances in a group. */
export function ownCount(share: Groups & OneOfRanks, name: string): number {
  const [from, end] = ownRanges(share)[share.groups.findIndex((group) => group.name === name)] as readonly [number, number];
  return end - from;
}

/** Instances of a group that are read, as it numbers them. */
export function instancesOf({ groups, instances }: Pick<Share, 'groups' | 'instances'>, name: string): Int32Array {
  const { first, count } = groups.find((group) => group.name === name) as SharedGroup;
  return instances.filter((instance) => instance >= first && instance < first + count).map((instance) => instance - first);
}

/** The part of a circuit that does not follow from a few instances; null: none. */
function whyWhole({ components, lines, direct, signals, repeat, subcircuits, run, record }: RawCircuit): string | null {
  const names = Object.keys(repeat ?? {});
  if (names.length === 0) return 'it repeats nothing';
  if (names.some((a) => names.some((b) => a !== b && a.startsWith(b)))) return 'names of its groups begin alike';
  const others = [components, lines, direct, signals].some((entries) => Object.keys(entries ?? {}).length > 0);
  if (others) return 'it has components and lines beside those that it repeats';
  if (Object.keys(run?.treat ?? {}).length > 0) return 'it treats volumes';
  const asked = askedObservers.flatMap(({ asks }) => Object.values(record?.[asks.setting as keyof typeof record] ?? []));
  if (asked.length > 0) return 'quantities are watched at every step';
  for (const [name, own] of Object.entries(subcircuits ?? {}))
    for (const key of ['direct', 'signals'] as const)
      if (connectionsOf(own, key).some(({ from, to }) => [from, to].some((end) => String(end).startsWith('next.'))))
        return `${key} of subcircuit '${name}' lead to the next instance`;
  return null;
}

const connectionsOf = (own: RawSubcircuit, key: 'direct' | 'signals'): readonly RawConnection[] => Object.values(own[key] ?? {});

/** Instance whose part a name is, or -1. */
export function instanceOf({ groups }: Groups, name: string): number {
  for (const group of groups) {
    const instance = instanceIn(group, name);
    if (instance >= 0) return group.first + instance;
  }
  return -1;
}

/** Number of the group of an instance. */
export function groupOf({ groups }: Groups, instance: number): number {
  let group = groups.length - 1;
  while (group > 0 && (groups[group] as SharedGroup).first > instance) group--;
  return group;
}

/** Whether an instance is a rank's own. */
export const isOwn = (share: Groups & OneOfRanks, instance: number): boolean => instance >= 0 && rankOf(share, instance) === share.rank;

/** Rank that owns an instance. */
export function rankOf({ groups, ranks }: Groups & Pick<Share, 'ranks'>, instance: number): number {
  const group = groups[groupOf({ groups }, instance)] as SharedGroup;
  let rank = Math.min(ranks - 1, Math.floor(((instance - group.first + 0.5) * ranks) / group.count));
  while (firstOf(rank, ranks, group) > instance) rank--;
  while (firstOf(rank + 1, ranks, group) <= instance) rank++;
  return rank;
}

/** Whether a name or glob may choose something of the rank's own. */
export function mayBeOwn(share: Share, pattern: string): boolean {
  const instance = instanceOf(share, pattern);
  return instance < 0 || isOwn(share, instance);
}

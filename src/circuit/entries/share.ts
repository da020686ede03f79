/**
 * The share of one rank in a compact circuit: the instances that it owns, and one beyond each end. Nothing else of the circuit is written out, so that reading costs a rank
 * in proportion to its part.
 *
 *     own      of each group of `repeat` the instances [from, end): as many as others have, but for one, or those that a plan says
 *     beyond   the instance before the first and the one behind the last, which others own: what stands at the other ends of the lines that are cut
 *     beside   all that is no part of a group, and the instances that it is connected to (beside.ts), by itself or as a subcircuit says, of which then the first: it counts as a group of its own, the
 *              first, with an instance for each component and line
 *
 * Instances are numbered through all groups, in the order of the file. The instances that are read keep their numbers, names and values and stand in the order of the file; in a closed group the last of them is followed by the first, so that
 * what is read is a whole circuit. Between two instances that others own that may be a line that the circuit does not have; it is in no part of the rank's own.
 */
import type { RawCircuit, RawRepeat, RawSubcircuit } from '../file/raw.js';
import { numberAt } from '../text/known.js';
import { type Beside, besideOf, componentOf, directEndsOf, seenBySubcircuits, type WrittenBeside, writtenBeside } from './beside.js';
import { whyNoShares } from './noShares.js';
import { instanceIn } from './section.js';

/** Which rank of how many. */
export interface OneOfRanks {
  readonly rank: number;
  readonly ranks: number;
}

/** Of a plan, by group: the instance, as the group numbers them, with which each of its parts begins, rising from 0; last how many there are. */
export type Starts = Readonly<Record<string, readonly number[]>>;

/** And by which plan; none: all have as many instances. */
export interface OneOfPlan extends OneOfRanks {
  readonly starts?: Starts | undefined;
}

/** A group of `repeat`, or what stands beside the groups. */
export interface SharedGroup {
  readonly name: string;
  /** Of the whole circuit, and number of the first. */
  readonly count: number;
  readonly first: number;
  /** Of one instance at most. */
  readonly entries: number;
  /** Of what stands beside the groups: who has it. */
  readonly beside?: Beside;
  /** Of a plan; absent: parts have as many each, but for one. */
  readonly starts?: Starts[string];
}

export interface Share extends OneOfRanks {
  readonly groups: readonly SharedGroup[];
  /** All that are read, rising. */
  readonly instances: Int32Array;
}
type Groups = Pick<Share, 'groups'>;

/** The share of a rank, or why there is none and the circuit is whole. */
export type ReadShare = Share | string;

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

/** First instance in a group of a rank's own. A plan may have several parts for each rank. */
const firstOf = (rank: number, ranks: number, { count, first, starts }: SharedGroup): number =>
  first + (starts ? (starts[(rank * (starts.length - 1)) / ranks] as number) : Math.floor((rank * count) / ranks));

/** A rank's own instances of a repeated group, [from, end). */
export const ownRange = ({ rank, ranks }: OneOfRanks, group: SharedGroup): readonly [from: number, end: number] => [
  firstOf(rank, ranks, group),
  firstOf(rank + 1, ranks, group),
];

/** A rank's own instances: [from, end) in each repeated group, and as many as follow each other of what stands beside. */
export const ownRanges = (share: Groups & OneOfRanks): (readonly [from: number, end: number])[] =>
  share.groups.flatMap((group) => {
    if (!group.beside) return [ownRange(share, group)];
    const ranges: [number, number][] = [];
    for (let instance = group.first; instance < group.first + group.count; instance++) {
      if (!isOwn(share, instance)) continue;
      const last = ranges.at(-1);
      if (last?.[1] === instance) last[1]++;
      else ranges.push([instance, instance + 1]);
    }
    return ranges;
  });

/** Groups that have fewer instances than there are parts; null: none. */
export function whyTooFew({ groups }: Groups, parts: number, parted: string): string | null {
  const few = groups.find(({ count, beside }) => !beside && count < parts);
  return few ? `there are ${parted}, and '${few.name}' is repeated ${few.count} times; start no more than that` : null;
}

/** Why a plan's parts are not of these groups, or not as many for each rank; null: they are. */
function whyOther({ groups }: Groups, ranks: number, starts: Starts): string | null {
  const repeated = groups.filter(({ beside }) => !beside);
  const fits = repeated.every(({ name, count }) => Object.hasOwn(starts, name) && starts[name]?.at(-1) === count);
  const isOfRanks = Object.values(starts).every(({ length }) => (length - 1) % ranks === 0);
  return fits && isOfRanks && Object.keys(starts).length === repeated.length
    ? null
    : 'the plan is of other groups, or of another number of ranks; make one for this circuit';
}

/** Groups whose parts begin as a plan says. */
export const startedBy = (groups: Share['groups'], starts: Starts): SharedGroup[] =>
  groups.map((group) => (group.beside ? group : { ...group, starts: starts[group.name] as readonly number[] }));

/** The share of a rank, or why there is none, and the way out: the rank then needs the whole circuit. */
export function shareOf(raw: RawCircuit, { rank, ranks, starts }: OneOfPlan): ReadShare {
  const repeats = Object.entries(raw.repeat ?? {});
  const written = writtenBeside(raw);
  const even = groupsOf(raw, written);
  const why =
    whyNoShares(raw, written) ??
    whyTooFew({ groups: even }, ranks, `${ranks} ranks`) ??
    (starts ? whyOther({ groups: even }, ranks, starts) : null);
  if (why !== null) return why;
  const groups = starts ? startedBy(even, starts) : even;
  const using = usingInstances(raw, groups);
  const instances = groups.flatMap((group) => {
    const { first, count, beside, entries } = group;
    if (beside) return [...Array.from({ length: count }, (_, k) => first + k), ...beside.connected, ...using];
    const [from, end] = ownRange({ rank, ranks }, group);
    // Reading them is refused (compact.ts); there may be no room for their numbers either.
    if ((end - from) * entries > mostEntries) return [];
    const close = repeats.find(([name]) => name === group.name)?.[1].close ?? false;
    const around = [from - 1, end].flatMap((i) =>
      i >= first && i < first + count ? [i] : close ? [first + ((i - first + count) % count)] : [],
    );
    return [...Array.from({ length: end - from }, (_, k) => from + k), ...around];
  });
  return { rank, ranks, groups, instances: Int32Array.from(new Set(instances)).sort() };
}

/** Of subcircuits that are connected to what stands beside the groups the first instance that has them: without one a port there looks open, and an input without a signal. */
function usingInstances({ repeat = {}, subcircuits = {} }: RawCircuit, groups: Share['groups']): number[] {
  const numbers = groups[0]?.beside?.numbers;
  const isUsing = (name: string): boolean =>
    numbers !== undefined && directEndsOf(subcircuits[name] ?? {}).some((end) => numbers.has(componentOf(end)));
  return groups.flatMap(({ name, first, count }) => {
    const { subcircuit = [], every = {} } = repeat[name] ?? {};
    const ofCycle = [subcircuit].flat().flatMap((one, k) => (k < count && isUsing(one) ? [first + k] : []));
    return Object.values(every).some(isUsing) ? [first, ...ofCycle] : ofCycle;
  });
}

/** A rank's own instances in a group. */
export function ownCount(share: Groups & OneOfRanks, name: string): number {
  const [from, end] = ownRange(share, share.groups.find((group) => group.name === name) as SharedGroup);
  return end - from;
}

/** Numbers instances: of what stands beside the groups, where there is anything, then of each group. */
function groupsOf(raw: RawCircuit, written: WrittenBeside): SharedGroup[] {
  const size = written.components.length + written.lines.length;
  let behind = size;
  const groups = Object.entries(raw.repeat ?? {}).map(([name, repeat]): SharedGroup => {
    const { count } = repeat;
    behind += count;
    return { name, count, first: behind - count, entries: entriesOf(raw, repeat) };
  });
  if (size === 0 && written.joined.length === 0) return groups;
  const beside = besideOf(written, (name) => instanceOf({ groups }, name), size, seenBySubcircuits(raw, written));
  return [{ name: '', count: size, first: 0, entries: 1, beside }, ...groups];
}

/** Instances of a group that are read, as it numbers them. */
export function instancesOf({ groups, instances }: Pick<Share, 'groups' | 'instances'>, name: string): Int32Array {
  const { first, count } = groups.find((group) => group.name === name) as SharedGroup;
  return instances.filter((instance) => instance >= first && instance < first + count).map((instance) => instance - first);
}

/** Instance whose part a name is, or -1. */
export function instanceOf({ groups }: Groups, name: string): number {
  for (const group of groups) {
    const instance = instanceIn(group, name);
    if (instance >= 0) return group.first + instance;
  }
  const beside = groups[0]?.beside;
  return beside?.numbers.get(componentOf(name)) ?? -1;
}

/** Number of the group of an instance. */
export function groupOf({ groups }: Groups, instance: number): number {
  let group = groups.length - 1;
  while (group > 0 && (groups[group] as SharedGroup).first > instance) group--;
  return group;
}

/** Whether an instance stands for what is beside the groups. */
export const isBeside = ({ groups }: Groups, instance: number): boolean =>
  instance >= 0 && groups[groupOf({ groups }, instance)]?.beside !== undefined;

/** Whether an instance is a rank's own. */
export const isOwn = (share: Groups & OneOfRanks, instance: number): boolean => instance >= 0 && rankOf(share, instance) === share.rank;

/** Rank that owns an instance. */
export function rankOf({ groups, ranks }: Groups & Pick<Share, 'ranks'>, instance: number): number {
  const group = groups[groupOf({ groups }, instance)] as SharedGroup;
  if (group.beside) return rankOf({ groups, ranks }, numberAt(group.beside.hosts, instance));
  if (group.starts) {
    let [low, high] = [0, ranks - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (firstOf(middle, ranks, group) <= instance) low = middle;
      else high = middle - 1;
    }
    return low;
  }
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

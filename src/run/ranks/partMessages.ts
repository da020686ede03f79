/** Messages between ranks that have the layout of their own part only: the same places of a neighbour's partition stand elsewhere in each memory, so that both list them line by line. */
import { sentEnd } from '../../blocks/exchange/slots.js';
import type { SentRow } from '../../blocks/sent.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import { groupOf, isOwn, ownRange, type Share } from '../../circuit/entries/share.js';
import type { PlacedBeyond } from '../../program/beyond.js';
import { type Layout, type PartitionLayout, specialCounterCount } from '../../program/layout/layout.js';
import type { RankMessages, SentPlaces } from '../../program/messages.js';
import type { ThreadPlan } from '../../program/threadPlan.js';
import { publishedRow, shiftsOf } from './messages.js';
import { type Numbered, Numbers, type Run } from './numbers.js';
import {
  type AcrossLine,
  byGroup,
  capacitive,
  type Facts,
  firstOfRank,
  isAcrossHere,
  type Part,
  partitionAfter,
  rankOfPartition,
  sumOf,
} from './part.js';
import { gatherValuesOrFail, type Ranks } from './ranks.js';

/** By partition of the run: its capacitive lines to the next one. */
export const cutOf = (all: readonly Pick<Facts, 'cut'>[]): Facts['cut'] => all.flatMap(({ cut }) => cut);

/** Cut capacitive lines by the partition of the run that leads them to the next one, but for those that are here: partition, and number among those of that partition. */
export function linesBeyond(part: Part, all: readonly Pick<Facts, 'cut'>[]): { partition: number; k: number }[] {
  const first = firstOfRank(part, part.share.rank);
  const here = new Set(Array.from({ length: part.threads + 1 }, (_, k) => partitionAfter(part, first, k - 1)));
  return cutOf(all).flatMap((cut, partition) => (here.has(partition) ? [] : cut.map((_, k) => ({ partition, k }))));
}

interface PlacedAcross extends AcrossLine {
  readonly ends: readonly [number, number] | null;
}

/** Of the two ends of a line. */
type Side = 0 | 1;
const otherSide = (side: Side): Side => (side === 0 ? 1 : 0);

/** Of what one rank tells another, partition by partition, the places in the memory of this rank, which is one of the two. Partitions are those of the run. */
export class PartMessages {
  private readonly cut: Facts['cut'];
  private readonly ends = new Map<string, readonly [number, number]>();
  /** Lines beside the groups that are cut; of capacitive ones with their ends. */
  private readonly across: readonly PlacedAcross[];

  /** `gathers`: whether ranks gather what they publish; `isDry`: whether there are no others. */
  constructor(
    private readonly gathers: boolean,
    private readonly isDry: boolean,
    private readonly layout: Layout,
    private readonly beyond: PlacedBeyond,
    private readonly plan: ThreadPlan,
    private readonly part: Part,
    all: readonly Facts[],
  ) {
    this.cut = cutOf(all);
    if (!gathers)
      linesBeyond(part, all).forEach(({ partition, k }, number) =>
        this.ends.set(`${partition} ${k}`, beyond.ends[number] as readonly [number, number]),
      );
    for (const [leads, lines] of linesByLeading(part))
      for (const [k, line] of capacitive(part, lines).entries()) this.ends.set(`${leads} ${k}`, this.endsHere(line, leads));
    const cutAcross = new Set(
      capacitive(
        part,
        part.across.map(({ line }) => line),
      ),
    );
    this.across = part.across.map((one) => ({ ...one, ends: cutAcross.has(one.line) ? this.endsHere(one.line, one.partitions[0]) : null }));
  }

  /** The end at the partition that leads a line to the next one, then the other. */
  private endsHere(line: number, leads: number): readonly [number, number] {
    const { families, site } = this.layout;
    const cut = families.lines.cut.find((one) => one.line === line);
    if (!cut) throw new Error(`line ${line} is not cut`);
    return site.endPartition[2 * line] === this.beyond.partitionOf[leads] ? [cut.slotA, cut.slotB] : [cut.slotB, cut.slotA];
  }

  /** Neighbours have a message of their own, all others the same, or, where ranks gather, none. */
  all({ count }: Pick<Ranks, 'count'>, numbers: Numbers): RankMessages {
    const { share } = this.part;
    const nearby = nearRanks(this.part, this.isDry);
    const others = Array.from({ length: count }, (_, rank) => rank).filter((rank) => rank !== share.rank);
    const isNear = (rank: number): boolean => nearby.has(rank);
    const [near, far] = [others.filter(isNear), others.filter((rank) => !isNear(rank) && !this.gathers)];
    const sent = [...near, ...far.slice(0, 1)].map((rank) => this.told(share.rank, rank));
    const peers = (this.gathers ? near : others).map((rank) => ({
      ...{ rank, sent: isNear(rank) ? near.indexOf(rank) : near.length, received: this.told(rank, share.rank) },
    }));
    const isMirrored = this.isDry && this.across.some((line) => isAcrossHere(this.part, line));
    return {
      sent: [...sent, ...(isMirrored ? [this.toldItself('own')] : [])],
      peers: [...peers, ...(isMirrored ? [{ rank: share.rank, sent: sent.length, received: this.toldItself('other') }] : [])],
      ...{ numbers: numbers.lists, gathers: this.gathers ? count : null },
    };
  }

  /** What each partition of one rank tells another rank. */
  private told(from: number, to: number): SentPlaces[] {
    return Array.from({ length: this.part.threads }, (_, k) => this.toldBy(firstOfRank(this.part, from) + k, to));
  }

  /** What one rank by itself tells itself: the other ends of lines beside the groups get what its own send. */
  private toldItself(ends: 'own' | 'other'): SentPlaces[] {
    const { beyond, layout, part, gathers } = this;
    const { share, threads } = part;
    return Array.from({ length: threads }, (_, k): SentPlaces => {
      const own = firstOfRank(part, share.rank) + k;
      const lines = this.acrossFrom(own, (rank) => rank !== share.rank).map(({ line, side, ends: cut }) => {
        const shown = ends === 'own' ? side : otherSide(side);
        return { end: 2 * line + shown, slots: cut?.[shown] };
      });
      const partition = layout.partitions[beyond.own.first + k] as PartitionLayout;
      return {
        accepted: decisionOffsets(partition).accepted,
        byTurn: [
          ...(gathers ? [] : [publishedRow(beyond.published[own] as number)]),
          ...lines.flatMap(({ slots }) => (slots === undefined ? [] : [sentEnd(slots)])),
        ],
        byStep: lines.flatMap(({ end }) => [...this.wavesOf(end, partition.index)]),
        byCell: [],
      };
    });
  }

  private toldBy(from: number, to: number): SentPlaces {
    const { beyond, layout, part, cut } = this;
    /** Ends of the lines that `leads` leads to the next partition; `other` has the other ends. */
    const endsOf = (leads: number, side: 0 | 1, other: number): SentRow[] => {
      if (this.gathers && rankOfPartition(part, other) !== to) return [];
      return (cut[leads] ?? []).map((_, k) => sentEnd((this.ends.get(`${leads} ${k}`) as readonly [number, number])[side]));
    };
    const [before, after] = [-1, 1].map((by) => partitionAfter(part, from, by)) as [number, number];
    const published = this.gathers ? [] : [publishedRow(beyond.published[from] as number)];
    // Only neighbours send waves, and they are here.
    const partition = layout.partitions[beyond.partitionOf[from] as number] as PartitionLayout | undefined;
    return {
      accepted: decisionOffsets(partition ?? (layout.partitions[beyond.own.first] as PartitionLayout)).accepted,
      byTurn: [...published, ...endsOf(before, 1, before), ...endsOf(from, 0, after), ...this.endsAcross(from, to)],
      byStep: partition ? [...this.waves(from, to, partition.index)] : [],
      byCell: [],
    };
  }

  /** Ends at a partition of lines beside the groups: of all, or, where ranks gather, of those that lead to a rank. */
  private endsAcross(partition: number, to: number): SentRow[] {
    if (this.isDry) return [];
    return this.acrossFrom(partition, (rank) => !this.gathers || rank === to).flatMap(({ side, ends }) =>
      ends ? [sentEnd(ends[side])] : [],
    );
  }

  /** Lines beside the groups from a partition to ranks, each with its side there. */
  private acrossFrom(partition: number, isTo: (rank: number) => boolean): (PlacedAcross & { readonly side: Side })[] {
    return this.across.flatMap((one) => {
      const side = one.partitions.indexOf(partition) as Side | -1;
      return side >= 0 && isTo(rankOfPartition(this.part, one.partitions[otherSide(side as Side)])) ? [{ ...one, side: side as Side }] : [];
    });
  }

  /** Waves that left the ends of a partition in lines to those of a rank, line by line. */
  private *waves(from: number, to: number, partition: number): Generator<SentRow> {
    const { part, isDry } = this;
    const before = partitionAfter(part, from, -1);
    const byLeading = linesByLeading(part);
    const isTo = (other: number): boolean => rankOfPartition(part, other) === to;
    const across = isDry ? [] : this.acrossFrom(from, (rank) => rank === to);
    const chains = [
      [from, partitionAfter(part, from, 1)],
      [before, before],
    ].flatMap(([leads, other]) => (isTo(other as number) ? (byLeading.get(leads as number) ?? []) : []));
    for (const line of [...chains, ...across.map((one) => one.line)])
      for (const end of [2 * line, 2 * line + 1]) if (this.layout.site.endPartition[end] === partition) yield* this.wavesOf(end, partition);
  }

  /** Waves that leave an end, of the steps that a partition has made since the last meeting. */
  private *wavesOf(end: number, partition: number): Generator<SentRow> {
    const { rings } = this.layout.families;
    const [oldest, newest] = shiftsOf(this.layout, this.plan, partition);
    const table = rings.partitions[this.layout.site.endPartition[end]]?.tables[rings.table[end]];
    if (!table) return;
    const { ring, stride, slots } = table;
    for (let shift = oldest; shift <= newest; shift++) yield { at: ring + rings.column[end], stride, slots, shift, count: 1 };
  }
}

/** Ranks to which lines lead from this one's partitions; without others not by lines beside the groups. */
function nearRanks(part: Part, isDry: boolean): Set<number> {
  const { share, threads, before, onward, across } = part;
  const first = firstOfRank(part, share.rank);
  const partitions = [
    ...(before.length > 0 ? [partitionAfter(part, first, -1)] : []),
    ...((onward.at(-1)?.length ?? 0) > 0 ? [partitionAfter(part, first, threads)] : []),
    ...across.filter((line) => !isDry && isAcrossHere(part, line)).flatMap(({ partitions: ends }) => ends),
  ];
  return new Set(partitions.map((partition) => rankOfPartition(part, partition)).filter((rank) => rank !== share.rank));
}

/** Lines that are here, by the partition of the run that leads them to the next one. */
function linesByLeading(part: Part): Map<number, readonly number[]> {
  const first = firstOfRank(part, part.share.rank);
  return new Map([[partitionAfter(part, first, -1), part.before], ...part.onward.map((lines, k) => [first + k, lines] as const)]);
}

/** How the own numbers of what limits steps, and those of neighbours that are here, stand among those of all ranks. */
export function numbersOf(ranks: Ranks, part: Part, { firstState }: Pick<Layout, 'firstState'>, all: readonly Facts[]): Numbers {
  const { share, ofComponent, ofLine } = part;
  const states = firstState.map((first) => first - ofLine.length - specialCounterCount);
  const own = byGroup(share, ofComponent, (c) => states[c + 1] - states[c]);
  const counts = gatherValuesOrFail(ranks, own);
  return new Numbers(lineNumbers(part, all), numbered(part, ofComponent, states, counts));
}

/** Of lines. */
export function lineNumbers(part: Part, all: readonly Facts[]): Numbered {
  const first = Int32Array.from({ length: part.ofLine.length + 1 }, (_, line) => line);
  return numbered(
    part,
    part.ofLine,
    first,
    all.map(({ lines }) => lines),
  );
}

/** First of a rank's numbers in a group; `counts`: by rank and group. */
export const firstNumber = (counts: readonly (readonly number[])[], rank: number, group: number): number =>
  counts.reduce((sum, own, r) => sum + sumOf(own.slice(0, r < rank ? group + 1 : group)), 0);

/** Own instances of a group follow each other; of the others those count that are right before and behind them, around. What stands beside the groups comes first, here as in the whole. */
function numbered({ share }: Part, of: Int32Array, first: Int32Array, counts: readonly (readonly number[])[]): Numbered {
  const next = share.groups.map((_, group) => firstNumber(counts, share.rank, group));
  let k = 0;
  const runs = Array.from(share.instances).flatMap((instance): Run[] => {
    const from = k;
    while (k < of.length && of[k] === instance) k++;
    const [here, count] = [first[from], first[k] - first[from]];
    const group = groupOf(share, instance);
    const shared = share.groups[group] as Share['groups'][number];
    if (shared.beside) return [{ here, count, whole: here, isOwn: isOwn(share, instance) }];
    if (isOwn(share, instance)) {
      next[group] = (next[group] as number) + count;
      return [{ here, count, whole: (next[group] as number) - count, isOwn: true }];
    }
    const [all, begin, end, behind] = [0, share.rank, share.rank + 1, share.ranks].map((rank) => firstNumber(counts, rank, group)) as [
      number,
      number,
      number,
      number,
    ];
    const { first: firstInstance, count: instances } = shared;
    const [ownBegin, ownEnd] = ownRange(share, shared);
    const last = firstInstance + instances - 1;
    if (instance === (ownEnd <= last ? ownEnd : firstInstance)) return [{ here, count, whole: end < behind ? end : all, isOwn: false }];
    if (instance === (ownBegin > firstInstance ? ownBegin - 1 : last))
      return [{ here, count, whole: (begin > all ? begin : behind) - count, isOwn: false }];
    // Only lines beside the groups lead to it.
    return [];
  });
  return { runs: merged(runs), here: first[of.length], whole: sumOf(counts.map(sumOf)) };
}

/** Runs that follow each other in both orders as one; none is empty. */
function merged(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (run.count === 0) continue;
    if (last && last.isOwn === run.isOwn && last.here + last.count === run.here && last.whole + last.count === run.whole)
      all[all.length - 1] = { ...last, count: last.count + run.count };
    else all.push(run);
  }
  return all;
}

/** Messages between ranks that have the layout of their own part only: the same places of a neighbour's partition stand elsewhere in each memory, so that both list them line by line. */
import { sentEnd } from '../../blocks/exchange/slots.js';
import type { SentRow } from '../../blocks/sent.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import { groupOf, isOwn, ownRanges, type Share } from '../../circuit/entries/share.js';
import type { PlacedBeyond } from '../../program/beyond.js';
import { type Layout, type PartitionLayout, specialCounterCount } from '../../program/layout/layout.js';
import type { RankMessages, Told } from '../../program/messages.js';
import type { ThreadPlan } from '../../program/threadPlan.js';
import { publishedRow, shiftsOf } from './messages.js';
import { type Numbered, Numbers, type Run } from './numbers.js';
import { byGroup, capacitive, type Facts, type Part, partitionAfter, sumOf } from './part.js';
import { gatherOrFail, type Ranks } from './ranks.js';

/** By partition of the run: its capacitive lines to the next one. */
export const cutOf = (all: readonly Pick<Facts, 'cut'>[]): Facts['cut'] => all.flatMap(({ cut }) => cut);

/** Cut capacitive lines by the partition of the run that leads them to the next one, but for those that are here: partition, and number among those of that partition. */
export function linesBeyond(part: Part, all: readonly Pick<Facts, 'cut'>[]): { partition: number; k: number }[] {
  const { share, threads } = part;
  const first = share.rank * threads;
  const here = new Set(Array.from({ length: threads + 1 }, (_, k) => partitionAfter(part, first, k - 1)));
  return cutOf(all).flatMap((cut, partition) => (here.has(partition) ? [] : cut.map((_, k) => ({ partition, k }))));
}

/** Of what one rank tells another, partition by partition, the places in the memory of this rank, which is one of the two. Partitions are those of the run. */
export class PartMessages {
  private readonly cut: Facts['cut'];
  private readonly ends = new Map<string, readonly [number, number]>();

  /** `gathers`: whether ranks gather what they publish. */
  constructor(
    private readonly gathers: boolean,
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
    const { here, share, threads } = this.part;
    const others = Array.from({ length: count }, (_, rank) => rank).filter((rank) => rank !== share.rank);
    const isNear = (rank: number): boolean => here.some((partition) => Math.floor(partition / threads) === rank);
    const [near, far] = [others.filter(isNear), others.filter((rank) => !isNear(rank) && !this.gathers)];
    return {
      sent: [...near, ...far.slice(0, 1)].map((rank) => this.told(share.rank, rank)),
      peers: (this.gathers ? near : others).map((rank) => ({
        ...{ rank, sent: isNear(rank) ? near.indexOf(rank) : near.length, received: this.told(rank, share.rank) },
      })),
      ...{ numbers: numbers.lists, gathers: this.gathers ? count : null },
    };
  }

  /** What each partition of one rank tells another rank. */
  private told(from: number, to: number): Told[] {
    const { threads } = this.part;
    return Array.from({ length: threads }, (_, k) => this.toldBy(from * threads + k, to));
  }

  private toldBy(from: number, to: number): Told {
    const { beyond, layout, part, cut } = this;
    /** Ends of the lines that `leads` leads to the next partition; `other` has the other ends. */
    const endsOf = (leads: number, side: 0 | 1, other: number): SentRow[] => {
      if (this.gathers && Math.floor(other / part.threads) !== to) return [];
      return (cut[leads] ?? []).map((_, k) => sentEnd((this.ends.get(`${leads} ${k}`) as readonly [number, number])[side]));
    };
    const [before, after] = [-1, 1].map((by) => partitionAfter(part, from, by)) as [number, number];
    const published = this.gathers ? [] : [publishedRow(beyond.published[from] as number)];
    // Only neighbours send waves, and they are here.
    const partition = layout.partitions[beyond.partitionOf[from] as number] as PartitionLayout | undefined;
    return {
      accepted: decisionOffsets(partition ?? (layout.partitions[beyond.own.first] as PartitionLayout)).accepted,
      byTurn: [...published, ...endsOf(before, 1, before), ...endsOf(from, 0, after)],
      byStep: partition ? [...this.waves(from, to, partition.index)] : [],
      byCell: [],
    };
  }

  /** Waves that left the ends of a partition in lines to those of a rank, line by line. */
  private *waves(from: number, to: number, partition: number): Generator<SentRow> {
    const { part } = this;
    const { rings } = this.layout.families;
    const [oldest, newest] = shiftsOf(this.layout, this.plan, partition);
    const before = partitionAfter(part, from, -1);
    const lines = linesByLeading(part);
    for (const [leads, other] of [
      [from, partitionAfter(part, from, 1)],
      [before, before],
    ] as const) {
      if (Math.floor(other / part.threads) !== to) continue;
      for (const line of lines.get(leads) ?? [])
        for (const end of [2 * line, 2 * line + 1]) {
          if (this.layout.site.endPartition[end] !== partition || rings.table[end] < 0) continue;
          const table = rings.partitions[partition]?.tables[rings.table[end]];
          if (!table) continue;
          const { ring, stride, slots } = table;
          for (let shift = oldest; shift <= newest; shift++) yield { at: ring + rings.column[end], stride, slots, shift, count: 1 };
        }
    }
  }
}

/** Lines that are here, by the partition of the run that leads them to the next one. */
function linesByLeading(part: Part): Map<number, readonly number[]> {
  const first = part.share.rank * part.threads;
  return new Map([[partitionAfter(part, first, -1), part.before], ...part.onward.map((lines, k) => [first + k, lines] as const)]);
}

/** How the own numbers of what limits steps, and those of neighbours that are here, stand among those of all ranks. */
export function numbersOf(ranks: Ranks, part: Part, { firstState }: Pick<Layout, 'firstState'>, all: readonly Facts[]): Numbers {
  const { share, ofComponent, ofLine } = part;
  const states = firstState.map((first) => first - ofLine.length - specialCounterCount);
  const own = byGroup(share, ofComponent, (c) => states[c + 1] - states[c]);
  const counts = gatherOrFail(ranks, JSON.stringify(own)).map((text) => JSON.parse(text) as number[]);
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

/** Own instances of a group follow each other; the others are those right before and behind them, around. */
function numbered({ share }: Part, of: Int32Array, first: Int32Array, counts: readonly (readonly number[])[]): Numbered {
  const own = ownRanges(share);
  const next = own.map((_, group) => firstNumber(counts, share.rank, group));
  let k = 0;
  const runs = Array.from(share.instances, (instance): Run => {
    const from = k;
    while (k < of.length && of[k] === instance) k++;
    const [here, count] = [first[from], first[k] - first[from]];
    const group = groupOf(share, instance);
    if (isOwn(share, instance)) {
      next[group] = (next[group] as number) + count;
      return { here, count, whole: (next[group] as number) - count, isOwn: true };
    }
    const [all, begin, end, behind] = [0, share.rank, share.rank + 1, share.ranks].map((rank) => firstNumber(counts, rank, group)) as [
      number,
      number,
      number,
      number,
    ];
    const { first: firstInstance, count: instances } = share.groups[group] as Share['groups'][number];
    const ownEnd = own[group]?.[1] as number;
    const isBehind = instance === (ownEnd < firstInstance + instances ? ownEnd : firstInstance);
    if (isBehind) return { here, count, whole: end < behind ? end : all, isOwn: false };
    return { here, count, whole: (begin > all ? begin : behind) - count, isOwn: false };
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

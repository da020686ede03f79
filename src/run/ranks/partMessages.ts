/** Messages between ranks that have the layout of their own part only: the same places of a neighbour's partition stand elsewhere in each memory, so that both list them line by line. */
import { decisionOffsets } from '../../blocks/step/decision.js';
import { isOwn } from '../../circuit/entries/share.js';
import type { PlacedBeyond } from '../../program/beyond.js';
import { type Layout, type PartitionLayout, specialCounterCount } from '../../program/layout/layout.js';
import type { ThreadPlan } from '../../program/threadPlan.js';
import type { Session } from '../session.js';
import { endRow, publishedRow, type Row, shiftsOf, type Told } from './messages.js';
import { type Numbered, Numbers, type Run } from './numbers.js';
import { capacitive, type Facts, type Part, rankAfter } from './part.js';
import { gatherOrFail, type Ranks } from './ranks.js';

/** Cut capacitive lines by the rank that leads them to the next one, but for those that are here: rank, and number among those of that rank. */
export function linesBeyond({ share }: Part, all: readonly Pick<Facts, 'cut'>[]): { rank: number; k: number }[] {
  const here = new Set([share.rank, rankAfter(share, share.rank, -1)]);
  return all.flatMap(({ cut }, rank) => (here.has(rank) ? [] : cut.map((_, k) => ({ rank, k }))));
}

/** Of what one rank tells another the places in the memory of this rank, which is one of the two. */
export class PartMessages {
  private readonly beyond: PlacedBeyond;
  private readonly layout: Layout;
  private readonly threads: ThreadPlan;
  private readonly ends = new Map<string, readonly [number, number]>();

  constructor(
    { beyond, layout, threads }: Pick<Session, 'beyond' | 'layout' | 'threads'>,
    private readonly part: Part,
    private readonly all: readonly Facts[],
  ) {
    if (!beyond) throw new Error('the layout has all partitions');
    [this.beyond, this.layout, this.threads] = [beyond, layout, threads];
    linesBeyond(part, all).forEach(({ rank, k }, number) =>
      this.ends.set(`${rank} ${k}`, beyond.ends[number] as readonly [number, number]),
    );
    const { share } = part;
    const { rank } = share;
    for (const [leads, lines] of [
      [rankAfter(share, rank, -1), capacitive(part, part.before)],
      [rank, capacitive(part, part.onward)],
    ] as const)
      for (const [k, line] of lines.entries()) this.ends.set(`${leads} ${k}`, this.endsHere(line, leads));
  }

  /** The end at the rank that leads a line to the next one, then the other. */
  private endsHere(line: number, leads: number): readonly [number, number] {
    const { families, site } = this.layout;
    const cut = families.lines.cut.find((one) => one.line === line);
    if (!cut) throw new Error(`line ${line} is not cut`);
    return site.endPartition[2 * line] === this.beyond.partitionOf[leads] ? [cut.slotA, cut.slotB] : [cut.slotB, cut.slotA];
  }

  told(from: number, to: number): Told {
    const { beyond, layout, part, all } = this;
    const before = rankAfter(part.share, from, -1);
    const endsOf = (leads: number, side: 0 | 1): Row[] =>
      (all[leads]?.cut ?? []).map((_, k) => endRow((this.ends.get(`${leads} ${k}`) as readonly [number, number])[side]));
    // Only neighbours send waves, and they are here.
    const partition = layout.partitions[beyond.partitionOf[from] as number] as PartitionLayout | undefined;
    return {
      accepted: decisionOffsets(partition ?? (layout.partitions[beyond.own] as PartitionLayout)).accepted,
      byTurn: [publishedRow(beyond.published[from] as number), ...endsOf(before, 1), ...endsOf(from, 0)],
      byStep: partition ? [...this.waves(from, to, partition.index)] : [],
      byCell: [],
    };
  }

  /** Waves that left the ends of one rank in lines to another, line by line. */
  private *waves(from: number, to: number, partition: number): Generator<Row> {
    const { share, before, onward } = this.part;
    const { rings } = this.layout.families;
    const [oldest, newest] = shiftsOf(this.layout, this.threads, partition);
    const lines = [
      ...(rankAfter(share, from, 1) === to ? (from === share.rank ? onward : before) : []),
      ...(rankAfter(share, to, 1) === from ? (to === share.rank ? onward : before) : []),
    ];
    for (const line of lines)
      for (const end of [2 * line, 2 * line + 1]) {
        if (this.layout.site.endPartition[end] !== partition || rings.table[end] < 0) continue;
        const table = rings.partitions[partition]?.tables[rings.table[end]];
        if (!table) continue;
        const { ring, stride, slots } = table;
        for (let shift = oldest; shift <= newest; shift++) yield { at: ring + rings.column[end], stride, slots, shift, count: 1 };
      }
  }
}

/** How the own numbers of what limits steps, and those of neighbours that are here, stand among those of all ranks. */
export function numbersOf(ranks: Ranks, part: Part, { firstState }: Pick<Layout, 'firstState'>, all: readonly Facts[]): Numbers {
  const { share, ofComponent, ofLine } = part;
  const states = firstState.map((first) => first - ofLine.length - specialCounterCount);
  const ownStates = runsOf(ofComponent, states, share.instances, (instance) => isOwn(share, instance)).reduce(
    (sum, run) => sum + (run.isOwn ? run.count : 0),
    0,
  );
  const counts = gatherOrFail(ranks, String(ownStates)).map(Number);
  return new Numbers(lineNumbers(part, all), numbered(part, ofComponent, states, counts));
}

/** Of lines. */
export function lineNumbers(part: Part, all: readonly Facts[]): Numbered {
  const first = Int32Array.from({ length: part.ofLine.length + 1 }, (_, line) => line);
  return numbered(
    part,
    part.ofLine,
    first,
    all.map((facts) => facts.lines),
  );
}

/** Numbers of each instance that stand together; `first`: by entry its first number. */
function runsOf(
  of: Int32Array,
  first: Int32Array,
  instances: Int32Array,
  own: (instance: number) => boolean,
): { instance: number; here: number; count: number; isOwn: boolean }[] {
  let k = 0;
  return Array.from(instances, (instance) => {
    const from = k;
    while (k < of.length && of[k] === instance) k++;
    return { instance, here: first[from], count: first[k] - first[from], isOwn: own(instance) };
  });
}

/** Own instances follow each other; the others are those right before and behind them, around. */
function numbered({ share }: Part, of: Int32Array, first: Int32Array, counts: readonly number[]): Numbered {
  const whole = counts.reduce((a, b) => a + b, 0);
  const begin = counts.slice(0, share.rank).reduce((a, b) => a + b, 0);
  const end = begin + (counts[share.rank] as number);
  const runs = runsOf(of, first, share.instances, (instance) => isOwn(share, instance));
  let next = begin;
  const made = runs.map(({ instance, here, count, isOwn: own }): Run => {
    if (own) {
      next += count;
      return { here, count, whole: next - count, isOwn: true };
    }
    const isBehind = instance === share.end % share.count;
    return { here, count, whole: isBehind ? end % Math.max(1, whole) : (begin > 0 ? begin : whole) - count, isOwn: false };
  });
  return { runs: merged(made), here: first[of.length], whole };
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

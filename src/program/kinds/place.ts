/** Network + owners → where components stand, partition by partition: words, ends, columns of each kind. */
import { namesOf } from '../../blocks/column.js';
import { lineEnds } from '../../blocks/ends.js';
import { judgedRows } from '../../blocks/kinds/kindLoops.js';
import { lineDuties } from '../../blocks/registry.js';
import type { Site } from '../../blocks/site.js';
import { decisionOffsets, published } from '../../blocks/step/decision.js';
import { engineWords, partitionState, wordOffsets } from '../../blocks/step/words.js';
import type { CircuitTables } from '../../circuit/tables.js';
import { kernelConstants } from '../../equations/kernel/kernel.js';
import { copiesOf } from '../../network/copies.js';
import type { Network, NetworkKind } from '../../network/network.js';
import type { Allocator } from '../layout/allocator.js';
import { type Batch, cavityReport, type Layout, type LayoutOptions, type PartitionLayout, specialCounterCount } from '../layout/layout.js';
import { linesOf } from '../layout/site.js';
import { componentWords, kindBlock, reportKey } from './columns.js';

/** Components of one kind at one signal level in one partition. */
interface OpenBatch {
  readonly kind: NetworkKind;
  readonly level: number;
  readonly early: boolean;
  readonly outer: boolean;
  readonly components: number[];
}

/** A partition but for its step and counters; ends that its components own, and the first within lines, behind ghosts of others. */
type PlacedKinds = Omit<PartitionLayout, 'step' | 'counters'> & { readonly ends: number; readonly firstInner: number };

/** Places the components of all partitions, and their ends. */
export class KindPlaces implements Pick<Site, 'endPartition' | 'endIndex' | 'volumeCell'>, Pick<Layout, 'place' | 'copies' | 'firstState'> {
  readonly endPartition: Int32Array;
  readonly endIndex: Int32Array;
  readonly volumeCell: Int32Array;
  readonly place: Layout['place'];
  readonly copies: Map<number, { batch: number; row: number }>[];
  readonly firstState: Int32Array;

  constructor(
    private readonly network: Network,
    private readonly run: Pick<LayoutOptions, 'owner' | 'parts' | 'step'>,
    private readonly memory: Allocator,
  ) {
    const { lines, components } = network.tables;
    this.endPartition = new Int32Array(2 * lines.count);
    this.endIndex = new Int32Array(2 * lines.count);
    this.volumeCell = new Int32Array(2 * lines.count).fill(-1);
    this.firstState = firstStates(network);
    this.place = { batch: new Int32Array(components.count), row: new Int32Array(components.count) };
    this.copies = Array.from({ length: run.parts }, () => new Map());
  }

  /** Batches of each partition: by signal level, then kind; rows in circuit order, copies last. `outerFirst`: those that others wait for before all of the rest. */
  groups(outerFirst: boolean): OpenBatch[][] {
    const { network } = this;
    const { owner, parts } = this.run;
    const awaited = outerFirst ? outerComponents(network.tables, owner, parts) : null;
    const maps: Map<number, OpenBatch>[] = Array.from({ length: parts }, () => new Map());
    const place = (c: number, partition: number): void => {
      const kind = network.kinds[network.kindOf[c]] as NetworkKind;
      const level = network.order.level[c];
      const early = network.order.early.has(c);
      const outer = awaited?.[partition]?.has(c) ?? false;
      const order = outer ? level : level + network.order.levels;
      const key = (order * network.kinds.length + kind.id) * 2 + (early ? 1 : 0);
      const map = maps[partition] as Map<number, OpenBatch>;
      const batch = map.get(key) ?? { kind, level, early, outer, components: [] };
      batch.components.push(c);
      map.set(key, batch);
    };
    for (let c = 0; c < network.kindOf.length; c++) place(c, owner[c]);
    for (const [partition, copies] of copiesOf(network.tables, owner, parts).entries()) for (const c of copies) place(c, partition);
    return maps.map((map) => [...map].sort(([a], [b]) => a - b).map(([, batch]) => batch));
  }

  /** Words, ends and columns of a partition. */
  // biome-ignore lint/complexity/noExcessiveLinesPerFunction: places of one partition, in the order of memory
  placeComponents(index: number, open: readonly OpenBatch[], decision: number): PlacedKinds {
    const { memory, network } = this;
    const words = memory.rows(partitionState, index, 1);
    const [publishedAt] = [memory.rows(published, index, 1), memory.rows(published, index, 1)];
    const zero = memory.column(engineWords, 'zero', index, 1);
    let ends = 0;
    const starts = open.map((batch) =>
      batch.kind.ports.map(() => {
        const start = ends;
        ends += Math.ceil(batch.components.length / 8) * 8;
        return start;
      }),
    );
    open.forEach((batch, b) => {
      batch.components.forEach((c, row) => {
        if (this.run.owner[c] !== index) {
          this.copies[index]?.set(c, { batch: b, row });
          return;
        }
        this.place.batch[c] = b;
        this.place.row[c] = row;
        const first = network.firstEnd[c];
        for (let k = 0; k < batch.kind.ports.length; k++) {
          const end = network.ends[first + k];
          if (end < 0) continue;
          this.endPartition[end] = index;
          this.endIndex[end] = starts[b]?.[k] + row;
        }
      });
    });
    const { direct: connections } = network.tables;
    const { ghosts, inner } = this.endsOfLines(index);
    const all = ends + ghosts + inner;
    const [c, z, p, q, w] = namesOf(lineEnds.columns).map((name) => memory.column(lineEnds, name, index, all)) as [
      number,
      number,
      number,
      number,
      number,
    ];
    const rowsOf = (columns: 'judged' | 'crossings'): number =>
      open.reduce((sum, { kind, components: own }) => sum + kind.kernel[columns].length * Math.ceil(own.length / 8) * 8, 0);
    const count = rowsOf('judged');
    const judged = {
      changes: memory.column(componentWords, 'changes', index, count),
      count,
      codes: memory.words(componentWords, 'codes', index, count),
      maxima: memory.column(componentWords, 'maxima', index, Math.ceil(count / judgedRows)),
    };
    const crossed = rowsOf('crossings');
    const crossings = { at: memory.column(componentWords, 'crossings', index, crossed), count: crossed };
    const next = { change: judged.changes, crossing: crossings.at };
    const inBlock = (role: 'change' | 'crossing', rows: number): number => {
      next[role] += rows;
      return next[role] - rows;
    };
    const batches = open.map((batch, b) =>
      this.placeBatch(batch, index, b, starts[b] as number[], { c, z, p, q, w }, words, decision, inBlock),
    );
    const joined: { connection: number; end: number }[] = [];
    for (let connection = 0; connection < connections.count; connection++) {
      const component = connections.component[connection];
      if (this.run.owner[component] !== index) continue;
      const start = starts[this.place.batch[component]]?.[connections.port[connection]];
      joined.push({ connection, end: start + this.place.row[component] });
    }
    joined.sort((x, y) => x.end - y.end);
    const nets = memory.column(componentWords, 'nets', index, joined.length);
    const direct = joined.map((one, k) => ({ ...one, net: nets + k }));
    const places = { c, z, p, q, w, zero, judged, crossings, words, published: publishedAt, decision };
    return { index, batches, ends, firstInner: ends + ghosts, ...places, direct };
  }

  /** Ends of a partition beside those of its components: copies of others' ends, and those within lines whose `from` it has. */
  private endsOfLines(index: number): { readonly ghosts: number; readonly inner: number } {
    const { owner, step } = this.run;
    const { from, to, count } = this.network.tables.lines;
    const lines = linesOf(this.network.tables);
    let [ghosts, inner] = [0, 0];
    for (let line = 0; line < count; line++) {
      const [a, b] = [owner[from[line]], owner[to[line]]];
      if (a !== index && b !== index) continue;
      const duties = lineDuties(lines, line, step);
      if (a !== b) ghosts += duties.ghostEnds;
      if (a === index) inner += duties.innerEnds(lines, line);
    }
    return { ghosts, inner };
  }

  private placeBatch(
    batch: OpenBatch,
    partition: number,
    number: number,
    starts: readonly number[],
    blocks: Record<'c' | 'z' | 'p' | 'q' | 'w', number>,
    words: number,
    decision: number,
    inBlock: (role: 'change' | 'crossing', rows: number) => number,
  ): Batch {
    const { memory, network } = this;
    const { kind, components } = batch;
    const { step, half, time, lastStep } = decisionOffsets({ decision });
    const { event, eventBatch, failed, failedBy, notFinite, hasCavity } = wordOffsets({ words });
    const offsets: Record<string, number> = {
      rows: components.length,
      stride: Math.ceil(components.length / 8) * 8,
      ...{ step, half, time, lastStep },
      ...{ event, eventBatch, failed, failedBy, notFinite, hasCavity },
      batch: number + 1,
    };
    kind.ports.forEach((port, k) => {
      for (const block of ['c', 'z', 'p', 'q', 'w'] as const) offsets[`${block}_${port}`] = blocks[block] + starts[k];
    });
    const block = kindBlock(kind);
    if (kind.kernel.cavitating.length > 0) offsets['cavities'] = memory.column(block, 'cavities', partition, 1, 2);
    if (kind.kernel.scratch > 0) offsets['scratch'] = memory.column(block, 'scratch', partition, kind.kernel.scratch);
    for (const { key, planes, role, of } of kind.kernel.columns) {
      const rows = components.length;
      const at =
        role === 'change' || role === 'crossing'
          ? inBlock(role, offsets['stride'])
          : planes === 2
            ? memory.planes(block, key, partition, rows)
            : memory.column(block, key, partition, rows);
      if (planes === 1) offsets[key] = at;
      else {
        offsets[`${key}_0`] = at;
        offsets[`${key}_1`] = at + offsets['stride'];
      }
      if (role === 'cavity') {
        const names = cavityReport.map((name) => reportKey(of, name));
        offsets[`report_${of}`] = memory.rows(block, partition, offsets['stride'], names);
      }
      if (role !== 'volume') continue;
      const k = kind.ports.indexOf(of);
      components.forEach((c, row) => {
        const end = network.ends[network.firstEnd[c] + k];
        if (end >= 0) this.volumeCell[end] = at + row;
      });
    }
    const constants = kernelConstants(offsets);
    return {
      kind,
      level: batch.level,
      components: Int32Array.from(components),
      offsets,
      constants,
      early: batch.early,
      outer: batch.outer,
    };
  }
}

/** By component: number of its first judged state, behind the lines and the special counters; one more at the end. */
function firstStates({ kinds, kindOf, tables }: Network): Int32Array {
  const first = new Int32Array(kindOf.length + 1);
  first[0] = tables.lines.count + specialCounterCount;
  for (let c = 0; c < kindOf.length; c++) first[c + 1] = first[c] + (kinds[kindOf[c]] as NetworkKind).kernel.judged.length;
  return first;
}

/** By partition: components at lines to other partitions, and all that drive these by signals; copies of such among them. */
function outerComponents({ lines, signals }: CircuitTables, owner: Int32Array, parts: number): ReadonlySet<number>[] {
  const all = Array.from({ length: parts }, () => new Set<number>());
  for (let line = 0; line < lines.count; line++) {
    const ends = [lines.from[line], lines.to[line]];
    if (owner[ends[0]] !== owner[ends[1]]) for (const c of ends) all[owner[c]]?.add(c);
  }
  const drivers = new Map<number, number[]>();
  for (const { from, to } of signals) {
    const of = drivers.get(to.component);
    if (of) of.push(from.component);
    else drivers.set(to.component, [from.component]);
  }
  // A set is walked through to what is added meanwhile.
  for (const outer of all) for (const c of outer) for (const driver of drivers.get(c) ?? []) outer.add(driver);
  return all;
}

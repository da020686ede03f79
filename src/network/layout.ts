/**
 * Network + owners → Layout: where everything lies in the one memory, and the text of every kernel. Partition-major; inside a partition
 * structure of arrays: for each batch (kind and signal level) a contiguous column for every parameter, state and port quantity, 64-byte aligned;
 * the ends of a kind's k-th port are contiguous. Offsets count doubles from the start of the memory. The memory is sized exactly once.
 *
 * A line that two partitions share has a ghost end in each: a copy of the other side's end, so that both sides run the same loop over
 * the same numbers in the same order.
 */
import { kernelText } from '../equations/kernel.js';
import { type Network, type NetworkKind, noEnd } from './network.js';

/** Words that the master writes between the last arrival and the release, and that everybody else only reads. */
export const decisionWords = [
  'step',
  'half',
  'time',
  'verdict',
  'recordRow',
  'lastStep',
  'acceptedTime',
  'accepted',
  'rejected',
  'rejectedInARow',
  'worstRejectedInARow',
  'smallest',
  'largest',
  'errorBefore',
  'filteredError',
  'event',
  'wanted',
  'clippedBy',
  'nextRecord',
  'rows',
  'attempts',
  'failedPartition',
] as const;
export type DecisionWord = (typeof decisionWords)[number];

/** Words of each partition, written by its owner during an attempt, read by the master. */
export const partitionWords = ['error', 'errorLine', 'notFinite', 'event', 'failed', 'failedRow', 'phase'] as const;
export type PartitionWord = (typeof partitionWords)[number];

/** Rows of one kind at one signal level in one partition. */
export interface Batch {
  readonly kind: NetworkKind;
  readonly level: number;
  /** Components by row. */
  readonly components: Int32Array;
  /** Offset of each column by its key (two planes: KEY_0, KEY_1) and of each port's C, Z, p, q, w. */
  readonly offsets: Readonly<Record<string, number>>;
  readonly text: string;
  /** Kernel of the outputs that are written early, to break a signal loop. */
  readonly earlyText: string | null;
}

/** Lines as the exchange sees them: end indices are offsets into the blocks of ends. */
export interface LineTable {
  /** Global line numbers in rising order within each range. */
  readonly lines: Int32Array;
  /** Rows [0, inner) have both ends here, [inner, rows) have one ghost end; one table for fixed and one for variable volumes. */
  readonly inner: number;
  readonly variable: boolean;
  /** Offset in Int32 words. */
  readonly endA: number;
  readonly endB: number;
  /** Offsets in doubles: mean and half difference of the accepted characteristics, accepted impedance, Be/((1-α) V), α. */
  readonly mean: number;
  readonly half: number;
  readonly impedance: number;
  readonly stiffness: number;
  readonly filter: number;
  /** Variable volumes only: Be/(1-α), own volume, accepted volume, Be, ledger of oil stored; Int32: cells of the lent volumes. */
  readonly modulus: number;
  readonly ownVolume: number;
  readonly volume: number;
  readonly bulkModulus: number;
  readonly stored: number;
  readonly volumeA: number;
  readonly volumeB: number;
}

/** One end of a cut line on its owner's side. */
export interface BoundaryEnd {
  readonly line: number;
  /** Local index of the own end and of the ghost of the other end. */
  readonly own: number;
  readonly ghost: number;
  /** Cells of the lent volumes (the partition's zero cell where none is lent). */
  readonly ownVolume: number;
  readonly ghostVolume: number;
  /** Cell of the volume lent on the other side, in its own partition; -1 for none. Read at t = 0 only. */
  readonly otherVolume: number;
  /** Mail slots: three doubles {p, w, V}, times two (alternating by attempt). */
  readonly send: number;
  readonly receive: number;
}

export interface PartitionLayout {
  readonly index: number;
  readonly batches: readonly Batch[];
  /** Ends that the partition's components own; ghosts follow. */
  readonly ends: number;
  readonly ghosts: number;
  /** Offsets of the blocks of ends. */
  readonly c: number;
  readonly z: number;
  readonly p: number;
  readonly q: number;
  readonly w: number;
  readonly zero: number;
  readonly tables: readonly LineTable[];
  readonly boundary: readonly BoundaryEnd[];
  /** Direct connections: local end of the component, of the fixed pressure, and the offset of the integral of the flow. */
  readonly direct: readonly { readonly connection: number; readonly end: number; readonly reference: number; readonly net: number }[];
  /** Offset of the partition's words. */
  readonly words: number;
}

export interface Layout {
  readonly network: Network;
  readonly parts: number;
  readonly owner: Int32Array;
  readonly partitions: readonly PartitionLayout[];
  /** By global end: partition and local index of the owner's copy. */
  readonly endPartition: Int32Array;
  readonly endIndex: Int32Array;
  /** By global end: cell of the volume that its component lends, -1 for none. */
  readonly volumeCell: Int32Array;
  /** Cells of the defaults of unconnected inputs, other than zero. */
  readonly defaults: { readonly at: number; readonly values: readonly number[] };
  /** By component: batch of its partition, and row. */
  readonly place: { readonly batch: Int32Array; readonly row: Int32Array };
  readonly cut: readonly { readonly line: number; readonly mailA: number; readonly mailB: number }[];
  /** Offset of the decision words, of the master's counters by line (limited, rejected), of the shared words (Int32). */
  readonly decision: number;
  readonly counters: number;
  readonly control: number;
  /** Doubles in use; what comes after (the record) is added by the run. */
  readonly size: number;
}

/** Int32 words at the start of the memory that threads synchronise on, one cache line each; see run/barrier.ts. */
export const controlWords = 16 * (8 + 2 * 256);

class Allocator {
  size = controlWords / 2;
  /** n doubles, aligned to 64 bytes. */
  take(n: number): number {
    const at = this.size;
    this.size += Math.ceil(n / 8) * 8;
    return at;
  }
  /** n Int32 words; gives the offset in Int32 words. */
  integers(n: number): number {
    return 2 * this.take(Math.ceil(n / 2));
  }
}

/** Lays the network out for `parts` partitions; owner[c] is the partition of component c. */
export function layout(network: Network, owner: Int32Array, parts: number): Layout {
  return new LayoutBuilder(network, owner, parts).build();
}

interface OpenBatch {
  readonly kind: NetworkKind;
  readonly level: number;
  readonly early: boolean;
  readonly components: number[];
}

class LayoutBuilder {
  private readonly memory = new Allocator();
  private readonly endPartition: Int32Array;
  private readonly endIndex: Int32Array;
  private readonly batchOf: Int32Array;
  private readonly rowOf: Int32Array;
  /** Global end → cell of the volume that its component lends, -1 for none. */
  private readonly volumeCell: Int32Array;

  constructor(
    private readonly network: Network,
    private readonly owner: Int32Array,
    private readonly parts: number,
  ) {
    const { lines, components } = network.circuit;
    this.endPartition = new Int32Array(2 * lines.length);
    this.endIndex = new Int32Array(2 * lines.length);
    this.volumeCell = new Int32Array(2 * lines.length).fill(-1);
    this.batchOf = new Int32Array(components.length);
    this.rowOf = new Int32Array(components.length);
  }

  build(): Layout {
    const { network, memory, owner, parts } = this;
    const { lines } = network.circuit;
    const decision = memory.take(decisionWords.length);
    const counters = memory.take(2 * lines.length);
    const halves = this.groups().map((batches, index) => this.placeComponents(index, batches, decision));
    const cut: { line: number; mailA: number; mailB: number }[] = [];
    lines.forEach((_, line) => {
      if (this.endPartition[2 * line] === this.endPartition[2 * line + 1]) return;
      cut.push({ line, mailA: memory.take(8), mailB: memory.take(8) });
    });
    const linesOf: number[][] = Array.from({ length: parts }, () => []);
    lines.forEach((_, line) => {
      const [a, b] = [this.endPartition[2 * line] as number, this.endPartition[2 * line + 1] as number];
      linesOf[a]?.push(line);
      if (b !== a) linesOf[b]?.push(line);
    });
    const cutOf = new Map(cut.map((c) => [c.line, c]));
    const partitions = halves.map((half, index): PartitionLayout => {
      const boundary = half.cutLines.map((line, k): BoundaryEnd => {
        const isA = this.endPartition[2 * line] === index;
        const [own, other] = isA ? [2 * line, 2 * line + 1] : [2 * line + 1, 2 * line];
        const mail = cutOf.get(line) as { mailA: number; mailB: number };
        return {
          line,
          own: this.endIndex[own] as number,
          ghost: half.ends + k,
          ownVolume: (this.volumeCell[own] as number) >= 0 ? (this.volumeCell[own] as number) : half.zero,
          ghostVolume: (this.volumeCell[other] as number) >= 0 ? memory.take(1) : half.zero,
          otherVolume: this.volumeCell[other] as number,
          send: isA ? mail.mailA : mail.mailB,
          receive: isA ? mail.mailB : mail.mailA,
        };
      });
      const boundaryOf = new Map(boundary.map((b) => [b.line, b]));
      const own = linesOf[index] as number[];
      const tables = [false, true].flatMap((variable) => {
        const mine = own.filter((line) => network.variableVolume[line] === variable);
        return mine.length > 0 ? [this.lineTable(mine, variable, boundaryOf)] : [];
      });
      return { ...half, tables, boundary };
    });
    const values = [...new Set(network.kinds.flatMap(({ source }) => Object.values(source?.model.definition.inputs ?? {}).map((i) => i.default ?? 0)))].filter((v) => v !== 0);
    const defaults = { at: memory.take(values.length), values };
    return {
      network,
      parts,
      owner,
      partitions,
      volumeCell: this.volumeCell,
      defaults,
      endPartition: this.endPartition,
      endIndex: this.endIndex,
      place: { batch: this.batchOf, row: this.rowOf },
      cut,
      decision,
      counters,
      control: 0,
      size: memory.size,
    };
  }

  /** Batches of each partition: by signal level, then kind; rows in circuit order. */
  private groups(): OpenBatch[][] {
    const { network, owner } = this;
    const maps: Map<number, OpenBatch>[] = Array.from({ length: this.parts }, () => new Map());
    network.components.forEach(({ kind }, c) => {
      const level = network.order.level[c] as number;
      const early = network.order.early.has(c);
      const key = (level * network.kinds.length + kind.id) * 2 + (early ? 1 : 0);
      const map = maps[owner[c] as number] as Map<number, OpenBatch>;
      const batch = map.get(key) ?? { kind, level, early, components: [] };
      batch.components.push(c);
      map.set(key, batch);
    });
    return maps.map((map) => [...map].sort(([a], [b]) => a - b).map(([, batch]) => batch));
  }

  private placeComponents(index: number, open: readonly OpenBatch[], decision: number): Omit<PartitionLayout, 'tables' | 'boundary'> & { cutLines: number[] } {
    const { memory, network } = this;
    const words = memory.take(partitionWords.length);
    const zero = memory.take(1);
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
        this.batchOf[c] = b;
        this.rowOf[c] = row;
        network.components[c]?.ends.forEach((end, k) => {
          if (end < 0) return;
          this.endPartition[end] = index;
          this.endIndex[end] = (starts[b]?.[k] as number) + row;
        });
      });
    });
    const cutLines: number[] = [];
    network.circuit.lines.forEach(({ from, to }, line) => {
      const [a, b] = [this.owner[from.component], this.owner[to.component]];
      if (a !== b && (a === index || b === index)) cutLines.push(line);
    });
    const all = ends + cutLines.length;
    const [c, z, p, q, w] = [0, 0, 0, 0, 0].map(() => memory.take(all)) as [number, number, number, number, number];
    const batches = open.map((batch, b) => this.placeBatch(batch, b, starts[b] as number[], { c, z, p, q, w }, words, decision));
    const direct = network.circuit.direct.flatMap(({ port, reference }, connection) => {
      if (this.owner[port.component] !== index) return [];
      return [{ connection, end: this.localEnd(port.component, port.port, starts), reference: this.localEnd(reference.component, reference.port, starts), net: memory.take(1) }];
    });
    return { index, batches, ends, ghosts: cutLines.length, c, z, p, q, w, zero, direct, words, cutLines };
  }

  private localEnd(component: number, port: string, starts: readonly (readonly number[])[]): number {
    const k = this.network.components[component]?.kind.ports.indexOf(port) ?? -1;
    return (starts[this.batchOf[component] as number]?.[k] as number) + (this.rowOf[component] as number);
  }

  private placeBatch(batch: OpenBatch, number: number, starts: readonly number[], blocks: Record<'c' | 'z' | 'p' | 'q' | 'w', number>, words: number, decision: number): Batch {
    const { memory, network } = this;
    const { kind, components } = batch;
    const offsets: Record<string, number> = {
      rows: components.length,
      step: decision + decisionWords.indexOf('step'),
      half: decision + decisionWords.indexOf('half'),
      time: decision + decisionWords.indexOf('time'),
      lastStep: decision + decisionWords.indexOf('lastStep'),
      event: words + partitionWords.indexOf('event'),
      failed: words + partitionWords.indexOf('failed'),
      batch: number + 1,
    };
    kind.ports.forEach((port, k) => {
      for (const block of ['c', 'z', 'p', 'q', 'w'] as const) offsets[`${block}_${port}`] = blocks[block] + (starts[k] as number);
    });
    if (kind.kernel.cavitating.length > 0) offsets['voids'] = memory.take(2);
    for (const { key, planes, role, of } of kind.kernel.columns) {
      const at = memory.take(components.length * planes + (planes === 2 ? 8 : 0));
      if (planes === 1) offsets[key] = at;
      else {
        offsets[`${key}_0`] = at;
        offsets[`${key}_1`] = at + Math.ceil(components.length / 8) * 8;
      }
      if (role !== 'volume') continue;
      const k = kind.ports.indexOf(of);
      components.forEach((c, row) => {
        const end = network.components[c]?.ends[k] ?? noEnd;
        if (end >= 0) this.volumeCell[end] = at + row;
      });
    }
    const text = kernelText(kind.kernel.body, offsets);
    const earlyText = batch.early && kind.earlyBody ? kernelText(kind.earlyBody, offsets) : null;
    return { kind, level: batch.level, components: Int32Array.from(components), offsets, text, earlyText };
  }

  private lineTable(lines: readonly number[], variable: boolean, boundaryOf: ReadonlyMap<number, BoundaryEnd>): LineTable {
    const { memory } = this;
    const sorted = [...lines.filter((l) => !boundaryOf.has(l)), ...lines.filter((l) => boundaryOf.has(l))];
    const n = sorted.length;
    const take = (needed: boolean): number => (needed ? memory.take(n) : 0);
    const integers = (needed: boolean): number => (needed ? memory.integers(n) : 0);
    return {
      lines: Int32Array.from(sorted),
      inner: lines.filter((l) => !boundaryOf.has(l)).length,
      variable,
      endA: integers(true),
      endB: integers(true),
      mean: take(true),
      half: take(true),
      impedance: take(true),
      stiffness: take(true),
      filter: take(true),
      modulus: take(variable),
      ownVolume: take(variable),
      volume: take(variable),
      bulkModulus: take(variable),
      stored: take(variable),
      volumeA: integers(variable),
      volumeB: integers(variable),
    };
  }
}

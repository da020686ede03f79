/** Network + owners → Layout: places every column, end, line and slot of the boundary exchange, in this order, partition by partition. */
import { namesOf } from '../../blocks/column.js';
import {
  boundaryExchange,
  decisions,
  decisionWords,
  engineWords,
  counters as limits,
  partitionState,
  partitionWords,
  published,
  wordOffsets,
} from '../../blocks/decision.js';
import { lineEnds } from '../../blocks/lines/lineColumns.js';
import { placeFamilies } from '../../blocks/registry.js';
import { runWords } from '../../blocks/runColumns.js';
import { innerEnds } from '../../blocks/waves/historyTables.js';
import { lineValue } from '../../circuit/tables.js';
import { kernelConstants } from '../../equations/kernel/kernel.js';
import { copiesOf } from '../../network/copies.js';
import type { Network, NetworkKind } from '../../network/network.js';
import { componentWords, kindBlock, reportKey } from '../kinds/columns.js';
import { tableSize } from '../kinds/fill.js';
import { Allocator, shared } from './allocator.js';
import {
  type Batch,
  cavityReport,
  judgedRows,
  type Layout,
  type LayoutOptions,
  type PartitionLayout,
  specialCounterCount,
} from './layout.js';
import { ownStep } from './rates.js';
import { linesOf, siteOf } from './site.js';

/** Lays the network out for a run. */
export function layOut(network: Network, options: LayoutOptions): Layout {
  const unlessTold = { window: 1, shortest: options.step ?? 1e-6, flow: null, rates: null, ahead: 0 };
  return new LayoutBuilder(network, { ...unlessTold, ...options }).build();
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
  private readonly copies: Map<number, { batch: number; row: number }>[];
  /** Global end → cell of the volume that its component lends, -1 for none. */
  private readonly volumeCell: Int32Array;
  private readonly firstState: Int32Array;

  constructor(
    private readonly network: Network,
    private readonly run: Required<LayoutOptions>,
  ) {
    const { lines, components } = network.tables;
    this.endPartition = new Int32Array(2 * lines.count);
    this.endIndex = new Int32Array(2 * lines.count);
    this.volumeCell = new Int32Array(2 * lines.count).fill(-1);
    this.firstState = firstStates(network);
    this.batchOf = new Int32Array(components.count);
    this.rowOf = new Int32Array(components.count);
    this.copies = Array.from({ length: run.parts }, () => new Map());
  }

  build(): Layout {
    const { network, memory } = this;
    const { owner, parts } = this.run;
    const { lines } = network.tables;
    const decisionOf = (partition: number): number => memory.rows(decisions, partition, 1);
    const countersOf = (partition: number): number =>
      memory.column(limits, 'limited', partition, this.firstState[network.tables.components.count], 2);
    const decision = decisionOf(0);
    const counters = countersOf(this.run.ahead > 0 ? 0 : shared);
    const synchronisations = memory.column(engineWords, 'synchronisations', shared, 1);
    const interval = memory.column(engineWords, 'interval', shared, 1);
    const halves = this.groups().map((batches, index) => ({
      ...this.placeComponents(index, batches, index > 0 ? decisionOf(index) : decision),
      counters: this.run.ahead > 0 && index > 0 ? countersOf(index) : counters,
    }));
    const slotOf = (partition: number): number =>
      memory.tight(partition, [
        { block: boundaryExchange, stride: 1 },
        { block: boundaryExchange, stride: 1 },
      ]);
    const cut: { line: number; slotA: number; slotB: number }[] = [];
    for (let line = 0; line < lines.count; line++) {
      const [a, b] = [this.endPartition[2 * line], this.endPartition[2 * line + 1]];
      if (this.isWave(line) || a === b) continue;
      cut.push({ line, slotA: slotOf(a), slotB: slotOf(b) });
    }
    const { endPartition, endIndex, volumeCell } = this;
    const site = siteOf(network, {
      ...{ parts, endPartition, endIndex, volumeCell },
      columns: halves,
      ownEnds: halves.map(({ ends }) => ends),
      firstInner: halves.map(({ ends, ghosts }) => ends + ghosts),
      zero: halves.map(({ zero }) => zero),
      words: halves.map((half) => wordOffsets(half)),
      ...{ cut, interval },
      holds: this.run.rates !== null,
      window: this.run.window,
      ahead: this.run.ahead,
      shortestStep: this.run.shortest,
      startFlow: this.run.flow,
      stepOf: (partition) => this.stepOf(partition),
    });
    const families = placeFamilies(site, memory);
    const values = [
      ...new Set(network.kinds.flatMap(({ source }) => Object.values(source?.model.definition.inputs ?? {}).map((i) => i.default ?? 0))),
    ].filter((v) => v !== 0);
    const defaults = { at: memory.column(engineWords, 'defaults', shared, values.length), values };
    const tables = memory.column(runWords, 'tables', shared, tableSize(network));
    return {
      site,
      network,
      parts,
      owner,
      partitions: halves,
      volumeCell: this.volumeCell,
      defaults,
      endPartition: this.endPartition,
      endIndex: this.endIndex,
      firstState: this.firstState,
      place: { batch: this.batchOf, row: this.rowOf },
      copies: this.copies,
      families,
      cut,
      decision,
      counters,
      synchronisations,
      rates: this.run.rates,
      interval,
      control: 0,
      tables,
      placed: memory.placed,
      size: memory.size,
    };
  }

  private stepOf(partition: number): number | null {
    return this.run.rates ? ownStep(this.run.rates, partition) : this.run.step;
  }

  private isWave(line: number): boolean {
    return !Number.isNaN(lineValue(this.network.tables.lines, line, 'delay'));
  }

  /** Batches of each partition: by signal level, then kind; rows in circuit order, copies last. */
  private groups(): OpenBatch[][] {
    const { network } = this;
    const { owner, parts } = this.run;
    const maps: Map<number, OpenBatch>[] = Array.from({ length: parts }, () => new Map());
    const place = (c: number, partition: number): void => {
      const kind = network.kinds[network.kindOf[c]] as NetworkKind;
      const level = network.order.level[c];
      const early = network.order.early.has(c);
      const key = (level * network.kinds.length + kind.id) * 2 + (early ? 1 : 0);
      const map = maps[partition] as Map<number, OpenBatch>;
      const batch = map.get(key) ?? { kind, level, early, components: [] };
      batch.components.push(c);
      map.set(key, batch);
    };
    for (let c = 0; c < network.kindOf.length; c++) place(c, owner[c]);
    for (const [partition, copies] of copiesOf(network.tables, owner, parts).entries()) for (const c of copies) place(c, partition);
    return maps.map((map) => [...map].sort(([a], [b]) => a - b).map(([, batch]) => batch));
  }

  private placeComponents(index: number, open: readonly OpenBatch[], decision: number): Omit<PartitionLayout, 'counters'> {
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
        this.batchOf[c] = b;
        this.rowOf[c] = row;
        const first = network.firstEnd[c];
        for (let k = 0; k < batch.kind.ports.length; k++) {
          const end = network.ends[first + k];
          if (end < 0) continue;
          this.endPartition[end] = index;
          this.endIndex[end] = starts[b]?.[k] + row;
        }
      });
    });
    let ghosts = 0;
    const { lines, direct: connections } = network.tables;
    for (let line = 0; line < lines.count; line++) {
      const a = this.run.owner[lines.from[line]];
      const b = this.run.owner[lines.to[line]];
      if (a !== b && (a === index || b === index) && !this.isWave(line)) ghosts++;
    }
    const inner = innerEnds(linesOf(network.tables), this.run.step, (line) => this.run.owner[lines.from[line]] === index);
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
      const start = starts[this.batchOf[component]]?.[connections.port[connection]];
      joined.push({ connection, end: start + this.rowOf[component] });
    }
    joined.sort((x, y) => x.end - y.end);
    const nets = memory.column(componentWords, 'nets', index, joined.length);
    const direct = joined.map((one, k) => ({ ...one, net: nets + k }));
    const step = this.stepOf(index);
    const places = { c, z, p, q, w, zero, judged, crossings, words, published: publishedAt, decision };
    return { index, step, batches, ends, ghosts, inner, ...places, direct };
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
    const offsets: Record<string, number> = {
      rows: components.length,
      stride: Math.ceil(components.length / 8) * 8,
      step: decision + decisionWords.indexOf('step'),
      half: decision + decisionWords.indexOf('half'),
      time: decision + decisionWords.indexOf('time'),
      lastStep: decision + decisionWords.indexOf('lastStep'),
      event: words + partitionWords.indexOf('event'),
      eventBatch: words + partitionWords.indexOf('eventBatch'),
      failed: words + partitionWords.indexOf('failed'),
      failedBy: words + partitionWords.indexOf('failedBy'),
      notFinite: words + partitionWords.indexOf('notFinite'),
      hasCavity: words + partitionWords.indexOf('hasCavity'),
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
    return { kind, level: batch.level, components: Int32Array.from(components), offsets, constants, early: batch.early };
  }
}

/** What limits or rejects steps has a number: lines, then `specialCounterCount` others, then judged states. */
// By component: number of its first judged state, behind the lines and the special counters; one more at the end.
function firstStates({ kinds, kindOf, tables }: Network): Int32Array {
  const first = new Int32Array(kindOf.length + 1);
  first[0] = tables.lines.count + specialCounterCount;
  for (let c = 0; c < kindOf.length; c++) first[c + 1] = first[c] + (kinds[kindOf[c]] as NetworkKind).kernel.judged.length;
  return first;
}

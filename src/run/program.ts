/** What one partition does in a run, as data that a worker can be sent: texts, offsets and lists; no circuit, no parser. */
import {
  type DecisionWord,
  decisionWords,
  type Layout,
  type PartitionLayout,
  type PartitionWord,
  partitionWords,
} from '../network/layout.js';
import { acceptText, errorText, rejectText } from './lineKernels.js';
import type { MasterProgram, MasterSettings } from './master.js';
import type { RecordedColumn } from './recorder.js';
import { meansText, publishText, receiveText, type WaveWords } from './waveKernels.js';

export interface PartitionProgram {
  readonly index: number;
  /** In order: early outputs, then batches by signal level. `batch` is the number written to the phase word. */
  readonly kernels: readonly { readonly text: string; readonly batch: number }[];
  readonly errors: string;
  readonly accept: readonly string[];
  readonly reject: readonly string[];
  /** Wave lines: at the end of an attempt, after its acceptance, and where their means are recorded; null where there are none. */
  readonly waves: { readonly publish: string; readonly receive: string; readonly means: string | null } | null;
  /** Offsets of own p, w and volume, and of the mail slot, by cut line. */
  readonly send: readonly (readonly [p: number, w: number, volume: number, slot: number])[];
  readonly receive: readonly (readonly [p: number, w: number, volume: number, slot: number])[];
  /** Direct connections: offsets of the component's q, the fixed pressure's q, and the integral. */
  readonly direct: readonly (readonly [q: number, reference: number, net: number])[];
  /** Recorded values: offset by plane, and offset of the column's first row. */
  readonly record: readonly (readonly [plane0: number, plane1: number, to: number])[];
  readonly words: Readonly<Record<PartitionWord, number>>;
  readonly decision: Readonly<Record<DecisionWord, number>>;
  /** Offset of the constant zero, to restore after the mail of lines without lent volume. */
  readonly zero: number;
}

/** Offsets of the decision words. */
export function decisionOffsets(layout: Pick<Layout, 'decision'>): Record<DecisionWord, number> {
  return Object.fromEntries(decisionWords.map((word, k) => [word, layout.decision + k])) as Record<DecisionWord, number>;
}

/** Offsets of one partition's words. */
export function wordOffsets(partition: Pick<PartitionLayout, 'words'>): Record<PartitionWord, number> {
  return Object.fromEntries(partitionWords.map((word, k) => [word, partition.words + k])) as Record<PartitionWord, number>;
}

/** The program of one partition. */
export function partitionProgram(
  layout: Layout,
  partition: PartitionLayout,
  columns: readonly RecordedColumn[],
  record: { at: number; rows: number },
): PartitionProgram {
  const decision = decisionOffsets(layout);
  const words = wordOffsets(partition);
  const { p, q, w } = partition;
  const lines = layout.network.circuit.lines.filter(({ wave }) => !wave);
  const sharedFilter = lines.every((line) => line.filter === lines[0]?.filter) ? (lines[0]?.filter ?? null) : null;
  return {
    index: partition.index,
    kernels: [
      ...partition.batches.flatMap(({ earlyText }, batch) => (earlyText ? [{ text: earlyText, batch }] : [])),
      ...partition.batches.map(({ text }, batch) => ({ text, batch })),
    ],
    errors: errorText(partition, words),
    accept: partition.tables.map((t) => acceptText(partition, t, decision, sharedFilter)),
    reject: partition.tables.map((t) => rejectText(partition, t, decision)),
    waves: wavesOf(partition, { accepted: decision.accepted, notFinite: words.notFinite }, columns),
    send: partition.boundary.map((b) => [p + b.own, w + b.own, b.ownVolume, b.send] as const),
    receive: partition.boundary.map((b) => [p + b.ghost, w + b.ghost, b.ghostVolume, b.receive] as const),
    direct: partition.direct.map((d) => [q + d.end, q + d.reference, d.net] as const),
    record: columns.flatMap(({ partition: owner, plane0, plane1 }, k) =>
      owner === partition.index ? [[plane0, plane1, record.at + k * record.rows] as const] : [],
    ),
    words,
    decision,
    zero: partition.zero,
  };
}

function wavesOf(partition: PartitionLayout, waveWords: WaveWords, columns: readonly RecordedColumn[]): PartitionProgram['waves'] {
  if (partition.waves.tables.length === 0) return null;
  const isRecorded = columns.some((column) => column.ofWave && column.partition === partition.index);
  return {
    publish: publishText(partition, waveWords),
    receive: receiveText(partition, waveWords),
    means: isRecorded ? meansText(partition, waveWords) : null,
  };
}

/** The master's part of a run as data. */
export function masterProgram(layout: Layout, times: number, settings: MasterSettings): MasterProgram {
  return {
    decision: decisionOffsets(layout),
    partitions: layout.partitions.map(wordOffsets),
    cut: layout.cut,
    counters: layout.counters,
    specials: layout.counters + 2 * layout.network.circuit.lines.length,
    times,
    settings,
  };
}

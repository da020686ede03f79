/** What blocks may ask of network, layout and memory: they import none of them. */
import type { Block } from './column.js';

/** The one memory while it is laid out (program/layout/allocator.ts). */
export interface Memory {
  /** A column of doubles, or of Int32 words where the block says so, aligned to 64 bytes; gives its first double. */
  column<Name extends string>(block: Block<Name>, column: Name, partition: number, rows: number, planes?: number): number;
  /** A column of Int32 words; gives its first word. */
  words<Name extends string>(block: Block<Name>, column: Name, partition: number, rows: number, planes?: number): number;
}

/** Offsets of the columns of ends of a partition. */
export interface EndColumns {
  readonly c: number;
  readonly z: number;
  readonly p: number;
  readonly w: number;
}

/** Numbers of a line, SI; NaN for what it has not. */
export type LineValue = 'delay' | 'impedance' | 'initialPressure';

/** Lines have the ends 2·line (`from`) and 2·line + 1 (`to`). */
export interface Site {
  readonly parts: number;
  /** In circuit-file order. */
  readonly lineCount: number;
  line(line: number, value: LineValue): number;
  /** What a line remembers: a capacitive one nothing, a wave line waves by steps or by time. */
  historyOf(line: number): 'none' | 'steps' | 'time';
  /** Fixed step of the partition that has a line's `from`, s; null for a variable one. */
  stepOf(line: number): number | null;
  /** By end: partition, and index there. */
  readonly endPartition: Int32Array;
  readonly endIndex: Int32Array;
  /** Steps that partitions run by themselves. */
  readonly window: number;
}

/** An operating point: by end the pressure, Pa; by line the flow from `from` to `to`, m3/s. */
export interface OperatingPoint {
  readonly pressure: Float64Array;
  readonly flow: Float64Array;
}

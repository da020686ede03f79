/** The one interface of blocks to network, layout and memory: they import none of them. */
import type { Block } from './column.js';
import type { LineNumbers } from './lines/models/model.js';
import type { PartitionWord } from './step/words.js';

/** The one memory while it is laid out (program/layout/allocator.ts). */
export interface Memory {
  /** A column of doubles, or of Int32 words where the block says so, aligned to 64 bytes; gives its first double. */
  column<Name extends string>(block: Block<Name>, column: Name, partition: number, rows: number, planes?: number): number;
  /** A column of Int32 words; gives its first word. */
  words<Name extends string>(block: Block<Name>, column: Name, partition: number, rows: number, planes?: number): number;
  /** Columns of doubles one right behind the other, `stride` doubles from one to the next; default: all of the block. Gives the first. */
  rows<Name extends string>(block: Block<Name>, partition: number, stride: number, names?: readonly Name[]): number;
  /** Columns of several blocks, without a gap between them. */
  tight(partition: number, parts: readonly { readonly block: Block; readonly stride: number }[]): number;
}

/** Offsets of the columns of ends of a partition. */
export interface EndColumns {
  readonly c: number;
  readonly z: number;
  readonly p: number;
  readonly q: number;
  readonly w: number;
}

/** Numbers of a line, SI; NaN for absent ones. `friction`: its number among those of waves/frictions.ts. */
export type LineValue =
  | 'volume'
  | 'bulkModulus'
  | 'initialPressure'
  | 'impedance'
  | 'delay'
  | 'friction'
  | 'elements'
  | 'resistance'
  | 'drop'
  | 'dissipation'
  | 'reynolds'
  | 'roughness'
  | 'darcy'
  | 'velocity'
  | 'gasFraction'
  | 'diameter'
  | 'filter'
  | 'law';

/** Of the ports that a line joins. */
export const lineTypes = ['hydraulic', 'translational', 'rotational'] as const;
export type LineType = (typeof lineTypes)[number];

/** Lines of a circuit. */
export interface Lines {
  /** In circuit-file order. */
  readonly lineCount: number;
  line(line: number, value: LineValue): number;
  /** Whether it has a port volume, at either end. */
  hasPortVolume(line: number): boolean;
  typeOf(line: number): LineType;
  /** Whether it meets a mass, by itself or by others that it meets in junctions. */
  swings(line: number): boolean;
  /** Of another model than the plain one: its name and its numbers. */
  modelOf(line: number): { readonly model: string; readonly numbers: LineNumbers } | undefined;
}

/** How the bulk modulus of oil follows its pressure as the file counts it, Pa (circuit/fluid/fluidLaw.ts). */
export interface OilLaw {
  /** ∫dp/B, and 1/B, 1/Pa. */
  content(p: number): number;
  compliance(p: number): number;
  /** Air that is released and dissolved in times of its own; `free`: the part of it that is free. */
  readonly released: {
    /** s; Pa: pressures at which none and all is dissolved. */
    readonly values: { readonly release: number; readonly dissolution: number; readonly released: number; readonly dissolved: number };
    readonly free: (p: number) => number;
    readonly freeSlope: (p: number) => number;
    readonly content: (p: number, free: number) => number;
    readonly compliance: (p: number, free: number) => number;
    readonly relief: (p: number, free: number) => number;
  } | null;
}

/** Oil. */
export interface SiteFluid {
  /** Pa, as the file counts it; of the open air as the file counts it, and absolute. */
  readonly vapourPressure: number;
  readonly ambientPressure: number;
  readonly atmosphericPressure: number;
  readonly conservesMass: boolean;
  /** Null where the bulk modulus is constant. */
  readonly law: OilLaw | null;
}

/** A weighting function of unsteady friction, W(τ) ≈ Σ coefficients_i e^(-rates_i τ). */
export interface WeightTerms {
  readonly rates: readonly number[];
  readonly coefficients: readonly number[];
}

/** Elementary functions that give the same bits in all back ends. */
export interface Elementary {
  exp(x: number): number;
  log(x: number): number;
  log10(x: number): number;
}

/** The memory of a line: a capacitive one has none, a wave line keeps waves by steps or by time. */
export type LineHistory = 'none' | 'steps' | 'time';

/** Lines have the ends 2·line (`from`) and 2·line + 1 (`to`). */
export interface Site extends Lines {
  readonly parts: number;
  historyOf(line: number): LineHistory;
  /** Fixed step of the partition that has a line's `from`, s; null for a variable one. */
  stepOf(line: number): number | null;
  /** By end: partition, and index there. */
  readonly endPartition: Int32Array;
  readonly endIndex: Int32Array;
  /** By partition: columns of its ends, and index of the first end within its lines. */
  readonly columns: readonly EndColumns[];
  readonly firstInner: readonly number[];
  /** By partition: how many ends its components own, and a cell that has 0. */
  readonly ownEnds: readonly number[];
  readonly zero: readonly number[];
  /** By partition: offsets of its words. */
  readonly words: readonly Readonly<Record<PartitionWord, number>>[];
  /** By end: cell of its port volume, -1 for none. */
  readonly volumeCell: Int32Array;
  /** Whether capacitive lines between partitions exchange at synchronisations only, and the cell of the time between them. */
  readonly holds: boolean;
  readonly interval: number;
  /** Steps that partitions run by themselves. */
  readonly window: number;
  /** How far a partition may be ahead of another where they take variable steps of their own, s. */
  readonly ahead: number;
  /** Shortest step that is taken on purpose, s. */
  readonly shortestStep: number;
  /** By line: flow that it starts with, m3/s; null: at rest. */
  readonly startFlow: Float64Array | null;
  readonly fluid: SiteFluid;
  readonly elementary: Elementary;
  /** Weights of unsteady friction by Reynolds number: as many terms for each. */
  weights(reynolds: number): WeightTerms;
}

/** An operating point: by end the pressure, Pa; by line the flow from `from` to `to`, m3/s; by component its continuous states. */
export interface OperatingPoint {
  readonly pressure: Float64Array;
  readonly flow: Float64Array;
  readonly states: ReadonlyMap<number, Readonly<Record<string, number>>>;
}

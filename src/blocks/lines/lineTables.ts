/** Tables of capacitive lines, and the ends of those that partitions share. */
import type { Places } from '../column.js';
import type { LineType, Site } from '../site.js';
import type { capacitiveLines, LineForm } from './lineColumns.js';
import type { LinePlaces } from './lineOffsets.js';
import type { LineModel } from './models/model.js';

/** At which ends the lines of a chunk have port volumes. */
export type PortVolumeEnds = 'none' | 'from' | 'to' | 'both';

/** Capacitive lines as the exchange sees them, and where their columns stand: of doubles in doubles, else in Int32 words; 0 for those that its form has not. */
export interface LineRows extends Places<(typeof capacitiveLines)['columns']> {
  /** Global line numbers by row. */
  readonly lines: Int32Array;
  /** Rows [0, covered) are in chunks (chunks.ts): their list (Int32 offset, words), and ranges of it by port volumes. */
  readonly covered: number;
  readonly chunks: {
    readonly at: number;
    readonly count: number;
    readonly groups: readonly { readonly portVolumes: PortVolumeEnds; readonly from: number; readonly to: number }[];
    readonly words: readonly number[];
  };
  readonly model: LineModel;
  /** Of a model whose lines have several parts: how many, else 1; where its own columns stand. */
  readonly parts: number;
  readonly own: Readonly<Record<string, number>>;
  /** Offset of the largest error of each chunk. */
  readonly maxima: number;
  /** Rows [0, inner) have both ends here, [inner, rows) have one ghost end. */
  readonly inner: number;
  /** One table for lines of fixed volume, one for those of variable volume, one for those whose bulk modulus follows the fluid's law (of any volume); of a model its own. */
  readonly form: LineForm;
  /** Whether it has the lines that the partition shares with others, where those exchange at synchronisations only (exchange/heldLines.step.ts). */
  readonly held: boolean;
  /** Whether its lines keep account of their work (capacitiveLines.step.ts): those that may swing with a mass, where steps vary. */
  readonly keepsEnergy: boolean;
  /** Of the ports that its lines join; mechanical lines have tables of their own. */
  readonly type: LineType;
}

/** One end of a cut capacitive line on its owner's side. */
export interface BoundaryEnd {
  readonly line: number;
  /** Local index of the own end and of the ghost of the other end. */
  readonly own: number;
  readonly ghost: number;
  /** Cells of the port volumes (the partition's zero cell where there is none). */
  readonly ownVolume: number;
  readonly ghostVolume: number;
  /** Cell of the port volume on the other side, in its own partition; -1 for none. Read at t = 0 only. */
  readonly otherVolume: number;
  /** Mail slots: four doubles {p, w, V, own part of the mean's error}, twice (alternating by attempt). */
  readonly send: number;
  readonly receive: number;
  /** Sum of the waves that left since the last synchronisation. */
  readonly sum: number;
}

export interface CutLine {
  readonly line: number;
  readonly slotA: number;
  readonly slotB: number;
}

export interface PartitionLines {
  readonly tables: readonly LineRows[];
  /** Own sides of the lines that it shares with others, by line. */
  readonly boundary: ReadonlyMap<number, BoundaryEnd>;
}

/** Capacitive lines by partition; those between partitions, and where their ends stand in the exchange. */
export interface CapacitiveLines {
  /** α, where it is the same in all of them. */
  readonly sharedFilter: number | null;
  readonly cut: readonly CutLine[];
  readonly partitions: readonly PartitionLines[];
}

/** Where the columns of a table stand, those of its model's own too. */
export function linePlaces(table: LineRows, { elementary }: Pick<Site, 'elementary'>): LinePlaces {
  return { ...table, ...table.own, lines: table.lines.length, exp: elementary.exp };
}

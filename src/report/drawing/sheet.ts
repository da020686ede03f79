/** The contents of one sheet, without places: nodes with their symbols, edges between their ports. */
import type { HydraulicSymbol } from './symbols/symbol.js';

export type NodeSort = 'component' | 'junction' | 'station' | 'outside';

export interface SheetNode {
  /** Unique on its sheet. */
  readonly id: string;
  readonly sort: NodeSort;
  readonly name: string;
  /** Below the name, smaller: its main values, or how many components it stands for. */
  readonly caption: string;
  readonly symbol: HydraulicSymbol;
  /** Partition; null without a plan, and where components of several are. */
  readonly part: number | null;
  /** Said when pointed at: name and kind. */
  readonly about: string;
}

/** A source of one signal drawn beside the input it drives, as part of it. */
export interface Satellite {
  readonly node: number;
  readonly edge: number;
  /** Node and input that it drives. */
  readonly host: number;
  readonly port: string;
}

export type EdgeType = 'hydraulic' | 'translational' | 'rotational' | 'signal';

/** One end of an edge. */
export interface SheetEnd {
  /** Number of its node. */
  readonly node: number;
  readonly port: string;
}

export interface SheetEdge {
  /** A line's name; '' for direct connections and signals. */
  readonly name: string;
  /** The name as it is written on this sheet. */
  readonly label: string;
  readonly type: EdgeType;
  /** A direct connection: no line, no volume. */
  readonly isDirect: boolean;
  readonly from: SheetEnd;
  readonly to: SheetEnd;
  /** Between two partitions. */
  readonly isCut: boolean;
  /** Number of the circuit's line, -1 for a direct connection or signal. */
  readonly line: number;
  /** Ends in words: 'pump.out'. */
  readonly ends: readonly [string, string];
  /** Said when pointed at. */
  readonly about: string;
}

export interface Sheet {
  readonly nodes: readonly SheetNode[];
  readonly edges: readonly SheetEdge[];
}

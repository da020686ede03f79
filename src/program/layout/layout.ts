/**
 * Layout: where everything lies in the one memory, and the text of every kernel. Partition-major; inside a partition
 * structure of arrays: for each batch (kind and signal level) a contiguous column for every parameter, state and port quantity, 64-byte aligned;
 * the ends of a kind's k-th port are contiguous. Offsets count doubles from the start of the memory. The memory is sized exactly once.
 *
 * A capacitive line that two partitions share has a ghost end in each: a copy of the other side's end, so that both sides run the same loop over
 * the same numbers in the same order. Wave lines need none: see blocks/waves/rings.ts.
 */
import { namesOf } from '../../blocks/column.js';
import type { Placed as Families } from '../../blocks/registry.js';
import type { Site } from '../../blocks/site.js';
import { specialCounters } from '../../blocks/step/controller.js';
import type { Network, NetworkKind } from '../../network/network.js';
import { cavityReports } from '../kinds/columns.js';
import type { Placed } from './allocator.js';
import type { Rates } from './rates.js';
import { siteOf } from './site.js';

/** Of a cavity at a port or junction: columns behind `report_PORT`. */
export const cavityReport = namesOf(cavityReports);

/** What limits or rejects steps is numbered: lines, then these (blocks/step/controller.ts), then judged states. */
export const specialCounterCount = specialCounters.length;

/** Rows of one kind at one signal level in one partition. */
export interface Batch {
  readonly kind: NetworkKind;
  readonly level: number;
  /** Components by row, copies behind those that the partition owns. */
  readonly components: Int32Array;
  /** Offset of each column by its key (two planes: KEY_0, KEY_1) and of each port's C, Z, p, q, w. */
  readonly offsets: Readonly<Record<string, number>>;
  /** `offsets` by their names in the kernel's text. */
  readonly constants: Readonly<Record<string, number>>;
  /** Whether outputs are written early, to break a signal loop. */
  readonly early: boolean;
  /** Whether others wait for what its components do: they come first where messages are posted before the rest is computed. */
  readonly outer: boolean;
}

export interface PartitionLayout {
  readonly index: number;
  /** Its fixed step, s; null for a variable one. */
  readonly step: number | null;
  readonly batches: readonly Batch[];
  /** Offsets of the blocks of ends. */
  readonly c: number;
  readonly z: number;
  readonly p: number;
  readonly q: number;
  readonly w: number;
  readonly zero: number;
  /** Direct connections of its components: local end, and the offset of the integral of the flow. The fixed pressure may be another partition's. */
  readonly direct: readonly { readonly connection: number; readonly end: number; readonly net: number }[];
  /** Errors of judged states: how many with what pads them, their numbers among what limits steps (Int32), and the largest of some rows each. */
  readonly judged: { readonly changes: number; readonly count: number; readonly codes: number; readonly maxima: number };
  /** Crossings of holds: how many with what pads them. */
  readonly crossings: { readonly at: number; readonly count: number };
  /** Offset of the partition's words. */
  readonly words: number;
  /** Offset of what it publishes of an attempt, by turns at one of two places. */
  readonly published: number;
  /** Offset of its decision words. */
  readonly decision: number;
  /** Offset of the counters by line (limited, rejected): its own where it takes its own steps; else those of all, which partition 0 keeps. */
  readonly counters: number;
}

export interface Layout {
  /** The interface of blocks to it. */
  readonly site: Site;
  readonly network: Network;
  readonly owner: Int32Array;
  readonly partitions: readonly PartitionLayout[];
  /** Cells of the defaults of unconnected inputs, other than zero. */
  readonly defaults: { readonly at: number; readonly values: readonly number[] };
  /** By component: number of its first judged state among what limits steps; one more at the end. */
  readonly firstState: Int32Array;
  /** By component: batch of its partition, and row. */
  readonly place: { readonly batch: Int32Array; readonly row: Int32Array };
  /** By partition: the same of the copies that it holds (copies.ts). */
  readonly copies: readonly ReadonlyMap<number, { readonly batch: number; readonly row: number }>[];
  /** Where the blocks of each family stand. */
  readonly families: Families;
  /** Offset of the decision words of partition 0, and of its counters by line (limited, rejected). */
  readonly decision: number;
  readonly counters: number;
  /** Count of the synchronisations of all threads. */
  readonly synchronisations: number;
  /** Steps of their own of the partitions; null where all take the same and exchange at every one. */
  readonly rates: Rates | null;
  /** Offset of the points of tables. */
  readonly tables: number;
  /** Everything placed, with its address. */
  readonly placed: readonly Placed[];
  /** Doubles in use; what comes after (the record) is added by the run. */
  readonly size: number;
}

/** Where a component stands in the partition that owns it. */
export function batchAt({ partitions, owner, place }: Pick<Layout, 'partitions' | 'owner' | 'place'>, component: number): Batch {
  const { batches } = partitions[owner[component]] as PartitionLayout;
  return batches[place.batch[component]] as Batch;
}

/** How a run divides a network, and how it steps: all that a layout depends on beside the network. */
export interface LayoutOptions {
  /** Partition of each component; there are `parts`. */
  readonly owner: Int32Array;
  readonly parts: number;
  /** Fixed step, s; null where steps are variable. */
  readonly step: number | null;
  /** Steps that partitions run by themselves; default: 1. */
  readonly window?: number;
  /** Shortest step that is taken on purpose, s; default: the fixed one, or 1 µs. */
  readonly shortest?: number;
  /** By line, what it starts with, m3/s; null: nothing flows. */
  readonly flow?: Float64Array | null;
  /** Where partitions take fixed steps of their own. */
  readonly rates?: Rates | null;
  /** Where they take variable ones: the time between their synchronisations, s; else 0. */
  readonly ahead?: number;
  /** Whether components at lines between partitions stand in batches of their own, before all others; default: no. */
  readonly outerFirst?: boolean;
}

/** A layout with other values of its network. */
export function withNetwork(layout: Layout, network: Network): Layout {
  const stepOf = (partition: number): number | null => layout.partitions[partition]?.step ?? null;
  return { ...layout, network, site: siteOf(network, { ...layout.site, stepOf }) };
}

/**
 * A layout of one rank's part: its own partitions, those beside them with what stands at the other ends of cut lines, and of all others nothing but what a decision reads: what they
 * publish, and both ends of the capacitive lines that are cut between them, where every rank judges every cut line. Ranks that gather words judge their own only, and have one place for
 * what all others publish.
 */
import { placeSlots } from '../blocks/exchange/slots.js';
import { published } from '../blocks/step/decision.js';
import type { PartitionRange } from '../blocks/step/ownership.js';
import type { PortType } from '../equations/language/definition.js';
import { type Allocator, shared } from './layout/allocator.js';
import type { Layout } from './layout/layout.js';

/** Whether steps end at crossings, and whether any of them acts in the step after only. */
export interface Crossings {
  readonly some: boolean;
  readonly late: boolean;
}

/** The parts that a rank has not, as far as it knows them. */
export interface Beyond {
  /** Partitions of this layout that are its own. */
  readonly own: PartitionRange;
  /** By partition of the run: that of this layout, or -1. */
  readonly partitionOf: readonly number[];
  /** Cut lines that this layout has not, with the number that stands for each among what limits steps. */
  readonly cut: readonly { readonly number: number; readonly type: PortType }[];
  /** Cut lines of this layout with no end in the own partitions that are judged all the same, by what others send of their ends. */
  readonly judged: ReadonlySet<number>;
  /** Of all ranks: what holds for all of them, from what holds for this one. */
  crossings(own: Crossings): Crossings;
  /** s: the first event of all ranks. */
  firstEvent(own: number): number;
}

/** Where what others send stands: by partition of the run what it publishes; by line of `Beyond.cut` its two ends. */
interface BeyondPlaces {
  readonly published: readonly number[];
  readonly ends: readonly (readonly [number, number])[];
}

export type PlacedBeyond = Beyond & BeyondPlaces;

/** Where a partition that has no place in a layout publishes, or several together. */
export function placePublished(memory: Allocator): number {
  const [first] = [memory.rows(published, shared, 1), memory.rows(published, shared, 1)];
  return first;
}

/** Places it behind a layout; with `together` there is one place for what all partitions publish that are not here. */
export function placeBeyond(
  { partitionOf, cut }: Beyond,
  { partitions }: Layout,
  memory: Allocator,
  together: number | null,
): BeyondPlaces {
  return {
    published: partitionOf.map((partition) => partitions[partition]?.published ?? together ?? placePublished(memory)),
    ends: cut.map(() => [placeSlots(memory, shared), placeSlots(memory, shared)] as const),
  };
}

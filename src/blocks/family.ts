/**
 * What a family of blocks says of itself, in a file of its own: where its rows stand, what they hold at t = 0, its loops by phase, what of it is saved. Loops stand beside
 * it in `X.step.ts`.
 */
import type { EndColumns, Memory, OperatingPoint, Site } from './site.js';

/** A loop of a partition, and functions that stand in place of their calls; all go by `offsets`. */
export interface Loop {
  readonly name: string;
  step(F: Float64Array, I: Int32Array, o: object, ...rest: never[]): void;
  readonly offsets: object;
  readonly pieces: readonly ((F: Float64Array, I: Int32Array, o: object, ...rest: never[]) => unknown)[];
}

type Step<O> = (F: Float64Array, I: Int32Array, o: O, ...rest: never[]) => unknown;

/** A loop whose functions know its offsets. */
export const loop = <O extends object>(name: string, step: Step<O>, offsets: O, pieces: readonly Step<O>[] = []): Loop =>
  ({ name, step, offsets, pieces }) as unknown as Loop;

/** Loops by the phase that runs them: behind the components of an attempt; when the next attempt begins; where mean pressures are recorded. */
export interface PhaseLoops {
  readonly publish: readonly Loop[];
  readonly receive: readonly Loop[];
  readonly means: readonly Loop[];
}
export const noLoops: PhaseLoops = { publish: [], receive: [], means: [] };

/** Words of a partition that loops use. */
export interface LoopWords {
  readonly accepted: number;
}

/** What partitions decide for themselves depends on the plan: such a state goes back into the same plan only. */
export interface SavedPlan {
  readonly own: boolean;
  /** By partition: its accepted plane, and how many steps it has accepted. */
  readonly planes: readonly number[];
  readonly accepted: readonly number[];
}

/** Is shown every saved number, in the same order for every plan: its cell, and the cells that have the same. */
export type Visit = (cell: number, ...copies: readonly number[]) => void;

export interface Family<Placed> {
  place(site: Site, memory: Memory): Placed;
  /** Lists, constants, and histories at rest. */
  fill(F: Float64Array, I: Int32Array, placed: Placed, site: Site): void;
  /** For the first attempt; `point` null: at rest. `ends`: by partition. */
  start(F: Float64Array, placed: Placed, site: Site, ends: readonly EndColumns[], point: OperatingPoint | null): void;
  /** Of a partition. */
  loops(placed: Placed, partition: number, ends: EndColumns, words: LoopWords): PhaseLoops;
  visit(placed: Placed, site: Site, plan: SavedPlan, visit: Visit): void;
}

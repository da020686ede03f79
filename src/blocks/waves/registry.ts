/** Families of blocks, in the order of memory, loops and checkpoints. */
import type { Family } from '../family.js';
import type { Memory, Site } from '../site.js';
import { histories } from './histories.js';
import { rings } from './rings.js';

export const families = {
  /** Lossless wave lines at a fixed step. */
  rings,
  /** All other wave lines. */
  histories,
} as const;
type Name = keyof typeof families;
const names = Object.keys(families) as readonly Name[];

/** Where the blocks of each family stand. */
export type Placed = { readonly [F in Name]: ReturnType<(typeof families)[F]['place']> };

/** Places the blocks of all families. */
export const placeFamilies = (site: Site, memory: Memory): Placed =>
  Object.fromEntries(names.map((name) => [name, families[name].place(site, memory)])) as Placed;

/** Each family with where its blocks stand. */
export const placedFamilies = (placed: Placed): readonly (readonly [Family<unknown>, unknown])[] =>
  names.map((name) => [families[name] as Family<unknown>, placed[name]]);

/** Families of blocks, in the order of memory and of loops. */
import type { Family, LineDuties } from './family.js';
import { extremes } from './kept/extremes.js';
import { lines } from './lines/lines.js';
import type { Lines, Memory, Site } from './site.js';
import { histories } from './waves/histories.js';
import { rings } from './waves/rings.js';

export const families = {
  /** Highest and lowest pressure. */
  extremes,
  /** Lossless wave lines at a fixed step. */
  rings,
  /** All other wave lines. */
  histories,
  /** Capacitive lines. */
  lines,
} as const;
type Name = keyof typeof families;
const inMemory = Object.keys(families) as readonly Name[];

/** The order of checkpoints and of the state digest: older than that of memory, and kept. */
const inCheckpoints: readonly Name[] = ['lines', 'rings', 'histories', 'extremes'];

/** Capacitive lines first: large circuits have most of these. */
const ofLines = inCheckpoints.flatMap((name) => (families[name] as Family<unknown>).ofLines ?? []);

/** The duties of the family that a line belongs to, at a fixed step, s; null: at variable ones. */
export function lineDuties(lines: Lines, line: number, step: number | null): LineDuties {
  for (const duties of ofLines) if (duties.has(lines, line, step)) return duties;
  throw new Error(`line ${line} is in no family`);
}

/** Where the blocks of each family stand. */
export type Placed = { readonly [F in Name]: ReturnType<(typeof families)[F]['place']> };

/** Places the blocks of all families. */
export const placeFamilies = (site: Site, memory: Memory): Placed =>
  Object.fromEntries(inMemory.map((name) => [name, families[name].place(site, memory)])) as Placed;

type PlacedFamily = readonly [Family<unknown>, unknown];
const withPlaces = (placed: Placed, names: readonly Name[]): readonly PlacedFamily[] =>
  names.map((name) => [families[name] as Family<unknown>, placed[name]]);

/** Each family with where its blocks stand. */
export const placedFamilies = (placed: Placed): readonly PlacedFamily[] => withPlaces(placed, inMemory);

/** Families in the order in which they are saved. */
export const savedFamilies = (placed: Placed): readonly PlacedFamily[] => withPlaces(placed, inCheckpoints);

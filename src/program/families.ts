/** All families of a layout: those of blocks (blocks/registry.ts), and its components. */
import type { CavityAtPort, CavityOfLine, Family, NextEvent } from '../blocks/family.js';
import { placedFamilies, savedFamilies } from '../blocks/registry.js';
import { kinds } from './kinds/kinds.js';
import type { Layout } from './layout/layout.js';

/** A family with where it stands. */
export type Placed = readonly [family: Omit<Family<unknown>, 'place'>, placed: unknown];

/** Each with where it stands, in the order of loops. */
export const familiesOf = (layout: Layout): readonly Placed[] => [...placedFamilies(layout.families), [kinds, layout] as Placed];

/** In the order in which they start and are saved. */
export const savedFamiliesOf = (layout: Layout): readonly Placed[] => [[kinds, layout] as Placed, ...savedFamilies(layout.families)];

/** Cavities that there were within lines, line by line, each from `from` to `to`. */
export function* lineCavities(layout: Layout, F: Float64Array): Generator<CavityOfLine & { readonly line: number }> {
  const families = familiesOf(layout).filter(([family]) => family.cavities);
  const { site } = layout;
  for (let line = 0; line < site.lineCount; line++) {
    // Capacitive lines have them at their ports only.
    if (site.historyOf(line) === 'none') continue;
    for (const [family, placed] of families)
      for (const cavity of family.cavities?.(F, placed, site, line) ?? []) if (cavity.largest !== 0) yield { ...cavity, line };
  }
}

/** Cavities that there were at ports, junctions and joints. */
export function* portCavities(layout: Layout, F: Float64Array): Generator<CavityAtPort> {
  for (const [family, placed] of familiesOf(layout)) yield* family.portCavities?.(F, placed) ?? [];
}

/** Name of the kind whose loop a partition entered last. */
export const enteredLast = (layout: Layout, F: Float64Array, partition: number): string =>
  familiesOf(layout).flatMap(([family, placed]) => family.entered?.(F, placed, partition) ?? [])[0] ?? 'none';

/** Whose event of a partition comes next. */
export const nextEventOf = (layout: Layout, F: Float64Array, partition: number): NextEvent =>
  familiesOf(layout).flatMap(([family, placed]) => family.nextEvent?.(F, placed, partition) ?? [])[0] ?? {
    component: '',
    definition: null,
  };

/**
 * Components as a family of their own: their part of a layout. It stands beside the compiler, not in `blocks/`, which imports nothing: its columns are those of kernels, its values follow from
 * expressions of the circuit, and its places come first, as ends of lines stand where ports do.
 */
import type { Family } from '../../blocks/family.js';
import type { Layout } from '../layout/layout.js';
import { portCavities } from './cavities.js';
import { brokenQuantity, eventOf, failedQuantity, lastKind } from './failures.js';
import { fillKinds } from './fill.js';
import { kindLoops, wavePressures } from './loops.js';
import { addedOil, cavityVolumes, givenVolumes } from './oil.js';
import { flagCavities, kindStates, settleCavities, visitKinds } from './saved.js';
import { openKinds, startKinds } from './start.js';

export const kinds: Omit<Family<Layout>, 'place'> = {
  fill: fillKinds,
  open: openKinds,
  start: startKinds,
  loops: (layout, _site, setting) => [kindLoops(layout, setting)],
  pressures: (layout, _site, setting) => wavePressures(layout, setting),
  visit: (layout, _site, plan, visit, of) => visitKinds(layout, plan, visit, of),
  settle: settleCavities,
  resume: flagCavities,
  *state(cells, layout, _site, moment) {
    yield kindStates(cells, layout, moment);
  },
  givenVolumes,
  added: addedOil,
  cavityVolumes,
  portCavities: (F, layout) => portCavities(layout, F),
  entered: lastKind,
  nextEvent: eventOf,
  failed: failedQuantity,
  broken: brokenQuantity,
};

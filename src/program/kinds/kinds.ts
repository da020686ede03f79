/** Components as a family of their own: what stands in a layout is theirs. */
import type { Family } from '../../blocks/family.js';
import type { Layout } from '../layout/layout.js';
import { kindLoops, wavePressures } from './loops.js';

export const kinds: Omit<Family<Layout>, 'place'> = {
  loops: (layout, _site, setting) => [kindLoops(layout, setting)],
  pressures: (layout, _site, setting) => wavePressures(layout, setting),
};

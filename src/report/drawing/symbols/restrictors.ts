/** Throttles, orifices, filters and pipes: their line runs through them. */
import { area, arrow, box, dashes, edges, lines, throat } from './ink.js';
import { type Family, type HydraulicSymbol, north, south, west } from './symbol.js';

const through = (art: string, more: Partial<HydraulicSymbol> = {}): HydraulicSymbol => ({
  width: 30,
  height: 30,
  ports: { in: south(15, 30), out: north(15), opening: west(2, 25), velocity: west(6, 20), clogged: { x: 28, y: 15, side: 'east' } },
  art: lines('M15 0V30') + art,
  turns: true,
  ...more,
});

const throttle = throat(15, 4, 26);
const orifice = edges(15, 15);
const tube = (art: string): HydraulicSymbol => through(box(9, 4, 12, 22) + art);

export const restrictors: Family = {
  laminarRestrictor: through(throttle),
  capillary: through(throttle + throat(15, 9, 21)),
  annularGap: through(throttle + lines('M11 4V26M19 4V26')),
  orifice: through(orifice),
  ratedOrifice: through(orifice),
  transitionOrifice: through(orifice),
  flowNumberOrifice: through(orifice),
  variableOrifice: through(orifice + arrow(3, 27, 27, 3)),
  pipeInertance: tube(lines('M15 26V30')),
  rigidColumn: tube(lines('M14 26V30M16 26V30')),
  pipeFriction: tube(lines('M9 11H21M9 19H21')),
  suddenChange: through(area('M10 15H20V4H10zM5 15H25V26H5z')),
  fittingLoss: through(area('M15 5A10 10 0 0 1 15 25A10 10 0 0 1 15 5z') + lines('M10 20Q20 20 20 10')),
  filter: through(area('M15 1L29 15L15 29L1 15z') + dashes('M1 15H29'), {
    ports: { in: south(15, 30), out: north(15), clogged: { x: 29, y: 15, side: 'east' }, passed: { x: 29, y: 15, side: 'east' } },
  }),
  hoseWall: {
    width: 30,
    height: 24,
    ports: { in: south(15, 24) },
    art: area('M5 12Q5 2 15 2T25 12T15 22T5 12z') + lines('M15 22V24M9 8Q15 12 21 8M9 15Q15 19 21 15'),
    turns: true,
  },
};

/** Check, shuttle and burst valves: a ball in its seat; oil passes from the seat's side. */
import { arrow, box, circle, dashes, lines, spring } from './ink.js';
import { type Family, type HydraulicSymbol, north, south, west } from './symbol.js';

const seat = lines('M12 40V32M3 20L12 32L21 20') + circle(12, 21, 6);
const sprung = spring(12, 4, 12, 15, 4, 4) + lines('M7 4H17M12 0V4');

const check = (art: string, more: Partial<HydraulicSymbol> = {}): HydraulicSymbol => ({
  width: 24,
  height: 40,
  ports: { in: south(12, 40), out: north(12) },
  art: seat + art,
  turns: true,
  ...more,
});

export const checks: Family = {
  checkValve: check(sprung),
  dynamicCheckValve: check(sprung + lines('M4 10H20')),
  pilotOperatedCheckValve: {
    ...check(''),
    width: 38,
    ports: { in: south(24, 40), out: north(24), pilot: west(0, 32) },
    art: `<g transform="translate(12 0)">${seat}${sprung}</g>${dashes('M0 32H22')}`,
    mirrors: true,
  },
  shuttleValve: {
    width: 48,
    height: 28,
    ports: { in1: south(10, 28), in2: south(38, 28), out: north(24) },
    art: box(0, 6, 48, 16) + circle(16, 14, 5) + lines('M24 0V6M10 22V28M38 22V28M5 9L10 14L5 19M43 9L38 14L43 19'),
    mirrors: true,
  },
  velocityFuse: check(spring(12, 4, 12, 15, 4, 4) + lines('M12 0V4M7 4H17M2 37L22 37') + arrow(20, 36, 20, 12, 4)),
};

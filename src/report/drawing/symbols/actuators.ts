/** Cylinders, rotary actuators, intensifiers and accumulators. */
import { area, arrow, box, circle, lines, solid, spring } from './ink.js';
import { east, type Family, type HydraulicSymbol, north, south } from './symbol.js';

/** Cylinder of 88 × 26 px at (0, 0), piston at 34, rod to the right. */
const tube = box(0, 0, 88, 26) + solid('M31 0H37V26H31z');
const rod = box(37, 9, 75, 8);
const stubs = lines('M8 26V34M80 26V34');

function cylinder(more: string, { ports = {}, ...rest }: Partial<HydraulicSymbol> = {}): HydraulicSymbol {
  const state = east(112, 13);
  return {
    width: 112,
    height: 34,
    ports: { cap: south(8, 34), rod: south(80, 34), load: state, x: state, v: state, force: state, ...ports },
    art: tube + rod + stubs + more,
    level: 1,
    mirrors: true,
    loadedFromAbove: true,
    ...rest,
  };
}

const single = {
  width: 112,
  height: 34,
  ports: { cap: south(8, 34), load: east(112, 13), x: east(112, 13), v: east(112, 13), force: east(112, 13) },
};
const bottle = area('M3 14Q3 0 15 0T27 14V32Q27 46 15 46T3 32z');
const store = (art: string): HydraulicSymbol => ({
  width: 30,
  height: 50,
  ports: { in: south(15, 50) },
  art: art + lines('M15 46V50'),
  level: 0.75,
});
const gas = '<path d="M15 14L9 4H21z" fill="none"/>';
const vessel = box(3, 0, 24, 46);

export const actuators: Family = {
  actuator: cylinder(''),
  stribeckCylinder: cylinder(''),
  lugreCylinder: cylinder(''),
  cushionedCylinder: cylinder(lines('M24 8H31V18H24M44 8H37')),
  leakingCylinder: cylinder('<path d="M28 4H40" fill="none" stroke="#fff" stroke-width="3"/>'),
  rodCylinder: cylinder('', { ports: { cap: south(8, 34), rod: south(80, 34), load: east(112, 13) } }),
  singleActingCylinder: { ...cylinder(''), ...single, art: tube + rod + lines('M8 26V34') + spring(37, 5, 88, 5, 3, 9) },
  telescopicCylinder: {
    ...cylinder(''),
    ...single,
    art: box(0, 0, 70, 26) + box(20, 4, 70, 18) + box(40, 9, 72, 8) + lines('M8 26V34'),
  },
  rotaryActuator: {
    width: 60,
    height: 40,
    ports: { A: south(14, 40), B: south(46, 40), load: north(30), angle: east(54, 16), speed: east(54, 16), torque: east(54, 16) },
    art: area('M6 34A24 24 0 0 1 54 34z') + lines('M30 34L40 14M14 34V40M46 34V40') + circle(30, 30, 4) + arrow(20, 20, 28, 16, 5),
    level: 1,
    mirrors: true,
  },
  intensifier: {
    width: 92,
    height: 38,
    ports: { low: south(8, 38), drain: south(44, 38), high: south(84, 38) },
    art: box(0, 0, 50, 28) + box(50, 7, 42, 14) + solid('M28 0H33V28H28z') + box(33, 10, 30, 8) + lines('M8 28V38M44 28V38M84 21V38'),
    level: 0.8,
    mirrors: true,
  },
  accumulator: store(bottle + lines('M3 23H27') + gas),
  thermalAccumulator: store(bottle + lines('M3 23H27M8 28Q12 34 15 28T22 28') + gas),
  pistonAccumulator: store(vessel + solid('M3 21H27V26H3z') + gas),
  springAccumulator: store(vessel + solid('M3 24H27V28H3z') + spring(15, 0, 15, 24, 8, 5)),
  weightLoadedAccumulator: store(vessel + solid('M3 26H27V30H3z') + box(7, 6, 16, 14) + lines('M15 20V26')),
};

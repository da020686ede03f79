/** Bodies, springs, shafts and what drives them: chains of them stand upright, `a` below `b`. */
import { area, arrow, box, circle, lines, solid, spring } from './ink.js';
import { east, type Family, type HydraulicSymbol, north, south, west } from './symbol.js';

/** Between two ports, the line in the middle. */
function between(art: string, { ports = {}, ...more }: Partial<HydraulicSymbol> = {}): HydraulicSymbol {
  const signal = east(34, 18);
  const states = [
    'x',
    'v',
    'z',
    'force',
    'tension',
    'compression',
    'closed',
    'apart',
    'position',
    'velocity',
    'power',
    'angle',
    'speed',
    'torque',
    'twist',
    'slip',
  ];
  return {
    width: 36,
    height: 36,
    ports: {
      a: south(18, 36),
      b: north(18),
      engagement: west(2, 18),
      ...Object.fromEntries(states.map((name) => [name, signal])),
      ...ports,
    },
    art,
    turns: true,
    ...more,
  };
}

const ends = 'M18 0V6M18 30V36';
/** Three ports: one below, two above. */
const fork = (art: string): HydraulicSymbol => ({
  ...between(art),
  ports: { ...between('').ports, a: south(18, 36), b: north(9), c: north(27) },
});

/** An end of a mechanical line: what turns a shaft is mostly a pump's drive, what pushes or holds a rod its load. */
const drive = (art: string, level: number): HydraulicSymbol => ({
  width: 30,
  height: 36,
  ports: { end: north(15), shaft: north(15), demand: west(3, 28) },
  art,
  level,
  turns: true,
});
const wall = lines('M2 32H28M4 36L8 32M11 36L15 32M18 36L22 32M25 36L29 32');
const setting = arrow(3, 32, 28, 8, 7);
const push = arrow(15, 32, 15, 2, 8) + wall;
const move = arrow(15, 32, 15, 2, 8) + arrow(15, 32, 15, 12, 8) + wall;
const turn = circle(15, 20, 10) + lines('M12 0V10M18 0V10') + arrow(9, 23, 20, 16, 6);
const spin = circle(15, 20, 13) + lines('M12 0V8M18 0V8') + arrow(8, 24, 21, 15, 6) + arrow(8, 24, 17, 17.8, 6);

const sensor = circle(18, 18, 12) + lines('M18 0V6M18 30V36') + arrow(12, 24, 24, 12, 5);

export const mechanics: Family = {
  mass: between(box(4, 6, 28, 24) + lines(ends)),
  stribeckSlide: between(box(7, 6, 20, 24) + lines(`${ends}M31 2V34M31 8l4 -4M31 16l4 -4M31 24l4 -4M31 32l4 -4`)),
  lugreSlide: between(box(7, 6, 20, 24) + lines(`${ends}M31 2V34M27 10h4M27 18h4M27 26h4`)),
  rigidJoint: fork(solid('M4 16H32V20H4z') + lines('M18 36V20M9 16V0M27 16V0')),
  springDamper: between(
    spring(8, 30, 8, 6, 4, 5) + lines('M8 6H28V14M8 30H28V22M22 14H34M23 14V20M33 14V20M20 22H36') + lines('M18 0V6M18 30V36'),
  ),
  contact: between(spring(18, 34, 18, 18, 5, 4) + lines('M8 18H28M18 34V36M8 10H28M18 0V10')),
  rope: between(lines('M18 36V28Q10 24 18 20T18 12V0')),
  lever: {
    ...between(lines('M4 36V24L32 12V0') + area('M18 18L12 28H24z')),
    ports: { a: south(4, 36), b: north(32) },
    mirrors: true,
  },
  inertia: between(box(14, 6, 8, 24) + area('M3 14H33V22H3z') + lines('M18 0V6M18 30V36')),
  shaftJoint: fork(circle(18, 18, 8) + lines('M18 36V26M9 0V12L13 15M27 0V12L23 15')),
  elasticCoupling: between(lines('M18 0V11M6 11H30M18 36V25M6 25H30') + spring(10, 25, 10, 11, 3, 4) + spring(26, 25, 26, 11, 3, 4)),
  clutch: between(lines('M18 0V14M6 14H30M18 36V22M6 22H30M6 11V14M30 11V14M6 25V22M30 25V22')),
  gearbox: between(box(4, 6, 28, 24) + lines(`${ends}M10 13H26M14 10V16M12 23H24M18 13V23`), {
    ports: { in: south(18, 36), out: north(18) },
  }),
  winch: between(area('M6 10H30V26H6zM2 8H6V28H2zM30 8H34V28H30z') + lines('M11 10L13 26M17 10L19 26M23 10L25 26M18 26V36M18 10V0'), {
    ports: { shaft: south(18, 36), rope: north(18), radius: east(34, 18), wound: east(34, 18), speed: east(34, 18) },
  }),
  rackAndPinion: between(circle(18, 22, 9) + lines('M18 31V36M4 10H32M8 10V13M14 10V13M20 10V13M26 10V13M18 10V0'), {
    ports: { shaft: south(18, 36), rack: north(18) },
  }),
  forceSource: drive(push, 1.3),
  controlledForceSource: drive(push + setting, 1.3),
  velocitySource: drive(move, 1.3),
  controlledVelocitySource: drive(move + setting, 1.3),
  torqueSource: drive(turn, 0.3),
  controlledTorqueSource: drive(turn + setting, 0.3),
  speedSource: drive(spin, 0.3),
  controlledSpeedSource: drive(spin + setting, 0.3),
  linearSensor: between(sensor, { letters: [['F', 6, 8]] }),
  shaftSensor: between(sensor, { letters: [['n', 6, 8]] }),
};

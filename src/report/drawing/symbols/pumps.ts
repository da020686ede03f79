/** Pumps and motors: a circle, filled triangles for the oil's direction, an arrow across for what can be set. */
import { arrow, box, circle, dashes, lines, solid } from './ink.js';
import { east, type Family, type HydraulicSymbol, north, south, west } from './symbol.js';

const shaft = lines('M40 17H52M40 23H52');
const up = solid('M20 0L12 13H28z');
const down = solid('M20 40L12 27H28z');
const set = arrow(3, 39, 38, 3, 8);

function pump(art: string, { width = 52, ports = {} }: Partial<HydraulicSymbol> = {}): HydraulicSymbol {
  return {
    width,
    height: 40,
    ports: { in: south(20, 40), out: north(20), demand: west(3, 34), load: west(0, 20), shaftSpeed: east(52, 20), ...ports },
    art: circle(20, 20, 20) + up + art,
    level: 0.35,
  };
}

/** A regulator at the arrow's foot, its control line from the outlet. */
const regulator = box(-14, 26, 13, 13) + arrow(-7.5, 38, -7.5, 28, 5) + dashes('M20 4H-7.5V26');
const regulated = (more: string): HydraulicSymbol => shifted(pump(shaft + set + regulator + more), 16);

/** With room at its left. */
function shifted(symbol: HydraulicSymbol, by: number): HydraulicSymbol {
  const { width, ports, art } = symbol;
  const moved = Object.entries(ports).map(([name, port]) => [name, { ...port, x: port.side === 'west' ? 0 : port.x + by }] as const);
  return { ...symbol, width: width + by, ports: Object.fromEntries(moved), art: `<g transform="translate(${by} 0)">${art}</g>` };
}

/** Lines come from both sides; the shaft is above. */
function motor(more: string, load: boolean): HydraulicSymbol {
  const body = circle(20, 32, 20) + solid('M1 25V39L14 32z') + solid('M39 25V39L26 32z') + more;
  return {
    width: 40,
    height: 52,
    ports: {
      in: west(0, 32),
      out: east(40, 32),
      shaft: north(20),
      load: north(14),
      brake: north(26),
      demand: south(8, 52),
      torque: east(34, 46),
      speed: east(34, 46),
      angle: east(34, 46),
      loadSpeed: east(34, 46),
      swash: east(34, 46),
    },
    art: lines('M17 12V5M23 12V5') + (load ? solid('M8 0H32V5H8z') : lines('M17 5V0M23 5V0')) + body,
    level: 1,
    mirrors: true,
  };
}

const electric = lines('M40 17H48M40 23H48') + circle(62, 20, 14);
const dividerWheel = (x: number): string =>
  circle(x, 22, 16) + solid(`M${x} 6L${x - 6} 16H${x + 6}z`) + solid(`M${x - 6} 29H${x + 6}L${x} 37z`);

export const pumps: Family = {
  pump: pump(shaft),
  pumpWithLosses: pump(shaft, { ports: { speed: east(52, 20), torque: east(38, 30), power: east(38, 30) } }),
  pistonPump: pump(shaft + lines('M10 27Q15 19 20 27T30 27')),
  handPump: pump(lines('M40 20L60 10') + circle(62, 9, 3), { width: 66, ports: { speed: east(66, 9) } }),
  electricMotorPump: {
    ...pump(electric, { width: 76, ports: { voltage: east(76, 20), torque: east(38, 34), speed: east(38, 34) } }),
    letters: [['M', 62, 24]],
  },
  variablePump: pump(shaft + down + set),
  pressureCompensatedPump: regulated(''),
  loadSensingPump: regulated(dashes('M-16 20H-11V26')),
  torqueLimitedPump: regulated(lines('M30 27Q32 34 38 36')),
  motor: motor('', true),
  variableMotor: motor(arrow(4, 51, 37, 14, 8), true),
  shaftPump: pump(shaft + down + set, { ports: { shaft: east(52, 20) } }),
  shaftMotor: motor('', false),
  flowDivider: {
    width: 92,
    height: 44,
    ports: {
      in1: south(20, 44),
      out1: north(20),
      in2: south(72, 44),
      out2: north(72),
      speed: east(88, 22),
      torque: east(88, 22),
    },
    art: lines('M20 0V6M20 38V44M72 0V6M72 38V44M36 19H56M36 25H56') + dividerWheel(20) + dividerWheel(72),
    mirrors: true,
  },
};

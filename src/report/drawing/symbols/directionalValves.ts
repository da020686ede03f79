/** Directional valves: a square for each position, the lines at that of rest; solenoids and springs at the ends, two bars for what takes any position between. */
import { arrow, box, lines, solid, spring } from './ink.js';
import { type Family, type HydraulicSymbol, north, south, west } from './symbol.js';

const square = 34;
const end = 18;

/** Ports within a square: lower ones count up from its bottom. */
type Place = 'P' | 'T' | 'A' | 'B' | 'M' | 'N';
const places: Readonly<Record<Place, readonly [x: number, isUpper: boolean]>> = {
  P: [9, false],
  T: [25, false],
  A: [9, true],
  B: [25, true],
  M: [17, true],
  N: [17, false],
};

/** Ports that a position joins: 'PA' is an arrow from P to A, 'P' alone is shut. */
function position(joins: readonly string[], x: number, top: number): string {
  const at = (place: Place): readonly [number, number] => [x + places[place][0], top + (places[place][1] ? 0 : square)];
  return joins
    .map((join) => {
      const [from, to] = [...join] as [Place, Place | undefined];
      const [x1, y1] = at(from);
      if (to) return arrow(x1, y1, ...at(to));
      return lines(`M${x1} ${y1}v${places[from][1] ? 7 : -7}m-4 0h8`);
    })
    .join('');
}

const solenoid = (x: number, top: number, leans: 1 | -1, isProportional: boolean): string =>
  box(x, top + 10, end, 14) +
  lines(leans > 0 ? `M${x + 5} ${top + 24}L${x + 11} ${top + 10}` : `M${x + 7} ${top + 10}L${x + 13} ${top + 24}`) +
  (isProportional ? arrow(x + 2, top + 28, x + end - 2, top + 5, 5) : '');

const torqueMotor = (x: number, top: number): string => solid(`M${x + end} ${top + 17}l-10 -6v12z`) + box(x, top + 10, 8, 14);

interface Valve {
  readonly positions: readonly (readonly string[])[];
  /** Which of them the lines are drawn to. */
  readonly rest: number;
  /** Ports by their places in a square. */
  readonly ports: Readonly<Record<string, Place>>;
  readonly ends: readonly ['solenoid' | 'proportional' | 'torque motor', 'solenoid' | 'proportional' | 'spring'];
  readonly isContinuous?: boolean;
}

function valve({ positions, rest, ports, ends, isContinuous = false }: Valve): HydraulicSymbol {
  const top = isContinuous ? 5 : 2;
  const width = positions.length * square;
  const height = square + 2 * top;
  const placed = Object.entries(ports).map(([name, place]) => {
    const [x, isUpper] = places[place];
    const at = end + rest * square + x;
    return [name, isUpper ? north(at) : south(at, height)] as const;
  });
  const stubs = placed.map(([, { x, side }]) => `M${x} ${side === 'north' ? 0 : height - top}v${top}`).join('');
  const [first, last] = ends;
  const bars = isContinuous ? lines(`M${end} 1h${width}M${end} ${height - 1}h${width}`) : '';
  const art = [
    ...positions.map((joins, k) => box(end + k * square, top, square, square) + position(joins, end + k * square, top)),
    first === 'torque motor' ? torqueMotor(0, top) : solenoid(0, top, 1, first === 'proportional'),
    last === 'spring' ? spring(end + width, top + 17, 2 * end + width, top + 17) : solenoid(end + width, top, -1, last === 'proportional'),
    bars + lines(stubs),
  ];
  const signal = west(0, top + 17);
  return {
    width: width + 2 * end,
    height,
    ports: {
      ...Object.fromEntries(placed),
      position: signal,
      command: signal,
      opening: signal,
      spool: { ...signal, side: 'east', x: width + 2 * end },
    },
    art: art.join(''),
  };
}

const four = { P: 'P', T: 'T', A: 'A', B: 'B' } as const;
const [straight, shutAll, crossed] = [
  ['PA', 'BT'],
  ['P', 'T', 'A', 'B'],
  ['PB', 'AT'],
];
const threePositions = { positions: [straight, shutAll, crossed], rest: 1, ports: four };
const proportional = valve({ ...threePositions, ends: ['proportional', 'proportional'], isContinuous: true });

/** Two ways: lines at the middle of a square; it is turned like any valve between two lines. */
const twoWay = (ends: Valve['ends'], isContinuous: boolean): HydraulicSymbol => ({
  ...valve({ positions: [['NM'], ['N', 'M']], rest: 1, ports: { in: 'N', out: 'M' }, ends, isContinuous }),
  turns: true,
});

export const directionalValves: Family = {
  directionalValve: proportional,
  proportionalValve: proportional,
  proportionalDirectionalValve: proportional,
  servoValve: valve({ ...threePositions, ends: ['torque motor', 'spring'], isContinuous: true }),
  fourWayThreePositionValve: valve({ ...threePositions, ends: ['solenoid', 'solenoid'] }),
  fourWayTwoPositionValve: valve({ positions: [straight, crossed], rest: 1, ports: four, ends: ['solenoid', 'spring'] }),
  threeWayValve: valve({
    positions: [
      ['PM', 'T'],
      ['MT', 'P'],
    ],
    rest: 1,
    ports: { P: 'P', T: 'T', A: 'M' },
    ends: ['solenoid', 'spring'],
  }),
  onOffValve: twoWay(['solenoid', 'spring'], false),
  meteringValve: twoWay(['proportional', 'spring'], true),
};

/** Values that a batch of components has in the middle of an ordinary run: what `bench step kernels` draws its inputs from. */
import type { KindDefinition, ParameterDeclaration, PortType } from '#ringmain/equations/language/definition.js';

type Range = readonly [low: number, high: number];

export const fluid = {
  density: 870,
  viscosity: 46e-6,
  bulkModulus: 1.6e9,
  vapourPressure: -1e5,
  atmosphericPressure: 101325,
  ambientPressure: 0,
};

/** s: a fixed step, and the instant at its end. */
export const step = 1e-4;
export const time = 0.25;

/** Pa: characteristics at line ends. */
export const pressures: Range = [1e5, 200e5];
/** Pa s/m3: lines of about a litre at that step. */
export const impedances: Range = [0.5 * fluid.bulkModulus * (step / 1e-3), 2 * fluid.bulkModulus * (step / 1e-3)];
/** N and N s/m, Nm and Nm s/rad: springs of about 1e8 N/m and 1e5 Nm/rad at that step. */
const mechanicalEnds = {
  translational: { c: [1e3, 1e4], z: [5e3, 2e4] },
  rotational: { c: [10, 100], z: [5, 20] },
} as const satisfies Record<string, Record<'c' | 'z', Range>>;
/** Points of every table: corners before and after the instant, one of them a jump. */
export const tableTimes = [0, 0.4, 0.4, 1] as const;

const byUnit: Readonly<Record<string, Range>> = {
  Pa: pressures,
  'm3/s': [1e-4, 1e-3],
  'm3/s/Pa': [1e-10, 1e-8],
  'm3/s/Pa^0.5': [5e-8, 2e-7],
  'Pa^1.5 s/m3': [1e12, 2e12],
  'Pa^0.5 s/m3': [1e4, 1e5],
  'Pa^1.5 s^2/m3': [1e10, 1e11],
  m: [0.05, 0.1],
  m2: [5e-6, 2e-5],
  m3: [1e-3, 1e-2],
  'm3/rad': [5e-6, 2e-5],
  kg: [50, 500],
  'kg m2': [0.05, 0.2],
  N: [100, 1000],
  Nm: [1, 10],
  'Nm/rad': [50, 500],
  's/m': [0.1, 1],
  'N/m': [1e5, 1e6],
  'N s/m': [500, 2000],
  'Nm s/rad': [0.01, 0.1],
  'rad/s': [50, 150],
  rad: [-3, 3],
  s: [0.05, 0.2],
  Hz: [1, 5],
  'm/s': [0.05, 0.3],
  '1/s': [1, 5],
  K: [280, 320],
  J: [1e3, 1e4],
  '1': [0.2, 0.9],
};

/** Where a unit says too little. */
const byName: Readonly<Record<string, Range>> = {
  stroke: [0.5, 1],
  springPosition: [0.2, 0.8],
  stickVelocity: [1e-3, 1e-3],
  stickSpeed: [0.01, 0.01],
  prechargePressure: [50e5, 80e5],
  initialPressure: [100e5, 150e5],
  polytropicExponent: [1.2, 1.4],
  inletConductance: [1e-7, 2e-7],
  gearRatio: [1, 10],
  minimumAngle: [-1e3, -1e3],
  maximumAngle: [1e3, 1e3],
  lowerLimit: [-1, -1],
  upperLimit: [1, 1],
  pilotRatio: [2, 4],
  maximumLift: [1e-3, 3e-3],
  coneAngle: [0.4, 1],
  overlap: [1e-4, 5e-4],
  lap: [0.05, 0.2],
  nullOpening: [0.01, 0.03],
  pistons: [7, 11],
  ratio: [2, 6],
  armRatio: [0.5, 2],
  leverRatio: [5, 15],
  chamberVolume: [1e-5, 1e-4],
  deadVolume: [1e-5, 1e-4],
  override: [0.01, 0.05],
  breakdownSlip: [0.1, 0.2],
  turbulentCoefficient: [1e-4, 1e-3],
  hydrodynamicCoefficient: [0.1, 1],
  naturalFrequency: [20, 100],
  voltage: [0.9, 1],
  transitionReynolds: [800, 1200],
  stribeckVelocity: [0.01, 0.05],
  smoothingVelocity: [1e-3, 1e-3],
  endTime: [1, 2],
  smallestCoefficient: [0, 1e-9],
  largestCoefficient: [3e-7, 1e-6],
  z: [1e-5, 1e-4],
  at1: [0, 0],
  at2: [1, 1],
  lowerEdge: [-0.2, -0.1],
  upperEdge: [0.1, 0.2],
  onLevel: [0.6, 0.9],
  offLevel: [0.2, 0.5],
  clearance: [5e-6, 2e-5],
  criticalFlowNumber: [800, 1200],
  inDiameter: [0.01, 0.02],
  outDiameter: [0.01, 0.02],
  cleanPressureDrop: [2e4, 1e5],
  dirtVolume: [1, 10],
  bypassPressure: [1e5, 3e5],
  ratedExpansion: [1e-6, 1e-5],
  relaxationTime: [1e-3, 1e-2],
  cushionLength: [0.02, 0.1],
  portArea: [1e-4, 2e-4],
  throttleArea: [2e-6, 1e-5],
  sealConductance: [1e-13, 1e-12],
  glandConductance: [1e-14, 1e-13],
  firstStroke: [0.3, 0.4],
  transition: [0.01, 0.02],
  travel: [2, 4],
  springPreload: [1e3, 1e4],
  capacity: [1e-3, 2e-3],
  endVolume: [1e-4, 1e-3],
  heatRatio: [1.3, 1.4],
  seed: [1, 1000],
  inclination: [0, 1.5],
  efficiency: [0.8, 0.95],
  minimumPosition: [-1e3, -1e3],
  maximumPosition: [1e3, 1e3],
  gap: [-1e-3, 1e-3],
  slack: [-1e-3, 1e-3],
  backlash: [1e-3, 1e-2],
  smoothingSpeed: [0.1, 1],
  drumRadius: [0.1, 0.3],
  drumWidth: [0.3, 1],
  ropeDiameter: [0.01, 0.02],
};

const byPattern: readonly (readonly [RegExp, Range])[] = [
  [/^slipCoefficient/, [1e-9, 1e-8]],
  [/^coulombCoefficient/, [0.01, 0.05]],
  [/^viscousCoefficient/, [1e4, 1e5]],
];

const between = (random: () => number, [low, high]: Range): number => low + (high - low) * random();

function rangeOf(name: string, unit: string): Range {
  const range = byName[name] ?? byPattern.find(([pattern]) => pattern.test(name))?.[1] ?? byUnit[unit];
  if (!range) throw new Error(`no realistic size is known of '${name}' in ${unit}`);
  return range;
}

/** Diameters of a smaller part, and of the larger one around it. */
const smallerThan = [
  ['secondBore', 'bore'],
  ['smallBore', 'bore'],
  ['spearDiameter', 'bore'],
  ['sleeveDiameter', 'bore'],
] as const;
/** Names of states and holds that are 1 or 0. */
const twoValued = new Set(['opened', 'closed', 'kept', 'ticking']);

/** Parameters of one component, tables left out; optional ones are 0. */
export function drawParameters({ parameters }: KindDefinition, random: () => number): Record<string, number> {
  const drawn: Record<string, number> = {};
  for (const [name, declaration] of Object.entries(parameters)) {
    if (declaration.table) continue;
    drawn[name] = declaration.optional ? 0 : within(between(random, rangeOf(name, declaration.unit)), declaration);
  }
  // A rod is thinner than its piston.
  if ('rodDiameter' in drawn) drawn['rodDiameter'] = (drawn['bore'] as number) * between(random, [0.3, 0.7]);
  for (const [smaller, larger] of smallerThan)
    if (smaller in drawn) drawn[smaller] = (drawn[larger] as number) * between(random, [0.5, 0.8]);
  return drawn;
}

const within = (value: number, { atLeast, atMost }: ParameterDeclaration): number =>
  Math.min(atMost ?? Number.POSITIVE_INFINITY, Math.max(atLeast ?? Number.NEGATIVE_INFINITY, value));

/** Accepted value of a state or hold of a component with these parameters, away from its stops. */
export function drawState(name: string, unit: string, parameters: Readonly<Record<string, number>>, random: () => number): number {
  if (name === 'x' && 'stroke' in parameters) return parameters['stroke'] * between(random, [0.2, 0.8]);
  if (name === 'opening') return random();
  if (name === 'lift' && 'maximumLift' in parameters) return parameters['maximumLift'] * between(random, [0.2, 0.8]);
  if (name === 'volume' && 'gasVolume' in parameters) return parameters['gasVolume'] * between(random, [0.3, 0.8]);
  if (name === 'count') return Math.floor(time / (parameters['period'] as number));
  if (twoValued.has(name)) return random() < 0.5 ? 0 : 1;
  // A few tens of bar of a chamber of some tens of millilitres, or a cavity.
  if (name === 'content') return between(random, [-1e-7, 1e-7]);
  if (name === 'oil') return (parameters['capacity'] as number) * between(random, [0.2, 0.8]);
  if (name === 'angle' && 'travel' in parameters) return parameters['travel'] * between(random, [0.2, 0.8]);
  if (name === 'clogged') return between(random, [0, 0.5]);
  if (name === 'expanded') return between(random, [200, 300]);
  if (name === 'coefficient')
    return between(random, [parameters['smallestCoefficient'] as number, parameters['largestCoefficient'] as number]);
  if (name === 'side') return random() < 0.5 ? -1 : 1;
  if (/^(opened|closed|unloading|shut[12])$/.test(name)) return random() < 0.5 ? 0 : 1;
  return between(random, rangeOf(name, unit)) * (random() < 0.5 ? -1 : 1);
}

/** Rate of a state that changes slowly: a tenth of its size a second. */
export function drawRate(unit: string, random: () => number): number {
  const [, size] = rangeOf('', unit);
  return 0.1 * size * (2 * random() - 1);
}

/** Value that a signal brings. */
export function drawInput(unit: string, random: () => number): number {
  return between(random, rangeOf('', unit)) * (random() < 0.5 ? -1 : 1);
}

/** Characteristic and impedance at a line end. */
export function drawEnd(random: () => number, type: PortType = 'hydraulic'): readonly [c: number, z: number] {
  const { c, z } = type === 'hydraulic' ? { c: pressures, z: impedances } : mechanicalEnds[type];
  return [between(random, c), between(random, z)];
}

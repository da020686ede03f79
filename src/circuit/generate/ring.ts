/**
 * `ringmain generate ring`: a closed main with N stations, as the text of a circuit file.
 *
 * Station i is a junction of the main, the pipe to the next station (its friction a laminar restrictor between two lines) and a consumer, by
 * i mod 5: 0 cylinder with 4/3 valve, 1 motor behind a metering valve, 2 accumulator behind an orifice, 3 orifice to tank, 4 check valve and orifice
 * to tank. Every 50 stations there is a supply: a flow source and a relief valve.
 *
 * The friction is not a detail: a long chain of lines without any sloshes undamped, and the step controller then stays at its smallest step.
 * The seed draws parameters only, never connections; all duty cycles have the same corners, so that events do not become more with N.
 */
import { CircuitError } from '../file/diagnostic.js';
import type { RawCircuit, RawSections, RawSubcircuit } from '../file/raw.js';
import { numberAt } from '../text/known.js';
import { circuitFileText } from './fileText.js';
import { type Preset, presetCircuit, presetHeading } from './presets.js';

export interface RingOptions {
  /** 3 to 200 000 000 in the compact form, which ranks read their shares of; 1 000 000 written out */
  readonly stations: number;
  /** Of the ring without a preset: presets draw nothing. */
  readonly seed?: number;
  /** A ring with wave lines, the same everywhere: see presets.ts. */
  readonly preset?: Preset;
  /** Every component written out, with the same names and values as the compact form. */
  readonly expand?: boolean;
}

const fewest = 3;
const mostWritten = 1_000_000;
const mostCompact = 200_000_000;
const stationsPerSupply = 50;

/** Mean flow that each type of station takes from a main at 150 bar, l/min: measured on rings of 50 to 1000 stations. */
const consumption = [11.5, 9.5, 0, 4.1, 4.1] as const;

/** Ranges that values are drawn from, by parameter of the subcircuits. */
const draws = {
  mainLength: ['2 m', '6 m'],
  pipeConductance: ['1000 l/min/bar', '3000 l/min/bar'],
  branchLength: ['1 m', '3 m'],
  valveFlow: ['6 l/min', '12 l/min'],
  bore: ['40 mm', '50 mm'],
  startPosition: ['20 mm', '220 mm'],
  mass: ['50 kg', '200 kg'],
  meterFlow: ['5 l/min', '9 l/min'],
  displacement: ['12 cc/rev', '20 cc/rev'],
  inertia: ['0.05 kg m2', '0.2 kg m2'],
  friction: ['0.15 Nm s/rad', '0.3 Nm s/rad'],
  fillFlow: ['5 l/min', '15 l/min'],
  gasVolume: ['0.5 l', '2 l'],
  outFlow: ['1 l/min', '2 l/min'],
  crackingPressure: ['0.5 bar', '5 bar'],
} as const;
type Drawn = keyof typeof draws;

const mainDiameter = '40 mm';

/** Common to every station, and its consumer. */
function station(consumer: RawSections): RawSubcircuit {
  return withParameters({
    components: {
      node: { kind: 'junction' },
      pipe: { kind: 'laminarRestrictor', conductance: '$pipeConductance' },
      ...consumer.components,
    },
    lines: {
      main: { from: 'node', to: 'pipe.in', length: '$mainLength', diameter: mainDiameter },
      onward: { from: 'pipe.out', to: 'next.node', length: '$mainLength', diameter: mainDiameter },
      ...consumer.lines,
    },
    ...(consumer.direct ? { direct: consumer.direct } : {}),
    ...(consumer.signals ? { signals: consumer.signals } : {}),
  });
}

/** Declares the drawn parameters that the parts use, in the order of `draws`. */
function withParameters(parts: RawSections): RawSubcircuit {
  const text = JSON.stringify(parts);
  const used = (Object.keys(draws) as Drawn[]).filter((name) => text.includes(`"$${name}"`));
  return { parameters: Object.fromEntries(used.map((name) => [name, draws[name][0]])), ...parts };
}

const stations: Readonly<Record<string, RawSubcircuit>> = {
  cylinderStation: station({
    components: {
      demand: {
        kind: 'cyclicDutyCycle',
        period: '0.5 s',
        points: [
          ['0 s', 0.5],
          ['0.22 s', 0.5],
          ['0.23 s', -0.5],
          ['0.44 s', -0.5],
          ['0.45 s', 0.5],
        ],
      },
      valve: { kind: 'directionalValve', ratedFlow: '$valveFlow', ratedPressureDrop: '10 bar' },
      cylinder: {
        kind: 'actuator',
        bore: '$bore',
        rodDiameter: '28 mm',
        stroke: '240 mm',
        initialPosition: '$startPosition',
        mass: '$mass',
        viscousFriction: '1500 N s/m',
        staticFriction: '150 N',
        coulombFriction: '100 N',
      },
      tank: { kind: 'tank' },
    },
    lines: {
      feed: { from: 'node', to: 'valve.P', length: '$branchLength' },
      capLine: { from: 'valve.A', to: 'cylinder.cap', length: '$branchLength' },
      rodLine: { from: 'valve.B', to: 'cylinder.rod', length: '$branchLength' },
    },
    direct: [{ from: 'valve.T', to: 'tank' }],
    signals: [{ from: 'demand', to: 'valve.position' }],
  }),
  motorStation: station({
    components: {
      demand: {
        kind: 'cyclicDutyCycle',
        period: '0.5 s',
        points: [
          ['0 s', 0.6],
          ['0.1 s', 0.6],
          ['0.1 s', 0.4],
          ['0.35 s', 0.4],
          ['0.35 s', 0.6],
        ],
      },
      valve: { kind: 'meteringValve', ratedFlow: '$meterFlow', ratedPressureDrop: '10 bar' },
      motor: {
        kind: 'motor',
        displacement: '$displacement',
        slipCoefficient: 3e-8,
        coulombCoefficient: 0.03,
        viscousCoefficient: 2e5,
        loadInertia: '$inertia',
        loadViscousFriction: '$friction',
        coulombTorque: '1 Nm',
      },
      tank: { kind: 'tank' },
    },
    lines: {
      feed: { from: 'node', to: 'valve.in', length: '$branchLength' },
      drive: { from: 'valve.out', to: 'motor.in', length: '$branchLength' },
    },
    direct: [{ from: 'motor.out', to: 'tank' }],
    signals: [{ from: 'demand', to: 'valve.opening' }],
  }),
  accumulatorStation: station({
    components: {
      orifice: { kind: 'ratedOrifice', ratedFlow: '$fillFlow', ratedPressureDrop: '5 bar' },
      accumulator: { kind: 'accumulator', gasVolume: '$gasVolume', prechargePressure: '80 bar', initialPressure: '150 bar' },
    },
    lines: {
      feed: { from: 'node', to: 'orifice.in', length: '$branchLength' },
      fill: { from: 'orifice.out', to: 'accumulator', length: '$branchLength' },
    },
  }),
  orificeStation: station({
    components: { orifice: { kind: 'ratedOrifice', ratedFlow: '$outFlow', ratedPressureDrop: '20 bar' }, tank: { kind: 'tank' } },
    lines: { feed: { from: 'node', to: 'orifice.in', length: '$branchLength' } },
    direct: [{ from: 'orifice.out', to: 'tank' }],
  }),
  checkStation: station({
    components: {
      check: { kind: 'checkValve', crackingPressure: '$crackingPressure', gradient: '20 l/min/bar' },
      orifice: { kind: 'ratedOrifice', ratedFlow: '$outFlow', ratedPressureDrop: '20 bar' },
      tank: { kind: 'tank' },
    },
    lines: {
      feed: { from: 'node', to: 'check.in', length: '$branchLength' },
      link: { from: 'check.out', to: 'orifice.in', length: '$branchLength' },
    },
    direct: [{ from: 'orifice.out', to: 'tank' }],
  }),
};

/** Every supply delivers the same: the mean consumption of its share of the stations. */
function supply(count: number): RawSubcircuit {
  let total = 0;
  for (let i = 0; i < count; i++) total += numberAt(consumption, i % consumption.length);
  const flow = Number((total / Math.ceil(count / stationsPerSupply)).toPrecision(6));
  return {
    components: {
      pump: { kind: 'flowSource', flow: `${flow} l/min` },
      relief: { kind: 'reliefValve', crackingPressure: '210 bar', gradient: '100 l/min/bar' },
      sump: { kind: 'tank' },
    },
    lines: {
      supply: { from: 'pump', to: 'node', length: '2 m', diameter: mainDiameter },
      spill: { from: 'node', to: 'relief.in', length: '2 m', diameter: mainDiameter },
    },
    direct: [{ from: 'relief.out', to: 'sump' }],
  };
}

/** The ring as the compact form's plain object: what `generateRing` writes, for those who build circuits in code. */
export function ringCircuit({ stations: count, seed = 1 }: Pick<RingOptions, 'stations' | 'seed'>): RawCircuit {
  checkOptions(count, seed, mostCompact);
  const set = Object.fromEntries(Object.entries(draws).map(([name, [from, to]]) => [name, { from, to, seed }]));
  const types = Object.keys(stations);
  // A ring of three or four stations lacks the last types: what no station uses is left out.
  const present = types.slice(0, count);
  const parameters = new Set(present.flatMap((type) => Object.keys(stations[type]?.parameters ?? {})));
  return {
    ringmain: 1,
    name: `ring-${count}`,
    title: `Ring main with ${count} stations`,
    source: `ringmain generate ring --stations ${count} --seed ${seed}`,
    fluid: { density: '890 kg/m3', viscosity: '60 cSt', bulkModulus: '8900 bar', vapourPressure: '-1 bar' },
    subcircuits: { ...Object.fromEntries(present.map((type) => [type, stations[type] as RawSubcircuit])), supply: supply(count) },
    repeat: {
      s: {
        subcircuit: types.slice(0, count),
        count,
        close: true,
        every: { [stationsPerSupply]: 'supply' },
        set: Object.fromEntries(Object.entries(set).filter(([name]) => parameters.has(name))),
      },
    },
    defaults: { line: { diameter: '16 mm' } },
    initial: { pressure: '150 bar' },
    run: { end: '1 s', pressureError: '0.1 bar', minimumStep: '1 us', maximumStep: '1 ms' },
    record: {
      every: '10 ms',
      signals: [
        's0_node.p',
        's0_cylinder.x',
        's0_cylinder.v',
        's0_cylinder.cap.p',
        's0_cylinder.rod.p',
        's1_motor.speed',
        's1_motor.in.p',
        's2_accumulator.volume',
        `s${Math.floor(count / 2)}_node.p`,
      ],
    },
  };
}

/** Text of a ring circuit; the same options give the same text. */
export function generateRing(options: RingOptions): string {
  const { stations: count, seed = 1, preset } = options;
  checkOptions(count, seed, options.expand ? mostWritten : mostCompact);
  if (preset !== undefined) return circuitFileText(presetCircuit(preset, count), presetHeading(preset, count), options.expand ?? false);
  return circuitFileText(ringCircuit(options), heading(count), options.expand ?? false);
}

const heading = (count: number): string[] => [
  `${count} stations on a closed main, written by 'ringmain generate ring'. Station i is, by i mod 5: cylinder, motor, accumulator, orifice, check`,
  `valve and orifice; a supply every ${stationsPerSupply} stations.`,
];

function checkOptions(count: number, seed: number, most: number): void {
  const mistake = (message: string, remedy: string): never => {
    throw new CircuitError('generate ring', [{ code: 'CIR610', severity: 'error', message, remedy }]);
  };
  if (!Number.isInteger(count) || count < fewest || count > most)
    mistake(`${count} stations`, `give a whole number from ${fewest} to ${most}`);
  if (!Number.isInteger(seed) || seed < 0 || seed > 0xffffffff) mistake(`seed ${seed}`, 'give a whole number from 0 to 4294967295');
}

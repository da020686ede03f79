/**
 * A rejected attempt leaves no trace: whatever steps are tried in between, the memory after an accepted step is, bit for bit, that of a run
 * without the rejected attempts. One small circuit for every kind of the library, its ports and inputs driven up and down by sine waves.
 */
import { describe, expect, test } from 'vitest';
import { circuit } from '../../dist/circuit/builder.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { library } from '../../dist/components/library.js';
import type { KindDefinition, ParameterDeclaration } from '../../dist/equations/language/definition.js';
import { ByHand } from '../support/byHand.js';
import { isFull } from '../support/circuits.js';
import { random } from '../support/kernelBench.js';

/** Ordinary values by unit; what makes a kind move, stick, meet its stops and empty within 0.1 s is in `special`. */
const sizes: Record<string, number> = {
  Pa: 20e5,
  'm3/s': 1e-3,
  'm3/s/Pa': 2e-9,
  m: 0.05,
  m2: 2e-5,
  m3: 2e-5,
  'm3/rad': 2e-6,
  kg: 5,
  'kg m2': 1e-4,
  N: 500,
  Nm: 2,
  'N/m': 1e6,
  'N s/m': 200,
  'Nm/rad': 500,
  's/m': 1,
  'Nm s/rad': 1e-3,
  'rad/s': 20,
  rad: 0.5,
  s: 0.02,
  Hz: 20,
  'm/s': 0.01,
  '1/s': 5,
  'm3/s/Pa^0.5': 2e-8,
  'Pa^1.5 s/m3': 1e14,
  'Pa^0.5 s/m3': 1e6,
  'Pa^1.5 s^2/m3': 1e12,
  K: 290,
  '1': 0.5,
};
const special: Record<string, unknown> = {
  rodDiameter: '20 mm',
  initialPosition: '25 mm',
  springPosition: '40 mm',
  minimumPosition: '-50 mm',
  maximumPosition: '50 mm',
  coulombFriction: '200 N',
  polytropicExponent: 1.4,
  gearRatio: 2,
  pistons: 7,
  ratio: 2,
  minimumAngle: '-1 rad',
  maximumAngle: '1 rad',
  initialAngle: '0 rad',
  lowerLimit: -0.4,
  upperLimit: 0.6,
  slipCoefficient: 1e-9,
  viscousCoefficient: 1e4,
  points: [
    ['0 s', 0],
    ['5 ms', 1],
    ['5 ms', -1],
    ['15 ms', 0.5],
  ],
  period: '20 ms',
  coulombTorque: '1 Nm',
  stribeckExponent: 2,
  transitionReynolds: 1000,
  diameter: '3 mm',
  initialPressure: '30 bar',
  prechargePressure: '5 bar',
  secondBore: '35 mm',
  smallBore: '30 mm',
  firstStroke: '30 mm',
  transition: '5 mm',
  clearance: '20 um',
  capacity: '10 cm3',
  endVolume: '20 cm3',
  heatRatio: 1.4,
  throttleArea: '2 mm2',
  hydraulicDiameter: '2 mm',
  cleanPressureDrop: '2 bar',
  at1: -0.5,
  at2: 0.5,
  lowerEdge: -0.3,
  upperEdge: 0.3,
  onLevel: 0.5,
  offLevel: -0.5,
  criticalFlowNumber: 1000,
};

/** What the rules between parameters of a kind ask for. */
const ofKind: Record<string, Record<string, unknown>> = {
  dampedReliefValve: { rise2: '30 bar' },
  dynamicReliefValve: { overlap: '5 mm' },
  chargingValve: { hysteresis: '2 bar' },
  springAccumulator: { initialOil: '5 cm3' },
};

function parameter(name: string, { unit, table }: ParameterDeclaration): unknown {
  if (table && table.xUnit === '1')
    return [
      [-0.5, 0.1],
      [0, 0.3],
      [0.2, 0.9],
    ];
  const size = sizes[unit];
  if (size === undefined) throw new Error(`no size for ${unit}`);
  return special[name] ?? (unit === '1' ? size : `${size} ${unit}`);
}

const mechanics = {
  translational: { source: 'controlledForceSource', gain: '1 kN', stiffness: '10 kN/mm' },
  rotational: { source: 'controlledTorqueSource', gain: '10 Nm', stiffness: '10 kNm/rad' },
} as const;

const held = new Set(['pressureSource', 'controlledPressureSource', 'tank']);

/** Nothing keeps their pistons within the stroke: only a large volume of the line is not exhausted by what they lend (RUN303). */
const withoutStops = new Set(['stribeckCylinder', 'lugreCylinder']);

/** The kind with a driven pressure, force or torque behind a line at every port and a sine wave at every input. */
function around(
  { kind, ports, parameters, inputs = {}, outputs = {} }: Pick<KindDefinition, 'kind' | 'ports' | 'parameters' | 'inputs' | 'outputs'>,
  conserve: 'volume' | 'mass',
): Circuit {
  const b = circuit(kind)
    .fluid({ conserve })
    .component('it', kind, {
      ...Object.fromEntries(Object.entries(parameters).map(([name, p]) => [name, parameter(name, p)])),
      ...ofKind[kind],
    })
    .component('s', 'controlledPressureSource', { gain: '1 Pa' })
    .component('n', 'junction')
    .component('t', 'tank')
    .component('wave', 'sine', { amplitude: 40e5, frequency: '31 Hz', offset: 20e5 })
    .signal('wave', 's.demand')
    .component('r', 'laminarRestrictor', { conductance: '1 l/min/bar' })
    .line('a', 's', 'n', { volume: '20 cm3' })
    .line('b', 'n', 'r.in', { volume: '20 cm3' })
    .line('e', 'r.out', 't', { volume: '20 cm3' });
  Object.entries(ports).forEach(([port, type], k) => {
    if (type !== 'hydraulic') {
      const { source, gain, stiffness } = mechanics[type];
      b.component(`s${k}`, source, { gain })
        .component(`wave${k}`, 'sine', { amplitude: 2, frequency: `${23 + 9 * k} Hz`, phase: `${2 * k} rad`, offset: 0.5 })
        .signal(`wave${k}`, `s${k}.demand`)
        .line(`line${k}`, `s${k}`, `it.${port}`, { stiffness, filter: k % 2 === 0 ? 0.2 : 0 });
      return;
    }
    b.component(`s${k}`, 'controlledPressureSource', { gain: '1 Pa' })
      .component(`wave${k}`, 'sine', { amplitude: 40e5, frequency: `${23 + 9 * k} Hz`, phase: `${2 * k} rad`, offset: 25e5 })
      .signal(`wave${k}`, `s${k}.demand`);
    // Two that hold their pressure meet on no line.
    const isHeld = held.has(kind);
    if (isHeld)
      b.component(`r${k}`, 'laminarRestrictor', { conductance: '1 l/min/bar' }).line(`to${k}`, `s${k}`, `r${k}.in`, { volume: '20 cm3' });
    b.line(`line${k}`, isHeld ? `r${k}.out` : `s${k}`, `it.${port}`, {
      volume: withoutStops.has(kind) ? '100 l' : '20 cm3',
      filter: k % 2 === 0 ? 0.2 : 0,
    });
  });
  Object.entries(inputs).forEach(([input, { unit }], k) => {
    b.component(`u${k}`, 'sine', { amplitude: 2 * (sizes[unit] ?? 1), frequency: `${17 + 8 * k} Hz`, phase: `${k} rad` }).signal(
      `u${k}`,
      `it.${input}`,
    );
  });
  if (Object.keys(outputs).length > 0)
    b.component('lag', 'firstOrderLag', { timeConstant: '5 ms' }).signal(`it.${Object.keys(outputs)[0]}`, 'lag.input');
  return b.run({ end: '1 s' }).build();
}

/** All memory, with the cavity columns of batches that have no cavity (which mean nothing) blanked. */
function memory({ F, session }: ByHand): { bytes: Buffer; cavities: number } {
  const copy = F.slice();
  let cavities = 0;
  for (const { batches } of session.layout.partitions) {
    for (const { kind, offsets, components } of batches) {
      if (offsets['cavities'] === undefined) continue;
      for (const plane of [0, 1]) {
        const open = F[offsets['cavities'] + plane] !== 0;
        if (open) cavities++;
        for (const { key, role } of kind.kernel.columns) {
          const at = offsets[`${key}_${plane}`] as number;
          if (role === 'cavity' && !open) copy.fill(0, at, at + components.length);
        }
      }
    }
  }
  return { bytes: Buffer.from(copy.buffer), cavities };
}

const steps = isFull ? 150 : 50;
let cavitiesSeen = 0;

/** Quickly every sixth kind. */
const kinds = [...library.keys()].filter((_, k) => isFull || k % 6 === 0).map((kind) => [kind, 'volume'] as const);

describe.each([...kinds, ['actuator', 'mass'], ['accumulator', 'mass'], ['orifice', 'mass']] as const)(
  '%s, lines conserve %s',
  (kind, conserve) => {
    test('rejected attempts leave no trace in memory', () => {
      const built = around(library.get(kind) as KindDefinition, conserve);
      const plain = new ByHand(built);
      const tried = new ByHand(built);
      const rng = random(kind.length);
      const draw = (): number => 10 ** (-5 + 1.7 * rng());
      // Accepted steps change by no more than a factor of two: from step to step a spring's parasitic mass follows, and wild changes shake it to pieces.
      const near = (step: number): number => Math.min(5e-4, Math.max(1e-5, step * 2 ** (2 * rng() - 1)));
      const first = draw();
      plain.retune(first);
      tried.retune(first);
      let moved = 0;
      for (let n = 0; n < steps; n++) {
        const next = near(plain.step);
        plain.attempt();
        tried.attempt();
        const attempted = memory(tried).bytes;
        for (let k = 0; k < 2; k++) {
          tried.retune(draw());
          tried.attempt();
          if (!attempted.equals(memory(tried).bytes)) moved++;
        }
        tried.retune(plain.step);
        tried.attempt();
        expect(attempted.equals(memory(tried).bytes), `attempt ${n}`).toBe(true);
        plain.accept(next);
        tried.accept(next);
        const { bytes, cavities } = memory(plain);
        cavitiesSeen += cavities;
        expect(memory(tried).bytes.equals(bytes), `step ${n}`).toBe(true);
      }
      // Bits of what is not a number are nobody's. Behind the layout stand lists of integers, whose pairs may look like it.
      expect(plain.F.subarray(0, plain.session.layout.size).some(Number.isNaN)).toBe(false);
      // The other steps were really different: otherwise this test proves nothing.
      expect(moved).toBe(2 * steps);
    });
  },
);

test('there were cavities among all that', () => expect(cavitiesSeen).toBeGreaterThan(100));

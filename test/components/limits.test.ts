/** Kinds at their limits: no flow, flow that turns, ends of travel, shut valves, empty accumulators. In every run all is finite and the balance of oil closes. */
import { describe, expect, test } from 'vitest';
import { library } from '../../dist/components/library.js';
import { isFull } from '../support/circuits.js';
import { atLimit, bar, type End, type Limit, litres } from '../support/limitCircuit.js';

const at = (pressure: number): End => ({ pressure: pressure * bar });
/** About `mean`, twice in 0.2 s. */
const swing = (mean: number, amplitude: number): End => ({ swing: [mean * bar, amplitude * bar, 10] });
/** Quickly every fourth. */
const quickly = <One>(all: readonly One[]): readonly One[] => all.filter((_, k) => isFull || k % 4 === 0);
const kindsOf = (group: string): string[] => [...library.values()].filter((kind) => kind.group === group).map(({ kind }) => kind);
const portsOf = (kind: string): string[] => Object.keys(library.get(kind)?.ports ?? {});

/** Inputs that must be connected, half open. */
const half: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  variableOrifice: { opening: 0.5 },
  onOffValve: { command: 1 },
  threeWayValve: { command: 0.5 },
  fourWayTwoPositionValve: { command: 0.3 },
  fourWayThreePositionValve: { command: 0.5 },
  directionalValve: { position: 0.5 },
  proportionalValve: { position: 0.5 },
  proportionalDirectionalValve: { command: 0.5 },
  servoValve: { command: 0.5 },
  meteringValve: { opening: 0.5 },
  pumpWithLosses: { speed: 150 },
  variablePump: { demand: 0.5 },
};
const inputs = (kind: string): Pick<Limit, 'inputs'> => ({ inputs: half[kind] ?? {} });

/** Opening and flow depend on each other: what Newton's method leaves of a flow is no flow, but not always 0. */
const searched = ['semiEmpiricalCompensator', 'shuttleCompensator'];
// A hose wall swells, and the chamber of a two-stage valve fills: both begin without pressure inside.
const still = [
  ...kindsOf('Restrictors'),
  ...kindsOf('Valves'),
  'pressureSensor',
  'differentialPressureSensor',
  'flowSensor',
  'energyMeter',
].filter((kind) => !['hoseWall', 'twoStageReliefValve', ...searched].includes(kind));

describe('zero flow', () => {
  test.each(searched)('%s: between closed volumes at one pressure nothing flows that could be told from nothing', async (kind) => {
    const run = await atLimit(kind, { pressure: 50 * bar, seconds: 0.05 });
    for (const port of portsOf(kind)) {
      for (const q of run.of(`${port}.q`)) expect(Math.abs(q), `${port}.q`).toBeLessThan(1e-30);
      expect(new Set(run.of(`${port}.p`)), `${port}.p`).toEqual(new Set([50 * bar]));
    }
  });

  test.each(quickly(still))('%s: between closed volumes at one pressure nothing flows, to the last digit', async (kind) => {
    const run = await atLimit(kind, { ...inputs(kind), pressure: 50 * bar, seconds: 0.05 });
    for (const port of portsOf(kind)) {
      expect(new Set(run.of(`${port}.q`).map(Math.abs)), `${port}.q`).toEqual(new Set([0]));
      expect(new Set(run.of(`${port}.p`)), `${port}.p`).toEqual(new Set([50 * bar]));
    }
  });

  test.each(['pump', 'pumpWithLosses', 'variablePump', 'pressureCompensatedPump', 'torqueLimitedPump', 'loadSensingPump'])(
    '%s: against a closed outlet the pressure rises to where leakage takes all',
    async (kind) => {
      const run = await atLimit(kind, {
        ...inputs(kind),
        parameters: { slipCoefficient: 1e-7 },
        ends: { in: at(2), load: at(30) },
        pressure: 2 * bar,
        seconds: 1,
      });
      const [p, q] = [run.of('out.p'), run.of('out.q')];
      expect(p.at(-1)).toBeGreaterThan(40 * bar);
      expect(Math.abs(q.at(-1) as number)).toBeLessThan(2e-3 * Math.max(...q));
    },
  );
});

/** `both`: flow at the port whose pressure swings goes either way; `forward`: it only enters there. Ends: the first port swings, the second is at 50 bar. */
const turning: readonly (readonly [kind: string, way: 'both' | 'forward', limit?: Limit])[] = [
  ...kindsOf('Restrictors')
    .filter((kind) => kind !== 'hoseWall')
    .map((kind) => [kind, 'both'] as const),
  ...['flowSensor', 'energyMeter', 'onOffValve', 'meteringValve', 'velocityFuse', 'flowControlValve'].map(
    (kind) => [kind, 'both'] as const,
  ),
  ['shuttleValve', 'both', { ends: { in1: swing(50, 30), in2: at(45), out: at(50) } }],
  ...['directionalValve', 'proportionalValve', 'proportionalDirectionalValve', 'servoValve'].map(
    (kind) => [kind, 'both', { ends: { P: swing(50, 30), A: at(50), B: at(50), T: at(50) } }] as const,
  ),
  ...['fourWayTwoPositionValve', 'fourWayThreePositionValve'].map(
    (kind) => [kind, 'both', { ends: { P: swing(50, 30), A: at(50), B: at(50), T: at(50) } }] as const,
  ),
  ['threeWayValve', 'both', { ends: { P: at(50), A: swing(50, 30), T: at(50) }, inputs: { command: 1 } }],
  ['pilotOperatedCheckValve', 'both', { ends: { in: swing(50, 30), out: at(50), pilot: at(200) } }],
  ['pressureReducingValve', 'both', { ends: { in: swing(20, 15), out: at(20), drain: at(0) } }],
  ['checkValve', 'forward'],
  ['dynamicCheckValve', 'both'], // it shuts late
  ['pilotOperatedCheckValve', 'forward', { ends: { in: swing(50, 30), out: at(50), pilot: at(0) } }],
  ['pressureCompensator', 'forward', { ends: { in: swing(50, 30), out: at(50), load: at(50) } }],
  ...['reliefValve', 'dampedReliefValve', 'dynamicReliefValve'].map(
    (kind) => [kind, 'forward', { ends: { in: swing(150, 50), out: at(2) } }] as const,
  ),
  ['unloadingValve', 'forward', { ends: { in: swing(50, 30), out: at(50), pilot: at(120) } }],
  ...['pump', 'pumpWithLosses', 'variablePump', 'motor', 'variableMotor'].map(
    (kind) => [kind, 'both', { parameters: { slipCoefficient: 1e-6 }, ends: { in: at(50), out: swing(100, 90) } }] as const,
  ),
];

describe('reversal', () => {
  test.each(quickly(turning).map(([kind, way, limit = {}]) => ({ kind, way, limit })))(
    '$kind, $way: a pressure that swings about that of the other side',
    async ({ kind, way, limit }) => {
      const [first = '', second = ''] = portsOf(kind);
      const ends = { [first]: swing(50, 30), [second]: at(50) };
      const run = await atLimit(kind, { ...inputs(kind), ends, ...limit });
      const moved = Object.entries({ ...ends, ...limit.ends }).find(([, end]) => typeof end === 'object' && 'swing' in end)?.[0] as string;
      const flows = run.of(`${moved}.q`);
      const [low, high] = [Math.min(...flows), Math.max(...flows)];
      // What goes forward enters at the port whose pressure swings.
      expect(low).toBeLessThan(0);
      if (way === 'forward') expect(high).toBeLessThanOrEqual(0);
      else if (!['pump', 'pumpWithLosses', 'variablePump', 'motor', 'variableMotor'].includes(kind)) expect(high).toBeGreaterThan(0);
    },
  );
});

/** A state that stays between two values, and what drives it to both. */
const travels: readonly (readonly [kind: string, state: string, from: number, to: number, limit: Limit, velocity?: string])[] = [
  ...['actuator', 'cushionedCylinder', 'leakingCylinder'].map(
    (kind) =>
      [
        kind,
        'x',
        0,
        0.2,
        {
          parameters: kind === 'cushionedCylinder' ? { throttleArea: 1e-5 } : {},
          ends: { cap: { swing: [60 * bar, 55 * bar, 1] }, rod: at(90) },
          seconds: 2,
        },
        'v',
      ] as const satisfies unknown[],
  ),
  ['singleActingCylinder', 'x', 0, 0.1, { ends: { cap: { swing: [60 * bar, 59 * bar, 1] } }, seconds: 1.5 }, 'v'],
  ['telescopicCylinder', 'x', 0, 0.1, { inputs: { load: 1e4 }, ends: { cap: { swing: [60 * bar, 59 * bar, 1] } }, seconds: 1.5 }, 'v'],
  ['rotaryActuator', 'angle', 0, Math.PI / 2, { ends: { A: { swing: [50 * bar, 45 * bar, 1] }, B: at(50) }, seconds: 1.5 }, 'speed'],
  ['intensifier', 'x', 0, 0.1, { ends: { low: { swing: [50 * bar, 45 * bar, 1] }, high: at(100), drain: at(10) }, seconds: 1.5 }, 'v'],
  ['weightLoadedAccumulator', 'x', 0, 0.15, { ends: { in: { swing: [100 * bar, 90 * bar, 1] } }, seconds: 1.5 }, 'v'],
  ['handPump', 'x', 0, 0.04, { inputs: { speed: [0, 5, 1] }, ends: { in: at(0), out: at(50) }, seconds: 1.5 }],
  ['springAccumulator', 'oil', 0, 3e-4, { ends: { in: { swing: [100 * bar, 90 * bar, 1] } }, seconds: 1.5 }],
  ['dynamicCheckValve', 'lift', 0, 2e-3, { ends: { in: swing(60, 50), out: at(50) } }, 'v'],
  [
    'dynamicReliefValve',
    'lift',
    0,
    2e-3,
    { parameters: { springStiffness: 1000, flowForceCoefficient: 0 }, ends: { in: swing(160, 60), out: at(0) } },
    'v',
  ],
  [
    'twoStageReliefValve',
    'lift',
    0,
    5e-3,
    { parameters: { springStiffness: 0, flowForceCoefficient: 0 }, ends: { in: swing(140, 100), out: at(0) } },
    'v',
  ],
  ['onOffValve', 'opening', 0, 1, { inputs: { command: [0.5, 1, 5] }, ends: { in: at(50), out: at(40) }, seconds: 0.5 }],
  ['loadSensingPump', 'swash', 0, 1, { ends: { in: at(0), out: { swing: [150 * bar, 130 * bar, 1] }, load: at(100) }, seconds: 1 }],
  [
    'motor',
    'angle',
    0,
    6,
    { parameters: { minimumAngle: 0, maximumAngle: 6 }, ends: { in: { swing: [100 * bar, 90 * bar, 0.5] }, out: at(107) }, seconds: 4 },
    'speed',
  ],
];

describe('end of travel', () => {
  test.each(quickly(travels).map(([kind, state, from, to, limit, velocity]) => ({ kind, state, from, to, limit, velocity })))(
    '$kind: $state stays from $from to $to, comes to both, and rests there',
    async ({ kind, state, from, to, limit, velocity }) => {
      const run = await atLimit(kind, limit);
      const x = run.of(state);
      const [low, high] = [Math.min(...x), Math.max(...x)];
      expect(low).toBe(from);
      expect(high / to).toBeCloseTo(1, 12);
      expect(high).toBeLessThanOrEqual(to * (1 + 1e-15));
      if (velocity === undefined) return;
      const v = run.of(velocity);
      for (let i = 1; i < x.length; i++) if ((x[i] === low || x[i] === high) && x[i - 1] === x[i]) expect(v[i]).toBe(0);
    },
  );

  test.each([
    ['fourWayThreePositionValve', 'spool', -1, 1, 'command'],
    ['fourWayTwoPositionValve', 'spool', 0, 1, 'command'],
    ['threeWayValve', 'spool', 0, 1, 'command'],
    ['variablePump', 'swash', -1, 1, 'demand'],
    ['variableMotor', 'swash', -1, 1, 'demand'],
  ])('%s: %s goes no further than %d and %d, however large its input', async (kind, state, from, to, input) => {
    const ends = Object.fromEntries(portsOf(kind).map((port, i) => [port, at(50 - i)]));
    const x = (await atLimit(kind, { inputs: { [input]: [0, 50, 1] }, ends, seconds: 1.5 })).of(state);
    expect(Math.min(...x)).toBeGreaterThanOrEqual(from);
    expect(Math.max(...x)).toBeLessThanOrEqual(to);
    expect(Math.max(...x) - Math.min(...x)).toBeGreaterThan(0.9 * (to - from));
  });
});

/** Ports without flow, and what keeps the valve shut. */
const shut: readonly (readonly [kind: string, ports: readonly string[], limit: Limit])[] = [
  ['meteringValve', ['in', 'out'], { inputs: { opening: 0 }, ends: { in: at(100), out: at(1) } }],
  ['onOffValve', ['in', 'out'], { inputs: { command: 0 }, ends: { in: at(100), out: at(1) } }],
  ['variableOrifice', ['in', 'out'], { inputs: { opening: 0.1 }, ends: { in: at(100), out: at(1) } }],
  ['flowControlValve', ['in', 'out'], { inputs: { opening: 0 }, ends: { in: at(100), out: at(1) } }],
  ...['directionalValve', 'proportionalValve', 'proportionalDirectionalValve'].map(
    (kind) =>
      [
        kind,
        ['P', 'A', 'B', 'T'],
        {
          inputs: { [kind === 'proportionalDirectionalValve' ? 'command' : 'position']: 0 },
          ends: { P: at(100), A: at(70), B: at(30), T: at(1) },
        },
      ] as const,
  ),
  [
    'fourWayThreePositionValve',
    ['P', 'A', 'B', 'T'],
    { parameters: { centrePT: 0 }, inputs: { command: 0 }, ends: { P: at(100), A: at(70), B: at(30), T: at(1) } },
  ],
  ['checkValve', ['in', 'out'], { ends: { in: at(1), out: at(100) } }],
  ['dynamicCheckValve', ['in', 'out'], { ends: { in: at(1), out: at(100) } }],
  ['pilotOperatedCheckValve', ['in', 'out', 'pilot'], { ends: { in: at(1), out: at(100), pilot: at(10) } }],
  ['shuttleValve', ['in2'], { ends: { in1: at(100), in2: at(50), out: at(90) } }],
  ['reliefValve', ['in', 'out'], { ends: { in: at(149), out: at(1) } }],
  ['dampedReliefValve', ['in', 'out'], { ends: { in: at(149), out: at(1) } }],
  ['dynamicReliefValve', ['in', 'out'], { ends: { in: at(149), out: at(1) } }],
  ['unloadingValve', ['in', 'out', 'pilot'], { ends: { in: at(140), out: at(1), pilot: at(99) } }],
  ['chargingValve', ['in', 'out', 'pilot'], { ends: { in: at(140), out: at(1), pilot: at(99) } }],
  ['sequenceValve', ['in', 'out', 'drain'], { ends: { in: at(79), out: at(1), drain: at(0) } }],
  ['counterbalanceValve', ['in', 'out', 'pilot'], { ends: { in: at(199), out: at(0), pilot: at(0) } }],
  ['priorityValve', ['excess', 'load'], { ends: { in: at(40), priority: at(35), excess: at(1), load: at(30) } }],
];

describe('closed valve', () => {
  test.each(quickly(shut))('%s: no flow at %j, to the last digit', async (kind, ports, limit) => {
    const run = await atLimit(kind, { ...limit, seconds: 0.05 });
    for (const port of ports) expect(new Set(run.of(`${port}.q`).map(Math.abs)), port).toEqual(new Set([0]));
  });

  test('pressureReducingValve and pressureCompensator shut once the pressure behind them is set, velocityFuse once it has burst', async () => {
    const behind = { ends: { in: at(100), drain: at(0), load: at(40) }, pressure: 20 * bar, seconds: 0.2 };
    for (const kind of ['pressureReducingValve', 'pressureCompensator']) {
      const q = (await atLimit(kind, behind)).of('out.q');
      expect(Math.max(...q)).toBeGreaterThan(0);
      expect(q.at(-1)).toBe(0);
    }
    const burst = await atLimit('velocityFuse', { ends: { in: at(100), out: at(1) } });
    const q = burst.of('out.q');
    expect(Math.max(...q)).toBeGreaterThan(50 * litres);
    expect(q.at(-1)).toBeLessThan(1e-6 * litres);
  });
});

/** State that says how full it is, its value when empty, and the pressure below which it is. */
const stores: readonly (readonly [kind: string, state: string, empty: number, below: number])[] = [
  ['accumulator', 'volume', 1e-3, 60],
  ['thermalAccumulator', 'volume', 1e-3, 60],
  ['springAccumulator', 'oil', 0, 20e3 / ((Math.PI / 4) * 0.06 ** 2) / bar],
  ['weightLoadedAccumulator', 'x', 0, (3000 * 9.80665) / ((Math.PI / 4) * 0.06 ** 2) / bar],
  ['pistonAccumulator', 'x', 0, 60],
];

describe('empty accumulator', () => {
  test.each(stores)('%s: %s stays at %d below %d bar and passes nothing, and fills again above', async (kind, state, empty, below) => {
    const run = await atLimit(kind, { ends: { in: { swing: [below * bar, 0.8 * below * bar, 1] } }, seconds: 2 });
    const [level, p, q] = [run.of(state), run.of('in.p'), run.of('in.q')];
    let rows = 0;
    for (let i = 1; i < level.length; i++) {
      if (level[i] !== empty || level[i - 1] !== empty) continue;
      rows++;
      expect(p[i]).toBeLessThan(1.1 * below * bar);
      expect(Math.abs(q[i] as number)).toBeLessThan(1e-15);
    }
    expect(rows).toBeGreaterThan(20);
    expect(level.at(0)).not.toBe(empty);
    expect(level.subarray(Math.round(level.length * 0.55), Math.round(level.length * 0.7)).every((value) => value !== empty)).toBe(true);
  });
});

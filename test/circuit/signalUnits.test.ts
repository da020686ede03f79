/** Sources of signals whose values have units, and signals that are joined to what takes another quantity. */
import { describe, expect, test } from 'vitest';
import { jsonSchema } from '../../dist/circuit/file/schema.js';
import { isSameQuantity, unitWritten } from '../../dist/circuit/text/units.js';
import { library } from '../../dist/components/library.js';
import { CircuitError, parseCircuit, simulate } from '../../dist/index.js';
import { planSweep } from '../../dist/run/sweep/plan.js';
import { runSweep } from '../../dist/run/sweep/sweep.js';

/** A cylinder that a source of signals loads. */
const press = (source: string): string => `ringmain: 1
name: press
components:
  load: { ${source} }
  pump: { kind: flowSource, flow: 20 l/min }
  tank: { kind: tank }
  relief: { kind: reliefValve, crackingPressure: 100 bar, gradient: 10 l/min/bar }
  c: { kind: actuator, bore: 80 mm, rodDiameter: 40 mm, stroke: 200 mm, mass: 100 kg }
  n: { kind: junction }
lines:
  L1: { from: pump, to: n, volume: 1 l }
  L2: { from: n, to: c.cap, volume: 1 l }
  L3: { from: n, to: relief.in, volume: 1 l }
direct: [{ from: relief.out, to: tank }, { from: c.rod, to: tank }]
signals: [{ from: load.output, to: c.load }]
run: { end: 20 ms }
record: { signals: [n.p, c.x, load.output] }
`;
const read = (text: string, set: readonly string[] = []) => parseCircuit(text, 'press.yaml', { set }).circuit;
const values = (text: string, name = 'load', set: readonly string[] = []) =>
  read(text, set).components.find((one) => one.name === name)?.parameters;
const mistakes = (text: string, set: readonly string[] = []): string[] => {
  try {
    read(text, set);
  } catch (error) {
    if (error instanceof CircuitError) return error.diagnostics.map(({ message }) => message);
    throw error;
  }
  return [];
};

describe('values with a unit are those in SI, to the last bit', () => {
  test.each([
    ['kind: constant, value: 120 kN', 'kind: constant, value: 120000'],
    ['kind: constant, value: 0', 'kind: constant, value: 0 N'],
    ['kind: step, initialValue: 0, finalValue: 5 kN', 'kind: step, finalValue: 5000'],
    [
      'kind: ramp, duration: 1 s, startTime: 0 s, initialValue: -2.5 kN, finalValue: 5 N',
      'kind: ramp, duration: 1 s, startTime: 0 s, initialValue: -2500, finalValue: 5',
    ],
    ['kind: sine, frequency: 5 Hz, amplitude: 1 kN, offset: 7 N', 'kind: sine, frequency: 5 Hz, amplitude: 1000, offset: 7'],
    ['kind: dutyCycle, points: [[0 s, 0], [5 ms, 3 kN], [6 ms, 70 N]]', 'kind: dutyCycle, points: [[0 s, 0], [5 ms, 3000], [6 ms, 70]]'],
    [
      'kind: cyclicDutyCycle, period: 9 ms, points: [[0 s, 0 N], [5 ms, 3 kN]]',
      'kind: cyclicDutyCycle, period: 9 ms, points: [[0 s, 0], [5 ms, 3000]]',
    ],
    ['kind: pulseTrain, period: 9 ms, highValue: 3 kN', 'kind: pulseTrain, period: 9 ms, highValue: 3000'],
    ['kind: randomSteps, period: 9 ms, mean: 1 kN, amplitude: 30 N', 'kind: randomSteps, period: 9 ms, mean: 1000, amplitude: 30'],
    [
      'kind: chirp, startTime: 0 s, duration: 1 s, startFrequency: 1 Hz, endFrequency: 9 Hz, amplitude: 3 kN',
      'kind: chirp, startTime: 0 s, duration: 1 s, startFrequency: 1 Hz, endFrequency: 9 Hz, amplitude: 3000',
    ],
    [
      'kind: trapezoidProfile, startTime: 0 s, finalValue: 3 kN, maximumRate: 500 kN/s, accelerationTime: 1 ms',
      'kind: trapezoidProfile, startTime: 0 s, finalValue: 3000, maximumRate: 500000 1/s, accelerationTime: 1 ms',
    ],
  ])('%s', (withUnits, inSi) => {
    expect(values(press(withUnits))).toStrictEqual(values(press(inSi)));
    expect(read(press(withUnits)).hash).toBe(read(press(inSi)).hash);
  });

  test('a run of the two has the same digest', async () => {
    const digests = ['3 kN', '3000'].map(async (y) => {
      const { digest } = await simulate(read(press(`kind: dutyCycle, points: [[0 s, 0], [5 ms, ${y}]]`)), { workers: 1 });
      return digest;
    });
    const [one, other] = await Promise.all(digests);
    expect(one).toMatch(/^[0-9a-f]{8}/);
    expect(one).toBe(other);
  });
});

test('the unit of SI of a text: of a torque and an energy the one that is written so', () => {
  const units = ['120 kN', '5 bar', '3 kNm', '2 kJ', '1500 rpm', '50 %', '30 deg', '40 degC', '1e-3 m3/s', '5', 'five kN'].map(unitWritten);
  expect(units).toEqual(['N', 'Pa', 'Nm', 'J', 'rad/s', '1', 'rad', 'K', 'm3/s', null, null]);
});

test('a rotation speed is no inverse time either way; angles else do not count', () => {
  const pairs = [
    ['rad/s', '1/s'],
    ['1/s', 'rad/s'],
    ['Hz', '1/s'],
    ['m3/rad', 'm3'],
    ['Pa', 'N'],
  ] as const;
  expect(pairs.map(([a, b]) => isSameQuantity(a, b))).toEqual([false, false, true, true, false]);
});

describe('what a signal measures is held against its input', () => {
  const own = (input: string, output: string, source = 'kind: constant, value: 1'): string =>
    press(source)
      .replace('signals: [{ from: load.output, to: c.load }]', 'signals: [{ from: load.output, to: o.in }, { from: o.out, to: c.load }]')
      .replace('  tank:', '  o: { kind: own }\n  tank:')
      .concat(`definitions: { own: { inputs: { in: { ${input} } }, outputs: { out: { ${output} } }, equations: out = in } }\n`);

  test.each([
    ['bare', press('kind: constant, value: 120000'), []],
    ['its own', press('kind: constant, value: 26977 lbf'), []],
    [
      'a pressure',
      press('kind: constant, value: 12 bar'),
      ["signal: constant 'load' gives a pressure (Pa), input 'load' of actuator 'c' takes a force (N)"],
    ],
    [
      'percent',
      press('kind: constant, value: 50 %'),
      ["signal: constant 'load' gives a dimensionless number, input 'load' of actuator 'c' takes a force (N)"],
    ],
    ['declared alike', own('unit: N', 'unit: N'), []],
    [
      'output of another unit',
      own('unit: N', 'unit: m'),
      ["signal: own 'o' gives a length (m), input 'load' of actuator 'c' takes a force (N)"],
    ],
    [
      'unit 1 is a number',
      own('unit: 1', 'unit: N', 'kind: constant, value: 1 N'),
      ["signal: constant 'load' gives a force (N), input 'in' of own 'o' takes a dimensionless number"],
    ],
    ['any unit', own('unit: 1, anyUnit: true', 'unit: 1, anyUnit: true', 'kind: constant, value: 1 m'), []],
  ])('%s', (_, text, expected) => {
    expect(mistakes(text)).toEqual(expected);
  });

  test('a rate has the unit per second, and a rotation speed is no frequency', () => {
    const move = 'kind: trapezoidProfile, startTime: 0 s, finalValue: 30 mm, maximumRate: 10 mm/s, accelerationTime: 1 s';
    const rate = press(move).replace('from: load.output,', 'from: load.rate,');
    expect(mistakes(rate)).toEqual([
      "signal: trapezoidProfile 'load' gives a velocity (m/s), input 'load' of actuator 'c' takes a force (N)",
    ]);
    const pump = (value: string): string =>
      press(`kind: constant, value: ${value}`)
        .replace('kind: flowSource, flow: 20 l/min', 'kind: pump, displacement: 10 cc/rev, speed: 1500 rpm')
        .replace('from: pump,', 'from: pump.out,')
        .replace('direct: [', 'direct: [{ from: pump.in, to: tank }, ')
        .replace('c.load', 'pump.shaftSpeed')
        .replace('components:', 'components:\n  still: { kind: constant, value: 0 N }')
        .replace('signals: [', 'signals: [{ from: still, to: c.load }, ');
    expect(mistakes(pump('1500 rpm'))).toEqual([]);
    expect(mistakes(pump('25 Hz'))).toEqual([
      "signal: constant 'load' gives a frequency (Hz), input 'shaftSpeed' of pump 'pump' takes a rotation speed (rad/s)",
    ]);
  });

  test('what passes signals on in any unit has inputs and outputs for all, and truth values are numbers', () => {
    const joined = (kind: string, input: string): string =>
      press('kind: constant, value: 5 bar')
        .replace(
          'signals: [{ from: load.output, to: c.load }]',
          `signals: [{ from: load.output, to: o.${input} }, { from: o, to: c.load }]`,
        )
        .replace('  tank:', `  o: { kind: ${kind} }\n  tank:`);
    expect(mistakes(joined('gain, factor: 1', 'input'))).toEqual([]);
    expect(mistakes(joined('relay, onLevel: 6e5, offLevel: 5e5', 'input'))).toEqual([]);
    expect(mistakes(joined('logicNot', 'input'))).toEqual([
      "signal: constant 'load' gives a pressure (Pa), input 'input' of logicNot 'o' takes a dimensionless number",
      "signal: logicNot 'o' gives a dimensionless number, input 'load' of actuator 'c' takes a force (N)",
    ]);
  });
});

test('kinds: what has any unit is a number to the equations, and one output follows the values of a source', () => {
  for (const { kind, parameters, inputs, outputs, states } of library.values()) {
    for (const { unit, anyUnit } of [parameters, inputs, outputs, states].flatMap((map) => Object.values(map ?? {})))
      if (anyUnit) expect(unit, kind).toBe(anyUnit === true ? '1' : '1/s');
    if (Object.values(parameters).some(({ anyUnit }) => anyUnit))
      expect([Object.keys(inputs ?? {}), outputs?.['output']?.anyUnit], kind).toEqual([[], true]);
  }
  expect(JSON.stringify(jsonSchema())).toContain('value [a number in SI, or with a unit, such as 120 kN]');
});

describe('values that vary', () => {
  const repeated = (set: string): string =>
    `${press('kind: constant, value: 1 N')}subcircuits:
  loads: { parameters: { f: 1 N }, components: { v: { kind: constant, value: $f }, g: { kind: gain, factor: 1 } }, signals: [{ from: v, to: g.input }] }
repeat: { r: { subcircuit: loads, count: 4, set: { f: ${set} } } }
`;
  const forces = (set: string) => [0, 1, 2, 3].map((i) => values(repeated(set), `r${i}_v`)?.['value']);

  test('instances of a subcircuit have their own, in units of their own', () => {
    expect(forces('[1 kN, 20 N, 5, 3 bar]')).toEqual([1000, 20, 5, 300000]);
    expect(forces('[5, 3 bar, 1 kN, 0]')).toEqual([5, 300000, 1000, 0]);
    // Three of four are no force, and the place is one.
    const joined = repeated('[1 bar, 3 bar, 2, 4 m]')
      .replace('g: { kind: gain, factor: 1 }', 'g: { kind: rigidLoad }')
      .replace('g.input', 'g.load');
    expect(
      mistakes(
        `${joined}definitions: { rigidLoad: { inputs: { load: { unit: N } }, outputs: { out: { unit: N } }, equations: out = load } }`,
      ),
    ).toEqual(["signal: constant 'r0_v' gives a pressure (Pa), input 'load' of rigidLoad 'r0_g' takes a force (N) (and 2 more like it)"]);
  });

  test('--set and sweeps', async () => {
    const text = press('kind: constant, value: 5');
    expect(values(text, 'load', ['load.value=120 kN'])).toEqual({ value: 120000 });
    expect(mistakes(text, ['load.value=120 bar'])).toHaveLength(1);
    const table = press('kind: dutyCycle, points: [[0 s, 0]]');
    expect(values(table, 'load', ['load.points=[[0 s, 0 kN], [1 s, 2 kN]]'])).toEqual({ points: { x: [0, 1], y: [0, 2000] } });
    const plan = planSweep(text, 'press.yaml', { vary: ['load.value=1 kN,2 kN'], measures: ['final(load.output)'] });
    const { rows } = await runSweep(plan, { workers: 1 });
    expect(rows.map(({ measured }) => measured[0])).toEqual([1000, 2000]);
  });
});

/** Equations `mass * der(x) = e`: their rules, masses that are 0, and constraints between states that have one, against numbers from another program. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { modelOf } from '../../dist/equations/language/build.js';
import type { KindDefinition } from '../../dist/equations/language/definition.js';
import { EquationError } from '../../dist/equations/language/model.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

/**
 * W1 with a mass for each of its lines: two orifices with columns m1 and m3 and line 2 with 0.0675442421 kg meet at a joint without a volume. The opening of
 * orifice 3 swings.
 */
const network = (masses: string, more = ''): Circuit =>
  parseCircuit(
    `ringmain: 1
name: w1-masses
components: { net: { kind: network, ${masses} } }
run: { end: 0.05 s, step: 10 us }
record: { every: 1 ms, signals: [net.v1, net.v2, net.v3, net.volume, net.joint] }
definitions:
  network:
    parameters: { m1: { unit: kg }, m3: { unit: kg } }
    outputs: { joint: { unit: Pa, initial: 50e5 } }
    states:
      v1: { unit: m/s, initial: 60.5 }
      v2: { unit: m/s, initial: 0 }
      v3: { unit: m/s, initial: 121 }
      volume: { unit: Pa, initial: 50e5 }
    equations: |
      unknown joint
      kappa = 860 / (2 * 0.62^2)
      A1 = 2e-6
      A2 = pi * 0.01^2 / 4
      A3 = 1e-6 + 0.4e-6 * sin(20 * pi * time)
      m1 * der(v1) = A1 * (210e5 - joint - kappa * v1 * abs(v1))
      der(v2) = (joint - volume) / 860
      m3 * der(v3) = A3 * (joint - 5e5 - kappa * v3 * abs(v3))
      0 = A1 * v1 - A2 * v2 - A3 * v3
      der(volume) = 1.4e9 / 0.5e-3 * A2 * v2
${more}`,
    'w1-masses.yaml',
  ).circuit;

const names = ['v2', 'v1', 'volume', 'joint'] as const;
type Row = readonly number[];

/** Values at t, pressures in bar. */
function at(results: { t: Float64Array; series: (name: string) => { y: Float64Array } }, t: number): Row {
  const k = results.t.findIndex((one) => Math.abs(one - t) < 1e-9);
  return names.map((name) => (results.series(`net.${name}`).y[k] as number) / (name === 'volume' || name === 'joint' ? 1e5 : 1));
}

const exact = (circuit: Circuit): ReturnType<typeof simulateLumped> =>
  simulateLumped(circuit, { solver: 'radau5', relativeTolerance: 1e-10, every: 1e-3, maximumStep: 1e-3 });

describe('a constraint on velocities with masses, and areas that change', () => {
  // Without the term of the area's rate, M dα/dt, v2 would be 0.905 m/s at 20 ms.
  const told: readonly (readonly [number, Row])[] = [
    [0.02, [0.47972498, 94.1160553, 60.904922, 61.1105889]],
    [0.05, [1.27129653, 100.4567604, 118.834204]],
  ];
  const circuit = network('m1: 0.01 kg, m3: 0.02 kg');

  test('is held by the pressure of the joint; one velocity follows from the others', async () => {
    const results = await exact(circuit);
    for (const [t, row] of told) {
      const found = at(results, t);
      row.forEach((value, k) => {
        expect(Math.abs((found[k] as number) / value - 1), `${names[k]} at ${t} s`).toBeLessThan(2e-8);
      });
    }
    const [v1, v2, v3] = ['v1', 'v2', 'v3'].map((name) => results.series(`net.${name}`).y) as [Float64Array, Float64Array, Float64Array];
    results.t.forEach((t, k) => {
      // Integrators take t = 0 for just behind it.
      if (k === 0) return;
      const parts = [
        2e-6 * (v1[k] as number),
        (Math.PI / 4) * 1e-4 * (v2[k] as number),
        (1e-6 + 0.4e-6 * Math.sin(20 * Math.PI * t)) * (v3[k] as number),
      ];
      const [a, b, c] = parts as [number, number, number];
      expect(Math.abs(a - b - c)).toBeLessThan(1e-15 * Math.max(a, Math.abs(b), c));
    });
  });

  test('steps of the midpoint rule find it to second order', async () => {
    const errors = [];
    const [v2] = at(await exact(circuit), 0.02) as [number];
    for (const step of [2e-4, 1e-4, 5e-5]) {
      const results = await simulate({ ...circuit, run: { ...circuit.run, step } }, { workers: 1 });
      errors.push(Math.abs((at(results, 0.02)[0] as number) - v2));
    }
    expect((errors[0] as number) / (errors[1] as number)).toBeCloseTo(4, 0);
    expect((errors[1] as number) / (errors[2] as number)).toBeCloseTo(4, 0);
  });
});

describe('without the masses', () => {
  test('velocities are unknowns, and what remains is the network of two massless orifices', async () => {
    const circuit = network('m1: 0 kg, m3: 0 kg');
    for (const results of [await exact(circuit), await simulate(circuit, { workers: 1 })]) {
      const isExact = results.t.length > 0 && results.ending === null && results.engine === 'integrators';
      [[0.02, [0.717458458, 94.8450324, 109.7336321]] as const, [0.05, [0.557353007, 77.4143634, 142.8638528]] as const].forEach(
        ([t, row]) => {
          const found = at(results, t);
          // In a step velocities are those of its middle: those of half a step before, 0.4 %/ms of it.
          row.forEach((value, k) => expect(Math.abs((found[k] as number) / value - 1)).toBeLessThan(isExact ? 2e-8 : 1e-4));
        },
      );
    }
  });

  test('they are the limit of small ones: the error falls in proportion, as told', async () => {
    // Behind the first 10 ms, in which a mass of 1e-4 kg still gathers speed.
    const rows = async (mass: string): Promise<Float64Array> =>
      (await exact(network(`m1: ${mass} kg, m3: ${mass} kg`))).series('net.v2').y.slice(10);
    const limit = await rows('0');
    for (const [mass, error] of [
      ['1e-4', 3.2e-2],
      ['1e-5', 3.0e-3],
      ['1e-6', 3.0e-4],
    ] as const) {
      const found = Math.max(...(await rows(mass)).map((v, k) => Math.abs(v - (limit[k] as number))));
      // Two digits were told.
      expect(Math.abs(found / error - 1)).toBeLessThan(0.02);
    }
  });

  test('of one line only: a mass of 1e-7 kg in its place is next to it', async () => {
    const [none, little] = [await exact(network('m1: 0 kg, m3: 0.02 kg')), await exact(network('m1: 1e-7 kg, m3: 0.02 kg'))];
    at(none, 0.05).forEach((value, k) => expect((at(little, 0.05)[k] as number) / value).toBeCloseTo(1, 4));
  });
});

const kind = (equations: string): KindDefinition => ({
  kind: 'tried',
  about: '',
  source: '',
  group: '',
  ports: {},
  parameters: { m: { unit: 'kg', about: '' }, k: { unit: 'N s/m', about: '' } },
  inputs: { force: { unit: 'N', about: '', default: 0 } },
  states: { v: { unit: 'm/s', about: '', initial: 0 } },
  equations,
});

function mistakes(equations: string): string[] {
  try {
    modelOf(kind(equations));
    return [];
  } catch (error) {
    if (!(error instanceof EquationError)) throw error;
    for (const { remedy } of error.mistakes) expect(remedy).not.toBe('');
    return error.mistakes.map(({ line, column, message }) => `${line}:${column} ${message}`);
  }
}

test.each<[string, string, RegExp]>([
  ['a sum before it', 'm + k * der(v) = 3', /^1:1 more than a mass stands before der\(\)/],
  ['a mass that moves', '(m + v) * der(v) = 3', /^1:4 the mass before der\(v\) is of more than parameters and fluid properties/],
  ['always 0', '0 * der(v) = 3 - v', /^1:1 the mass before der\(v\) is 0/],
  ['a reset', 'm * der(v) = 3 - v\nreset(v) = if(v > 1, 1, v)', /^2:1 reset\(v\) of a state whose mass may be 0/],
  ['its history', 'm * der(v) = 3 - pre(v)', /^1:1 pre\(v\) of a state whose mass may be 0/],
  ['no such state', 'm * der(w) = 3', /^1:1 der\(w\): no such state/],
  ['twice', 'm * der(v) = 3 - v\nder(v) = 2', /^2:1 der\(v\) is assigned twice, first in line 1/],
])('%s is told', (_, equations, expected) => expect(mistakes(equations)[0]).toMatch(expected));

test.each(['m * der(v) = force - k * v', '2 * m * der(v) = force - k * v', '(m + 1) * der(v) = 2', '3 * der(v) = force'])(
  '%s is right',
  (equations) => expect(mistakes(equations)).toEqual([]),
);

/** A body that a force moves against friction. */
const body =
  (mass: string, friction: string): (() => Circuit) =>
  () =>
    parseCircuit(
      `ringmain: 1
name: body
components: { u: { kind: ramp, initialValue: 0, finalValue: 10, startTime: 0 s, duration: 1 s }, b: { kind: tried, m: ${mass}, k: ${friction} } }
signals: [{ from: u, to: b.force }]
run: { end: 1 s, step: 1 ms }
record: { every: 0.1 s, signals: [b.v] }
definitions:
  tried:
    parameters: { m: { unit: kg }, k: { unit: N s/m } }
    inputs: { force: { unit: N } }
    states: { v: { unit: m/s, initial: 0 } }
    equations: m * der(v) = force - k * v
`,
      'body.yaml',
    ).circuit;

test('a body without mass has the velocity that its friction lets it have, at any step', async () => {
  const results = await simulate(body('0 kg', '2 N s/m')(), { workers: 1 });
  const { t, y } = results.series('b.v');
  // Of the middle of the step: half of 1 ms behind.
  t.slice(1).forEach((time, k) => expect(y[k + 1]).toBeCloseTo(5 * (time - 5e-4), 9));
});

test.each([
  ['a mass below 0', body('-1 kg', '2 N s/m'), /CIR337.*'b': the mass before der\(v\) is below 0 with m -1 kg/],
  [
    'neither mass nor friction',
    body('0 kg', '0 N s/m'),
    /CIR334.*'b' has neither mass nor resistance: no equation determines v \(index 2\)/,
  ],
])('%s is a mistake of the circuit', (_, make, expected) => {
  let said = '';
  try {
    make();
  } catch (error) {
    if (!(error instanceof CircuitError)) throw error;
    said = error.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n');
  }
  expect(said).toMatch(expected);
});

/** Lines with model: rigid: the networks of massless orifices and columns that they make, against numbers from another program; what they refuse. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const head = 'ringmain: 1\nname: rigid\nfluid: { density: 860 kg/m3, viscosity: 46 cSt, bulkModulus: 1.4 GPa }\n';
const parse = (text: string): Circuit => parseCircuit(`${head}${text}`, 'rigid.yaml').circuit;

/** 1/Cd² of Cd = 0.62: the loss coefficient of a sharp orifice. */
const sharp = 1 / 0.62 ** 2;
const diameter = (area: number): string => `${Math.sqrt((4 * area) / Math.PI)} m`;

const exact = (circuit: Circuit, every: number): ReturnType<typeof simulateLumped> =>
  simulateLumped(circuit, { solver: 'dopri5', relativeTolerance: 1e-10, transitionPressure: 1e-3, every, maximumStep: 1e-3 });

describe('three lines that meet at a junction without a volume, one of them with mass', () => {
  const line = (ends: string, loss: number, more: string): string =>
    `{ ${ends}, model: rigid, diameter: ${diameter(1e-5)}, friction: none, lossCoefficient: ${loss}, ${more} }`;
  const circuit = parse(`components:
  first: { kind: pressureSource, pressure: 120 bar }
  second: { kind: pressureSource, pressure: 80 bar }
  sink: { kind: tank, pressure: 20 bar }
  joint: { kind: junction }
lines:
  v1: ${line('from: first, to: joint', sharp, 'mass: 0 kg')}
  v2: ${line('from: second, to: joint', sharp, 'mass: 0 kg')}
  v3: ${line('from: joint, to: sink', 0.3 * sharp, 'mass: 0.05 kg, initialVelocity: 10 m/s')}
run: { end: 0.05 s, step: 50 us }
record: { every: 5 ms, signals: ['v*.velocity', 'v*.out.q', 'v*.in.q'] }
`);

  test('start at what the others make of its momentum, and gather speed as told', async () => {
    const results = await exact(circuit, 5e-3);
    const at = (name: string, t: number): number =>
      results.series(`${name}.velocity`).y[results.t.findIndex((one) => Math.abs(one - t) < 1e-9)] as number;
    for (const [name, t, value] of [
      ['v1', 0, 46.9869858],
      ['v2', 0, -36.9869858],
      ['v3', 0.005, 17.29767644],
      ['v3', 0.02, 36.86623724],
      ['v3', 0.05, 67.64113942],
      ['v1', 0.05, 60.252812],
      ['v2', 0.05, 7.388328],
    ] as const)
      expect(at(name, t) / value, `${name} at ${t} s`).toBeCloseTo(1, 6);
  });

  test('in steps of TLM to second order, and what comes to the junction goes on to rounding', async () => {
    const errors: number[] = [];
    for (const step of [2e-4, 1e-4, 5e-5]) {
      const results = await simulate({ ...circuit, run: { ...circuit.run, step } }, { workers: 1 });
      expect(results.ending).toBeNull();
      errors.push(Math.abs((results.series('v3.velocity').y.at(-1) as number) - 67.64113942));
      const flow = (name: string): number => results.series(name).y.at(-1) as number;
      expect(Math.abs(flow('v1.out.q') + flow('v2.out.q') + flow('v3.in.q'))).toBeLessThan(1e-12 * flow('v1.out.q'));
      for (const name of ['v1', 'v2', 'v3']) expect(flow(`${name}.in.q`)).toBe(-flow(`${name}.out.q`));
    }
    expect((errors[0] as number) / (errors[1] as number)).toBeCloseTo(4, 0);
  });
});

describe('velocities that do not fit where columns meet', () => {
  const impact = (first: string, second: string): Circuit =>
    parse(`components:
  high: { kind: tank, pressure: 100 bar }
  low: { kind: tank, pressure: 100 bar }
  joint: { kind: junction }
lines:
  narrow: { from: high, to: joint, model: rigid, diameter: ${diameter(2e-6)}, mass: 0.01 kg, friction: none, initialVelocity: ${first} m/s }
  wide: { from: joint, to: low, model: rigid, diameter: ${diameter(1e-6)}, mass: 0.02 kg, friction: none, initialVelocity: ${second} m/s }
run: { end: 1 ms, step: 0.1 ms }
record: { every: 0.1 ms, signals: [narrow.velocity, wide.velocity] }
`);

  test('become what a plastic impact makes of them: momentum is kept, energy lost', async () => {
    // W1 at 0.5 m/s in its line, which is stopped: what is left of the two others.
    const circuit = impact('75.7373250405', '112.2047419111');
    for (const results of [await exact(circuit, 1e-4), await simulate(circuit, { workers: 1 })]) {
      const [v1, v3] = ['narrow', 'wide'].map((name) => results.series(`${name}.velocity`).y.at(-1) as number) as [number, number];
      expect(v1 / 58.2840325205).toBeCloseTo(1, 9);
      expect(v3 / 116.5680650411).toBeCloseTo(1, 9);
      const energy = (a: number, b: number): number => 0.5 * (0.01 * a * a + 0.02 * b * b);
      const lost = energy(75.7373250405, 112.2047419111) - energy(v1, v3);
      expect(lost / energy(v1 - 75.7373250405, v3 - 112.2047419111)).toBeCloseTo(1, 8);
      // With the line's own, 0.0675442421 kg at 0.5 m/s.
      expect(lost + 0.5 * 0.0675442421 * 0.25).toBeCloseTo(1.721916, 6);
    }
  });

  test('that fit stay as they are', async () => {
    const results = await exact(impact('10', '20'), 1e-4);
    expect(results.series('narrow.velocity').y[0]).toBeCloseTo(10, 12);
  });
});

/** W1: supply, inlet without mass, joint, pipe with mass to a vessel of 0.5 l; from the joint an orifice whose opening swings. */
const w1 = (lines: string, outlet = ''): Circuit =>
  parse(`components:
  supply: { kind: pressureSource, pressure: 210 bar }
  sump: { kind: tank, pressure: 5 bar }
  joint: { kind: junction }
  end: { kind: junction }
  vessel: { kind: blockedEnd }
  swing: { kind: sine, amplitude: 0.4, frequency: 10 Hz, offset: 1 }
  outlet: { kind: variableOrifice, maximumArea: 1 mm2, profile: [[0, 0], [2, 2]] }
lines:
${lines}
  vesselOil: { from: end, to: vessel, volume: 0.5 l, initialPressure: 50 bar }
direct: [{ from: outlet.in, to: joint }, { from: outlet.out, to: sump }${outlet}]
signals: [{ from: swing, to: outlet.opening }]
run: { end: 0.2 s, step: 20 us }
record: { every: 10 ms, signals: [pipe.velocity, vesselOil.p, inlet.velocity, joint.p] }
`);
const inlet = (mass: string): string =>
  `  inlet: { from: supply, to: joint, model: rigid, diameter: ${diameter(2e-6)}, mass: ${mass}, friction: none, lossCoefficient: ${sharp} }`;
const pipe = '  pipe: { from: joint, to: end, model: rigid, length: 1 m, diameter: 10 mm, friction: none }';

describe('W1 as a circuit of rigid lines', () => {
  test('finds its course', async () => {
    const results = await exact(w1(`${inlet('0 kg')}\n${pipe}`), 0.01);
    for (const [t, row] of [
      [0.01, [1.317011557, 88.0277482e5, 104.7077864, 87.3569242e5]],
      [0.05, [0.557353007, 142.8638528e5, 77.4143634, 142.9609008e5]],
      [0.2, [-0.30988523, 181.5379414e5, 50.6096361, 181.3482267e5]],
    ] as const) {
      const k = results.t.findIndex((one) => Math.abs(one - t) < 1e-9);
      ['pipe.velocity', 'vesselOil.p', 'inlet.velocity', 'joint.p'].forEach((name, i) => {
        expect((results.series(name).y[k] as number) / (row[i] as number), `${name} at ${t} s`).toBeCloseTo(1, 7);
      });
    }
  });

  // Full: the limit of small masses; quickly the exact course, above.
  test.runIf(isFull)('with a small mass in the inlet its course is off in proportion to that', async () => {
    const [none, little, less] = await Promise.all(
      ['0 kg', '1e-4 kg', '1e-5 kg'].map(async (mass) => (await exact(w1(`${inlet(mass)}\n${pipe}`), 0.01)).series('pipe.velocity').y),
    );
    const error = (y: Float64Array | undefined): number =>
      Math.max(...(y as Float64Array).map((v, k) => Math.abs(v - (none?.[k] as number))));
    expect(error(little) / error(less)).toBeGreaterThan(9);
    expect(error(little) / error(less)).toBeLessThan(11);
  });

  test('both back ends give the same bits', async () => {
    const circuit = w1(`${inlet('0 kg')}\n${pipe}`);
    const [js, wasm] = await Promise.all((['js', 'wasm'] as const).map((kernels) => simulate(circuit, { workers: 1, kernels })));
    expect([js?.digest, js?.stateDigest]).toEqual([wasm?.digest, wasm?.stateDigest]);
  });
});

test('a column of 2 m between two tanks of 1 m difference in height runs down it as laminar flow does', async () => {
  const circuit = parse(`components:
  high: { kind: tank, pressure: 1 bar }
  low: { kind: tank, pressure: 1 bar }
lines:
  fall: { from: high, to: low, model: rigid, length: 2 m, diameter: 10 mm, elevation: -1 m }
run: { end: 2 s, step: 1 ms }
record: { every: 0.1 s, signals: [fall.velocity] }
`);
  const results = await simulate(circuit, { workers: 1 });
  // ρ g h = 32 μ L v/d²
  expect(results.series('fall.velocity').y.at(-1)).toBeCloseTo((9.80665 * 1e-4) / (32 * 46e-6 * 2), 9);
});

/** Codes and messages of the mistakes of a text. */
function mistakes(text: string): string[] {
  try {
    parse(text);
    return [];
  } catch (error) {
    if (!(error instanceof CircuitError)) throw error;
    return error.diagnostics.map(({ code, message }) => `${code} ${message}`);
  }
}

const between = (lines: string): string => `components:
  supply: { kind: pressureSource, pressure: 210 bar }
  sump: { kind: tank }
  a: { kind: junction }
  b: { kind: junction }
  r: { kind: orifice, area: 1 mm2 }
lines:
${lines}
direct: [{ from: r.out, to: sump }, { from: r.in, to: b }]
`;
const free = 'model: rigid, diameter: 10 mm, mass: 0 kg, friction: none';

describe('what is refused', () => {
  test('two free lines beside each other', () => {
    const text = between(
      `  first: { from: supply, to: a, model: rigid, length: 1 m, diameter: 10 mm }\n  left: { from: a, to: b, ${free} }\n  right: { from: a, to: b, ${free} }`,
    );
    expect(mistakes(text)).toEqual([
      'CIR334 the joined group of a, b, r, first, left, right: left and right have neither mass nor resistance along a closed loop; no equation determines the flow there (index 2)',
    ]);
    expect(mistakes(text.replace('mass: 0 kg', 'mass: 1 kg'))).toEqual([]);
    expect(mistakes(text.replace('mass: 0 kg', 'lossCoefficient: 1, mass: 0 kg'))).toEqual([]);
  });

  test('a free way from one given pressure to another', () =>
    expect(
      mistakes(
        between(`  one: { from: supply, to: a, ${free} }\n  two: { from: a, to: sump, ${free} }\n  three: { from: a, to: b, ${free} }`),
      )[0],
    ).toBe(
      'CIR334 the joined group of a, b, r, one, two, three: one and two have neither mass nor resistance along a way between two given pressures; no equation determines the flow there (index 2)',
    ));

  test('one free line in series with a resistance is none', () =>
    expect(mistakes(between(`  one: { from: supply, to: a, ${free} }\n  two: { from: a, to: b, ${free} }`))).toEqual([]));

  test.each([
    ['a key of another model', 'length: 1 m, diameter: 10 mm, volume: 1 l', /CIR316 line 'one' is rigid and has volume/],
    ['unsteady friction', 'length: 1 m, diameter: 10 mm, friction: unsteady', /CIR315 line 'one': no friction 'unsteady' of a rigid line/],
    ['no diameter', 'length: 1 m', /CIR304 rigidColumn 'one' needs diameter/],
    ['a mass below 0', 'diameter: 10 mm, mass: -1 kg', /CIR204 rigidColumn 'one': mass is -1 kg/],
  ])('%s', (_, keys, expected) =>
    expect(mistakes(between(`  one: { from: supply, to: b, model: rigid, ${keys} }\n  x: { from: a, to: a, volume: 1 l }`))[0]).toMatch(
      expected,
    ),
  );
});

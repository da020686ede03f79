/** Conditions on states alone (index 2 and 3): refused, or solved by their rates where run: reduce asks for it, to the answers of least order. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

const parse = (text: string, reduce: boolean): Circuit =>
  parseCircuit(`ringmain: 1\nname: reduced\n${text}`, 'reduced.yaml', { set: reduce ? ['run.reduce=true'] : [] }).circuit;
const system = (unknown: string, states: string, equations: string, end = 1): string => `components: { it: { kind: mine } }
run: { end: ${end} s, step: 1 ms }
record: { every: ${end / 50} s, signals: ['it.*'] }
definitions:
  mine:
    outputs: { ${unknown}: { unit: 1, initial: 0 } }
    states: { ${states} }
    equations: |
      unknown ${unknown}
${equations.replaceAll(/^/gm, '      ')}
`;
const state = (name: string, initial: number): string => `${name}: { unit: 1, initial: ${initial} }`;

const mistake = (text: string): string => {
  try {
    parse(text, false);
  } catch (error) {
    if (error instanceof CircuitError) return error.message;
    throw error;
  }
  return '';
};

/** Largest error of a recorded quantity by an integrator, and by steps of 1 ms. */
async function errors(text: string, name: string, exact: (t: number) => number): Promise<{ lumped: number; steps: number }> {
  const circuit = parse(text, true);
  const worst = ({ t, series }: Awaited<ReturnType<typeof simulate>> | Awaited<ReturnType<typeof simulateLumped>>): number =>
    t.reduce((largest, time, k) => (k === 0 ? 0 : Math.max(largest, Math.abs((series(name).y[k] as number) - exact(time)))), 0);
  const results = await simulateLumped(circuit, { solver: 'dopri5', relativeTolerance: 1e-10 });
  const steps = await simulate(circuit, { workers: 1 });
  expect([results.ending, steps.ending]).toEqual([null, null]);
  return { lumped: worst(results), steps: worst(steps) };
}

describe('two columns that a force between them holds together (index 2)', () => {
  // v1' = 1 - v1|v1| - l, 3 v2' = -0.2 - v2|v2| + l, v1 = v2: together 4 v' = 0.8 - 2 v|v|.
  const text = (start: number): string =>
    system(
      'l',
      `${state('v1', start)}, ${state('v2', start)}`,
      'der(v1) = 1 - v1 * abs(v1) - l\nder(v2) = (-0.2 - v2 * abs(v2) + l) / 3\n0 = v1 - v2',
      5,
    );
  const rest = Math.sqrt(0.4);
  const v = (t: number): number => rest * Math.tanh(0.5 * rest * t);

  test('are refused, with the way out', () => {
    expect(mistake(text(0))).toMatch(/CIR502.*holds states and no unknown[\s\S]*reduce/);
  });

  test('move as one of both', async () => {
    const found = await errors(text(0), 'it.v1', v);
    expect(found.lumped).toBeLessThan(1e-9);
    expect(found.steps).toBeLessThan(1e-6);
    // The force: of the equation of either.
    const force = await errors(text(0), 'it.l', (t) => 1 - v(t) ** 2 - (0.8 - 2 * v(t) ** 2) / 4);
    expect(force.lumped).toBeLessThan(1e-8);
  });

  test('a start that is none fades with e^(-100 t), and their momentum stays', async () => {
    const apart = text(0)
      .replace('v1: { unit: 1, initial: 0 }', 'v1: { unit: 1, initial: 0.4 }')
      .replaceAll('5 s', '0.02 s')
      .replace('every: 0.1', 'every: 1e-3');
    const circuit = parse(apart, true);
    const results = await simulateLumped(circuit, { solver: 'dopri5', relativeTolerance: 1e-10 });
    const [v1, v2] = ['it.v1', 'it.v2'].map((name) => results.series(name).y) as [Float64Array, Float64Array];
    results.t.forEach((t, k) => expect(((v1[k] as number) - (v2[k] as number)) / (0.4 * Math.exp(-100 * t))).toBeCloseTo(1, 6));
    expect((v1.at(-1) as number) + 3 * (v2.at(-1) as number)).toBeCloseTo(0.4 + 0.8 * 0.02, 2);
  });
});

describe('others of the same kind', () => {
  test('a body without mass that a spring holds where a force has it (index 2)', async () => {
    const text = system('v', state('x', 0), '0 = sin(time) - 2 * x\nder(x) = v');
    const found = await errors(text, 'it.x', (t) => Math.sin(t) / 2);
    expect(found.lumped).toBeLessThan(1e-9);
    expect(found.steps).toBeLessThan(1e-6);
    expect((await errors(text, 'it.v', (t) => Math.cos(t) / 2)).lumped).toBeLessThan(1e-7);
  });

  test('two volumes that a passage without mass and resistance joins (index 2) share what flows into one', async () => {
    const text = system('q', `${state('p1', 1)}, ${state('p2', 1)}`, 'der(p1) = 1 - q\nder(p2) = q / 2\n0 = p1 - p2');
    const found = await errors(text, 'it.p2', (t) => 1 + t / 3);
    expect(found.lumped).toBeLessThan(1e-12);
    expect(found.steps).toBeLessThan(1e-12);
    expect((await errors(text, 'it.q', () => 2 / 3)).steps).toBeLessThan(1e-12);
  });

  test('a stop by its position (index 3): the force that it takes', async () => {
    const text = system('l', `${state('x', 0)}, ${state('v', 0)}`, 'der(x) = v\nder(v) = 1 - 0.1 * v - l\n0 = x');
    const found = await errors(text, 'it.l', () => 1);
    expect(found.lumped).toBeLessThan(1e-12);
    expect(found.steps).toBeLessThan(1e-12);
  });

  test('a pendulum by its coordinates (index 3) keeps its rod, and its energy as the angle has it', async () => {
    const text = system(
      'l',
      `${state('x', 0.6)}, ${state('y', -0.8)}, ${state('u', 0)}, ${state('w', 0)}`,
      'der(x) = u\nder(y) = w\nder(u) = -l * x\nder(w) = -l * y - 10\n0 = x^2 + y^2 - 1',
      2,
    );
    const angle = await simulateLumped(
      parse(
        `components: { it: { kind: mine } }
run: { end: 2 s }
record: { every: 0.04 s, signals: ['it.*'] }
definitions:
  mine:
    outputs: { x: { unit: 1 } }
    states: { a: { unit: 1, initial: ${Math.asin(0.6)} }, r: { unit: 1, initial: 0 } }
    equations: |
      der(a) = r
      der(r) = -10 * sin(a)
      x = sin(a)
`,
        false,
      ),
      { solver: 'dopri5', relativeTolerance: 1e-11 },
    );
    const exact = angle.series('it.x').y;
    const found = await errors(text, 'it.x', (t) => exact[Math.round(t / 0.04)] as number);
    expect(found.lumped).toBeLessThan(1e-7);
    expect(found.steps).toBeLessThan(1e-3);
  });
});

describe('a piston whose area grows with its way, joined to a pump', () => {
  // A v = Q: (x + k x²/2) A0 = Q t.
  const [flow, area, growth, mass, load] = [2e-4, 1e-3, 3, 20, 5e3];
  const text = `components:
  pump: { kind: flowSource, flow: ${flow} m3/s }
  piston: { kind: cone, area: ${area} m2, growth: ${growth} 1/m, mass: ${mass} kg, load: ${load} N, start: ${flow / area} m/s }
  wall: { kind: tank }
  side: { kind: orifice, area: 1 mm2 }
  other: { kind: flowSource, flow: 1 l/min }
lines: { L: { from: other, to: side.in, length: 1 m, diameter: 10 mm } }
direct:
  - { from: pump.out, to: piston.cap }
  - { from: side.out, to: wall }
  - { from: piston.back, to: wall }
run: { end: 1 s, step: 1 ms }
record: { every: 20 ms, signals: [piston.x, piston.cap.p] }
definitions:
  cone:
    ports: { cap: hydraulic, back: hydraulic }
    parameters: { area: { unit: m2 }, growth: { unit: 1/m }, mass: { unit: kg }, load: { unit: N }, start: { unit: m/s } }
    states: { x: { unit: m, initial: 0 }, v: { unit: m/s, initial: start } }
    equations: |
      A = area * (1 + growth * x)
      der(x) = v
      der(v) = (A * cap.p - area * back.p - load) / mass
      cap.q = -A * v
      back.q = area * v
`;
  const x = (t: number): number => (-1 + Math.sqrt(1 + (2 * growth * flow * t) / area)) / growth;
  const pressure = (t: number): number => {
    const a = area * (1 + growth * x(t));
    const v = flow / a;
    return (load - (mass * growth * area * v * v) / a) / a;
  };

  test('is refused, and pointed to --reduce', () => {
    expect(mistake(text)).toMatch(/CIR334.*pump\.out and piston\.cap[\s\S]*--reduce/);
  });

  test('goes as far as the oil that comes, at the pressure that its load and mass ask for', async () => {
    const way = await errors(text, 'piston.x', x);
    expect(way.lumped / x(1)).toBeLessThan(1e-8);
    expect(way.steps / x(1)).toBeLessThan(1e-5);
    const found = await errors(text, 'piston.cap.p', pressure);
    expect(found.lumped / pressure(0)).toBeLessThan(1e-6);
  });
});

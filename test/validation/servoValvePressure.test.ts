/**
 * The pressure control servo valve without mass in oil and spool, all five modes of its spool, against runs and single points of another program (numpy and scipy: its own
 * Newton's method with the convex potential, RK45 at 1e-8 with located events).
 */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const text = readFileSync('circuits/servo-valve-pressure.yaml', 'utf8');
const read = (...set: string[]): Circuit => parseCircuit(text, 'servo-valve-pressure.yaml', { set }).circuit;

/** Position of the spool, mm, and pressure of the pipe, bar, every 0.1 s. */
const golden = {
  '1.1 m': [
    [-0.02497, 25.169],
    [0.02462, 94.85],
    [0.03462, 202.73],
    [0.0111, 162.769],
    [0.02551, 195.778],
    [0.04917, 20.805],
  ],
  '6 m': [
    [0.01778, 23.374],
    [0.17468, 90.809],
    [0.381, 149.371],
    [0.03997, 161.01],
    [0.15711, 187.399],
    [-0.381, 114.229],
  ],
} as const;

/** Times and modes. */
const events = {
  '1.1 m':
    '.002449 9 .031957 8 .043423 7 .099121 8 .101489 9 .108896 10 .11532 9 .134432 8 .13759 7 .171022 8 .200085 9 .202815 10 .231802 9 .300478 8 .301491 7 .325203 8 .328994 9 .364071 8 .400685 9 .500034 8 .500829 7 .503399 6 .543554 7 .577933 8 .587536 9',
  '6 m': '.002448 9 .089816 8 .100511 9 .107306 10 .163549 9 .201971 10 .301641 9 .407984 10 .429419 9 .501469 8 .501828 7 .504248 6',
} as const;

type Results = { readonly t: Float64Array; readonly series: (name: string) => { readonly y: Float64Array } };
const series = (results: Results, name: string): Float64Array => results.series(`valve.${name}`).y;

function expectGolden(results: Results, length: keyof typeof golden): void {
  golden[length].forEach(([position, pressure], k) => {
    const row = results.t.findIndex((t) => t > 0.1 * (k + 1) - 1e-9);
    expect(Math.abs((series(results, 'xs')[row] as number) * 1e3 - position), `position at ${0.1 * (k + 1)} s`).toBeLessThan(3e-5);
    expect(Math.abs((series(results, 'pipe')[row] as number) / 1e5 - pressure), `pressure at ${0.1 * (k + 1)} s`).toBeLessThan(0.004);
  });
}

/** Where the mode that is recorded changes, at rows of 50 µs. */
function transitions(results: Results): (readonly [number, number])[] {
  const modes = series(results, 'sel');
  return [...results.t].flatMap((t, k) => (k > 0 && modes[k] !== modes[k - 1] ? [[t, modes[k] as number] as const] : []));
}

// Full: both pipes; quickly the long one, which has more modes.
describe.each(isFull ? (['1.1 m', '6 m'] as const) : (['6 m'] as const))('a pipe of %s', (length) => {
  const circuit = read(`valve.pipeLength=${length}`);
  const lumped = (solver: 'rodas4' | 'dopri5'): Promise<Results & { readonly ending: unknown }> =>
    simulateLumped(circuit, { solver, relativeTolerance: 1e-7, transitionPressure: 1, every: 5e-5 });

  test.each(isFull ? (['rodas4', 'dopri5'] as const) : (['rodas4'] as const))(
    '%s goes through all modes in their order and at their times, and is where it should be',
    async (solver) => {
      const results = await lumped(solver);
      expect(results.ending).toBeNull();
      expectGolden(results, length);
      const told = events[length].split(' ').map(Number);
      const found = transitions(results);
      expect(found.map(([, mode]) => mode)).toEqual(told.filter((_, k) => k % 2 === 1));
      // Told to 0.1 ms; rows are 50 µs apart.
      found.forEach(([t], k) => expect(Math.abs(t - (told[2 * k] as number)), `transition ${k}`).toBeLessThan(1e-4));
    },
  );

  test('steps of the midpoint rule come to the same', async () => {
    const results = await simulate(circuit, { workers: 1 });
    expect(results.ending).toBeNull();
    expectGolden(results, length);
  });
});

test('at a fixed step of 1 ms it stays within 6 bar of the exact course, in all modes', async () => {
  const exact = await simulateLumped(read(), { solver: 'rodas4', relativeTolerance: 1e-7, transitionPressure: 1, every: 1e-3 });
  const results = await simulate(read('run.step=1 ms'), { workers: 1 });
  expect(results.ending).toBeNull();
  expect(results.account.steps.accepted).toBe(600);
  const off = series(results, 'pipe').map((p, k) => Math.abs(p - (series(exact, 'pipe')[k] as number)));
  expect(Math.max(...off)).toBeLessThan(6e5);
  expect(new Set(series(results, 'sel'))).toEqual(new Set([6, 7, 8, 9, 10]));
});

test('with a pipe that carries waves in place of the volume, delay and impedance as told, it settles where that does', async () => {
  // A leak of nothing to a tank, as a part needs somewhere that tells its pressure.
  const waves = text
    .replace('demand: { unit: Pa, about: pressure that the pipe should have }', 'demand: { unit: Pa }\n    ports: { out: hydraulic }')
    .replace('vpt = K * ssqrt(Pt - pipe)', 'vpt = K * ssqrt(Pt - out.p)')
    .replace('(pi * pipeRadius^2 * vpt)', '(pi * pipeRadius^2 * vpt)\n      out.q = pi * pipeRadius^2 * vpt')
    .replace(
      'signals:\n',
      'lines: { pipe: { from: valve.out, to: end.in, length: 1.1 m, diameter: 17.12 mm, model: wave, initialPressure: 5 bar } }\ndirect: [{ from: end.out, to: tank }]\nsignals:\n',
    )
    .replace('  valve: {', '  end: { kind: orifice, area: 1e-9 mm2 }\n  tank: { kind: tank }\n  valve: {')
    .replace('components:', 'fluid: { density: 860 kg/m3, bulkModulus: 580 MPa }\ncomponents:')
    .replace('valve.xs,', 'pipe.p, valve.xs,');
  const { circuit } = parseCircuit(waves, 'waves.yaml');
  const [pipe] = circuit.lines;
  // a = √(B/ρ) = 821.2 m/s: 7.306 ms for 6 m.
  expect((pipe?.wave?.delay as number) * (6 / 1.1)).toBeCloseTo(7.306e-3, 6);
  expect((pipe?.wave?.impedance as number) / 3.068e9).toBeCloseTo(1, 3);
  const results = await simulate(circuit, { workers: 1 });
  expect(results.ending).toBeNull();
  const mean = results.series('pipe.p').y;
  golden['1.1 m'].forEach(([, pressure], k) => {
    const row = results.t.findIndex((t) => t > 0.1 * (k + 1) - 1e-9);
    // Waves of a valve that has not come to rest are left.
    expect(Math.abs((mean[row] as number) / 1e5 - pressure)).toBeLessThan(1.5);
  });
});

/** Position in mm, pressure in bar, flapper → velocities of spool and of the oil into the pipe, m/s, Pc in bar, force on a stop in N. */
test.each([
  ['open to supply', 0.2, 100, 0.62, [-0.017108, 0.335818, 161.892, 0]],
  ['lapped', 0, 100, 0.62, [-0.002327, -2.1e-5, 155.11337, 0]],
  ['open to return', -0.2, 100, 0.5, [-0.07669, -0.312928, 148.33474, 0]],
  ['at the upper stop', 0.381, 100, 0.9, [0, 0.684238, 207.49446, 16.5365]],
  ['at the lower stop', -0.381, 150, 0.52, [0, -0.785588, 115.69032, -21.6065]],
] as const)('a single point, %s', async (_, position, pressure, flapper, told) => {
  const circuit = read(
    `valve.startPosition=${position * (1 + (Math.abs(position) > 0.38 ? 1e-9 : 0))} mm`,
    `valve.startPressure=${pressure} bar`,
    `valve.startFlapper=${flapper}`,
    'run.end=1 us',
    'run.step=1 us',
  );
  const results = await simulateLumped(circuit, { transitionPressure: 1e-3, record: ['valve.*'] });
  const first = (name: string): number => series(results, name)[0] as number;
  const isHeld = told[3] !== 0;
  const found = [isHeld ? 0 : first('vs'), first('vpt'), first('Pc') / 1e5, first('reaction')];
  // Velocities are told to 1e-6 m/s, the pressure to 5e-6 of it, the force to 1e-4 N; a spool that is free has none but rounding of 4 kN.
  [1e-6, 1e-6, 1e-3, isHeld ? 1e-4 : 1e-6].forEach((within, k) =>
    expect(Math.abs((found[k] as number) - (told[k] as number)), ['vs', 'vpt', 'Pc', 'reaction'][k]).toBeLessThan(within),
  );
  if (isHeld) expect(Math.sign(first('vs'))).toBe(Math.sign(told[3]));
});

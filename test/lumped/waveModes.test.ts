/** Wave lines by modes: against the exact solution in time, the exact frequencies, and oil and rest as one section has them. */
import { readFileSync } from 'node:fs';
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { expect, test } from 'vitest';
import { stepResponse } from '../../dist/bench/validation/oracles/laplace.js';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { lumpedSystem, simulateLumped } from '../../dist/lumped/solve.js';
import { endShare, modesFor, mostModes } from '../../dist/lumped/system/lineModes.js';
import { unknownNames } from '../../dist/lumped/system/unknownNames.js';
import type { IntegratorResults } from '../../dist/lumped/types.js';
import { isFull } from '../support/circuits.js';

const holmboe = readFileSync('circuits/water-hammer-holmboe.yaml', 'utf8');
const circuitOf = (text: string): Circuit => parseCircuit(text, 'line.yaml').circuit as Circuit;
const asIs = circuitOf(holmboe);
const lossless = circuitOf(holmboe.replace('friction: unsteady', 'friction: none'));
const line = asIs.lines[0] as NonNullable<(typeof asIs.lines)[0]>;
const { impedance, delay } = line.wave as { impedance: number; delay: number };
const closedAt = 0.01;

/** Largest error in parts of Joukowsky's rise over six periods, farther than 0.3 T from fronts. */
async function errorOf(circuit: Circuit, options: { lineTolerance?: number }): Promise<{ error: number; results: IntegratorResults }> {
  const results = await simulateLumped(circuit, { relativeTolerance: 1e-6, every: delay / 20, until: closedAt + 24 * delay, ...options });
  expect(results.ending).toBeNull();
  const { t, y } = results.series('valve.out.p');
  const first = t.findIndex((time) => time > closedAt);
  const base = y[first - 2] as number;
  const times = [...t.subarray(first)].map((time) => time - closedAt);
  const friction = line.wave?.friction;
  const resistance = circuit === lossless ? 0 : (friction?.resistance as number) / impedance;
  const exact = stepResponse({ delay, resistance, law: circuit === lossless ? 'lossless' : 'dependent' }, 'closure', times);
  let error = 0;
  times.forEach((time, k) => {
    const phase = (time / delay) % 2;
    if (phase < 0.3 || phase > 1.7) return;
    error = Math.max(error, Math.abs(((y[first + k] as number) - base) / (impedance * 64.859e-6) - (exact[k] as number)));
  });
  return { error, results };
}

test('water hammer without friction: within its tolerance, and one section is off by more than the rise', async () => {
  expect((await errorOf(lossless, {})).error).toBeGreaterThan(1);
  for (const lineTolerance of [0.3, 0.1, 0.02]) {
    const { error } = await errorOf(lossless, { lineTolerance });
    expect(error, `${lineTolerance}`).toBeLessThan(lineTolerance);
    // Not far more than was asked for.
    expect(error, `${lineTolerance}`).toBeGreaterThan(lineTolerance / 8);
  }
});

test('unsteady friction by 12 modes: within its tolerance', async () => {
  const { error } = await errorOf(asIs, { lineTolerance: 0.2 });
  expect(error).toBeLessThan(0.2);
});

test.runIf(isFull)(
  'water hammer of Holmboe and Rouleau with unsteady friction: 95 % off by one section, within 1 % by 38 modes',
  async () => {
    expect((await errorOf(asIs, {})).error).toBeGreaterThan(0.9);
    const { error, results } = await errorOf(asIs, { lineTolerance: 0.02 });
    expect(error).toBeLessThan(0.01);
    expect(results.notes.join()).toMatch(/1 wave line has 38 modes/);
    // It stands still until the valve shuts: memories of friction and pressures along the line begin as the flow has them.
    const { t, y } = results.series('valve.out.p');
    t.forEach((time, k) => {
      if (time < closedAt) expect(Math.abs((y[k] as number) / (y[0] as number) - 1)).toBeLessThan(1e-9);
    });
  },
);

test('the lowest frequencies of a line shut at one end, (2j - 1)π/2T, are met with order 2 of the modes', () => {
  const errors = [8, 16, 32].map((modes) => {
    const lineTolerance = (5.3 / modes) ** 2 * 1.0001;
    expect(modesFor(lineTolerance)).toBe(modes);
    const system = lumpedSystem(lossless, { lineTolerance });
    const y = new Float64Array(system.size);
    system.initial(y);
    system.arrive(0, y, -1);
    const values = new Float64Array(system.pattern.rows.length);
    system.rates(0, y, new Float64Array(system.size));
    system.jacobian(0, y, values);
    // In sizes of their own, so that rounding is that of the eigenvalues.
    const names = unknownNames(system);
    const sizes = (row: number): number => (names[row]?.unit === 'Pa' ? 1e5 : 1e5 / impedance);
    const matrix = Matrix.zeros(system.size, system.size);
    for (let j = 0; j < system.size; j++)
      for (let k = system.pattern.starts[j] as number; k < (system.pattern.starts[j + 1] as number); k++)
        matrix.set(system.pattern.rows[k] as number, j, ((values[k] as number) * sizes(j)) / sizes(system.pattern.rows[k] as number));
    const { imaginaryEigenvalues } = new EigenvalueDecomposition(matrix);
    const frequencies = imaginaryEigenvalues.filter((value) => value > 0).sort((a, b) => a - b);
    return [1, 2].map((j) => Math.abs(((frequencies[j - 1] as number) * delay) / ((j - 0.5) * Math.PI) - 1));
  });
  for (const j of [0, 1]) {
    const [coarse, middle, fine] = errors.map((of) => of[j] as number) as [number, number, number];
    expect(fine, `${errors}`).toBeLessThan(2e-4);
    expect(Math.log2(coarse / middle), `${errors}`).toBeGreaterThan(1.5);
    expect(Math.log2(middle / fine), `${errors}`).toBeGreaterThan(1.75);
  }
});

test('all oil of the line is there: what flows in raises the pressure by Q t/C', async () => {
  const shut = circuitOf(`ringmain: 1
name: shut
components:
  pump: { kind: flowSource, flow: 1 l/min }
  end: { kind: blockedEnd }
lines:
  pipe: { from: pump, to: end, length: 5 m, diameter: 20 mm, model: wave, friction: laminar }
initial: { pressure: 5 bar }
run: { end: 1 s }
record: { every: 1 ms, signals: ["*.p"] }
`);
  const raised = async (options: { lineTolerance?: number }): Promise<number> => {
    const results = await simulateLumped(shut, { relativeTolerance: 1e-8, ...options });
    return results.series('pump.out.p').y.at(-1) as number;
  };
  const one = await raised({});
  expect((await raised({ lineTolerance: 0.1 })) / one).toBeCloseTo(1, 3);
  expect(endShare(0)).toBe(0.5);
  expect(endShare(mostModes)).toBeGreaterThan(0);
});

test('a rod has modes as a line has', async () => {
  const rod = circuitOf(`ringmain: 1
name: rod
components:
  push: { kind: forceSource, force: 1 kN }
  body: { kind: mass, mass: 5 kg }
  free: { kind: forceSource, force: 0 N }
lines:
  bar: { from: push, to: body.a, impedance: 3.16e4 N s/m, delay: 0.63 ms, model: wave }
direct:
  - { from: body.b, to: free }
run: { end: 50 ms }
record: { every: 1 ms, signals: ["body.*"] }
`);
  const results = await simulateLumped(rod, { lineTolerance: 0.1 });
  expect(results.ending).toBeNull();
  expect(results.run.unknowns.some(({ name }) => name === 'bar.pressure1')).toBe(true);
});

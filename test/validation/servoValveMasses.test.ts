/**
 * The servo valve with masses and with small volumes: both tend to the one without, and take the work that was published of them, counted. Hodgson, Hyde and Sharma tell
 * run times by ODE45 of 37.76 s with all masses and 0.79 s without, and 1.90 s with small volumes by ODE23tb.
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import type { IntegratorResults } from '../../dist/lumped/types.js';
import { simulate } from '../../dist/run/simulate.js';
import { isFull } from '../support/circuits.js';

const read = (name: string, ...set: string[]): Circuit =>
  parseCircuit(readFileSync(`circuits/${name}.yaml`, 'utf8'), name, { set }).circuit;
const masses = (...set: string[]): Circuit => read('servo-valve-masses', ...set.map((one) => `valve.${one}`));
const tight = { solver: 'rodas4', relativeTolerance: 1e-7, transitionPressure: 1, every: 1e-3 } as const;
const zero = await simulateLumped(read('servo-valve-pressure'), tight);

/** Largest distance from the valve without masses: of the pipe's pressure, bar, and of the spool, µm. */
async function distances(circuit: Circuit): Promise<readonly [number, number]> {
  const results = await simulateLumped(circuit, tight);
  expect(results.ending).toBeNull();
  return [1e-5 * between(results, 'valve.pipe'), 1e6 * between(results, 'valve.xs')];
}

function between(results: Pick<IntegratorResults, 'series'>, name: string): number {
  const { y } = results.series(name);
  return Math.max(...zero.series(name).y.map((value, k) => Math.abs(value - (y[k] as number))));
}

test.skipIf(!isFull)('masses do as much as they weigh: a tenth of them a tenth', async () => {
  const [pressure, position] = await distances(masses());
  const [tenthPressure, tenthPosition] = await distances(masses('columnLength=1 mm', 'spoolMass=2 g', 'friction=0.01 N s/m'));
  // Of the first there are terms of the second order left.
  expect(pressure / tenthPressure).toBeGreaterThan(8);
  expect(pressure / tenthPressure).toBeLessThan(11);
  expect(position / tenthPosition).toBeGreaterThan(8);
  expect(position / tenthPosition).toBeLessThan(11);
});

test('volumes of 1e-9 m3, with friction of 0.1 N s/m and a spool of next to no mass, are off by at most 0.106 bar and 0.8 µm, as told', async () => {
  const [pressure, position] = await distances(masses('columnLength=0 m', 'jointVolume=1e-9 m3', 'spoolMass=0.01 g'));
  expect(pressure).toBeLessThan(0.106);
  // Told to one digit.
  expect(position).toBeLessThan(0.85);
});

test.runIf(isFull)(
  'without mass it takes a fiftieth of the evaluations of all masses by dopri5, and less than half of those of small volumes by rodas4',
  async () => {
    const evaluations = async (circuit: Circuit, solver: string): Promise<number> =>
      (await simulateLumped(circuit, { solver, relativeTolerance: 1e-5 })).cost.counts.rates;
    const without = read('servo-valve-pressure');
    expect((await evaluations(masses(), 'dopri5')) / (await evaluations(without, 'dopri5'))).toBeGreaterThan(37.76 / 0.79);
    const volumes = masses('columnLength=0 m', 'jointVolume=1e-9 m3');
    expect((await evaluations(volumes, 'rodas4')) / (await evaluations(without, 'rodas4'))).toBeGreaterThan(1.9 / 0.79);
  },
);

test.skipIf(!isFull).each([
  ['all masses', []],
  ['mass of the spool only', ['columnLength=0 m']],
  ['small volumes', ['columnLength=0 m', 'jointVolume=1e-9 m3']],
] as const)('steps of the midpoint rule go where integrators go: %s', async (_, set) => {
  const circuit = masses(...set);
  const exact = await simulateLumped(circuit, tight);
  const results = await simulate(circuit, { workers: 1, every: 1e-3 });
  expect(results.ending).toBeNull();
  const { y } = results.series('valve.pipe');
  const off = exact.series('valve.pipe').y.map((p, k) => Math.abs(p - (y[k] as number)));
  // Of 2e7 Pa, by steps of 20 µs through stops that they meet at their ends.
  expect(Math.max(...off)).toBeLessThan(2e4);
});

/** What leaving out masses and volumes does: joined components beside the same with a mass where there is none, and with oil where they meet. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { daeOf } from '../../../dist/bench/forms/dae.js';
import { integrateForm } from '../../../dist/bench/forms/forms.js';
import type { Circuit } from '../../../dist/circuit/circuit.js';
import { parseCircuit } from '../../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../../dist/lumped/solve.js';
import { simulate } from '../../../dist/run/simulate.js';
import { isFull } from '../../support/circuits.js';

const text = readFileSync('circuits/w1-lines.yaml', 'utf8');
const read = (...set: string[]): Circuit => parseCircuit(text, 'w1-lines.yaml', { set }).circuit;
const options = { solver: 'radau5', relativeTolerance: 1e-9, record: ['pipe.velocity', 'inlet.velocity', 'joint.p'], every: 5e-3 };
const asItStands = simulateLumped(read(), options);

/** Largest difference of the pipe's velocity from 20 ms on, m/s. */
async function difference(setting: string): Promise<number> {
  const [exact, results] = [await asItStands, await simulateLumped(read(setting), options)];
  expect(results.ending).toBeNull();
  const [a, b] = [exact, results].map((one) => one.series('pipe.velocity').y) as [Float64Array, Float64Array];
  return a.reduce((largest, y, k) => (k < 4 ? 0 : Math.max(largest, Math.abs(y - (b[k] as number)))), 0);
}

describe('the limit of no mass, and of no volume', () => {
  test.each([
    ['run.smallMass', '0.1 g', '0.01 g'],
    ['run.jointVolume', '1 cm3', '0.1 cm3'],
  ])('%s: the difference falls with it', async (key, large, small) => {
    const [a, b] = [await difference(`${key}=${large}`), await difference(`${key}=${small}`)];
    expect(b).toBeGreaterThan(1e-7);
    expect(a / b / 10).toBeGreaterThan(0.95);
    expect(a / b / 10).toBeLessThan(1.05);
  });
});

test('steps of TLM have the same volumes, whose oil is in the balance', async () => {
  const circuit = read('run.jointVolume=2 cm3', 'run.smallMass=0.1 g');
  const [steps, exact] = [
    await simulate(circuit, { workers: 1, step: 2e-6, until: 0.02, every: 1e-3 }),
    await simulateLumped(circuit, { ...options, every: 1e-3, until: 0.02 }),
  ];
  const [a, b] = [steps, exact].map((one) => one.series('joint.p').y) as [Float64Array, Float64Array];
  expect(steps.ending).toBeNull();
  b.forEach((y, k) => expect(Math.abs((a[k] as number) - y)).toBeLessThan(2e-4 * 205e5));
  expect(Math.abs(steps.account.balance.off)).toBeLessThan(1e-12);
});

// Full: W1 by lines in all forms; quickly each form by circuits of fewer components.
test.runIf(isFull)('forms of a circuit of joined components: W1 from lines is W1', () => {
  const dae = daeOf(read());
  expect(dae.states).toEqual(['pipe.velocity', 'oil']);
  expect(dae.unknowns).toContain('inlet.velocity');
  const run = (form: 'least order' | 'projection' | 'plain'): number =>
    integrateForm(dae, { form, method: 'rk4', step: 1e-4, end: 0.2, gain: 500 }).y[0] as number;
  // RK4 of w1 at 10 µs; the orifices are those of lossCoefficient to 1e-13.
  expect(Math.abs(run('least order') + 0.3098852300557)).toBeLessThan(1e-8);
  expect(Math.abs(run('projection') + 0.3098852300557)).toBeLessThan(1e-8);
  expect(Math.abs(run('plain') + 0.3098852300557)).toBeGreaterThan(1e-5);
});

test('what the forms cannot have is refused: wave lines', () => {
  const waves = text.replace('volume: 0.5 l', 'length: 1 m, diameter: 20 mm, model: wave');
  expect(() => daeOf(parseCircuit(waves, 'waves.yaml').circuit)).toThrow(/no circuit with equations 0 = e, plain lines/);
});

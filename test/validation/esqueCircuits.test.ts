/**
 * The circuits after Esqué 2008, by TLM at a constant bulk modulus, against reference solutions by another program (bench/reference/esque.py,
 * Radau IIA at 1e-10); and their steady starts.
 */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { readCircuit } from '../../dist/circuit/file/read.js';
import { simulate } from '../../dist/run/simulate.js';
import type { LineResults } from '../../dist/run/types.js';
import { Law } from '../support/laws.js';

/** Value at a time, straight between rows. */
function at(results: LineResults, name: string, time: number): number {
  const { t, y } = results.series(name);
  let k = 0;
  while (k < t.length - 2 && (t[k + 1] as number) < time) k++;
  const [a, b] = [t[k] as number, t[k + 1] as number];
  return (y[k] as number) + ((time - a) / (b - a)) * ((y[k + 1] as number) - (y[k] as number));
}

describe('a steady start', () => {
  const flowOf = (circuit: Circuit, name: string, inlet: number, outlet: number): number => {
    const parameters = circuit.components.find((one) => one.name === name)?.parameters as Record<string, number>;
    return new Law('transitionOrifice', parameters, { density: 870, viscosity: 30e-6 }).flow('out', { 'in.p': inlet, 'out.p': outlet });
  };

  test.each([
    ['orifices-rt-1', 40],
    ['orifices-rt-2', 60],
    ['orifices-off-1', 60],
    ['orifices-off-2', 60],
    ['ringing', 18],
  ])('of %s: the pump and both orifices pass %d l/min, to 1e-13', async (name, litres) => {
    const circuit = await readCircuit(`circuits/${name}.yaml`);
    const [p1, p2] = circuit.lines.map(({ initialPressure }) => initialPressure) as [number, number];
    expect(Math.abs((flowOf(circuit, 'n1', p1, p2) * 6e4) / litres - 1)).toBeLessThan(1e-13);
    expect(Math.abs((flowOf(circuit, 'n2', p2, 0) * 6e4) / litres - 1)).toBeLessThan(1e-13);
  });
});

test('servo-cylinder at a constant modulus: closed, its valve leaves the pump to the relief valve', async () => {
  const circuit = await readCircuit('circuits/servo-cylinder.yaml', { set: ['fluid.tait=none', 'fluid.bulkModulus=13600 bar'] });
  const results = await simulate(circuit, { workers: 1, every: 1e-3 });
  expect(results.ending).toBeNull();
  for (const t of [3.9, 10]) {
    expect(at(results, 'supply.p', t) / 1e6).toBeCloseTo(11.7142, 4);
    expect(at(results, 'prv.flowCoefficient', t) * 1e7).toBeCloseTo(1.2174, 4);
  }
  expect(at(results, 'pipeA.flow', 1.5) * 6e4).toBeCloseTo(25, 1);
  expect(results.account.balance.mass).toBeLessThan(1e-12);
});

describe('without anything hydraulic', () => {
  const concentrations = [
    6.703114665e-4, 1.309980405e-4, 4.686324744e-5, 1.044680793e-3, 5.950120343e-4, 1.399905573e-3, 1.014674706e-3, 4.685325294e-3,
  ];

  test('hires ends at the published values, to 1e-8, with a step of 1 ms', async () => {
    const results = await simulate(await readCircuit('circuits/hires.yaml'), { workers: 1, step: 1e-3 });
    concentrations.forEach((y, k) => {
      expect(Math.abs((results.series(`plant.y${k + 1}`).y.at(-1) as number) / y - 1)).toBeLessThan(1e-8);
    });
    expect(results.notes.filter((note) => note.startsWith('no lines'))).toEqual([]);
  });

  test('a run at variable steps says that nothing judges them', async () => {
    for (const name of ['hires', 'van-der-pol']) {
      const results = await simulate(await readCircuit(`circuits/${name}.yaml`), { workers: 1, until: 0.1 });
      expect(results.ending).toBeNull();
      expect(results.notes).toContainEqual(expect.stringContaining('no lines'));
    }
  });
});

/**
 * The circuits after Esqué 2008, by TLM at a constant bulk modulus, against reference solutions by another program (bench/reference/esque.py,
 * Radau IIA at 1e-10); and their steady starts.
 */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { readCircuit } from '../../dist/circuit/read.js';
import { simulate } from '../../dist/run/simulate.js';
import type { Results } from '../../dist/run/types.js';
import { Law } from '../support/laws.js';

/** Value at a time, straight between rows. */
function at(results: Results, name: string, time: number): number {
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

/** t [s], p1, p2 [MPa], at 1.2e9 Pa. */
const references: Record<string, readonly (readonly [number, number, number])[]> = {
  'orifices-rt-1': [
    [0.025, 10.060562, 4.776335],
    [0.1, 6.067803, 2.741627],
    [0.79, 4.619105, 2.182686],
    [0.81, 6.582058, 3.191828],
    [1.5, 6.801654, 3.400827],
  ],
  'orifices-rt-2': [
    [0.025, 19.196472, 15.011234],
    [0.1, 5.620989, 4.12059],
    [0.79, 2.387869, 1.831963],
    [0.81, 7.649275, 6.140919],
    [1.5, 9.163339, 7.65186],
  ],
};

test.each(Object.entries(references))(
  '%s: pressures within 4e-3 at a pressure error of 0.1 bar, within 1e-3 at a tenth of that',
  async (name, rows) => {
    const circuit = await readCircuit(`circuits/${name}.yaml`);
    const worst = async (pressureError: number): Promise<number> => {
      const results = await simulate(circuit, { workers: 1, every: 1e-4, pressureError });
      expect(results.ending).toBeNull();
      return Math.max(
        ...rows.flatMap(([t, p1, p2]) => [at(results, 'V1.p', t) / 1e6 / p1 - 1, at(results, 'V2.p', t) / 1e6 / p2 - 1].map(Math.abs)),
      );
    };
    const [coarse, fine] = [await worst(1e4), await worst(1e3)];
    expect(fine).toBeLessThan(1e-3);
    expect(coarse).toBeLessThan(4e-3);
    expect(fine).toBeLessThan(0.5 * coarse);
  },
);

test('servo-cylinder: at a constant modulus the piston is within 0.3 mm of the reference, whose modulus rises with pressure', async () => {
  const circuit = await readCircuit('circuits/servo-cylinder.yaml', { set: ['fluid.tait=none', 'fluid.bulkModulus=13600 bar'] });
  const results = await simulate(circuit, { workers: 1, every: 1e-3 });
  expect(results.ending).toBeNull();
  for (const [t, x] of [
    [0.999, 0.100005],
    [1.5, 0.207306],
    [2.2, 0.354261],
    [3.9, 0.378238],
    [4.5, 0.278958],
    [5, 0.184637],
    [6.5, 0.26336],
    [7.5, 0.431446],
    [10, 0.269344],
  ] as const)
    expect(Math.abs(at(results, 'cyl.x', t) - x), `at ${t} s`).toBeLessThan(3e-4);
  // Closed, the valve leaves the pump's flow to the relief valve.
  for (const t of [3.9, 10]) {
    expect(at(results, 'supply.p', t) / 1e6).toBeCloseTo(11.7142, 4);
    expect(at(results, 'prv.flowCoefficient', t) * 1e7).toBeCloseTo(1.2174, 4);
  }
  expect(at(results, 'pipeA.flow', 1.5) * 6e4).toBeCloseTo(25, 1);
  expect(results.balance.mass).toBeLessThan(1e-12);
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

/** The three circuits of Ustinov, LUT 2023, at rest and in motion, against what can be worked out of their parameters. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { simulateLumped } from '../../dist/lumped/solve.js';
import { simulate } from '../../dist/run/simulate.js';

const read = (name: string, set: string[] = []) =>
  parseCircuit(readFileSync(`circuits/${name}.yaml`, 'utf8'), `${name}.yaml`, { set }).circuit;

describe('three-orifices', () => {
  // Cd A √(2 Δp/ρ) with a third of 100 bar over each
  const flow = 0.6 * (Math.PI / 4) * 1e-6 * Math.sqrt((2 * (1e7 / 3)) / 900);

  test.each(['tlm', 'rodas4'])('%s: comes to rest with a third of the supply over each orifice', async (solver) => {
    const circuit = read('three-orifices');
    const results = await (solver === 'tlm' ? simulate(circuit, { workers: 1 }) : simulateLumped(circuit));
    const last = (name: string): number => results.series(name).y.at(-1) as number;
    expect(flow).toBeCloseTo(4.0558e-5, 9);
    expect(last('V1.p') / 1e7).toBeCloseTo(2 / 3, 8);
    expect(last('V2.p') / 1e7).toBeCloseTo(1 / 3, 8);
    expect(last('o3.out.q') / flow).toBeCloseTo(1, 8);
  });
});

describe.each(['cylinder-drive-2020', 'cylinder-drive-2021', 'cylinder-drive-2023'])('%s', (name) => {
  test('lines and an integrator agree; the piston takes what the valve gives, less what the chamber is squeezed by', async () => {
    const circuit = read(name);
    const record = ['cylinder.x', 'Vv.p', 'nA.p', 'nB.p'];
    const lines = await simulate(circuit, { workers: 1, record });
    const equations = await simulateLumped(circuit, { record });
    expect([lines.ending, equations.ending]).toEqual([null, null]);
    const way = (results: typeof lines | typeof equations): number => (results.series('cylinder.x').y.at(-1) as number) - 0.75;
    expect(way(equations)).toBeGreaterThan(0.01);
    expect(Math.abs(way(lines) / way(equations) - 1)).toBeLessThan(4e-3);
  });
});

describe('flow-control-valve', () => {
  test('the compensator keeps 10.2 bar over the throttle while that is what throttles', async () => {
    // 2.3 V open the throttle to 5.8e-7, about the orifice behind it; the on-off valve stays open.
    const circuit = read('flow-control-valve', ['voltage.amplitude=0', 'voltage.mean=2.3', 'onOff.mean=2e9', 'pressure.amplitude=0']);
    const results = await simulateLumped(circuit, { until: 4, record: ['V1.p', 'behind.p', 'throttle.out.q', 'compensator.*'] });
    const last = (name: string): number => results.series(name).y.at(-1) as number;
    const opening = 5.26e-7 * (2.3 - 1.2);
    const coefficient = last('compensator.coefficient');
    // In the balance of the spool C1 + C2 Δp takes what is not 10.2 bar.
    const margin = last('V1.p') - last('behind.p');
    expect(margin).toBeCloseTo(1.02e6 - (4.65e7 - 1.79e4 * (170e5 - last('V1.p'))) * coefficient, -3);
    expect(last('throttle.out.q') / (opening * Math.sqrt(margin))).toBeCloseTo(1, 6);
    expect(last('throttle.out.q') / (coefficient * Math.sqrt(170e5 - last('V1.p')))).toBeCloseTo(1, 4);
  });
});

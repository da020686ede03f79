import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { simulate } from '../../dist/run/simulate.js';

const parse = (text: string) => parseCircuit(text, 'ring.yaml');
/** All that a run depends on, without the hash. */
const values = ({ components, lines, direct, signals, fluid, run, record }: Circuit) => ({
  components: components.map(({ name, kind, parameters }) => ({ name, kind: kind?.kind, parameters })),
  lines,
  direct,
  signals,
  fluid,
  run,
  record,
});

describe('generated rings', () => {
  test.each([3, 4, 7, 50, 200])('%i stations: no mistakes, and the expanded form is the same circuit', (stations) => {
    const compact = parse(generateRing({ stations, seed: 3 }));
    const expanded = parse(generateRing({ stations, seed: 3, expand: true }));
    expect(compact.warnings).toEqual([]);
    expect(expanded.warnings).toEqual([]);
    expect(expanded.circuit.hash).toBe(compact.circuit.hash);
    expect(values(expanded.circuit)).toEqual(values(compact.circuit));
  });

  test('a supply every 50 stations, delivering what the stations take', () => {
    const { circuit } = parse(generateRing({ stations: 200 }));
    const pumps = circuit.components.filter(({ kind }) => kind?.kind === 'flowSource');
    expect(pumps.map(({ name }) => name)).toEqual(['s0_pump', 's50_pump', 's100_pump', 's150_pump']);
    expect(pumps.map(({ parameters }) => (parameters.flow as number) * 6e4)).toEqual(pumps.map(() => expect.closeTo(292, 6)));
    expect(circuit.components.length).toBe(1012);
    expect(circuit.lines.length).toBe(808);
  });

  test('the seed draws values, never connections', () => {
    expect(generateRing({ stations: 20, seed: 5 })).toBe(generateRing({ stations: 20, seed: 5 }));
    expect(generateRing({ stations: 20, seed: 5, expand: true })).toBe(generateRing({ stations: 20, seed: 5, expand: true }));
    const [a, b] = [parse(generateRing({ stations: 20, seed: 5 })).circuit, parse(generateRing({ stations: 20, seed: 6 })).circuit];
    expect(a.hash).toBe(b.hash);
    expect(values(a)).not.toEqual(values(b));
  });

  test.each([2, 200_000_001, 3.5, Number.NaN])('%d stations are refused', (stations) => {
    expect(() => generateRing({ stations, expand: false })).toThrow('give a whole number from 3 to 200000000');
  });

  test('more than a million stations are not written out', () => {
    expect(() => generateRing({ stations: 1_000_001, expand: true })).toThrow('give a whole number from 3 to 1000000');
  });

  test.each([-1, 0.5, 2 ** 32])('seed %d is refused', (seed) => {
    expect(() => generateRing({ stations: 3, seed })).toThrow('give a whole number from 0 to 4294967295');
  });

  test('50 stations give the step control work at a sensible pressure', async () => {
    const results = await simulate(parse(generateRing({ stations: 50 })).circuit, { workers: 1 });
    expect(results.ending).toBeNull();
    expect(results.account.steps.accepted).toBeGreaterThan(1000);
    expect(results.account.steps.rejected).toBeGreaterThanOrEqual(20);
    const { y: main } = results.series('s0_node.p');
    expect(Math.min(...main)).toBeGreaterThan(100e5);
    expect(Math.max(...main)).toBeLessThan(200e5);
    const { y: v } = results.series('s0_cylinder.v');
    expect(Math.max(...v)).toBeGreaterThan(0.05);
    expect(Math.min(...v)).toBeLessThan(-0.05);
    expect(results.series('s1_motor.speed').y.at(-1)).toBeGreaterThan(20);
  });
});

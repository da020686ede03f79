/** The fluid's law of the bulk modulus: its values, its place in a file, and what TLM says to it. */
import { describe, expect, test } from 'vitest';
import { CircuitError } from '../../dist/circuit/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/parse.js';
import { taitBulkModulus, taitSlope } from '../../dist/circuit/tait.js';
import { simulate } from '../../dist/run/simulate.js';

const law = { coefficient: 0.0894, pressure: 1.2e8 };

describe('B(p) = (p + b)(1/a - ln(1 + p/b))', () => {
  test.each([
    [0, 1.342282e9],
    [5e6, 1.393108e9],
    [10e6, 1.443733e9],
    [20e6, 1.544414e9],
    [30e6, 1.644381e9],
  ])('at %d Pa it is %d Pa, to seven digits', (p, modulus) => {
    expect(Math.abs(taitBulkModulus(p, law) / modulus - 1)).toBeLessThan(5e-7);
  });

  test('at no pressure it is b/a, with a slope of 10.1857', () => {
    expect(taitBulkModulus(0, law)).toBeCloseTo(law.pressure / law.coefficient, 5);
    expect(taitSlope(0, law)).toBeCloseTo(10.1857, 4);
  });

  test('its slope is that of central differences to 1e-8', () => {
    for (const p of [-1e5, 0, 1e5, 1e7, 5e7]) {
      const h = 1e4;
      const difference = (taitBulkModulus(p + h, law) - taitBulkModulus(p - h, law)) / (2 * h);
      expect(Math.abs(taitSlope(p, law) / difference - 1)).toBeLessThan(1e-8);
    }
  });

  test('below -b it is not a number', () => {
    expect(taitBulkModulus(-1.3e8, law)).toBeNaN();
    expect(taitSlope(-1.3e8, law)).toBeNaN();
  });
});

const file = (own = '') => `ringmain: 1
name: soft
fluid: { density: 870 kg/m3, tait: { coefficient: 0.0894, pressure: 1200 bar } }
components:
  p: { kind: flowSource, flow: 10 l/min }
  n: { kind: junction }
  r: { kind: laminarRestrictor, conductance: 1 l/min/bar }
  t: { kind: tank }
lines:
  a: { from: p, to: n, volume: 1 l${own} }
  b: { from: n, to: r.in, volume: 1 l${own} }
direct: [{ from: r.out, to: t }]
run: { end: 10 ms }
`;
const read = (text: string, set: string[] = []) => parseCircuit(text, 'soft.yaml', { set }).circuit;

describe('in a circuit file', () => {
  test('it stands for the bulk modulus: lines follow it', () => {
    const { fluid, lines } = read(file());
    expect(fluid.tait).toEqual({ coefficient: 0.0894, pressure: 1.2e8 });
    expect(fluid.bulkModulus).toBe(1.2e8 / 0.0894);
    expect(lines.map(({ tait, bulkModulus }) => [tait, bulkModulus])).toEqual([
      [true, fluid.bulkModulus],
      [true, fluid.bulkModulus],
    ]);
  });

  test('a line with a modulus of its own keeps that, and so do lines without the law', () => {
    expect(read(file(', bulkModulus: 9000 bar')).lines.map(({ tait, bulkModulus }) => [tait, bulkModulus])).toEqual([
      [false, 9e8],
      [false, 9e8],
    ]);
    const plain = read(file().replace(/, tait: \{.*?\}/, ''));
    expect(plain.fluid.tait).toBeNull();
    expect(plain.lines.map(({ tait }) => tait)).toEqual([false, false]);
  });

  test('--set takes it away, and nothing else', () => {
    const { fluid, lines } = read(file(), ['fluid.tait=none', 'fluid.bulkModulus=13000 bar']);
    expect(fluid).toMatchObject({ tait: null, bulkModulus: 1.3e9 });
    expect(lines.every(({ tait, bulkModulus }) => !tait && bulkModulus === 1.3e9)).toBe(true);
    expect(() => read(file(), ['fluid.tait=some'])).toThrow(CircuitError);
    expect(() => read(file(), ['fluid.tait=some'])).toThrow('tait can be taken away only');
  });
});

describe('TLM', () => {
  test('refuses it, and says what to do', async () => {
    const refused = simulate(read(file()));
    await expect(refused).rejects.toMatchObject({ code: 'RUN212', message: expect.stringContaining("line 'a'") });
    await expect(refused).rejects.toMatchObject({
      remedy: expect.stringContaining('--set fluid.tait=none --set fluid.bulkModulus="13422.8 bar"'),
    });
  });

  test('runs where every line has a modulus of its own, or the law is taken away', async () => {
    for (const circuit of [read(file(', bulkModulus: 9000 bar')), read(file(), ['fluid.tait=none'])])
      expect((await simulate(circuit, { workers: 1 })).ending).toBeNull();
  });
});

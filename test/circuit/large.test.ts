/** The quick ways through a large circuit: they take nothing that the schema refuses, and find what the slow ones find, to the bit. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { withoutPlain } from '../../dist/circuit/file/plainShape.js';
import { circuitSchema } from '../../dist/circuit/file/schema.js';
import { shapeCircuit } from '../../dist/circuit/generate/shapes.js';

describe('sections that are plainly right', () => {
  test('those of a generated circuit are, and need no second look', () => {
    const rest = withoutPlain(shapeCircuit('ladder', { stations: 20 }));
    expect(Object.keys(rest).filter((key) => ['components', 'lines', 'direct', 'signals'].includes(key))).toEqual([]);
  });

  test('what is left out the schema takes', () => {
    const value = fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom<unknown>('1 m', 'wave', 2.5) },
      fc.constantFrom<unknown>(Number.NaN, Number.POSITIVE_INFINITY, null, undefined, true, [], {}, 'x'),
    );
    const keys = ['kind', 'from', 'to', 'length', 'model', 'segments', 'lenght', 'about'];
    const entry = fc.oneof(
      { weight: 8, arbitrary: fc.dictionary(fc.constantFrom(...keys), value, { maxKeys: 4, noNullPrototype: false }) },
      fc.constantFrom<unknown>(null, 'text', 1, [], ['1 m']),
    );
    const ends = { from: 'a', to: 'b' };
    const right = fc.constantFrom<unknown>({ kind: 'tank', ...ends }, ends, { ...ends, length: '1 m' }, { ...ends, length: Number.NaN });
    const map = fc.dictionary(fc.constantFrom('a', 'b', '1'), fc.oneof(entry, right), { noNullPrototype: false });
    const section = fc.oneof(map, fc.array(fc.oneof(entry, right), { maxLength: 3 }), fc.constantFrom<unknown>(null, 'text', new Map()));
    let taken = 0;
    fc.assert(
      fc.property(fc.constantFrom('components', 'lines', 'direct', 'signals'), section, (name, drawn) => {
        const whole = { ringmain: 1, name: 'drawn', [name]: drawn };
        if (name in withoutPlain(whole)) return;
        taken++;
        expect(circuitSchema.safeParse(whole).success).toBe(true);
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(taken).toBeGreaterThan(100);
  });
});

describe('pipes of a length and a diameter', () => {
  const file = (defaults: string, more: string): string => `ringmain: 1
name: pipes
fluid: { air: { fraction: 1 % } }
components: { p: { kind: flowSource, flow: 1 l/min }, a: { kind: junction }, b: { kind: junction }, t: { kind: tank } }
lines:
  L1: { from: p, to: a, length: 2 m, diameter: 11 mm${more} }
  L2: { from: a, to: b, length: 1.7 m, diameter: 9.5 mm${more} }
  L3: { from: a, to: b, diameter: 1 in, length: 30 cm${more} }
  L4: { from: a, to: s0_n, length: 4 m${more} }
  L5: { from: b, to: t, length: 1 mm${more} }
subcircuits:
  station:
    parameters: { long: 1 m, wide: 8 mm }
    components: { n: { kind: junction }, e: { kind: blockedEnd } }
    lines: { main: { from: n, to: next.n, length: $long, diameter: $wide${more} }, end: { from: n, to: e, length: $long${more} } }
repeat: { s: { subcircuit: station, count: 5, close: true, set: { long: { from: 1 m, to: 2 m, seed: 3 }, wide: [8 mm, 0.01 m] } } }
defaults: { line: { ${defaults} } }
initial: { pressure: 3 bar }
`;

  test.each([
    'diameter: 7 mm',
    'diameter: 7 mm, bulkModulus: 9000 bar, filter: 0.4',
    'diameter: 7 mm, wallThickness: 2 mm',
    'diameter: 7 mm, model: wave',
  ])('with defaults of %s: the data that each has when it is read by itself', (defaults) => {
    // A key more than length and diameter, which says what is so anyway.
    const [quick, slow] = ['', ', initialPressure: 3 bar'].map((more) => parseCircuit(file(defaults, more), 'pipes.yaml').circuit);
    expect(quick?.lines).toHaveLength(15);
    expect(quick?.lines).toEqual(slow?.lines);
  });

  test('one that is wrong after one that is right is reported in its place', () => {
    const text = file('diameter: 7 mm', '').replace('1.7 m', '1.7 s').replace('30 cm', '0 cm');
    try {
      parseCircuit(text, 'pipes.yaml');
      expect.unreachable();
    } catch (error) {
      const found = (error as CircuitError).diagnostics.map(({ code, place }) => [code, place?.line, place?.column]);
      expect(error).toBeInstanceOf(CircuitError);
      expect(found).toEqual([
        ['CIR203', 7, 33],
        ['CIR314', 8, 49],
      ]);
    }
  });
});

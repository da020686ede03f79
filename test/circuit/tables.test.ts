/** A circuit as columns and as objects: the same circuit, whichever is made from the other; and names that are read instead of stored. */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import type { CircuitTables } from '../../dist/circuit/tables.js';
import { circuitOf, tablesOf } from '../../dist/circuit/views.js';
import { simulate } from '../../dist/run/simulate.js';

const read = (text: string): Circuit => parseCircuit(text, 'tables.yaml').circuit;
const ring = read(generateRing({ stations: 60, seed: 3 }));
const waves = read(generateRing({ stations: 30, preset: 'b' }));

describe('objects and columns', () => {
  test.each([
    ['ring', ring, 0.01],
    ['ring of wave lines', waves, 0.005],
  ])('%s: columns made from its objects give its objects, its hash and its bits', async (_, circuit, until) => {
    const copy: Circuit = { ...circuit };
    const tables: CircuitTables = tablesOf(copy);
    expect(tables).not.toBe(tablesOf(circuit));
    const { components, lines, direct, signals, hash, run, record, ...head } = circuit;
    expect(circuitOf(head, tables, { run, record })).toEqual({ ...head, components, lines, direct, signals, hash, run, record });
    const [one, other] = [await simulate(circuit, { workers: 1, until }), await simulate(copy, { workers: 1, until })];
    expect(other.digest).toBe(one.digest);
  });

  test.each([1, 2])('a run with %i workers works on the columns alone', async (workers) => {
    const { circuit } = parseCircuit(generateRing({ stations: 60, seed: 3 }), 'tables.yaml');
    for (const key of ['components', 'lines', 'direct', 'hash'])
      Object.defineProperty(circuit, key, {
        get: () => {
          throw new Error(`${key} made`);
        },
      });
    const { digest } = await simulate(circuit, { workers, until: 0.01, oversubscribe: true });
    expect(digest).toBe((await simulate(ring, { workers: 1, until: 0.01 })).digest);
  });

  test('what is changed in a copy is what is run', async () => {
    const stiffer: Circuit = { ...ring, lines: ring.lines.map((line) => ({ ...line, bulkModulus: 2 * line.bulkModulus })) };
    const [one, other] = [await simulate(ring, { workers: 1, until: 0.01 }), await simulate(stiffer, { workers: 1, until: 0.01 })];
    expect(other.digest).not.toBe(one.digest);
  });

  test('components of a repeated subcircuit share the row of their values: memory does not grow with parameters that are the same', () => {
    const rows = (stations: number): number[] => {
      const { components, lines } = tablesOf(read(generateRing({ stations, preset: 'a' })));
      return [...components.parameters.map((kind) => kind.rows.count), lines.data.count];
    };
    expect(rows(2000)).toEqual(rows(200));
  });
});

describe('names', () => {
  test('of every component is found', () => {
    for (const circuit of [ring, waves]) {
      const { components } = tablesOf(circuit);
      expect(Array.from({ length: components.count }, (_, c) => components.find(components.nameOf(c)))).toEqual(
        circuit.components.map((_, c) => c),
      );
    }
  });

  test.each(['s', 's_node', 's0', 's0_', 's00_node', 's01_node', 's60_node', 's-1_node', 's1_nodes', 's0x_node', 'node', '', 's1e1_node'])(
    "'%s' is none",
    (name) => {
      expect(tablesOf(ring).components.find(name)).toBe(-1);
    },
  );

  const groups = (own: string, repeat: string): string => `ringmain: 1
name: groups
components: { t: { kind: tank }, ${own} }
lines: { L: { from: t, to: end.in, volume: 1 l } }
direct: [{ from: end.out, to: t }]
subcircuits:
  a: { components: { e: { kind: blockedEnd }, n: { kind: junction } }, lines: { l: { from: n, to: e, volume: 1 l }, m: { from: n, to: next.n, volume: 1 l } } }
  b: { components: { a5_e: { kind: blockedEnd }, n: { kind: junction } }, lines: { l: { from: n, to: a5_e, volume: 1 l }, m: { from: n, to: next.n, volume: 1 l } } }
repeat: { ${repeat} }
`;
  const messages = (text: string): string => {
    try {
      read(text);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };

  test('that two groups make alike are a mistake, in each section', () => {
    const twice = messages(
      groups(
        'end: { kind: orifice, area: 1 mm2 }',
        's: { subcircuit: b, count: 3, close: true }, s1_a: { subcircuit: a, count: 7, close: true }',
      ),
    );
    expect(twice).toContain("CIR107  component 's1_a5_e' stands twice");
  });

  test("that the file's own parts take from a group are a mistake", () => {
    const repeat = 's: { subcircuit: a, count: 3, close: true }';
    const own = groups('end: { kind: orifice, area: 1 mm2 }, s2_e: { kind: tank }', repeat);
    expect(messages(own)).toContain("CIR107  component 's2_e' stands twice");
    expect(messages(own.replace(' L:', ' s1_l:').replace('s2_e: { kind: tank }', ''))).toContain(
      "CIR107  line 's1_l' has the name of another line",
    );
    expect(messages(own.replace(' L:', ' s1_e:').replace('s2_e: { kind: tank }', ''))).toContain(
      "CIR107  line 's1_e' has the name of a component",
    );
  });

  test('that look like those of an instance beyond the last are free', () => {
    const text = groups('end: { kind: orifice, area: 1 mm2 }', 's: { subcircuit: a, count: 3, close: true }').replace(' L:', ' s3_e:');
    expect(messages(text)).not.toContain('CIR107');
  });
});

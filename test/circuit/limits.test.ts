/** Texts that are nested without end, or wrong without end: refused where they are too deep, not read further, with a place, and no more shown than anybody reads. */
import { describe, expect, test, vi } from 'vitest';
import { Parser } from 'yaml';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';

/** The mistakes of a text, and how many lexemes of it were read. */
function refused(text: string): { readonly error: CircuitError; readonly lexemes: number } {
  const reading = vi.spyOn(Parser.prototype, 'next');
  try {
    parseCircuit(text, 'x.yaml');
  } catch (error) {
    if (error instanceof CircuitError) return { error, lexemes: reading.mock.calls.length };
    throw error;
  } finally {
    reading.mockRestore();
  }
  throw new Error('it was taken');
}

const head = 'ringmain: 1\nname: x\ncomponents: ';
const definition = 'ringmain: 1\nname: x\ndefinitions:\n  leak:\n    ports: { in: hydraulic }\n    equations: |\n      in.q = ';

describe('nested a million characters deep', () => {
  // Read to their end they took 2 to 5 s.
  test.each([
    ['[', 51],
    ['{', 51],
    ['{a: ', 51],
    ['[\n', 51],
    ['? ', 51],
    ['- ', 51],
  ])('%j', (nested) => {
    const { error, lexemes } = refused(head + (/^[?-]/.test(nested) ? '\n  ' : '') + nested.repeat(1e6 / nested.length));
    expect(error.message).toMatch(/^x\.yaml:\d+:\d+ {2}CIR003 {2}more than 50 maps and lists within each other\n/);
    expect(lexemes).toBeGreaterThan(50);
    expect(lexemes).toBeLessThan(1000);
  });

  test.each(['(', '-', 'not ', 'sin(', '2^', '1+('])('%j in an equation', (nested) => {
    // What is no part of the language, at the end, is a mistake of its own to whoever reads that far.
    const { error } = refused(`${definition}${nested.repeat(1e6 / nested.length)}\u00a7`);
    expect(error.message).toMatch(
      /^x\.yaml:7:\d+ {2}CIR502 {2}definition 'leak': the expression of 'in\.q' is nested more than 100 deep\n/,
    );
    expect(error.diagnostics).toHaveLength(1);
  });
});

test('the place is that of the first list that is too deep', () => {
  const { error } = refused(`${head}${'['.repeat(500)}`);
  expect(error.diagnostics.map(({ place }) => place)).toEqual([{ line: 3, column: 13 + 49 }]);
});

test('a hundred mistakes are shown, and how many more there are', () => {
  const many = Array.from({ length: 500 }, (_, k) => `  c${k}: { kind: none${k} }\n`).join('');
  const { error } = refused(`ringmain: 1\nname: x\ncomponents:\n${many}`);
  expect(error.diagnostics.length).toBe(500);
  expect(error.message.match(/CIR301/g)?.length).toBe(100);
  expect(error.message).toMatch(/\nand 400 more$/);
});

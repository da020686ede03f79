/** Texts that are nested without end, or wrong without end: refused as fast as they are read, with a place, and no more shown than anybody reads. */
import { describe, expect, test } from 'vitest';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';

function refused(text: string): { readonly error: CircuitError; readonly ms: number } {
  const began = performance.now();
  try {
    parseCircuit(text, 'x.yaml');
  } catch (error) {
    if (error instanceof CircuitError) return { error, ms: performance.now() - began };
    throw error;
  }
  throw new Error('it was taken');
}

const head = 'ringmain: 1\nname: x\ncomponents: ';
const definition = 'ringmain: 1\nname: x\ndefinitions:\n  leak:\n    ports: { in: hydraulic }\n    equations: |\n      in.q = ';

describe('nested a million characters deep', () => {
  // Half a second: the parser took 2 to 5 s of these, on a machine that is busy with other work; now it takes some 10 ms.
  test.each([
    ['[', 51],
    ['{', 51],
    ['{a: ', 51],
    ['[\n', 51],
    ['? ', 51],
    ['- ', 51],
  ])('%j', (nested) => {
    const { error, ms } = refused(head + (/^[?-]/.test(nested) ? '\n  ' : '') + nested.repeat(1e6 / nested.length));
    expect(error.message).toMatch(/^x\.yaml:\d+:\d+ {2}CIR003 {2}more than 50 maps and lists within each other\n/);
    expect(ms).toBeLessThan(500);
  });

  test.each(['(', '-', 'not ', 'sin(', '2^', '1+('])('%j in an equation', (nested) => {
    const { error, ms } = refused(definition + nested.repeat(1e6 / nested.length));
    expect(error.message).toMatch(
      /^x\.yaml:7:\d+ {2}CIR502 {2}definition 'leak': the expression of 'in\.q' is nested more than 100 deep\n/,
    );
    expect(ms).toBeLessThan(500);
  });
});

test('the place is that of the first list that is too deep', () => {
  const { error } = refused(`${head}${'['.repeat(500)}`);
  expect(error.diagnostics.map(({ place }) => place)).toEqual([{ line: 3, column: 13 + 49 }]);
});

test('a hundred mistakes are shown, and how many more there are', () => {
  const many = Array.from({ length: 3000 }, (_, k) => `  c${k}: { kind: none${k} }\n`).join('');
  const { error } = refused(`ringmain: 1\nname: x\ncomponents:\n${many}`);
  expect(error.diagnostics.length).toBe(3000);
  expect(error.message.match(/CIR301/g)?.length).toBe(100);
  expect(error.message).toMatch(/\nand 2900 more$/);
});

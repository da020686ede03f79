/**
 * Every broken circuit beside this file gives exactly the message in the text file of its name. A changed message is a change for users: read it as
 * they would, then write the text files anew with RINGMAIN_WRITE_MESSAGES=1.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CircuitError } from '../../dist/circuit/file/diagnostic.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';

const folder = new URL('.', import.meta.url);
const files = readdirSync(folder).filter((file) => file.endsWith('.yaml'));
const read = (file: string): string => readFileSync(new URL(file, folder), 'utf8');

const known = new Map<string, CircuitError>();
function mistakesOf(file: string): CircuitError {
  const mistakes = known.get(file) ?? readMistakes(file);
  known.set(file, mistakes);
  return mistakes;
}

function readMistakes(file: string): CircuitError {
  try {
    parseCircuit(read(file), file);
  } catch (error) {
    if (error instanceof CircuitError) return error;
    throw error;
  }
  throw new Error(`${file} has no mistake`);
}

test.each(files)('%s', (file) => {
  const { message } = mistakesOf(file);
  const expected = file.replace('.yaml', '.txt');
  if (process.env['RINGMAIN_WRITE_MESSAGES'] === '1') writeFileSync(new URL(expected, folder), `${message}\n`);
  expect(`${message}\n`).toBe(read(expected));
});

test('every mistake has a code, a remedy and a place in the file, in the order of the file', () => {
  for (const file of files) {
    let before = 0;
    for (const { code, remedy, place } of mistakesOf(file).diagnostics) {
      expect(code, file).toMatch(/^CIR\d{3}$/);
      expect(remedy.length, file).toBeGreaterThan(5);
      expect(place, file).toBeDefined();
      expect(place?.line, file).toBeGreaterThanOrEqual(before);
      before = place?.line ?? 0;
    }
  }
});

test('every code that the sources know has its broken circuit', () => {
  // No such file and --set: test/circuit/read.test.ts, warnings too; generate's options: test/circuits, and CIR610 in test/cli; options: test/api.
  const elsewhere = new Set([
    'CIR000',
    'CIR610',
    'CIR701',
    'CIR702',
    'CIR703',
    'CIR704',
    'CIR801',
    'CIR802',
    'CIR803',
    'CIR804',
    'CIR805',
    'CIR806',
    'CIR807',
    'CIR808',
    'CIR809',
    'CIR810',
  ]);
  const sources = readdirSync(new URL('../../src/circuit/', folder), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const told = new Set(
    sources.flatMap((file) => readFileSync(new URL(`../../src/circuit/${file}`, folder), 'utf8').match(/CIR\d{3}/g) ?? []),
  );
  const shown = new Set(files.flatMap((file) => mistakesOf(file).diagnostics.map(({ code }) => code)));
  expect([...told].filter((code) => !shown.has(code) && !elsewhere.has(code)).sort()).toEqual([]);
});

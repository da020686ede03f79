/** `ringmain memory`: what it prints, and that its bytes are those of a run. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readCircuit } from '../../dist/circuit/file/read.js';
import type { MemoryAccount } from '../../dist/run/memoryAccount.js';
import { runBytes } from '../../dist/run/openSession.js';
import { simulate } from '../../dist/run/simulate.js';
import { Workplace } from './support.js';

const ringMain = resolve('circuits/ring-main.yaml');
let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

test('blocks with their columns, units, writers and bytes', async () => {
  const { code, out, err } = await place.run('memory', 'relief.yaml');
  expect(code, err).toBe(0);
  expect(out).toMatch(/^capacitive lines: 11 columns, 152 B; row by row: line$/m);
  expect(out).toMatch(/^mean +f64 +Pa +2 +1 +accept +saved +16 +accepted mean of both characteristics$/m);
  expect(out).toMatch(/^report_in_room +f64 +m3 +8 +1 +fill +constant +64 +volume of the lines there$/m);
  expect(out).toMatch(/^the one partition +\S+ (k?B)$/m);
  expect(out).toMatch(/^in all +65\.5 kB$/m);
});

test('as JSON, of as many partitions as the run would have: its bytes are those that a run takes', async () => {
  const set = ['run.end=10 ms'];
  const circuit = await readCircuit(ringMain, { set });
  for (const workers of [1, 2]) {
    const { code, out, err } = await place.run('memory', ringMain, '--set', ...set, '--workers', String(workers), '--json');
    expect(code, err).toBe(0);
    const account = JSON.parse(out) as MemoryAccount;
    expect(account.partitions.length).toBe(workers);
    expect(account.bytes).toBe((await simulate(circuit, { workers, oversubscribe: true })).cost.memoryBytes);
    const rowsOf = (block: string, column: string): number | undefined =>
      account.blocks.find((one) => one.block === block)?.columns.find((one) => one.column === column)?.rows;
    // Of a cut line each side writes one place, by turns at one of two.
    const sides = rowsOf('sides of cut lines', 'sum');
    expect(sides).toBe(workers === 1 ? undefined : 10);
    expect(rowsOf('boundary exchange', 'w')).toBe(sides && 2 * sides);
  }
});

test('rows that leave the memory of a run are not counted', async () => {
  const set = ['run.end=10 s', 'record.every=10 us'];
  const { out } = await place.run('memory', ringMain, ...set.flatMap((one) => ['--set', one]), '--workers', '1', '--json');
  const { bytes } = JSON.parse(out) as MemoryAccount;
  expect(bytes).toBe(runBytes(await readCircuit(ringMain, { set })));
  expect(bytes).toBeLessThan(20e6);
});

test('mistakes', async () => {
  expect(await place.run('memory', 'relief.yaml', '--workers', '0')).toMatchObject({ code: 1 });
  expect((await place.run('memory', 'nothing.yaml')).err).toContain('nothing.yaml');
});

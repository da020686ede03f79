/** Numbers that both engines refuse by themselves: circuits of programs come past the checks of files and options. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { type Circuit, readCircuit, simulate } from '../../dist/index.js';
import { checkPositive, checkStepBounds } from '../../dist/results/checkNumbers.js';

const read = readCircuit(fileURLToPath(new URL('../../circuits/rc-volume.yaml', import.meta.url)));
const withRun = async (run: Partial<Circuit['run']>): Promise<Circuit> => {
  const circuit = await read;
  return { ...circuit, run: { ...circuit.run, ...run } };
};

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('%d is no end of a run, by either engine', async (end) => {
  const circuit = await withRun({ end });
  for (const solver of ['tlm', 'rodas4']) await expect(simulate(circuit, { solver }), solver).rejects.toMatchObject({ code: 'RUN202' });
});

test('positive numbers, and what is not asked for', () => {
  expect(() => checkPositive({ end: 1, step: null, minimumStep: 1e-14 })).not.toThrow();
  expect(() => checkPositive({ end: 1, step: 0 })).toThrow('step is 0; it must be a positive number');
});

test('the smallest step may be the largest, and not above it', () => {
  expect(() => checkStepBounds(1e-3, 1e-3)).not.toThrow();
  expect(() => checkStepBounds(2e-3, 1e-3)).toThrow('minimumStep of 2 ms is above maximumStep of 1 ms');
});

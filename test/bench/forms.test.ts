/** `ringmain bench small-volumes forms`: what leaving out masses and volumes does, beside the forms by explicit methods. */
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Workplace } from '../cli/support.js';
import { isFull } from '../support/circuits.js';

/** Before the working folder is another. */
const [joined, relief] = ['circuits/w1-lines.yaml', 'circuits/kinds/reliefValve.yaml'].map((file) => resolve(file)) as [string, string];
let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

const wordsWith = (volumes: string): string[] => [
  ...['bench', 'small-volumes', 'forms', joined, '--end', '20ms', '--rounds', '1', '--masses', '0.1g,0.01g', '--volumes', volumes],
];

// Full: a comparison of forms by all methods; quickly test/bench/forms has the forms, the test below the options.
test.runIf(isFull)('has the forms, and the circuit with masses and volumes', async () => {
  const words = wordsWith('1cm3');
  const { code, out } = await place.run(...words, '--json');
  expect(code).toBe(0);
  const { runs, leftOut } = JSON.parse(out) as { runs: { form: string }[]; leftOut: { form: string; size: number; ended: string }[] };
  expect(runs.length).toBe(16);
  expect(leftOut.map(({ form, size, ended }) => [form, size, ended])).toEqual([
    ['as it stands', 2, 'done'],
    ['masses of 0.1g', 3, 'done'],
    ['masses of 0.01g', 3, 'done'],
    ['volumes of 1cm3', 3, 'done'],
  ]);
  expect((await place.run(...words)).out).toMatch(/index 1 [\s\S]*Baumgarte +rk4[\s\S]*volumes of 1cm3 +3 /);
});

test('a circuit without such equations, and a volume that is none, are refused with what to write', async () => {
  const words = ['bench', 'small-volumes', 'forms', relief, '--end', '1ms', '--rounds', '1'];
  expect(await place.run(...words)).toMatchObject({ code: 1, err: expect.stringContaining('w1-lines.yaml') });
  expect(await place.run(...wordsWith('1bar'))).toMatchObject({ code: 1, err: expect.stringContaining('--volumes 1bar') });
});

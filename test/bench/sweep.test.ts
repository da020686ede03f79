/** `ringmain bench sweep`: numbers for whole sweeps and for columns that may change, of runs whose results are the same. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TunableRow, VariantsRow } from '../../dist/bench/sweep/sweepTable.js';
import { Workplace } from '../cli/support.js';
import { isFull } from '../support/circuits.js';

let place: Workplace;
beforeAll(() => {
  place = new Workplace();
});
afterAll(() => place.remove());

// Full: times whole sweeps; quickly test/cli/sweep has digests of variants.
test.runIf(isFull)('variants: whole sweeps by one thread and two, one program, the digests of single runs', async () => {
  const { code, out, err } = await place.run('bench', 'sweep', '--variants', '3', '--end', '2ms', '--rounds', '1', '--json');
  expect(code, err).toBe(0);
  const [row] = (JSON.parse(out) as { rows: VariantsRow[] }).rows;
  expect(row).toMatchObject({ circuit: 'two-actuator', varied: 'act1.mass', variants: 3, compiled: 1 });
  expect(row?.attempts).toBeGreaterThan(3 * 10);
});

test('tunable: more columns, where parameters may change', async () => {
  const { code, out, err } = await place.run('bench', 'sweep', 'tunable', '--circuits', 'rc-volume', '--rounds', '1', '--json');
  expect(code, err).toBe(0);
  const [row] = (JSON.parse(out) as { rows: TunableRow[] }).rows;
  expect(row?.circuit).toBe('rc-volume');
  expect(row?.columns.all).toBeGreaterThan(row?.columns.plain as number);
  expect(row?.one.tried).toBeGreaterThan(0);
});

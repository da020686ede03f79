/** bench/small-volumes.md: its tables are those of the stored measurements, and its advice is what they say. */
import { describe, expect, test } from 'vitest';
import type { LargestStepRow } from '../../dist/bench/smallVolumes/smallVolumes.js';
import { bestCells, cureCells, largestCells, type SmallVolumesAccount } from '../../dist/bench/smallVolumes/smallVolumesTable.js';
import type { Cells } from '../../dist/report/table.js';
import { expectInPage, pageTable, stored } from '../support/page.js';

const page = 'bench/small-volumes.md';
const table = ({ headings, rows }: Cells): string => pageTable(headings, rows);
const account = stored<SmallVolumesAccount & { readonly cpu: string; readonly cores: number; readonly node: string }>(
  'bench/smallVolumes.json',
);

test('tables', () => {
  expectInPage(page, 'machine', `${account.cpu}, ${account.cores} cores, Node ${account.node}.`);
  expectInPage(page, 'best', `The fastest within an error of the pressure:\n\n${table(bestCells(account))}`);
  for (const one of account.circuits) expectInPage(page, one.name, table(cureCells(one)));
  expectInPage(
    page,
    'largest steps',
    table(largestCells(stored<{ readonly rows: readonly LargestStepRow[] }>('bench/largestSteps.json').rows)),
  );
});

describe('the advice', () => {
  const rows = (cure: string) =>
    account.circuits.flatMap(({ name, rows: own }) =>
      own.filter((row) => row.cure === cure).map((row) => ({ ...row, circuit: name, first: own[0] })),
    );

  test('lines: within 0.4 % at 0.1 bar in all circuits, several times as fast as RK4 at its published step', () => {
    const lines = rows('TLM').filter(({ pressureError }) => pressureError === 1e4);
    expect(lines).toHaveLength(5);
    for (const { pressure, seconds, first, circuit } of lines) {
      expect(pressure?.relative, circuit).toBeLessThan(0.004);
      expect((first?.seconds?.median as number) / (seconds?.median as number), circuit).toBeGreaterThan(4);
    }
  });

  test('integrators for stiff equations: none fails, all within 0.01 % at 1e-5 but bdf', () => {
    for (const solver of ['rodas4', 'radau5'])
      for (const { pressure, tolerance, circuit } of rows(solver))
        if (tolerance === 1e-5) expect(pressure?.relative, circuit).toBeLessThan(1e-4);
  });

  test('advanced pseudo-dynamic: better than RK4 at its step where that is lost, worse elsewhere', () => {
    const beside = (circuit: string) => account.circuits.find(({ name }) => name === circuit)?.rows[1]?.pressure?.relative as number;
    for (const { pressure, circuit } of rows('advanced pseudo-dynamic, RK4')) {
      if (circuit === 'flow-control-valve' || circuit === 'three-orifices') expect(pressure?.relative).toBeLessThan(0.1 * beside(circuit));
      if (circuit === 'cylinder-drive-2021' || circuit === 'cylinder-drive-2023')
        expect(pressure?.relative).toBeGreaterThan(10 * beside(circuit));
    }
  });

  test('multiple scales as printed is the quasi-steady pressure', () => {
    rows('multiple scales as printed, RK4').forEach(({ pressure }, k) => {
      expect((pressure?.relative as number) / (rows('quasi-steady, RK4')[k]?.pressure?.relative as number)).toBeCloseTo(1, 2);
    });
  });
});

/** bench/small-volumes.md: its tables and pictures are those of the stored measurements, and its advice is what they say. */
import { describe, expect, test } from 'vitest';
import { picturesOf } from '../../dist/bench/smallVolumes/pictures.js';
import { advancedCells, loopCells, type PublishedAccount, scalesCells, sweepCells } from '../../dist/bench/smallVolumes/publishedTable.js';
import { type RealTimeAccount, realTimeCells } from '../../dist/bench/smallVolumes/realTimeTable.js';
import {
  bestCells,
  cureCells,
  failureCells,
  type LargestStepRow,
  largestCells,
  networkCells,
  type SmallVolumesAccount,
} from '../../dist/bench/smallVolumes/smallVolumesTable.js';
import type { Cells } from '../../dist/report/table.js';
import { formatNumber, formatPercent } from '../../dist/report/units.js';
import { expectFile, expectInPage, pageTable, stored } from '../support/page.js';

interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
}

const page = 'bench/small-volumes.md';
const table = ({ headings, rows }: Cells): string => pageTable(headings, rows);
const account = stored<SmallVolumesAccount & Machine>('bench/smallVolumes.json');
const realTime = stored<RealTimeAccount & Machine>('bench/smallVolumesRealTime.json');
const published = stored<PublishedAccount & Machine>('bench/smallVolumesPublished.json');

interface Off {
  /** Of the stroke. */
  readonly all: number;
  readonly last: number;
  /** Pa */
  readonly mean: number;
}

interface FloorRow {
  readonly floor: number;
  readonly frequency: number;
  readonly mean: number;
  readonly tenth: Off;
  readonly four: Off;
  readonly within: Off;
}

const floors = stored<{ readonly end: number; readonly rows: readonly FloorRow[] }>('bench/reference/quasiSteady.json');

/** What bench/reference/quasiSteady.mjs found, by floor and frequency. */
function floorCells(rows: readonly FloorRow[]): Cells {
  const off = ({ all, last, mean }: Off): string => `${formatPercent(all)}, ${formatPercent(last)}; ${formatNumber(mean / 1e5, 3)} bar`;
  return {
    headings: ['floor, m³/s/√Pa', 'input', 'with the volume', 'set after each step, 0.1 ms', '0.4 ms', 'held within steps, 0.4 ms'],
    rows: rows.map(({ floor, frequency, mean, tenth, four, within }, k) => [
      rows[k - 1]?.floor === floor ? '' : formatNumber(floor, 2),
      `sin ${frequency} t`,
      `${formatNumber(mean / 1e5, 3)} bar`,
      off(tenth),
      off(four),
      off(within),
    ]),
  };
}

test('tables', () => {
  expectInPage(page, 'machine', `${account.cpu}, ${account.cores} cores, Node ${account.node}.`);
  expectInPage(page, 'best', `The fastest within an error of the pressure:\n\n${table(bestCells(account))}`);
  for (const one of account.circuits) expectInPage(page, one.name, table(cureCells(one)));
  expectInPage(page, 'failures', table(failureCells(account)));
  expectInPage(page, 'networks', table(networkCells(account)));
  expectInPage(page, 'real time', table(realTimeCells(realTime)));
  for (const [mark, cells] of [
    ['advanced', advancedCells(published)],
    ['sweep', sweepCells(published)],
    ['scales', scalesCells(published)],
    ['loops', loopCells(published)],
    ['floors', floorCells(floors.rows)],
  ] as const)
    expectInPage(page, mark, table(cells));
  expectInPage(
    page,
    'largest steps',
    table(largestCells(stored<{ readonly rows: readonly LargestStepRow[] }>('bench/largestSteps.json').rows)),
  );
});

test.each(account.circuits.map((one) => [one.name, one] as const))('pictures of %s', (_, one) => {
  for (const { name, svg } of picturesOf(one)) expectFile(`bench/results/${name}`, svg);
});

describe('the advice', () => {
  const rows = (cure: string) =>
    account.circuits.flatMap(({ name, rows: own }) =>
      own.filter((row) => row.tabled && row.cure === cure).map((row) => ({ ...row, circuit: name, first: own[0] })),
    );

  test('lines: within 0.4 % at 0.1 bar in all circuits, several times as fast as RK4 at its published step', () => {
    const lines = rows('TLM').filter(({ pressureError }) => pressureError === 1e4);
    expect(lines).toHaveLength(5);
    for (const { pressure, seconds, first, circuit } of lines) {
      expect(pressure?.relative, circuit).toBeLessThan(0.004);
      expect((first?.seconds?.lowest as number) / (seconds?.lowest as number), circuit).toBeGreaterThan(4);
    }
  });

  test('lines lose to integrators where accuracy is asked for: at 0.01 bar they are less exact than radau5 at 1e-5 in all circuits', () => {
    const exact = rows('radau5');
    const both = rows('TLM');
    for (const { circuit, pressureError, seconds } of both) {
      const rodas4 = rows('rodas4').find((row) => row.circuit === circuit && row.tolerance === 1e-3)?.seconds?.lowest as number;
      const share = (seconds?.lowest as number) / rodas4;
      if (pressureError === 1e4) expect(Math.max(share, 1 / share), circuit).toBeLessThan(4 / 3);
    }
    both
      .filter(({ pressureError }) => pressureError === 1e3)
      .forEach(({ pressure, position, circuit }, k) => {
        expect((pressure?.relative as number) / (exact[k]?.pressure?.relative as number), circuit).toBeGreaterThan(5);
        if (position !== null) expect(position / (exact[k]?.position as number), circuit).toBeGreaterThan(50);
      });
  });

  test('joins, and the quasi-steady pressure as an equation: they go through all, and are right where a throttle is open', () => {
    const joined = rows('joined, rodas4');
    for (const cure of ['joined, rodas4', 'quasi-steady as an equation, rodas4', 'TLM, joined'])
      for (const { failure, circuit } of rows(cure)) expect(failure, `${circuit}, ${cure}`).toBeNull();
    const [orifices, valve] = joined;
    expect(orifices?.pressure?.relative).toBeLessThan(0.005);
    expect(valve?.pressure?.relative).toBeLessThan(0.03);
    for (const { position } of joined) if (position !== null) expect(position).toBeLessThan(1e-4);
    // By lines the pressure behind shut valves is the same whatever the steps are: what is left is what the volume holds.
    const lines = rows('TLM, joined');
    for (const { circuit, pressure } of lines) {
      const other = lines.findLast((row) => row.circuit === circuit)?.pressure?.relative as number;
      expect(Math.abs((pressure?.relative as number) - other), circuit).toBeLessThan(0.003);
      expect(pressure?.relative, circuit).toBeLessThan(0.37);
    }
  });

  test('a network in closed loop: off by up to a third, and longer than an integrator for stiff equations', () => {
    const networks = rows('surrogate, RK4');
    expect(networks).toHaveLength(5);
    for (const { pressure, seconds, circuit } of networks) {
      expect(pressure?.relative, circuit).toBeGreaterThan(circuit === 'three-orifices' ? 0.002 : 0.01);
      expect(pressure?.relative, circuit).toBeLessThan(0.36);
      const stiff = rows('radau5').find((row) => row.circuit === circuit)?.seconds?.lowest as number;
      expect(seconds?.lowest, circuit).toBeGreaterThan(2 * stiff);
    }
  });

  test('real time: the worst step of a line is the shortest, and loops of pseudo-dynamics miss their deadline where a valve shuts', () => {
    for (const { name, step, rows: steps } of realTime.circuits) {
      const of = (cure: string) => steps.find((row) => row.cure === cure);
      const line = of('TLM');
      const isLost = name === 'cylinder-drive-2020';
      expect([line?.failure, of('rodas4')?.failure === null], name).toEqual([null, !isLost]);
      if (!line || line.failure !== null) continue;
      expect(line.worst / step, name).toBeLessThan(1 / 6);
      if (isLost) {
        expect(of('RK4')?.failure).not.toBeNull();
        expect(line.error).toBeCloseTo(0.144, 3);
        continue;
      }
      expect((of('rodas4')?.worst as number) / step, name).toBeLessThan(0.6);
      for (const { cure, failure, worst } of steps)
        if (failure === null) expect(worst, `${name}, ${cure}`).toBeGreaterThanOrEqual(line.worst);
      if (name === 'three-orifices') continue;
      const missed = (of('advanced pseudo-dynamic, RK4')?.worst as number) / step;
      expect(missed, name).toBeGreaterThan(11);
      expect(missed, name).toBeLessThan(40);
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

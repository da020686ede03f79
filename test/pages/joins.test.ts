/** bench/joins.md: its tables are those of the stored measurements, and what it says follows from them. */
import { describe, expect, test } from 'vitest';
import {
  compensatedCells,
  type JoinsAccount,
  replacedCells,
  ringCells,
  servoValveCells,
  volumeCells,
} from '../../dist/bench/joins/joinsTable.js';
import type { WayRow } from '../../dist/bench/joins/ways.js';
import type { Cells } from '../../dist/report/table.js';
import { expectInPage, pageTable, stored, thousands } from '../support/page.js';

const page = 'bench/joins.md';
const table = ({ headings, rows }: Cells): string => pageTable(headings, rows);
const account = stored<JoinsAccount & { readonly cpu: string; readonly cores: number; readonly node: string }>('bench/joins.json');

test('tables', () => {
  expectInPage(page, 'machine', `${account.cpu}, ${account.cores} cores, Node ${account.node}; ${account.rounds} rounds.`);
  expectInPage(page, 'compensated', table(compensatedCells(account.compensated)));
  expectInPage(page, 'volumes', table(volumeCells(account.compensated)));
  expectInPage(page, 'replaced', table(replacedCells(account.replaced)));
  expectInPage(page, 'servo valve', table(servoValveCells(account.servoValve)));
  expectInPage(page, 'ring', table(ringCells(account.ring)));
});

test('rounds of the solver', () => {
  const rounds = stored<Record<string, Readonly<Record<string, number>>>>('test/equations/randomNets.json');
  const row = (start: string, key: string): string[] => [start, ...Object.values(rounds[key] ?? {}).map(thousands)];
  expectInPage(
    page,
    'rounds',
    pageTable(
      ['pressures of joints at first', 'searches', 'rounds, median', '99 % of them', 'most'],
      [row('by chance', 'full'), row('all that of a source: flows of 0', 'full, from rest')],
    ),
  );
});

describe('the advice', () => {
  const row = (rows: readonly WayRow[], variant: string, way: string): WayRow => {
    const found = rows.find((one) => one.variant === variant && one.way === way);
    if (!found) throw new Error(`no row of ${variant} by ${way}`);
    return found;
  };
  const time = ({ seconds }: WayRow): number => seconds?.median as number;
  const { rows, volumes } = account.compensated;

  test('by lines: steps rise as the volume falls, and the join pays from 1 cm³ down', () => {
    const lines = ['join', '10 cm³', '1 cm³', '100 mm³'].map((variant) => row(rows, variant, 'TLM, 0.1 bar'));
    expect(lines.map(({ steps }) => Math.round(steps / 50) * 50)).toEqual([1650, 3500, 6050, 12_750]);
    const shares = lines.slice(1).map((one) => time(lines[0] as WayRow) / time(one));
    [1.1, 0.73, 0.34].forEach((share, k) => expect(shares[k]).toBeCloseTo(share, 1));
  });

  test('integrators: about the same work', () => {
    for (const way of ['rodas4, 1e-5', 'radau5, 1e-5', 'bdf, 1e-5'])
      for (const variant of ['10 cm³', '1 cm³', '100 mm³']) {
        const share = row(rows, 'join', way).steps / row(rows, variant, way).steps;
        expect(share).toBeGreaterThan(0.29);
        expect(share).toBeLessThan(1.1);
      }
  });

  test('the join is off in proportion to the volume while the valve is open', () => {
    const open = volumes.filter(({ shuts, by }) => !shuts && by === 'radau5').map(({ pressure }) => pressure);
    expect((open[1] as number) / (open[0] as number)).toBeCloseTo(10, 0);
    expect((open[2] as number) / (open[1] as number)).toBeCloseTo(10, 0);
  });

  test('where the valve shuts TLM keeps the flow to 0.8 %, and an integrator does not', () => {
    for (const { by, flow } of volumes.filter(({ shuts }) => shuts))
      if (by === 'TLM') expect(flow).toBeLessThan(0.008);
      else expect(flow).toBeGreaterThan(0.5);
  });

  test('circuits: one volume between two throttles pays, the press does not', () => {
    for (const { name, found } of account.replaced) {
      if (!found) expect(name).toBe('cylinder-drive-2021');
      else if (name === 'press') expect(found.speedUp.highest).toBeLessThan(1);
      else expect(found.speedUp.median).toBeGreaterThan(1.6);
    }
  });

  test('servo valve: no mass before all masses in time, before small volumes in evaluations', () => {
    const of = (variant: string, way: string): WayRow => row(account.servoValve, variant, way);
    const masses = of('all masses', 'dopri5');
    const none = of('no mass', 'dopri5');
    expect(time(masses) / time(none)).toBeGreaterThan(10);
    expect((masses.evaluations as number) / (none.evaluations as number)).toBeGreaterThan(100);
    const volumesByRodas = of('small volumes', 'rodas4').evaluations as number;
    expect(volumesByRodas / (of('no mass', 'rodas4').evaluations as number)).toBeCloseTo(2.9, 1);
  });

  test('ring main: two threads gain 1.9', () => {
    const [joined] = account.ring;
    expect(joined?.speedUp.median).toBeGreaterThan(1.85);
  });
});

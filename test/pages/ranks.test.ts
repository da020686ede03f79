/** bench/ranks.md: its tables are those of the stored measurements, and what it says of them holds. */
import { expect, test } from 'vitest';
import { type PartRow, type RanksAccount, ranksCells, ranksHeadings, ranksRemark } from '../../dist/bench/ranks/ranksTable.js';
import { formatBytes, formatSeconds } from '../../dist/report/units.js';
import { expectInPage, pageTable, stored, thousands } from '../support/page.js';

const page = 'bench/ranks.md';
interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
}
const machineText = ({ cpu, cores, node }: Machine): string => `${cpu}, ${cores} cores, Node ${node}`;

test('parts', () => {
  const account = stored<Machine & RanksAccount>('bench/ranks.json');
  expectInPage(page, 'parts', `${pageTable(ranksHeadings, ranksCells(account))}\n\n${ranksRemark(account)}.\n${machineText(account)}.`);
  const row = (stations: number, ranks: number): PartRow => {
    const found = account.rows.find((one) => one.stations === stations && one.ranks === ranks);
    if (!found) throw new Error(`${stations} stations over ${ranks} ranks were not measured`);
    return found;
  };
  // Memory: of the part, and eight words of each other rank; memories are whole pages.
  const [alone, thousand, many] = [row(1000, 1), row(1e6, 1000), row(1e7, 1e4)];
  const each = (many.memoryBytes - thousand.memoryBytes) / 9000;
  expect(each).toBeGreaterThan(48);
  expect(each).toBeLessThan(80);
  expect(thousand.memoryBytes - alone.memoryBytes).toBeLessThan(1000 * each + 131072);
  // Set-up beyond the start of the program is in proportion to the part, whatever the whole.
  const large = account.rows.filter(({ instances }) => instances > 20_000);
  for (const { setupSeconds, instances, memoryBytes } of large) {
    const perStation = (setupSeconds.median - alone.setupSeconds.median) / (instances - 1000);
    expect(perStation * 1e6).toBeGreaterThan(40);
    expect(perStation * 1e6).toBeLessThan(100);
    expect(memoryBytes / instances).toBeLessThan(1400);
  }
  expect(large.map(({ stations }) => stations)).toEqual(expect.arrayContaining([1e6, 1e7, 1e8]));
});

interface MpiRun extends Machine {
  readonly command: string;
  readonly load: number;
  readonly carrier: string;
  readonly end: number;
  readonly steps: { readonly accepted: number; readonly rejected: number };
  readonly residentBytes: number;
  readonly ranks: readonly {
    readonly instances: number;
    readonly components: number;
    readonly memoryBytes: number;
    readonly setupSeconds: number;
    readonly wallSeconds: number;
  }[];
}

test('over MPI', () => {
  const run = stored<MpiRun>('bench/ranksMpi.json');
  const { ranks, steps } = run;
  const sum = (name: 'instances' | 'components'): number => ranks.reduce((all, rank) => all + rank[name], 0);
  const most = (name: 'memoryBytes' | 'setupSeconds' | 'wallSeconds'): number => Math.max(...ranks.map((rank) => rank[name]));
  expect(sum('instances')).toBe(1e6);
  expectInPage(
    page,
    'mpi',
    [
      `\`${run.command}\`:`,
      `${thousands(sum('instances'))} stations, ${thousands(sum('components'))} components over ${ranks.length} ranks of ${run.carrier}; layouts of at most ${formatBytes(most('memoryBytes'))}, rank 0 a process of at most`,
      `${formatBytes(run.residentBytes)}; set up in ${formatSeconds(most('setupSeconds'))}, ${steps.accepted} accepted and ${steps.rejected} rejected steps to ${formatSeconds(run.end)} in ${formatSeconds(most('wallSeconds'))}: wall times on ${run.cores} cores beside a load of ${run.load}.`,
      `${machineText(run)}.`,
    ].join('\n'),
  );
});

/** bench/README.md: its tables are those of the stored measurements, its list of benchmarks is that of the program. */
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type AutoTableRow, autoRemarks, runCells, stepCells } from '../../dist/bench/auto/autoTable.js';
import { type BalanceRow, summaryOf } from '../../dist/bench/auto/balance.js';
import { costRows, intervalRows, type MultirateAccount, savingRows } from '../../dist/bench/multirate/multirateTable.js';
import type { RingsRow } from '../../dist/bench/scaling/rings.js';
import { type SizeAccount, sizeCells, sizeHeadings } from '../../dist/bench/size/size.js';
import { type BarrierAccounts, besideRows, partsRows, synchronisationRows } from '../../dist/bench/step/barrierTable.js';
import { type BrowserRow, browserCells, browserHeadings, browserRemark } from '../../dist/bench/step/browser.js';
import type { KernelRow } from '../../dist/bench/step/kernels.js';
import { type MethodCase, methodCells, methodHeadings } from '../../dist/bench/step/methods.js';
import { type RecordRow, recordCells, recordHeadings, recordRemark } from '../../dist/bench/step/record.js';
import { type SetUpAccount, setUpCells, setUpHeadings, setUpRemark } from '../../dist/bench/step/setUp.js';
import type { SizeRow } from '../../dist/bench/step/sizes.js';
import { type StepAccount, stepText } from '../../dist/bench/step/stepReport.js';
import { type ShownRow, shownCells, shownHeadings, type ViewRow, viewCells, viewHeadings, viewRemark } from '../../dist/bench/step/view.js';
import { type TunableRow, tunableCells, type VariantsRow, variantsCells } from '../../dist/bench/sweep/sweepTable.js';
import type { SolverRow } from '../../dist/report/comparisonTable.js';
import type { Cells } from '../../dist/report/table.js';
import { formatNumber, formatSeconds } from '../../dist/report/units.js';
import { type Spread, spreadText } from '../../dist/results/statistics.js';
import { commandsBelow, usageOf } from '../support/commandLine.js';
import { expectInPage, fenced, loadText, pageTable, stored, thousands } from '../support/page.js';

const page = 'bench/README.md';
const ofCells = ({ headings, rows }: Cells): string => pageTable(headings, rows);

interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly node: string;
}
const machineText = ({ cpu, cores, node }: Machine): string => `${cpu}, ${cores} cores, Node ${node}`;

test('the benchmarks are those of the program, each with all its options', async () => {
  const commands = [];
  for (const name of await commandsBelow('bench')) {
    const parts = await commandsBelow(name);
    commands.push(...(parts.length > 0 ? parts : [name]));
  }
  const usages = await Promise.all(commands.map(usageOf));
  const rows = usages.map(({ usage, about, options }) => [
    `\`${usage}\``,
    about,
    options
      .filter((option) => option !== '--json')
      .map((option) => `\`${option}\``)
      .join(', '),
  ]);
  expect(rows.length).toBeGreaterThan(5);
  expectInPage(page, 'benchmarks', pageTable(['command', 'what it measures', 'options, beside `--json`'], rows));
});

test('every stored measurement is named, with its machine', () => {
  const files = readdirSync('bench').filter((file) => file.endsWith('.json') && !file.startsWith('tsconfig'));
  const rows = files.map((file) => [`[\`${file}\`](${file})`, machineOf(stored<Partial<Machine>>(`bench/${file}`))]);
  expectInPage(page, 'stored files', pageTable(['file', 'measured on'], rows));
});

const machineOf = ({ cpu, cores, node }: Partial<Machine>): string =>
  cpu === undefined || cores === undefined || node === undefined ? '' : machineText({ cpu, cores, node });

test('rings', () => {
  const { rows, machine, ...account } = stored<
    Machine & {
      readonly load: number;
      readonly rows: readonly RingsRow[];
      readonly machine: { readonly roundTrip: Spread; readonly triad: Spread };
    }
  >('bench/rings.json');
  const noises = rows.flatMap(({ noise }) => [noise.lowest, noise.highest]);
  expectInPage(
    page,
    'rings machine',
    [
      `${machineText(account)}. A word goes to the other core and back in ${spreadText(machine.roundTrip, 0)} ns, one core moves`,
      `${spreadText(machine.triad, 0)} GB/s. One thread over itself: ${Math.min(...noises).toFixed(2)} to ${Math.max(...noises).toFixed(2)}; the last ring ${loadText(account.load)}.`,
    ].join('\n'),
  );
  const times = ({ median, lowest }: Spread): string => `${median.toFixed(1)} (${lowest.toFixed(1)})`;
  const cells = rows.map(
    ({ preset, stations, oneThread, twoThreads, speedUp, native, peer, readSeconds, setupSeconds, bytesPerComponent }) => [
      preset,
      thousands(stations),
      times(oneThread),
      times(twoThreads),
      spreadText(speedUp),
      native ? `${times(native.oneThread)}, ${native.gain.median.toFixed(2)}` : '',
      native ? `${times(native.twoThreads)}, ${native.gainOfTwo.median.toFixed(2)}` : '',
      `${peer?.oneThread} / ${peer?.twoThreads}`,
      `${peer?.script}`,
      `${(readSeconds + setupSeconds).toFixed(2)} s`,
      bytesPerComponent.toFixed(0),
    ],
  );
  const headings = [
    'ring',
    'stations',
    '1 thread',
    '2 threads',
    'speed-up',
    'native, gain',
    '2 threads, gain',
    'peer, 1 / 2 threads',
    'script',
    'read + set-up',
    'bytes a component',
  ];
  expectInPage(page, 'rings', pageTable(headings, cells));
});

test('kernels', () => {
  const { kinds, c, rows, ...account } = stored<
    Machine & { readonly rows: number; readonly kinds: readonly KernelRow[]; readonly c: { readonly compiler: string } }
  >('bench/kernels.json');
  const fixed = (spread: Spread | undefined): string => spread?.median.toFixed(1) ?? '';
  const cells = kinds.map(({ kind, inLanes, javascript, scalar, lanes, native, compiled }) => [
    kind === 'junction' ? 'junction of 3' : kind,
    fixed(javascript),
    fixed(scalar),
    fixed(native?.scalar),
    `${fixed(lanes)}${inLanes ? '' : ' *'}`,
    fixed(native?.vectors),
    fixed(compiled ?? undefined),
    fixed(native?.wide),
  ]);
  const about = `Batches of ${rows}; medians, ns an instance. ${machineText(account)}; C by ${c.compiler}.`;
  const table = pageTable(
    ['kind', 'JavaScript', 'WebAssembly', 'C -O2', 'WebAssembly, two at a time', 'C -O3', 'native', 'C -O3, wide'],
    cells,
  );
  expectInPage(page, 'kernels', `${about}\n\n${table}`);
});

/** Of a file that was measured before `bench scaling rings` took rings whose sizes are drawn; times in ns per component and attempt. */
interface FormerRingRow {
  readonly stations: number;
  readonly components: number;
  readonly readSeconds: number;
  readonly setupSeconds: number;
  /** Of the run's memory, a component. */
  readonly runBytes: number;
  readonly serialFastest: number;
  readonly serialMedian: number;
  readonly parallelMedian: number;
  /** Lowest, median, highest of pairs. */
  readonly speedUp: readonly [number, number, number];
  readonly noise: readonly [number, number, number];
}

test('generated rings', () => {
  const { rows, workers, ...account } = stored<Machine & { readonly workers: number; readonly rows: readonly FormerRingRow[] }>(
    'bench/ring.json',
  );
  const range = ([low, middle, high]: FormerRingRow['speedUp']): string => spreadText({ lowest: low, median: middle, highest: high });
  const cells = rows.map((row) => [
    thousands(row.stations),
    thousands(row.components),
    `${row.readSeconds.toFixed(2)} s`,
    `${row.setupSeconds.toFixed(2)} s`,
    row.runBytes.toFixed(0),
    `${row.serialMedian.toFixed(1)} (${row.serialFastest.toFixed(1)})`,
    row.parallelMedian.toFixed(1),
    range(row.speedUp),
    range(row.noise),
  ]);
  const headings = [
    'stations',
    'components',
    'read',
    'set-up',
    'bytes a component',
    'serial (fastest)',
    `${workers} workers`,
    'speed-up',
    'serial/serial',
  ];
  expectInPage(page, 'ring', `${machineText(account)}.\n\n${pageTable(headings, cells)}`);
});

test('parts of a step', () => {
  const account = stored<StepAccount & Machine>('bench/step.json');
  expectInPage(page, 'step', `${machineText(account)}.\n\n${fenced(stepText(account))}`);
});

test('the barrier', () => {
  const account = stored<BarrierAccounts>('bench/barrier.json');
  expectInPage(page, 'barrier synchronisations', ofCells(synchronisationRows(account)));
  expectInPage(page, 'barrier partitions', ofCells(partsRows(account)));
  expectInPage(page, 'barrier neighbours', ofCells(besideRows(account)));
});

test('steps of their own', () => {
  const account = stored<MultirateAccount>('bench/multirate.json');
  expectInPage(page, 'multirate savings', ofCells(savingRows(account)));
  expectInPage(page, 'multirate deviations', ofCells(costRows(account)));
  expectInPage(page, 'multirate intervals', ofCells(intervalRows(account)));
});

test('variants side by side', () => {
  const { rows: variants, ...machine } = stored<Machine & { readonly rows: readonly VariantsRow[] }>('bench/sweepVariants.json');
  expectInPage(page, 'sweep variants', `${ofCells(variantsCells(variants))}\n\n${machineText(machine)}.`);
  const { rows: tunable, ...other } = stored<Machine & { readonly rows: readonly TunableRow[] }>('bench/sweepTunable.json');
  expectInPage(page, 'sweep tunable', `${ofCells(tunableCells(tunable))}\n\n${machineText(other)}.`);
});

test('on-line balance', () => {
  const { rows, rounds } = stored<{ readonly rows: readonly BalanceRow[]; readonly rounds: number }>('bench/balance.json');
  const cells = rows.flatMap(({ circuit, ways }) =>
    ways.map(({ name, time, computed }, k) => [k === 0 ? circuit : '', name, spreadText(time, 3), computed?.toFixed(0) ?? '']),
  );
  const table = pageTable(['circuit', 'two threads but the first', 's', 'computed, ns an attempt'], cells);
  const remarks = rows.map((row) => `- ${row.circuit}: ${summaryOf(row).join('; ')}.`).join('\n');
  expectInPage(page, 'balance', `Rounds: ${rounds}.\n\n${table}\n\n${remarks}`);
});

test('the automatic choice', () => {
  const { rows } = stored<{ readonly rows: readonly AutoTableRow[] }>('bench/auto.json');
  const [ofRuns = '', ofAttempts = ''] = autoRemarks(rows);
  expectInPage(page, 'auto runs', `${ofCells(runCells(rows))}\n\n${ofRuns}`);
  expectInPage(page, 'auto attempts', `${ofCells(stepCells(rows))}\n\n${ofAttempts}`);
});

test('the engine in a browser', () => {
  const account = stored<Machine & Parameters<typeof browserRemark>[0] & { readonly rows: readonly BrowserRow[] }>('bench/browser.json');
  const table = pageTable(browserHeadings, browserCells(account.rows));
  expectInPage(page, 'browser', `${table}\n\n${browserRemark(account)}. ${machineText(account)}.`);
});

test('what it costs to be watched', () => {
  const account = stored<
    Machine & Parameters<typeof viewRemark>[0] & { readonly rows: readonly ViewRow[]; readonly shown: readonly ShownRow[] }
  >('bench/view.json');
  expectInPage(page, 'view', pageTable(viewHeadings, viewCells(account.rows)));
  expectInPage(page, 'shown', `${pageTable(shownHeadings, shownCells(account.shown))}\n\n${viewRemark(account)}. ${machineText(account)}.`);
});

test('what it weighs', () => {
  expectInPage(page, 'size', pageTable(sizeHeadings, sizeCells(stored<SizeAccount>('bench/size.json'))));
});

test('what comes before the first step', () => {
  const account = stored<Machine & SetUpAccount>('bench/setUp.json');
  expectInPage(
    page,
    'setUp',
    `${pageTable(setUpHeadings(account), setUpCells(account))}\n\n${setUpRemark(account)}. ${machineText(account)}.`,
  );
});

test('which integrator for what', () => {
  const account = stored<
    Machine & { readonly load: number; readonly rounds: number; readonly most: number; readonly cases: readonly MethodCase[] }
  >('bench/methods.json');
  const remark = `Processor time, the least of ${account.rounds} rounds; a run is given up after ${account.most} s. ${machineText(account)}, ${loadText(account.load)}.`;
  expectInPage(page, 'methods', `${pageTable(methodHeadings, methodCells(account.cases))}\n\n${remark}`);
});

test('what recording takes', () => {
  const account = stored<Machine & Parameters<typeof recordRemark>[0] & { readonly rows: readonly RecordRow[] }>('bench/record.json');
  const table = pageTable(recordHeadings, recordCells(account.rows));
  expectInPage(page, 'record', `${table}\n\n${recordRemark(account)}. ${machineText(account)}.`);
});

test('sizes of an integrator', () => {
  const { rows, ...account } = stored<Machine & { readonly rows: readonly SizeRow[] }>('bench/sizes.json');
  const sizes = [...new Set(rows.flatMap(({ cells }) => cells.map(({ size }) => size)))];
  const cells = rows.map(({ solver, algebra, jacobian, grouped, cells: own, published, whole }) => [
    solver,
    algebra,
    `${jacobian}${grouped ? '' : ', every column'}`,
    ...sizes.map((size) => {
      const found = own.find((one) => one.size === size);
      return found ? `${formatNumber(1e6 * found.time.lowest, 3)} (${Math.round(100 * found.share)} %)` : '';
    }),
    published?.exponent.toFixed(2) ?? '',
    whole?.exponent.toFixed(2) ?? '',
  ]);
  const headings = ['method', 'algebra', 'Jacobian', ...sizes.map(String), 'α, 5–20', 'α, all'];
  expectInPage(page, 'sizes', `${machineText(account)}.\n\n${pageTable(headings, cells)}`);
});

test('published statements', () => {
  const { verdicts } = stored<{
    readonly verdicts: readonly { readonly name: string; readonly text: string; readonly published: string; readonly ours: string }[];
  }>('bench/published.json');
  const rows = verdicts.map(({ name, text, published, ours }) => [name, text, published, ours]);
  expectInPage(page, 'published', pageTable(['', 'published statement', 'as published', 'as ringmain runs'], rows));
});

test('lines and integrators on whole circuits', () => {
  const files = readdirSync('bench/compare').map((file) =>
    stored<{ readonly circuit: string; readonly rows: readonly SolverRow[] }>(`bench/compare/${file}`),
  );
  const part = (share: number, isBound = false): string => `${isBound ? '< ' : ''}${formatNumber(100 * share, 2)} %`;
  const rows = files.flatMap(({ circuit, rows: own }) =>
    own.map(({ solver, setting, wallSeconds, accepted, rejected, error, ended }, k) => [
      k === 0 ? circuit : '',
      solver,
      setting,
      wallSeconds ? formatSeconds(wallSeconds.median) : '',
      ...[accepted, rejected].map((count) => (count === null ? '' : thousands(count))),
      error ? part(error.typical, error.bounds?.typical) : '',
      error ? `${part(error.largest, error.bounds?.largest)} of ${error.worst}` : '',
      ended === 'done' ? '' : ended,
    ]),
  );
  const headings = ['circuit', 'solver', 'asked for', 'run', 'accepted', 'rejected', 'root mean square', 'largest', 'ended'];
  expectInPage(page, 'compare', pageTable(headings, rows));
});

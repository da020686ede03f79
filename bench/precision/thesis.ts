/**
 * Run times that Burton 1994 published (PhD thesis, University of Bath) for TLM and for LSODA, and the same of ours: chapter 5 on the two-actuator circuit, tables
 * 6.1 and 6.4 on the controlled two-actuator circuit and the ring main. Published times are s of a Sun 4/370.
 */
import type { LineOptions } from '#ringmain/index.js';
import { cases, type PrecisionCase } from './cases.js';
import {
  circuitOf,
  lumpedSetting,
  type MeasuredCircuit,
  type MeasuredSetting,
  measureEntries,
  referenceOf,
  type Setting,
  tlmSetting,
  type Version,
} from './measure.js';
import { type Timing, type Turns, timeInTurn } from './turns.js';

/** Times until a simulated time, s. */
interface PublishedInterval {
  readonly until: number;
  readonly lsoda: number;
  readonly tlm: number;
}

const interval = (until: number, lsoda: number, tlm: number): PublishedInterval => ({ until, lsoda, tlm });

export const published = {
  /** Table 5.2: variable steps by pressure error, bar. */
  variable: [
    [0.01, 471.4],
    [0.1, 189],
    [0.25, 49.9],
    [0.5, 24.3],
    [1, 13],
    [2.5, 7.2],
    [5, 2.6],
  ],
  /** Table 5.4: fixed steps, us. */
  fixed: [
    [10, 624.4],
    [100, 62.8],
    [250, 23.6],
    [500, 11.7],
    [1000, 6.3],
    [2500, 2.4],
  ],
  /** Table 5.5: LSODA by tolerance. */
  lsoda: [
    [1e-1, 13136.4],
    [1e-3, 3329.9],
    [1e-5, 4860],
    [1e-7, 9185],
  ],
  intervals: [
    {
      circuit: 'two-actuator',
      table: '5.3',
      // The rows at 0.25, 0.75 and 2.25 s are dashes. 160 at 1.75 s is as printed; its interval's speed-up of 30 needs 187.
      rows: [
        interval(0.5, 250, 17),
        interval(1, 281, 18),
        interval(1.25, 311, 20),
        interval(1.5, 3450, 141),
        interval(1.75, 4849, 160),
        interval(2, 4857, 188),
        interval(2.5, 4860, 189),
      ],
    },
    {
      circuit: 'controlled-two-actuator',
      table: '6.1',
      // Printed 2.7 at 1 s and 822.1 at 4 s: its intervals add up to 92.7 and 882.1.
      rows: [
        interval(0.5, 55, 3.1),
        interval(1, 92.7, 6.6),
        interval(1.5, 100, 7.5),
        interval(2, 857, 23),
        interval(2.5, 864.7, 24.2),
        interval(3, 872.5, 27.2),
        interval(3.5, 877.1, 27.5),
        interval(4, 882.1, 27.8),
      ],
    },
    {
      circuit: 'ring-main',
      table: '6.4',
      rows: [
        interval(1, 145, 14),
        interval(2, 173, 17.7),
        interval(3, 502, 38.6),
        interval(4, 733, 49.6),
        interval(5, 956, 71.2),
        interval(6, 997, 74.9),
        interval(7, 1195, 95.4),
        interval(8, 1422, 109.7),
        interval(9, 1468, 116.5),
        interval(10, 1515, 122),
      ],
    },
  ],
} as const;

/** Beside a table whose rows are settings: ours, and TLM by the equations and the control of steps as printed. */
export interface ThesisRow {
  /** As in the table: bar, us or a tolerance. */
  readonly asked: number;
  /** s */
  readonly published: number;
  readonly ours: MeasuredSetting;
  readonly printed: MeasuredSetting | null;
}

export interface ThesisInterval {
  readonly circuit: string;
  readonly table: string;
  readonly errors: { readonly lsoda: number; readonly tlm: number };
  readonly rows: readonly {
    readonly until: number;
    readonly published: { lsoda: number; tlm: number };
    readonly lsoda: Timing;
    readonly tlm: Timing;
  }[];
}

export interface MeasuredThesis {
  readonly reference: MeasuredCircuit['reference'];
  readonly asideReason: string | null;
  readonly variable: readonly ThesisRow[];
  readonly fixed: readonly ThesisRow[];
  readonly lsoda: readonly ThesisRow[];
  readonly intervals: readonly ThesisInterval[];
}

const asPrinted: LineOptions = { law: 'thesis', line: 'thesis' };
const tolerance = 1e-5;
const pressureError = 1e4;

/** Measures all tables. */
export async function measureThesis(version: Version, turns: Turns, say: (text: string) => void): Promise<MeasuredThesis> {
  const of = caseOf('two-actuator');
  const circuit = await circuitOf(version, of);
  say('two-actuator: reference');
  const { exact, account } = await referenceOf(version, circuit, of.aside);
  const both = (label: string, options: LineOptions): Setting[] => [
    tlmSetting('ours', label, '', options),
    tlmSetting('printed', label, '', { ...options, ...asPrinted }),
  ];
  const settings = [
    ...published.variable.flatMap(([asked]) => both(`${asked} bar`, { step: null, pressureError: 1e5 * asked })),
    ...published.fixed.flatMap(([asked]) => both(`${asked} us`, { step: 1e-6 * asked })),
    ...published.lsoda.map(([asked]) => lumpedSetting('lsoda', asked)),
  ];
  const entries = settings.map((setting) => ({ version, circuit, exact, aside: of.aside, setting }));
  const measured = [...(await measureEntries(entries, turns, say))].values();
  const next = (): MeasuredSetting => measured.next().value as MeasuredSetting;
  const twice = ([asked, seconds]: readonly [number, number]): ThesisRow => ({ asked, published: seconds, ours: next(), printed: next() });
  const once = ([asked, seconds]: readonly [number, number]): ThesisRow => ({ asked, published: seconds, ours: next(), printed: null });
  const [variable, fixed, lsoda] = [published.variable.map(twice), published.fixed.map(twice), published.lsoda.map(once)];
  const intervals: ThesisInterval[] = [];
  for (const table of published.intervals) intervals.push(await measureIntervals(version, table, turns, say));
  return { reference: account, asideReason: of.asideReason ?? null, variable, fixed, lsoda, intervals };
}

/** Whole runs until each time: what an interval takes is the difference to the one before. */
async function measureIntervals(
  version: Version,
  { circuit: name, table, rows }: (typeof published.intervals)[number],
  turns: Turns,
  say: (text: string) => void,
): Promise<ThesisInterval> {
  const of = caseOf(name);
  const circuit = await circuitOf(version, of);
  say(`${name}: by interval`);
  const { exact } = await referenceOf(version, circuit, of.aside);
  const solvers = [lumpedSetting('lsoda', tolerance), tlmSetting('tlm', '0.1 bar', '', { step: null, pressureError })];
  const entries = solvers.map((setting) => ({ version, circuit, exact, aside: of.aside, setting }));
  const [lsoda, tlm] = await measureEntries(entries, { rounds: 1, seconds: 0 }, () => undefined);
  const runs = rows.flatMap(({ until }) =>
    solvers.map((setting) => async () => (await setting.run(version, circuit, { until })).cost.wallSeconds),
  );
  const timings = await timeInTurn(runs, turns);
  const errorOf = (one: MeasuredSetting | undefined): number => one?.error?.error ?? Number.NaN;
  return {
    circuit: name,
    table,
    errors: { lsoda: errorOf(lsoda), tlm: errorOf(tlm) },
    rows: rows.map((row, k) => ({
      until: row.until,
      published: { lsoda: row.lsoda, tlm: row.tlm },
      lsoda: timings[2 * k] as Timing,
      tlm: timings[2 * k + 1] as Timing,
    })),
  };
}

const caseOf = (circuit: string): PrecisionCase => cases.find((one) => one.circuit === circuit) as PrecisionCase;

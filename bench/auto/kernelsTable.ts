/** The table of `bench auto kernels`, for a terminal and a page. */
import { type Spread, spreadText } from '#ringmain/results/statistics.js';

/** A circuit by so many threads: runs to their end by `--kernels auto`, with an empty cache, beside those by WebAssembly. */
export interface KernelsRow {
  readonly name: string;
  readonly threads: number;
  /** Of the texts that are compiled. */
  readonly kilobytes: number;
  /** What compiles: 'clang 14.0.6'. */
  readonly compiler: string;
  /** Share of the time of WebAssembly that native kernels save, held runs in turn. */
  readonly saved: number;
  /** s that making them took beside the run. */
  readonly making: Spread;
  /** Share of that time that the run lost. */
  readonly lost: number;
  /** s of a run by WebAssembly: from which length on making them pays, by what was measured; what the rule asks for (src/run/threads/nativeWorth.ts). */
  readonly pays: number;
  readonly asks: number;
  /** s of the runs by WebAssembly; WebAssembly over auto, pair by pair. */
  readonly plain: Spread;
  readonly gain: Spread;
}

export interface KernelsAccount {
  readonly rounds: number;
  /** How many times as long as the rule asks for the runs were to be. */
  readonly times: number;
  readonly rows: readonly KernelsRow[];
}

export const kernelsHeadings = [
  'circuit',
  'threads',
  'texts, kB',
  'by',
  'native saves',
  'made beside the run, s',
  'the run lost of it',
  'pays from, s',
  'auto asks for, s',
  'run by wasm, s',
  'wasm / auto',
];

const share = (x: number): string => `${(100 * x).toFixed(0)} %`;

export const kernelsCells = ({ rows }: KernelsAccount): string[][] =>
  rows.map((row) => [
    ...[
      row.name,
      String(row.threads),
      row.kilobytes.toFixed(0),
      row.compiler,
      share(row.saved),
      spreadText(row.making, 1),
      share(row.lost),
    ],
    ...[row.pays.toFixed(1), row.asks.toFixed(1), spreadText(row.plain, 1), spreadText(row.gain)],
  ]);

export const kernelsRemark = ({ rounds, times }: KernelsAccount): string =>
  [
    `runs to their end, about ${times} times as long as auto asks for by the wall time of WebAssembly, in turn, ${rounds} rounds: median (lowest–highest); every compiling begins with an empty cache`,
    'lost: what runs by auto took longer than their kernels explain, of the time of the compiler; pays from: where what is saved behind it makes up for that',
  ].join('.\n');

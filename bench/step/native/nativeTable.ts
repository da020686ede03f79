/** Tables of `bench step native`, for a terminal and a page. */
import { type Spread, spreadText } from '#ringmain/results/statistics.js';
import type { Peers } from '../../scaling/rings/peer.js';
import type { KernelRow } from '../kernels.js';

/** A circuit by so many threads. */
export interface NativeRow {
  readonly name: string;
  readonly stepping: 'fixed' | 'variable';
  /** Stations or components, whose times are told. */
  readonly count: number;
  readonly of: 'station' | 'component';
  readonly threads: number;
  /** 'gcc 12.2.0, 8 doubles at a time' */
  readonly made: string;
  /** Of the run's memory, one of `of`. */
  readonly bytes: number;
  /** ns an attempt of one of `of`; WebAssembly over native, pair by pair. */
  readonly wasm: Spread;
  readonly native: Spread;
  readonly gain: Spread;
}

/** What making native kernels of a circuit takes, for one thread. */
export interface MakingRow {
  readonly name: string;
  readonly compiler: string;
  /** Of C, without what stands before the functions. */
  readonly kilobytes: number;
  /** ms to write it; s to write and compile it; ms to load what was made. */
  readonly writing: Spread;
  readonly compiling: Spread;
  readonly loading: Spread;
  /** ms from opening a run to the end of its first attempt, by WebAssembly and by a library from the cache; what the latter takes more, pair by pair. */
  readonly wasm: Spread;
  readonly kept: Spread;
  readonly more: Spread;
}

export interface NativeAccount {
  readonly rounds: number;
  readonly seconds: number;
  /** GB/s. */
  readonly triad: Spread;
  readonly rows: readonly NativeRow[];
  readonly making: readonly MakingRow[];
}

export const gainHeadings = [
  'circuit',
  'steps',
  'threads',
  'wasm, ns',
  'native, ns',
  'wasm / native',
  'all bytes once, ns',
  'Hopsan, ns',
  'by',
];

export const gainCells = ({ rows, triad }: NativeAccount, peers: Pick<Peers, 'rings'>): string[][] =>
  rows.map((row) => [
    ...[row.name, row.stepping, String(row.threads)],
    ...[spreadText(row.wasm, 1), spreadText(row.native, 1), spreadText(row.gain)],
    row.stepping === 'fixed' && row.count >= 10_000 ? (row.bytes / triad.median).toFixed(1) : '',
    peerTime(row, peers),
    row.made,
  ]);

/** ns a station and step by the peer, where it was measured. */
function peerTime({ name, stepping, count, threads }: NativeRow, { rings }: Pick<Peers, 'rings'>): string {
  const preset = /^ring ([ab]) of /.exec(name)?.[1] as keyof Peers['rings'] | undefined;
  const ring = preset && stepping === 'fixed' ? rings[preset].find(({ stations }) => stations === count) : undefined;
  const time = threads === 1 ? ring?.oneThread : threads === 2 ? ring?.twoThreads : undefined;
  return time === undefined ? '' : String(time);
}

const geometric = (values: readonly number[]): number => Math.exp(values.reduce((sum, x) => sum + Math.log(x), 0) / values.length);

/** Geometric means of rings, by steps and threads. */
export function gainMeans({ rows }: Pick<NativeAccount, 'rows'>): { readonly of: string; readonly mean: number; readonly rows: number }[] {
  const rings = rows.filter(({ name, count }) => /^ring [ab] /.test(name) && (count === 1000 || count === 10_000));
  const groups = new Map<string, NativeRow[]>();
  for (const row of rings) groups.set(groupOf(row), [...(groups.get(groupOf(row)) ?? []), row]);
  return [...groups].map(([of, list]) => ({ of, mean: geometric(list.map(({ gain }) => gain.median)), rows: list.length }));
}
const groupOf = ({ stepping, threads }: NativeRow): string => `${stepping} steps, ${threads} thread${threads === 1 ? '' : 's'}`;

/** What belongs to the table of gains. */
export function gainRemark(account: NativeAccount): string {
  const means = gainMeans(account).map(({ of, mean, rows }) => `${of} ${mean.toFixed(2)} (of ${rows})`);
  return [
    `ns a station of rings, a component of others, and attempt: median (lowest–highest) of ${account.rounds} samples in turn, of at least ${account.seconds} s of rings, of equal parts of their own time of others; the ratio pair by pair`,
    'rings b at variable steps: their first milliseconds, in which stations lie at rest and each search for the roots of an edge without a pressure difference takes 20 rounds and more',
    `all bytes once: memory of the run for one of them, moved once at ${spreadText(account.triad, 1)} GB/s (triad of one thread beyond the caches); given where a ring is larger than the caches of a core`,
    'Hopsan: bench/peer.json, measured on another machine with two cores, at another time: sizes count, not digits',
    ...(means.length > 0 ? [`geometric means of rings a and b of 1000 and 10 000 stations: ${means.join('; ')}`] : []),
  ].join('.\n');
}

export const makingHeadings = [
  'circuit',
  'by',
  'C, kB',
  'written, ms',
  'written and compiled, s',
  'loaded, ms',
  'wasm, ms',
  'from the cache, ms',
  'more, ms',
];

export const makingCells = ({ making }: NativeAccount): string[][] =>
  making.map(({ name, compiler, kilobytes, writing, compiling, loading, wasm, kept, more }) => [
    ...[name, compiler, kilobytes.toFixed(0), spreadText(writing, 0), spreadText(compiling), spreadText(loading)],
    ...[spreadText(wasm, 0), spreadText(kept, 0), spreadText(more, 0)],
  ]);

export const makingRemark = ({ rounds }: NativeAccount): string =>
  `one thread; ${rounds} rounds, compiling in two. wasm, from the cache: from the circuit to the end of the first attempt, in a process that has done so before`;

export const handHeadings = ['kind', 'WebAssembly', 'native', 'C by hand, scalar', 'C by hand, wide', 'native / by hand, wide'];

/** Kernels that are written by hand too (bench/kernels.c): ns an instance, medians; kinds of `bench step kernels` that have all forms. */
export const handCells = (kinds: readonly KernelRow[]): string[][] =>
  kinds.flatMap(({ kind, lanes, compiled, native }) => {
    if (!compiled || !native?.wide) return [];
    const times = [lanes, compiled, native.scalar, native.wide].map(({ median }) => median.toFixed(2));
    return [[kind, ...times, (compiled.median / native.wide.median).toFixed(2)]];
  });

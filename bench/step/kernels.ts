/**
 * `ringmain bench step kernels`: ns per instance of every component kind, by every back end and, for some kinds, in C by hand. The same bits first; then
 * samples of all of them in turn, again and again, so that a machine that drifts drifts for all. What is measured twice a round shows the noise.
 */
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount, asNames } from '#ringmain/cli/optionTable.js';
import { linkJavascript } from '#ringmain/equations/kernel/javascript.js';
import type { KernelFunction } from '#ringmain/equations/kernel/kernelSource.js';
import { makeLibrary } from '#ringmain/native/compiler.js';
import { nativeHost } from '#ringmain/native/nodeNative.js';
import { textTable } from '#ringmain/report/table.js';
import { fastestText, median, ratios, type Spread, spreadOf, spreadText } from '#ringmain/results/statistics.js';
import { allocate, pageBytes } from '#ringmain/run/threads/memory.js';
import { instantiate } from '#ringmain/run/threads/threads.js';
import { ModuleBuilder } from '#ringmain/wasm/module.js';
import { WebAssembly } from '#ringmain/wasm/webAssembly.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { callsFor, cpuClock, nanosecondsPerCall } from '../protocol/calls.js';
import { inTurn } from '../protocol/turns.js';
import { type KernelCase, kernelCase, kernelHelpers, timedKinds } from './kernels/kernelCase.js';
import { mostDifference, type NativeForm, NativeKernels, nativeFlags, nativeForms, nativeKinds } from './kernels/nativeKernels.js';

const commandOptions = {
  kinds: { about: 'component kinds, separated by commas; default: all', read: asNames },
  rows: { about: 'instances of a batch', fallback: '1000', read: asCount(1) },
  rounds: roundsOption,
  seconds: secondsOption('0.02'),
};

export const stepKernels = part({
  name: 'kernels',
  describe: 'ns per instance of every component kind by all back ends, and of some in C',
  options: commandOptions,
  examples: [['--kinds orifice,junction', 'two kinds by all back ends and in C']],
  measure: measureAll,
});

/** What one batch is measured with. */
type Sampling = Pick<Values<typeof commandOptions>, 'rows' | 'rounds' | 'seconds'>;

const backEnds = ['javascript', 'scalar', 'lanes'] as const;
type BackEnd = (typeof backEnds)[number];

/** ns per instance. */
export interface KernelRow {
  readonly kind: string;
  /** Whether the loop runs two instances at a time. */
  readonly inLanes: boolean;
  readonly javascript: Spread;
  readonly scalar: Spread;
  readonly lanes: Spread;
  /** The kernel in lanes against itself, pair by pair. */
  readonly lanesAgain: Spread;
  readonly native: NativeRow | null;
  /** Our own text as C for this processor's vectors, as native kernels have it; null where there is no compiler. Files of before have none. */
  readonly compiled?: Spread | null;
}

export interface NativeRow {
  readonly scalar: Spread;
  readonly vectors: Spread;
  /** For this processor's widest vectors. Files of before have none. */
  readonly wide?: Spread;
  /** The vectorised kernel against itself. */
  readonly vectorsAgain: Spread;
  /** Medians of ours over those of C: below 1, ours is faster. */
  readonly lanesOverVectors: number;
  readonly scalarOverScalar: number;
  /** Largest deviation from our results, relative to the largest value of its column, and the fraction with the same bits. */
  readonly difference: number;
  readonly sameBits: number;
}

async function measureAll({ kinds = timedKinds, rows, rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const wanted = kinds.some((kind) => nativeKinds.has(kind));
  const native = wanted ? NativeKernels.open() : 'no C kernels: there are none of these kinds';
  try {
    const measured: KernelRow[] = [];
    for (const [k, kind] of kinds.entries()) {
      say(`${k + 1}/${kinds.length} ${kind}`);
      measured.push(await measure(kernelCase(kind, rows), { rows, rounds, seconds }, typeof native === 'string' ? null : native));
    }
    const c = typeof native === 'string' ? { note: native } : { compiler: native.compiler, flags: nativeFlags };
    return { stored: { rows, rounds, seconds, c, kinds: measured }, text: () => table(measured, { rows, rounds, seconds }, native) };
  } finally {
    if (typeof native !== 'string') native.close();
  }
}

interface Made {
  readonly F: Float64Array;
  readonly kernel: KernelFunction;
  readonly inLanes: boolean;
}

/** The kernel of a case by one back end, over a memory of its own. */
function make({ unit, image }: KernelCase, backEnd: BackEnd): Made {
  const memory = allocate(image.byteLength, false);
  const F = new Float64Array(memory.buffer as ArrayBuffer);
  F.set(image);
  const units = [...kernelHelpers, unit];
  if (backEnd === 'javascript') {
    const kernel = linkJavascript(units, F, new Int32Array(F.buffer)).get('kernel') as KernelFunction;
    return { F, kernel, inLanes: false };
  }
  const builder = new ModuleBuilder({ pages: memory.buffer.byteLength / pageBytes, shared: false, lanes: backEnd === 'lanes' });
  for (const one of units) builder.add(one);
  const kernel = instantiate(new WebAssembly.Module(builder.build(['kernel'])), memory).get('kernel') as KernelFunction;
  return { F, kernel, inLanes: builder.inLanes.has('kernel') };
}

/** The same by the compiler that native kernels have; null where there is none. Throws RunFault where it fails. */
async function makeNative({ kind, unit, image }: KernelCase): Promise<Pick<Made, 'F' | 'kernel'> | null> {
  const made = await makeLibrary([...kernelHelpers, unit], ['kernel'], { cache: false });
  if ('refused' in made) {
    if (made.isWithoutCompiler) return null;
    throw new RunFault(`the kernel of '${kind}' in C: ${made.refused}`);
  }
  const memory = allocate(image.byteLength, false);
  const F = new Float64Array(memory.buffer as ArrayBuffer);
  F.set(image);
  return { F, kernel: nativeHost.load(made.file, memory).get('kernel') as KernelFunction };
}

async function measure(of: KernelCase, { rounds, seconds }: Sampling, native: NativeKernels | null): Promise<KernelRow> {
  const inC = await makeNative(of);
  const made = Object.fromEntries(backEnds.map((backEnd) => [backEnd, make(of, backEnd)])) as Record<BackEnd, Made>;
  for (const { kernel } of Object.values(made)) kernel(0);
  const reference = made.javascript.F;
  for (const backEnd of backEnds) {
    const at = firstDifference(reference, made[backEnd].F);
    if (at >= 0) throw new RunFault(`kernels of '${of.kind}' in JavaScript and WebAssembly (${backEnd}) differ at ${placeOf(of, at)}`);
  }
  inC?.kernel(0);
  const off = inC ? firstDifference(reference, inC.F) : -1;
  if (off >= 0) throw new RunFault(`kernels of '${of.kind}' in JavaScript and C differ at ${placeOf(of, off)}`);
  const c = native && nativeKinds.has(of.kind) ? native : null;
  const agreement = c ? compareNative(of, c, reference) : null;
  const calls = Object.fromEntries(backEnds.map((b) => [b, callsFor(() => made[b].kernel(0), seconds, cpuClock)])) as Record<
    BackEnd,
    number
  >;
  const way = (sample: () => number) => ({ sample: () => sample() / of.rows, times: [] as number[] });
  const ours = (backEnd: BackEnd) => way(() => nanosecondsPerCall(() => made[backEnd].kernel(0), calls[backEnd], cpuClock));
  const theirs = (form: NativeForm) => way(() => c?.time(of, form, 1, seconds).nanoseconds[0] as number);
  const [lanes, scalar, javascript, lanesAgain] = [ours('lanes'), ours('scalar'), ours('javascript'), ours('lanes')];
  const [vectors, plain, wide, vectorsAgain] = [theirs('vectors'), theirs('scalar'), theirs('wide'), theirs('vectors')];
  const inCCalls = inC ? callsFor(() => inC.kernel(0), seconds, cpuClock) : 0;
  const compiled = way(() => nanosecondsPerCall(() => inC?.kernel(0), inCCalls, cpuClock));
  const all = [
    ...(c ? [lanes, vectors, scalar, plain, wide, javascript, lanesAgain, vectorsAgain] : [lanes, scalar, javascript, lanesAgain]),
    ...(inC ? [compiled] : []),
  ];
  for (const { sample, times } of inTurn(all, rounds)) times.push(sample());
  const spread = (...ways: readonly (typeof lanes)[]): Spread => spreadOf(ways.flatMap(({ times }) => times));
  const again = (one: typeof lanes, other: typeof lanes): Spread =>
    ratios(one.times.map((time, round) => [time, other.times[round] as number]));
  const row = {
    kind: of.kind,
    inLanes: made.lanes.inLanes,
    javascript: spread(javascript),
    scalar: spread(scalar),
    lanes: spread(lanes, lanesAgain),
    lanesAgain: again(lanes, lanesAgain),
    compiled: inC ? spread(compiled) : null,
  };
  if (!agreement) return { ...row, native: null };
  const byHand = { scalar: spread(plain), vectors: spread(vectors, vectorsAgain), wide: spread(wide) };
  const over = { lanesOverVectors: row.lanes.median / byHand.vectors.median, scalarOverScalar: row.scalar.median / byHand.scalar.median };
  return { ...row, native: { ...byHand, vectorsAgain: again(vectors, vectorsAgain), ...over, ...agreement } };
}

/** How far both forms of the C kernel are from ours after one call; throws where rounding does not explain it. */
function compareNative(of: KernelCase, native: NativeKernels, ours: Float64Array): Pick<NativeRow, 'difference' | 'sameBits'> {
  native.give(of);
  const found = nativeForms.map((form) => {
    native.time(of, form, 1, 0);
    return native.compare(of, form, ours);
  });
  const difference = Math.max(...found.map((one) => one.difference));
  if (!(difference <= mostDifference))
    throw new RunFault(`the kernel of '${of.kind}' and its equations in C differ by ${difference.toExponential(1)}`);
  return { difference, sameBits: Math.min(...found.map((one) => one.sameBits)) };
}

/** First double with other bits, -1 if there is none. */
function firstDifference(a: Float64Array, b: Float64Array): number {
  const [x, y] = [a, b].map((one) => new BigInt64Array(one.buffer, one.byteOffset, one.length)) as [BigInt64Array, BigInt64Array];
  return x.findIndex((bits, k) => bits !== y[k]);
}

/** 'p_in of row 3'. */
function placeOf({ offsets, rows }: KernelCase, at: number): string {
  const key = Object.keys(offsets).find((name) => at >= (offsets[name] as number) && at < (offsets[name] as number) + rows);
  return key ? `${key} of row ${at - (offsets[key] as number)}` : `double ${at}`;
}

function table(measured: readonly KernelRow[], { rows, rounds, seconds }: Sampling, native: NativeKernels | string): string {
  const right = ['JavaScript', 'scalar', 'lanes', 'lanes/JavaScript', 'lanes/lanes', 'native', 'lanes/native'];
  const nativeHeads = ['C -O2', 'C -O3', 'C -O3 wide', 'scalar/C -O2', 'lanes/C -O3', 'C -O3/C -O3', 'off by'];
  const heads = typeof native === 'string' ? right : [...right, ...nativeHeads];
  const text = textTable(
    [{ heading: 'kind' }, ...heads.map((heading) => ({ heading, align: 'right' as const }))],
    measured.map((row) => [
      row.kind === 'junction' ? 'junction of 3' : row.kind,
      fastestText(row.javascript),
      fastestText(row.scalar),
      `${fastestText(row.lanes)}${row.inLanes ? '' : ' *'}`,
      (row.lanes.median / row.javascript.median).toFixed(2),
      spreadText(row.lanesAgain),
      ...(row.compiled ? [fastestText(row.compiled), (row.lanes.median / row.compiled.median).toFixed(2)] : ['', '']),
      ...(typeof native === 'string' ? [] : nativeCells(row.native)),
    ]),
  );
  const scalarKinds = measured.filter(({ inLanes }) => !inLanes).map(({ kind }) => kind);
  const notes = [
    `ns of CPU time per instance in batches of ${rows}: median (fastest) of samples of at least ${(1e3 * seconds).toFixed(0)} ms in ${rounds} rounds; ratios are of medians`,
    'JavaScript, both WebAssembly kernels and native ones (our text as C, by the compiler that is there) gave the same bits; X/X is one kernel against itself, pair by pair: median (lowest–highest)',
    ...(scalarKinds.length > 0 ? [`* not in lanes: ${scalarKinds.join(', ')}`] : []),
    typeof native === 'string'
      ? native
      : `C: ${native.compiler}; ${nativeForms.map((form) => nativeFlags[form].join(' ')).join(' | ')}; off by: relative to the largest value of a column, worst of both`,
  ];
  const gains = measured.map((row) => row.lanes.median / row.javascript.median);
  return `${text}\n\n${notes.join('\n')}\nlanes/JavaScript: median of ${measured.length} kinds ${median(gains).toFixed(2)}`;
}

function nativeCells(native: NativeRow | null): string[] {
  if (!native) return ['', '', '', '', '', '', ''];
  return [
    fastestText(native.scalar),
    fastestText(native.vectors),
    native.wide ? fastestText(native.wide) : '',
    native.scalarOverScalar.toFixed(2),
    native.lanesOverVectors.toFixed(2),
    spreadText(native.vectorsAgain),
    native.difference === 0 ? 'same bits' : native.difference.toExponential(1),
  ];
}

/** `ringmain bench auto kernels`: when native kernels pay that are compiled beside a run, and whether `--kernels auto` asks for runs that are long enough. */
import { availableParallelism } from 'node:os';
import { expectSame, finished, RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { asCounts, asNames } from '#ringmain/cli/optionTable.js';
import { runSources } from '#ringmain/program/link.js';
import { textTable } from '#ringmain/report/table.js';
import { median, ratios, spreadOf } from '#ringmain/results/statistics.js';
import { prepareRun } from '#ringmain/run/held/prepare.js';
import { kilobytesOf } from '#ringmain/run/threads/nativeBeside.js';
import { firstLook, leastForCompiler } from '#ringmain/run/threads/nativeWorth.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import { asSeconds, type Measured, part, roundsOption, say, type Values } from '../protocol/benchmark.js';
import { inTurn } from '../protocol/turns.js';
import { bundledCase, type Case, comparePairs, ringCase, stepOf } from '../step/native/pairs.js';
import { type KernelsAccount, type KernelsRow, kernelsCells, kernelsHeadings, kernelsRemark } from './kernelsTable.js';

const commandOptions = {
  circuits: {
    about: "circuits of the manual whose work does not end with their own time, separated by commas; 'none' for none",
    fallback: 'none',
    read: asNames,
  },
  stations: { about: 'sizes of rings a at fixed steps, separated by commas', fallback: '1000', read: asCounts(3) },
  workers: { about: 'numbers of threads, separated by commas', fallback: '1,2', read: asCounts(1) },
  times: { about: 'how many times as long as auto asks for runs are', fallback: '1.5', read: asSeconds },
  rounds: { ...roundsOption, fallback: '3' },
};

export const autoKernels = part({
  name: 'kernels',
  describe: '--kernels auto beside WebAssembly: from which length of a run on compiling native kernels pays, and from which it is done',
  options: commandOptions,
  examples: [['--stations 10000 --workers 1', 'a larger ring by one thread']],
  measure,
});

async function measure({ circuits, stations, workers, times, rounds }: Values<typeof commandOptions>): Promise<Measured> {
  const named = circuits.filter((name) => name !== 'none');
  const cases = [...(await Promise.all(named.map(bundledCase))), ...stations.map((count) => ringCase('a', count, 'fixed'))];
  const rows: KernelsRow[] = [];
  for (const one of cases)
    for (const threads of workers) {
      say(`${one.name}, ${threads} thread${threads === 1 ? '' : 's'}`);
      rows.push(await measureRow(one, threads, times, rounds));
    }
  const account: KernelsAccount = { rounds, times, rows };
  const heads = kernelsHeadings.map((heading, k) => ({ heading, ...(k > 0 ? { align: 'right' as const } : {}) }));
  return { stored: account, text: () => `${textTable(heads, kernelsCells(account))}\n\n${kernelsRemark(account)}` };
}

/** Throws RunFault where a run fails, differs, or stays with WebAssembly. */
async function measureRow(one: Case, threads: number, times: number, rounds: number): Promise<KernelsRow> {
  const { circuit, name } = one;
  const { gain: held } = await comparePairs(one, threads, { rounds, seconds: 0.2, warm: 400 });
  const saved = 1 - 1 / held.median;
  const base: RunOptions = { workers: threads, oversubscribe: true, step: stepOf(one), record: [], native: { cache: false } };
  const { session } = await prepareRun(circuit, { ...base, until: 1, every: 1 }, [], availableParallelism());
  const kilobytes = kilobytesOf(runSources(session.program, session.threads).sources);
  const asks = leastForCompiler(kilobytes, threads < availableParallelism());
  const until = await endFor(one, base, times * asks);
  const run = async (kernels: 'wasm' | 'auto'): Promise<LineResults> => finished(circuit, { ...base, until, every: until, kernels });
  const ways = { plain: [] as LineResults[], auto: [] as LineResults[] };
  for (const way of inTurn(['wasm', 'auto'] as const, rounds)) ways[way === 'wasm' ? 'plain' : 'auto'].push(await run(way));
  expectSame(
    `${name} by WebAssembly and by auto`,
    [...ways.plain, ...ways.auto].map(({ digest }) => digest),
  );
  const made = ways.auto.map(({ notes }) => notes.flatMap((note) => /: (\S+ [\d.]+), .* compiled in ([\d.]+) s beside/.exec(note) ?? []));
  const [first] = made;
  if (!first || made.some((found) => found.length === 0))
    throw new RunFault(`${name} by auto stayed with WebAssembly: ${ways.auto.at(-1)?.notes.join('; ')}`);
  const pairs = ways.plain.map(({ cost }, round) => [cost.wallSeconds, (ways.auto[round] as LineResults).cost.wallSeconds] as const);
  const making = made.map(([, , seconds]) => Number(seconds));
  const lost = median(
    pairs.map(([plain, auto], k) => {
      const m = making[k] as number;
      return (saved * (plain - firstLook - m) - (plain - auto)) / m;
    }),
  );
  return {
    ...{ name, threads, kilobytes, compiler: first[1] as string, saved, making: spreadOf(making), lost },
    pays: median(making) * (1 + Math.max(0, lost) / saved),
    asks,
    plain: spreadOf(pairs.map(([plain]) => plain)),
    gain: ratios(pairs),
  };
}

/** s to simulate, so that a run by WebAssembly takes about so many: trial by trial, each from the speed of the last. */
async function endFor({ circuit }: Case, base: RunOptions, seconds: number): Promise<number> {
  const whole = (end: number): number => (base.step ? base.step * Math.ceil(end / base.step) : end);
  let until = whole(circuit.run.end);
  for (let trial = 0; trial < 6; trial++) {
    const { cost } = await finished(circuit, { ...base, until, every: until, kernels: 'wasm' });
    const times = seconds / Math.max(cost.wallSeconds, 1e-3);
    if (times > 0.9 && times < 1.1) break;
    until = whole(until * Math.min(20, times));
  }
  return until;
}

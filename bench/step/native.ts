/**
 * `ringmain bench step native`: native kernels against WebAssembly, held runs of one process in turn, the same states first; and what writing, compiling and loading them takes. Held
 * runs go on from where they stand: code is optimised, and the first steps, which may take longer, are over.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { presets } from '#ringmain/circuit/generate/presets.js';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { expectSame } from '#ringmain/cli/measure/wholeRuns.js';
import { asChoices, asCount, asCounts, asNames } from '#ringmain/cli/optionTable.js';
import { textTable } from '#ringmain/report/table.js';
import { ratios, spreadOf } from '#ringmain/results/statistics.js';
import type { HeldRun } from '#ringmain/run/held/heldRun.js';
import { openRun } from '#ringmain/run/openRun.js';
import type { HeldOptions } from '#ringmain/run/types.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { inTurn } from '../protocol/turns.js';
import { measureTriad } from '../scaling/rings/machine.js';
import { measureMaking } from './native/making.js';
import {
  gainCells,
  gainHeadings,
  gainRemark,
  type MakingRow,
  makingCells,
  makingHeadings,
  makingRemark,
  type NativeAccount,
  type NativeRow,
} from './native/nativeTable.js';

const steppings = ['fixed', 'variable'] as const;

const commandOptions = {
  presets: { about: "rings, 'a' and 'b', separated by commas; 'none' for none", fallback: 'a,b', read: asRings },
  stations: { about: 'their sizes, separated by commas', fallback: '100,1000,10000,100000', read: asCounts(3) },
  circuits: { about: "circuits of the manual, and 'drawn', a ring of 1000", fallback: 'ring-main,two-actuator,drawn', read: asNames },
  stepping: { about: "of rings: 'fixed', 'variable'", fallback: 'fixed,variable', read: asChoices(steppings) },
  workers: { about: 'numbers of threads, separated by commas', fallback: '1,2', read: asCounts(1) },
  compilers: { about: "whose compiling is measured, those of them that there are; 'none' for none", fallback: 'gcc,clang', read: asNames },
  warm: { about: 'steps before any are timed', fallback: '400', read: asCount(0) },
  rounds: { ...roundsOption, fallback: '7' },
  seconds: secondsOption('0.1'),
};

function asRings(option: string, written: string): readonly string[] {
  return written === 'none' ? [] : asChoices(presets)(option, written);
}

export const stepNative = part({
  name: 'native',
  describe: 'native kernels against WebAssembly, by one thread and two, and what making them takes',
  options: commandOptions,
  examples: [['--presets a --stations 1000 --circuits none --workers 1', 'one ring by one thread']],
  measure,
});

/** s; of rings at fixed steps. */
const fixedStep = 1e-4;

interface Case {
  readonly circuit: Circuit;
  readonly name: string;
  readonly stepping: (typeof steppings)[number];
  /** Stations of a ring, components of another circuit. */
  readonly count: number;
  readonly of: NativeRow['of'];
}

async function casesOf({ presets: kinds, stations, circuits, stepping }: Values<typeof commandOptions>): Promise<Case[]> {
  const ring = (preset: string | null, count: number): Circuit => {
    const text = generateRing({ ...(preset === null ? {} : { preset: preset as 'a' }), stations: count, seed: 1, expand: false });
    return parseCircuit(text, `ring-${preset ?? 'drawn'}-${count}`).circuit;
  };
  const rings = kinds.flatMap((preset) =>
    stations.flatMap((count) =>
      stepping.map(
        (way): Case => ({ circuit: ring(preset, count), name: `ring ${preset} of ${count}`, stepping: way, count, of: 'station' }),
      ),
    ),
  );
  const others = await Promise.all(
    circuits
      .filter((name) => name !== 'none')
      .map(async (name): Promise<Case> => {
        if (name === 'drawn')
          return { circuit: ring(null, 1000), name: 'drawn ring of 1000', stepping: 'variable', count: 1000, of: 'station' };
        const circuit = await readCircuit(bundledCircuit(name));
        return { circuit, name, stepping: 'variable', count: circuit.components.length, of: 'component' };
      }),
  );
  return [...rings, ...others];
}

async function measure(values: Values<typeof commandOptions>): Promise<Measured> {
  const { workers, rounds, seconds, warm, compilers } = values;
  const triad = measureTriad(rounds);
  const folder = mkdtempSync(join(tmpdir(), 'ringmain-native-'));
  const before = process.env['RINGMAIN_CACHE_DIR'];
  // Nothing is found that another run has made, and nothing is left.
  process.env['RINGMAIN_CACHE_DIR'] = folder;
  try {
    const rows: NativeRow[] = [];
    const making: MakingRow[] = [];
    for (const one of await casesOf(values)) {
      for (const threads of workers) {
        say(`${one.name}, ${one.stepping} steps, ${threads} thread${threads === 1 ? '' : 's'}`);
        rows.push(await compare(one, threads, { rounds, seconds, warm }));
      }
      const isFirst = one.stepping === 'variable' && (one.of === 'component' || one.count <= 1000);
      if (isFirst)
        making.push(
          ...(await measureMaking(
            one,
            compilers.filter((name) => name !== 'none'),
            rounds,
          )),
        );
    }
    const account: NativeAccount = { rounds, seconds, triad, rows, making };
    return { stored: account, text: () => textOf(account) };
  } finally {
    if (before === undefined) delete process.env['RINGMAIN_CACHE_DIR'];
    else process.env['RINGMAIN_CACHE_DIR'] = before;
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Way {
  readonly held: HeldRun;
  /** ns a station or component and attempt, sample by sample. */
  readonly times: number[];
}

/** Samples of both ways in turn; throws RunFault where they end in other states. */
async function compare(
  { circuit, name, stepping, count, of }: Case,
  threads: number,
  { rounds, seconds, warm }: { readonly rounds: number; readonly seconds: number; readonly warm: number },
): Promise<NativeRow> {
  const step = stepping === 'fixed' ? fixedStep : null;
  const options: HeldOptions = { workers: threads, oversubscribe: true, step, until: 1e6, every: 1e6, record: [] };
  const open = async (kernels: 'wasm' | 'native'): Promise<Way> => ({ held: await openRun(circuit, { ...options, kernels }), times: [] });
  const [wasm, native] = [await open('wasm'), await open('native')];
  const attempts = ({ held }: Way): number => held.progress.accepted + held.progress.rejected;
  /** s that so many steps take, and the attempts that these are. */
  const timed = async (way: Way, steps: number): Promise<{ readonly took: number; readonly made: number }> => {
    const [from, began] = [attempts(way), performance.now()];
    await way.held.advance({ steps });
    return { took: (performance.now() - began) / 1000, made: attempts(way) - from };
  };
  for (const way of [wasm, native]) if (warm > 0) await timed(way, warm);
  // So long that a sample of either takes the time that was asked for.
  let steps = 20;
  for (;;) {
    const [one, other] = [await timed(wasm, steps), await timed(native, steps)];
    const least = Math.min(one.took, other.took);
    if (least >= seconds) break;
    steps = Math.ceil(Math.min(10 * steps, Math.max(1.2 * steps, (1.1 * steps * seconds) / least)));
  }
  for (const way of inTurn([wasm, native], rounds)) {
    const { took, made } = await timed(way, steps);
    way.times.push((1e9 * took) / (made * count));
  }
  const [one, other] = [await wasm.held.close(), await native.held.close()];
  expectSame(`${name} by wasm and native kernels`, [one.stateDigest, other.stateDigest]);
  const made =
    other.notes.flatMap((note) => /^native kernels: (.*), (?:found|compiled)/.exec(note)?.[1] ?? [])[0] ?? other.notes.join('; ');
  return {
    ...{ name, stepping, count, of, threads, made: other.run.kernels === 'native' ? made : `none: ${made}` },
    bytes: one.cost.memoryBytes / count,
    ...{ wasm: spreadOf(wasm.times), native: spreadOf(native.times) },
    gain: ratios(wasm.times.map((time, round) => [time, native.times[round] as number] as const)),
  };
}

function textOf(account: NativeAccount): string {
  const right = (headings: readonly string[]) => headings.map((heading, k) => ({ heading, ...(k > 0 ? { align: 'right' as const } : {}) }));
  return [
    textTable(right(gainHeadings), gainCells(account)),
    '',
    gainRemark(account),
    '',
    textTable(right(makingHeadings), makingCells(account)),
    '',
    makingRemark(account),
  ].join('\n');
}

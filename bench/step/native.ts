/**
 * `ringmain bench step native`: native kernels against WebAssembly, held runs of one process in turn, the same states first; and what writing, compiling and loading them takes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { presets } from '#ringmain/circuit/generate/presets.js';
import { asChoices, asCount, asCounts, asNames } from '#ringmain/cli/optionTable.js';
import { textTable } from '#ringmain/report/table.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { measureTriad } from '../scaling/rings/machine.js';
import { readPeers } from '../scaling/rings/peer.js';
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
import { bundledCase, type Case, comparePairs, ringCase, steppings } from './native/pairs.js';

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

async function casesOf({ presets: kinds, stations, circuits, stepping }: Values<typeof commandOptions>): Promise<Case[]> {
  const rings = kinds.flatMap((preset) => stations.flatMap((count) => stepping.map((way) => ringCase(preset, count, way))));
  const others = circuits.filter((name) => name !== 'none');
  return [
    ...rings,
    ...(await Promise.all(others.map((name) => (name === 'drawn' ? ringCase(null, 1000, 'variable') : bundledCase(name))))),
  ];
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
        rows.push(await comparePairs(one, threads, { rounds, seconds, warm }));
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

function textOf(account: NativeAccount): string {
  const right = (headings: readonly string[]) => headings.map((heading, k) => ({ heading, ...(k > 0 ? { align: 'right' as const } : {}) }));
  return [
    textTable(right(gainHeadings), gainCells(account, readPeers())),
    '',
    gainRemark(account),
    '',
    textTable(right(makingHeadings), makingCells(account)),
    '',
    makingRemark(account),
  ].join('\n');
}

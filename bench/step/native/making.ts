/** What making native kernels takes: writing C, compiling it, loading it, and the first attempt by a library from the cache. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { tablesOf } from '#ringmain/circuit/views.js';
import { RunFault } from '#ringmain/cli/measure/wholeRuns.js';
import { makeLibrary } from '#ringmain/native/compiler.js';
import { cText } from '#ringmain/native/cText.js';
import type { NativeLibrary } from '#ringmain/native/host.js';
import { nativeHost } from '#ringmain/native/nodeNative.js';
import { runSources } from '#ringmain/program/link.js';
import { oneThread } from '#ringmain/program/prepare.js';
import { spreadOf } from '#ringmain/results/statistics.js';
import { openRun } from '#ringmain/run/openRun.js';
import { openSession } from '#ringmain/run/openSession.js';
import type { MakingRow } from './nativeTable.js';

/** Rounds of compiling: seconds each. */
const compilings = 2;

interface Of {
  readonly name: string;
  readonly circuit: Circuit;
}

/** A row for each compiler that there is. */
export async function measureMaking({ name, circuit }: Of, compilers: readonly string[], rounds: number): Promise<MakingRow[]> {
  const owner = new Int32Array(tablesOf(circuit).components.count);
  const { program, threads, memory } = openSession(
    circuit,
    owner,
    1,
    { step: null },
    { ...oneThread, parallel: false, spins: false },
    'wasm',
  );
  const { sources, exported } = runSources(program, threads);
  const milliseconds = async (work: () => unknown): Promise<number> => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const times = async (count: number, work: () => unknown): Promise<number[]> => {
    const all: number[] = [];
    for (let k = 0; k < count; k++) all.push(await milliseconds(work));
    return all;
  };
  let text = '';
  const write = (): void => {
    ({ text } = cText(sources, exported, { wide: true, checked: false }));
  };
  write();
  const writing = await times(rounds, write);
  const rows: MakingRow[] = [];
  for (const compiler of compilers) {
    const made: NativeLibrary[] = [];
    const compiling: number[] = [];
    let isThere = true;
    for (let k = 0; k < compilings && isThere; k++) {
      const one = await makeLibrary(sources, exported, { compiler, cache: false });
      if (!('refused' in one)) [made[k], compiling[k]] = [one, one.seconds];
      else if (one.isWithoutCompiler) isThere = false;
      else throw new RunFault(`${name} by ${compiler}: ${one.refused}`);
    }
    const [library] = made;
    if (!library) continue;
    const loading = await times(rounds, () => nativeHost.load(library.file, memory));
    // In the cache from the first on.
    const attempt = (kernels: 'wasm' | 'native') => async (): Promise<void> => {
      const held = await openRun(circuit, { workers: 1, step: null, until: 1, every: 1, record: [], kernels, native: { compiler } });
      await held.advance({ steps: 1 });
      await held.close();
    };
    for (const kernels of ['wasm', 'native'] as const) await attempt(kernels)();
    const pairs: [wasm: number, kept: number][] = [];
    for (let round = 0; round < rounds; round++) pairs.push([await milliseconds(attempt('wasm')), await milliseconds(attempt('native'))]);
    rows.push({
      ...{ name, compiler: library.compiler, kilobytes: text.length / 1000 },
      ...{ writing: spreadOf(writing), compiling: spreadOf(compiling), loading: spreadOf(loading) },
      ...{ wasm: spreadOf(pairs.map(([wasm]) => wasm)), kept: spreadOf(pairs.map(([, kept]) => kept)) },
      more: spreadOf(pairs.map(([wasm, kept]) => kept - wasm)),
    });
  }
  return rows;
}

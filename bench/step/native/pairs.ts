/** Held runs by WebAssembly and by native kernels, in turn; they go on from where they stand: code is optimised, and the first steps, which may take longer, are over. */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { readCircuit } from '#ringmain/circuit/file/read.js';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { bundledCircuit } from '#ringmain/cli/bundled.js';
import { expectSame } from '#ringmain/cli/measure/wholeRuns.js';
import { ratios, spreadOf } from '#ringmain/results/statistics.js';
import type { HeldRun } from '#ringmain/run/held/heldRun.js';
import { openRun } from '#ringmain/run/openRun.js';
import { simulate } from '#ringmain/run/simulate.js';
import type { HeldOptions } from '#ringmain/run/types.js';
import { inTurn } from '../../protocol/turns.js';
import type { NativeRow } from './nativeTable.js';

export const steppings = ['fixed', 'variable'] as const;

/** s; of rings at fixed steps. */
const fixedStep = 1e-4;

/** A circuit by one way to step. */
export interface Case {
  readonly circuit: Circuit;
  readonly name: string;
  readonly stepping: (typeof steppings)[number];
  /** Stations of a ring, components of another circuit. */
  readonly count: number;
  readonly of: NativeRow['of'];
}

/** A ring of so many stations; `preset`: null for one whose components are drawn. */
export function ringCase(preset: string | null, count: number, stepping: Case['stepping']): Case {
  const text = generateRing({ ...(preset === null ? {} : { preset: preset as 'a' }), stations: count, seed: 1, expand: false });
  const { circuit } = parseCircuit(text, `ring-${preset ?? 'drawn'}-${count}`);
  return { circuit, name: preset === null ? `drawn ring of ${count}` : `ring ${preset} of ${count}`, stepping, count, of: 'station' };
}

/** A circuit of the manual, at variable steps. */
export async function bundledCase(name: string): Promise<Case> {
  const circuit = await readCircuit(bundledCircuit(name));
  return { circuit, name, stepping: 'variable', count: circuit.components.length, of: 'component' };
}

/** How a case steps. */
export const stepOf = ({ stepping }: Case): number | null => (stepping === 'fixed' ? fixedStep : null);

export interface PairSampling {
  readonly rounds: number;
  /** Least length of a sample of a ring, s. */
  readonly seconds: number;
  /** Steps before any are timed. */
  readonly warm: number;
}

interface Way {
  readonly held: HeldRun;
  /** ns a station or component and attempt, sample by sample. */
  readonly times: number[];
}

/** Steps with which both ways take so many seconds or longer. */
async function longEnough(seconds: number, least: (steps: number) => Promise<number>): Promise<number> {
  let steps = 20;
  for (;;) {
    const took = await least(steps);
    if (took >= seconds) return steps;
    steps = Math.ceil(Math.min(10 * steps, Math.max(1.2 * steps, (1.1 * steps * seconds) / took)));
  }
}

/** Steps of a sample of which all lie in the circuit's own time, one before those that count: a circuit that has come to rest long ago is another one. */
async function shareOfDuty({ circuit }: Case, { rounds, warm }: Pick<PairSampling, 'rounds' | 'warm'>): Promise<number> {
  const { account } = await simulate(circuit, { workers: 1, record: [] });
  return Math.max(1, Math.floor((account.steps.accepted - warm) / (rounds + 1)));
}

/** Samples of both ways in turn; throws RunFault where they end in other states. */
export async function comparePairs(one: Case, threads: number, { rounds, seconds, warm }: PairSampling): Promise<NativeRow> {
  const { circuit, name, stepping, count, of } = one;
  const options: HeldOptions = { workers: threads, oversubscribe: true, step: stepOf(one), until: 1e6, every: 1e6, record: [] };
  const open = async (kernels: 'wasm' | 'native'): Promise<Way> => ({ held: await openRun(circuit, { ...options, kernels }), times: [] });
  const [wasm, native] = [await open('wasm'), await open('native')];
  const attempts = ({ held }: Way): number => held.progress.accepted + held.progress.rejected;
  /** s that so many steps take, and the attempts that these are. */
  const timed = async (way: Way, steps: number): Promise<{ readonly took: number; readonly made: number }> => {
    const [from, began] = [attempts(way), performance.now()];
    await way.held.advance({ steps });
    return { took: (performance.now() - began) / 1000, made: attempts(way) - from };
  };
  const both = async (n: number): Promise<number> => Math.min((await timed(wasm, n)).took, (await timed(native, n)).took);
  for (const way of [wasm, native]) if (warm > 0) await timed(way, warm);
  const steps = of === 'component' ? await shareOfDuty(one, { rounds, warm }) : await longEnough(seconds, both);
  if (of === 'component') await both(steps);
  for (const way of inTurn([wasm, native], rounds)) {
    const { took, made } = await timed(way, steps);
    way.times.push((1e9 * took) / (made * count));
  }
  const [plain, compiled] = [await wasm.held.close(), await native.held.close()];
  expectSame(`${name} by wasm and native kernels`, [plain.stateDigest, compiled.stateDigest]);
  const made =
    compiled.notes.flatMap((note) => /^native kernels: (.*), (?:found|compiled)/.exec(note)?.[1] ?? [])[0] ?? compiled.notes.join('; ');
  return {
    ...{ name, stepping, count, of, threads, made: compiled.run.kernels === 'native' ? made : `none: ${made}` },
    bytes: plain.cost.memoryBytes / count,
    ...{ wasm: spreadOf(wasm.times), native: spreadOf(native.times) },
    gain: ratios(wasm.times.map((time, round) => [time, native.times[round] as number] as const)),
  };
}

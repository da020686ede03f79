/**
 * Circuits drawn at random, ten runs of each: partitions drawn or made, one to three threads, ahead of each other or in step, partitions that change hands, kernels in JavaScript,
 * WebAssembly and C by every compiler that is there for vectors of any width. The ten have the same bits, and so do the eleven with the one that all are held to.
 */
import { describe, expect, test } from 'vitest';
import type { Circuit } from '../../dist/circuit/circuit.js';
import { parseCircuit } from '../../dist/circuit/file/parse.js';
import { generateRing } from '../../dist/circuit/generate/ring.js';
import { simulate } from '../../dist/run/simulate.js';
import type { RunOptions } from '../../dist/run/types.js';
import { isFull } from '../support/circuits.js';
import { drawnPlan } from '../support/drawnPlans.js';
import { random } from '../support/kernelBench.js';
import { compilers, ownCache, skipped, widths, withoutCompiler } from '../support/native.js';
import { stationsOnWaves } from '../support/stations.js';

ownCache();

/** In full mode 12, or as many as are asked for: each takes 10 to 50 s on a busy machine, most of it the compilers' time. */
const programs = Number(process.env['RINGMAIN_PROGRAMS'] ?? 12);

/** s: beside other work a compiler takes longer than runs wait for it. */
const patience = 600;

/** Draws of one program. */
class Draws {
  private readonly next: () => number;
  constructor(seed: number) {
    this.next = random(seed);
  }
  readonly below = (count: number): number => Math.floor(this.next() * count);
  readonly of = <Value>(values: readonly Value[]): Value => values[this.below(values.length)] as Value;
  readonly between = (least: number, most: number): number => least + (most - least) * this.next();
  readonly list = <Value>(count: number, draw: () => Value): Value[] => Array.from({ length: count }, draw);
}

/** So many stations that partitions have more rows of a kind than the widest vectors have lanes. Stations on wave lines, with and without friction, with events; one in four a ring whose components are drawn. */
function drawnCircuit(draws: Draws): Circuit {
  if (draws.below(4) === 0) {
    const text = generateRing({ stations: 24 + draws.below(24), seed: 1 + draws.below(1000) });
    return parseCircuit(text, 'drawn ring').circuit;
  }
  return stationsOnWaves(24 + draws.below(24), {
    delays: draws.list(3, () => Number(draws.between(0.7, 6).toPrecision(3))),
    volumes: draws.list(3, () => Number((10 ** draws.between(-2, 0)).toPrecision(3))),
    frictions: draws.list(2, () => draws.of(['none', 'lumped', 'laminar', 'unsteady', 'turbulent'])),
    pressureError: draws.of(['0.02 bar', '0.1 bar', '1 bar']),
    maximumStep: draws.of(['0.3 ms', '5 ms']),
  });
}

/** What results depend on. */
function drawnOptions(draws: Draws): RunOptions {
  const step = draws.of([null, null, 5e-5, 1e-4]);
  return { step, until: 0.02, every: draws.of([1e-3, 1.5e-3]), grid: step === null ? draws.of(['steps', 'exact'] as const) : 'steps' };
}

/** Ten ways to run it; `k`: number of the program, by which compilers and widths come in turn. */
function drawnWays(circuit: Circuit, draws: Draws, k: number): RunOptions[] {
  const plan = (parts: number): RunOptions => ({ plan: drawnPlan(circuit, parts, () => draws.below(1e6)) });
  const threads = (workers: number): RunOptions => ({ workers, driver: 'parallel', oversubscribe: true });
  const native = (n: number): RunOptions => {
    const way = 3 * k + n;
    const [compiler, width] = [compilers[way % compilers.length], widths[Math.floor(way / compilers.length) % widths.length]];
    return { kernels: 'native', native: { compiler, width, checked: draws.below(2) === 0, patience } };
  };
  const other = (): RunOptions => ({ kernels: draws.of(['js', 'wasm'] as const) });
  return [
    { workers: 1, kernels: 'js' },
    { ...plan(2), driver: 'serial', ...other() },
    { ...plan(3), driver: 'parallel', oversubscribe: true, ...other() },
    { ...threads(2), lookAhead: draws.below(2) === 0, ...other() },
    { ...threads(3), ...other() },
    { ...threads(2), balance: true, ...other() },
    { ...plan(4), driver: 'serial', ...other() },
    { workers: 1, ...native(0) },
    { ...plan(2), driver: draws.of(['serial', 'parallel'] as const), oversubscribe: true, ...native(1) },
    { ...threads(draws.of([2, 3])), ...(draws.below(3) === 0 ? { balance: true } : {}), ...native(2) },
  ];
}

describe.skipIf(withoutCompiler)(`ten runs of circuits drawn at random${skipped}`, () => {
  // Quickly the one of those for the widest vectors that is compiled soonest.
  test.each(isFull ? Array.from({ length: programs }, (_, k) => k) : [7])(
    'program %i',
    async (k) => {
      const draws = new Draws(1000 + k);
      const [circuit, options] = [drawnCircuit(draws), drawnOptions(draws)];
      const reference = await simulate(circuit, { ...options, workers: 1, kernels: 'wasm' });
      expect(reference.ending).toBeNull();
      // Quickly three of the ten, one of them compiled.
      for (const way of drawnWays(circuit, draws, k).filter((_, n) => isFull || [1, 4, 8].includes(n))) {
        const { digest, stateDigest, account, run, notes } = await simulate(circuit, { ...options, ...way });
        const { plan: _, ...told } = way;
        expect([run.kernels, digest, stateDigest, account.steps], `${JSON.stringify(told)}\n${notes.join('\n')}`).toEqual([
          way.kernels,
          reference.digest,
          reference.stateDigest,
          reference.account.steps,
        ]);
      }
    },
    // One whose kinds are many took 52 s beside other work, most of it the compilers' time.
    1_800_000,
  );
});

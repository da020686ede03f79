/**
 * Strong and weak scaling: for every circuit the faster serial back end, that one against itself, then for every number of workers rounds of serial,
 * parallel, serial. The same states first: no times of an engine whose results differ.
 */
import { freemem } from 'node:os';
import { sliceSynchronisations } from '#ringmain/blocks/step/marks.js';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { tablesOf } from '#ringmain/circuit/views.js';
import { measureSynchronisation } from '#ringmain/cli/measure/barrierTime.js';
import { type Engine, endAfter, LoopSampler, serialEngine } from '#ringmain/cli/measure/loopSampler.js';
import { alternate, expectSame } from '#ringmain/cli/measure/wholeRuns.js';
import type { PortableKernels } from '#ringmain/equations/kernel/kernelSource.js';
import { planAccount } from '#ringmain/partition/account.js';
import { countedCosts } from '#ringmain/partition/costs.js';
import { cutCircuit } from '#ringmain/partition/cutCircuit.js';
import { formatBytes, formatCount } from '#ringmain/report/units.js';
import { lossesOf } from '#ringmain/run/account/losses.js';
import { type BenchShape, generatedCircuit, stationsOf } from '../protocol/generated.js';
import { CeilingRounds } from './ceilingRuns.js';
import { figuresOf, type LossShares, type ParallelSamples, rounded, type ScalingRow, type SerialSamples } from './scalingFile.js';

export interface ScalingSettings {
  readonly families: readonly BenchShape[];
  /** Components; of weak scaling for each worker. */
  readonly strong: readonly number[];
  readonly weak: readonly number[];
  readonly workers: readonly number[];
  readonly rounds: number;
  /** Longest a sample of the serial engine lasts, s, but for the fewest attempts. */
  readonly seconds: number;
  readonly seed: number;
  readonly say: (text: string) => void;
}

/** A speed-up below this share of the workers is looked into: where do threads lose time? */
const lossesBelow = 0.95;
/** Slices that are timed of a run that is looked into. */
const timedSlices = 60;
/** Bytes of the process for a component: the circuit as read, two runs, and the images from which their samples start. */
const bytesPerComponent = 4000;

/** Bytes of independent engines over a share of the circuit: one memory each, that from which they start, and copies of one that are looked at. */
const bytesBeside = ({ facts }: Base, count: number): number => ((count + 3) * facts.bytes) / count;
/** Components of a circuit that is worth an engine. */
const fewestOfShare = 20;

interface Base {
  readonly circuit: Circuit;
  readonly sampler: LoopSampler;
  readonly digest: string;
  readonly facts: SerialSamples;
}

export interface Scaling {
  readonly rows: ScalingRow[];
  readonly skipped: string[];
}

/** Measures all rows. Throws RunFault. */
export async function measureScaling(settings: ScalingSettings): Promise<Scaling> {
  const { families, strong, weak, workers, say } = settings;
  const rows: ScalingRow[] = [];
  const skipped: string[] = [];
  const fits = (name: string, needed: number): boolean => {
    const there = freemem();
    if (needed > there) skipped.push(`${name}: needs about ${formatBytes(needed)} of memory, there are ${formatBytes(there)}`);
    return needed <= there;
  };
  for (const mode of ['strong', 'weak'] as const) {
    for (const family of families) {
      for (const size of mode === 'strong' ? strong : weak) {
        const name = `${mode} scaling, ${family} of ${formatCount(size)} components`;
        if (!fits(name, bytesPerComponent * size)) continue;
        say(name);
        const base = await openBase(family, size, settings);
        const runs: ParallelSamples[] = [];
        for (const count of workers) {
          if (mode === 'weak' && count > 1 && !fits(name, bytesPerComponent * size * count)) continue;
          say(`  ${count} worker${count === 1 ? '' : 's'}`);
          const circuit = mode === 'strong' || count === 1 ? base.circuit : circuitOf(family, size * count, settings.seed);
          const hasCeiling =
            mode === 'strong' &&
            count > 1 &&
            size >= fewestOfShare * count &&
            fits(`ceiling of ${count} engines, ${name}`, bytesBeside(base, count));
          const shares = hasCeiling ? (): Promise<CeilingRounds> => openShares(family, size, base, count, settings) : null;
          const run = await measureRun(base, circuit, count, settings, shares);
          if (run) runs.push(run);
          else skipped.push(`${name}: fewer than ${count} partitions`);
        }
        rows.push({ mode, family, size, serial: base.facts, runs });
      }
    }
  }
  return { rows, skipped };
}

function circuitOf(family: BenchShape, components: number, seed: number): Circuit {
  return generatedCircuit(family, stationsOf(family, components), seed);
}

/** The circuit with the serial engine over it, and that engine against itself. */
async function openBase(family: BenchShape, size: number, { rounds, seconds, seed }: ScalingSettings): Promise<Base> {
  const began = performance.now();
  const circuit = circuitOf(family, size, seed);
  const readSeconds = (performance.now() - began) / 1000;
  const end = endAfter(circuit, seconds);
  const backEnds = (['wasm', 'js'] as const).map((kernels) => new LoopSampler(circuit, serialEngine(circuit, kernels), end));
  const [wasm, js] = backEnds as [LoopSampler, LoopSampler];
  const times = { wasm: [] as number[], js: [] as number[] };
  // The first is not counted: V8 has not optimised the code yet.
  for (const sampler of backEnds) await sampler.sample();
  const digest = wasm.stateDigest;
  expectSame(`${circuit.name} by the serial engines in WebAssembly and JavaScript`, [digest, js.stateDigest]);
  for (let round = 0; round < Math.min(rounds, 3); round++) {
    times.wasm.push(await wasm.sample());
    times.js.push(await js.sample());
  }
  const kernels: PortableKernels = Math.min(...times.js) < Math.min(...times.wasm) ? 'js' : 'wasm';
  const sampler = kernels === 'js' ? js : wasm;
  const again: number[] = [];
  for (let round = 0; round < 2 * rounds; round++) again.push(await sampler.sample());
  const facts: SerialSamples = {
    components: tablesOf(circuit).components.count,
    lines: tablesOf(circuit).lines.count,
    attempts: sampler.attempts,
    end,
    bytes: sampler.bytes,
    readSeconds: Number(readSeconds.toPrecision(3)),
    setupSeconds: Number(sampler.setupSeconds.toPrecision(3)),
    js: rounded(times.js),
    wasm: rounded(times.wasm),
    kernels,
    again: rounded(again),
  };
  return { circuit, sampler, digest, facts };
}

/**
 * Rounds of serial, parallel, serial, and, for the ceiling, of independent engines; null where the circuit has fewer partitions. `circuit` is the serial one,
 * or a larger one of weak scaling.
 */
async function measureRun(
  base: Base,
  circuit: Circuit,
  workers: number,
  settings: ScalingSettings,
  openCeiling: (() => Promise<CeilingRounds>) | null,
): Promise<ParallelSamples | null> {
  const { rounds, seconds } = settings;
  const { owner, parts } = cutCircuit(circuit, workers);
  if (parts < workers) return null;
  const same = circuit === base.circuit;
  const end = same ? base.facts.end : endAfter(circuit, seconds);
  const engine: Engine = { owner, parts, parallel: true, kernels: base.facts.kernels };
  const sampler = new LoopSampler(circuit, engine, end);
  await sampler.sample();
  const expected = same ? base.digest : await digestOf(circuit, end, base.facts.kernels);
  expectSame(`${circuit.name} by the serial engine and ${workers} workers`, [expected, sampler.stateDigest]);
  const bare = workers > 1 ? await measureSynchronisation() : null;
  const beside = openCeiling ? await openCeiling() : null;
  const { ones: serial, others: parallel } = await alternate(
    rounds,
    () => base.sampler.sample(),
    () => sampler.sample(),
    async () => beside?.round(),
  ).finally(() => beside?.close());
  const { attempts, setupSeconds } = sampler;
  const run: ParallelSamples = {
    workers,
    components: tablesOf(circuit).components.count,
    attempts,
    setupSeconds: Number(setupSeconds.toPrecision(3)),
    synchronisation: bare && !bare.assumed ? Number(bare.own.toPrecision(4)) : null,
    ...planFacts(circuit, owner, parts),
    serial: rounded(serial),
    parallel: rounded(parallel),
    losses: null,
    ...(beside ? { ceiling: beside.samples() } : {}),
  };
  const { speedUp } = figuresOf(base.facts, run);
  if (workers === 1 || speedUp.median >= lossesBelow * workers) return run;
  return { ...run, losses: await lossShares(circuit, engine, end, attempts) };
}

/** As many engines as workers, each over a circuit of a worker's share by the back end of the serial one. */
async function openShares(
  family: BenchShape,
  size: number,
  { facts }: Base,
  count: number,
  settings: ScalingSettings,
): Promise<CeilingRounds> {
  const circuit = circuitOf(family, size / count, settings.seed);
  const sampler = new LoopSampler(circuit, serialEngine(circuit, facts.kernels), endAfter(circuit, settings.seconds / count));
  await sampler.sample();
  const { attempts, stateDigest: digest } = sampler;
  const digestOf = (memory: Float64Array): string => sampler.digestOf(memory);
  return CeilingRounds.open({ copy: sampler.copy(), components: tablesOf(circuit).components.count, attempts, digestOf, digest }, count);
}

async function digestOf(circuit: Circuit, end: number, kernels: PortableKernels): Promise<string> {
  const sampler = new LoopSampler(circuit, serialEngine(circuit, kernels), end);
  await sampler.sample();
  return sampler.stateDigest;
}

function planFacts(circuit: Circuit, owner: Int32Array, parts: number): Pick<ParallelSamples, 'cutLines' | 'slowest' | 'largestBlock'> {
  const { cut, slowest, total, largestBlock } = planAccount(circuit, owner, parts, countedCosts(circuit));
  return {
    cutLines: cut.capacitive + cut.wave,
    slowest: Number(((slowest * parts) / total).toPrecision(5)),
    largestBlock: Number((largestBlock.cost / total).toPrecision(3)),
  };
}

/** Where threads lose time, from a run of its own with timed slices. */
async function lossShares(circuit: Circuit, engine: Engine, end: number, attempts: number): Promise<LossShares | null> {
  const every = Math.max(1, Math.floor(attempts / sliceSynchronisations / timedSlices));
  const timeline = await new LoopSampler(circuit, engine, end, every).timeline();
  const losses = timeline && lossesOf(timeline);
  if (!losses) return null;
  const { threads, synchronisation, interruptions } = losses;
  const share = (of: (one: (typeof threads)[number]) => number): number =>
    Number((threads.reduce((sum, one) => sum + of(one), 0) / threads.length / synchronisation).toPrecision(3));
  return {
    exchange: share(({ exchange }) => exchange),
    imbalance: share(({ imbalance }) => imbalance),
    decision: share(({ decision }) => decision),
    barrier: share(({ barrier }) => barrier),
    interruptions: Number(interruptions.toPrecision(3)),
  };
}

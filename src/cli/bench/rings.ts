/**
 * `ringmain bench rings`: ns per station and step of the preset rings, one thread and two, beside stored times of other programs, and what the
 * machine allows. The same digests first, by both back ends and both engines; then one thread, two, one, again and again.
 */
import type { Circuit } from '../../circuit/circuit.js';
import { type Preset, presets } from '../../circuit/generate/presets.js';
import { generateRing } from '../../circuit/generate/ring.js';
import { parseCircuit } from '../../circuit/parse.js';
import { textTable } from '../../report/table.js';
import { simulate } from '../../run/simulate.js';
import type { Results, RunOptions } from '../../run/types.js';
import { type ExitCode, exitCodes } from '../exit.js';
import { RunFault } from '../measure/runFault.js';
import { fastestText, ratios, type Spread, spreadOf, spreadText } from '../measure/spread.js';
import { thisMachine } from '../measure/thisMachine.js';
import { print, printJson } from '../print.js';
import { asChoice, asCounts, benchmark, roundsOption, secondsOption, type ValuesOf } from './benchmark.js';
import { type Machine, measureMachine } from './rings/machine.js';
import { type PeerRing, type Peers, readPeers } from './rings/peer.js';

const commandOptions = {
  preset: { about: "'a', 'b' or 'both'", fallback: 'both', read: asChoice([...presets, 'both']) },
  stations: { about: 'sizes, separated by commas', fallback: '10,100,1000,10000', read: asCounts(1) },
  rounds: roundsOption,
  seconds: secondsOption('1'),
};

export const ringsBenchmark = benchmark({
  name: 'rings',
  describe: 'preset rings by one thread and two, beside other programs and what the machine allows',
  options: commandOptions,
  examples: [['--preset a --stations 10,1000', 'ns per station and step of ring a']],
  run: benchRings,
});

export interface RingsRow {
  readonly preset: Preset;
  readonly stations: number;
  readonly components: number;
  /** Of a sample, of one thread or of two. */
  readonly length: SampleLength;
  /** ns per station and step. */
  readonly oneThread: Spread;
  readonly twoThreads: Spread;
  /** One thread over two: pair by pair, and the fastest sample of one thread over the median of two. */
  readonly speedUp: Spread;
  readonly speedUpOverFastest: number;
  /** One thread against itself. */
  readonly noise: Spread;
  /** s: text to Circuit, and Circuit to the first attempt. */
  readonly readSeconds: number;
  readonly setupSeconds: number;
  /** Bytes of the run's memory. */
  readonly bytesPerComponent: number;
  readonly bytesPerStation: number;
  readonly peer: PeerRing | null;
}

/** Of a sample: runs, and steps of each. */
export interface SampleLength {
  readonly runs: number;
  readonly steps: number;
}

/** s */
const step = 1e-4;
const stepsCompared = 200;
/** Steps that one run may have; more are made by more runs. */
const mostSteps = 2e8;

/** Measures and prints; a message and no times if digests differ or a run does not reach its end. */
async function benchRings({ preset: wanted, stations: sizes, rounds, seconds, json }: ValuesOf<typeof commandOptions>): Promise<ExitCode> {
  const say = (text: string): void => {
    process.stderr.write(`${text} …\n`);
  };
  const peers = readPeers();
  say('machine');
  const machine = await measureMachine(rounds + 4);
  const rows: RingsRow[] = [];
  for (const preset of wanted === 'both' ? presets : [wanted]) {
    for (const stations of sizes) {
      say(`ring ${preset} of ${stations} stations`);
      try {
        rows.push(await measure(preset, stations, rounds, seconds, peers));
      } catch (error) {
        if (!(error instanceof RunFault)) throw error;
        process.stderr.write(`ringmain: ring ${preset} of ${stations} stations: ${error.message}; no times are printed\n`);
        return exitCodes.failed;
      }
    }
  }
  const about = { ...thisMachine(), rounds, seconds, kernels: 'wasm' };
  if (json) printJson({ ...about, machine, peers: { provenance: peers.provenance, setUp: peers.setUp }, rows });
  else print(report(rows, machine, peers, seconds, rounds));
  return exitCodes.done;
}

/** A row of the table; throws RunFault. */
async function measure(preset: Preset, stations: number, rounds: number, seconds: number, peers: Peers): Promise<RingsRow> {
  const text = generateRing({ preset, stations, seed: 1, expand: false });
  const began = performance.now();
  const { circuit } = parseCircuit(text, `ring-${preset}-${stations}`);
  const readSeconds = (performance.now() - began) / 1000;
  await compareDigests(circuit);
  // The same steps by one thread and two: those of the start may take longer than later ones.
  const length = await lengthOf(circuit, 2, seconds);
  const setups: number[] = [];
  let bytes = 0;
  /** ns per station and step of one sample. */
  const sample = async (workers: number): Promise<number> => {
    const { runs, steps } = length;
    let spent = 0;
    for (let n = 0; n < runs; n++) {
      const { wallSeconds, setupSeconds, memoryBytes } = await run(circuit, workers, steps);
      spent += wallSeconds;
      if (workers !== 1) continue;
      setups.push(setupSeconds);
      bytes = memoryBytes;
    }
    return (1e9 * spent) / (stations * runs * steps);
  };
  const ones: number[] = [];
  const twos: number[] = [];
  const speedUps: [number, number][] = [];
  const again: [number, number][] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await sample(1);
    const two = await sample(2);
    const after = await sample(1);
    ones.push(before, after);
    twos.push(two);
    speedUps.push([(before + after) / 2, two]);
    again.push([before, after]);
  }
  const [oneThread, twoThreads] = [spreadOf(ones), spreadOf(twos)];
  return {
    preset,
    stations,
    components: circuit.components.length,
    length,
    oneThread,
    twoThreads,
    speedUp: ratios(speedUps),
    speedUpOverFastest: oneThread.lowest / twoThreads.median,
    noise: ratios(again),
    readSeconds,
    setupSeconds: spreadOf(setups).median,
    bytesPerComponent: bytes / circuit.components.length,
    bytesPerStation: bytes / stations,
    peer: peers.rings[preset].find((ring) => ring.stations === stations) ?? null,
  };
}

/** Runs a ring with nothing recorded but its first and last state. */
function run(circuit: Circuit, workers: number, steps: number): Promise<Results> {
  const until = steps * step;
  return finished(circuit, { workers, until, record: [], every: until, kernels: 'wasm' });
}

async function finished(circuit: Circuit, options: RunOptions): Promise<Results> {
  const results = await simulate(circuit, { ...options, step, oversubscribe: true });
  if (results.ending) throw new RunFault(results.ending.message);
  return results;
}

/** Short runs by both back ends, one thread and two; throws where their digests differ. */
async function compareDigests(circuit: Circuit): Promise<void> {
  const digests: string[] = [];
  for (const kernels of ['js', 'wasm'] as const)
    for (const workers of [1, 2]) digests.push((await finished(circuit, { workers, until: stepsCompared * step, kernels })).digest);
  if (new Set(digests).size > 1)
    throw new RunFault(`digests by js and wasm with 1 and 2 workers differ (${digests.join(' ')}): a fault of ringmain, please report it`);
}

/** So many steps and runs that a sample takes at least `seconds`. */
async function lengthOf(circuit: Circuit, workers: number, seconds: number): Promise<SampleLength> {
  // A run that seems long enough is made again: it may have been slow by chance.
  const timeOf = async (steps: number): Promise<number> => {
    const { wallSeconds } = await run(circuit, workers, steps);
    return wallSeconds < seconds ? wallSeconds : Math.min(wallSeconds, (await run(circuit, workers, steps)).wallSeconds);
  };
  let steps = stepsCompared;
  let spent = await timeOf(steps);
  while (spent < seconds && steps < mostSteps) {
    // At most tenfold at once: short runs are slower by the time in which their code becomes good.
    const wanted = (1.1 * seconds * steps) / spent;
    steps = Math.min(mostSteps, Math.ceil(Math.min(10 * steps, Math.max(1.2 * steps, wanted))));
    spent = await timeOf(steps);
  }
  return { steps, runs: Math.max(1, Math.ceil((1.05 * seconds) / spent)) };
}

const lengthText = ({ runs, steps }: SampleLength): string => (runs > 1 ? `${runs} × ${steps}` : String(steps));

const right = (heading: string) => ({ heading, align: 'right' as const });

function report(rows: readonly RingsRow[], machine: Machine, peers: Peers, seconds: number, rounds: number): string {
  const bandwidth = machine.triad.median;
  const times = textTable(
    ['ring', 'stations', '1 thread', '2 threads', 'speed-up', 'over fastest', '1/1', `${peers.peer} 1`, `${peers.peer} 2`, 'script'].map(
      right,
    ),
    rows.map((row) => [
      row.preset,
      String(row.stations),
      fastestText(row.oneThread, 1),
      fastestText(row.twoThreads, 1),
      spreadText(row.speedUp),
      row.speedUpOverFastest.toFixed(2),
      spreadText(row.noise),
      ...(row.peer ? [row.peer.oneThread, row.peer.twoThreads, row.peer.script].map(String) : ['', '', '']),
    ]),
  );
  const setUp = textTable(
    ['ring', 'stations', 'components', 'read s', 'set-up s', 'B/component', 'B/station', 'ns by bandwidth', 'steps'].map(right),
    rows.map((row) => [
      row.preset,
      String(row.stations),
      String(row.components),
      row.readSeconds.toFixed(3),
      row.setupSeconds.toFixed(3),
      row.bytesPerComponent.toFixed(0),
      row.bytesPerStation.toFixed(0),
      (row.bytesPerStation / bandwidth).toFixed(1),
      lengthText(row.length),
    ]),
  );
  const { roundTrip, triad } = machine;
  const setUps = peers.setUp.filter(({ preset, stations }) => rows.some((row) => row.preset === preset && row.stations === stations));
  return [
    times,
    '',
    `ns per station and step, wasm kernels, step ${step * 1e6} µs, nothing recorded: median (fastest) of ${rounds} rounds of one thread, two, one; samples of at least ${seconds} s`,
    'the same digests by js and wasm kernels with 1 and 2 workers; speed-up: pair by pair, median (lowest–highest), and fastest one-thread sample over the median of two threads; 1/1: one thread against itself',
    `${peers.peer}, script: bench/peer.json. ${peers.provenance}`,
    '',
    setUp,
    '',
    'runs × steps: of one sample. Every run starts with code that is not optimised yet, which counts: where a run is a few milliseconds, it is most of the time',
    'read: text to Circuit; set-up: Circuit to the first attempt, one thread; bytes: all memory of the run, parameters and pages included',
    `machine: ${roundTrip ? `a word to the other thread and back in ${fastestText(roundTrip, 0)} ns` : 'no round trip between two threads (one core, or not done in time)'}; one thread moves ${triad.median.toFixed(1)} GB/s (best ${triad.highest.toFixed(1)}), triad in WebAssembly lanes over 3 × 64 MB`,
    'ns by bandwidth: all bytes of a station once through at that rate. A step touches at most about all bytes of a station, some of them twice: compare where a ring is larger than the caches only',
    ...setUps.map(
      (one) =>
        `${peers.peer}, ring ${one.preset} of ${one.stations}: load ${one.loadSeconds} s, schedule ${one.scheduleSeconds} s, ${one.memoryMiB} MiB`,
    ),
  ].join('\n');
}

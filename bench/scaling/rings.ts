/**
 * `ringmain bench scaling rings`: ns per station and step of rings, one thread and two: the presets beside stored times of other programs, rings whose sizes
 * are drawn at variable steps; and what the machine allows. The same digests first, by both back ends and both engines.
 */
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { presets } from '#ringmain/circuit/generate/presets.js';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { alternate, expectSame, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { asChoices, asCounts } from '#ringmain/cli/optionTable.js';
import { right, textTable } from '#ringmain/report/table.js';
import { RunError } from '#ringmain/results/runError.js';
import { fastestText, ratios, type Spread, spreadOf, spreadText } from '#ringmain/results/statistics.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { type Machine, measureMachine } from './rings/machine.js';
import { type PeerRing, type Peers, readPeers } from './rings/peer.js';

/** A preset, at fixed steps; or sizes that are drawn, at the circuit's own steps. */
const ringKinds = [...presets, 'drawn'] as const;
type RingKind = (typeof ringKinds)[number];

const commandOptions = {
  kinds: { about: "presets 'a' and 'b', and 'drawn'; separated by commas", fallback: 'a,b', read: asChoices(ringKinds) },
  stations: { about: 'sizes, separated by commas', fallback: '10,100,1000,10000', read: asCounts(1) },
  rounds: roundsOption,
  seconds: secondsOption('1'),
};

export const scalingRings = part({
  name: 'rings',
  describe: 'rings by one thread and two, presets beside other programs, and limits of the machine',
  options: commandOptions,
  examples: [
    ['--kinds a --stations 10,1000', 'ns per station and step of ring a'],
    ['--kinds drawn --stations 200,1000,20000', 'set-up and memory of larger rings at variable steps'],
  ],
  measure: measureAll,
});

export interface RingsRow {
  readonly preset: RingKind;
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
  /** Where there is a compiler; files of before have none. */
  readonly native?: NativeRing | null;
}

/** The same by native kernels, in turn with those in WebAssembly. */
export interface NativeRing {
  /** What made them: 'gcc 12.2.0', doubles at a time. */
  readonly made: string;
  /** ns per station and step, by one thread and by two; WebAssembly over native, pair by pair. */
  readonly oneThread: Spread;
  readonly twoThreads: Spread;
  readonly gain: Spread;
  readonly gainOfTwo: Spread;
}

/** Of a sample: runs, and attempts of each. */
export interface SampleLength {
  readonly runs: number;
  readonly steps: number;
}

/** s */
const step = 1e-4;
const stepsCompared = 200;
/** Steps that one run may have; more are made by more runs. */
const mostSteps = 2e8;

async function measureAll({ kinds, stations: sizes, rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const peers = readPeers();
  say('machine');
  const machine = await measureMachine(rounds + 4);
  const rows: RingsRow[] = [];
  for (const kind of kinds) {
    for (const stations of sizes) {
      say(`ring ${kind} of ${stations} stations`);
      rows.push(await measure(kind, stations, rounds, seconds, peers));
    }
  }
  const { provenance, setUp } = peers;
  return {
    stored: { rounds, seconds, kernels: 'wasm', machine, peers: { provenance, setUp }, rows },
    text: () => report(rows, machine, peers, seconds, rounds),
  };
}

/** A row of the table; throws RunFault. */
async function measure(kind: RingKind, stations: number, rounds: number, seconds: number, peers: Peers): Promise<RingsRow> {
  const text = generateRing({ ...(kind === 'drawn' ? {} : { preset: kind }), stations, seed: 1, expand: false });
  const began = performance.now();
  const { circuit } = parseCircuit(text, `ring-${kind}-${stations}`);
  const readSeconds = (performance.now() - began) / 1000;
  const steps = kind === 'drawn' ? {} : { step };
  await compareDigests(circuit, steps);
  // The same steps by one thread and two: those of the start may take longer than later ones.
  const until = await lengthOf(circuit, steps, 2, seconds);
  const setups: number[] = [];
  let bytes = 0;
  let attempts = 0;
  /** ns per station and step of one sample. */
  const sample = async (workers: number, more: RunOptions = {}): Promise<number> => {
    let [spent, made] = [0, 0];
    for (let n = 0; n < until.runs; n++) {
      const {
        cost: { wallSeconds, setupSeconds, memoryBytes },
        account: { steps: counts },
      } = await run(circuit, steps, workers, until.time, more);
      spent += wallSeconds;
      attempts = counts.accepted + counts.rejected;
      made += attempts;
      if (workers !== 1 || more.kernels) continue;
      setups.push(setupSeconds);
      bytes = memoryBytes;
    }
    return (1e9 * spent) / (stations * made);
  };
  const { ones, others, pairs, again } = await alternate(
    rounds,
    () => sample(1),
    () => sample(2),
  );
  const native = await nativeOf(circuit, steps, rounds, sample);
  const [oneThread, twoThreads] = [spreadOf(ones), spreadOf(others)];
  return {
    preset: kind,
    stations,
    components: circuit.components.length,
    length: { runs: until.runs, steps: attempts },
    oneThread,
    twoThreads,
    speedUp: ratios(pairs),
    speedUpOverFastest: oneThread.lowest / twoThreads.median,
    noise: ratios(again),
    readSeconds,
    setupSeconds: spreadOf(setups).median,
    bytesPerComponent: bytes / circuit.components.length,
    bytesPerStation: bytes / stations,
    peer: kind === 'drawn' ? null : (peers.rings[kind].find((ring) => ring.stations === stations) ?? null),
    native,
  };
}

/** Native kernels in turn with those in WebAssembly, by one thread and by two, the same digests first; null where there are none. */
async function nativeOf(
  circuit: Circuit,
  steps: Pick<RunOptions, 'step'>,
  rounds: number,
  sample: (workers: number, more?: RunOptions) => Promise<number>,
): Promise<NativeRing | null> {
  const short = (more: RunOptions): Promise<LineResults> => run(circuit, steps, 1, stepsCompared * step, more);
  const first = await short({ kernels: 'native' }).catch((error: unknown) => {
    if (error instanceof RunError && error.code === 'RUN249') return null;
    throw error;
  });
  if (first?.run.kernels !== 'native') return null;
  const two = await run(circuit, steps, 2, stepsCompared * step, { kernels: 'native' });
  expectSame(`${circuit.name} by wasm and native kernels`, [(await short({})).digest, first.digest, two.digest]);
  const [one, both] = [
    await alternate(
      rounds,
      () => sample(1),
      () => sample(1, { kernels: 'native' }),
    ),
    await alternate(
      rounds,
      () => sample(2),
      () => sample(2, { kernels: 'native' }),
    ),
  ];
  const made = first.notes.flatMap((note) => /^native kernels: (.*), (?:found|compiled)/.exec(note)?.[1] ?? [])[0] ?? '';
  return {
    made,
    oneThread: spreadOf(one.others),
    twoThreads: spreadOf(both.others),
    gain: ratios(one.pairs),
    gainOfTwo: ratios(both.pairs),
  };
}

/** Runs a ring for a simulated time, s, with nothing recorded but its first and last state. */
function run(
  circuit: Circuit,
  steps: Pick<RunOptions, 'step'>,
  workers: number,
  until: number,
  more: RunOptions = {},
): Promise<LineResults> {
  return finished(circuit, { ...steps, workers, until, record: [], every: until, kernels: 'wasm', oversubscribe: true, ...more });
}

/** Short runs by both back ends, one thread and two; throws where their digests differ. */
async function compareDigests(circuit: Circuit, steps: Pick<RunOptions, 'step'>): Promise<void> {
  const digests: string[] = [];
  for (const kernels of ['js', 'wasm'] as const)
    for (const workers of [1, 2]) digests.push((await run(circuit, steps, workers, stepsCompared * step, { kernels })).digest);
  expectSame(`${circuit.name} by js and wasm with 1 and 2 workers`, digests);
}

/** Simulated time, s, and runs, so that a sample takes at least `seconds`. */
async function lengthOf(
  circuit: Circuit,
  steps: Pick<RunOptions, 'step'>,
  workers: number,
  seconds: number,
): Promise<{ readonly time: number; readonly runs: number }> {
  const secondsOf = async (count: number): Promise<number> => (await run(circuit, steps, workers, count * step)).cost.wallSeconds;
  // A run that seems long enough is made again: it may have been slow by chance.
  const timeOf = async (count: number): Promise<number> => {
    const once = await secondsOf(count);
    return once < seconds ? once : Math.min(once, await secondsOf(count));
  };
  let count = stepsCompared;
  let spent = await timeOf(count);
  while (spent < seconds && count < mostSteps) {
    // At most tenfold at once: short runs are slower by the time in which their code becomes good.
    const wanted = (1.1 * seconds * count) / spent;
    count = Math.min(mostSteps, Math.ceil(Math.min(10 * count, Math.max(1.2 * count, wanted))));
    spent = await timeOf(count);
  }
  return { time: count * step, runs: Math.max(1, Math.ceil((1.05 * seconds) / spent)) };
}

const lengthText = ({ runs, steps }: SampleLength): string => (runs > 1 ? `${runs} × ${steps}` : String(steps));

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
    ['ring', 'stations', 'components', 'read s', 'set-up s', 'B/component', 'B/station', 'ns by bandwidth', 'attempts'].map(right),
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
  const inC = rows.flatMap(({ native, ...row }) => (native ? [{ ...row, native }] : []));
  const native = textTable(
    ['ring', 'stations', 'native, 1 thread', 'over wasm', 'native, 2 threads', 'over wasm', 'by'].map(right),
    inC.map(({ preset, stations, native: { oneThread, twoThreads, gain, gainOfTwo, made } }) => [
      preset,
      String(stations),
      fastestText(oneThread, 1),
      spreadText(gain),
      fastestText(twoThreads, 1),
      spreadText(gainOfTwo),
      made,
    ]),
  );
  const { roundTrip, triad } = machine;
  const setUps = peers.setUp.filter(({ preset, stations }) => rows.some((row) => row.preset === preset && row.stations === stations));
  return [
    times,
    '',
    `ns per station and attempt, wasm kernels, presets at steps of ${step * 1e6} µs, drawn rings at variable ones, nothing recorded: median (fastest) of ${rounds} rounds of one thread, two, one; samples of at least ${seconds} s`,
    'the same digests by js and wasm kernels with 1 and 2 workers; speed-up: pair by pair, median (lowest–highest), and fastest one-thread sample over the median of two threads; 1/1: one thread against itself',
    `${peers.peer}, script: bench/peer.json. ${peers.provenance}`,
    '',
    ...(inC.length > 0
      ? [
          native,
          '',
          'native kernels in turn with those in WebAssembly, the same digests first; over wasm: pair by pair, median (lowest–highest)',
          '',
        ]
      : []),
    setUp,
    '',
    'runs × attempts: of one sample. Every run starts with code that is not optimised yet, which counts: where a run is a few milliseconds, it is most of the time',
    'read: text to Circuit; set-up: Circuit to the first attempt, one thread; bytes: all memory of the run, parameters and pages included',
    `machine: ${roundTrip ? `a word to the other thread and back in ${fastestText(roundTrip, 0)} ns` : 'no round trip between two threads (one core, or not done in time)'}; one thread moves ${triad.median.toFixed(1)} GB/s (best ${triad.highest.toFixed(1)}), triad in WebAssembly lanes over 3 × 64 MB`,
    'ns by bandwidth: all bytes of a station once through at that rate. A step touches at most about all bytes of a station, some of them twice: compare where a ring is larger than the caches only',
    ...setUps.map(
      (one) =>
        `${peers.peer}, ring ${one.preset} of ${one.stations}: load ${one.loadSeconds} s, schedule ${one.scheduleSeconds} s, ${one.memoryMiB} MiB`,
    ),
  ].join('\n');
}

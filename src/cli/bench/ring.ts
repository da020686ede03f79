/**
 * `ringmain bench ring`: generated rings, serial against parallel. Same bits first; then serial, parallel, serial, again and again in one process,
 * so that a machine that drifts drifts for both; the ratio is taken pair by pair. Serial against itself shows what the machine's noise is.
 */

import type { Circuit } from '../../circuit/circuit.js';
import { generateRing } from '../../circuit/generate/ring.js';
import { parseCircuit } from '../../circuit/parse.js';
import { textTable } from '../../report/table.js';
import { simulate } from '../../run/simulate.js';
import type { Results } from '../../run/types.js';
import { type ExitCode, exitCodes } from '../exit.js';
import { thisMachine } from '../measure/thisMachine.js';
import { kernelsChoices } from '../options.js';
import { print, printJson } from '../print.js';
import { asChoice, asCount, asCounts, benchmark, roundsOption, secondsOption, type ValuesOf } from './benchmark.js';

const commandOptions = {
  stations: { about: 'sizes, separated by commas', fallback: '200,1000', read: asCounts(1) },
  workers: { about: 'threads beside the serial engine', fallback: '2', read: asCount(2) },
  kernels: { about: "'js' or 'wasm'", fallback: 'wasm', read: asChoice(kernelsChoices) },
  rounds: roundsOption,
  seconds: { ...secondsOption('2'), about: "least length of a timed run, s, as far as the circuit's end allows it" },
};

export const ringBenchmark = benchmark({
  name: 'ring',
  describe: 'generated rings, serial against parallel in alternating pairs',
  options: commandOptions,
  examples: [['--stations 200,1000,20000 --workers 2', 'serial against two workers, set-up and memory']],
  run: benchRing,
});

type RingOptions = ValuesOf<typeof commandOptions>;

export interface RingRow {
  readonly stations: number;
  readonly components: number;
  readonly lines: number;
  readonly attempts: number;
  /** s: text to Circuit, and Circuit to the first attempt. */
  readonly readSeconds: number;
  readonly setupSeconds: number;
  /** Bytes a component: of the run's memory, and of the whole process above its start. */
  readonly runBytes: number;
  readonly processBytes: number;
  /** ns per component and attempt: fastest and median serial run, median parallel run. */
  readonly serialFastest: number;
  readonly serialMedian: number;
  readonly parallelMedian: number;
  /** Parallel speed-up over serial, and serial over serial: lowest, median, highest of the pairs. */
  readonly speedUp: readonly [number, number, number];
  readonly noise: readonly [number, number, number];
  readonly sameDigest: boolean;
}

/** Measures rings of the given sizes with `workers` threads against the serial engine and prints a table. */
async function benchRing(asked: RingOptions): Promise<ExitCode> {
  const { workers, kernels, rounds, json } = asked;
  const rows: RingRow[] = [];
  for (const stations of asked.stations) {
    if (!json) process.stderr.write(`ring of ${stations} stations …\n`);
    rows.push(await measure(stations, asked));
  }
  if (json) printJson({ workers, kernels, rounds, ...thisMachine(), rows });
  else print(`${table(rows, workers)}\n\nns per component and step, ${kernels} kernels`);
  return rows.every((row) => row.sameDigest) ? exitCodes.done : exitCodes.failed;
}

async function measure(stations: number, { workers, kernels, rounds, seconds }: RingOptions): Promise<RingRow> {
  const run = (circuit: Circuit, threads: number, until: number): Promise<Results> =>
    simulate(circuit, { workers: threads, kernels, until, oversubscribe: true });
  const before = process.memoryUsage().rss;
  const text = generateRing({ stations, seed: 1, expand: false });
  const began = performance.now();
  const { circuit } = parseCircuit(text, `ring-${stations}`);
  const readSeconds = (performance.now() - began) / 1000;
  // Long enough that compiling the kernels (about 0.1 s of every run) does not count, short enough to be repeated.
  let until = 0.05;
  let serial = await run(circuit, 1, until);
  while (serial.wallSeconds < seconds && until < circuit.run.end) {
    until = Math.min(circuit.run.end, 2 * until);
    serial = await run(circuit, 1, until);
  }
  const processBytes = (process.memoryUsage().rss - before) / circuit.components.length;
  const parallel = await run(circuit, workers, until);
  const serials: number[] = [];
  const parallels: number[] = [];
  const speedUps: number[] = [];
  const noises: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const a = await run(circuit, 1, until);
    const b = await run(circuit, workers, until);
    const c = await run(circuit, 1, until);
    serials.push(a.nsPerComponentStep, c.nsPerComponentStep);
    parallels.push(b.nsPerComponentStep);
    speedUps.push((a.wallSeconds + c.wallSeconds) / 2 / b.wallSeconds);
    noises.push(a.wallSeconds / c.wallSeconds);
  }
  return {
    stations,
    components: circuit.components.length,
    lines: circuit.lines.length,
    attempts: serial.steps.accepted + serial.steps.rejected,
    readSeconds,
    setupSeconds: serial.setupSeconds,
    runBytes: serial.memoryBytes / circuit.components.length,
    processBytes,
    serialFastest: Math.min(...serials),
    serialMedian: quantile(serials, 0.5),
    parallelMedian: quantile(parallels, 0.5),
    speedUp: [Math.min(...speedUps), quantile(speedUps, 0.5), Math.max(...speedUps)],
    noise: [Math.min(...noises), quantile(noises, 0.5), Math.max(...noises)],
    sameDigest: serial.digest === parallel.digest,
  };
}

function quantile(values: readonly number[], q: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round(q * (sorted.length - 1))] as number;
}

function table(rows: readonly RingRow[], workers: number): string {
  const range = ([low, mid, high]: readonly [number, number, number]): string => `${mid.toFixed(2)} (${low.toFixed(2)}–${high.toFixed(2)})`;
  const head = [
    'stations',
    'components',
    'steps',
    'read s',
    'set-up s',
    'run B/comp',
    'process B/comp',
    'serial ns (fastest)',
    `${workers} workers ns`,
    'speed-up',
    'serial/serial',
    'same digest',
  ];
  return textTable(
    head.map((heading) => ({ heading, align: 'right' as const })),
    rows.map((r) => [
      String(r.stations),
      String(r.components),
      String(r.attempts),
      r.readSeconds.toFixed(2),
      r.setupSeconds.toFixed(2),
      r.runBytes.toFixed(0),
      r.processBytes.toFixed(0),
      `${r.serialMedian.toFixed(1)} (${r.serialFastest.toFixed(1)})`,
      r.parallelMedian.toFixed(1),
      range(r.speedUp),
      range(r.noise),
      r.sameDigest ? 'yes' : 'NO',
    ]),
  );
}

/**
 * `ringmain bench step barrier`: what a synchronisation of threads takes where they spin, where they wait as a run does, and where they sleep at once; what partitions
 * cost that are folded on fewer threads, or have a thread each where there are not so many cores; and what another program beside does. All in turn, again
 * and again; every run has the digest of the serial one.
 */
import { availableParallelism } from 'node:os';
import type { Circuit } from '#ringmain/circuit/circuit.js';
import { parseCircuit } from '#ringmain/circuit/file/parse.js';
import { generateRing } from '#ringmain/circuit/generate/ring.js';
import { type BarrierOptions, type BarrierTime, measureBarrier } from '#ringmain/cli/measure/barrierTime.js';
import { thisMachine } from '#ringmain/cli/measure/thisMachine.js';
import { expectSame, finished } from '#ringmain/cli/measure/wholeRuns.js';
import { asCount, asCounts } from '#ringmain/cli/optionTable.js';
import { ratios, type Spread, spreadOf } from '#ringmain/results/statistics.js';
import type { LineResults, RunOptions } from '#ringmain/run/types.js';
import { type Measured, part, roundsOption, say, secondsOption, type Values } from '../protocol/benchmark.js';
import { inTurn } from '../protocol/turns.js';
import { type BesideRow, barrierAccountText, type PartsRow, type SynchronisationRow } from './barrierTable.js';
import { startBusyThread } from './busyThread.js';

const commandOptions = {
  threads: { about: 'numbers of threads that only meet, separated by commas', fallback: '2,3,4,8,16', read: asCounts(2) },
  parts: {
    about: 'numbers of partitions of whole runs, separated by commas; the others are held against the first',
    fallback: '2,3,7,16',
    read: asCounts(2),
  },
  stations: { about: 'size of the ring that is run', fallback: '200', read: asCount(3) },
  rounds: roundsOption,
  seconds: secondsOption('0.1'),
};

export const stepBarrier = part({
  name: 'barrier',
  describe: 'cost of a synchronisation of threads by three ways to wait; partitions beyond the cores; a busy neighbour',
  options: commandOptions,
  examples: [['--threads 2,16 --parts 2,16', 'synchronisations of 2 and 16 threads; 16 partitions on two cores']],
  measure,
});

/** How threads wait: turns that they spin before they sleep; undefined: as in a run. */
const ways = { spin: 2 ** 31 - 1, run: undefined, sleep: 0 } as const;
type Way = keyof typeof ways;

async function measure({ threads, parts, stations, rounds, seconds }: Values<typeof commandOptions>): Promise<Measured> {
  const notes: string[] = [];
  const synchronisations: SynchronisationRow[] = [];
  for (const number of threads) {
    say(`synchronisations of ${number} threads`);
    synchronisations.push(await measureSynchronisations(number, rounds, seconds, notes));
  }
  const ring = new RingRuns(stations, seconds);
  say(`${stations} stations folded, and a thread each`);
  await ring.begin();
  const { serial, rows } = await measureParts(ring, parts, rounds);
  const beside: BesideRow[] = [];
  for (const size of new Set([Math.max(3, Math.ceil(stations / 10)), stations])) {
    say(`${size} stations beside a busy thread`);
    const own = size === stations ? ring : new RingRuns(size, seconds);
    if (own !== ring) await own.begin();
    beside.push(await measureBeside(own, rounds));
  }
  const components = ring.circuit.components.length;
  const account = { ...thisMachine(), rounds, seconds, synchronisations, components, serial, parts: rows, beside, notes };
  return { stored: account, text: () => barrierAccountText(account) };
}

/** Synchronisations of a first sample that tells how many a longer one takes. */
const firstSynchronisations = 32;

async function measureSynchronisations(threads: number, rounds: number, seconds: number, notes: string[]): Promise<SynchronisationRow> {
  const names = Object.keys(ways) as Way[];
  const asked = (way: Way): BarrierOptions => (ways[way] === undefined ? { threads } : { threads, spin: ways[way] });
  const samples: Record<Way, number[]> = { spin: [], run: [], sleep: [] };
  const counts: Record<Way, number> = { spin: 0, run: 0, sleep: 0 };
  for (const way of names) {
    const { time } = await measureBarrier(1, firstSynchronisations, asked(way));
    counts[way] = Math.max(firstSynchronisations, Math.round((1e9 * seconds) / (time?.median ?? 1e9 * seconds)));
  }
  const own: BarrierTime[] = [];
  for (let round = 0; round < rounds; round++) {
    for (const way of names) {
      const measured = await measureBarrier(1, counts[way], asked(way));
      if (measured.time) samples[way].push(measured.time.median);
      if (measured.note) notes.push(`${threads} threads, ${way}: ${measured.note}`);
      if (way === 'run') own.push(measured);
    }
  }
  const spread = (values: readonly number[]): Spread | null => (values.length > 0 ? spreadOf(values) : null);
  return {
    threads,
    spin: spread(samples.spin),
    run: spread(samples.run),
    sleep: spread(samples.sleep),
    turns: spreadOf(own.map(({ turns }) => turns)).median,
    slept: spreadOf(own.map(({ slept }) => slept)).median,
  };
}

/** Runs of one ring, to the same end. */
class RingRuns {
  readonly circuit: Circuit;
  private until = 0.05;
  private digest = '';

  constructor(
    stations: number,
    private readonly seconds: number,
  ) {
    this.circuit = parseCircuit(generateRing({ stations, seed: 1, expand: false }), `ring-${stations}`).circuit;
  }

  /** Finds an end that makes the serial run long enough; its digest is that of all. */
  async begin(): Promise<void> {
    const { end } = this.circuit.run;
    for (let wall = 0; ; this.until = Math.min(end, 2 * this.until)) {
      const {
        cost: { wallSeconds },
        digest,
      } = await this.results({ workers: 1 });
      this.digest = digest;
      wall = wallSeconds;
      if (wall >= this.seconds || this.until >= end) break;
    }
  }

  /** ns an attempt. */
  async time(options: RunOptions): Promise<number> {
    const {
      digest,
      cost: { wallSeconds },
      account: { steps },
    } = await this.results(options);
    expectSame(`${this.circuit.name} by one thread and by ${JSON.stringify(options)}`, [this.digest, digest]);
    return (1e9 * wallSeconds) / (steps.accepted + steps.rejected);
  }

  private results(options: RunOptions): Promise<LineResults> {
    const driver = options.workers === 1 ? 'serial' : 'parallel';
    return finished(this.circuit, { ...options, driver, until: this.until, record: [], every: this.until });
  }
}

async function measureParts(ring: RingRuns, parts: readonly number[], rounds: number): Promise<{ serial: Spread; rows: PartsRow[] }> {
  const cores = availableParallelism();
  const way = (options: RunOptions) => ({ options, times: [] as number[] });
  const alone = way({ workers: 1 });
  const folded = parts.map((workers) => way({ workers }));
  const apart = parts.map((workers) => way({ workers, oversubscribe: true }));
  const all = [alone, ...parts.flatMap((_, k) => [folded[k], apart[k]] as [typeof alone, typeof alone])];
  for (const { options, times } of inTurn(all, rounds)) times.push(await ring.time(options));
  const serial = alone.times;
  const rows = parts.map((number, k): PartsRow => {
    const [own, first, each] = [folded[k], folded[0], apart[k]].map((one) => one?.times) as [number[], number[], number[]];
    const threads = Math.min(number, cores);
    return {
      parts: number,
      threads,
      folded: spreadOf(own),
      ratio: ratios(own.map((time, round) => [time, first[round] as number])),
      apart: spreadOf(each),
      barrier: spreadOf(each.map((time, round) => time - (serial[round] as number) / threads)),
    };
  });
  return { serial: spreadOf(serial), rows };
}

async function measureBeside(ring: RingRuns, rounds: number): Promise<BesideRow> {
  const [alone, beside, asleep]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(await ring.time({ workers: 2 }));
    const stop = startBusyThread();
    try {
      beside.push(await ring.time({ workers: 2 }));
      asleep.push(await ring.time({ workers: 2, spin: ways.sleep }));
    } finally {
      await stop();
    }
  }
  return { components: ring.circuit.components.length, alone: spreadOf(alone), beside: spreadOf(beside), asleep: spreadOf(asleep) };
}

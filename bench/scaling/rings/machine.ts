/** What the machine allows: the time in which two cores hand each other a word, and the rate at which one core moves memory. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { type Spread, spreadOf } from '#ringmain/results/statistics.js';
import { allocate, pageBytes } from '#ringmain/run/threads/memory.js';
import { instantiate } from '#ringmain/run/threads/threads.js';
import { ModuleBuilder } from '#ringmain/wasm/module.js';
import { WebAssembly } from '#ringmain/wasm/webAssembly.js';
import { nanosecondsPerCall } from '../../protocol/calls.js';
import type { RoundTripTask } from './roundTripWorker.js';

export interface Machine {
  /** ns; null with fewer than two cores, or where the threads were not done in time. */
  readonly roundTrip: Spread | null;
  /** GB/s of a[i] = b[i] + s c[i], the three arrays counted once each. */
  readonly triad: Spread;
}

const roundTrips = 5_000;
const secondsAllowed = 20;
/** 64 MB of doubles: beyond every cache. */
const triadLength = 8e6;

/** Measures both, `rounds` samples each. */
export async function measureMachine(rounds: number): Promise<Machine> {
  return { roundTrip: await measureRoundTrip(rounds), triad: measureTriad(rounds) };
}

async function measureRoundTrip(rounds: number): Promise<Spread | null> {
  if (availableParallelism() < 2) return null;
  const words = new SharedArrayBuffer(64);
  const workers = ([0, 1] as const).map((player) => {
    const workerData: RoundTripTask = { words, player, trips: roundTrips, rounds };
    return new Worker(new URL('./roundTripWorker.js', import.meta.url), { workerData });
  });
  let late: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Spread | null>((resolve, reject) => {
      for (const worker of workers) worker.once('error', reject);
      workers[0]?.once('message', (samples: number[]) => resolve(spreadOf(samples)));
      late = setTimeout(() => resolve(null), 1000 * secondsAllowed);
    });
  } finally {
    clearTimeout(late);
    await Promise.all(workers.map((worker) => worker.terminate()));
  }
}

const triadText = `function triad() {
  lanes: for (let i = 0; i < o_length; i++) {
    F[o_a + i] = F[o_b + i] + 3 * F[o_c + i];
  }
}`;

/** GB/s of one thread, of so many samples. */
export function measureTriad(rounds: number): Spread {
  const memory = allocate(3 * 8 * triadLength, false);
  new Float64Array(memory.buffer).fill(1);
  const builder = new ModuleBuilder({ pages: memory.buffer.byteLength / pageBytes, shared: false, lanes: true });
  const constants = { o_length: triadLength, o_a: 0, o_b: triadLength, o_c: 2 * triadLength };
  builder.add({ text: triadText, constants, name: 'triad', as: 'triad' });
  const triad = instantiate(new WebAssembly.Module(builder.build(['triad'])), memory).get('triad');
  const call = (): void => {
    triad?.();
  };
  nanosecondsPerCall(call, 2);
  return spreadOf(Array.from({ length: rounds }, () => (3 * 8 * triadLength) / nanosecondsPerCall(call, 1)));
}

/**
 * Samples of the step loop of one engine over one circuit. The run is set up once, and every sample starts from the same memory: set-up, compiling
 * and first touches of memory are in none of them.
 */
import { availableParallelism } from 'node:os';
import type { Circuit } from '../../circuit/circuit.js';
import { tablesOf } from '../../circuit/views.js';
import type { KernelFunction, PortableKernels } from '../../equations/kernel/kernelSource.js';
import { threadSources } from '../../program/link.js';
import { digests } from '../../results/digest.js';
import { acceptedState, stepCounts } from '../../run/account/account.js';
import { receiveAndRecord } from '../../run/account/rows.js';
import { collectTimeline, type Timeline } from '../../run/account/timeline.js';
import { openSession } from '../../run/openSession.js';
import type { Session } from '../../run/session.js';
import { driveThrough } from '../../run/threads/driver.js';
import { ParallelDriver } from '../../run/threads/host.js';
import { ownThreads } from '../../run/threads/nodeThreads.js';
import { SerialDriver } from '../../run/threads/serial.js';
import type { EngineCopy } from './independentEngines.js';
import { RunFault } from './wholeRuns.js';

export interface Engine {
  /** Partition of every component, and how many there are: each has a thread of its own. */
  readonly owner: Int32Array;
  readonly parts: number;
  readonly parallel: boolean;
  readonly kernels: PortableKernels;
}

const hooks = { isAborted: () => false, onSlice: () => {} };
/** s without an attempt after which a run of threads is given up. */
const deadline = 60;

export class LoopSampler {
  readonly setupSeconds: number;
  /** Of the run's memory. */
  readonly bytes: number;
  private readonly session: Session;
  private readonly image: Float64Array;

  /** `end`, s: simulated time at which a sample ends; `timedSlice`: one slice of so many is timed. */
  constructor(
    circuit: Circuit,
    private readonly engine: Engine,
    end: number,
    timedSlice?: number,
  ) {
    const { owner, parts, parallel, kernels } = engine;
    const options = { until: end, every: end, record: [], ...(timedSlice === undefined ? {} : { timeline: timedSlice }) };
    const threads = { threads: parts, parallel, spins: parts <= availableParallelism(), window: 1 };
    const began = performance.now();
    this.session = openSession(circuit, owner, parts, options, threads, kernels);
    this.setupSeconds = (performance.now() - began) / 1000;
    this.bytes = this.session.memory.buffer.byteLength;
    this.image = this.session.F.slice();
  }

  /** s of the loop, from the first attempt to the last. Throws RunFault. */
  async sample(): Promise<number> {
    return (await this.run()).wallSeconds;
  }

  /** The same with marks of its timed slices; undefined where it is too short for one. */
  async timeline(): Promise<Timeline | undefined> {
    return collectTimeline(this.session, (await this.run()).timed);
  }

  /** Attempts of the last sample. */
  get attempts(): number {
    const { accepted, rejected } = stepCounts(this.session);
    return accepted + rejected;
  }

  /** A serial engine as other threads may run it, each over a memory of its own. */
  copy(): EngineCopy {
    const { module, program, threads } = this.session;
    const image = new SharedArrayBuffer(this.bytes);
    new Float64Array(image).set(this.image);
    return { image, module, sources: module ? [] : threadSources(program, 0, threads) };
  }

  /** Fingerprint of all states in a copy's memory after a sample. */
  digestOf(memory: Float64Array): string {
    this.session.F.set(memory);
    return this.stateDigest;
  }

  /** Fingerprint of all states after the last sample. */
  get stateDigest(): string {
    const state = acceptedState(this.session);
    return digests({ rows: [], state }).stateDigest;
  }

  private async run() {
    this.session.F.set(this.image);
    const driver = this.engine.parallel
      ? await ParallelDriver.start(this.session, { host: ownThreads, deadline })
      : new SerialDriver(this.session);
    const ended = await driveThrough(driver, hooks);
    if (ended.end === 'finished') {
      receiveAndRecord(this.session);
      return ended;
    }
    const why = ended.message ? `: ${ended.message}` : '';
    throw new RunFault(`the run ${ended.end} at t = ${stepCounts(this.session).time} s${why}`);
  }
}

/** The serial engine over a whole circuit. */
export function serialEngine(circuit: Circuit, kernels: PortableKernels): Engine {
  return { owner: new Int32Array(tablesOf(circuit).components.count), parts: 1, parallel: false, kernels };
}

/** Fewest attempts of a sample, whatever they take. */
export const fewestAttempts = 20;
const firstSlice = 10;
/** A sample's length is found in slices of about this share of it, so that it is not missed by more. */
const sliceShare = 0.1;

/**
 * Attempts of the next slice after one of `last`, when `made` are made and the fastest slice took `each` s an attempt; 0 where a sample of so many
 * attempts is long enough. Counted by the fastest, so that what else the machine does makes no sample shorter.
 */
export function nextSlice(last: number, made: number, each: number, seconds: number): number {
  const wanted = Math.max(1, Math.min(4 * last, Math.floor((sliceShare * seconds) / each)));
  if (made < fewestAttempts) return Math.min(wanted, fewestAttempts - made);
  return (made + wanted) * each > seconds ? 0 : wanted;
}

/** Simulated time, s, that the serial engine reaches in `seconds`, or in the fewest attempts where these take longer. */
export function endAfter(circuit: Circuit, seconds: number): number {
  const far = 1e6;
  const session = openSession(
    circuit,
    new Int32Array(tablesOf(circuit).components.count),
    1,
    { until: far, every: far, record: [] },
    { threads: 1, parallel: false, spins: false, window: 1 },
    'wasm',
  );
  const rounds = session.functions.get('rounds_0') as KernelFunction;
  let [made, each] = [0, Number.POSITIVE_INFINITY];
  for (let slice = firstSlice; slice > 0; ) {
    const began = performance.now();
    rounds(slice);
    each = Math.min(each, (performance.now() - began) / 1000 / slice);
    made += slice;
    slice = nextSlice(slice, made, each, seconds);
  }
  return stepCounts(session).time;
}

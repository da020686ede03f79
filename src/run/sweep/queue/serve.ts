/** A worker of a queue: takes jobs, runs their variants on its threads, keeps the plan and the programs of the last sweeps, and sends the rows. */
import type { Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { CircuitError } from '../../../circuit/file/diagnostic.js';
import { RunError } from '../../../results/runError.js';
import { differenceOf, identityText, readIdentity, type SweepIdentity } from '../identity.js';
import { readSweep, type SweepSubject } from '../plan.js';
import { VariantRunner } from '../runner.js';
import { type Connections, loadBullmq } from './connect.js';
import { answerText, keys, prefix, queueOf, readJob, readRequest } from './protocol.js';

export interface WorkerOptions {
  /** Of this worker alone. */
  readonly name: string;
  /** Of this program (identity.ts). */
  readonly program: string;
  readonly threads: number;
  /** Aborted: jobs that run are finished, no other is taken. */
  readonly signal: AbortSignal;
  /** A job is done: so many variants of a circuit, which took so many s. */
  readonly onJob: (circuit: string, variants: number, seconds: number) => void;
  /** Is called with news for the user: a sweep of another program, a job that was refused. */
  readonly onNote: (note: string) => void;
}

/** How often a worker says that it is there, and how long it is believed. */
const beatSeconds = 5;
export const believedSeconds = 3 * beatSeconds;
/** A sweep that is forgotten is not kept for ever. */
const keptSeconds = 7 * 24 * 3600;
/** Of a worker that was killed, others take the job after so long. */
const lockMs = 15_000;
const mostKept = 2;

interface Kept {
  readonly identity: string;
  readonly subject: SweepSubject;
  readonly runner: VariantRunner;
  running: number;
}

/** Works until `signal` is aborted. */
export async function serveQueue(connections: Connections, redis: Redis, options: WorkerOptions): Promise<void> {
  const { Worker, UnrecoverableError } = await loadBullmq();
  const sweeps = new KeptSweeps(redis, options);
  /** Refused for good: by another worker of this program it would be, too. */
  const refusing = async <Made>(work: Promise<Made>): Promise<Made> =>
    work.catch((error: unknown) => {
      if (!(error instanceof RunError || error instanceof CircuitError)) throw error;
      const refusal = `worker ${options.name} refused it: ${error instanceof RunError ? `${error.code}  ` : ''}${error.message}`;
      options.onNote(refusal);
      throw new UnrecoverableError(refusal);
    });
  const work = async (job: Job): Promise<number> => refusing(sweeps.run(job.data));
  const worker = new Worker(queueOf(options.program), work, {
    connection: connections.make(),
    prefix,
    concurrency: options.threads,
    lockDuration: lockMs,
    stalledInterval: lockMs / 3,
    maxStalledCount: 3,
    // Rows are sent before; those that were given up stay, so that the submitter learns of them.
    removeOnComplete: { count: 0 },
  });
  worker.on('error', () => {});
  const beat = new Beat(redis, options);
  await beat.beat();
  try {
    await new Promise<void>((resolve) => {
      if (options.signal.aborted) resolve();
      options.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await worker.close();
  } finally {
    await beat.stop();
    await sweeps.close();
  }
}

class KeptSweeps {
  private kept: Kept[] = [];

  constructor(
    private readonly redis: Redis,
    private readonly options: WorkerOptions,
  ) {}

  /** Runs a job, and gives how many variants it had. Throws RunError for a job that cannot run here. */
  async run(data: unknown): Promise<number> {
    const job = readJob(data);
    const sweep = this.kept.find(({ identity }) => identity === job.sweep) ?? (await this.take(job.sweep));
    // Its table is written, or it was begun anew.
    if (!sweep) return 0;
    const { subject, runner } = sweep;
    const other = job.variants.find((variant) => variant >= subject.count);
    if (other !== undefined)
      throw new RunError('RUN251', `variant ${other + 1} of a sweep of ${subject.count}`, 'something else writes there');
    const began = performance.now();
    let seconds = 0;
    const before = runner.compiled;
    sweep.running++;
    try {
      const rows = [];
      for (const variant of job.variants)
        rows.push(await runner.run(variant, { number: job.program, tunable: job.tunable, isShared: true }));
      seconds = (performance.now() - began) / 1000;
      const text = answerText({ worker: this.options.name, compiled: runner.compiled - before, rows });
      const stream = keys.rows(readIdentity(job.sweep) as SweepIdentity);
      await this.redis.multi().xadd(stream, '*', 'answer', text).expire(stream, keptSeconds).exec();
    } finally {
      sweep.running--;
    }
    this.options.onJob(subject.circuit.name, job.variants.length, seconds);
    return job.variants.length;
  }

  async close(): Promise<void> {
    await Promise.all(this.kept.map(({ runner }) => runner.close()));
  }

  /** Reads a sweep; null where it is there no more. */
  private async take(identity: string): Promise<Kept | null> {
    const text = await this.redis.hget(keys.sweeps, identity);
    const known = this.kept.find((one) => one.identity === identity);
    if (known || text === null) return known ?? null;
    const { text: circuit, file, settings } = readRequest(text);
    const subject = readSweep(circuit, file, settings);
    const made = { program: this.options.program, ...subject.identity };
    const difference = identityText(made) === identity ? null : (differenceOf(readIdentity(identity), made) ?? 'something else');
    if (difference) throw new RunError('RUN251', `the job is of ${difference}`, 'submit the sweep anew with --force');
    const sweep = { identity, subject, runner: new VariantRunner(subject, this.options.threads), running: 0 };
    this.kept.unshift(sweep);
    const idle = this.kept.slice(mostKept).filter(({ running }) => running === 0);
    this.kept = this.kept.filter((one) => !idle.includes(one));
    await Promise.all(idle.map(({ runner }) => runner.close()));
    return sweep;
  }
}

/** Says that a worker is there, and looks for sweeps that are not for it. */
class Beat {
  private readonly refused = new Set<string>();
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly member: string;

  constructor(
    private readonly redis: Redis,
    private readonly options: WorkerOptions,
  ) {
    this.member = `${options.name} ${options.program}`;
  }

  async beat(): Promise<void> {
    this.timer = setTimeout(() => this.beat().catch(() => {}), beatSeconds * 1000);
    const { redis, refused } = this;
    const [now] = await redis.time();
    await redis.zadd(keys.workers, Number(now), this.member);
    await redis.zremrangebyscore(keys.workers, '-inf', Number(now) - keptSeconds);
    for (const sweep of await redis.hkeys(keys.sweeps)) {
      const theirs = readIdentity(sweep);
      if (theirs?.program === this.options.program || refused.has(sweep)) continue;
      refused.add(sweep);
      this.options.onNote(
        `a sweep of ${theirs?.program ?? 'another version of ringmain'} waits; this is ${this.options.program}, and takes no part in it`,
      );
    }
  }

  async stop(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    if (this.redis.status === 'ready') await this.redis.zrem(keys.workers, this.member).catch(() => {});
  }
}

/** A sweep by the workers of a queue: jobs go there, rows come back; who submits the same sweep again goes on with it. */
import type { Job, Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { MachineRefusal } from '../../../results/machineRefusal.js';
import { identityText, type SweepIdentity } from '../identity.js';
import type { SweepPlan, SweepSettings } from '../plan.js';
import { type SweepRow, VariantRunner } from '../runner.js';
import { rangesText } from '../shards.js';
import type { Sweep } from '../sweep.js';
import { type Connections, loadBullmq } from './connect.js';
import { jobPrefix, keys, prefix, queueOf, readAnswer, readRequest, type SweepJob, type SweepRequest } from './protocol.js';
import { believedSeconds } from './serve.js';

/** The share of one worker. */
export interface WorkerShare {
  readonly worker: string;
  readonly jobs: number;
  readonly variants: number;
  /** s, of the loops of its runs */
  readonly runSeconds: number;
}

export interface SubmitOptions {
  readonly identity: SweepIdentity;
  readonly settings: SweepSettings;
  /** Rows that are there already. */
  readonly done: readonly SweepRow[];
  /** Forgets what an earlier submission left in the queue. */
  readonly anew: boolean;
  /** A row as the table has it: rows are equal where this is. */
  readonly lineOf: (row: SweepRow) => string;
  readonly onRow: (row: SweepRow, shares: readonly WorkerShare[]) => void;
  readonly onNote: (note: string) => void;
  /** Aborted: jobs stay in the queue. */
  readonly signal: AbortSignal;
}

export interface QueuedSweep extends Sweep {
  readonly shares: readonly WorkerShare[];
}

/** A job has so much work, unless one variant has more: s */
const least = 1;
const most = 10;
/** Long sweeps have about so many jobs. */
const jobsWanted = 200;
const mostInBatch = 10_000;
/** Outstanding variants are put there again after so long without a row: ms */
const silenceMs = 3 * 15_000;
const lookMs = 2000;

/** Runs the planned variants. `finish` forgets the sweep in the queue: call it when the table is written. Throws MachineRefusal for jobs that were given up, and for unequal rows. */
export async function submitSweep(
  connections: Connections,
  redis: Redis,
  plan: SweepPlan,
  options: SubmitOptions,
): Promise<{ swept: QueuedSweep; finish: () => Promise<void> }> {
  const { Queue: BullQueue } = await loadBullmq();
  const queue = new BullQueue(queueOf(options.identity.program), { connection: connections.make(), prefix });
  queue.on('error', () => {});
  const submission = new Submission(redis, queue, plan, options);
  const swept = await submission.run();
  return { swept, finish: () => submission.finish() };
}

class Submission {
  private readonly began = performance.now();
  /** By variant, from 1 on: the row, its line and who made it. */
  private readonly rows = new Map<number, { readonly row: SweepRow; readonly line: string; readonly worker: string }>();
  private readonly shares = new Map<string, { worker: string; jobs: number; variants: number; runSeconds: number }>();
  private readonly noted = new Set<string>();
  private readonly stream: string;
  private readonly field: string;
  private readonly jobs: string;
  private last = '0';
  private compiled = 0;
  private heard = performance.now();
  private looked = performance.now();

  constructor(
    private readonly redis: Redis,
    private readonly queue: Queue,
    private readonly plan: SweepPlan,
    private readonly options: SubmitOptions,
  ) {
    this.stream = keys.rows(options.identity);
    this.field = identityText(options.identity);
    this.jobs = jobPrefix(options.identity);
    for (const row of options.done) this.rows.set(row.variant, { row, line: options.lineOf(row), worker: 'the table' });
  }

  async run(): Promise<QueuedSweep> {
    const { signal, anew } = this.options;
    if (anew) await this.finish();
    const request = await this.request();
    await this.removeGivenUp();
    await this.read(0);
    await this.lookForWorkers();
    await this.submit(request.batch);
    const stopped = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    const collected = this.collect(request);
    // A server that is away answers when it is back.
    await Promise.race([collected, stopped]);
    collected.catch(() => {});
    return this.swept();
  }

  /** Takes rows until all are there. */
  private async collect(request: SweepRequest): Promise<void> {
    while (!this.isDone() && !this.options.signal.aborted) {
      if ((await this.read(500)) > 0) this.heard = performance.now();
      else if (performance.now() - this.heard > silenceMs) {
        // Whatever was lost: a server that came back without its data has neither sweep nor jobs.
        await this.redis.hsetnx(keys.sweeps, this.field, JSON.stringify(request));
        await this.submit(request.batch);
        this.heard = performance.now();
      }
      if (performance.now() - this.looked > lookMs) {
        this.looked = performance.now();
        await this.lookForWorkers();
        await this.refuseGivenUp();
      }
    }
  }

  /** Takes the sweep out of the queue. */
  async finish(): Promise<void> {
    await this.redis.multi().hdel(keys.sweeps, this.field).del(this.stream).exec();
  }

  private isDone = (): boolean => this.rows.size === this.plan.variants.length;

  /** The request of an earlier submission, else this one's; two variants are run here first, to see how many make a job. */
  private async request(): Promise<SweepRequest> {
    const { redis, field, plan, options } = this;
    const there = await redis.hget(keys.sweeps, field);
    if (there !== null) return readRequest(there);
    const { text, file } = plan;
    const mine: SweepRequest = { text, file, settings: options.settings, batch: await this.batchSize() };
    await redis.hsetnx(keys.sweeps, field, JSON.stringify(mine));
    // Somebody else may have been sooner.
    return readRequest((await redis.hget(keys.sweeps, field)) ?? JSON.stringify(mine));
  }

  /** The first run of a program compiles it, so the second is timed. */
  private async batchSize(): Promise<number> {
    const [{ variants = [], tunable = [] } = {}] = this.plan.programs;
    const tried = variants.filter((v) => !this.rows.has(v + 1)).slice(0, 2);
    if (tried.length < 2) return 1;
    const runner = new VariantRunner(this.plan, 1);
    let seconds = 0;
    try {
      for (const variant of tried) {
        const from = performance.now();
        this.take(await runner.run(variant, { number: 0, tunable, isShared: true }), 'this machine');
        seconds = (performance.now() - from) / 1000;
      }
      this.compiled += runner.compiled;
    } finally {
      await runner.close();
    }
    const work = Math.min(most, Math.max(least, (seconds * this.plan.variants.length) / jobsWanted));
    return Math.min(mostInBatch, Math.max(1, Math.round(work / seconds)));
  }

  /** Puts jobs there whose rows are not all here; a job that is there already stays as it is. */
  private async submit(batch: number): Promise<void> {
    const jobs = this.plan.programs.flatMap(({ variants, tunable }, program) =>
      Array.from({ length: Math.ceil(variants.length / batch) }, (_, k): SweepJob & { id: string } => ({
        ...{ id: `${this.jobs}${program}-${k}`, sweep: this.field, program, tunable: [...tunable] },
        variants: variants.slice(k * batch, (k + 1) * batch),
      })),
    );
    const missing = jobs.filter(({ variants }) => variants.some((v) => !this.rows.has(v + 1)));
    for (let from = 0; from < missing.length && !this.options.signal.aborted; from += 1000) {
      const some = missing.slice(from, from + 1000);
      await this.queue.addBulk(
        some.map(({ id, ...data }) => ({ name: 'variants', data, opts: { jobId: id, attempts: 3, removeOnComplete: true } })),
      );
    }
  }

  /** Reads rows that have come since, and waits so many ms where there are none; how many rows there were. */
  private async read(wait: number): Promise<number> {
    let count = 0;
    for (;;) {
      const blocking = wait > 0 && count === 0 ? (['BLOCK', wait] as const) : null;
      const { redis, stream, last } = this;
      const found = blocking
        ? await redis.xread('COUNT', 100, ...blocking, 'STREAMS', stream, last)
        : await redis.xread('COUNT', 100, 'STREAMS', stream, last);
      const entries = found?.[0]?.[1] ?? [];
      for (const [id, [, text = '']] of entries) {
        const { worker, compiled, rows } = readAnswer(text, this.plan.varies);
        this.last = id;
        this.compiled += compiled;
        const share = this.shareOf(worker);
        share.jobs++;
        for (const row of rows) this.take(row, worker);
        count += rows.length;
      }
      if (entries.length < 100) return count;
    }
  }

  private shareOf(worker: string): { worker: string; jobs: number; variants: number; runSeconds: number } {
    const share = this.shares.get(worker) ?? { worker, jobs: 0, variants: 0, runSeconds: 0 };
    this.shares.set(worker, share);
    return share;
  }

  /** Throws MachineRefusal where another run of the same variant gave another row: equal ones may come any number of times. */
  private take(row: SweepRow, worker: string): void {
    const line = this.options.lineOf(row);
    const before = this.rows.get(row.variant);
    if (before && before.line !== line)
      throw new MachineRefusal(
        'RUN252',
        `variant ${row.variant} came twice with unequal rows\n    ${before.line.trim()} by ${before.worker}\n    ${line.trim()} by ${worker}`,
        'one of these machines computes wrongly, or its files were changed: run the variant alone on both',
      );
    if (before) return;
    this.rows.set(row.variant, { row, line, worker });
    const share = this.shareOf(worker);
    share.variants++;
    share.runSeconds += row.wallSeconds;
    this.options.onRow(row, [...this.shares.values()]);
  }

  private async givenUp(): Promise<Job[]> {
    const failed = (await this.queue.getFailed(0, 99)) as (Job | undefined)[];
    return failed.filter((job) => job?.id?.startsWith(this.jobs) === true) as Job[];
  }

  private async removeGivenUp(): Promise<void> {
    for (const job of await this.givenUp()) await job.remove();
  }

  private async refuseGivenUp(): Promise<void> {
    const [job, ...others] = await this.givenUp();
    if (!job) return;
    const { variants = [] } = job.data as Partial<SweepJob>;
    const more = others.length > 0 ? ` (and ${others.length} more jobs)` : '';
    throw new MachineRefusal(
      'RUN253',
      `a job was given up, variants ${rangesText(variants.map((v) => v + 1))}${more}: ${job.failedReason}`,
      'mend that and submit the sweep again, with --resume; finished variants are kept',
    );
  }

  /** Notes, once each, that nobody is there to take jobs, and who is there in vain. */
  private async lookForWorkers(): Promise<void> {
    const { redis, options } = this;
    const [now] = await redis.time();
    const members = await redis.zrangebyscore(keys.workers, Number(now) - believedSeconds, '+inf');
    const note = (text: string): void => {
      if (!this.noted.has(text)) options.onNote(text);
      this.noted.add(text);
    };
    const { program } = options.identity;
    const all = members.map((member) => ({ name: member.slice(0, member.indexOf(' ')), program: member.slice(member.indexOf(' ') + 1) }));
    for (const { name, program: theirs } of all)
      if (theirs !== program) note(`worker ${name} is of another program (${theirs}; this is ${program}), and takes no part`);
    if (!all.some((one) => one.program === program)) note(`no worker of ${program} is there; jobs wait for one`);
  }

  private swept(): QueuedSweep {
    const { plan } = this;
    const rows = [...this.rows.values()].map(({ row }) => row).sort((a, b) => a.variant - b.variant);
    const shares = [...this.shares.values()].filter(({ variants }) => variants > 0).sort((a, b) => b.variants - a.variants);
    return {
      circuit: plan.circuit.name,
      variants: plan.variants.length,
      workers: shares.length,
      varied: plan.varies.map(({ name, unit }) => ({ name, unit })),
      measures: plan.measures.map(({ text, unit }) => ({ text, unit })),
      rows,
      compiled: this.compiled,
      wallSeconds: (performance.now() - this.began) / 1000,
      runSeconds: shares.reduce((sum, { runSeconds }) => sum + runSeconds, 0),
      interrupted: !this.isDone(),
      shares,
    };
  }
}

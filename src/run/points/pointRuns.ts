/** Runs of a search: points that are asked for together run side by side; a point that is known is not run again. */
import { Piscina } from 'piscina';
import { circuitReader } from '../../circuit/file/parse.js';
import { Interrupted } from '../../results/ending.js';
import { RunError } from '../../results/runError.js';
import { availableCores } from '../choice.js';
import { compile } from '../compile.js';
import type { PointPlan } from './plan.js';
import { settingsAt } from './searched.js';
import type { PointAnswer, PointData } from './worker.js';

export interface PointRunsOptions {
  /** Threads; default: one for each core. */
  readonly workers?: number;
  readonly signal?: AbortSignal;
  /** Answers that are there already, by `keyOf`. */
  readonly known?: ReadonlyMap<string, PointAnswer>;
  /** Called as each run ends, in the order in which they do. */
  readonly onAnswer?: (key: string, answer: PointAnswer) => void;
}

export class PointRuns {
  /** Runs that were made, and points that were asked for: a known one costs none. */
  made = 0;
  asked = 0;
  private readonly answers: Map<string, Promise<PointAnswer>>;
  private pool: Piscina<readonly string[], PointAnswer> | null = null;
  private readonly aborted: Promise<never>;

  constructor(
    private readonly plan: PointPlan,
    private readonly options: PointRunsOptions = {},
  ) {
    this.answers = new Map([...(options.known ?? [])].map(([key, answer]) => [key, Promise.resolve(answer)]));
    const { signal } = options;
    this.aborted = new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(new Interrupted('interrupted')), { once: true });
    });
    this.aborted.catch(() => {});
  }

  /** Answers in the order of the points. Rejects with Interrupted where the signal is aborted. */
  async at(points: readonly ArrayLike<number>[]): Promise<PointAnswer[]> {
    if (this.options.signal?.aborted) throw new Interrupted('interrupted');
    return Promise.race([Promise.all(points.map((point) => this.one(settingsAt(this.plan.searched, point)))), this.aborted]);
  }

  private one(set: readonly string[]): Promise<PointAnswer> {
    this.asked++;
    const key = keyOf(set);
    const known = this.answers.get(key);
    if (known) return known;
    this.pool ??= this.opened();
    const answer = this.pool.run(set).then((told) => {
      this.made++;
      this.options.onAnswer?.(key, told);
      return told;
    });
    // Of runs that are given up nobody waits for the answer.
    answer.catch(() => {});
    this.answers.set(key, answer);
    return answer;
  }

  private opened(): Piscina<readonly string[], PointAnswer> {
    const threads = this.options.workers ?? availableCores();
    const { circuit: _, warnings: __, searched: ___, traceUnits: ____, identity: _____, ...task } = this.plan;
    const workerData: PointData = { task, shared: threads > 1 ? this.shared() : null };
    return new Piscina({
      filename: new URL('../../main/workers/points.js', import.meta.url).href,
      ...{ minThreads: threads, maxThreads: threads, concurrentTasksPerWorker: 1, idleTimeout: Number.POSITIVE_INFINITY },
      workerData,
    });
  }

  /** The program at the start of the search, compiled once for all threads. */
  private shared(): PointData['shared'] {
    const { text, file, set, searched, settings, tunable } = this.plan;
    const start = settingsAt(
      searched,
      searched.map((one) => one.start),
    );
    try {
      const { key, module } = compile(circuitReader(text, file)([...set, ...start]).circuit, settings, { tunable });
      return module && { key, module };
    } catch (error) {
      // The points will tell.
      if (error instanceof RunError) return null;
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.pool?.destroy();
    this.pool = null;
  }
}

/** By what a point is known again. */
export const keyOf = (set: readonly string[]): string => set.join('; ');

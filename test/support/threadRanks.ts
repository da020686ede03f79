/** Ranks without MPI: worker threads, each with a memory of its own, that send each other what ranks of MPI would (rankWorker.mjs). */
import { Worker } from 'node:worker_threads';
import type { LineResults, RunOptions } from '../../dist/run/types.js';

/** What a rank is asked for. */
export interface RankTask {
  readonly text: string;
  readonly set?: readonly string[];
  readonly options: Omit<RunOptions, 'signal' | 'onProgress'> & { readonly build?: string };
  /** Each has the layout of its part; default: of the whole circuit. */
  readonly parts?: { readonly digest: boolean };
  /** Saves it so often, s of wall time, or once at so many s; `fails`: the tag of a checkpoint that this rank cannot write; `isLittered`: it cannot remove files. `from`: files to go on from. */
  readonly checkpoints?: {
    readonly at?: number;
    readonly every?: number;
    readonly fails?: string;
    readonly isLittered?: boolean;
    readonly from?: ReadonlyMap<string, Uint8Array>;
  };
  /** Rows that stand in memory at most. */
  readonly rowsInMemory?: number;
  /** Keeps rows in files beside a name, each with the command that they are of. */
  readonly rowsIn?: { readonly name: string; readonly command: string };
  /** ms after which rows are handed over though there is room for more. */
  readonly everyMs?: number;
  /** So often rows can be kept, and no more. */
  readonly room?: number;
  /** Stops at its n-th slice, as by Ctrl-C; does nothing more from its n-th slice on. */
  readonly stopAfter?: number;
  readonly hold?: number;
  /**
   * A clock that goes on by so many µs a synchronisation, instead of this machine's: while the rank works, decides, accepts, makes its next call; at a meeting until the last has come, and by the network's
   * time. Each has its own zero.
   */
  readonly clock?: Readonly<Record<'work' | 'decision' | 'exchange' | 'between' | 'network', number>>;
  /** So many ranks gather what they publish; default: as usual. */
  readonly gathersFrom?: number;
  /** Does nothing more when the rows of all are to come together. */
  readonly hangsAtRows?: boolean;
}

export interface RankAnswer {
  /** Null but of rank 0. */
  readonly results?: LineResults | null;
  readonly rows?: number | null;
  /** Own rows of a rank that keeps them. */
  readonly series?: Readonly<Record<string, Float64Array>>;
  /** What it has saved, and the time of its first news, s. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  readonly begun?: number | null;
  /** How often rows have left its memory. */
  readonly handed?: number;
  /** Of the stores of rows that it has opened: whose they are, null of the whole run. */
  readonly opened?: readonly ({ readonly rank: number; readonly ranks: number } | null)[];
  /** Bytes of blocks of instances that it has read of a checkpoint. */
  readonly read?: { readonly blocks: number };
  /** Of a rank that has thrown: where the run was. */
  readonly stage?: string | null;
  readonly warnings?: readonly string[];
  /** Why it has the layout of the whole circuit, as told before the run. */
  readonly whole?: readonly string[];
  readonly error?: { readonly name: string; readonly code?: string; readonly message: string };
}

const bytesOfMailbox = 2 ** 16;
const built = new URL('../../dist/', import.meta.url).href;

export class ThreadRanks {
  /** `workers`: a thread for each rank. */
  constructor(
    readonly count: number,
    private readonly workers: readonly Worker[] = startedWorkers(count),
  ) {}

  /** Has all ranks make a run; what each answers, when it does. What a run before has left in a mailbox is not in this one's. */
  each(task: RankTask | ((rank: number) => RankTask)): Promise<RankAnswer>[] {
    const { count } = this;
    const mail = Array.from({ length: count * count }, () => new SharedArrayBuffer(8 + bytesOfMailbox));
    return this.workers.map(
      (worker, rank) =>
        new Promise<RankAnswer>((resolve, reject) => {
          worker.once('error', reject);
          worker.once('message', (answer: RankAnswer) => {
            worker.off('error', reject);
            resolve(answer);
          });
          worker.postMessage({ rank, count, mail, ...(typeof task === 'function' ? task(rank) : task) });
        }),
    );
  }

  /** What all answer. */
  run(task: RankTask | ((rank: number) => RankTask)): Promise<RankAnswer[]> {
    return Promise.all(this.each(task));
  }

  async end(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.terminate()));
  }
}

const startedWorkers = (count: number): Worker[] =>
  Array.from({ length: count }, () => new Worker(new URL('./rankWorker.mjs', import.meta.url), { workerData: { built } }));

const shared: Worker[] = [];

/**
 * Ranks in threads that all test files of a process share, one run after the other: starting them, and what V8 learns of a program, is what costs. They end with the
 * process; a test that leaves a rank at work has ranks of its own.
 */
export function ranksOf(count: number): ThreadRanks {
  const more = startedWorkers(Math.max(0, count - shared.length));
  for (const worker of more) worker.unref();
  shared.push(...more);
  return new ThreadRanks(count, shared.slice(0, count));
}

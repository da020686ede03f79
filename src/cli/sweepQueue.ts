/** `ringmain sweep --queue`: variants by the workers of a queue. */
import { textTable } from '../report/table.js';
import { formatPlural, formatSeconds } from '../report/units.js';
import type { SweepPlan } from '../run/sweep/plan.js';
import { Connections, shownAddress } from '../run/sweep/queue/connect.js';
import { type SubmitOptions, submitSweep, type WorkerShare } from '../run/sweep/queue/submit.js';
import type { SweepRow } from '../run/sweep/runner.js';
import type { Sweep } from '../run/sweep/sweep.js';
import { sweepLine } from '../run/sweep/table.js';
import { columnsOf } from './sweepFile.js';

type QueueOptions = Omit<SubmitOptions, 'lineOf' | 'onRow'> & {
  /** `where`: how many machines are at it. */
  readonly onRow: (row: SweepRow, where: string) => void;
};

export interface OpenedQueue {
  run(plan: SweepPlan, options: QueueOptions): Promise<{ swept: Sweep; finish: () => Promise<void>; shares: string }>;
  close(): void;
}

/** Connects to a queue. `run` runs the planned variants: gives the share of each worker, and a function that forgets the sweep in the queue. */
export async function openQueue(address: string, onNote: (note: string) => void): Promise<OpenedQueue> {
  const shown = shownAddress(address);
  const { connections, redis } = await Connections.open(address, (why) =>
    onNote(why === null ? `${shown} is back` : `${shown} is away (${why}); waiting`),
  );
  return {
    async run(plan, { onRow, ...options }) {
      const columns = columnsOf(plan);
      const { swept, finish } = await submitSweep(connections, redis, plan, {
        ...options,
        lineOf: (row) => sweepLine(columns, row),
        onRow: (row, shares) => onRow(row, ` by ${formatPlural(shares.length, 'machine')}`),
      });
      return { swept, finish: async () => (swept.interrupted ? undefined : finish()), shares: sharesText(swept.shares) };
    },
    close: () => connections.close(),
  };
}

function sharesText(shares: readonly WorkerShare[]): string {
  return textTable(
    [{ heading: 'worker' }, ...['variants', 'jobs', 'runs took'].map((heading) => ({ heading, align: 'right' as const }))],
    shares.map(({ worker, variants, jobs, runSeconds }) => [worker, String(variants), String(jobs), formatSeconds(runSeconds)]),
  );
}

/** Who else had the cores while something was measured: what Linux counts of all of them, less what this program took. */
import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';

/** Shares of the time of all cores. */
export interface CoreShares {
  /** Other programs of this system, and the system itself. */
  readonly others: number;
  /** Taken by the hypervisor. */
  readonly stolen: number;
}

/** Ticks of all cores since the system started. */
export interface CoreTicks {
  readonly busy: number;
  readonly stolen: number;
  readonly total: number;
}

/** Begins to count; what is given back ends it, and gives null where the system does not say. */
export async function countCores(): Promise<() => Promise<CoreShares | null>> {
  const [from, own, began] = [await ticks(), process.cpuUsage(), performance.now()];
  return async () => {
    const to = await ticks();
    const { user, system } = process.cpuUsage(own);
    const all = 1e3 * (performance.now() - began) * cpus().length;
    return from && to && coreShares(from, to, (user + system) / all);
  };
}

/** `own`: share of the time of all cores that this program took. */
export function coreShares(from: CoreTicks, to: CoreTicks, own: number): CoreShares {
  const total = to.total - from.total;
  const rounded = (share: number): number => Number(Math.max(0, share).toFixed(4));
  return { others: rounded((to.busy - from.busy) / total - own), stolen: rounded((to.stolen - from.stolen) / total) };
}

/** First line of /proc/stat: ticks as user, nice, system, idle, waiting for disks, interrupts of two kinds, stolen (man 5 proc). */
export function parseTicks(text: string): CoreTicks | null {
  const words = /^cpu +((?:\d+ ){7}\d+)/.exec(text)?.[1];
  if (words === undefined) return null;
  const [user, nice, system, idle, waiting, hard, soft, stolen] = words.split(' ').map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const busy = user + nice + system + hard + soft;
  return { busy, stolen, total: busy + idle + waiting + stolen };
}

async function ticks(): Promise<CoreTicks | null> {
  return parseTicks(await readFile('/proc/stat', 'utf8').catch(() => ''));
}

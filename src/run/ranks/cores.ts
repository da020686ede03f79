/** The cores of hosts, and how the threads of ranks share them. */
import { ownThreads } from '#threads';
import type { RunOptions } from '../types.js';
import { gatherValuesOrFail, type Ranks } from './ranks.js';

/** What a rank has. */
interface OfRank {
  readonly host: string;
  /** Numbers of those that it may use. */
  readonly cores: readonly number[];
  /** Of its host. */
  readonly all: number;
  readonly threads: number;
}

export interface SharedCores {
  /** Whether there is a core for each thread of the ranks that have cores in common with this one. */
  readonly isEnough: boolean;
  /** What to say where ranks are bound to fewer cores than they have threads, and their hosts have more. */
  readonly notes: readonly string[];
}

/** Called on all ranks; `threads`: of this one. Throws OtherFailed where one has failed in the meantime. */
export function sharedCores(ranks: Ranks, threads: number, { threads: host = ownThreads }: Pick<RunOptions, 'threads'>): SharedCores {
  const usable = host.cores();
  const numbered = { name: '', cores: Array.from({ length: usable }, (_, k) => k), all: usable };
  const { name, cores, all: ofHost } = host.place?.() ?? numbered;
  // Where Node counts fewer, as under a limit of processor time, no more than those.
  const own: OfRank = { host: name, cores: cores.slice(0, usable), all: ofHost, threads };
  const all = ranks.isDry ? [own] : gatherValuesOrFail(ranks, own);
  const beside = all.filter((one) => one.host === own.host && one.cores.some((core) => own.cores.includes(core)));
  // Within the cores of each, and within all of them, there is one for each thread that may use no others.
  const isEnough = [beside.flatMap((one) => one.cores), ...beside.map((one) => one.cores)].every((place) => {
    const within = beside.filter((one) => one.cores.every((core) => place.includes(core)));
    return within.reduce((sum, one) => sum + one.threads, 0) <= new Set(place).size;
  });
  // One process by itself is bound by nobody who starts ranks.
  return { isEnough, notes: all.length > 1 ? notesOf(all, ranks.carrier) : [] };
}

function notesOf(all: readonly OfRank[], carrier: string): string[] {
  const isBound = (one: OfRank): boolean => one.cores.length < Math.min(one.threads, one.all);
  const first = all.findIndex(isBound);
  if (first < 0) return [];
  const { host, cores, threads, all: ofHost } = all[first] as OfRank;
  const others = all.filter(isBound).length - 1;
  const which = others > 0 ? `rank ${first}, and ${others} more,` : `rank ${first}`;
  const told = `${which} may use ${cores.length} of the ${ofHost} cores of its host for its ${threads} threads: mpirun --bind-to none lets threads have any core`;
  const wanted = all.reduce((sum, one) => sum + (one.host === host ? one.threads : 0), 0);
  if (wanted > ofHost) return [told];
  const binds = carrier.startsWith('Open MPI') ? `--map-by slot:pe=${threads}` : `--bind-to core:${threads}`;
  return [`${told}, mpirun ${binds} (srun --cpus-per-task=${threads}) gives each one of its own`];
}

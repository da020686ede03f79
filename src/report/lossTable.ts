/** Where the time of a run went, in words and numbers. */

import type { Losses } from '../run/account/losses.js';
import type { BarrierAccount } from '../run/threads/barrierSetUp.js';
import type { LineResults } from '../run/types.js';
import { textTable } from './table.js';
import { formatCount, formatNumber, formatPercent, formatPlural, formatSeconds } from './units.js';

/** A table by thread, and what costs most, by name. */
export function lossText(
  losses: Losses,
  { run: { lookAhead: window }, cost: { barrier, synchronisations: met } }: Pick<LineResults, 'run' | 'cost'>,
): string {
  const { threads, synchronisation, memoryKnown, acausal } = losses;
  const columns = ['thread', 'partitions', 'components, lines', 'exchange', 'imbalance', 'uncut block', 'decision', 'barrier'];
  const rows = threads.map(({ partitions, compute, exchange, imbalance, uncut, decision, barrier }, k) => [
    String(k),
    partitions.join(' '),
    ...[compute, exchange, imbalance, uncut, decision, barrier].map((time) => formatNumber(time, 3)),
  ]);
  const mean = (of: (thread: Losses['threads'][number]) => number): number =>
    threads.reduce((sum, one) => sum + of(one), 0) / threads.length;
  const parts = [
    { name: 'imbalance', time: mean(({ imbalance }) => imbalance) },
    { name: 'uncut block', time: mean(({ uncut }) => uncut) },
    ...(memoryKnown ? [{ name: 'memory', time: mean(({ memory }) => memory) }] : []),
    { name: 'decision', time: mean(({ decision }) => decision) },
    { name: 'barrier', time: mean(({ barrier }) => barrier) },
  ].sort((a, b) => b.time - a.time);
  const shareText = parts.map(({ name, time }) => `${name} ${formatPercent(time / synchronisation)}`).join(', ');
  const every = window > 1 ? ` of ${window} steps` : '';
  return [
    textTable(
      columns.map((heading, k) => ({ heading, align: k === 1 ? 'left' : 'right' }) as const),
      rows,
    ),
    `µs a synchronisation${every}, means of ${formatCount(losses.synchronisations)} timed ones; a synchronisation takes ${formatNumber(synchronisation, 3)} µs`,
    ...(threads.length > 1
      ? [
          `lost by ${formatPlural(threads.length, 'thread')}: ${shareText} of their time`,
          `clocks of the threads: in ${formatPercent(acausal)} of the timed synchronisations one has met before another had computed`,
        ]
      : []),
    ...(barrier ? [barrierText(barrier, met)] : []),
    `interruptions (synchronisations of more than ten times the median) took ${formatPercent(losses.interruptions)} of the time and are left out above`,
    ...(Number.isFinite(losses.timing)
      ? [`with its looks at the clock a synchronisation takes ${formatNumber(losses.timing, 3)} times as long`]
      : []),
  ].join('\n');
}

/** How long threads spin before they sleep, what that follows from, and how often they slept. */
function barrierText({ turns, measured, sleeps }: BarrierAccount, synchronisations: number): string {
  const why = measured ? `, ${formatSeconds(turns * measured.turn)}: a wake-up takes ${formatSeconds(measured.wakeUp)}` : '';
  const spins = turns === 0 ? 'threads sleep at once' : `threads spin ${formatCount(turns)} turns before they sleep${why}`;
  const waits = sleeps.map((own) => formatPercent(own / Math.max(1, synchronisations))).join(', ');
  return `${spins}; they slept at ${waits} of ${formatPlural(synchronisations, 'synchronisation')}`;
}

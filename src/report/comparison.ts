/** The serial and the parallel engine on the same circuit, side by side. */
import type { LineResults } from '../run/types.js';
import { textTable } from './table.js';
import { formatCount, formatNumber, formatPlural, formatSeconds } from './units.js';

/** Two runs of one circuit that differ in nothing but the engine. */
export interface Comparison {
  readonly serial: LineResults;
  readonly parallel: LineResults;
}

/** Whether every recorded row and every state has the same bits. */
export function sameBits({ serial, parallel }: Comparison): boolean {
  return serial.digest === parallel.digest && serial.stateDigest === parallel.stateDigest;
}

/** Two rows a circuit; the speed-up is over the serial engine, not over the parallel one with one worker. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const headings = ['components', 'engine', 'workers', 'steps', 'rejected', 'set-up', 'run', 'per step', 'speed-up', 'digest equal'];
  const row = (results: LineResults, serial: LineResults, digest: string): string[] => [
    results.circuit,
    formatCount(results.run.components),
    results.run.driver,
    String(results.run.workers),
    formatCount(results.account.steps.accepted),
    formatCount(results.account.steps.rejected),
    formatSeconds(results.cost.setupSeconds),
    formatSeconds(results.cost.wallSeconds),
    formatSeconds(secondsPerStep(results)),
    (serial.cost.wallSeconds / results.cost.wallSeconds).toFixed(2),
    digest,
  ];
  return textTable(
    [
      { heading: 'circuit' },
      ...headings.map((heading) => ({ heading, align: heading === 'engine' ? ('left' as const) : ('right' as const) })),
    ],
    comparisons.flatMap((both) => [row(both.serial, both.serial, ''), row(both.parallel, both.serial, sameBits(both) ? 'yes' : 'NO')]),
  );
}

/** Of several runs of the same by both engines: the fastest of each, as other programs can only slow one down. */
export function fastestOf(runs: readonly Comparison[]): Comparison {
  const fastest = (all: readonly LineResults[]): LineResults =>
    all.reduce((best, one) => (one.cost.wallSeconds < best.cost.wallSeconds ? one : best));
  return { serial: fastest(runs.map(({ serial }) => serial)), parallel: fastest(runs.map(({ parallel }) => parallel)) };
}

/** Says in one sentence where threads paid and where not, and why. `load` is how many programs wanted a core before. */
export function verdictText(
  comparisons: readonly Comparison[],
  { load, cores }: { readonly load: number; readonly cores: number },
): string {
  const hasPaid = ({ serial, parallel }: Comparison): boolean => parallel.cost.wallSeconds < serial.cost.wallSeconds;
  const what = ({ serial }: Comparison): string =>
    `${serial.circuit} (${formatPlural(serial.run.components, 'component')}, ${formatSeconds(secondsPerStep(serial))} of work a step)`;
  const faster = comparisons.filter(hasPaid).map((both) => {
    const { serial, parallel } = both;
    return `${what(both)} is ${(serial.cost.wallSeconds / parallel.cost.wallSeconds).toFixed(2)} times as fast with ${formatPlural(parallel.run.workers, 'worker')}`;
  });
  const slower = comparisons
    .filter((both) => !hasPaid(both))
    .map((both) => {
      const { serial, parallel } = both;
      return `${what(both)} takes ${formatNumber(parallel.cost.wallSeconds / serial.cost.wallSeconds, 3)} times as long with ${formatPlural(parallel.run.workers, 'worker')}`;
    });
  const because = "as all threads meet after every step and each synchronisation waits for the slowest ('--workers auto' finds out)";
  const busy =
    load > cores / 4
      ? `\nThe machine was busy when this began (load ${formatNumber(load, 2)} on ${formatPlural(cores, 'core')}, building included): a thread without a core keeps all others waiting. Run it again when it is idle.`
      : '';
  if (cores === 1) return `There is one core, so that threads cannot pay here: ${[...slower, ...faster].join('; ')}.${busy}`;
  const paid = faster.length > 0 ? [`Threads pay where a step is much work: ${faster.join('; ')}`] : [];
  const lost =
    slower.length > 0
      ? [`${faster.length > 0 ? 'not where it is little' : 'Threads do not pay here'}: ${slower.join('; ')}, ${because}`]
      : [];
  return `${[...paid, ...lost].join('; ')}.${busy}`;
}

/** Wall time of one attempted step, s. */
function secondsPerStep({ cost: { wallSeconds }, account: { steps } }: LineResults): number {
  return wallSeconds / Math.max(1, steps.accepted + steps.rejected);
}

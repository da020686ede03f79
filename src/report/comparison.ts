/** The serial and the parallel engine on the same circuit, side by side. */
import type { Results } from '../run/types.js';
import { textTable } from './table.js';
import { formatCount, formatNumber, formatPlural, formatSeconds } from './units.js';

/** Two runs of one circuit that differ in nothing but the engine. */
export interface Comparison {
  readonly serial: Results;
  readonly parallel: Results;
}

/** Whether every recorded row and every state has the same bits. */
export function sameBits({ serial, parallel }: Comparison): boolean {
  return serial.digest === parallel.digest && serial.stateDigest === parallel.stateDigest;
}

/** Two rows a circuit; the speed-up is over the serial engine, not over the parallel one with one worker. */
export function comparisonTable(comparisons: readonly Comparison[]): string {
  const headings = ['components', 'engine', 'workers', 'steps', 'rejected', 'set-up', 'run', 'per step', 'speed-up', 'digest equal'];
  const row = (results: Results, serial: Results, digest: string): string[] => [
    results.circuit,
    formatCount(results.components),
    results.driver,
    String(results.workers),
    formatCount(results.steps.accepted),
    formatCount(results.steps.rejected),
    formatSeconds(results.setupSeconds),
    formatSeconds(results.wallSeconds),
    formatSeconds(secondsPerStep(results)),
    (serial.wallSeconds / results.wallSeconds).toFixed(2),
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
  const fastest = (all: readonly Results[]): Results => all.reduce((best, one) => (one.wallSeconds < best.wallSeconds ? one : best));
  return { serial: fastest(runs.map(({ serial }) => serial)), parallel: fastest(runs.map(({ parallel }) => parallel)) };
}

/** Says in one sentence where threads paid and where not, and why. `load` is how many programs wanted a core before. */
export function verdictText(
  comparisons: readonly Comparison[],
  { load, cores }: { readonly load: number; readonly cores: number },
): string {
  const hasPaid = ({ serial, parallel }: Comparison): boolean => parallel.wallSeconds < serial.wallSeconds;
  const what = ({ serial }: Comparison): string =>
    `${serial.circuit} (${formatPlural(serial.components, 'component')}, ${formatSeconds(secondsPerStep(serial))} of work a step)`;
  const faster = comparisons.filter(hasPaid).map((both) => {
    const { serial, parallel } = both;
    return `${what(both)} is ${(serial.wallSeconds / parallel.wallSeconds).toFixed(2)} times as fast with ${formatPlural(parallel.workers, 'worker')}`;
  });
  const slower = comparisons
    .filter((both) => !hasPaid(both))
    .map((both) => {
      const { serial, parallel } = both;
      return `${what(both)} takes ${formatNumber(parallel.wallSeconds / serial.wallSeconds, 3)} times as long with ${formatPlural(parallel.workers, 'worker')}`;
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
function secondsPerStep({ wallSeconds, steps }: Results): number {
  return wallSeconds / Math.max(1, steps.accepted + steps.rejected);
}

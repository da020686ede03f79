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

/** Says plainly where threads did not pay, and why that happens; null where they all did. `load` is how many programs wanted a core before. */
export function verdictText(
  comparisons: readonly Comparison[],
  { load, cores }: { readonly load: number; readonly cores: number },
): string | null {
  const lost = comparisons.filter(({ serial, parallel }) => parallel.wallSeconds >= serial.wallSeconds);
  if (lost.length === 0) return null;
  const lines = lost.map(({ serial, parallel }) => {
    const ratio = formatNumber(parallel.wallSeconds / serial.wallSeconds, 2);
    const work = `${formatSeconds(secondsPerStep(serial))} of work a step, ${formatSeconds(serial.wallSeconds)} in all`;
    return `${serial.circuit}: ${formatPlural(parallel.workers, 'worker')} took ${ratio} times as long as the serial engine (${work}).`;
  });
  lines.push(
    'Threads cost: each first has to get its own copy of the code hot, which a short run does not earn back; all meet after every step, which',
    "a small circuit does not earn back; and each meeting waits for the slowest. For small circuits take '--workers 1'.",
  );
  if (load > cores / 4) {
    lines.push(
      `The machine was busy when this began (load ${formatNumber(load, 2)} on ${formatPlural(cores, 'core')}, building included): a thread without a core keeps all others waiting. Run it again when it is idle.`,
    );
  }
  return lines.join('\n');
}

/** Wall time of one attempted step, s. */
function secondsPerStep({ wallSeconds, steps }: Results): number {
  return wallSeconds / Math.max(1, steps.accepted + steps.rejected);
}

/** Tables of a stored scaling measurement, as cells. Pure. */

import type { Cells } from '#ringmain/report/table.js';
import { formatCount, formatPercent, formatPlural, formatSeconds } from '#ringmain/report/units.js';
import { fastestText, spreadText } from '#ringmain/results/statistics.js';
import { ceilingOf, figuresOf, noiseOf, otherBackEnd, type ParallelSamples, type ScalingFile, type ScalingRow } from './scalingFile.js';

/** Rows of strong, or of weak scaling. */
export const ofMode = ({ rows }: ScalingFile, mode: ScalingRow['mode']): ScalingRow[] => rows.filter((row) => row.mode === mode);
/** Numbers of workers in rows, rising. */
export const workersOf = (rows: readonly ScalingRow[]): number[] =>
  [...new Set(rows.flatMap(({ runs }) => runs.map(({ workers }) => workers)))].sort((a, b) => a - b);
/** Samples of so many workers. */
export const runOf = ({ runs }: ScalingRow, workers: number): ParallelSamples | undefined => runs.find((run) => run.workers === workers);

/** ns of one thread, noise, speed-up by workers; that of the fastest samples and ns of the largest number of workers. */
export function strongTable(rows: readonly ScalingRow[]): Cells {
  const workers = workersOf(rows);
  const most = workers.at(-1) ?? 1;
  return {
    headings: [
      'circuit',
      'components',
      'serial ns (fastest)',
      'serial/serial',
      ...workers.map((count) => `speed-up, ${formatPlural(count, 'worker')}`),
      `speed-up of the fastest samples, ${formatPlural(most, 'worker')}`,
      `ns, ${formatPlural(most, 'worker')}`,
      'bare synchronisation, ns',
    ],
    rows: rows.map((row) => {
      const { serial, family } = row;
      const figures = workers.map((count) => {
        const run = runOf(row, count);
        return run && figuresOf(serial, run);
      });
      const last = figures.at(-1);
      return [
        family,
        formatCount(serial.components),
        last ? fastestText(last.serial, 1) : '–',
        spreadText(noiseOf(serial)),
        ...figures.map((one) => (one ? spreadText(one.speedUp) : '–')),
        last ? last.fastest.toFixed(2) : '–',
        last ? fastestText(last.parallel, 1) : '–',
        String(runOf(row, most)?.synchronisation?.toFixed(0) ?? '–'),
      ];
    }),
  };
}

/** Of every number of workers what as many independent engines gain, and what the run gains of it: by medians of rounds, and by the fastest samples. */
export function ceilingTable(rows: readonly ScalingRow[]): Cells {
  const cells = rows.flatMap(({ family, serial, runs }) =>
    runs.flatMap((run) => {
      const figures = ceilingOf(serial, run);
      if (!figures) return [];
      const { slowed, ceiling, met, reached, fastest } = figures;
      return [
        [
          family,
          formatCount(serial.components),
          String(run.workers),
          spreadText(slowed),
          spreadText(ceiling),
          spreadText(met),
          spreadText(figuresOf(serial, run).speedUp),
          spreadText(reached),
          ...[fastest.ceiling, fastest.speedUp, fastest.speedUp / fastest.ceiling].map((value) => value.toFixed(2)),
        ],
      ];
    }),
  );
  return {
    headings: [
      'circuit',
      'components',
      'workers',
      'at once/alone',
      'ceiling',
      'ceiling with synchronisations',
      'speed-up',
      'speed-up/ceiling',
      'fastest: ceiling',
      'fastest: speed-up',
      'fastest: speed-up/ceiling',
    ],
    rows: cells,
  };
}

/** Efficiency where every worker has as many components. */
export function weakTable(rows: readonly ScalingRow[]): Cells {
  const workers = workersOf(rows);
  return {
    headings: [
      'circuit',
      'components a worker',
      'serial ns (fastest)',
      ...workers.map((count) => `efficiency, ${formatPlural(count, 'worker')}`),
      `scaled speed-up, ${workers.at(-1) ?? 1}`,
    ],
    rows: rows.map((row) => {
      const figures = workers.map((count) => {
        const run = runOf(row, count);
        return run && { count, ...figuresOf(row.serial, run) };
      });
      const last = figures.at(-1);
      return [
        row.family,
        formatCount(row.serial.components),
        last ? fastestText(last.serial, 1) : '–',
        ...figures.map((one) =>
          one
            ? `${one.efficiency.toFixed(2)} (${(one.speedUp.lowest / one.count).toFixed(2)}–${(one.speedUp.highest / one.count).toFixed(2)})`
            : '–',
        ),
        last ? last.speedUp.median.toFixed(2) : '–',
      ];
    }),
  };
}

/** Set-up apart from the loop. */
export function setUpTable(rows: readonly ScalingRow[]): Cells {
  const most = workersOf(rows).at(-1) ?? 1;
  return {
    headings: [
      'circuit',
      'components',
      'read',
      'set-up, serial',
      `set-up, ${formatPlural(most, 'worker')}`,
      'bytes a component',
      'attempts a sample',
      'other back end',
      'cut lines',
      'slowest part',
      'largest block',
    ],
    rows: rows.map((row) => {
      const { serial, family } = row;
      const run = runOf(row, most);
      return [
        family,
        formatCount(serial.components),
        formatSeconds(serial.readSeconds),
        formatSeconds(serial.setupSeconds),
        run ? formatSeconds(run.setupSeconds) : '–',
        (serial.bytes / serial.components).toFixed(0),
        formatCount(serial.attempts),
        `${serial.kernels === 'wasm' ? 'js' : 'wasm'} ${otherBackEnd(serial).toFixed(2)}`,
        run ? formatCount(run.cutLines) : '–',
        run ? run.slowest.toFixed(3) : '–',
        run ? formatPercent(run.largestBlock) : '–',
      ];
    }),
  };
}

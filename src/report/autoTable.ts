/** `--workers auto` beside fixed numbers of workers, and predicted attempts beside measured ones. */
import { textTable } from './table.js';
import { formatCount, formatPlural } from './units.js';

interface Range {
  readonly lowest: number;
  readonly median: number;
  readonly highest: number;
}

export interface AutoTableRow {
  readonly circuit: string;
  readonly components: number;
  readonly attempts: number;
  readonly one: Range;
  readonly two: Range;
  readonly auto: Range;
  readonly ofBest: Range;
  readonly noise: Range;
  readonly workers: number;
  readonly note: string;
  readonly steps: {
    readonly one: Range;
    readonly two: Range;
    readonly meeting: Range;
    readonly predictedOne: number;
    readonly predictedTwo: number;
    readonly predictedByCosts: number;
    readonly ratioOne: number;
    readonly ratioTwo: number;
    readonly ratioByCosts: number;
  } | null;
}

const right = (heading: string) => ({ heading, align: 'right' as const });

/** Two tables and what they mean. */
export function autoText(rows: readonly AutoTableRow[], rounds: number, seconds: number): string {
  const timed = rows.flatMap(({ circuit, steps }) => (steps ? [{ circuit, ...steps }] : []));
  return [
    textTable(
      [{ heading: 'whole run, ms' }, ...['components', 'attempts', '1 worker', '2 workers', 'auto', 'best/auto', '1/1', 'took'].map(right)],
      rows.map(({ circuit, components, attempts, one, two, auto, ofBest, noise, workers }) => [
        circuit,
        String(components),
        formatCount(attempts),
        ...[one, two, auto].map(({ median }) => (1000 * median).toFixed(1)),
        range(ofBest),
        range(noise),
        String(workers),
      ]),
    ),
    '',
    `in ${formatPlural(rounds, 'round')} of 1, 2, auto, 1; samples of two runs and ${seconds} s at least; set-up, threads' start and end included; best/auto: the faster of 1 and 2 over auto, round by round, median (lowest–highest)`,
    ...rows.map(({ circuit, note }) => `${circuit}: ${note}`),
    ...(timed.length > 0
      ? [
          '',
          textTable(
            [
              { heading: 'an attempt, ns' },
              ...['1 worker', 'predicted', 'ratio', '2 workers', 'predicted', 'ratio', 'by costs', 'ratio', 'meeting'].map(right),
            ],
            timed.map((row) => [
              row.circuit,
              ns(row.one.median),
              ns(row.predictedOne),
              row.ratioOne.toFixed(2),
              ns(row.two.median),
              ns(row.predictedTwo),
              row.ratioTwo.toFixed(2),
              ns(row.predictedByCosts),
              row.ratioByCosts.toFixed(2),
              ns(row.meeting.median),
            ]),
          ),
          '',
          'predicted from one thread alone: the loop at eight states along the run; both partitions in one thread, shared out as each takes alone, and a bare meeting of two threads. By costs: from the measured serial attempt and counted costs, as auto does',
        ]
      : []),
  ].join('\n');
}

const ns = (value: number): string => value.toFixed(0);
const range = ({ lowest, median, highest }: Range): string => `${median.toFixed(2)} (${lowest.toFixed(2)}–${highest.toFixed(2)})`;

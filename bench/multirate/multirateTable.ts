/** Tables of `ringmain bench multirate`: rows of text, for a terminal and for a page. */

import type { QuantityDeviation } from '#ringmain/report/deviationTable.js';
import { type Cells, cellsText } from '#ringmain/report/table.js';
import { formatCount, formatNumber, formatPercent, formatSeconds } from '#ringmain/report/units.js';
import { type Spread, spreadText } from '#ringmain/results/statistics.js';

export interface MultirateCase {
  readonly name: string;
  /** Speed-up that Burton 1994 gives for two transputers. */
  readonly published: number | null;
  readonly evaluations: number;
  readonly synchronisations: number;
  readonly balance: number;
  /** Run time, s. */
  readonly oneThread: Spread;
  readonly twoThreads: Spread;
  /** Serial strict run over this one, pair by pair. */
  readonly gainOne: Spread;
  readonly gainTwo: Spread;
  /** From the strict run. */
  readonly quantities: readonly QuantityDeviation[];
}

export interface MultirateAccount {
  readonly circuit: string;
  readonly plan: string;
  /** s, simulated */
  readonly end: number;
  readonly serialSeconds: Spread;
  /** The serial strict run over itself. */
  readonly noise: Spread;
  readonly cases: readonly MultirateCase[];
  /** Of the strict run with one flow altered in its tenth digit, from the strict run. */
  readonly altered: { readonly flow: string; readonly quantities: readonly QuantityDeviation[] };
  readonly byInterval: readonly IntervalCase[];
}

/** Exchange at intervals, the same step on both sides. */
export interface IntervalCase {
  /** s */
  readonly interval: number;
  readonly synchronisations: number;
  readonly gainTwo: Spread;
  readonly quantities: readonly QuantityDeviation[];
}

/** The quantities that chatter: upstream of the unloading valve, whose pressure falls and rises with every opening. */
const chattering = ['p1.out.p', 'prv.in.p'];

/** What is saved. */
export function savingRows({ cases }: MultirateAccount): Cells {
  const all = cases[0]?.evaluations ?? 1;
  return {
    headings: ['run', 'evaluations', 'synchronisations', '1 thread', '2 threads', 'speed-up on 1', 'speed-up on 2', 'published, on 2'],
    rows: cases.map(({ name, evaluations, synchronisations, oneThread, twoThreads, gainOne, gainTwo, published }) => [
      name,
      `${formatCount(evaluations)} (${(evaluations / all).toFixed(2)})`,
      formatCount(synchronisations),
      formatSeconds(oneThread.median),
      formatSeconds(twoThreads.median),
      spreadText(gainOne),
      spreadText(gainTwo),
      published === null ? '' : String(published),
    ]),
  };
}

const cell = (found: QuantityDeviation | undefined): string =>
  found ? `${formatPercent(found.largest)} at ${formatSeconds(found.time)}; ${formatPercent(found.typical)}` : '';

/** What it costs: largest deviation, when, and the root mean square, by quantity. */
export function costRows({ cases, altered }: MultirateAccount): Cells {
  const others = cases.slice(1);
  const named = (list: readonly QuantityDeviation[], wanted: string): QuantityDeviation | undefined =>
    list.find(({ name }) => name === wanted);
  return {
    headings: ['quantity', ...others.map(({ name }) => name), `strict, p1.flow = ${altered.flow}`],
    rows: altered.quantities.map(({ name }) => [
      name,
      ...others.map(({ quantities }) => cell(named(quantities, name))),
      cell(named(altered.quantities, name)),
    ]),
  };
}

/** Deviation against the interval between exchanges. */
export function intervalRows({ byInterval }: MultirateAccount): Cells {
  const largest = (list: readonly QuantityDeviation[]): QuantityDeviation | undefined =>
    list.reduce<QuantityDeviation | undefined>((most, one) => (most && most.largest >= one.largest ? most : one), undefined);
  return {
    headings: ['exchange every', 'synchronisations', 'speed-up on 2', 'prv.pilot.p', 'prv.in.p', 'largest of those that do not chatter'],
    rows: byInterval.map(({ interval, synchronisations, gainTwo, quantities }) => {
      const steady = largest(quantities.filter(({ name }) => !chattering.includes(name)));
      return [
        formatSeconds(interval),
        formatCount(synchronisations),
        spreadText(gainTwo),
        ...['prv.pilot.p', 'prv.in.p'].map((wanted) => cell(quantities.find(({ name }) => name === wanted))),
        steady ? `${steady.name} ${cell(steady)}` : '',
      ];
    }),
  };
}

/** All of it for a terminal. */
export function multirateText(account: MultirateAccount): string {
  const { circuit, plan, end, serialSeconds, noise, cases } = account;
  return [
    `${circuit}, plan ${plan}, ${formatSeconds(end)} simulated; the serial strict run takes ${formatSeconds(serialSeconds.median)}, over itself ${spreadText(noise)}`,
    '',
    cellsText(savingRows(account)),
    `speed-up over the serial strict run, pair by pair; mass balance off by at most ${formatNumber(Math.max(...cases.map(({ balance }) => balance)), 2)}`,
    '',
    cellsText(costRows(account)),
    "largest deviation from the strict run at the recorded rows, when, and root mean square, in parts of each quantity's range",
    '',
    cellsText(intervalRows(account)),
  ].join('\n');
}

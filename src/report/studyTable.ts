/** A study of plans as the tables of Burton 1994, chapter 6: component time by partition; run time, speed-up, efficiency; what threads wait for. */
import { type Spread, spreadText } from '../results/statistics.js';
import type { Losses } from '../run/account/losses.js';
import { right, textTable } from './table.js';
import { formatNumber, formatPercent, formatPlural } from './units.js';

export interface StudyTableRow {
  readonly name: string;
  readonly parts: number;
  readonly cutLines: number;
  readonly partitionSeconds: readonly number[];
  readonly imbalance: number;
  readonly predicted: {
    readonly threads: number;
    readonly seconds: number;
    readonly speedUp: number;
    readonly limitedBy: string | null;
    readonly simulated: boolean;
    readonly hereSeconds: number;
  } | null;
  readonly here: MeasuredPlan;
}

/** A plan that was run. */
export interface MeasuredPlan {
  readonly threads: number;
  readonly seconds: Spread;
  /** Serial over parallel, pair by pair. */
  readonly speedUp: Spread;
  /** Of a run with every 16th slice timed; null where it was too short. */
  readonly losses: Losses | null;
  /** Rounds that the budget left time for. */
  readonly rounds: number;
  /** Signs that other programs were at work; null for none. */
  readonly disturbed: string | null;
}

export interface StudyTables {
  readonly circuit: string;
  readonly components: number;
  readonly attempts: number;
  readonly serial: Spread;
  readonly noise: Spread;
  readonly barrier: { readonly own: number; readonly assumed: boolean; readonly here: number } | null;
  readonly rows: readonly StudyTableRow[];
  /** Plans that the budget left no time for. */
  readonly leftOut: readonly string[];
  /** Rounds that were asked for. */
  readonly wantedRounds: number;
}

/** Tables and their meaning. */
export function studyText(study: StudyTables): string {
  const { circuit, components, attempts, serial, noise, rows } = study;
  return [
    `${circuit}: ${formatPlural(components, 'component')}, ${formatPlural(attempts, 'attempt')}; serial engine ${seconds(serial.median)} (${seconds(serial.lowest)}–${seconds(serial.highest)}), over itself ${spreadText(noise)}`,
    '',
    partitionsTable(rows),
    '',
    runsTable(rows),
    '',
    ...(rows.some(({ predicted }) => predicted) ? [predictedTable(rows), ''] : []),
    textTable(
      [
        { heading: 'where threads wait, % of their time' },
        ...['imbalance', 'uncut block', 'memory', 'decision', 'barrier', 'interrupted'].map(right),
      ],
      rows.map(({ name, here: { losses } }) => [name, ...lossCells(losses)]),
    ),
    '',
    ...shortOf(study),
    barrierText(study),
    'memory: work of threads beyond that of these partitions in one thread; uncut block: imbalance of any plan, as the heaviest cluster cannot be divided',
    'run times: medians of samples in turn with the serial engine; speed-up pair by pair, median (lowest–highest)',
  ].join('\n');
}

const partitionsTable = (rows: StudyTables['rows']): string =>
  textTable(
    [{ heading: 'component time, s' }, right('cut lines'), right('imbalance'), { heading: 'by partition, each alone in one thread' }],
    rows.map(({ name, cutLines, imbalance, partitionSeconds }) => [
      name,
      String(cutLines),
      imbalance.toFixed(2),
      partitionSeconds.map(digits).join(' '),
    ]),
  );

const runsTable = (rows: StudyTables['rows']): string =>
  textTable(
    [{ heading: 'run' }, ...['threads', 'run time', 'speed-up', 'efficiency', 'predicted', 'off by'].map(right)],
    rows.map(({ name, here, predicted }) => [
      name,
      String(here.threads),
      seconds(here.seconds.median),
      spreadText(here.speedUp),
      (here.speedUp.median / here.threads).toFixed(2),
      predicted ? seconds(predicted.hereSeconds) : '–',
      predicted && !here.disturbed ? formatPercent(predicted.hereSeconds / here.seconds.median - 1, 1) : '–',
    ]),
  );

function predictedTable(rows: StudyTables['rows']): string {
  const headings = [
    { heading: 'a core for each partition' },
    ...['cores', 'run time', 'speed-up', 'efficiency'].map(right),
    { heading: 'limited by' },
    { heading: '' },
  ];
  return textTable(
    headings,
    rows.flatMap(({ name, predicted, here: { disturbed } }) => {
      if (!predicted) return [];
      const { threads, speedUp, limitedBy, simulated } = predicted;
      const said = `${simulated ? 'simulated: not so many cores here' : 'predicted'}${disturbed ? ', from times under load' : ''}`;
      return [
        [name, String(threads), seconds(predicted.seconds), speedUp.toFixed(2), (speedUp / threads).toFixed(2), limitedBy ?? '', said],
      ];
    }),
  );
}

/** Results that are left out, and why: plans under load, fewer rounds, none. */
function shortOf({ rows, leftOut, wantedRounds }: StudyTables): string[] {
  const fewer = rows.filter(({ here }) => here.rounds < wantedRounds).map(({ name, here }) => `${name} ${here.rounds}`);
  return [
    ...rows.flatMap(({ name, here: { disturbed } }) =>
      disturbed
        ? [`${name} was measured under load: ${disturbed}; how far its prediction is off shows on a machine that does nothing else`]
        : [],
    ),
    ...(fewer.length > 0 ? [`for want of time (--budget) fewer rounds than ${wantedRounds}: ${fewer.join(', ')}`] : []),
    ...(leftOut.length > 0 ? [`for want of time (--budget) not measured: ${leftOut.join(', ')}`] : []),
  ];
}

/** Times as long as a synchronisation of threads that have their cores to themselves: then others were at work. */
export const disturbedFrom = 1.5;

function barrierText({ barrier }: StudyTables): string {
  if (barrier === null) return 'no prediction without a barrier of two threads';
  const { own, assumed, here } = barrier;
  const text = `barrier of two threads ${formatNumber(own, 2)} ns${assumed ? ', assumed' : ''}; that of T threads is taken as T/2 times as long`;
  if (!assumed && here < disturbedFrom * own) return text;
  const never = assumed ? ' (not once without)' : '';
  return `${text}\nother programs were at work${never}: here it took ${formatNumber(here, 2)} ns in the median, and so are the runs here predicted; a core for each partition with the former`;
}

function lossCells(losses: Losses | null): string[] {
  if (!losses) return ['–', '–', '–', '–', '–', '–'];
  const { threads, synchronisation, interruptions, memoryKnown } = losses;
  const share = (of: (one: Losses['threads'][number]) => number): string =>
    formatPercent(threads.reduce((sum, one) => sum + of(one), 0) / threads.length / synchronisation, 1);
  return [
    share(({ imbalance }) => imbalance),
    share(({ uncut }) => uncut),
    memoryKnown ? share(({ memory }) => memory) : '–',
    share(({ decision }) => decision),
    share(({ barrier }) => barrier),
    formatPercent(interruptions, 1),
  ];
}

const digits = (value: number): string => formatNumber(value, 2);
const seconds = (value: number): string => `${formatNumber(value, 3)} s`;

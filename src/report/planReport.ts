/** A plan in words: its parts, and its predicted times. */
import type { PlanAccount } from '../partition/account.js';
import type { PredictedLoss, PredictedStep } from '../partition/prediction.js';
import { labelledLines, textTable } from './table.js';
import { formatPlural } from './units.js';

export interface PlanHead {
  readonly circuit: string;
  readonly components: number;
  readonly method: string;
  /** 'counted', or 'measured' and where. */
  readonly costs: string;
}

const right = 'right' as const;
const ns = (value: number): string => value.toFixed(value < 100 ? 1 : 0);

/** Its parts on a core each. */
export interface PlanPromise extends PredictedStep {
  /** Of the speed-up: four of five resamplings of what was measured. */
  readonly interval: { readonly low: number; readonly high: number } | null;
  /** ns of a synchronisation of two threads, measured here or taken as usual. */
  readonly synchronisation: number;
  readonly synchronisationMeasured: boolean;
}

function promiseText({ attempt, speedUp, interval, threads, simulated, synchronisation, synchronisationMeasured }: PlanPromise): string {
  const cores = simulated ? ', simulated: there are fewer here' : '';
  const range = interval ? ` (${interval.low.toFixed(2)}–${interval.high.toFixed(2)})` : '';
  return `${speedUp.toFixed(2)}${range} on ${threads} cores${cores}: an attempt takes ${ns(attempt)} ns where a synchronisation of two threads takes ${ns(synchronisation)} ns (${synchronisationMeasured ? 'measured' : 'assumed'})`;
}

/** Names of the losses here, where `exchange` stands for the sides of cut lines alone. */
const lossNames: Partial<Record<PredictedLoss, string>> = {
  exchange: 'cut lines and divided batches',
  memory: 'cores that slow each other down',
};
/** ns: smaller ones are left out. */
const leastTold = 0.5;

/** Where the time of an attempt goes: an equal share of the serial one, and what comes on top, most first. */
function shareText({ attempt, share, losses }: PlanPromise): string {
  const shown = (Object.entries(losses) as [PredictedLoss, number][])
    .filter(([, time]) => Math.abs(time) >= leastTold)
    .sort(([, a], [, b]) => b - a)
    .map(([name, time]) => `${lossNames[name] ?? name} ${ns(time)}`);
  return `of these ${ns(attempt)} ns an equal share of the work is ${[ns(share), ...shown].join(', ')}`;
}

/** Text of one plan; `promise`: null for one part. */
export function planReport(head: PlanHead, account: PlanAccount, promise: PlanPromise | null): string {
  const { parts, cut, copies, imbalance, pieces, total, slowest, speedUp, largestBlock } = account;
  const lines = [
    ...(cut.capacitive > 0 || cut.wave === 0 ? [`${cut.capacitive} capacitive`] : []),
    ...(cut.wave > 0 ? [`${cut.wave} wave`] : []),
  ];
  const more = largestBlock.components - largestBlock.names.length;
  return [
    labelledLines([
      [
        'circuit',
        `${head.circuit}: ${formatPlural(head.components, 'component')} in ${formatPlural(account.clusters, 'cluster')} that stay whole`,
      ],
      ['plan', `${parts.length} parts by ${head.method}`],
      ['costs', `${head.costs}; an attempt takes ${ns(total)} ns in one thread`],
      ['imbalance', imbalance.toFixed(4)],
      ['cut', `${lines.join(' and ')} ${cut.capacitive + cut.wave === 1 ? 'line' : 'lines'}`],
      ...(copies.count > 0
        ? [
            [
              'copies',
              `${formatPlural(copies.count, 'signal')} of time computed once more, in parts that read what others own: ${ns(copies.cost)} ns`,
            ] as const,
          ]
        : []),
      ['pieces', `${pieces}${pieces === parts.length ? ': every part is contiguous' : ', more than parts: some parts are not contiguous'}`],
      [
        'speed-up',
        `${speedUp.toFixed(2)} at most: the slowest part takes ${ns(slowest)} ns with its side of cut lines; barriers not counted`,
      ],
      ...(promise ? [['predicted', `${promiseText(promise)}\n${shareText(promise)}`] as const] : []),
      [
        'largest block',
        `${largestBlock.names.join(', ')}${more > 0 ? ` and ${more} more` : ''}: ${ns(largestBlock.cost)} ns; no plan can exceed ${largestBlock.speedUp.toFixed(2)}`,
      ],
    ]),
    '',
    textTable(
      ['part', 'components', 'cost ns', 'exchange ns', 'share', 'load'].map((heading) => ({ heading, align: right })),
      parts.map(({ components, cost, exchange, share, load }, k) => [
        String(k),
        String(components),
        ns(cost),
        ns(exchange),
        share.toFixed(3),
        load.toFixed(3),
      ]),
    ),
  ].join('\n');
}

export interface MethodRow {
  readonly method: string;
  /** Null where the method does not take the circuit. */
  readonly account: PlanAccount | null;
  /** CPU time of the method, s. */
  readonly seconds: number;
}

/** Methods side by side. */
export function methodsTable(rows: readonly MethodRow[]): string {
  return textTable(
    [
      { heading: 'method' },
      ...['cut lines', 'imbalance', 'slowest ns', 'speed-up at most', 'pieces', 'CPU ms'].map((heading) => ({ heading, align: right })),
    ],
    rows.map(({ method, account, seconds }) =>
      account
        ? [
            method,
            String(account.cut.capacitive + account.cut.wave),
            account.imbalance.toFixed(4),
            ns(account.slowest),
            account.speedUp.toFixed(2),
            String(account.pieces),
            (1e3 * seconds).toFixed(0),
          ]
        : [method, '–', '–', '–', '–', '–', (1e3 * seconds).toFixed(0)],
    ),
  );
}

/** Results of a training and a test of surrogates, as text. */
import type { Delays } from '../surrogate/samples.js';
import type { Surrogate } from '../surrogate/stored.js';
import type { Trained } from '../surrogate/train.js';
import { right, textTable } from './table.js';
import { formatCount, formatNumber, formatPercent, formatPlural, formatSeconds } from './units.js';

export interface Training {
  readonly name: string;
  readonly target: string;
  readonly delays: Delays;
  readonly leaks: readonly { readonly name: string; readonly tells: number }[];
  /** One for each size; at least one. */
  readonly trained: readonly Trained[];
  readonly workers: number;
  readonly dataSeconds: number;
  readonly out: string | undefined;
}

/** An input that tells so much of the target is a function of it. */
const tellsAll = 0.9999;

/** The sizes with their errors, persistence beside them, and what each input tells alone. */
export function trainingText({ name, target, delays, leaks, trained, workers, dataSeconds, out }: Training): string {
  const [{ samples, persistence, shape }] = trained as readonly [Trained, ...Trained[]];
  const given = leaks.filter(({ tells }) => tells > tellsAll);
  const back = delays.from === delays.to ? `${delays.to}` : `${delays.from} to ${delays.to}`;
  return [
    `${name}: ${target} by ${delays.sort === 'narx' ? 'NARX' : 'NFIR'}, ${formatPlural(shape.inputs, 'input')} (delays ${back}); data set made in ${formatSeconds(dataSeconds)}`,
    `samples: ${formatCount(samples.train)} train, ${formatCount(samples.validation)} validate, ${formatCount(samples.test)} test; mean squares of scaled values`,
    '',
    textTable(
      [{ heading: 'network' }, ...['weights', 'epochs', 'train', 'validation', 'test', 'time'].map(right), { heading: 'ended by' }],
      [
        ...trained.map(({ shape: { hidden }, weights, epochs, errors, seconds, stopped }) => [
          `2 × ${hidden[0]} neurons`,
          formatCount(weights.length),
          String(epochs),
          ...[errors.train, errors.validation, errors.test].map(square),
          formatSeconds(seconds),
          stopped,
        ]),
        ['persistence', '', '', ...[persistence.train, persistence.validation, persistence.test].map(square), '', ''],
      ],
    ),
    '',
    textTable(
      [{ heading: 'input' }, right('explains of the target alone')],
      leaks.map(({ name: input, tells }) => [input, formatPercent(tells, 1)]),
    ),
    ...given.map(
      ({ name: input }) =>
        `\nnote: ${input} is a function of ${target}: if it follows from that, as a bulk modulus does, the network sees the answer and cannot be used where that is sought; inputs that the run has without it are allowed`,
    ),
    `\n${formatPlural(workers, 'thread')}${out === undefined ? '; not stored (--out FILE.json)' : `; network in ${out}`}`,
  ].join('\n');
}

const square = (value: number): string => value.toExponential(2).replace('e+', 'e');

export interface SurrogateRow {
  readonly name: string;
  /** RMSE over the mean size of the reference; NaN where the run was lost. */
  readonly target: number;
  readonly others: readonly number[];
  readonly seconds: number | null;
  /** µs a step */
  readonly microseconds: number | null;
  /** s */
  readonly lostAt: number | null;
}

export interface SurrogateTest {
  readonly name: string;
  readonly surrogate: Surrogate;
  readonly step: number;
  readonly until: number;
  readonly record: readonly string[];
  readonly rows: readonly SurrogateRow[];
  readonly referenceSeconds: number;
}

/** One row a way of using the network, with persistence and the same step without it. */
export function surrogateTestText({ name, surrogate, step, until, record, rows, referenceSeconds }: SurrogateTest): string {
  const { target, provenance } = surrogate;
  const percent = (value: number | undefined): string => (value === undefined ? '' : Number.isNaN(value) ? 'lost' : formatPercent(value));
  const lost = rows.flatMap((row) =>
    row.lostAt === null ? [] : [`note: ${row.name}: no finite values from ${formatSeconds(row.lostAt)} on`],
  );
  return [
    `${name}: ${target} by a network trained on ${formatSeconds(provenance.end)} of ${provenance.circuit} (seed ${provenance.seed}); ${formatSeconds(until)} in steps of ${formatSeconds(step)}`,
    `errors are RMSE over the mean size of the reference (rodas4, ${formatSeconds(referenceSeconds)})`,
    '',
    textTable(
      [{ heading: 'way' }, ...[target, ...record, 'time', 'µs a step'].map(right)],
      rows.map((row) => [
        row.name,
        percent(row.target),
        ...record.map((_, k) => percent(row.others[k])),
        row.seconds === null ? '' : formatSeconds(row.seconds),
        row.microseconds === null ? '' : formatNumber(row.microseconds, 3),
      ]),
    ),
    ...lost.map((note) => `\n${note}`),
  ].join('\n');
}

/** What a run keeps at every accepted step (blocks/kept.ts): of which quantities, and where it stands. */
import { envelopeWords, envelopes as keptEnvelopes, watches as keptWatches, watchWords } from '../blocks/kept.js';
import type { Circuit } from '../circuit/circuit.js';
import { didYouMean } from '../circuit/file/closest.js';
import { jointsOf } from '../circuit/joints.js';
import { defaultPatterns, recordableNames, recordablesOfCircuit } from '../circuit/recordables.js';
import { isGlob } from '../circuit/text/globs.js';
import { UnitError } from '../circuit/text/units.js';
import { conditionForm, readCondition, type Watched, watchedBy } from '../circuit/text/watch.js';
import { envelopeColumns } from '../results/kept.js';
import { RunError } from '../results/runError.js';
import { type KeptModes, keptModes } from './keptModes.js';
import type { Allocator } from './layout/allocator.js';
import type { Layout } from './layout/layout.js';
import { cellAt, type RecordedColumn, recordedBy } from './recorder.js';

/** What is asked for; default: the circuit's. */
export interface KeptOptions {
  readonly envelope?: readonly string[];
  readonly watch?: readonly string[];
}

/** What is kept of one quantity, from `at` on. */
export interface KeptQuantity {
  readonly column: RecordedColumn;
  readonly at: number;
}

/** What a run keeps. */
export interface Kept {
  /** In circuit-file order. */
  readonly envelopes: readonly KeptQuantity[];
  /** By condition, then in circuit-file order. */
  readonly watches: readonly (KeptQuantity & { readonly watched: Watched })[];
  /** Pressures where components are joined without a line, watched for the vapour pressure now and then (program/lines/extremes.ts). */
  readonly joints: readonly (KeptQuantity & { readonly where: string })[];
  /** Modes, compared at every accepted step. */
  readonly modes: readonly KeptModes[];
  /** Columns that envelopes have in recorded rows. */
  readonly columns: readonly RecordedColumn[];
}

/** What is asked for, of the options and else of the circuit. */
function keptOptions(circuit: Circuit, options: KeptOptions): { envelope: readonly string[]; watch: readonly string[] } {
  return { envelope: options.envelope ?? circuit.record.envelope, watch: options.watch ?? circuit.record.watch };
}

/** Names and globs of what is recorded and kept: kernels store it. */
export function observedPatterns(circuit: Circuit, recorded: readonly string[], options: KeptOptions): readonly string[] {
  const { envelope, watch } = keptOptions(circuit, options);
  if (envelope.length + watch.length === 0) return recorded;
  const watched = watch.flatMap((text) => readCondition(text)?.pattern ?? []);
  return [...(recorded.length > 0 ? recorded : defaultPatterns(circuit)), ...envelope, ...watched];
}

/** Refuses conditions that are none, choose nothing, or have a limit of another dimension. */
export function checkWatched(circuit: Circuit, conditions: readonly string[]): void {
  if (conditions.length === 0) return;
  const quantities = [...recordablesOfCircuit(circuit)];
  for (const text of conditions) {
    const condition = readCondition(text);
    if (!condition) throw new RunError('RUN232', `watch: '${text}' is no condition`, `write ${conditionForm}`);
    let watched: readonly Watched[];
    try {
      watched = watchedBy(condition, quantities);
    } catch (error) {
      if (!(error instanceof UnitError)) throw error;
      throw new RunError('RUN233', `watch: ${condition.text}: ${error.message}`, error.remedy);
    }
    if (watched.length > 0) continue;
    const hint = didYouMean(
      condition.pattern,
      quantities.map(({ name }) => name),
    );
    throw new RunError('RUN208', `watch: nothing is called '${condition.pattern}'${hint}`, recordableNames);
  }
}

/** Places in memory: those of a partition side by side, so that no two threads write to one cache line. Throws RunError for what cannot be kept. */
export function keptBy(layout: Layout, options: KeptOptions, memory: Allocator): Kept {
  const { envelope, watch } = keptOptions(layout.network.circuit, options);
  const enveloped = quantitiesOf(layout, envelope, 'envelope');
  const watched = watch.flatMap((text) => {
    const condition = readCondition(text);
    const columns = condition ? quantitiesOf(layout, [condition.pattern], 'watch') : [];
    return condition
      ? watchedBy(condition, columns).map((one) => ({
          watched: one,
          column: columns.find(({ name }) => name === one.name) as RecordedColumn,
        }))
      : [];
  });
  const joints = jointColumns(layout);
  const places = placed(
    [
      ...enveloped.map((column) => ({ column, block: keptEnvelopes })),
      ...[...watched, ...joints].map(({ column }) => ({ column, block: keptWatches })),
    ],
    layout.partitions.length,
    memory,
  );
  const envelopes = enveloped.map((column, k) => ({ column, at: places[k] as number }));
  return {
    envelopes,
    watches: watched.map((one, k) => ({ ...one, at: places[enveloped.length + k] as number })),
    joints: joints.map((one, k) => ({ ...one, at: places[enveloped.length + watched.length + k] as number })),
    modes: keptModes(layout, memory),
    columns: envelopes.flatMap(({ column, at }) =>
      envelopeColumns(column).map(({ name, unit, word }): RecordedColumn => {
        const plane0 = at + envelopeWords.indexOf(word);
        return { name, unit, partition: column.partition, plane0, plane1: plane0, timing: 'within', isKept: true };
      }),
    ),
  };
}

function jointColumns(layout: Layout): { column: RecordedColumn; where: string }[] {
  return [...jointsOf(layout.network.tables.components)].map(({ component, output, where }) => {
    const cell = cellAt(layout, component, `output_${output}`) as number;
    const partition = layout.owner[component] as number;
    return { column: { name: `${where}.p`, unit: 'Pa', partition, plane0: cell, plane1: cell, timing: 'middle' }, where };
  });
}

/** First double of each. */
function placed(
  wanted: readonly { readonly column: RecordedColumn; readonly block: typeof keptEnvelopes | typeof keptWatches }[],
  parts: number,
  memory: Allocator,
): number[] {
  const at: number[] = [];
  for (let p = 0; p < parts; p++) {
    const own = wanted.map((one, k) => ({ ...one, k })).filter(({ column }) => column.partition === p);
    let next = memory.tight(
      p,
      own.map(({ block }) => ({ block, stride: 1 })),
    );
    for (const { block, k } of own) {
      at[k] = next;
      next += block === keptWatches ? watchWords.length : envelopeWords.length;
    }
  }
  return at;
}

/** Quantities with a place of their own at every step; of none a glob chooses those that have. */
function quantitiesOf(layout: Layout, patterns: readonly string[], what: string): RecordedColumn[] {
  if (patterns.length === 0) return [];
  const { columns } = recordedBy(layout, patterns);
  const summed = columns.find(({ name, users }) => users && patterns.some((pattern) => !isGlob(pattern) && pattern === name));
  if (summed)
    throw new RunError(
      'RUN231',
      `${what}: '${summed.name}' is the sum of what flows from several components into a fixed pressure, which is made of recorded rows only`,
      `take the flows of those components (a glob such as '*.q' leaves sums out)`,
    );
  return columns.filter(({ users }) => !users);
}

/** Observers of a run (blocks/kept/): their interface to circuit and layout, and where their rows stand. */

import type { Asked, Asking, Mode, ObserverRow, ObserverSite, PlacedRow } from '../blocks/kept/observer.js';
import { sizeOf } from '../blocks/kept/observer.js';
import { askedObservers, type ObserverName, observerNames, observerOf } from '../blocks/kept/registry.js';
import type { Circuit } from '../circuit/circuit.js';
import { conditionName, resetName } from '../circuit/conditionText.js';
import { jointsOf } from '../circuit/joints.js';
import { defaultPatterns, recordablesOfCircuit } from '../circuit/recordables.js';
import { isGlob } from '../circuit/text/globs.js';
import type { KindDefinition } from '../equations/language/definition.js';
import { modesOfWord } from '../equations/solve/stepModes.js';
import { askedBy, chosenInUnits, readTexts, type TextsBySetting, textsIn } from '../results/asked.js';
import { RunError } from '../results/runError.js';
import type { OptionsOf } from '../settings/settings.js';
import { settled } from '../settings/settled.js';
import type { Allocator } from './layout/allocator.js';
import { batchAt, type Layout } from './layout/layout.js';
import { cellAt, checkRecorded, type RecordedColumn, recordedBy } from './recorder.js';

/** Settings of what is asked for (blocks/kept/); default: the circuit's. */
export type ObserverOptions = OptionsOf<'lines'>;

/** Observers of a run. */
export interface ObserverRows {
  /** By observer, each in its own order. */
  readonly rows: Readonly<Record<ObserverName, readonly PlacedRow[]>>;
  /** Their columns in recorded rows. */
  readonly columns: readonly RecordedColumn[];
}

/** Of the options, and else of the circuit. */
const textsOf = (circuit: Circuit, options: ObserverOptions, asking: Pick<Asking<Asked>, 'setting'>): readonly string[] =>
  textsIn(settled('lines', circuit, options), asking);

/** Names and globs of what is recorded and observed: kernels store it. */
export function observedPatterns(circuit: Circuit, recorded: readonly string[], options: ObserverOptions): readonly string[] {
  const patterns = askedObservers.flatMap(({ asks }) => textsOf(circuit, options, asks).flatMap((text) => asks.read(text)?.pattern ?? []));
  if (patterns.length === 0) return recorded;
  return [...(recorded.length > 0 ? recorded : defaultPatterns(circuit)), ...patterns];
}

/** Refuses texts of options that are none, choose nothing, or have a value of another dimension; those of the circuit have been checked with it. */
export function checkAsked(circuit: Circuit, options: ObserverOptions): void {
  for (const { asks } of askedObservers) {
    const read = readTexts(asks, textsIn(options as TextsBySetting, asks));
    if (read.length === 0) continue;
    checkRecorded(
      circuit,
      read.map(({ pattern }) => pattern),
      asks.setting,
    );
    const quantities = read.some(({ values }) => values.length > 0) ? [...recordablesOfCircuit(circuit)] : [];
    for (const asked of read) chosenInUnits(asks, asked, quantities);
  }
}

/** Rows of all observers in memory. Throws RunError for what cannot be kept. */
export function placeObservers(layout: Layout, options: ObserverOptions, memory: Allocator): ObserverRows {
  const site = siteOf(layout, options);
  const rows = {} as Record<ObserverName, readonly PlacedRow[]>;
  const columns: RecordedColumn[] = [];
  for (const name of observerNames) {
    const observer = observerOf(name);
    rows[name] = placed(observer, observer.rows(site), layout.partitions.length, memory);
    for (const { row, at } of rows[name])
      for (const { name, unit, word } of observer.columns?.(row) ?? []) {
        const cell = at + word;
        columns.push({ name, unit, partition: row.partition, plane0: cell, plane1: cell, timing: 'within', isKept: true });
      }
  }
  return { rows, columns };
}

/** Rows of an observer; those of a partition stand side by side. */
function placed(
  observer: ReturnType<typeof observerOf>,
  rows: readonly ObserverRow[],
  parts: number,
  memory: Allocator,
): readonly PlacedRow[] {
  const at = new Map<ObserverRow, number>();
  for (let p = 0; rows.length > 0 && p < parts; p++) {
    const own = rows.filter(({ partition }) => partition === p);
    let next = memory.tight(
      p,
      own.flatMap((row) => observer.memory(row)),
    );
    for (const row of own) {
      at.set(row, next);
      next += sizeOf(observer, row);
    }
  }
  return rows.map((row) => ({ row, at: at.get(row) as number }));
}

function siteOf(layout: Layout, options: ObserverOptions): ObserverSite {
  const { circuit, kinds, kindOf, tables } = layout.network;
  return {
    vapourPressure: circuit.fluid.vapourPressure,
    asked: (asking) => askedBy(asking, settled('lines', circuit, options), (patterns, what) => quantitiesOf(layout, patterns, what)),
    joints: () =>
      [...jointsOf(tables.components)].map(({ component, output, where }) => {
        const cell = cellAt(layout, component, `output_${output}`) as number;
        const partition = layout.owner[component];
        return { component, where, quantity: { name: `${where}.p`, unit: 'Pa', partition, plane0: cell, plane1: cell } };
      }),
    modeWords: () =>
      kinds.some(({ kernel }) => kernel.modes.length > 0)
        ? Array.from(kindOf).flatMap((_, component) => modeWordsOf(layout, component))
        : [],
  };
}

/** Quantities with a place of their own at every step; of none a glob chooses those that have. */
function quantitiesOf(layout: Layout, patterns: readonly string[], what: string): RecordedColumn[] {
  const { columns } = recordedBy(layout, patterns);
  const summed = columns.find(({ name, users }) => users && patterns.some((pattern) => !isGlob(pattern) && pattern === name));
  if (summed)
    throw new RunError(
      'RUN231',
      `${what}: '${summed.name}' is the sum of several components' flows into a fixed pressure, and only recorded rows have it`,
      `take the flows of those components (a glob such as '*.q' leaves sums out)`,
    );
  return columns.filter(({ users }) => !users);
}

function modeWordsOf(layout: Layout, component: number) {
  const { kernel, source } = batchAt(layout, component).kind;
  const name = layout.network.tables.components.nameOf(component);
  const modes = kernel.modes.map((mode, k): Mode => {
    if ('state' in mode) return { isReset: true, text: (holds) => resetName(name, mode.state, holds) };
    return {
      isReset: false,
      text: (holds) => conditionName(name, source?.model.definition as KindDefinition, mode, k, holds ?? true),
    };
  });
  return Array.from({ length: Math.ceil(modes.length / modesOfWord) }, (_, word) => ({
    component,
    partition: layout.owner[component],
    cell: cellAt(layout, component, `mode_${word}`) as number,
    modes: modes.slice(word * modesOfWord, (word + 1) * modesOfWord),
  }));
}

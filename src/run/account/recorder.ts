/** Which quantities a run records, what they are called and where they stand in memory. */
import type { Circuit, CircuitComponent } from '../../circuit/circuit.js';
import { didYouMean } from '../../circuit/closest.js';
import { globMatcher, isGlob, selectNames } from '../../circuit/globs.js';
import { defaultPatterns, type Recordable, recordableNames, recordableOfLine, recordablesOf } from '../../circuit/recordables.js';
import { type ComponentTable, kindAt, lineType } from '../../circuit/tables.js';
import { tablesOf } from '../../circuit/views.js';
import type { Layout } from '../../network/layout.js';
import { junctions } from '../../network/network.js';
import { RunError } from '../../results/runError.js';

/** A recorded quantity: `plane0` and `plane1` are its offsets when that plane is the accepted one. */
export interface RecordedColumn {
  readonly name: string;
  readonly unit: string;
  readonly partition: number;
  readonly plane0: number;
  readonly plane1: number;
  /** Flow at a port. */
  readonly ofFlow?: boolean;
  /** Mean pressure of a wave line: computed when a row is due. */
  readonly ofWave?: boolean;
}

/** Columns for names and globs, in circuit-file order; names that match nothing have been refused when the circuit was checked. */
export function recordedColumns(layout: Layout, patterns: readonly string[]): RecordedColumn[] {
  const { components, lines } = layout.network.tables;
  const wanted = patterns.length > 0 ? patterns : defaultPatterns(layout.network.circuit);
  const exact = new Set(wanted.filter((p) => !isGlob(p)));
  const globs = wanted.filter(isGlob).map(globMatcher);
  const isWanted = (name: string): boolean => exact.has(name) || globs.some((matches) => matches(name));
  const columns: RecordedColumn[] = [];
  const named = globs.length > 0 ? null : new Set([...exact].map((p) => components.find(p.split('.')[0] as string)));
  for (let c = 0; c < components.count; c++) {
    if (named && !named.has(c)) continue;
    const component = { name: components.nameOf(c), kind: kindAt(components, c) };
    for (const recordable of recordablesOf(component)) {
      if (!isWanted(recordable.name)) continue;
      exact.delete(recordable.name);
      columns.push(componentColumn(layout, c, component, recordable));
    }
  }
  // A name is a component's or a line's: where all have been found, no line is meant.
  if (globs.length === 0 && exact.size === 0) return columns;
  for (let line = 0; line < lines.count; line++) {
    const recordable = recordableOfLine(lines.nameOf(line), lineType(lines, line));
    if (isWanted(recordable.name)) columns.push(...lineColumns(layout, line, recordable));
  }
  return columns;
}

function lineColumns(layout: Layout, line: number, recordable: Recordable): RecordedColumn[] {
  const { lines } = layout.network.tables;
  const partition = layout.owner[lines.from[line] as number] as number;
  const delayed = layout.delayPlaces.mean[line] as number;
  if (delayed >= 0) return [{ ...recordable, partition, plane0: delayed, plane1: delayed, ofWave: true }];
  const waveTable = layout.wavePlaces.table[2 * line] as number;
  if (waveTable >= 0) {
    const table = layout.partitions[partition]?.waves.tables[waveTable];
    const mean = (table?.mean as number) + (layout.wavePlaces.column[2 * line] as number);
    return [{ ...recordable, partition, plane0: mean, plane1: mean, ofWave: true }];
  }
  return (layout.partitions[partition]?.tables ?? []).flatMap((table) => {
    const row = table.lines.indexOf(line);
    return row < 0 ? [] : [{ ...recordable, partition, plane0: table.mean + row, plane1: table.mean + row }];
  });
}

/** Refuses names and globs that choose nothing: a column that is missing without a word is found too late. */
export function checkRecorded(circuit: Circuit, patterns: readonly string[]): void {
  if (patterns.length === 0) return;
  const { components, lines } = tablesOf(circuit);
  // Most patterns are plain names of components.
  const rest = patterns.filter((pattern) => {
    const c = isGlob(pattern) ? -1 : components.find(pattern.split('.')[0] as string);
    return c < 0 || !recordablesAt(components, c).some(({ name }) => name === pattern);
  });
  if (rest.length === 0) return;
  const names = [
    ...Array.from({ length: components.count }, (_, c) => recordablesAt(components, c).map(({ name }) => name)).flat(),
    ...Array.from({ length: lines.count }, (_, l) => recordableOfLine(lines.nameOf(l), lineType(lines, l)).name),
  ];
  const [unmatched] = selectNames(names, rest).unmatched;
  if (unmatched === undefined) return;
  throw new RunError('RUN208', `record: nothing is called '${unmatched}'${didYouMean(unmatched, names)}`, recordableNames);
}

/** By kind, the outputs among the recorded quantities. */
export function recordedOutputs(circuit: Circuit, patterns: readonly string[]): Map<string, Set<string>> {
  const { components } = tablesOf(circuit);
  const outputs = new Map<string, Set<string>>();
  const add = (c: number, matches: (name: string) => boolean): void => {
    const kind = kindAt(components, c);
    for (const output of Object.keys(kind?.outputs ?? {})) {
      if (!kind || !matches(`${components.nameOf(c)}.${output}`)) continue;
      outputs.set(kind.kind, (outputs.get(kind.kind) ?? new Set()).add(output));
    }
  };
  for (const pattern of patterns.length > 0 ? patterns : defaultPatterns(circuit)) {
    const named = isGlob(pattern) ? -1 : components.find(pattern.split('.')[0] as string);
    if (named >= 0) add(named, (name) => name === pattern);
    else if (isGlob(pattern)) for (let c = 0; c < components.count; c++) add(c, globMatcher(pattern));
  }
  return outputs;
}

/** Kinds with a port pressure or flow among the recorded quantities: where nobody else asks, only their kernels store it. */
export function recordedKinds(circuit: Circuit, patterns: readonly string[], quantity: 'p' | 'q'): Set<string> {
  const { components } = tablesOf(circuit);
  const kinds = new Set<string>();
  for (const pattern of patterns.length > 0 ? patterns : defaultPatterns(circuit)) {
    if (!isGlob(pattern)) {
      const c = components.find(pattern.split('.')[0] as string);
      if (c >= 0) kinds.add(kindAt(components, c)?.kind ?? junctions);
      continue;
    }
    const matches = globMatcher(pattern);
    for (let c = 0; c < components.count; c++) {
      const kind = kindAt(components, c)?.kind ?? junctions;
      if (kinds.has(kind)) continue;
      if (recordablesAt(components, c).some(({ name, port }) => port?.quantity === quantity && matches(name))) kinds.add(kind);
    }
  }
  return kinds;
}

const recordablesAt = (components: ComponentTable, c: number): Recordable[] =>
  recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) });

function componentColumn(
  layout: Layout,
  c: number,
  component: Pick<CircuitComponent, 'name' | 'kind'>,
  { name, unit, port }: Recordable,
): RecordedColumn {
  const partition = layout.owner[c] as number;
  const batch = layout.partitions[partition]?.batches[layout.place.batch[c] as number];
  const row = layout.place.row[c] as number;
  const offsets = batch?.offsets ?? {};
  const own = name.slice(component.name.length + 1);
  const at = (key: string): number | undefined => (offsets[key] === undefined ? undefined : (offsets[key] as number) + row);
  if (port) {
    const cell = at(`${port.quantity}_${port.name}`) as number;
    return { name, unit, partition, plane0: cell, plane1: cell, ofFlow: port.quantity === 'q' };
  }
  // What others read of a state as a signal is that of the middle of the step.
  const role = (['state', 'hold'] as const).find((r) => offsets[`${r}_${own}_0`] !== undefined);
  const end = at(`endOutput_${own}`) as number;
  const [plane0, plane1] = role ? [at(`${role}_${own}_0`) as number, at(`${role}_${own}_1`) as number] : [end, end];
  return { name, unit, partition, plane0, plane1 };
}

/** Which quantities a run records, what they are called and where they stand in memory. */
import type { Circuit } from '../circuit/circuit.js';
import { didYouMean } from '../circuit/closest.js';
import { globMatcher, isGlob, selectNames } from '../circuit/globs.js';
import { type Recordable, recordablesOf } from '../circuit/recordables.js';
import type { Layout } from '../network/layout.js';
import { RunError } from './runError.js';

/** A recorded quantity: `plane0` and `plane1` are its offsets when that plane is the accepted one. */
export interface RecordedColumn {
  readonly name: string;
  readonly unit: string;
  readonly partition: number;
  readonly plane0: number;
  readonly plane1: number;
  /** Mean pressure of a wave line: computed when a row is due. */
  readonly ofWave?: boolean;
}

/** Columns for names and globs, in circuit-file order; names that match nothing have been refused when the circuit was checked. */
export function recordedColumns(layout: Layout, patterns: readonly string[]): RecordedColumn[] {
  const { circuit } = layout.network;
  const wanted = patterns.length > 0 ? patterns : defaultPatterns(circuit);
  const exact = new Set(wanted.filter((p) => !isGlob(p)));
  const globs = wanted.filter(isGlob).map(globMatcher);
  const heads = new Set([...exact].map((p) => p.split('.')[0]));
  const isWanted = (name: string): boolean => exact.has(name) || globs.some((matches) => matches(name));
  const columns: RecordedColumn[] = [];
  circuit.components.forEach((component, c) => {
    if (globs.length === 0 && !heads.has(component.name)) return;
    for (const recordable of recordablesOf(component)) if (isWanted(recordable.name)) columns.push(componentColumn(layout, c, recordable));
  });
  circuit.lines.forEach(({ name, from, wave }, line) => {
    const recordable = { name: `${name}.p`, unit: 'Pa' };
    if (!isWanted(recordable.name)) return;
    const partition = layout.owner[from.component] as number;
    if (wave) {
      const table = layout.partitions[partition]?.waves.tables[layout.wavePlaces.table[2 * line] as number];
      const mean = (table?.mean as number) + (layout.wavePlaces.column[2 * line] as number);
      columns.push({ ...recordable, partition, plane0: mean, plane1: mean, ofWave: true });
      return;
    }
    for (const table of layout.partitions[partition]?.tables ?? []) {
      const row = table.lines.indexOf(line);
      if (row >= 0) columns.push({ ...recordable, partition, plane0: table.mean + row, plane1: table.mean + row });
    }
  });
  return columns;
}

/** Refuses names and globs that choose nothing: a column that is missing without a word is found too late. */
export function checkRecorded(circuit: Circuit, patterns: readonly string[]): void {
  if (patterns.length === 0) return;
  const names = [
    ...circuit.components.flatMap((c) => recordablesOf(c).map(({ name }) => name)),
    ...circuit.lines.map((l) => `${l.name}.p`),
  ];
  const [unmatched] = selectNames(names, patterns).unmatched;
  if (unmatched === undefined) return;
  throw new RunError(
    'RUN208',
    `record: nothing is called '${unmatched}'${didYouMean(unmatched, names)}`,
    'names are component.port.p, component.port.q, component.state, junction.p or line.p',
  );
}

/** Kinds with a port flow among the recorded quantities: only their kernels store flows. */
export function recordedFlowKinds(circuit: Circuit, patterns: readonly string[]): Set<string> {
  const kinds = new Set<string>();
  const owners = new Map(circuit.components.map(({ name, kind }) => [name, kind]));
  for (const pattern of patterns) {
    const kind = owners.get(pattern.split('.')[0] as string);
    if (!isGlob(pattern) && kind) kinds.add(kind.kind);
    if (!isGlob(pattern)) continue;
    const matches = globMatcher(pattern);
    for (const component of circuit.components) {
      if (!component.kind || kinds.has(component.kind.kind)) continue;
      if (recordablesOf(component).some(({ name }) => name.endsWith('.q') && matches(name))) kinds.add(component.kind.kind);
    }
  }
  return kinds;
}

function componentColumn(layout: Layout, c: number, { name, unit }: Recordable): RecordedColumn {
  const partition = layout.owner[c] as number;
  const batch = layout.partitions[partition]?.batches[layout.place.batch[c] as number];
  const row = layout.place.row[c] as number;
  const offsets = batch?.offsets ?? {};
  const component = layout.network.circuit.components[c];
  const path = name.slice((component?.name.length ?? 0) + 1).split('.');
  const at = (key: string): number | undefined => (offsets[key] === undefined ? undefined : (offsets[key] as number) + row);
  if (!component?.kind) {
    const p = at('p_0') as number;
    return { name, unit, partition, plane0: p, plane1: p };
  }
  if (path.length === 2) {
    const cell = at(`${path[1]}_${path[0]}`) as number;
    return { name, unit, partition, plane0: cell, plane1: cell };
  }
  const single = at(`output_${path[0]}`);
  const role = offsets[`state_${path[0]}_0`] !== undefined ? 'state' : 'hold';
  const plane0 = single ?? (at(`${role}_${path[0]}_0`) as number);
  const plane1 = single ?? (at(`${role}_${path[0]}_1`) as number);
  return { name, unit, partition, plane0, plane1 };
}

/** States and junction pressures of a circuit small enough to look at; nothing of a large one. */
function defaultPatterns(circuit: Circuit): string[] {
  if (circuit.components.length > 100) return [];
  return circuit.components.flatMap(({ name, kind }) =>
    kind ? Object.keys(kind.states ?? {}).map((state) => `${name}.${state}`) : [`${name}.p`],
  );
}

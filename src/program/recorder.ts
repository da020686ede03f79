/** Which quantities a run records, what they are called and where they stand in memory. */
import type { RecordedCell } from '../blocks/kept/rows.js';
import { decisionOffsets } from '../blocks/step/decision.js';
import type { Circuit, CircuitComponent } from '../circuit/circuit.js';
import { didYouMean } from '../circuit/file/closest.js';
import {
  choosesOfRun,
  defaultPatterns,
  type Recordable,
  recordableNames,
  recordablesOf,
  recordablesOfTableLine,
  runRecordables,
} from '../circuit/recordables.js';
import { type ComponentTable, kindAt, portsOf } from '../circuit/tables.js';
import { globMatcher, isGlob } from '../circuit/text/globs.js';
import { ofTreatment } from '../circuit/treatments/recorded.js';
import { tablesOf } from '../circuit/views.js';
import { dependsOn, type Node, topological } from '../equations/graph/graph.js';
import type { KindDefinition } from '../equations/language/definition.js';
import { junctions } from '../network/network.js';
import { RunError } from '../results/runError.js';
import { familiesOf } from './families.js';
import { batchAt, type Layout, type PartitionLayout } from './layout/layout.js';

/** A recorded quantity. */
export interface RecordedColumn extends RecordedCell {
  readonly name: string;
  readonly unit: string;
  /** Of a flow: its place in `Network.ends`. */
  readonly flowAt?: number;
  /** Flow at a fixed pressure: cells with the flows out of the ports that see it without a line, to be taken from its own in this order. */
  readonly users?: readonly number[];
}

/** The record of a run. */
export interface Recorded {
  /** In circuit-file order. */
  readonly columns: readonly RecordedColumn[];
  /** Those of the columns, then what else their values are made of: a double each in every row. */
  readonly cells: readonly RecordedCell[];
}

/** Columns for names and globs, and behind them columns of observers; names that match nothing have been refused when the circuit was checked. */
export function recordedBy(layout: Layout, patterns: readonly string[], kept: readonly RecordedColumn[] = []): Recorded {
  return withUsers(layout, [...recordedColumns(layout, patterns), ...kept]);
}

/**
 * The users of a fixed pressure may be in several partitions, of which one may be steps ahead of another: each records the flows of its own, and they are
 * summed, in the order of the file, when the run has ended.
 */
function withUsers(layout: Layout, columns: readonly RecordedColumn[]): Recorded {
  const { network, owner, partitions } = layout;
  const { components, direct } = network.tables;
  const flows = new Map(columns.flatMap(({ flowAt }, k) => (flowAt === undefined ? [] : [[flowAt, k] as const])));
  if (flows.size === 0) return { columns, cells: columns };
  const recorded = new Map(columns.map(({ plane0 }, k) => [plane0, k]));
  const others: RecordedCell[] = [];
  const users = new Map<number, number[]>();
  for (let d = 0; d < direct.count; d++) {
    const column = flows.get(network.firstEnd[direct.reference[d]] + direct.referencePort[d]);
    if (column === undefined) continue;
    const c = direct.component[d];
    const port = portsOf(kindAt(components, c) as KindDefinition)[direct.port[d]];
    const at = cellAt(layout, c, `q_${port}`) as number;
    const cell = recorded.get(at) ?? columns.length + others.push({ partition: owner[c], plane0: at, plane1: at, timing: 'middle' }) - 1;
    const own = users.get(column);
    if (own) own.push(cell);
    else users.set(column, [cell]);
  }
  const summed = columns.map((column, k): RecordedColumn => {
    const own = users.get(k);
    if (!own) return column;
    if (network.ends[column.flowAt as number] >= 0) return { ...column, users: own };
    // Where no line ends, its own flow is nothing.
    const { zero } = partitions[column.partition] as PartitionLayout;
    return { ...column, plane0: zero, plane1: zero, users: own };
  });
  return { columns: summed, cells: [...summed, ...others] };
}

/** Columns for names and globs, in circuit-file order. */
function recordedColumns(layout: Layout, patterns: readonly string[]): RecordedColumn[] {
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
  const ofRun = runRecordables.filter(({ name }) => wanted.some((pattern) => choosesOfRun(pattern, name)));
  columns.push(...ofRun.map((one) => runColumn(layout, one)));
  for (const { name } of ofRun) exact.delete(name);
  // A name is a component's or a line's: where all have been found, no line is meant.
  if (globs.length === 0 && exact.size === 0) return columns;
  for (let line = 0; line < lines.count; line++) {
    for (const recordable of recordablesOfTableLine(layout.network.circuit, lines, line))
      if (isWanted(recordable.name))
        columns.push(...(recordable.isLineFlow ? [flowColumn(layout, line, recordable)] : meanColumns(layout, line, recordable)));
  }
  return columns;
}

/** Of the run itself: of the last accepted step, as its first partition has decided it. */
function runColumn({ partitions }: Layout, { name, unit, word }: (typeof runRecordables)[number]): RecordedColumn {
  const at = decisionOffsets(partitions[0] as PartitionLayout)[word];
  return { name, unit, partition: 0, plane0: at, plane1: at, timing: 'within' };
}

/** Flow into a line at its first end, by the port there, which of a junction is one of as many as lines end at it. */
function flowColumn(layout: Layout, line: number, { name, unit }: Recordable): RecordedColumn {
  const { network } = layout;
  const { components, lines } = network.tables;
  const c = lines.from[line];
  const kind = kindAt(components, c);
  const first = network.firstEnd[c];
  const port = kind ? (portsOf(kind)[lines.fromPort[line]] as string) : String(network.ends.indexOf(2 * line, first) - first);
  const cell = cellAt(layout, c, `q_${port}`) as number;
  return { name, unit, partition: layout.owner[c], plane0: cell, plane1: cell, timing: 'middle' };
}

function meanColumns(layout: Layout, line: number, recordable: Recordable): RecordedColumn[] {
  const { lines } = layout.network.tables;
  const partition = layout.owner[lines.from[line]];
  for (const [family, placed] of familiesOf(layout)) {
    const found = family.recorded?.(placed, layout.site, line, recordable.isFreeAir ? 'free' : 'mean');
    if (!found) continue;
    const { cell, isDue } = found;
    return [{ ...recordable, partition, plane0: cell, plane1: cell, ...(isDue ? { ofWave: true } : {}), timing: 'end' }];
  }
  return [];
}

/** Refuses names and globs that choose nothing: a column that is missing without a word is found too late. `what`: the setting that has them. */
export function checkRecorded(circuit: Circuit, patterns: readonly string[], what = 'record'): void {
  if (patterns.length === 0) return;
  const { components } = tablesOf(circuit);
  // Most patterns are plain names of components.
  const rest = patterns.filter((pattern) => {
    if (runRecordables.some(({ name }) => choosesOfRun(pattern, name))) return false;
    const c = isGlob(pattern) ? -1 : components.find(pattern.split('.')[0] as string);
    return c < 0 || !recordablesAt(components, c).some(({ name }) => name === pattern);
  });
  const unmatched = rest.find((pattern) => !choosesAny(circuit, pattern));
  if (unmatched === undefined) return;
  const names = [...quantityNames(circuit)];
  const ofVolume = ofTreatment(unmatched);
  if (ofVolume && names.includes(`${ofVolume.volume}.p`))
    throw new RunError(
      'RUN208',
      `${what}: '${unmatched}' is a quantity of treated volumes, and TLM treats none`,
      'run with an integrator that does (--solver rk4 --step 100us), or leave it out',
    );
  throw new RunError('RUN208', `${what}: nothing is called '${unmatched}'${didYouMean(unmatched, names)}`, recordableNames);
}

/** Of components and lines. */
function* quantityNames(circuit: Circuit): Generator<string> {
  const { components, lines } = tablesOf(circuit);
  for (let c = 0; c < components.count; c++) for (const { name } of recordablesAt(components, c)) yield name;
  for (let l = 0; l < lines.count; l++) for (const { name } of recordablesOfTableLine(circuit, lines, l)) yield name;
}

/** Whether a name or glob chooses a quantity of a component or line; the first ends the search. */
function choosesAny(circuit: Circuit, pattern: string): boolean {
  const matches = globMatcher(pattern);
  for (const name of quantityNames(circuit)) if (matches(name)) return true;
  return false;
}

/** By kind, the outputs among the recorded quantities. */
export function recordedOutputs(circuit: Circuit, patterns: readonly string[]): Map<string, Set<string>> {
  const { components } = tablesOf(circuit);
  const outputs = new Map<string, Set<string>>();
  const add = (c: number, matches: (name: string) => boolean): void => {
    const kind = kindAt(components, c);
    for (const { name, own, isInner } of recordablesAt(components, c)) {
      if (!kind || own === undefined || isInner || !(own in (kind.outputs ?? {})) || !matches(name)) continue;
      outputs.set(kind.kind, (outputs.get(kind.kind) ?? new Set()).add(own));
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
  if (quantity === 'q') for (const c of firstEnds(circuit, patterns)) kinds.add(kindAt(components, c)?.kind ?? junctions);
  return kinds;
}

/** Components at the first ends of lines whose flow is recorded. */
function firstEnds(circuit: Circuit, patterns: readonly string[]): number[] {
  const { components, lines } = tablesOf(circuit);
  // Nothing else can be a line's.
  const exact = new Set(patterns.filter((pattern) => !isGlob(pattern) && components.find(pattern.split('.')[0] as string) < 0));
  const globs = patterns.filter(isGlob).map(globMatcher);
  if (exact.size + globs.length === 0) return [];
  return Array.from({ length: lines.count }, (_, line) => line).flatMap((line) => {
    const flow = recordablesOfTableLine(circuit, lines, line).find(({ isLineFlow }) => isLineFlow)?.name;
    return flow !== undefined && (exact.has(flow) || globs.some((matches) => matches(flow))) ? [lines.from[line]] : [];
  });
}

const recordablesAt = (components: ComponentTable, c: number): Recordable[] =>
  recordablesOf({ name: components.nameOf(c), kind: kindAt(components, c) });

function componentColumn(
  layout: Layout,
  c: number,
  component: Pick<CircuitComponent, 'name' | 'kind'>,
  { name, unit, port, own, isInner }: Recordable,
): RecordedColumn {
  const partition = layout.owner[c];
  const at = (key: string): number | undefined => cellAt(layout, c, key);
  if (port) {
    const cell = at(`${port.quantity}_${port.name}`) as number;
    const column = { name, unit, partition, plane0: cell, plane1: cell, timing: 'middle' as const };
    if (port.quantity === 'p' || !component.kind) return column;
    return { ...column, flowAt: layout.network.firstEnd[c] + portsOf(component.kind).indexOf(port.name) };
  }
  if (isInner) {
    const cell = at(`output_${own}`) as number;
    return { name, unit, partition, plane0: cell, plane1: cell, timing: 'middle' };
  }
  // What others read of a state as a signal is that of the middle of the step.
  const role = (['state', 'hold'] as const).find((r) => at(`${r}_${own}_0`) !== undefined);
  const end = at(`endOutput_${own}`) as number;
  const [plane0, plane1] = role ? [at(`${role}_${own}_0`) as number, at(`${role}_${own}_1`) as number] : [end, end];
  const model = component.kind && batchAt(layout, c)?.kind.source?.model;
  const value = role === 'state' ? undefined : (role ? model?.holds : model?.outputs)?.find((one) => one.name === own)?.value;
  const isOfMiddle = value && dependsOn(value, (s) => /^(p|q|unknown):/.test(s)) && !(role && jumps(value));
  const timing = isOfMiddle ? 'middle' : role === 'hold' ? 'held' : 'end';
  return { name, unit, partition, plane0, plane1, timing };
}

/** Whether a value may jump, and so has nothing between those of two steps. */
const jumps = (value: Node): boolean => topological([value]).some(({ op }) => /^(select|sign|floor|ceil)$/.test(op));

/** Place of a component's cell in a column of its batch. */
export function cellAt(layout: Layout, c: number, key: string): number | undefined {
  const offset = batchAt(layout, c).offsets[key];
  return offset === undefined ? undefined : offset + layout.place.row[c];
}

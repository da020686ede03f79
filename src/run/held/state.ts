/** State of a run between two attempts ⇄ arrays in the order of the circuit, which know nothing of plan, workers and back end. */
import { savedOf } from '../../blocks/column.js';
import type { SavedPlan, ShownOf, Visit } from '../../blocks/family.js';
import { threadWord } from '../../blocks/step/barrier.js';
import { decisionOffsets } from '../../blocks/step/decision.js';
import { visitDecisions } from '../../blocks/step/decisionState.js';
import { type PartitionWord, partitionState } from '../../blocks/step/words.js';
import { familiesOf, savedFamiliesOf } from '../../program/families.js';
import type { Layout } from '../../program/layout/layout.js';
import { joined, type RowMark, times } from '../../results/rows.js';
import { acceptedPlanes, momentOf } from '../account/account.js';
import { observerCells } from '../account/observed.js';
import { putRows, rowsInMemory, rowsKept } from '../account/rows.js';
import type { Session } from '../session.js';

/** The state that the next attempts, the record and the account depend on. */
export interface SavedState {
  /** All cells that `visitDecisions` shows, and all that `visitSaved` shows. */
  readonly decisions: Float64Array;
  readonly cells: Float64Array;
  /** Saved words of partitions: those of the whole run. */
  readonly words: Float64Array;
  /** Saved Int32 words of families: by class of elements of wave lines, the number of the last whole cell. */
  readonly closed: Float64Array;
  /** Recorded rows in memory: times, then cell by cell; of exact rows also their values a step before; then the observers' columns. */
  readonly rows: Float64Array;
  /** Rows that have left the memory: times, then column by column; none where a mark names them. */
  readonly left: Float64Array;
}

type Memory = Pick<Session, 'layout' | 'F' | 'I' | 'threads' | 'program' | 'observers' | 'record' | 'cells' | 'columns' | 'rows'>;

/** Whether partitions decide by themselves, so that the state is of one plan. */
export const isOfPlan = ({ layout, threads }: Pick<Session, 'layout' | 'threads'>): boolean =>
  layout.rates !== null || Boolean(threads.own);

/** Which planes and steps the partitions of a memory have. */
export const planOf = (memory: Memory): SavedPlan => ({
  own: isOfPlan(memory),
  planes: acceptedPlanes(memory),
  accepted: momentOf(memory.layout, memory.F).accepted,
});

/** Takes the state out of a run that stands behind an accepted step. `mark`: names the rows that have left the memory. */
export function takeState(memory: Memory, mark: RowMark | null): SavedState {
  const { layout, F, I, observers, record, columns, rows: store } = memory;
  const plan = planOf(memory);
  settle(memory);
  const recorded = [
    ...rowsInMemory(memory),
    F.subarray(record.before, record.before + befores(memory)),
    ...observerCells(observers).map(({ at, count }) => F.subarray(at, at + count)),
  ];
  return {
    decisions: taken(F, (visit) => visitDecisions(layout, countersIn(layout), plan.own, visit)),
    cells: taken(F, (visit) => visitSaved(layout, plan, visit)),
    words: Float64Array.from(runWords(layout, F)),
    closed: Float64Array.from(savedWords(layout, plan), ([word]) => I[word]),
    rows: joined(recorded, lengthOf(recorded)),
    left: store && !mark ? rowsKept(store, columns.length) : new Float64Array(0),
  };
}

/** Before anything is saved: what is there is what is meant. */
export function settle(memory: Memory): void {
  const { layout, F, I } = memory;
  const plan = planOf(memory);
  for (const [family, placed] of savedFamiliesOf(layout)) family.settle?.({ F, I }, placed, plan);
}

/**
 * Puts a state into a session that has been opened for the same circuit and settings; false where it has another size. Throws RunError where rows that
 * `mark` names are not there any more.
 */
export function putState(memory: Memory, saved: SavedState, mark: RowMark | null): boolean {
  const { layout, F, I, threads, observers, record, cells, columns, rows: store } = memory;
  const decisions = put(F, saved.decisions, (visit) => visitDecisions(layout, countersIn(layout), isOfPlan(memory), visit));
  const plan = planOf(memory);
  const count = put(F, saved.cells, (visit) => visitSaved(layout, plan, visit));
  const words = savedWords(layout, plan);
  const [rows, left] = rowsOf(memory);
  const before = befores(memory);
  const sizes = {
    decisions,
    cells: count,
    words: savedOf(partitionState.columns).length,
    closed: words.length,
    rows: rows * (1 + cells.length) + before + observerCells(observers).reduce((sum, { count }) => sum + count, 0),
    left: mark ? 0 : left * (1 + columns.length),
  };
  if (Object.entries(sizes).some(([name, size]) => saved[name as keyof SavedState].length !== size)) return false;
  if (mark && mark.rows !== left) return false;
  for (const own of layout.site.words) savedOf(partitionState.columns).forEach((word, k) => (F[own[word]] = saved.words[k]));
  words.forEach((same, k) => {
    for (const word of same) I[word] = saved.closed[k];
  });
  for (const [family, placed] of familiesOf(layout)) family.resume?.({ F, I }, placed, momentOf(layout, F));
  if (mark) store?.adopt(mark);
  else if (left > 0) {
    const [t, ...kept] = [times, ...columns].map((_, k) => saved.left.subarray(k * left, (k + 1) * left));
    store?.append({ t: t as Float64Array, columns: kept });
  }
  putRows(memory, saved.rows);
  let at = rows * (1 + cells.length) + before;
  F.set(saved.rows.subarray(at - before, at), record.before);
  for (const cell of observerCells(observers)) {
    F.set(saved.rows.subarray(at, at + cell.count), cell.at);
    at += cell.count;
  }
  // Threads whose partitions decide by themselves take the plane from their steps (blocks/step/freeRunning.step.ts).
  for (let thread = 0; thread < threads.threads; thread++) I[threadWord(thread, 'plane')] = plan.planes[0];
  return true;
}

/** Counters of limits: limited and rejected of each line, special limit and judged state. */
const countersIn = ({ firstState, network }: Layout): number => 2 * firstState[network.tables.components.count];

/** Saved Int32 words of all families. */
const savedWords = (layout: Layout, plan: SavedPlan): (readonly number[])[] =>
  familiesOf(layout).flatMap(([family, placed]) => family.savedWords?.(placed, plan) ?? []);

/** Numbers of the cells that are shown. */
function taken(F: Float64Array, show: (visit: Visit) => void): Float64Array {
  let values = new Float64Array(1024);
  let count = 0;
  show((cell) => {
    if (count === values.length) {
      const more = new Float64Array(2 * count);
      more.set(values);
      values = more;
    }
    values[count++] = F[cell];
  });
  return values.slice(0, count);
}

/** Writes numbers to the cells that are shown, and to their copies; how many there are. */
function put(F: Float64Array, values: Float64Array, show: (visit: Visit) => void): number {
  let count = 0;
  show((cell, ...copies) => {
    const value = values[count++];
    F[cell] = value;
    for (const copy of copies) F[copy] = value;
  });
  return count;
}

/** Rows in memory, and those that have left it. */
function rowsOf({ layout, F }: Memory): [number, number] {
  const d = decisionOffsets(layout);
  return [F[d.rows], F[d.left]];
}

const befores = ({ program, cells }: Memory): number => (program.controller.settings.grid === 'exact' ? cells.length : 0);

const lengthOf = (parts: readonly Float64Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);

/**
 * Visits what families have saved, in the order of the circuit: what was saved with one plan is put where another plan has it, with all copies: the other plane, ghosts of cut
 * lines, copies of signals, both sides of a line, the tables of a class in all partitions. Not what has no rows of the circuit: recorded rows, words of partitions, flags of cavities.
 */
export function visitSaved(layout: Layout, plan: SavedPlan, visit: Visit, of: ShownOf = () => {}): void {
  const families = savedFamiliesOf(layout);
  const ghosts = new Map<number, number[]>();
  for (const [family, placed] of families)
    for (const [cell, copy] of family.copies?.(placed, layout.site) ?? []) ghosts.set(cell, [...(ghosts.get(cell) ?? []), copy]);
  const withGhosts: Visit = (cell, ...copies) => visit(cell, ...copies, ...(ghosts.get(cell) ?? []));
  for (const [family, placed] of families) family.visit?.(placed, layout.site, plan, ghosts.size > 0 ? withGhosts : visit, of);
}

/** Saved words of partitions as those of the run: of most the largest of all. */
export function runWords(layout: Layout, F: Float64Array): number[] {
  const { site } = layout;
  const found = Object.assign({}, ...familiesOf(layout).map(([family, placed]) => family.wordsOfRun?.(F, placed, site))) as Partial<
    Record<PartitionWord, number>
  >;
  return savedOf(partitionState.columns).map((name) => found[name] ?? Math.max(...site.words.map((own) => F[own[name]])));
}

/** Observers of a run (blocks/kept/): their start, their part of a checkpoint, their findings. */
import { type PlacedRow, sizeOf } from '../../blocks/kept/observer.js';
import { type Observed, observerNames, observerOf } from '../../blocks/kept/registry.js';
import type { Session } from '../session.js';

type Memory = Pick<Session, 'F' | 'observers'>;

/** Puts the state at t = 0 into the observers, from which no step has been made yet. */
export function startObservers({ F, observers, layout }: Memory & Pick<Session, 'layout'>): void {
  const { vapourPressure } = layout.network.circuit.fluid;
  for (const [observer, rows] of all(observers)) for (const placed of rows) observer.start(F, placed, { vapourPressure });
}

/** Once the first row is recorded. */
export function beginIntervals({ F, observers }: Memory): void {
  for (const [observer, rows] of all(observers)) for (const { at } of rows) observer.begin?.(F, at);
}

/** Runs of doubles that a checkpoint has, in the order of the registry and of the circuit. */
export function observerCells(observers: Session['observers']): { at: number; count: number }[] {
  return all(observers).flatMap(([observer, rows]) => rows.map(({ row, at }) => ({ at, count: sizeOf(observer, row) })));
}

/** The findings of all observers. */
export function observed({ F, observers }: Memory): Observed {
  return Object.fromEntries(observerNames.map((name) => [name, observerOf(name).findings(F, observers.rows[name])])) as Observed;
}

function all({ rows }: Session['observers']): [ReturnType<typeof observerOf>, readonly PlacedRow[]][] {
  return observerNames.map((name) => [observerOf(name), rows[name]]);
}

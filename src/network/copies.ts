/**
 * What partitions share without a word to each other. A fixed pressure stands at every port that is joined to it directly, so its users may be anywhere. A
 * signal of parameters and time is computed once more in every partition that reads it: copies have no states, give the same bits at the same time, and
 * are never recorded; the owner's is.
 */
import type { CircuitTables } from '../circuit/tables.js';
import { factsOf } from '../equations/language/facts.js';

/** By kind: whether it is a signal of parameters and time. */
export function signalsOfTime({ components }: CircuitTables): boolean[] {
  return components.kinds.map((kind) => kind !== null && factsOf(kind).isSignalOfTime);
}

/** By partition: components that it holds copies of, in the order of the file. */
export function copiesOf(tables: CircuitTables, owner: Int32Array, parts: number): number[][] {
  const held = Array.from({ length: parts }, () => new Set<number>());
  const isOfTime = signalsOfTime(tables);
  const { kind } = tables.components;
  for (const { from, to } of tables.signals) {
    const reader = owner[to.component];
    if (reader !== owner[from.component] && isOfTime[kind[from.component]]) held[reader]?.add(from.component);
  }
  return held.map((components) => [...components].sort((a, b) => a - b));
}

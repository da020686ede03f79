/**
 * What must stay together: components joined by signals; for look-ahead, by capacitive lines too. Only lines may be cut. What every partition can hold for
 * itself (network/copies.ts) joins nobody: a fixed pressure that its users see directly, and a signal of parameters and time.
 */

import type { Circuit } from '../circuit/circuit.js';
import { Sets } from '../circuit/sets.js';
import { lineValue } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { isFixedPressure } from '../network/constants.js';
import { signalsOfTime } from '../network/copies.js';

export interface Clusters {
  /** By component: number of its cluster, clusters counted from 0 in circuit order. */
  readonly of: Int32Array;
  readonly count: number;
  /** By component: 1 where any partition may own it. It is counted to the cluster of its first user, so that a plan puts it where it is needed. */
  readonly free: Uint8Array;
}

/** Clusters of a circuit. `onlyWaves`: capacitive lines are not cut. */
export function clusters(circuit: Circuit, onlyWaves = false): Clusters {
  const { components, lines, direct, signals } = tablesOf(circuit);
  const sets = new Sets(components.count);
  const free = freeOf(circuit);
  const isUsed = new Uint8Array(components.count);
  const use = (holder: number, user: number): void => {
    if (free[holder] !== 1 || isUsed[holder] === 0) sets.join(holder, user);
    isUsed[holder] = 1;
  };
  for (const { from, to } of signals) use(from.component, to.component);
  for (let d = 0; d < direct.count; d++) if (free[direct.reference[d]] === 1) use(direct.reference[d], direct.component[d]);
  if (onlyWaves) {
    for (let l = 0; l < lines.count; l++) if (Number.isNaN(lineValue(lines, l, 'delay'))) sets.join(lines.from[l], lines.to[l]);
  }
  const of = new Int32Array(components.count);
  let count = 0;
  // The lowest number of a cluster stands for it, and comes first.
  for (let c = 0; c < of.length; c++) {
    const r = sets.find(c);
    of[c] = r === c ? count++ : of[r];
  }
  return { of, count, free };
}

/** Signals of parameters and time, and fixed pressures that no line ends at. */
function freeOf(circuit: Circuit): Uint8Array {
  const tables = tablesOf(circuit);
  const { components, lines } = tables;
  const isOfTime = signalsOfTime(tables);
  const isFree = components.kinds.map((kind, k) => isOfTime[k] === true || (kind !== null && isFixedPressure(kind)));
  const free = new Uint8Array(components.count);
  for (let c = 0; c < free.length; c++) free[c] = isFree[components.kind[c]] ? 1 : 0;
  for (const column of [lines.from, lines.to]) for (let l = 0; l < column.length; l++) free[column[l]] = 0;
  return free;
}

/** What must stay together: components joined by signals or directly to a fixed pressure; for look-ahead, by capacitive lines too. Only lines may be cut. */
import type { Circuit } from '../circuit/circuit.js';
import { lineValue } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';

/** By component: number of its cluster, clusters counted from 0 in circuit order. `onlyWaves`: capacitive lines are not cut. */
export function clusters(circuit: Circuit, onlyWaves = false): { readonly of: Int32Array; readonly count: number } {
  const { components, lines, direct, signals } = tablesOf(circuit);
  const parent = new Int32Array(components.count);
  for (let c = 0; c < parent.length; c++) parent[c] = c;
  const root = (c: number): number => {
    let r = c;
    while (parent[r] !== r) r = parent[r] as number;
    for (let x = c; x !== r; ) {
      const next = parent[x] as number;
      parent[x] = r;
      x = next;
    }
    return r;
  };
  const join = (a: number, b: number): void => {
    const [x, y] = [root(a), root(b)];
    // The lower number leads, so that clusters are counted in circuit order.
    parent[Math.max(x, y)] = Math.min(x, y);
  };
  for (const { from, to } of signals) join(from.component, to.component);
  for (let d = 0; d < direct.count; d++) join(direct.component[d] as number, direct.reference[d] as number);
  if (onlyWaves) {
    for (let l = 0; l < lines.count; l++)
      if (Number.isNaN(lineValue(lines, l, 'delay'))) join(lines.from[l] as number, lines.to[l] as number);
  }
  const of = new Int32Array(parent.length);
  let count = 0;
  // The lowest number of a cluster is its root, and comes first.
  for (let c = 0; c < of.length; c++) {
    const r = root(c);
    of[c] = r === c ? count++ : (of[r] as number);
  }
  return { of, count };
}

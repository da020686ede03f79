/** What must stay together: components joined by signals or directly to a fixed pressure; for look-ahead, by capacitive lines too. Only lines may be cut. */
import type { Circuit } from '../circuit/circuit.js';

/** By component: number of its cluster, clusters counted from 0 in circuit order. `onlyWaves`: capacitive lines are not cut. */
export function clusters(circuit: Circuit, onlyWaves = false): { readonly of: Int32Array; readonly count: number } {
  const parent = Int32Array.from(circuit.components, (_, c) => c);
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
  for (const { from, to } of circuit.signals) join(from.component, to.component);
  for (const { port, reference } of circuit.direct) join(port.component, reference.component);
  if (onlyWaves) for (const { from, to, wave } of circuit.lines) if (!wave) join(from.component, to.component);
  const number = new Map<number, number>();
  const of = Int32Array.from(circuit.components, (_, c) => {
    const r = root(c);
    if (!number.has(r)) number.set(r, number.size);
    return number.get(r) as number;
  });
  return { of, count: number.size };
}

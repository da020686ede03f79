/**
 * Order in which signals let components run inside a step: a component runs after those that drive it. Where a loop is broken by an output that
 * does not depend on its inputs within the step (sample & hold), that output is written early, on its own.
 */
import type { Circuit } from '../circuit/circuit.js';
import { kindAt } from '../circuit/tables.js';
import { tablesOf } from '../circuit/views.js';
import { factsOf } from '../equations/language/facts.js';

export interface SignalOrder {
  /** By component: its place in the order, 0 for what no signal drives. */
  readonly level: Int32Array;
  /** Component → outputs that are written early, before every level. */
  readonly early: ReadonlyMap<number, readonly string[]>;
  readonly levels: number;
}

interface Edge {
  readonly from: number;
  readonly to: number;
  readonly signal: string;
}

/** Derives the order. Signal loops without a delay have been refused when the circuit was checked. */
export function signalOrder(circuit: Circuit): SignalOrder {
  const { components, signals } = tablesOf(circuit);
  const { count } = components;
  const edges = signals.map(({ from, to }): Edge => ({ from: from.component, to: to.component, signal: from.signal }));
  const early = new Map<number, string[]>();
  let open = edges;
  let level = levelsOf(count, open);
  if (level.includes(-1)) {
    open = edges.filter((edge) => {
      const kind = kindAt(components, edge.from);
      if (level[edge.from] !== -1 || level[edge.to] !== -1 || !kind || factsOf(kind).feedthrough[edge.signal]?.length !== 0) return true;
      const outputs = early.get(edge.from) ?? [];
      if (!outputs.includes(edge.signal)) early.set(edge.from, [...outputs, edge.signal]);
      return false;
    });
    level = levelsOf(count, open);
    if (level.includes(-1)) throw new Error('signal loop without a delay');
  }
  return { level, early, levels: level.reduce((a, b) => Math.max(a, b), 0) + 1 };
}

/** Longest path to each component; -1 on and behind a loop. */
function levelsOf(count: number, edges: readonly Edge[]): Int32Array {
  if (edges.length === 0) return new Int32Array(count);
  const level = new Int32Array(count).fill(-1);
  const waiting = new Int32Array(count);
  // Edges of one component are chained: its last, then the one before each; -1 ends the chain.
  const last = new Int32Array(count).fill(-1);
  const before = new Int32Array(edges.length);
  for (const [e, { from, to }] of edges.entries()) {
    waiting[to] = waiting[to] + 1;
    before[e] = last[from];
    last[from] = e;
  }
  const ready: number[] = [];
  for (let c = 0; c < count; c++) {
    if (waiting[c] !== 0) continue;
    level[c] = 0;
    ready.push(c);
  }
  const depth = new Int32Array(count);
  for (let c = ready.pop(); c !== undefined; c = ready.pop()) {
    level[c] = depth[c];
    for (let e = last[c]; e >= 0; e = before[e]) {
      const { to } = edges[e] as Edge;
      depth[to] = Math.max(depth[to], level[c] + 1);
      waiting[to] = waiting[to] - 1;
      if (waiting[to] === 0) ready.push(to);
    }
  }
  return level;
}

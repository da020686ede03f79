/** Owners → Plan: names, cut lines, counted cost and imbalance. */
import type { Circuit } from '../circuit/circuit.js';
import type { Plan } from './plan.js';
import { countedCost } from './weights.js';

/** Plan of given owners: cut lines, counted cost and imbalance filled in. */
export function describePlan(circuit: Circuit, owner: Int32Array, parts: number, method: string, source: string): Plan {
  const lineCount = new Int32Array(circuit.components.length);
  for (const { from, to } of circuit.lines) {
    lineCount[from.component] = (lineCount[from.component] as number) + 1;
    lineCount[to.component] = (lineCount[to.component] as number) + 1;
  }
  const cost = new Array<number>(parts).fill(0);
  circuit.components.forEach((component, c) => {
    cost[owner[c] as number] = (cost[owner[c] as number] as number) + countedCost(component, lineCount[c] as number);
  });
  const mean = cost.reduce((a, b) => a + b, 0) / parts;
  const load = cost.map((x) => Math.round((1000 * x) / mean) / 1000);
  return {
    ringmain: 1,
    circuit: circuit.name,
    hash: circuit.hash,
    parts,
    method,
    owner: Object.fromEntries(circuit.components.map(({ name }, c) => [name, owner[c] as number])),
    cut: circuit.lines.filter(({ from, to }) => owner[from.component] !== owner[to.component]).map((line) => line.name),
    cost,
    load,
    imbalance: Math.max(...load),
    source,
  };
}
